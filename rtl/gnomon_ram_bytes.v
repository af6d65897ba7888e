// SPDX-License-Identifier: Apache-2.0
//
// gnomon_ram_bytes: a RAM that is written a byte at a time and read a word at a time.
//
// Byte k of a word is bits 8k+7 .. 8k; all are 0 until they are written. rdata_o is the word at raddr_i of the clock before. A word of which a byte is written in the same clock as it is
// read comes out old or new.

`resetall
`default_nettype none

module gnomon_ram_bytes #(
	parameter BYTES      = 4,  // bytes of a word; requires at least 1
	parameter DEPTH_LOG2 = 4,  // words, log2; requires at least 1
	parameter BLOCK      = 0   // 1: in RAM blocks, however small it is; 0: as the tool thinks best
) (
	input  wire                  clk,
	input  wire [BYTES-1:0]      we_i,
	input  wire [DEPTH_LOG2-1:0] waddr_i,
	input  wire [7:0]            wdata_i,
	input  wire [DEPTH_LOG2-1:0] raddr_i,
	output reg  [8*BYTES-1:0]    rdata_o
);
	(* no_rw_check, ram_style = BLOCK ? "block" : "auto" *)  // Yosys: the collision is a don't care
	reg [8*BYTES-1:0] mem [0:(1<<DEPTH_LOG2)-1];

	wire unused = &{1'b0, BLOCK != 0};  // only the attribute looks at it

	integer i;
	initial
		for (i = 0; i < (1 << DEPTH_LOG2); i = i + 1)
			mem[i] = {BYTES{8'd0}};

	generate
		genvar k;
		for (k = 0; k < BYTES; k = k + 1) begin : gen_byte
			always @(posedge clk)
				if (we_i[k])
					mem[waddr_i][8*k +: 8] <= wdata_i;
		end
	endgenerate

	always @(posedge clk)
		rdata_o <= mem[raddr_i];

endmodule

`resetall
