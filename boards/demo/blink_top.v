// SPDX-License-Identifier: Apache-2.0
// blink_top: the whole FPGA of the demo without a processor: the target is the blinker of
// sim/blinker, a state machine, with the monitor that gnomon generates from the board's
// monitor.yaml. Otherwise as demo_top.
`resetall
`default_nettype none

module blink_top (
	input  wire clk,
	input  wire uart_rxd_i, // from the host
	output wire uart_txd_o, // to the host
	output wire light_o
);
	wire        rst, valid, sync;
	wire [31:0] word;

	demo_reset u_reset (.clk(clk), .rst_o(rst));

	blinker u_target (
		.clk(clk),
		.rst(rst),
		.light_o(light_o),
		.step_o(valid),
		.state_o(word)
	);

	monitor u_monitor (
		.clk(clk),
		.rst(rst),
		.rx_i(uart_rxd_i),
		.tx_o(uart_txd_o),
		.sync_o(sync),
		.light_state_i(word),
		.light_step_i(valid)
	);

	wire unused = &{1'b0, sync};
endmodule

`resetall
