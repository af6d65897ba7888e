// SPDX-License-Identifier: Apache-2.0
// Room: count
// gnomon_tally: a saturating counter of a quantity.
//
// In each clock with step_i the count goes up by one, unless it is at its greatest value. In a clock with restart_i it begins anew, with step_i of this very clock.
// CONSTRAINT: count_o has no meaning before the first restart_i.

`resetall
`default_nettype none

module gnomon_tally #(
	parameter WIDTH = 16  // bits; requires 2..32
) (
	input  wire             clk,
	input  wire             restart_i,
	input  wire             step_i,
	output wire [WIDTH-1:0] count_o
);
	generate
		if (WIDTH < 2 || WIDTH > 32) begin : gen_bad_width
			WIDTH_must_be_2_to_32 u_bad ();
		end
	endgenerate

	reg [WIDTH-1:0] count_q;
	reg             full_q;   // the count is at its greatest value
	always @(posedge clk)
		if (restart_i) begin
			count_q <= {{(WIDTH-1){1'b0}}, step_i};
			full_q  <= 1'b0;
		end else if (step_i && !full_q) begin
			count_q <= count_q + 1'b1;
			full_q  <= count_q == {{(WIDTH-1){1'b1}}, 1'b0};
		end
	assign count_o = count_q;

endmodule

`resetall
