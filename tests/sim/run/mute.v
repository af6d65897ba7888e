// SPDX-License-Identifier: Apache-2.0
// mute: a device that takes every byte and never answers; with +keep_reset the bridge stays in
// reset.
`resetall
`default_nettype none

module mute (
	input wire clk,
	input wire rst
);
	reg keep;

	initial
		keep = $test$plusargs("keep_reset") != 0;

	gnomon_bridge #(.MONITOR("mute")) u_bridge (
		.clk(clk),
		.rst(rst || keep),
		.rx_valid_o(),
		.rx_ready_i(1'b1),
		.rx_data_o(),
		.tx_valid_i(1'b0),
		.tx_ready_o(),
		.tx_data_i(8'd0),
		.sync_i(1'b0),
		.finish_i(1'b0),
		.hold_o(),
		.done_o(),
		.connected_o()
	);
endmodule

`resetall
