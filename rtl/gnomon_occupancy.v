// SPDX-License-Identifier: Apache-2.0
// Room: count
// gnomon_occupancy: the quantity `occupancy`: how many are in a queue.
//
// The value of every clock with gate_i is the number of clocks with from_i less that of clocks with to_i, up to and including this one (valid_o, value_o: a clock
// later). At 0 a to_i without a from_i is ignored, at the greatest value a from_i without a to_i. It counts whether the gate is open or not, and from the reset on:
// a start of a run does not empty a queue.

`resetall
`default_nettype none

module gnomon_occupancy #(
	parameter WIDTH = 16  // bits of the value; requires 2..32
) (
	input  wire             clk,
	input  wire             rst,
	input  wire             gate_i,
	input  wire             from_i,
	input  wire             to_i,
	output reg              valid_o,
	output wire [WIDTH-1:0] value_o
);
	generate
		if (WIDTH < 2 || WIDTH > 32) begin : gen_bad_width
			WIDTH_must_be_2_to_32 u_bad ();
		end
	endgenerate

	localparam [WIDTH-1:0] ONE = 1;

	reg [WIDTH-1:0] count_q;
	reg             some_q;  // it is not 0
	reg             full_q;  // it is at its greatest value
	wire            up   = from_i && !to_i && !full_q;
	wire            down = to_i && !from_i && some_q;
	always @(posedge clk) begin
		if (rst) begin
			count_q <= {WIDTH{1'b0}};
			some_q  <= 1'b0;
			full_q  <= 1'b0;
		end else if (up || down) begin
			count_q <= count_q + (down ? {WIDTH{1'b1}} : ONE);
			some_q  <= up || count_q != ONE;
			full_q  <= up && count_q == ~ONE;
		end
		valid_o <= gate_i;
	end
	assign value_o = count_q;

endmodule

`resetall
