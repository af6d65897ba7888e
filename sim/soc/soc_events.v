// SPDX-License-Identifier: Apache-2.0
// soc_events: the event port in its central form: one on the shared bus, for all cores.
//
//   0x8006_0000 to 0x8006_0fff  a write is an event
//
// 1. Each access takes one clock of the bus; reads give 0.
// 2. A write goes out as a strobe in the clock in which the bus does it. The number of the writing
//    core, which the bus shows, is in the highest OWNER_W bits of sub (bits 7..2 of the address),
//    whatever the program writes there: a program chooses page and the lower bits of sub.
// 3. Bytes of the data that a narrow store does not select are 0.
`resetall
`default_nettype none

module soc_events #(
	parameter OWNER_W = 2 // bits of a core number, 1 to 5
) (
	input  wire               valid_i,
	input  wire [OWNER_W-1:0] owner_i,
	input  wire [9:0]         word_i, // word address in the window
	input  wire [3:0]         wstrb_i, // 0: read
	input  wire [31:0]        wdata_i,
	output wire               write_o,
	output wire [9:0]         word_o,
	output wire [31:0]        data_o
);
	wire unused = &{1'b0, word_i[5:6-OWNER_W]};

	assign write_o = valid_i && wstrb_i != 4'd0;
	assign word_o = {word_i[9:6], owner_i, word_i[5-OWNER_W:0]};
	assign data_o = wdata_i & {{8{wstrb_i[3]}}, {8{wstrb_i[2]}}, {8{wstrb_i[1]}},
		{8{wstrb_i[0]}}};
endmodule

`resetall
