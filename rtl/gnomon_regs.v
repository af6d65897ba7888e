// SPDX-License-Identifier: Apache-2.0
// Room: link
// gnomon_regs: the registers that the host reads, in one RAM block: the identity is its initial contents, status words are written
// into it by the hardware, 16 bits at a time, so that no word is ever torn.
//
// CONSTRAINT: a word is read in a clock in which, and in the one before which, raddr_i has named it and nobody wrote it.
// They are read half a byte at a time: rdata_o is the upper half of the byte at raddr_i of the clock before, or the lower half where rlower_i was 1. The hardware
// does not write while an answer is being read.

`resetall
`default_nettype none

module gnomon_regs #(
	parameter        LUT_BITS = 0,     // as gnomon_ram's
	parameter [95:0] IDENTITY = 96'd0  // the first 12 bytes, byte 0 lowest
) (
	input  wire        clk,
	input  wire        we_i,
	input  wire [7:0]  waddr_i,   // 16-bit words
	input  wire [15:0] wdata_i,
	input  wire [8:0]  raddr_i,   // bytes
	input  wire        rlower_i,
	output wire [3:0]  rdata_o
);
	// Two parts a byte, the upper half first
	localparam [95:0] LOWER = {12{8'h0F}};
	gnomon_ram_narrow #(
		.READ_W(4), .PARTS_LOG2(2), .DEPTH_LOG2(8), .LUT_BITS(LUT_BITS), .HOLD(1), .CLEAR(1),
		.INIT(((IDENTITY & LOWER) << 4) | ((IDENTITY >> 4) & LOWER))
	) u_halves (
		.clk     (clk),
		.we_i    (we_i),
		.waddr_i (waddr_i),
		.wdata_i ({wdata_i[11:8], wdata_i[15:12], wdata_i[3:0], wdata_i[7:4]}),
		.raddr_i ({raddr_i, rlower_i}),
		.rdata_o (rdata_o)
	);

endmodule

`resetall
