// SPDX-License-Identifier: Apache-2.0
//
// link_wide_fpga: the link that takes a byte a clock alone, without a PHY, as a one-node monitor
// has it (writes never wait), for the count of its logic cells.

`default_nettype none

module link_wide_fpga (
	input  wire        clk,
	input  wire        rst,
	input  wire        rx_valid_i,
	output wire        rx_ready_o,
	input  wire [7:0]  rx_data_i,
	output wire        tx_valid_o,
	input  wire        tx_ready_i,
	output wire [7:0]  tx_data_o,
	output wire        op_valid_o,
	output wire [2:0]  op_o,
	output wire [10:0] arg_o,
	output wire [2:0]  place_o,
	output wire        wr_valid_o,
	output wire        rd_next_o,
	output wire [13:0] addr_o,
	output wire [7:0]  wr_data_o,
	output wire        nonce_o,
	input  wire [7:0]  rd_data_i,
	output wire        busy_o
);
	gnomon_link_wide #(.ADDR_W(14)) u_link (
		.clk        (clk),
		.rst        (rst),
		.rx_valid_i (rx_valid_i),
		.rx_ready_o (rx_ready_o),
		.rx_data_i  (rx_data_i),
		.tx_valid_o (tx_valid_o),
		.tx_ready_i (tx_ready_i),
		.tx_data_o  (tx_data_o),
		.op_valid_o (op_valid_o),
		.op_o       (op_o),
		.arg_o      (arg_o),
		.place_o    (place_o),
		.wr_valid_o (wr_valid_o),
		.wr_ready_i (1'b1),
		.rd_next_o  (rd_next_o),
		.addr_o     (addr_o),
		.wr_data_o  (wr_data_o),
		.nonce_o    (nonce_o),
		.rd_data_i  (rd_data_i),
		.busy_o     (busy_o)
	);

endmodule
