// SPDX-License-Identifier: Apache-2.0
// Room: cells
// gnomon_ram_single: a RAM with one port, for writing or for reading (SPRAM of iCE40 UltraPlus).
//
// rdata_o is the word at addr_i of the clock before, if nothing was written in it; else it has no meaning.

`resetall
`default_nettype none

module gnomon_ram_single #(
	parameter WIDTH      = 16,  // bits of a word; requires at least 1
	parameter DEPTH_LOG2 = 14   // words, log2; requires at least 1
) (
	input  wire                  clk,
	input  wire                  we_i,
	input  wire [DEPTH_LOG2-1:0] addr_i,
	input  wire [WIDTH-1:0]      wdata_i,
	output reg  [WIDTH-1:0]      rdata_o
);
	(* ram_style = "huge" *)
	reg [WIDTH-1:0] mem [0:(1<<DEPTH_LOG2)-1];

	always @(posedge clk) begin
		if (we_i)
			mem[addr_i] <= wdata_i;
		else
			rdata_o <= mem[addr_i];
`ifdef GNOMON_COLLISIONS
		if (we_i)
			rdata_o <= {((WIDTH + 31) / 32){$random}};
`endif
	end

endmodule

`resetall
