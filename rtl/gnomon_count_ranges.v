// SPDX-License-Identifier: Apache-2.0
// Room: count
// gnomon_count_ranges: in which bucket a value lies: a binary search through the bounds, one value
// a cycle.
//
// Bound i is the lower end of bucket i, 1 <= i < 2^COUNT_LOG2. index_o is the number of bounds <=
// the value. Where bounds are equal, the buckets between them are empty. tag_i comes out with the
// index.
//  1. Stage s compares the value with the middle of the range that the stages before it have left,
//     and so finds bit COUNT_LOG2-1-s of the index.
//  2. Each bound is the middle of one range only. Stage COUNT_LOG2-1-z keeps bound i, where z is
//     the number of zeros at the end of i, at i >> (z+1). So each stage has a RAM of its own, of
//     2^s bounds.
// Table (a byte a cell): cell {i, byte} is a byte of bound i, lowest first; i = 0 is not kept.
// WIDTH bits of a bound are kept. Where WIDTH is less than 32, no value reaches a bound of
// 2^32 - 1: only the greatest value would, of what is kept; its index is the last bound that is
// another, and a register has that.
// CONSTRAINT: bounds do not fall as i rises; one that no value reaches is 2^32 - 1. The table is
// written as a whole, in the order of the addresses. While it is written an index has no meaning.
// Second form for Verilator: without it sim_share_taps (`make bench`) is 2.5 % lower.
//
// Latency: value_i, tag_i to index_o, tag_o: COUNT_LOG2 + 1 cycles.
//
// With COUNT_LOG2 3 and bounds of 10, 20, ... 70:
//
//   cycle     0  1  2  3  4  5  6  7
//   value_i  35 10  9 99  0  0  0  0
//   index_o   -  -  -  -  3  1  0  7
//
// Instance:
//   gnomon_count_ranges #(.LUT_BITS(0), .WIDTH(16), .COUNT_LOG2(6), .TAG_W(1), .CELL_W(14),
//     .BASE(0)
//   ) u_count_ranges (
//     .clk(clk), .wr_valid_i(wr_valid), .wr_addr_i(wr_addr), .wr_data_i(wr_data), .value_i(value),
//     .tag_i(tag_i), .index_o(index), .tag_o(tag_o)
//   );

module gnomon_count_ranges #(
	parameter LUT_BITS   = 0,   // as gnomon_cell_ram's
	parameter WIDTH      = 16,  // bits of a value; requires 1..32
	parameter COUNT_LOG2 = 6,   // buckets, log2; requires 3..12
	parameter TAG_W      = 1,   // requires at least 1
	parameter CELL_W     = 14,  // bits of a table address; requires at least COUNT_LOG2 + 2
	parameter BASE       = 0    // address of the table, a multiple of its size
) (
	input  wire                  clk,
	input  wire                  wr_valid_i,
	input  wire [CELL_W-1:0]     wr_addr_i,
	input  wire [7:0]            wr_data_i,
	input  wire [WIDTH-1:0]      value_i,
	input  wire [TAG_W-1:0]      tag_i,
	output reg  [COUNT_LOG2-1:0] index_o,
	output wire [TAG_W-1:0]      tag_o
);
	localparam BYTES = (WIDTH + 7) / 8;
	localparam [31:0]       BASE_32   = BASE;
	localparam [CELL_W-1:0] BASE_CELL = BASE_32[CELL_W-1:0];
	generate
		if (WIDTH < 1 || WIDTH > 32 || COUNT_LOG2 < 3 || COUNT_LOG2 > 12
			|| CELL_W < COUNT_LOG2 + 2) begin : gen_bad
			WIDTH_must_be_1_to_32_COUNT_LOG2_3_to_12_and_fit_into_CELL_W u_bad ();
		end
	endgenerate

