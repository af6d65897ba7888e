// SPDX-License-Identifier: Apache-2.0
//
// gnomon_regs: the registers that the host reads, in one RAM block: the identity is its initial contents, status words are written
// into it by the hardware, 16 bits at a time, so that no word is ever torn.
//
// They are read half a byte at a time: rdata_o is the upper half of the byte at raddr_i of the clock before, or the lower half where rlower_i was 1. The hardware
// does not write while an answer is being read.

`resetall
`default_nettype none

module gnomon_regs #(
	parameter [95:0] IDENTITY = 96'd0  // the first 12 bytes, byte 0 lowest
) (
	input  wire        clk,
	input  wire        we_i,
	input  wire [7:0]  waddr_i,   // 16-bit words
	input  wire [15:0] wdata_i,
	input  wire [8:0]  raddr_i,   // bytes
	input  wire        rlower_i,
	output reg  [3:0]  rdata_o
);
	(* no_rw_check *)  // Yosys: the collision is a don't care
	reg [3:0] mem [0:1023];  // two a byte, the upper one first

	integer i;
	initial begin
		for (i = 0; i < 1024; i = i + 1)
			mem[i] = 4'h0;
		for (i = 0; i < 24; i = i + 1)
			mem[i] = IDENTITY[4*(i ^ 1) +: 4];
	end

	generate
		genvar k;
		for (k = 0; k < 4; k = k + 1) begin : gen_half
			localparam [1:0] HALF = k;
			always @(posedge clk)
				if (we_i)
					mem[{waddr_i, HALF ^ 2'd1}] <= wdata_i[4*k +: 4];
		end
	endgenerate

	always @(posedge clk)
		rdata_o <= mem[{raddr_i, rlower_i}];

endmodule

`resetall
