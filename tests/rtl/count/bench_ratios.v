// SPDX-License-Identifier: Apache-2.0
//
// Bench of gnomon_count_ratios: samples, resets and new starts at random clocks; every word against
// sums over the inputs, clock by clock. Counts near the end of their range are put into the RAM,
// and into the sums.
`timescale 1ns/1ns

module bench_ratios;
	parameter PAIRS      = 4;
	parameter FORM       = 0;
	parameter AMOUNT_W   = 1;
	parameter DEPTH_LOG2 = 5;
	parameter LENGTH     = 60000;

	localparam CLOCKS = 2 * LENGTH;
	localparam WORDS  = FORM == 0 ? 2 * PAIRS : FORM == 1 ? (PAIRS + 3) / 4 * 2
		: (PAIRS + 1) / 2 * 2;
	localparam N      = PAIRS > 8 ? 32 : PAIRS > 4 ? 16 : PAIRS > 2 || FORM == 1 ? 8 : 4;
	// clocks in which a sample comes
	localparam WAIT   = N + 8 + (FORM == 0 ? 0 : 36 * WORDS * (FORM == 1 ? 2 : 1));
	// samples that the queue has room for
	localparam HELD   = (1 << DEPTH_LOG2) / N > 2 ? (1 << DEPTH_LOG2) / N : 2;
	localparam AW     = PAIRS * AMOUNT_W;
	localparam [63:0] MOST = 64'hFFFFFFFF;
	`include "bench.vh"
	`include "bench_end.vh"
	`include "short_form.vh"

	reg           first = 1'b1, sample = 1'b0, pop = 1'b0;
	reg  [PAIRS-1:0] reset = 0;
	reg  [AW-1:0] a = 0, b = 0;
	wire          ready, valid;
	wire [31:0]   word;

	gnomon_count_ratios #(.PAIRS(PAIRS), .FORM(FORM), .AMOUNT_W(AMOUNT_W),
		.DEPTH_LOG2(DEPTH_LOG2)) dut (
		.clk (clk), .first_i (first), .a_i (a), .b_i (b), .ready_o (ready),
			.sample_i (sample), .reset_i (reset),
		.valid_o (valid), .pop_i (pop), .word_o (word)
	);

	// Counts up to and including the clock before; A of pair k is 2k, B 2k+1
	reg [63:0] count [0:2*PAIRS-1];
	reg [31:0] queue [0:65535], words [0:2*PAIRS+3];
	integer    head = 0, tail = 0, since = 0, waits = 0, kept = 0;
	integer    clocks = 0, i, k, pop_rate = 500, sample_rate = 100, reset_rate = 20,
		a_rate = 500, b_rate = 800, mode = 0;
	integer    n_sample = 0, n_refused = 0, n_both = 0, n_first = 0, n_full = 0,
		n_first_busy = 0, n_after = 0, n_before = 0, n_resets = 0, n_some = 0;
	integer    n_put = 0, n_most = 0, n_a_more = 0, n_b_more = 0, n_exact = 0, n_hold = 0;
	reg        popped = 1'b0, was_sample = 1'b0, was_reset = 1'b0, was_both = 1'b0;
	reg [63:0] value;

	initial
		for (i = 0; i < 2 * PAIRS; i = i + 1)
			count[i] = 0;

	function [31:0] some_value(input integer dummy);
		case (below(6))
		0:       some_value = 32'd1 << below(32);
		1:       some_value = (32'd1 << below(32)) + below(5) - 2;
		2:       some_value = below(130);
		3:       some_value = 32'hFFFFFFFF - below(60 << AMOUNT_W);
		default: some_value = $unsigned($random(seed)) >> below(32);
		endcase
	endfunction

	// What a frame before has stored may be replaced where nothing is requested, but for the
	// lowest bits, and the counter is not under way.
`ifdef VERILATOR
`define COUNTS dut.counts
	wire calm = dut.due_q == 0
`else
`define COUNTS dut.u_counts.u_words.gen_words.u_words.mem
	wire calm = dut.due_q == 0 && dut.zero_q == 0 && dut.keeps_q == 2'd3
`endif
		&& !(dut.read_q || dut.sample_q || sample || first) && dut.reset_q == 0
		&& reset == 0 && dut.reads_q == 0;
	localparam LOWS  = $clog2(N) + 1 + (AMOUNT_W == 1 ? 0 : AMOUNT_W);
	localparam LOW_W = LOWS < 32 ? LOWS : 32;
	reg [31:0] target, stored;
	task put;
		begin
			k      = dut.at_q;
			stored = `COUNTS[k];
			target = some_value(0);
			for (i = 0; i < LOW_W; i = i + 1)
				target[i] = stored[i];
			if (k < 2 * PAIRS && target > stored) begin
				`COUNTS[k] = target;
				count[k] = count[k] + target - stored;
				if (count[k] > MOST)
					count[k] = MOST;
				n_put    = n_put + 1;
			end
		end
	endtask

	// All pairs at once, or some of them.
	function [PAIRS-1:0] some_pairs(input integer rate);
		some_pairs = !chance(rate) ? 0 : chance(500) ? {PAIRS{1'b1}} : $random(seed);
	endfunction

	task take_sample;
		begin
			for (i = 0; i < 2 * PAIRS + 4; i = i + 1)
				words[i] = 0;
			for (i = 0; i < PAIRS; i = i + 1) begin
				if (FORM == 0) begin
					words[2*i]   = count[2*i];
					words[2*i+1] = count[2*i+1];
				end else if (FORM == 1)
					words[i/2] = words[i/2] | short_form(count[2*i],
						count[2*i+1]) << (i % 2 * 16);
				else
					words[i] = long_form(count[2*i], count[2*i+1]);
				n_most   = n_most + (count[2*i] == MOST || count[2*i+1] == MOST);
				n_a_more = n_a_more + (count[2*i] > 40000
					&& count[2*i] > 4 * count[2*i+1]);
				n_b_more = n_b_more + (count[2*i+1] > 40000
					&& count[2*i+1] > 4 * count[2*i]);
				n_exact  = n_exact + (count[2*i] > 16 && count[2*i] < 32
					&& count[2*i+1] > 16 && count[2*i+1] < 32);
			end
			for (i = 0; i < WORDS; i = i + 1) begin
				queue[head % 65536] = words[i];
				head = head + 1;
			end
			kept     = kept + 1;
			n_sample = n_sample + 1;
		end
	endtask

	always @(negedge clk)
		if (calm && clocks > 100 && chance(300))
			put;

	always @(posedge clk) begin
		clocks = clocks + 1;
		since  = since + 1;
		// up to and including this clock
		for (i = 0; i < PAIRS; i = i + 1) begin
			count[2*i]   = count[2*i] + a[i*AMOUNT_W +: AMOUNT_W];
			count[2*i+1] = count[2*i+1] + b[i*AMOUNT_W +: AMOUNT_W];
		end
		for (i = 0; i < 2 * PAIRS; i = i + 1)
			if (count[i] > MOST)
				count[i] = MOST;
		// what is seen
		if (n_first > 0) begin
			check(ready || since <= N + 4 || kept >= HELD
				|| n_sample == 0, "ready with room");
			check(!ready || kept < HELD
				+ (FORM == 0 ? 1 : 4)  /* the last words may be in registers */,
				"ready only with room");
			n_full = n_full + (since > N + 4 && !ready);
			check(!valid || head != tail, "nothing there, nothing valid");
			check(valid || !popped || tail % WORDS == 0,
				"words of a sample without a pause");
			if (valid)
				equal(word, queue[tail % 65536], "word");
			waits = head == tail || valid ? 0 : waits + 1;
			check(waits < WAIT, "word in time");
		end
		// what the held inputs do
		popped = pop;
		if (pop) begin
			tail = tail + 1;
			if (tail % WORDS == 0)
				kept = kept - 1;
		end
		if (sample && ready) begin
			n_before = n_before + was_reset;
			take_sample;
			since = 0;
		end else if (sample)
			n_refused = n_refused + 1;
		n_both   = n_both + (sample && ready && reset != 0);
		n_after  = n_after + (was_sample && reset != 0 && !was_both);
		n_resets = n_resets + (reset != 0 && was_both);
		was_both   = (was_both || was_sample) && reset != 0;
		was_sample = sample && ready;
		was_reset  = reset != 0;
		n_some     = n_some + (reset != 0 && reset != {PAIRS{1'b1}});
		for (i = 0; i < 2 * PAIRS; i = i + 1)
			if (reset[i/2] || first)
				count[i] = 0;
		if (first) begin
			n_first_busy = n_first_busy + (since < N);
			n_first      = n_first + 1;
			head  = 0;
			tail  = 0;
			kept  = 0;
			since = WAIT;
		end
		// the next inputs
		if (below(700) == 0) begin
			pop_rate    = below(3) * below(1001);
			sample_rate = below(3) * below(500) / (below(100) + 1);
			reset_rate  = chance(100) ? 1000 : below(3) * below(500) / (below(200) + 1);
			a_rate      = below(1001);
			b_rate      = chance(100) ? 1000 : below(1001);
		end
		for (i = 0; i < AW; i = i + 1) begin
			a[i] <= chance(a_rate);
			b[i] <= chance(b_rate);
		end
		first  <= clocks < 8 || below(3000) == 0;
		sample <= clocks > 10 && chance(sample_rate);
		reset  <= some_pairs(reset_rate);
		// all of it within a few clocks
		if (below(200) == 0)
			n_hold = 12;
		if (n_hold > 0) begin
			n_hold = n_hold - 1;
			sample <= clocks > 10 && chance(500);
			reset  <= some_pairs(500);
		end
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
			covered(n_sample > 40, "forty samples");
			covered(n_refused, "sample while not ready");
			covered(n_both, "sample and reset in one clock");
			covered(n_before, "reset, then sample");
			covered(n_after, "sample, then reset");
			covered(n_resets, "sample, then resets");
			covered(n_first > 10, "new start");
			covered(n_first_busy, "new start while a sample is taken");
			covered(n_full, "queue full");
			covered(n_put || LOW_W >= 32, "a count was put in");
			covered(n_some || PAIRS == 1, "a reset of some pairs");
			covered(n_most, "a saturated count");
			covered(n_a_more, "A is the larger");
			covered(n_b_more, "B is the larger");
			if (AMOUNT_W < 5)
				covered(n_exact, "small counts");
			finish(0, 0);
		end
endmodule
