// SPDX-License-Identifier: Apache-2.0
// soc_port: a core's accesses of its event port, as strobes; the stand-in of the monitor too, where
// there is none.
//
// 1. The core holds valid_i, with the rest, until ready_o.
// 2. write_o is 1 in the first clock of a write.
// 3. Every access is answered in its second clock; reads give 0.
`resetall
`default_nettype none

module soc_port (
	input  wire clk,
	input  wire rst,
	input  wire valid_i,
	input  wire write_i,
	output wire ready_o,
	output wire write_o
);
	reg answer;

	assign ready_o = answer;
	assign write_o = valid_i && !answer && write_i;

	always @(posedge clk)
		answer <= valid_i && !answer && !rst;
endmodule

`resetall
