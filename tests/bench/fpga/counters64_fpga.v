// SPDX-License-Identifier: Apache-2.0
//
// counters64_fpga: a bank of counters, to count its logic cells. What goes in comes out of a
// shift register, whose COUNT + TIME_W + 12 flip-flops do not count.

`default_nettype none

module counters64_fpga #(
	parameter COUNT  = 64,
	parameter TIME_W = 32
) (
	input  wire        clk,
	input  wire        serial_i,
	output wire        ready_o,
	output wire        valid_o,
	output wire [31:0] word_o,
	output wire        last_o,
	output wire        busy_o
);
	reg [COUNT+TIME_W+11:0] feed_q;
	always @(posedge clk)
		feed_q <= {feed_q[COUNT+TIME_W+10:0], serial_i};

	gnomon_count_counters #(.COUNT(COUNT), .UNIT(0), .NODE(0), .TIME_W(TIME_W)) u_counters (
		.clk           (clk),
		.rst           (feed_q[0]),
		.first_i       (feed_q[1]),
		.count_i       (feed_q[COUNT+5 +: TIME_W+7]),
		.input_i       (feed_q[5 +: COUNT]),
		.ready_o       (ready_o),
		.sample_i      (feed_q[2]),
		.flush_i       (feed_q[3]),
		.block_valid_o (valid_o),
		.block_word_o  (word_o),
		.block_last_o  (last_o),
		.block_pop_i   (feed_q[4]),
		.block_busy_o  (busy_o)
	);

endmodule
