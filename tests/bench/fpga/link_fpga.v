// SPDX-License-Identifier: Apache-2.0
//
// link_fpga: link and UART alone, as the one-node monitor has them (writes never wait), for the
// count of their logic cells.

`default_nettype none

module link_fpga (
	input  wire        clk,
	input  wire        rst,
	input  wire        rx_i,
	output wire        tx_o,
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
	output wire        reg_lower_o,
	input  wire [3:0]  reg_data_i,
	output wire        busy_o
);
	wire       rx_valid, rx_ready, tx_valid, tx_ready;
	wire [7:0] rx_data, tx_data;
	gnomon_link_uart #(.DIVISOR(10)) u_phy (
		.clk        (clk),
		.rst        (rst),
		.rx_i       (rx_i),
		.tx_o       (tx_o),
		.rx_valid_o (rx_valid),
		.rx_ready_i (rx_ready),
		.rx_data_o  (rx_data),
		.tx_valid_i (tx_valid),
		.tx_ready_o (tx_ready),
		.tx_data_i  (tx_data)
	);
	gnomon_link #(.ADDR_W(14)) u_link (
		.clk         (clk),
		.rst         (rst),
		.rx_valid_i  (rx_valid),
		.rx_ready_o  (rx_ready),
		.rx_data_i   (rx_data),
		.tx_valid_o  (tx_valid),
		.tx_ready_i  (tx_ready),
		.tx_data_o   (tx_data),
		.op_valid_o  (op_valid_o),
		.op_o        (op_o),
		.arg_o       (arg_o),
		.place_o     (place_o),
		.wr_valid_o  (wr_valid_o),
		.wr_ready_i  (1'b1),
		.rd_ready_i  (1'b1),
		.rd_next_o   (rd_next_o),
		.addr_o      (addr_o),
		.wr_data_o   (wr_data_o),
		.nonce_o     (nonce_o),
		.rd_data_i   (rd_data_i),
		.reg_lower_o (reg_lower_o),
		.reg_data_i  (reg_data_i),
		.busy_o      (busy_o)
	);

endmodule
