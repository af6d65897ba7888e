// SPDX-License-Identifier: Apache-2.0
//
// one_node_fpga: the one-node monitor on iCE40, to count its logic cells: the watched word comes
// out of a shift register, whose 33 flip-flops do not count.

`default_nettype none

module one_node_fpga (
	input  wire clk,
	input  wire rst,
	input  wire serial_i,
	input  wire rx_i,
	output wire tx_o
);
	reg [32:0] feed_q;
	always @(posedge clk)
		feed_q <= {feed_q[31:0], serial_i};

	wire sync;
	wire unused = &{1'b0, sync};
	one_node u_monitor (
		.clk         (clk),
		.rst         (rst),
		.rx_i        (rx_i),
		.tx_o        (tx_o),
		.sync_o      (sync),
		.cpu_pc_i    (feed_q[31:0]),
		.cpu_valid_i (feed_q[32])
	);

endmodule
