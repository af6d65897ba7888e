// SPDX-License-Identifier: Apache-2.0
// nodes_source: random words at random cycles, few in one stretch of 2048 cycles and many in the
// next: the words of all nodes together are more than a ring carries. In each stretch there are 32
// cycles with a word in each. was_o: there was a word in the cycle before. test_nodes.py has the
// same in Python.
`default_nettype none

module nodes_source #(
	parameter [31:0] SEED = 1  // not 0
) (
	input  wire       clk,
	input  wire       rst,
	output wire [7:0] word_o,
	output wire       valid_o,
	output reg        was_o
);
	reg  [31:0] state, cycle;
	wire [31:0] a = state ^ (state << 13);
	wire [31:0] b = a ^ (a >> 17);

	assign word_o  = state[7:0];
	assign valid_o = cycle[10:5] == 6'd7
		|| (state[31:28] == 4'd0 && (cycle[11] || state[27:20] == 8'd0));

	always @(posedge clk) begin
		cycle <= cycle + 1'b1;
		state <= b ^ (b << 5);  // Marsaglia, Xorshift RNGs, 2003
		was_o <= valid_o && !rst;
		if (rst) begin
			cycle <= 32'd0;
			state <= SEED * 32'h9e3779b9;
		end
	end
endmodule
