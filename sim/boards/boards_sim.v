// SPDX-License-Identifier: Apache-2.0
// boards_sim: a simulated board: the monitor of board.yaml, whose ports are those of the harness.
// The watched word is of each write to the event port, in the same cycle: its page, and above that
// the lowest bits of the sequence number of a message.
`resetall
`default_nettype none

module boards_sim (
	input  wire        clk,
	input  wire        rst,
	input  wire        rx_valid_i,
	output wire        rx_ready_o,
	input  wire [7:0]  rx_data_i,
	output wire        tx_valid_o,
	input  wire        tx_ready_i,
	output wire [7:0]  tx_data_o,
	output wire        sync_o,
	input  wire        port_valid_i,
	input  wire [9:0]  port_addr_i,
	input  wire [31:0] port_data_i
);
	board u_board (
		.clk(clk), .rst(rst), .sync_o(sync_o),
		.rx_valid_i(rx_valid_i), .rx_ready_o(rx_ready_o), .rx_data_i(rx_data_i),
		.tx_valid_o(tx_valid_o), .tx_ready_i(tx_ready_i), .tx_data_o(tx_data_o),
		.core_word_i({port_data_i[19:16], port_addr_i[9:6]}), .core_valid_i(port_valid_i),
		.core_port_valid_i(port_valid_i), .core_port_addr_i(port_addr_i),
		.core_port_data_i(port_data_i)
	);
endmodule

`resetall
