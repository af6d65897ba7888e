// SPDX-License-Identifier: Apache-2.0
// The top of a board, with the lamp to which `gnomon attach` has attached a monitor.
module lamp_top (
	input  wire clk,
	input  wire uart_rxd_i,
	output wire uart_txd_o,
	output wire light_o
);
	reg [3:0] reset = 4'd15;

	always @(posedge clk) reset <= reset << 1;

	lamp_gnomon u_lamp (
		.clk(clk), .rst(reset[3]), .light(light_o),
		.gnomon_rx_i(uart_rxd_i), .gnomon_tx_o(uart_txd_o), .gnomon_sync_o()
	);
endmodule
