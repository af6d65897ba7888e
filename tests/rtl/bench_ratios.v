// SPDX-License-Identifier: Apache-2.0
//
// Bench of gnomon_ratios: samples, resets and new starts at random clocks; every word against sums over the inputs.
`timescale 1ns/1ns

module bench_ratios;
	parameter PAIRS      = 4;
	parameter COMPRESSED = 0;
	parameter DEPTH_LOG2 = 5;
	parameter LENGTH     = 60000;

	localparam CLOCKS = 2 * LENGTH;
	localparam WORDS  = COMPRESSED != 0 ? (PAIRS + 3) / 4 * 2 : 2 * PAIRS;
	localparam AGO    = 5;  // clocks from an event to its actions
	localparam SLOW   = 64; // more clocks than a sample takes to be read
	`include "bench.vh"
	`include "bench_end.vh"
	`include "short_form.vh"

	reg              first = 1'b1, sample = 1'b0, reset = 1'b0, pop = 1'b0;
	reg  [PAIRS-1:0] a = 0, b = 0;
	wire             ready, valid;
	wire [31:0]      word;

	gnomon_ratios #(.PAIRS(PAIRS), .COMPRESSED(COMPRESSED), .DEPTH_LOG2(DEPTH_LOG2), .DELAY(AGO - 1)) dut (
		.clk (clk), .first_i (first), .a_i (a), .b_i (b), .ready_o (ready), .sample_i (sample), .reset_i (reset),
		.valid_o (valid), .pop_i (pop), .word_o (word)
	);

	// Sums over all clocks, those of AGO clocks ago, and those where counting began
	integer a_sum [0:PAIRS*(AGO+1)-1], b_sum [0:PAIRS*(AGO+1)-1], a_from [0:PAIRS-1], b_from [0:PAIRS-1];
	reg [31:0] queue [0:65535], words [0:2*PAIRS+3];
	integer    head = 0, tail = 0, since = 0, waits = 0;
	integer    clocks = 0, i, j, pop_rate = 500, sample_rate = 100, reset_rate = 20;
	integer    n_sample = 0, n_refused = 0, n_both = 0, n_first = 0, n_full = 0, n_first_busy = 0, n_back = 0;
	reg        popped = 1'b0;

	initial
		for (i = 0; i < PAIRS * (AGO + 1); i = i + 1) begin
			a_sum[i] = 0;
			b_sum[i] = 0;
		end

	task take_sample;
		begin
			for (i = 0; i < 2 * PAIRS + 4; i = i + 1)
				words[i] = 0;
			for (i = 0; i < PAIRS; i = i + 1)
				if (COMPRESSED == 0) begin
					words[2*i]   = a_sum[AGO*PAIRS+i] - a_from[i];
					words[2*i+1] = b_sum[AGO*PAIRS+i] - b_from[i];
				end else
					words[i/2] = words[i/2] | short_form(a_sum[AGO*PAIRS+i] - a_from[i], b_sum[AGO*PAIRS+i] - b_from[i]) << (i % 2 * 16);
			for (i = 0; i < WORDS; i = i + 1) begin
				queue[head % 65536] = words[i];
				head = head + 1;
			end
			n_back   = n_back + (since == WORDS + 1);
			since    = 0;
			n_sample = n_sample + 1;
		end
	endtask

	always @(posedge clk) begin
		clocks = clocks + 1;
		since  = since + 1;
		// sums up to and including this clock
		for (j = AGO; j > 0; j = j - 1)
			for (i = 0; i < PAIRS; i = i + 1) begin
				a_sum[j*PAIRS+i] = a_sum[(j-1)*PAIRS+i];
				b_sum[j*PAIRS+i] = b_sum[(j-1)*PAIRS+i];
			end
		for (i = 0; i < PAIRS; i = i + 1) begin
			a_sum[i] = a_sum[i] + a[i];
			b_sum[i] = b_sum[i] + b[i];
		end
		// what is seen
		if (clocks > 8) begin
			check(!ready || since > WORDS || n_sample == 0, "not ready while a snapshot is read");
			check(!ready || (1 << DEPTH_LOG2) - (head - tail) >= WORDS, "ready only with room");
			check(ready || since < SLOW || (1 << DEPTH_LOG2) - (head - tail) < WORDS, "ready with room");
			n_full = n_full + (since > SLOW && !ready);
			check(!valid || head != tail, "nothing there, nothing valid");
			check(!valid || !popped, "not valid after pop");
			if (valid)
				equal(word, queue[tail % 65536], "word");
			waits = head == tail || valid ? 0 : waits + 1;
			check(waits < SLOW, "word in time");
		end
		// what the held inputs do
		popped = pop;
		if (pop)
			tail = tail + 1;
		if (sample && ready)
			take_sample;
		else if (sample)
			n_refused = n_refused + 1;
		n_both = n_both + (sample && ready && reset);
		if (reset || first)
			for (i = 0; i < PAIRS; i = i + 1) begin
				a_from[i] = a_sum[AGO*PAIRS+i];
				b_from[i] = b_sum[AGO*PAIRS+i];
			end
		if (first) begin
			n_first_busy = n_first_busy + (since < WORDS);
			n_first      = n_first + 1;
			head  = 0;
			tail  = 0;
			since = SLOW;
		end
		// the next inputs
		if (below(500) == 0) begin
			pop_rate    = below(3) * below(1001);
			sample_rate = below(1001);
			reset_rate  = below(3) * below(100);
		end
		a      <= chance(500) ? $random(seed) : 0;
		b      <= $random(seed) | $random(seed);
		first  <= clocks < 8 || below(1000) == 0;
		sample <= clocks > 10 && chance(sample_rate);
		reset  <= chance(reset_rate);
	end
	// pop answers valid in the same clock
	always @(negedge clk)
		pop <= valid && !first && chance(pop_rate);
	// no sample goes with a new start
	always @(negedge clk)
		if (first)
			sample <= 1'b0;

	always @(posedge clk)
		if (clocks == LENGTH) begin
			covered(n_sample > 100, "hundred samples");
			covered(n_refused, "sample while not ready");
			covered(n_both, "sample and reset in one clock");
			covered(n_first > 10, "new start");
			covered(n_first_busy, "new start while a snapshot is read");
			covered(n_full, "queue full");
			if (COMPRESSED == 0)
				covered(n_back, "sample as soon as ready");
			finish(0, 0);
		end
endmodule
