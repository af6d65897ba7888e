// SPDX-License-Identifier: Apache-2.0
//
// Bench of gnomon_count_samples: snapshots of extremes, each with a number of its own for every
// word, between words of pairs that come at random; the words out are those of the samples in
// order, whatever the reader's pauses, and a run restarts with nothing.
`timescale 1ns/1ns

module bench_samples;
	parameter PAIR_WORDS = 4;
	parameter EXTREMES   = 2;
	parameter DEPTH_LOG2 = 6;
	parameter LENGTH     = 40000;

	localparam CLOCKS = 2 * LENGTH;
	`include "bench.vh"
	`include "bench_end.vh"

	reg                    first = 1'b1, sample = 1'b0, pop = 1'b0, pair_valid = 1'b0;
	reg  [31:0]            pair_word = 0;
	wire [32*EXTREMES-1:0] extreme_word;
	wire [EXTREMES-1:0]    shift;
	wire                   ready, pair_pop, valid;
	wire [31:0]            word;

	gnomon_count_samples #(.PAIR_WORDS(PAIR_WORDS), .EXTREMES(EXTREMES),
		.DEPTH_LOG2(DEPTH_LOG2)) dut (
		.clk (clk), .first_i (first), .ready_o (ready), .sample_i (sample),
			.extreme_word_i (extreme_word), .extreme_shift_o (shift),
		.pair_valid_i (pair_valid), .pair_word_i (pair_word), .pair_pop_o (pair_pop),
			.valid_o (valid), .pop_i (pop), .word_o (word)
	);

	// Word n of extreme e in sample s; words of pairs are those of extreme 15.
	function [31:0] number(input integer s, input integer e, input integer n);
		number = s << 12 | e << 8 | n;
	endfunction

	// Extremes: word 0 three clocks after the snapshot, the next after each shift
	integer at [0:EXTREMES-1];
	integer taken = 0, told = 0, pairs = 0, place = 0, pair_place = 0, e, clocks = 0,
		rate = 500;
	reg     took = 1'b0, took1 = 1'b0;
	genvar  k;
	generate
		for (k = 0; k < EXTREMES; k = k + 1) begin : gen_word
			assign extreme_word[32*k +: 32] = number(taken - 1, k, at[k]);
		end
	endgenerate

	integer n_refused = 0, n_full = 0, n_first = 0, n_both = 0, n_told = 0;
	always @(posedge clk) begin
		clocks = clocks + 1;
		if (clocks > 4) begin
			check(!valid || told < taken, "nothing taken, nothing valid");
			check(!((took || took1) && shift != 0), "no shift in two clocks after a snapshot");
			check((shift & (shift - 1'b1)) == 0, "one shift at a time");
		end
		if (pop) begin
			if (place < PAIR_WORDS)
				equal(word, number(told, 15, place), "word of the pairs");
			else
				equal(word, number(told, (place - PAIR_WORDS) / 6,
					(place - PAIR_WORDS) % 6), "word of an extreme");
			n_told = n_told + 1;
			n_both = n_both + sample;
			place  = place + 1;
			if (place == PAIR_WORDS + 6 * EXTREMES) begin
				place = 0;
				told  = told + 1;
			end
		end
		if (pair_pop) begin
			pair_place = pair_place + 1;
			if (pair_place == PAIR_WORDS) begin
				pair_place = 0;
				pairs      = pairs + 1;
			end
		end
		for (e = 0; e < EXTREMES; e = e + 1)
			if (shift[e])
				at[e] = at[e] + 1;
		took1 = took;
		took  = sample;
		if (sample) begin
			for (e = 0; e < EXTREMES; e = e + 1)
				at[e] = 0;
			taken = taken + 1;
		end
		if (first) begin
			n_first    = n_first + (told < taken);
			told       = taken;
			pairs      = taken;
			place      = 0;
			pair_place = 0;
		end
		n_refused = n_refused + (!ready && clocks > 20);
		n_full    = n_full + (taken - told > 2);
	end

	always @(negedge clk) begin
		if (below(300) == 0)
			rate = below(1001);
		first      = clocks < 4 || below(3000) == 0;
		pair_valid = !first && pairs < taken && chance(700);
		pair_word  = number(pairs, 15, pair_place);
		#1;
		sample = ready && !first && clocks > 6 && chance(60);
		pop    = valid && !first && clocks > 6 && chance(rate);
	end

	always @(posedge clk)
		if (clocks == LENGTH) begin
			covered(n_refused, "not ready");
			covered(n_full, "several samples are kept");
			covered(n_first, "a run begins while samples are kept");
			covered(n_both, "a word goes while a sample is taken");
			covered(n_told, "words");
			finish(0, 0);
		end
endmodule
