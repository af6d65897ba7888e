// SPDX-License-Identifier: Apache-2.0
// Room: cells
// gnomon_cell_cross: two flip-flops for bits that come from another clock domain, or from a pin.
//
//  1. data_o follows data_i. A bit that changes near a clock edge is taken with this edge or with
//     the next one; the bits of a word do so independently of each other.
//  2. The flip-flops bear async_reg and shreg_extract, so that tools place them side by side and
//     make no shift register of them.
// CONSTRAINT: where the bits are a number, at most one of them changes at a time (a Gray code).
//
// Latency: data_i to data_o: 2 cycles.
//
//   cycle    0  1  2  3  4  5
//   data_i   0  1  1  0  0  0
//   data_o   -  -  0  1  1  0
//
// Instance:
//   gnomon_cell_cross #(.WIDTH(1)) u_cell_cross (
//     .clk(clk), .data_i(data_i), .data_o(data_o)
//   );

module gnomon_cell_cross #(
	parameter WIDTH = 1  // bits; requires 1..32
) (
	input  wire             clk,     // of the domain that reads data_o
	input  wire [WIDTH-1:0] data_i,
	output wire [WIDTH-1:0] data_o
);
	generate
		if (WIDTH < 1 || WIDTH > 32) begin : gen_bad_width
			WIDTH_must_be_1_to_32 u_bad ();
		end
	endgenerate

	(* async_reg = "true", shreg_extract = "no" *) reg [WIDTH-1:0] first_q;
	(* async_reg = "true", shreg_extract = "no" *) reg [WIDTH-1:0] second_q;
	initial begin
		first_q  = 0;
		second_q = 0;
	end

	always @(posedge clk) begin
		first_q  <= data_i;
		second_q <= first_q;
	end
	assign data_o = second_q;

endmodule