`ifdef VERILATOR
	// What a simulator need not evaluate: nothing changes behind a value that came for some
	// cycles, while the table is not written.
	localparam [3:0] SETTLED = COUNT_LOG2 + 3;  // cycles
	reg  [3:0]       settles_q;
	reg  [WIDTH-1:0] last_value_q;
	wire             comes = value_i != last_value_q || wr_valid_i;
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

	// Table, a clock later
	reg                   mine_q;
	reg  [COUNT_LOG2+1:0] wr_at_q;
	reg  [7:0]            wr_data_q;
	wire [COUNT_LOG2-1:0] wr_i = wr_at_q[COUNT_LOG2+1:2];
	reg  [BYTES-1:0]      wr_byte;
	integer               k;
	always @(posedge clk)
		if (acts) begin
			mine_q    <= wr_valid_i
				&& wr_addr_i >> (COUNT_LOG2 + 2) == BASE_CELL >> (COUNT_LOG2 + 2);
			wr_at_q   <= wr_addr_i[COUNT_LOG2+1:0];
			wr_data_q <= wr_data_i;
		end
	always @*
		for (k = 0; k < BYTES; k = k + 1)
			wr_byte[k] = mine_q && {30'd0, wr_at_q[1:0]} == k;

	// Search: value, index so far (left-aligned) and tag at each stage
	genvar s;
	generate
		for (s = 0; s < COUNT_LOG2; s = s + 1) begin : gen_stage
			// inverted, as the carry chain wants it: the bound is more than the value
			// where their sum has a carry
			wire [WIDTH-1:0]   not_value;
			wire [WIDTH-1:0]   bound;
			wire [WIDTH:0]     less = {1'b0, bound} + {1'b0, not_value};
			wire               reached = !less[WIDTH];
			wire               wr_here =
				wr_i[COUNT_LOG2-1-s:0] == {1'b1, {(COUNT_LOG2-1-s){1'b0}}};
			wire [8*BYTES-1:0] word;
			reg  [WIDTH-1:0]   not_value_q;
			wire               unused_less = &{1'b0, less};
			assign not_value = not_value_q;
			assign bound = word[WIDTH-1:0];
			if (8*BYTES > WIDTH) begin : gen_unused
				wire unused = &{1'b0, word[8*BYTES-1:WIDTH]};
			end
			wire [s:0] index;  // after this stage
			if (s == 0) begin : gen_first
				reg [8*BYTES-1:0] word_q;
				integer           k_first;
				always @(posedge clk)
					if (acts) begin
						not_value_q <= ~value_i;
						for (k_first = 0; k_first < BYTES;
							k_first = k_first + 1)
							if (wr_byte[k_first] && wr_here)
								word_q[8*k_first +: 8] <= wr_data_q;
					end
				assign word  = word_q;
				assign index = reached;
			end else begin : gen_later
				reg [s-1:0] index_q;
				always @(posedge clk)
					if (acts) begin
						not_value_q <= gen_stage[s-1].not_value;
						index_q <= gen_stage[s-1].index;
					end
				gnomon_cell_ram_bytes #(.LUT_BITS(LUT_BITS), .BYTES(BYTES),
					.DEPTH_LOG2(s)) u_bounds (
					.clk     (clk),
					.we_i    (wr_byte & {BYTES{wr_here}}),
					.waddr_i (wr_i[COUNT_LOG2-1 -: s]),
					.wdata_i (wr_data_q),
					.raddr_i (gen_stage[s-1].index),
					.rdata_o (word)
				);
				assign index = {index_q, reached};
			end
		end
	endgenerate
	generate
		if (WIDTH == 32) begin : gen_reached
			always @(posedge clk)
				if (acts)
					index_o <= gen_stage[COUNT_LOG2-1].index;
		end else begin : gen_greatest
			wire                  greatest;
			reg  [COUNT_LOG2-1:0] last_q;
			initial
				last_q = {COUNT_LOG2{1'b1}};  // as all bounds are 0
			always @(posedge clk)
				if (acts) begin
					if (mine_q && &wr_at_q[1:0]) begin
						if (!wr_data_q[7])
							last_q <= wr_i;
						else if (wr_i == 1)
							last_q <= 0;
					end
					index_o <= greatest ? last_q
						: gen_stage[COUNT_LOG2-1].index;
				end
			gnomon_cell_delay #(.WIDTH(1), .CLOCKS(COUNT_LOG2)) u_greatest (
				.clk (clk),
				.d_i (&value_i),
				.q_o (greatest)
			);
		end
	endgenerate

	gnomon_cell_delay #(.WIDTH(TAG_W), .CLOCKS(COUNT_LOG2 + 1)) u_tag (
		.clk (clk),
		.d_i (tag_i),
		.q_o (tag_o)
	);

endmodule
