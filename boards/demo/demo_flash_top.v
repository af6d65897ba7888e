// SPDX-License-Identifier: Apache-2.0
// demo_flash_top: demo_top for a board whose UART shares its pins with the configuration flash.
//
// 1. flash_cs_n_o is always 1, so the flash takes no byte of the link for a command.
`resetall
`default_nettype none

module demo_flash_top (
	input  wire clk,
	input  wire uart_rxd_i, // from the host
	output wire uart_txd_o, // to the host
	output wire light_o,
	output wire flash_cs_n_o
);
	wire        valid;
	wire [31:0] word;

	assign flash_cs_n_o = 1'b1;

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
