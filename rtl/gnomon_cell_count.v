// SPDX-License-Identifier: Apache-2.0
// Room: cells
// gnomon_cell_count: a counter whose carry chain is cut in two, so that its width does not limit
// the clock.
//
// Each step_i adds one; the count wraps. clear_i sets the count to 0; a step_i of the same cycle
// still counts. The lower part announces a carry to the upper part one cycle early, so that both
// change in the same cycle.
// CONSTRAINT: clear_i for one cycle at least before the first step_i.
//
// Latency: step_i to count_o: 2 cycles. clear_i to count_o: 1 cycle.
//
//   cycle     0  1  2  3  4  5  6  7
//   clear_i   0  0  0  0  0  1  0  0
//   step_i    0  1  1  0  0  1  0  0
//   count_o   0  0  0  1  2  2  0  1
//
// Instance:
//   gnomon_cell_count #(.WIDTH(32)) u_cell_count (
//     .clk(clk), .clear_i(clear), .step_i(step), .count_o(count)
//   );

module gnomon_cell_count #(
	parameter WIDTH = 32  // bits; requires 10..64
) (
	input  wire             clk,
	input  wire             clear_i,
	input  wire             step_i,
	output wire [WIDTH-1:0] count_o
);
	generate
		if (WIDTH < 10 || WIDTH > 64) begin : gen_bad_width
			WIDTH_must_be_10_to_64 u_bad ();
		end
	endgenerate

	localparam LOW = 4;

	reg [LOW-1:0]       low_q;
	reg [WIDTH-LOW-1:0] high_q;
	reg                 step_q;
	reg                 carry_q;  // low_q is all ones, and step_q

	always @(posedge clk) begin
		step_q <= step_i;
		if (clear_i) begin
			low_q   <= 0;
			high_q  <= 0;
			carry_q <= 1'b0;
		end else begin
			// no chain for so few
			low_q   <= low_q ^ {&low_q[2:0] && step_q, &low_q[1:0] && step_q, low_q[0]
				&& step_q, step_q};
			high_q  <= high_q + {{(WIDTH-LOW-1){1'b0}}, carry_q};
			carry_q <= step_i && &low_q[LOW-1:1] && low_q[0] != step_q;
		end
	end
	assign count_o = {high_q, low_q};

endmodule
