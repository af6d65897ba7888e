// SPDX-License-Identifier: Apache-2.0
// Room: cells
// gnomon_ram_dual: a RAM that two read at a time, one of them through the port for writing (true dual-port RAM of ECP5, Gowin, Xilinx 7).
//
// rdataK_o is the word at addrK_i of the clock before; if it was written in that clock, rdata0_o has no meaning, nor has rdata1_o if it is the same word.

`resetall
`default_nettype none

module gnomon_ram_dual #(
	parameter WIDTH      = 8,  // bits of a word; requires at least 1
	parameter DEPTH_LOG2 = 8   // words, log2; requires at least 1
) (
	input  wire                  clk,
	input  wire                  we_i,
	input  wire [DEPTH_LOG2-1:0] addr0_i,
	input  wire [WIDTH-1:0]      wdata_i,
	output reg  [WIDTH-1:0]      rdata0_o,
	input  wire [DEPTH_LOG2-1:0] addr1_i,
	output reg  [WIDTH-1:0]      rdata1_o
);
	(* no_rw_check, ram_style = "block", ramstyle = "no_rw_check" *)  // Yosys: the collision is a don't care
	reg [WIDTH-1:0] mem [0:(1<<DEPTH_LOG2)-1];

	always @(posedge clk) begin
		if (we_i)
			mem[addr0_i] <= wdata_i;
		rdata0_o <= mem[addr0_i];
`ifdef GNOMON_COLLISIONS
		if (we_i)
			rdata0_o <= {((WIDTH + 31) / 32){$random}};
`endif
	end
	always @(posedge clk) begin
		rdata1_o <= mem[addr1_i];
`ifdef GNOMON_COLLISIONS
		if (we_i && addr0_i == addr1_i)
			rdata1_o <= {((WIDTH + 31) / 32){$random}};
`endif
	end

endmodule

`resetall
