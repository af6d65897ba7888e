// SPDX-License-Identifier: Apache-2.0
// Room: count
// gnomon_count_ranges: in which bucket a value lies: a binary search through the bounds.
//
// Bound i is the lower end of bucket i, 1 <= i < 2^COUNT_LOG2. index_o is the number of bounds <=
// the value. Where bounds are equal, the buckets between them are empty. With APART 1 a value can
// come in every cycle.
//  1. Level l compares the value with the middle of the range that the levels before it have left,
//     and so finds bit COUNT_LOG2-1-l of the index.
//  2. Each bound is the middle of one range only. Level COUNT_LOG2-1-z compares with bound i, where
//     z is the number of zeros at the end of i.
//  3. A stage has a comparator and a RAM, with APART 1 for one level, with APART 2 for two levels
//     in turn. The RAM of one level has its bounds at i >> (z+1); that of two levels has those of
//     the first one at {0, i >> (z+1), 1}, those of the second one at {1, i >> (z+1)}.
// Table (a byte a cell): cell {i, byte} is a byte of bound i, lowest first; i = 0 is not kept.
// WIDTH bits of a bound are kept. Where WIDTH is less than 32, no value reaches a bound of
// 2^32 - 1: only the greatest value would, of what is kept; its index is the last bound that is
// another, and a register has that.
// CONSTRAINT: bounds do not fall as i rises; one that no value reaches is 2^32 - 1. The table is
// written as a whole, in the order of the addresses. While it is written an index has no meaning.
// With APART 2 valid_i is never 1 in two successive cycles.
// Second form for Verilator: without it sim_share_taps (`make bench`) is 2.5 % lower.
//
// Latency: valid_i, value_i to valid_o, index_o: COUNT_LOG2 + 1 cycles.
//
// With COUNT_LOG2 3 and bounds of 10, 20, ... 70:
//
//   cycle     0  1  2  3  4  5  6  7
//   valid_i   1  1  1  1  0  0  0  0
//   value_i  35 10  9 99  -  -  -  -
//   valid_o   0  0  0  0  1  1  1  1
//   index_o   -  -  -  -  3  1  0  7
//
// Instance:
//   gnomon_count_ranges #(.LUT_BITS(0), .WIDTH(16), .COUNT_LOG2(6), .APART(1), .CELL_W(14),
//     .BASE(0)
//   ) u_count_ranges (
//     .clk(clk), .rst(rst), .wr_valid_i(wr_valid), .wr_addr_i(wr_addr), .wr_data_i(wr_data),
//     .valid_i(valid_i), .value_i(value), .valid_o(valid_o), .index_o(index)
//   );

