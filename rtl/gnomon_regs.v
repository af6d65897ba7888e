// SPDX-License-Identifier: Apache-2.0
//
// gnomon_regs: the registers that the host reads, in one RAM block: the identity is its initial contents, status words are written
// into it by the hardware, 16 bits at a time, so that no word is ever torn.
//
// rdata_o is the byte at raddr_i of the clock before. The hardware does not write while an answer is being read.

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
	output reg  [7:0]  rdata_o
);
	(* no_rw_check *)  // Yosys: the collision is a don't care
	reg [7:0] mem [0:511];

	integer i;
	initial begin
		for (i = 0; i < 512; i = i + 1)
			mem[i] = 8'h00;
		for (i = 0; i < 12; i = i + 1)
			mem[i] = IDENTITY[8*i +: 8];
	end

	always @(posedge clk) begin
		if (we_i) begin
			mem[{waddr_i, 1'b0}] <= wdata_i[7:0];
			mem[{waddr_i, 1'b1}] <= wdata_i[15:8];
		end
		rdata_o <= mem[raddr_i];
	end

endmodule

`resetall
