// SPDX-License-Identifier: Apache-2.0
// soc_port_wishbone: a core's accesses of its event port, as a Wishbone B4 pipelined master.
//
// 1. The core holds valid_i, with the rest, until ready_o. Address, data and bytes go to the bus by
//    themselves.
// 2. cyc_o and stb_o are high from the first clock of the access on, stb_o until the slave does not
//    stall; the access ends with ack_i.
// 3. write_o is 1 in the first clock of a write's strobe.
`resetall
`default_nettype none

module soc_port_wishbone (
	input  wire clk,
	input  wire rst,
	// core
	input  wire valid_i,
	input  wire write_i,
	output wire ready_o,
	output wire write_o,
	// bus
	output wire cyc_o,
	output wire stb_o,
	input  wire stall_i,
	input  wire ack_i
);
	reg taken;  // the slave has the strobe, and did not answer yet
	reg later;  // not the first clock of the access

	assign cyc_o = valid_i;
	assign stb_o = valid_i && !taken;
	assign ready_o = valid_i && ack_i;
	assign write_o = valid_i && write_i && !later;

	always @(posedge clk) begin
		taken <= (taken || (stb_o && !stall_i)) && !ready_o && !rst;
		later <= valid_i && !ready_o && !rst;
	end
endmodule

`resetall
