// SPDX-License-Identifier: Apache-2.0
//
// Bench of gnomon_trigger_strict: words of a small alphabet, so that attempts begin, overlap, recur
// and end all the time, with clocks without a word between them. Against all that came so far: for
// each word, what began some words ago and was followed by the right words up to this one.
`timescale 1ns/1ns

module bench_strict;
	parameter  WORD_W = 32;
	parameter  COUNT  = 8;
	parameter  STEPS  = 4;
	parameter  LENGTH = 60000;
	parameter  STORED = 24;    // words that are stored: M * (N - 1) of Carpenter, Figure 7, M
	                           // rounded up to a power of two
	parameter  BITS   = 768;   // and their bits, whole bytes each

	localparam CLOCKS  = 400000;
	localparam INDEX_W = COUNT <= 2 ? 1 : COUNT <= 4 ? 2 : COUNT <= 8 ? 3 : 4;
	localparam STEP_W  = STEPS <= 3 ? 1 : STEPS <= 5 ? 2 : 3;
	localparam LETTERS = 24;   // at most
	`include "bench.vh"
	`include "bench_end.vh"

	reg                        clear = 1'b0, when = 1'b0, begins = 1'b0, wr = 1'b0;
	reg  [WORD_W-1:0]          word = 0;
	reg  [INDEX_W-1:0]         index = 0;
	reg  [STEP_W+INDEX_W+3:0]  addr = 0;
	reg  [7:0]                 data = 0;
	wire [COUNT-1:0]           fire;
	gnomon_trigger_strict #(.WORD_W(WORD_W), .COUNT(COUNT), .STEPS(STEPS)) dut (
		.clk (clk), .clear_i (clear), .when_i (when), .word_i (word), .begin_i (begins),
			.index_i (index),
		.wr_valid_i (wr), .wr_addr_i (addr), .wr_data_i (data), .fire_o (fire)
	);

	// The size of what is stored
	integer stored = 0, bits = 0;
	genvar  g;
	generate
		for (g = 1; g < STEPS; g = g + 1) begin : gen_count
			initial begin
				stored = stored + (1 << dut.gen_stage[g].u_words.DEPTH_LOG2);
				bits   = bits + (8 * dut.gen_stage[g].u_words.BYTES
					- 8 << dut.gen_stage[g].u_words.DEPTH_LOG2);
			end
		end
	endgenerate

	// Letters: the words there are; the sequence that each begins
	reg [WORD_W-1:0]  letters [0:LETTERS-1];
	reg               opens [0:LETTERS-1];
	reg [INDEX_W-1:0] opens_which [0:LETTERS-1];
	integer           used;                        // letters
	// Sequences
	integer           length [0:COUNT-1];
	integer           step_of [0:COUNT*STEPS-1];   // letter of each step
	// All words with the qualifier since the last clear
	integer           said [0:LENGTH-1];
	reg               began [0:LENGTH-1];
	integer           idle_before [0:LENGTH-1];    // clocks without a word before it
	integer           heard = 0, idle = 0;

	reg [COUNT-1:0]   want;
	reg [63:0]        wide;
	integer           k, n, m, j, at, letter, left, now = 0;
	reg               ok, recurs, idles;
	integer           n_fire = 0, n_several = 0, n_recurs = 0, n_overlap = 0,
		n_idle = 0, n_longest = 0, n_shortest = 0, n_last = 0, n_clear = 0;
	integer           n_inner = 0;

	// What is complete with the last word heard
	task model;
		begin
			want = 0;
			for (m = 0; m < COUNT; m = m + 1) begin
				at = heard - length[m];   // its first word
				ok = at >= 0;
				if (ok)
					ok = opens[said[at]] && opens_which[said[at]] == m;
				recurs = 1'b0;
				idles  = 1'b0;
				for (j = 1; j < length[m]; j = j + 1)
					if (ok) begin
						ok     = said[at+j] == step_of[m*STEPS+j];
						recurs = recurs || (j < length[m] - 1
							&& said[at+j] == said[at]);
						idles  = idles || idle_before[at+j] > 0;
					end
				if (ok) begin
					want[m]    = 1'b1;
					n_fire     = n_fire + 1;
					n_recurs   = n_recurs + recurs;
					n_idle     = n_idle + idles;
					n_longest  = n_longest + (length[m] == STEPS);
					n_shortest = n_shortest + (length[m] == 2);
					n_last     = n_last + (m == COUNT - 1);
					// the same one was complete when this attempt was under way
					// already
					for (j = 1; j < length[m] - 1; j = j + 1)
						n_overlap = n_overlap + fired_at(m, heard - 1 - j);
				end
			end
			n_several = n_several + ((want & (want - 1'b1)) != 0);
		end
	endtask

	// Was sequence `which` complete with word `word_at`? The last fires are kept.
	reg [COUNT-1:0] fired [0:LENGTH-1];
	function fired_at(input integer which, input integer word_at);
		fired_at = word_at >= 0 && fired[word_at][which];
	endfunction

	task tick;
		begin
			want = 0;
			idle = when ? idle : idle + 1;
			if (clear) begin
				n_clear = n_clear + (heard > 0);
				heard = 0;
				idle  = 0;
			end else if (when) begin
				said[heard]        = letter;
				idle_before[heard] = idle;
				idle  = 0;
				heard = heard + 1;
				model;
				fired[heard-1] = want;
			end
			@(negedge clk);
			equal(fire, want, "complete");
			now = now + 1;
		end
	endtask

	task new_sequences;
		begin
			clear = 1'b1;
			when  = 1'b0;
			used  = 2 + below(chance(700) ? 3 : LETTERS - 2);
			wide  = {$random(seed), $random(seed)};
			for (k = 0; k < LETTERS; k = k + 1) begin   // one bit differs, or all
				letters[k] = k < used / 2
					? wide ^ 64'd1 << (WORD_W - 1 - k * WORD_W / LETTERS)
					: {$random(seed), $random(seed)};
				for (n = 0; n < k; n = n + 1)
					if (letters[n] == letters[k])
						letters[k] = letters[k] + 1'b1;
				opens[k]       = chance(800);
				opens_which[k] = below(COUNT);
			end
			for (m = 0; m < COUNT; m = m + 1) begin
				length[m] = m % 2 == 1 && length[m-1] > 2 ? length[m-1] - 1
					: chance(400) ? STEPS : 2 + below(STEPS - 1);
				for (j = 1; j < STEPS; j = j + 1) begin
					step_of[m*STEPS+j] = below(used);
					if (chance(300))
						step_of[m*STEPS+j] = m % used;
					// the rest of the one before, so that both end with the
					// same word
					if (m % 2 == 1 && j < STEPS - 1)
						step_of[m*STEPS+j] = step_of[(m-1)*STEPS+j+1];
					wide = letters[step_of[m*STEPS+j]];
					// bytes that are not there are written too
					for (n = 0; n < 16; n = n + 1) begin
						wr   = 1'b1;
						addr = (j - 1) << (INDEX_W + 4) | m << 4 | n;
						data = n < 8 ? wide[8*(n%8) +: 8] : n == 8
							? {7'd0, j == length[m] - 1} : 8'hff;
						tick;
					end
				end
				if (m % 2 == 1 && chance(800)) begin
					opens[step_of[(m-1)*STEPS+1]]       = 1'b1;
					opens_which[step_of[(m-1)*STEPS+1]] = m;
				end
			end
			wr   = 1'b0;
			when = 1'b1;   // words while it is off
			for (j = 0; j < STEPS; j = j + 1)
				tick;
			clear = 1'b0;
		end
	endtask

	integer rate, follow, target, place;
	initial begin
		for (k = 0; k < COUNT; k = k + 1)
			length[k] = 2;
		@(negedge clk);
		if (COUNT == 1 << INDEX_W) begin
			equal(stored, STORED, "words stored");
			equal(bits, BITS, "their bits");
		end
		while (now < LENGTH) begin
			letter = 0;
			new_sequences;
			rate   = chance(500) ? 1000 : 200 + below(800);
			follow = below(1001);
			place  = 0;
			for (left = 200 + below(1000); left > 0; left = left - 1) begin
				when = chance(rate);
				// Often the words of one sequence one after another
				if (when) begin
					if (place == 0)
						target = below(COUNT);
					letter = below(used);
					if (chance(follow)) begin
						if (place > 0)
							letter = step_of[target*STEPS+place];
						else
							for (k = 0; k < used; k = k + 1)
								if (opens[k] && opens_which[k]
									== target)
									letter = k;
						place = place + 1 >= length[target] ? 0 : place + 1;
					end else
						place = 0;
				end else
					letter = below(used);
				word   = letters[letter];
				begins = when && opens[letter];
				index  = opens_which[letter];
				clear  = chance(3);
				tick;
				clear  = 1'b0;
			end
			begins = 1'b0;
		end
		covered(n_fire > 100, "hundred complete");
		covered(n_idle, "complete with clocks without a word in it");
		covered(n_longest, "all steps");
		covered(n_shortest, "two steps");
		covered(n_last, "the last sequence");
		covered(n_clear, "cleared");
		if (COUNT > 1 && STEPS > 2)
			covered(n_several, "several complete with a word");
		if (STEPS > 2) begin
			covered(n_recurs, "first word inside its sequence");
			covered(n_overlap, "attempts of the same one overlap");
		end
		finish(0, 0);
	end
endmodule