module gnomon_count_ranges #(
	parameter LUT_BITS   = 0,   // as gnomon_cell_ram's
	parameter WIDTH      = 16,  // bits of a value; requires 1..32
	parameter COUNT_LOG2 = 6,   // buckets, log2; requires 3..12
	parameter APART      = 1,   // cycles from a value to the next one at least; requires 1 or 2
	parameter CELL_W     = 14,  // bits of a table address; requires at least COUNT_LOG2 + 2
	parameter BASE       = 0    // address of the table, a multiple of its size
) (
	input  wire                  clk,
	input  wire                  rst,         // no valid_o of values before it
	input  wire                  wr_valid_i,
	input  wire [CELL_W-1:0]     wr_addr_i,
	input  wire [7:0]            wr_data_i,
	input  wire                  valid_i,
	input  wire [WIDTH-1:0]      value_i,
	output wire                  valid_o,
	output reg  [COUNT_LOG2-1:0] index_o
);
	localparam BYTES = (WIDTH + 7) / 8;
	localparam [31:0]       BASE_32   = BASE;
	localparam [CELL_W-1:0] BASE_CELL = BASE_32[CELL_W-1:0];
	generate
		if (WIDTH < 1 || WIDTH > 32 || COUNT_LOG2 < 3 || COUNT_LOG2 > 12
			|| CELL_W < COUNT_LOG2 + 2) begin : gen_bad
			WIDTH_must_be_1_to_32_COUNT_LOG2_3_to_12_and_fit_into_CELL_W u_bad ();
		end
		if (APART < 1 || APART > 2) begin : gen_bad_apart
			APART_must_be_1_or_2 u_bad ();
		end
	endgenerate

	reg [COUNT_LOG2:0] valid_q;  // bit l: level l has the value, the last one: index_o
	always @(posedge clk)
		valid_q <= rst ? {(COUNT_LOG2+1){1'b0}} : {valid_q[COUNT_LOG2-1:0], valid_i};
	assign valid_o = valid_q[COUNT_LOG2];

`ifdef VERILATOR
	// What a simulator need not evaluate: nothing changes behind a value that came for some
	// cycles, while the table is not written.
	localparam [3:0] SETTLED = COUNT_LOG2 + 3;  // cycles
	reg  [3:0]       settles_q;
	reg  [WIDTH-1:0] last_value_q;
	wire             comes = (APART > 1 ? valid_i : value_i != last_value_q) || wr_valid_i;
	wire             acts  = comes || settles_q != 0;
	initial begin
		settles_q    = SETTLED;
		last_value_q = 0;
	end
	always @(posedge clk)
		if (acts) begin
			settles_q    <= comes ? SETTLED : settles_q - {3'd0, settles_q != 0};
			last_value_q <= value_i;
		end
`else
	wire             acts = 1'b1;
`endif

	// Table
	wire                  mine = wr_valid_i
		&& wr_addr_i >> (COUNT_LOG2 + 2) == BASE_CELL >> (COUNT_LOG2 + 2);
	wire [COUNT_LOG2-1:0] wr_i = wr_addr_i[COUNT_LOG2+1:2];
	reg  [BYTES-1:0]      wr_byte;
	integer               k;
	always @*
		for (k = 0; k < BYTES; k = k + 1)
			wr_byte[k] = mine && {30'd0, wr_addr_i[1:0]} == k;

	// Search: value and index so far at each stage
	localparam STAGES = (COUNT_LOG2 + APART - 1) / APART;
	genvar s;
	generate
		for (s = 0; s < STAGES; s = s + 1) begin : gen_stage
			localparam LEVEL = s * APART;  // the first one
			localparam LAST  = APART > 1 && LEVEL + 1 < COUNT_LOG2 ? LEVEL + 1 : LEVEL;
			// inverted, as the carry chain wants it: the bound is more than the value
			// where their sum has a carry
			wire [WIDTH-1:0]      bound;
			reg  [WIDTH-1:0]      not_value_q;
			wire [WIDTH:0]        less = {1'b0, bound} + {1'b0, not_value_q};
			wire                  reached = !less[WIDTH];
			wire [8*BYTES-1:0]    word;
			// of a bound of this stage: its lowest 1 is at one of the levels
			wire [COUNT_LOG2-1:0] wr_rest = wr_i << (LAST + 1);
			wire                  wr_here = wr_rest == 0
				&& wr_i[COUNT_LOG2-1-LEVEL -: LAST-LEVEL+1] != 0;
			wire                  unused_less = &{1'b0, less};
			assign bound = word[WIDTH-1:0];
			if (8*BYTES > WIDTH) begin : gen_unused
				wire unused = &{1'b0, word[8*BYTES-1:WIDTH]};
			end
			wire [WIDTH-1:0]      next_value;  // inverted
			wire [LEVEL:0]        next;   // what the stages before found, below a 0
			wire [LAST:0]         index;  // after this stage
			if (s == 0) begin : gen_first
				assign next_value = ~value_i;
				assign next       = 1'b0;
			end else begin : gen_later
				assign next_value = gen_stage[s-1].not_value_q;
				assign next       = {1'b0, gen_stage[s-1].index};
			end
			if (LAST > LEVEL) begin : gen_two
				// Two cycles with the same value: in the first one the bound of the
				// second level is read.
				wire              first = valid_q[LEVEL];
				reg  [LEVEL:0]    index_q;
				reg               reached_q;
				wire [LEVEL:0]    from  = first ? index_q : next;
				wire [LEVEL+2:0]  whole = {index_q, reached_q, reached};
				wire              unused_top = &{1'b0, whole[LEVEL+2]};
				always @(posedge clk)
					if (acts) begin
						index_q   <= from;
						reached_q <= reached;
						if (!first)
							not_value_q <= next_value;
					end
				gnomon_cell_ram_bytes #(.LUT_BITS(LUT_BITS), .BYTES(BYTES),
					.DEPTH_LOG2(LEVEL + 2), .BLOCK(1)) u_bounds (
					.clk     (clk),
					.we_i    (wr_byte & {BYTES{wr_here}}),
					.waddr_i ({wr_i[COUNT_LOG2-2-LEVEL],
						wr_i[COUNT_LOG2-1 -: LEVEL+1]}),
					.wdata_i (wr_data_i),
					.raddr_i ({from, !first || reached}
						| {first, {(LEVEL+1){1'b0}}}),
					.rdata_o (word)
				);
				assign index = whole[LAST:0];
			end else if (s == 0) begin : gen_one
				reg [8*BYTES-1:0] word_q;
				integer           k_first;
				always @(posedge clk)
					if (acts) begin
						not_value_q <= next_value;
						for (k_first = 0; k_first < BYTES;
							k_first = k_first + 1)
							if (wr_byte[k_first] && wr_here)
								word_q[8*k_first +: 8] <= wr_data_i;
					end
				assign word  = word_q;
				assign index = reached;
				wire unused = &{1'b0, next};
			end else begin : gen_ram
				reg [LEVEL:0] index_q;
				always @(posedge clk)
					if (acts) begin
						not_value_q <= next_value;
						index_q     <= next;
					end
				gnomon_cell_ram_bytes #(.LUT_BITS(LUT_BITS), .BYTES(BYTES),
					.DEPTH_LOG2(LEVEL)) u_bounds (
					.clk     (clk),
					.we_i    (wr_byte & {BYTES{wr_here}}),
					.waddr_i (wr_i[COUNT_LOG2-1 -: LEVEL]),
					.wdata_i (wr_data_i),
					.raddr_i (next[LEVEL-1:0]),
					.rdata_o (word)
				);
				assign index = {index_q[LEVEL-1:0], reached};
				wire unused_top = &{1'b0, index_q[LEVEL]};
			end
		end
	endgenerate
	wire [COUNT_LOG2-1:0] found = gen_stage[STAGES-1].index;
	generate
		if (WIDTH == 32) begin : gen_reached
			always @(posedge clk)
				if (acts)
					index_o <= found;
		end else begin : gen_greatest
			wire                  greatest;
			reg  [COUNT_LOG2-1:0] last_q;
			initial
				last_q = {COUNT_LOG2{1'b1}};  // as all bounds are 0
			always @(posedge clk)
				if (acts) begin
					if (mine && &wr_addr_i[1:0]) begin
						if (!wr_data_i[7])
							last_q <= wr_i;
						else if (wr_i == 1)
							last_q <= 0;
					end
					index_o <= greatest ? last_q : found;
				end
			gnomon_cell_delay #(.WIDTH(1), .CLOCKS(COUNT_LOG2)) u_greatest (
				.clk (clk),
				.d_i (&value_i),
				.q_o (greatest)
			);
		end
	endgenerate

endmodule
