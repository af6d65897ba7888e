// SPDX-License-Identifier: Apache-2.0
// Room: link
// gnomon_link_regs: the registers that the host reads, in one RAM block.
//
// The identity is the initial contents. The hardware writes status words of 16 bits at a time, so
// that a reader never sees half of a new word. The host's side reads half a byte at a time: rdata_o
// is the lower half of the byte at raddr_i if rlower_i was 1, else the upper half. With WIDE it
// reads the byte at raddr_i. The hardware does not write while the link reads an answer.
// CONSTRAINT: without WIDE raddr_i names the same word in the cycle of the read and in the cycle
//   before, and no write to this word takes place in either cycle. With WIDE no write to this word
//   takes place in the cycle of the read.
//
// Latency: raddr_i, rlower_i to rdata_o: 1 cycle.
//
// The word 1234 (hexadecimal) at word address 8 has the byte addresses 16 and 17:
//
//   cycle      0  1  2  3  4  5  6
//   raddr_i   16 16 16 17 17  0  0
//   rlower_i   0  0  1  0  1  0  0
//   rdata_o    -  -  3  4  1  2  -
//
// Instance:
//   gnomon_link_regs #(.LUT_BITS(0), .IDENTITY(96'd0), .WIDE(0)) u_link_regs (
//     .clk(clk), .we_i(we), .waddr_i(waddr), .wdata_i(wdata), .raddr_i(raddr), .rlower_i(rlower),
//     .rdata_o(rdata)
//   );

module gnomon_link_regs #(
	parameter        LUT_BITS = 0,     // as gnomon_cell_ram's
	parameter [95:0] IDENTITY = 96'd0, // the first 12 bytes, byte 0 lowest
	parameter        WIDE     = 0      // 1: for gnomon_link_wide
) (
	input  wire        clk,
	input  wire        we_i,
	input  wire [7:0]  waddr_i,   // 16-bit words
	input  wire [15:0] wdata_i,
	input  wire [8:0]  raddr_i,   // bytes
	input  wire        rlower_i,  // not used with WIDE
	output wire [(WIDE != 0 ? 7 : 3):0] rdata_o
);
	generate
		if (WIDE != 0) begin : gen_bytes
			gnomon_cell_ram_narrow #(
				.READ_W(8), .PARTS_LOG2(1), .DEPTH_LOG2(8), .LUT_BITS(LUT_BITS),
				.CLEAR(1), .INIT(IDENTITY)
			) u_bytes (
				.clk     (clk),
				.we_i    (we_i),
				.waddr_i (waddr_i),
				.wdata_i (wdata_i),
				.raddr_i (raddr_i),
				.rdata_o (rdata_o)
			);
			wire unused = &{1'b0, rlower_i};
		end else begin : gen_halves
			// Two parts a byte, the upper half first
			localparam [95:0] LOWER = {12{8'h0F}};
			gnomon_cell_ram_narrow #(
				.READ_W(4), .PARTS_LOG2(2), .DEPTH_LOG2(8), .LUT_BITS(LUT_BITS),
				.HOLD(1), .CLEAR(1),
				.INIT(((IDENTITY & LOWER) << 4) | ((IDENTITY >> 4) & LOWER))
			) u_halves (
				.clk     (clk),
				.we_i    (we_i),
				.waddr_i (waddr_i),
				.wdata_i ({wdata_i[11:8], wdata_i[15:12], wdata_i[3:0],
					wdata_i[7:4]}),
				.raddr_i ({raddr_i, rlower_i}),
				.rdata_o (rdata_o)
			);
		end
	endgenerate

endmodule
