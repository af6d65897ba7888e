// SPDX-License-Identifier: Apache-2.0
// blinker_sim: the whole simulation of the blinker: target, the monitor that gnomon generates from
// counter.yaml, and the bridge, joined as in any testbench.
`resetall
`default_nettype none

module blinker_sim (
	input wire clk,
	input wire rst
);
	wire        light, step;
	wire [31:0] state;
	wire        rx_valid, rx_ready, tx_valid, tx_ready, sync, connected;
	wire [7:0]  rx_data, tx_data;

	blinker u_blinker (
		.clk(clk),
		.rst(rst),
		.light_o(light),
		.step_o(step),
		.state_o(state)
	);

	counter u_monitor (
		.clk(clk),
		.rst(rst),
		.rx_valid_i(rx_valid),
		.rx_ready_o(rx_ready),
		.rx_data_i(rx_data),
		.tx_valid_o(tx_valid),
		.tx_ready_i(tx_ready),
		.tx_data_o(tx_data),
		.sync_o(sync),
		.light_state_i(state),
		.light_step_i(step)
	);

	gnomon_bridge u_bridge (
		.clk(clk),
		.rst(rst),
		.rx_valid_o(rx_valid),
		.rx_ready_i(rx_ready),
		.rx_data_o(rx_data),
		.tx_valid_i(tx_valid),
		.tx_ready_o(tx_ready),
		.tx_data_i(tx_data),
		.connected_o(connected)
	);

	wire unused = &{1'b0, light, sync, connected};
endmodule

`resetall
