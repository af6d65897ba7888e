// SPDX-License-Identifier: Apache-2.0
//
// ranks_fpga: the ranks of a monitor named `patterns` alone, to count their logic cells. The
// table bus comes out of a shift register, the watched word out of a register that takes it from
// there: out of the shift register itself it would bring its bits delayed, too, which the ranks
// then need not do. These 2 * WORD_W + CELL_W + 9 flip-flops do not count.

`default_nettype none

module ranks_fpga #(
	parameter WORD_W = 32,
	parameter CELL_W = 14,
	parameter CODE_W = 4
) (
	input  wire              clk,
	input  wire              serial_i,
	input  wire              take_i,
	output wire [CODE_W-1:0] code_o
);
	localparam FEED_W = WORD_W + CELL_W + 9;
	reg [FEED_W-1:0] feed_q;
	always @(posedge clk)
		feed_q <= {feed_q[FEED_W-2:0], serial_i};

	reg [WORD_W-1:0] word_q;
	always @(posedge clk)
		if (take_i)
			word_q <= feed_q[WORD_W-1:0];

	patterns_ranks0 u_ranks (
		.clk        (clk),
		.wr_valid_i (feed_q[WORD_W+CELL_W+8]),
		.wr_addr_i  (feed_q[WORD_W+8 +: CELL_W]),
		.wr_data_i  (feed_q[WORD_W +: 8]),
		.word0_i    (word_q),
		.code0_o    (code_o)
	);

endmodule
