// SPDX-License-Identifier: Apache-2.0
//
// gnomon_ram_narrow: a RAM that is written a wide word and read a narrow part at a time: RAM blocks change the width, without logic.
//
// Part k of a word is bits (k+1)*READ_W-1 .. k*READ_W; rdata_o is the part at raddr_i = {word, part} of the clock before. A word that is
// written in the same clock as one of its parts is read comes out old or new.

`resetall
`default_nettype none

module gnomon_ram_narrow #(
	parameter READ_W     = 8,  // bits read; requires at least 1
	parameter PARTS_LOG2 = 1,  // parts of a written word, log2; requires at least 1
	parameter DEPTH_LOG2 = 8,  // written words, log2; requires at least 1
	parameter BLOCK      = 0   // 1: in RAM blocks, however small it is; 0: as the tool thinks best
) (
	input  wire                             clk,
	input  wire                             we_i,
	input  wire [DEPTH_LOG2-1:0]            waddr_i,
	input  wire [(READ_W<<PARTS_LOG2)-1:0]  wdata_i,
	input  wire [DEPTH_LOG2+PARTS_LOG2-1:0] raddr_i,
	output reg  [READ_W-1:0]                rdata_o
);
	localparam PARTS = 1 << PARTS_LOG2;

	(* no_rw_check, ram_style = BLOCK ? "block" : "auto" *)  // Yosys: the collision is a don't care
	reg [READ_W-1:0] mem [0:(PARTS<<DEPTH_LOG2)-1];

	wire unused = &{1'b0, BLOCK != 0};  // only the attribute looks at it

	generate
		genvar k;
		for (k = 0; k < PARTS; k = k + 1) begin : gen_part
			localparam [PARTS_LOG2-1:0] PART = k;
			always @(posedge clk)
				if (we_i)
					mem[{waddr_i, PART}] <= wdata_i[k*READ_W +: READ_W];
		end
	endgenerate

	always @(posedge clk)
		rdata_o <= mem[raddr_i];

endmodule

`resetall
