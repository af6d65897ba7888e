// SPDX-License-Identifier: Apache-2.0
// Room: cells
// gnomon_count: a counter whose carry chain is cut in two, so that its width does not limit the clock.
//
// count_o is 0 after a clock with clear_i; else it is one larger after a clock that follows one with step_i. It wraps. The upper part is told a clock
// ahead that the lower part will be all ones and step, so that both change in the same clock.
//
// CONSTRAINT: clear_i for one clock at least before the first step_i.

`resetall
`default_nettype none

module gnomon_count #(
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
			low_q   <= low_q ^ {&low_q[2:0] && step_q, &low_q[1:0] && step_q, low_q[0] && step_q, step_q};  // no chain for so few
			high_q  <= high_q + {{(WIDTH-LOW-1){1'b0}}, carry_q};
			carry_q <= step_i && &low_q[LOW-1:1] && low_q[0] != step_q;
		end
	end
	assign count_o = {high_q, low_q};

endmodule

`resetall
