// SPDX-License-Identifier: Apache-2.0
// demo_top: the whole FPGA of the demo: the target, and the monitor that gnomon generates from the
// board's monitor.yaml. The pins are those of each board by the same names.
//
// 1. clk is the board's oscillator. There is no PLL and no other primitive of an FPGA here, so
//    what is simulated is what is flashed.
// 2. After the configuration everything is reset once (demo_reset); the program then runs whether
//    or not a host is connected.
`resetall
`default_nettype none

module demo_top (
	input  wire clk,
	input  wire uart_rxd_i, // from the host
	output wire uart_txd_o, // to the host
	output wire light_o
);
	wire        rst, valid, access, fetch, sync;
	wire [31:0] word;

	demo_reset u_reset (.clk(clk), .rst_o(rst));

	demo_target u_target (
		.clk(clk),
		.rst(rst),
		.light_o(light_o),
		.retired_o(valid),
		.pc_o(word),
		.access_o(access),
		.fetch_o(fetch)
	);

	monitor u_monitor (
		.clk(clk),
		.rst(rst),
		.rx_i(uart_rxd_i),
		.tx_o(uart_txd_o),
		.sync_o(sync),
		.core_pc_i(word),
		.core_retired_i(valid),
		.core_access_i(access),
		.core_fetch_i(fetch)
	);

	wire unused = &{1'b0, sync};
endmodule

`resetall
