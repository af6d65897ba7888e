// SPDX-License-Identifier: Apache-2.0
//
// wire_errors: WIDTH wires with a delay of DELAY cycles and bit errors, for bench_wires.
//
// mode: 0 no errors; 1 single bits, `rate` in 1000 cycles; 2 bursts of up to 40 cycles of random
// bits, begun `rate` times in 1000 cycles; 3 all wires stuck at 0, 4 at 1; 5 one wire stuck at 0,
// 6 at 1; 7 random bits.
`timescale 1ns/1ns

module wire_errors #(
	parameter WIDTH = 8,
	parameter DELAY = 1
) (
	input  wire             clk,
	input  wire [WIDTH-1:0] d_i,
	output wire [WIDTH-1:0] q_o
);
	`include "bench.vh"

	reg [WIDTH-1:0] there [0:DELAY];
	reg [WIDTH-1:0] flips = 0, zeros = 0, ones = 0;
	integer         mode = 0, rate = 0, wire_no = 0, burst = 0, errors = 0, i;
	initial
		for (i = 0; i <= DELAY; i = i + 1)
			there[i] = 0;
	wire [WIDTH-1:0] sent = DELAY == 0 ? d_i : there[DELAY-1];
	assign q_o = ((sent ^ flips) & ~zeros) | ones;
	always @(posedge clk) begin
		for (i = DELAY; i > 0; i = i - 1)
			there[i] <= there[i-1];
		there[0] <= d_i;
		errors = errors + (q_o !== sent);
		if (burst > 0)
			burst = burst - 1;
		else if (mode == 2 && chance(rate))
			burst = 1 + below(40);
		flips <= burst > 0 || mode == 7 ? $random(seed)
			: mode == 1 && chance(rate) ? {{WIDTH-1{1'b0}}, 1'b1} << below(WIDTH) : 0;
		zeros <= mode == 3 ? {WIDTH{1'b1}}
			: mode == 5 ? {{WIDTH-1{1'b0}}, 1'b1} << wire_no : 0;
		ones  <= mode == 4 ? {WIDTH{1'b1}}
			: mode == 6 ? {{WIDTH-1{1'b0}}, 1'b1} << wire_no : 0;
	end
endmodule
