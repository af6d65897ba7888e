// SPDX-License-Identifier: Apache-2.0
// soc_memory: the one memory, on the bus.
//
// 1. The first word of a transaction is ready LATENCY clocks after its first clock, each further
//    one a clock later.
// 2. While the system is in reset, the load port writes words; that is how a program comes in.
//
// Addresses wrap at the size of the memory. The contents outlive reset.
`resetall
`default_nettype none

module soc_memory #(
	parameter WORDS_LOG2 = 16, // 32-bit words, log2
	parameter LATENCY = 4      // clocks, 1 to 255
) (
	input  wire        clk,
	input  wire        rst,
	input  wire        valid_i,
	input  wire [31:0] addr_i,
	input  wire [31:0] addr_next_i, // the address of the next clock
	input  wire [3:0]  wstrb_i,
	input  wire [31:0] wdata_i,
	output wire        ready_o,
	output wire [31:0] rdata_o,
	input  wire        load_valid_i,
	input  wire [31:0] load_addr_i,
	input  wire [31:0] load_data_i
);
	generate
		if (LATENCY < 1 || LATENCY > 255) begin : gen_bad_latency
			LATENCY_must_be_1_to_255 u_bad ();
		end
	endgenerate

	localparam [7:0] WAITS = LATENCY;

	reg [31:0] mem [0:(1 << WORDS_LOG2) - 1];
	reg [31:0] rdata;
	reg [7:0]  waits;

	wire [WORDS_LOG2-1:0] word = addr_i[WORDS_LOG2+1:2];
	wire [WORDS_LOG2-1:0] load_word = load_addr_i[WORDS_LOG2+1:2];
	wire [WORDS_LOG2-1:0] word_next = addr_next_i[WORDS_LOG2+1:2];

	wire [31:0]           mask =
		{{8{wstrb_i[3]}}, {8{wstrb_i[2]}}, {8{wstrb_i[1]}}, {8{wstrb_i[0]}}};

	assign ready_o = valid_i && waits == 8'd0;
	assign rdata_o = rdata;

	always @(posedge clk) begin
		rdata <= mem[word_next];
		if (load_valid_i)
			mem[load_word] <= load_data_i;
		else if (ready_o && wstrb_i != 4'd0)
			mem[word] <= (mem[word] & ~mask) | (wdata_i & mask);
	end

	always @(posedge clk) begin
		if (!valid_i || rst)
			waits <= WAITS;
		else if (waits != 8'd0)
			waits <= waits - 1'b1;
	end
endmodule

`resetall
