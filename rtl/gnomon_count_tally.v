// SPDX-License-Identifier: Apache-2.0
// Room: count
// gnomon_count_tally: a saturating counter of a quantity.
//
// Each cycle with step_i adds one, unless the count has its greatest value. A cycle with restart_i
// restarts the count at 0, or at 1 with step_i.
// CONSTRAINT: count_o has no meaning before the first restart_i.
//
// Latency: 1 cycle.
//
//   cycle       0  1  2  3  4  5
//   restart_i   1  0  0  0  1  0
//   step_i      0  1  1  0  1  0
//   count_o     -  0  1  2  2  1
//
// Instance:
//   gnomon_count_tally #(.WIDTH(16)) u_count_tally (
//     .clk(clk), .restart_i(restart), .step_i(step), .count_o(count)
//   );

module gnomon_count_tally #(
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
