// SPDX-License-Identifier: Apache-2.0
// Room: cells
// gnomon_cell_ram_single: a RAM with one port, for writing or for reading (SPRAM of iCE40
// UltraPlus).
//
// rdata_o is the word at addr_i. After a cycle with we_i it has no meaning.
//
// Latency: addr_i to rdata_o: 1 cycle. A write at we_i can be read from the next cycle on.
//
//   cycle     0  1  2  3  4
//   we_i      1  1  0  0  0
//   addr_i    3  4  4  3  0
//   wdata_i   7  8  -  -  -
//   rdata_o   -  -  -  8  7
//
// Instance:
//   gnomon_cell_ram_single #(.WIDTH(16), .DEPTH_LOG2(14)) u_cell_ram_single (
//     .clk(clk), .we_i(we), .addr_i(addr), .wdata_i(wdata), .rdata_o(rdata)
//   );

module gnomon_cell_ram_single #(
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
