// SPDX-License-Identifier: Apache-2.0
// Room: trigger
// gnomon_wishbone: an event port on a Wishbone B4 bus.
//
// A cycle takes two clocks, always: the write is made in the first clock of the strobe, ack comes in the next. stall_o is 1 in the first, so that pipelined masters
// are served as well as classic ones. Reads answer 0. Bytes that are not selected are 0.

`resetall
`default_nettype none

module gnomon_wishbone (
	input  wire        clk,
	input  wire        rst,
	// bus
	input  wire        cyc_i,
	input  wire        stb_i,
	input  wire        we_i,
	input  wire [9:0]  adr_i,    // word address
	input  wire [31:0] dat_i,
	input  wire [3:0]  sel_i,
	output wire        ack_o,
	output wire        stall_o,
	output wire [31:0] dat_o,
	// event port
	output wire        valid_o,
	output wire [9:0]  addr_o,
	output wire [31:0] data_o
);
	reg  ack_q;
	wire first = cyc_i && stb_i && !ack_q;
	always @(posedge clk)
		ack_q <= first && !rst;

	assign ack_o   = ack_q;
	assign stall_o = cyc_i && !ack_q;
	assign dat_o   = 32'd0;
	assign valid_o = first && we_i;
	assign addr_o  = adr_i;
	assign data_o  = dat_i & {{8{sel_i[3]}}, {8{sel_i[2]}}, {8{sel_i[1]}}, {8{sel_i[0]}}};

endmodule

`resetall
