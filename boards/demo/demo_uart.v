// SPDX-License-Identifier: Apache-2.0
// demo_uart: the demo whose link is a UART: the target, and the monitor that gnomon generates from
// the board's monitor.yaml.
//
// 1. After the configuration everything is reset once (demo_reset); the program then runs whether
//    or not a host is connected.
// 2. In a clock with valid_o the target shows word_o to the monitor.
`resetall
`default_nettype none

module demo_uart (
	input  wire        clk,
	input  wire        uart_rxd_i, // from the host
	output wire        uart_txd_o, // to the host
	output wire        light_o,
	output wire        valid_o,
	output wire [31:0] word_o
);
	wire rst, access, fetch, sync;

	demo_reset u_reset (.clk(clk), .rst_o(rst));

	demo_target u_target (
		.clk(clk),
		.rst(rst),
		.light_o(light_o),
		.retired_o(valid_o),
		.pc_o(word_o),
		.access_o(access),
		.fetch_o(fetch)
	);

	monitor u_monitor (
		.clk(clk),
		.rst(rst),
		.rx_i(uart_rxd_i),
		.tx_o(uart_txd_o),
		.sync_o(sync),
		.core_pc_i(word_o),
		.core_retired_i(valid_o),
		.core_access_i(access),
		.core_fetch_i(fetch)
	);

	wire unused = &{1'b0, sync};
endmodule

`resetall
