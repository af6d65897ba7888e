// SPDX-License-Identifier: Apache-2.0
//
// Bench of gnomon_count_join: runs of words with a queue each, whose samples are there at different
// times, each word with a number of its own. The words out are those of the samples in order, run
// by run; a sample that is shown goes out a word a clock, whatever the reader's pauses; a run of
// the node restarts with nothing.
`timescale 1ns/1ns

module bench_join;
	parameter              RUNS   = 3;
	parameter [8*RUNS-1:0] ENDS   = {8'd18, 8'd4, 8'd2};
	parameter              LENGTH = 40000;

	localparam CLOCKS = 2 * LENGTH;
	localparam WORDS  = ENDS[8*RUNS-1 -: 8];
	`include "bench.vh"
	`include "bench_end.vh"

	reg                first = 1'b1, pop = 1'b0;
	reg  [RUNS-1:0]    run_valid = 0;
	reg  [32*RUNS-1:0] run_word = 0;
	wire [RUNS-1:0]    run_pop;
	wire               valid;
	wire [31:0]        word;

	gnomon_count_join #(.RUNS(RUNS), .ENDS(ENDS)) dut (
		.clk (clk), .first_i (first), .run_valid_i (run_valid), .run_word_i (run_word),
		.run_pop_o (run_pop), .valid_o (valid), .pop_i (pop), .word_o (word)
	);

	// Word n of run r in sample s
	function [31:0] number(input integer s, input integer r, input integer n);
		number = s << 12 | r << 8 | n;
	endfunction

	// First word of run r in a sample
	function integer begins(input integer r);
		begins = r == 0 ? 0 : (ENDS >> 8 * (r - 1)) & 255;
	endfunction

	function integer run_of(input integer n);
		integer r;
		begin
			run_of = 0;
			for (r = 1; r < RUNS; r = r + 1)
				if (n >= begins(r))
					run_of = r;
		end
	endfunction

	integer queued [0:RUNS-1];  // samples of the run that are there, since the beginning
	integer gone   [0:RUNS-1];  // samples that are gone whole
	integer place  [0:RUNS-1];
	integer told = 0, at = 0, r, clocks = 0, rate = 500;
	integer n_apart = 0, n_first = 0, n_told = 0, n_middle = 0, n_pause = 0;
	initial
		for (r = 0; r < RUNS; r = r + 1) begin
			queued[r] = 0;
			gone[r]   = 0;
			place[r]  = 0;
		end

	always @(posedge clk) begin
		clocks = clocks + 1;
		if (clocks > 4 && !first) begin
			check(valid == (at != 0 || &run_valid), "valid: all have theirs, or begun");
			check((run_pop & ~run_valid) == 0, "only what is there is taken");
			check(pop == (run_pop != 0), "a word for each that is taken");
			n_apart = n_apart + (run_valid != 0 && !(&run_valid) && at == 0);
			n_pause = n_pause + (valid && !pop && at != 0);
		end
		if (pop && !first) begin
			equal(word, number(told, run_of(at), at - begins(run_of(at))), "word");
			n_told = n_told + 1;
			at     = at + 1;
			if (at == WORDS) begin
				at   = 0;
				told = told + 1;
			end
		end
		for (r = 0; r < RUNS; r = r + 1)
			if (run_pop[r] && !first) begin
				place[r] = place[r] + 1;
				if (begins(r) + place[r] == ((ENDS >> 8 * r) & 255)) begin
					place[r] = 0;
					gone[r]  = gone[r] + 1;
				end
			end
		if (first) begin
			n_first  = n_first + (clocks > 4);
			n_middle = n_middle + (at != 0);
			at       = 0;
			told     = told + 1000;
			for (r = 0; r < RUNS; r = r + 1) begin
				queued[r] = told;
				gone[r]   = told;
				place[r]  = 0;
			end
		end
	end

	always @(negedge clk) begin
		if (below(300) == 0)
			rate = below(1001);
		first = clocks < 4 || below(2000) == 0;
		for (r = 0; r < RUNS; r = r + 1) begin
			if (queued[r] - gone[r] < 3 && chance(40))
				queued[r] = queued[r] + 1;
			run_valid[r]         = !first && queued[r] > gone[r];
			run_word[32*r +: 32] = number(gone[r], r, place[r]);
		end
		#1;
		pop = valid && !first && clocks > 6 && chance(rate);
	end

	always @(posedge clk)
		if (clocks == LENGTH) begin
			covered(n_apart, "a run waits for another one");
			covered(n_first, "a run of the node begins");
			covered(n_middle, "it begins within a sample");
			covered(n_pause, "the reader pauses within a sample");
			covered(n_told, "words");
			finish(0, 0);
		end
endmodule
