// SPDX-License-Identifier: Apache-2.0
//
// In the place of rtl/gnomon_cell_ram.v: of its words it keeps one, which may be any. The others
// read as anything, and so does this one in the cycle in which it is written. So what is proven of
// the kept word holds of each word of the RAM, with few registers.
`default_nettype none

module gnomon_cell_ram #(
	parameter        WIDTH      = 8,
	parameter        DEPTH_LOG2 = 8,
	parameter        LUT_BITS   = 0,
	parameter        BLOCK      = 0,
	parameter        CLEAR      = 0,
	parameter [95:0] INIT       = 96'd0
) (
	input  wire                  clk,
	input  wire                  we_i,
	input  wire [DEPTH_LOG2-1:0] waddr_i,
	input  wire [WIDTH-1:0]      wdata_i,
	input  wire [DEPTH_LOG2-1:0] raddr_i,
	output wire [WIDTH-1:0]      rdata_o
);
	(* anyconst *) wire [DEPTH_LOG2-1:0] marked;
	(* anyseq *) wire [WIDTH-1:0] any;
	reg [WIDTH-1:0] kept_q;
	reg             shows_q;
	always @(posedge clk) begin
		if (we_i && waddr_i == marked)
			kept_q <= wdata_i;
		shows_q <= raddr_i == marked && !(we_i && waddr_i == marked);
	end
	assign rdata_o = shows_q ? kept_q : any;
endmodule
