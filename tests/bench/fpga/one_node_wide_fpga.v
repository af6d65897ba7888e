// SPDX-License-Identifier: Apache-2.0
//
// one_node_wide_fpga: the one-node monitor with a byte port that takes a byte a clock, on iCE40,
// for its clock. A register is at each port, as in a PHY, so that the paths through the byte port
// count.

`default_nettype none

module one_node_wide_fpga (
	input  wire       clk,
	input  wire       rst,
	input  wire       serial_i,
	input  wire       rx_valid_i,
	output reg        rx_ready_o,
	input  wire [7:0] rx_data_i,
	output reg        tx_valid_o,
	input  wire       tx_ready_i,
	output reg  [7:0] tx_data_o
);
	reg [32:0] feed_q;
	reg        rx_valid_q, tx_ready_q;
	reg  [7:0] rx_data_q;
	wire       rx_ready, tx_valid, sync;
	wire [7:0] tx_data;
	wire       unused = &{1'b0, sync};
	always @(posedge clk) begin
		feed_q     <= {feed_q[31:0], serial_i};
		rx_valid_q <= rx_valid_i;
		rx_data_q  <= rx_data_i;
		tx_ready_q <= tx_ready_i;
		rx_ready_o <= rx_ready;
		tx_valid_o <= tx_valid;
		tx_data_o  <= tx_data;
	end

	one_node_wide u_monitor (
		.clk         (clk),
		.rst         (rst),
		.rx_valid_i  (rx_valid_q),
		.rx_ready_o  (rx_ready),
		.rx_data_i   (rx_data_q),
		.tx_valid_o  (tx_valid),
		.tx_ready_i  (tx_ready_q),
		.tx_data_o   (tx_data),
		.sync_o      (sync),
		.cpu_pc_i    (feed_q[31:0]),
		.cpu_valid_i (feed_q[32])
	);

endmodule
