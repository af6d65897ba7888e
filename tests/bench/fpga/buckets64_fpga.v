// SPDX-License-Identifier: Apache-2.0
//
// buckets64_fpga: a unit of buckets, to count its logic cells. What goes in comes out of a shift
// register, whose WIDTH + TIME_W + CELL_W + 23 flip-flops do not count.

`default_nettype none

module buckets64_fpga #(
	parameter WIDTH  = 16,
	parameter TIME_W = 32,
	parameter CELL_W = 8
) (
	input  wire        clk,
	input  wire        serial_i,
	output wire        valid_o,
	output wire [31:0] word_o,
	output wire        last_o,
	output wire        busy_o
);
	localparam FEED_W = WIDTH + TIME_W + CELL_W + 23;
	reg [FEED_W-1:0] feed_q;
	always @(posedge clk)
		feed_q <= {feed_q[FEED_W-2:0], serial_i};

	gnomon_count_buckets #(
		.WIDTH(WIDTH), .COUNT_LOG2(6), .BANKS_LOG2(3), .BITS(32), .UNIT(0), .NODE(0),
			.TIME_W(TIME_W), .CELL_W(CELL_W), .BASE(0)
	) u_buckets (
		.clk           (clk),
		.rst           (feed_q[0]),
		.first_i       (feed_q[1]),
		.count_i       (feed_q[WIDTH+7 +: TIME_W+7]),
		.wr_valid_i    (feed_q[WIDTH+TIME_W+14]),
		.wr_addr_i     (feed_q[WIDTH+TIME_W+23 +: CELL_W]),
		.wr_data_i     (feed_q[WIDTH+TIME_W+15 +: 8]),
		.valid_i       (feed_q[2]),
		.value_i       (feed_q[7 +: WIDTH]),
		.lost_i        (feed_q[3]),
		.bank_i        (feed_q[4]),
		.flush_i       (feed_q[5]),
		.frozen_i      (1'b0),
		.block_valid_o (valid_o),
		.block_word_o  (word_o),
		.block_last_o  (last_o),
		.block_pop_i   (feed_q[6]),
		.block_busy_o  (busy_o)
	);

endmodule
