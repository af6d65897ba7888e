// SPDX-License-Identifier: Apache-2.0
//
// gnomon_count: a counter whose carry chain is cut in two, so that its width does not limit the clock.
//
// count_o is 0 after a clock with clear_i, one larger after a clock with step_i (clear_i wins), and wraps. The upper part is
// told one clock ahead that the lower part will be all ones, so that both change in the same clock.
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

	localparam LOW = 8;

	reg [LOW-1:0]       low_q;
	reg [WIDTH-LOW-1:0] high_q;
	reg                 ones_q;  // low_q is all ones

	always @(posedge clk) begin
		if (clear_i)
			low_q <= 0;
		else
			low_q <= low_q + {{(LOW-1){1'b0}}, step_i};
		if (clear_i)
			high_q <= 0;
		else if (ones_q && step_i)
			high_q <= high_q + 1'b1;
		ones_q <= !clear_i && (step_i ? low_q == {{(LOW-1){1'b1}}, 1'b0} : ones_q);
	end
	assign count_o = {high_q, low_q};

endmodule

`resetall
