// SPDX-License-Identifier: Apache-2.0
//
// Bench of gnomon_cell_count against one plain sum.
`timescale 1ns/1ns

module bench_count;
	parameter WIDTH = 32;

	parameter LENGTH = 300000;
	localparam CLOCKS = LENGTH + 20000;
	`include "bench.vh"
	`include "bench_end.vh"

	reg  clear = 1'b1, step = 1'b0;
	wire [WIDTH-1:0] count;
	gnomon_cell_count #(.WIDTH(WIDTH)) dut (.clk (clk), .clear_i (clear), .step_i (step),
		.count_o (count));

	reg [WIDTH-1:0] want;
	reg     stepped = 1'b0;   // step of the clock before
	integer now = 0, share = 0;
	integer n_carry = 0, n_far = 0, n_wrap = 0, n_rest = 0, n_both = 0, n_clear_at_carry = 0;

	always @(posedge clk) begin
		if (now > 1)
			equal(count, want, "count");
		if (now > 1 && want % 256 == 255) begin
			n_carry          = n_carry + (stepped && !clear);
			n_far            = n_far + (stepped && !clear && want % 65536 == 65535);
			n_rest           = n_rest + (!stepped && !clear);
			n_clear_at_carry = n_clear_at_carry + clear;
			n_wrap           = n_wrap + (&want && stepped && !clear);
		end
		n_both = n_both + (clear && stepped);
		want   = clear ? 0 : stepped ? want + 1 : want;
		stepped = step;
		now    = now + 1;
		if (now % 1024 == 0)
			share = now < LENGTH / 2 ? 250 * below(5) : 1000;
		step  <= chance(share);
		// the long runs of the second half are cleared seldom, and some just where the
		// upper part is to change
		clear <= chance(now > LENGTH / 2 ? 0 : want % 256 > 252 && now % 4096 < 1024 ? 200
			: 1) || now == LENGTH / 2;
		if (now == LENGTH) begin
			covered(n_carry, "carry");
			covered(n_rest, "rest before a carry");
			covered(n_both, "clear and step");
			covered(n_clear_at_carry, "clear in place of a carry");
			if (WIDTH > 16)
				covered(n_far, "carry beyond bit 16");
			else
				covered(n_wrap, "wrap");
			finish(0, 0);
		end
	end
endmodule
