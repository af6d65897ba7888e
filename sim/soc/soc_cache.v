// SPDX-License-Identifier: Apache-2.0
// soc_cache: small direct-mapped cache, write-through, no allocation on writes, invalidated by
// snooping.
//
// 1. The core holds valid_i with address and data stable until ready_o.
// 2. The first clock of an access to cacheable memory (address bit 31 clear) is its look-up:
//    access_o is high for that one clock, and hit_o with it if the line is there. A read that hits
//    is answered in the same clock.
// 3. A read that misses fetches the whole line over the bus, lowest word first, and is answered in
//    the clock after its last word.
// 4. A write goes to the bus in either case and is answered in the clock of its completion; the
//    word in the line is updated if the line is there.
// 5. An access with address bit 31 set goes to the bus as a single word and is no cache access.
// 6. A write of another core to a line that is here (snoop_valid_i) makes the line invalid.
//
// Reset: all lines invalid. Not done here: a write buffer, and write-back.
`resetall
`default_nettype none

module soc_cache #(
	parameter LINES_LOG2 = 6, // lines, log2: 1 to 12
	parameter WORDS_LOG2 = 2  // 32-bit words in a line, log2: 1 to 4
) (
	input  wire        clk,
	input  wire        rst,
	// core
	input  wire        valid_i,
	input  wire [31:0] addr_i,
	input  wire [3:0]  wstrb_i, // 0: read
	input  wire [31:0] wdata_i,
	output wire        ready_o,
	output wire [31:0] rdata_o,
	// bus
	output wire        req_o,
	output wire [31:0] addr_o,
	output wire        line_o,  // a whole line is requested
	input  wire        beat_i,  // a word of this transaction was done
	input  wire        last_i,  // with beat_i: the last one
	input  wire [31:0] rdata_i,
	// writes of others
	input  wire        snoop_valid_i,
	input  wire [31:0] snoop_addr_i,
	// measurement
	output wire        access_o,
	output wire        hit_o
);
	localparam INDEX_LOW = WORDS_LOG2 + 2;
	localparam TAG_LOW = INDEX_LOW + LINES_LOG2;
	localparam TAG_W = 31 - TAG_LOW;
	localparam LINES = 1 << LINES_LOG2;

	localparam [1:0] LOOKUP = 2'd0, BUS = 2'd1, ANSWER = 2'd2;

	generate
		if (LINES_LOG2 < 1 || LINES_LOG2 > 12) begin : gen_bad_lines
			LINES_LOG2_must_be_1_to_12 u_bad ();
		end
		if (WORDS_LOG2 < 1 || WORDS_LOG2 > 4) begin : gen_bad_words
			WORDS_LOG2_must_be_1_to_4 u_bad ();
		end
	endgenerate

	reg [31:0]      data [0:(LINES << WORDS_LOG2) - 1];
	reg [TAG_W-1:0] tags [0:LINES-1];
	reg [LINES-1:0] valid;

	reg [1:0]            state;
	reg [WORDS_LOG2-1:0] fill;
	reg [31:0]           word;

	wire [LINES_LOG2-1:0] index = addr_i[TAG_LOW-1:INDEX_LOW];
	wire [WORDS_LOG2-1:0] offset = addr_i[INDEX_LOW-1:2];
	wire [TAG_W-1:0]      tag = addr_i[30:TAG_LOW];
	wire                  cached = !addr_i[31];
	wire                  write = wstrb_i != 4'd0;
	wire                  found = valid[index] && tags[index] == tag;

	wire [LINES_LOG2-1:0] snoop_index = snoop_addr_i[TAG_LOW-1:INDEX_LOW];
	wire                  snoop_found = valid[snoop_index]
		&& tags[snoop_index] == snoop_addr_i[30:TAG_LOW];

	wire [31:0] mask = {{8{wstrb_i[3]}}, {8{wstrb_i[2]}}, {8{wstrb_i[1]}}, {8{wstrb_i[0]}}};

	assign access_o = valid_i && cached && state == LOOKUP;
	assign hit_o = access_o && found;

	assign req_o = state == BUS;
	assign line_o = cached && !write;
	assign addr_o = line_o ? {addr_i[31:INDEX_LOW], {INDEX_LOW{1'b0}}} : addr_i;

	assign ready_o = (hit_o && !write) || (state == BUS && beat_i && write) || state == ANSWER;
	assign rdata_o = state == ANSWER ? word : data[{index, offset}];

	always @(posedge clk) begin
		case (state)
		LOOKUP:
			if (valid_i && !ready_o)
				state <= BUS;
		BUS:
			if (beat_i && last_i)
				state <= write ? LOOKUP : ANSWER;
		default:
			state <= LOOKUP;
		endcase
		if (state == BUS) begin
			if (beat_i)
				fill <= fill + 1'b1;
		end else begin
			fill <= {WORDS_LOG2{1'b0}};
		end
		if (rst)
			state <= LOOKUP;
	end

	always @(posedge clk) begin
		if (beat_i && state == BUS && (!line_o || fill == offset))
			word <= rdata_i;
		if (beat_i && state == BUS && line_o) begin
			data[{index, fill}] <= rdata_i;
			tags[index] <= tag;
		end else if (beat_i && state == BUS && cached && found) begin
			data[{index, offset}] <= (data[{index, offset}] & ~mask) | (wdata_i & mask);
		end
	end

	always @(posedge clk) begin
		if (snoop_valid_i && snoop_found)
			valid[snoop_index] <= 1'b0;
		if (beat_i && state == BUS && line_o)
			valid[index] <= last_i;
		if (rst)
			valid <= {LINES{1'b0}};
	end
endmodule

`resetall
