// SPDX-License-Identifier: Apache-2.0
//
// Bench of how often gnomon_count_ratios takes a sample, with a reader that takes each word at
// once, for the largest counts and for counts of 0.
//
//  - spacing: from a sample to the next ready_o at the latest, with an empty queue. Samples come at
//    each place of a frame, after resets of each kind.
//  - sustained: from sample to sample on average, while one is requested in every cycle.
//
// BURST and CYCLES are what `gnomon cost` prints: the spacing, and the larger of both. Then samples
// come CYCLES apart, with resets at random: none is refused.
`timescale 1ns/1ns

module bench_sample_rate;
	parameter PAIRS      = 4;
	parameter FORM       = 0;
	parameter DEPTH_LOG2 = 5;
	parameter BURST      = 12;
	parameter CYCLES     = 12;

	localparam AMOUNT_W = 32;  // all ones: a count is at its end after a frame
	localparam AW       = PAIRS * AMOUNT_W;
	localparam FRAME    = 32;  // cycles, a multiple of those of a frame
	localparam KINDS    = 8;   // of resets before a sample
	localparam FILL     = 20;  // samples until the queue is full
	localparam GREEDY   = 30;
	localparam STEADY   = 250;
	localparam CLOCKS   = (KINDS * FRAME + FILL + GREEDY + STEADY) * 2 * (CYCLES + 150);
	`include "bench.vh"
	`include "bench_end.vh"

	reg           first = 1'b1, sample = 1'b0, reset = 1'b0;
	reg  [AW-1:0] amount = 0;
	wire          ready, valid;
	wire [31:0]   word;
	gnomon_count_ratios #(.PAIRS(PAIRS), .FORM(FORM), .AMOUNT_W(AMOUNT_W),
		.DEPTH_LOG2(DEPTH_LOG2)) dut (
		.clk (clk), .first_i (first), .a_i (amount), .b_i (amount), .ready_o (ready),
			.sample_i (sample), .reset_i ({PAIRS{reset}}),
		.valid_o (valid), .pop_i (valid), .word_o (word)
	);

	integer cycle = 0, n_reset = 0, n_most = 0, n_least = 0, i, kind, waits, begun,
		spacing = 0, sustained;
	task step(input samples, input resets);
		begin
			sample = samples;
			reset  = resets;
			@(negedge clk);
			cycle   = cycle + 1;
			n_reset = n_reset + resets;
			n_most  = n_most + (valid && (word == 32'hFFFFFFFF
				|| (FORM == 1 && word[15:0] == 16'h001F)
				|| (FORM == 2 && word == 32'h0000000F)));
			n_least = n_least + (valid && word == 0);
		end
	endtask

	// Cycles up to place `at` of a frame, `least` of them at least. Resets: kinds 0 to 3 one,
	// so many cycles before that place; 4 none; 5 in each cycle; others at random.
	task pass(input integer at, input integer least, input integer resets);
		integer left;
		begin
			left = least + (at - (cycle + least) % FRAME + FRAME) % FRAME;
			for (left = left; left > 0; left = left - 1)
				step(1'b0, resets < 4 ? left == resets : resets == 5
					|| (resets > 5 && chance(50)));
		end
	endtask

	initial begin
		repeat (8)
			@(negedge clk);
		first = 1'b0;
		for (kind = 0; kind < KINDS; kind = kind + 1)
			for (i = 0; i < FRAME; i = i + 1) begin
				amount = i % 2 == 0 ? {AW{1'b1}} : {AW{1'b0}};
				pass(i, CYCLES + 120, kind);
				check(ready, "ready with an empty queue");
				step(1'b1, kind == 0);
				waits = 1;
				while (!ready) begin
					step(1'b0, kind > 4 && chance(50));
					waits = waits + 1;
				end
				spacing = waits > spacing ? waits : spacing;
			end
		for (i = 0; i < FILL + GREEDY; i = i + 1) begin
			while (!ready)
				step(1'b0, 1'b0);
			if (i == FILL)
				begun = cycle;
			step(1'b1, 1'b0);
		end
		while (!ready)
			step(1'b0, 1'b0);
		sustained = (cycle - begun + GREEDY - 1) / GREEDY;
		equal(spacing, BURST, "spacing");
		equal(spacing > sustained ? spacing : sustained, CYCLES, "cycles of a sample");
		amount = {AW{1'b1}};
		pass(0, 16 * CYCLES, 4);
		for (i = 0; i < STEADY; i = i + 1) begin
			check(ready, "sample after CYCLES");
			step(1'b1, chance(300));
			for (waits = 1; waits < CYCLES; waits = waits + 1)
				step(1'b0, i % 16 < 8 && chance(i % 4 * 100));
		end
		covered(n_reset, "resets");
		covered(n_most, "counts at their end");
		covered(n_least, "counts of 0");
		finish(0, 0);
	end
endmodule
