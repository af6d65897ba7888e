// SPDX-License-Identifier: Apache-2.0
// chips_center: the chip with the trace buffer, with the bridge to the host; main.cpp joins it to
// the further chips.
`default_nettype none

module chips_center #(
	parameter WIRES = 1
) (
	input  wire             clk,
	input  wire             rst,
	output wire [WIRES-1:0] ring_dn_o,
	input  wire [WIRES-1:0] ring_up_i,
	output wire             ring_sync_o,
	output wire             ring_damaged_o,
	output wire             sync_o,
	input  wire [7:0]       core_word_i,
	input  wire             core_valid_i
);
	wire       rx_valid, rx_ready, tx_valid, tx_ready, hold, done, connected;
	wire [7:0] rx_data, tx_data;
	chain u_monitor (
		.clk(clk), .rst(rst), .sync_o(sync_o),
		.rx_valid_i(rx_valid), .rx_ready_o(rx_ready), .rx_data_i(rx_data),
		.tx_valid_o(tx_valid), .tx_ready_i(tx_ready), .tx_data_o(tx_data),
		.ring_dn_o(ring_dn_o), .ring_up_i(ring_up_i), .ring_sync_o(ring_sync_o),
		.ring_damaged_o(ring_damaged_o),
		.core_word_i(core_word_i), .core_valid_i(core_valid_i)
	);
	gnomon_bridge u_bridge (
		.clk(clk), .rst(rst),
		.rx_valid_o(rx_valid), .rx_ready_i(rx_ready), .rx_data_o(rx_data),
		.tx_valid_i(tx_valid), .tx_ready_o(tx_ready), .tx_data_i(tx_data),
		.sync_i(sync_o), .finish_i(1'b0),
		.hold_o(hold), .done_o(done), .connected_o(connected)
	);
	wire unused = &{1'b0, hold, done, connected};
endmodule
