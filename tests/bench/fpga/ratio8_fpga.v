// SPDX-License-Identifier: Apache-2.0
//
// ratio8_fpga: the ratio counters of a node, to count their logic cells. What goes in comes out
// of a shift register, whose 2 * PAIRS + 4 flip-flops do not count.

`default_nettype none

module ratio8_fpga #(
	parameter PAIRS      = 8,
	parameter FORM       = 1,
	parameter DEPTH_LOG2 = 8
) (
	input  wire        clk,
	input  wire        serial_i,
	output wire        ready_o,
	output wire        valid_o,
	output wire [31:0] word_o
);
	reg [2*PAIRS+3:0] feed_q;
	always @(posedge clk)
		feed_q <= {feed_q[2*PAIRS+2:0], serial_i};

	gnomon_count_ratios #(.PAIRS(PAIRS), .FORM(FORM), .DEPTH_LOG2(DEPTH_LOG2)) u_ratios (
		.clk      (clk),
		.first_i  (feed_q[2*PAIRS]),
		.a_i      (feed_q[PAIRS-1:0]),
		.b_i      (feed_q[2*PAIRS-1:PAIRS]),
		.ready_o  (ready_o),
		.sample_i (feed_q[2*PAIRS+1]),
		.reset_i  ({PAIRS{feed_q[2*PAIRS+2]}}),
		.valid_o  (valid_o),
		.pop_i    (feed_q[2*PAIRS+3]),
		.word_o   (word_o)
	);

endmodule
