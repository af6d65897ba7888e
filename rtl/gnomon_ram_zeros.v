// SPDX-License-Identifier: Apache-2.0
// Room: cells
// gnomon_ram_zeros: a RAM with one write port and one read port, and as many words of zeros behind its
// own: what is kept in it can be read as if it had been cleared, all of it in one clock, without logic.
// The zeros are contents of the RAM from the start, and never written.
//
// With PARTS_LOG2 a word is written as several that are read one at a time, part k from bits
// (k+1)*WIDTH-1 .. k*WIDTH; raddr_i is {word, part}. rdata_o is the word at raddr_i of the clock before, 0
// if zero_i was 1 then. A word that is written in the same clock as it is read comes out as that of
// gnomon_ram.

`resetall
`default_nettype none

module gnomon_ram_zeros #(
	parameter WIDTH      = 8,  // bits that are read; requires at least 1
	parameter DEPTH_LOG2 = 4,  // written words, log2; requires at least 1
	parameter PARTS_LOG2 = 0,  // parts of a written word, log2
	parameter LUT_BITS   = 0   // as gnomon_ram's, the zeros included
) (
	input  wire                             clk,
	input  wire                             we_i,
	input  wire [DEPTH_LOG2-1:0]            waddr_i,
	input  wire [(WIDTH<<PARTS_LOG2)-1:0]   wdata_i,
	input  wire                             zero_i,
	input  wire [DEPTH_LOG2+PARTS_LOG2-1:0] raddr_i,
	output wire [WIDTH-1:0]                 rdata_o
);
	gnomon_ram_narrow #(
		.READ_W(WIDTH), .PARTS_LOG2(PARTS_LOG2), .DEPTH_LOG2(DEPTH_LOG2 + 1), .LUT_BITS(LUT_BITS),
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

`resetall
