// SPDX-License-Identifier: Apache-2.0
//
// gnomon_ram: a RAM with one write port and one read port of the same width; the storage cell of the library.
//
// rdata_o is the word at raddr_i of the clock before. A word that is written in the same clock as it is read comes out old or new
// (families differ): nobody in this library relies on either.

`resetall
`default_nettype none

module gnomon_ram #(
	parameter WIDTH      = 8,  // bits of a word; requires at least 1
	parameter DEPTH_LOG2 = 8,  // words, log2; requires at least 1
	parameter BLOCK      = 0   // 1: in RAM blocks, however small it is; 0: as the tool thinks best
) (
	input  wire                  clk,
	input  wire                  we_i,
	input  wire [DEPTH_LOG2-1:0] waddr_i,
	input  wire [WIDTH-1:0]      wdata_i,
	input  wire [DEPTH_LOG2-1:0] raddr_i,
	output reg  [WIDTH-1:0]      rdata_o
);
	(* no_rw_check, ram_style = BLOCK ? "block" : "auto" *)  // Yosys: the collision is a don't care
	reg [WIDTH-1:0] mem [0:(1<<DEPTH_LOG2)-1];

	wire unused = &{1'b0, BLOCK != 0};  // only the attribute looks at it

	always @(posedge clk) begin
		if (we_i)
			mem[waddr_i] <= wdata_i;
		rdata_o <= mem[raddr_i];
	end

endmodule

`resetall
