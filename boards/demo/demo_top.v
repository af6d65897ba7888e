// SPDX-License-Identifier: Apache-2.0
// demo_top: the whole FPGA of the demo: demo_uart, which has the target and its monitor. The pins
// are those of each board by the same names.
//
// 1. clk is the board's oscillator. There is no PLL and no other primitive of an FPGA here, so
//    what is simulated is what is flashed.
`resetall
`default_nettype none

module demo_top (
	input  wire clk,
	input  wire uart_rxd_i, // from the host
	output wire uart_txd_o, // to the host
	output wire light_o
);
	wire        valid;
	wire [31:0] word;

	demo_uart u_demo (
		.clk(clk),
		.uart_rxd_i(uart_rxd_i),
		.uart_txd_o(uart_txd_o),
		.light_o(light_o),
		.valid_o(valid),
		.word_o(word)
	);

	wire unused = &{1'b0, valid, word};
endmodule

`resetall
