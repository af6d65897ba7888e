// SPDX-License-Identifier: Apache-2.0
// Room: cells
// gnomon_cell_cross_fifo: a FIFO of bytes from one clock domain to another, in one RAM block.
//
//  1. A byte with wr_valid_i and wr_ready_o is stored. wr_fill_o is one more than the bytes that
//     the RAM block had for the writing side a cycle before; it is never less than what is there.
//  2. The oldest byte goes from the RAM block into a register: rd_data_o while rd_valid_o is 1.
//     rd_ready_i takes it. One byte a cycle goes in and out.
//  3. The positions cross as Gray codes: only one bit of them changes at a time.
// CONSTRAINT: all bits of a code arrive within one period of the clock that they come from: neither
//   side sees a later position before an earlier one. The timing tools must be asked for it, as a
//   greatest delay of wr_gray_q to u_wr_gray.first_q and of rd_gray_q to u_rd_gray.first_q (their
//   highest bits may be those of wr_at_q and rd_at_q), or as a greatest skew of each. The bytes
//   need no such limit: they stay in the RAM block for two cycles of rd_clk before they are read.
// There is no reset: the two sides could not be reset together while one of the clocks stands. The
// FIFO is empty after configuration, and each side may have its clock stopped at any time.
//
// Latency: wr_valid_i with wr_ready_o to rd_valid_o: 1 cycle of wr_clk, then 3 to 4 of rd_clk.
//   rd_ready_i, where another byte is there, to a wr_fill_o that is less: 1 cycle of rd_clk, then
//   4 to 5 of wr_clk.
//
// With the same clock on both sides:
//
//   cycle        0  1  2  3  4  5  6  7
//   wr_valid_i   1  1  0  0  0  0  0  0
//   wr_data_i    1  2  -  -  -  -  -  -
//   wr_fill_o    1  1  2  3  3  3  3  3
//   rd_valid_o   0  0  0  0  1  1  1  0
//   rd_ready_i   0  0  0  0  0  1  1  0
//   rd_data_o    -  -  -  -  1  1  2  -
//
// Instance:
//   gnomon_cell_cross_fifo #(.DEPTH_LOG2(9)) u_cell_cross_fifo (
//     .wr_clk(wr_clk), .wr_valid_i(wr_valid), .wr_ready_o(wr_ready), .wr_data_i(wr_data),
//     .wr_fill_o(wr_fill), .rd_clk(rd_clk), .rd_valid_o(rd_valid), .rd_ready_i(rd_ready),
//     .rd_data_o(rd_data)
//   );

module gnomon_cell_cross_fifo #(
	parameter DEPTH_LOG2 = 9  // bytes, log2; requires 4..12
) (
	input  wire                wr_clk,
	input  wire                wr_valid_i,
	output wire                wr_ready_o,
	input  wire [7:0]          wr_data_i,
	output wire [DEPTH_LOG2:0] wr_fill_o,
	input  wire                rd_clk,
	output wire                rd_valid_o,
	input  wire                rd_ready_i,
	output wire [7:0]          rd_data_o
);
	generate
		if (DEPTH_LOG2 < 4 || DEPTH_LOG2 > 12) begin : gen_bad_depth
			DEPTH_LOG2_must_be_4_to_12 u_bad ();
		end
	endgenerate

	localparam W = DEPTH_LOG2 + 1;  // positions: one bit more than addresses

	(* ram_style = "block" *)  // LUT RAM would have paths from one clock to the other
	reg [7:0] bytes_q [0:(1 << DEPTH_LOG2)-1];

	// Writing side: wr_valid_i, too, only enables registers.
	reg  [W-1:0] wr_at_q, wr_gray_q, wr_fill_q, wr_seen_q;
	initial begin
		wr_at_q   = 0;
		wr_gray_q = 0;
		wr_fill_q = 1;
		wr_seen_q = 0;
	end
	wire [W-1:0] wr_seen;
	wire [W-1:0] rd_gray_there;
	wire         push    = wr_valid_i && wr_ready_o;
	wire [W-1:0] wr_next = wr_at_q + 1'b1;
	genvar       k;

	// The Gray code of the reading side's position as a number
	generate
		for (k = 0; k < W; k = k + 1) begin : gen_seen
			assign wr_seen[k] = ^rd_gray_there[W-1:k];
		end
	endgenerate

	always @(posedge wr_clk) begin
		wr_seen_q <= wr_seen;
		wr_fill_q <= wr_next - wr_seen_q;
		if (push) begin
			wr_at_q   <= wr_next;
			wr_gray_q <= wr_next ^ (wr_next >> 1);
			bytes_q[wr_at_q[DEPTH_LOG2-1:0]] <= wr_data_i;
		end
	end
	assign wr_fill_o  = wr_fill_q;
	assign wr_ready_o = !wr_fill_q[DEPTH_LOG2];

	// Reading side: the position is that of the next byte of the RAM block. rd_ready_i only
	// enables registers: the links know it late in the cycle.
	reg  [W-1:0] rd_at_q, rd_gray_q;
	reg          rd_valid_q;
	reg  [7:0]   rd_data_q;
	initial begin
		rd_at_q    = 0;
		rd_gray_q  = 0;
		rd_valid_q = 1'b0;
	end
	wire [W-1:0] wr_gray_there;
	wire         more    = rd_gray_q != wr_gray_there;
	wire         free    = !rd_valid_q || rd_ready_i;
	wire [W-1:0] rd_next = rd_at_q + 1'b1;

	always @(posedge rd_clk) begin
		if (free && more) begin
			rd_at_q   <= rd_next;
			rd_gray_q <= rd_next ^ (rd_next >> 1);
		end
		rd_valid_q <= more || !free;
		if (free)
			rd_data_q <= bytes_q[rd_at_q[DEPTH_LOG2-1:0]];
	end
	assign rd_valid_o = rd_valid_q;
	assign rd_data_o  = rd_data_q;

	gnomon_cell_cross #(.WIDTH(W)) u_wr_gray (
		.clk    (rd_clk),
		.data_i (wr_gray_q),
		.data_o (wr_gray_there)
	);
	gnomon_cell_cross #(.WIDTH(W)) u_rd_gray (
		.clk    (wr_clk),
		.data_i (rd_gray_q),
		.data_o (rd_gray_there)
	);

endmodule
