// SPDX-License-Identifier: Apache-2.0
//
// gnomon_ram_zeros: a RAM with one write port and one read port, and as many words of zeros behind its own: what is kept in it can be read as if it had
// been cleared, all of it in one clock, without logic. The zeros are contents of the RAM block from the start, and never written.
//
// With PARTS_LOG2 a word is written as several that are read one at a time, part k from bits (k+1)*WIDTH-1 .. k*WIDTH; raddr_i is {word, part}. rdata_o is the word at raddr_i of the clock before, 0 if zero_i was 1 then. A word that is written in the same clock as it is read comes out old or new.

`resetall
`default_nettype none

module gnomon_ram_zeros #(
	parameter WIDTH      = 8,  // bits that are read; requires at least 1
	parameter DEPTH_LOG2 = 4,  // written words, log2; requires at least 1
	parameter PARTS_LOG2 = 0   // parts of a written word, log2
) (
	input  wire                             clk,
	input  wire                             we_i,
	input  wire [DEPTH_LOG2-1:0]            waddr_i,
	input  wire [(WIDTH<<PARTS_LOG2)-1:0]   wdata_i,
	input  wire                             zero_i,
	input  wire [DEPTH_LOG2+PARTS_LOG2-1:0] raddr_i,
	output reg  [WIDTH-1:0]                 rdata_o
);
	localparam PARTS = 1 << PARTS_LOG2;

	(* no_rw_check, ram_style = "block" *)  // Yosys: the collision is a don't care
	reg [WIDTH-1:0] mem [0:(2*PARTS<<DEPTH_LOG2)-1];

	integer i;
	initial
		for (i = 0; i < (2 * PARTS << DEPTH_LOG2); i = i + 1)
			mem[i] = {WIDTH{1'b0}};

	genvar k;
	generate
		for (k = 0; k < PARTS; k = k + 1) begin : gen_part
			wire [DEPTH_LOG2+PARTS_LOG2:0] place;
			if (PARTS_LOG2 == 0) begin : gen_one
				assign place = {1'b0, waddr_i};
			end else begin : gen_more
				localparam [31:0] PART = k;
				assign place = {1'b0, waddr_i, PART[PARTS_LOG2-1:0]};
			end
			always @(posedge clk)
				if (we_i)
					mem[place] <= wdata_i[k*WIDTH +: WIDTH];
		end
	endgenerate

	always @(posedge clk)
		rdata_o <= mem[{zero_i, raddr_i}];

endmodule

`resetall
