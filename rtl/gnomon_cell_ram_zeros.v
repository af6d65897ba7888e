// SPDX-License-Identifier: Apache-2.0
// Room: cells
// gnomon_cell_ram_zeros: a RAM with one write port and one read port that can be read as if it had
// been cleared.
//
// Behind its own words are as many words of zeros; zero_i reads these. So all of its words read as
// 0 in one cycle, without logic. The zeros are contents of the RAM from the start, and never
// written. With PARTS_LOG2 a word is written as several parts that are read one at a time, part k
// from bits (k+1)*WIDTH-1 .. k*WIDTH; raddr_i is {word, part}. A word that is written in the cycle
// in which it is read comes out as that of gnomon_cell_ram.
//
// Latency: raddr_i, zero_i to rdata_o: 1 cycle. A write at we_i can be read from the next cycle on.
//
//   cycle     0  1  2  3  4
//   we_i      1  0  0  0  0
//   waddr_i   3  -  -  -  -
//   wdata_i   7  -  -  -  -
//   zero_i    0  0  1  0  0
//   raddr_i   0  3  3  3  0
//   rdata_o   -  -  7  0  7
//
// Instance:
//   gnomon_cell_ram_zeros #(.WIDTH(8), .DEPTH_LOG2(4), .PARTS_LOG2(0), .LUT_BITS(0)
//   ) u_cell_ram_zeros (
//     .clk(clk), .we_i(we), .waddr_i(waddr), .wdata_i(wdata), .zero_i(zero), .raddr_i(raddr),
//     .rdata_o(rdata)
//   );

module gnomon_cell_ram_zeros #(
	parameter WIDTH      = 8,  // bits that are read; requires at least 1
	parameter DEPTH_LOG2 = 4,  // written words, log2; requires at least 1
	parameter PARTS_LOG2 = 0,  // parts of a written word, log2
	parameter LUT_BITS   = 0   // as gnomon_cell_ram's, the zeros included
) (
	input  wire                             clk,
	input  wire                             we_i,
	input  wire [DEPTH_LOG2-1:0]            waddr_i,
	input  wire [(WIDTH<<PARTS_LOG2)-1:0]   wdata_i,
	input  wire                             zero_i,
	input  wire [DEPTH_LOG2+PARTS_LOG2-1:0] raddr_i,
	output wire [WIDTH-1:0]                 rdata_o
);
	gnomon_cell_ram_narrow #(
		.READ_W(WIDTH), .PARTS_LOG2(PARTS_LOG2), .DEPTH_LOG2(DEPTH_LOG2 + 1),
			.LUT_BITS(LUT_BITS),
		.BLOCK(1), .CLEAR(1)
	) u_words (
		.clk     (clk),
		.we_i    (we_i),
		.waddr_i ({1'b0, waddr_i}),
		.wdata_i (wdata_i),
		.raddr_i ({zero_i, raddr_i}),
		.rdata_o (rdata_o)
	);

endmodule
