// SPDX-License-Identifier: Apache-2.0
//
// gnomon_ram_zeros: a RAM with one write port and one read port, and as many words of zeros behind its own: what is kept in it can be read as if it had
// been cleared, all of it in one clock, without logic. The zeros are contents of the RAM block from the start, and never written.
//
// rdata_o is the word at raddr_i of the clock before, 0 if zero_i was 1 then. A word that is written in the same clock as it is read comes out old or new.

`resetall
`default_nettype none

module gnomon_ram_zeros #(
	parameter WIDTH      = 8,  // bits of a word; requires at least 1
	parameter DEPTH_LOG2 = 4   // words, log2; requires at least 1
) (
	input  wire                  clk,
	input  wire                  we_i,
	input  wire [DEPTH_LOG2-1:0] waddr_i,
	input  wire [WIDTH-1:0]      wdata_i,
	input  wire                  zero_i,
	input  wire [DEPTH_LOG2-1:0] raddr_i,
	output reg  [WIDTH-1:0]      rdata_o
);
	(* no_rw_check, ram_style = "block" *)  // Yosys: the collision is a don't care
	reg [WIDTH-1:0] mem [0:(2<<DEPTH_LOG2)-1];

	integer i;
	initial
		for (i = 0; i < (2 << DEPTH_LOG2); i = i + 1)
			mem[i] = {WIDTH{1'b0}};

	always @(posedge clk) begin
		if (we_i)
			mem[{1'b0, waddr_i}] <= wdata_i;
		rdata_o <= mem[{zero_i, raddr_i}];
	end

endmodule

`resetall
