// SPDX-License-Identifier: Apache-2.0
//
// Bench of gnomon_trigger_sequence: rounds with random limits, in which events of random columns
// come; often just the one that moves on, or aborts, or comes in the very clock of the deadline.
// Against the four rules of the module's header, with times for deadlines and numbers for counts.
`timescale 1ns/1ns

module bench_sequence;
	parameter  STEPS     = 4;
	parameter  COUNT_W   = 8;
	parameter  TIMEOUT_W = 24;
	parameter  LENGTH    = 200000;
	parameter  LONG      = 0;   // clocks: a directed round with a time-out so long, and counts
	                            // of the greatest number

	localparam CLOCKS    = 2000000;
	localparam STEP_W    = STEPS <= 2 ? 1 : STEPS <= 4 ? 2 : STEPS <= 8 ? 3 : 4;
	localparam EVENTS    = 16;
	localparam KIND_LONG = 7;
	`include "bench.vh"
	`include "bench_end.vh"

	reg               clear = 1'b0, wr = 1'b0, hold = 1'b0, next_in_row = 1'b0, want_takes;
	wire              takes, follows;
	reg  [STEPS-1:0]  advance = 0, abort = 0;
	reg  [STEP_W+2:0] addr = 0;
	reg  [7:0]        data = 0;
	wire              done, late;
	gnomon_trigger_sequence #(.STEPS(STEPS), .COUNT_W(COUNT_W), .TIMEOUT_W(TIMEOUT_W)) dut (
		.clk (clk), .clear_i (clear), .advance_i (advance), .abort_i (abort),
		.hold_i (hold), .takes_o (takes), .follows_o (follows), .wr_valid_i (wr),
			.wr_addr_i (addr), .wr_data_i (data),
		.done_o (done), .late_o (late)
	);

	// Limits
	reg [32:0]        counts [0:STEPS-1], timeouts [0:STEPS-1];
	reg [STEPS-1:0]   timed;
	integer           last;              // the last step
	reg [STEPS-1:0]   advance_of [0:EVENTS-1], abort_of [0:EVENTS-1];

	// State: the step that is waited for, what was seen of it, when the one before was
	// completed
	integer    s = 0, kind_now = 0;
	reg [32:0] seen = 0;
	reg [63:0] now = 0, t0 = 0;
	reg        want_done, want_late, progress, deadline;
	integer    k, n, e, mode, aim, left, rounds = 0;
	integer    n_done = 0, n_late = 0, n_just = 0, n_late_advance = 0,
		n_late_first = 0, n_again = 0, n_again_part = 0, n_abort_part = 0;
	integer    n_one_late = 0, n_held = 0, n_held_idle = 0, n_one_just = 0,
		n_two_late = 0, n_row = 0, n_clear = 0, n_three = 0, n_most = 0, n_end_first = 0,
		n_last = 0;
	reg [15:0] aborted = 0, expired = 0;   // steps at which that was seen
	reg        was_done = 1'b0;

	// The event is looked at as in idle
	task begins;
		begin
			s    = 0;
			seen = 0;
			want_takes = advance[0];
			n_held     = n_held + (advance[0] && hold);
			if (advance[0] && !hold) begin
				if (counts[0] == 1) begin
					s  = 1;
					t0 = now;
				end else
					seen = 1;
			end
		end
	endtask

	task model;
		begin
			want_done = 1'b0;
			want_late = 1'b0;
			want_takes = 1'b0;
			hold       = kind_now != KIND_LONG && chance(300);
			progress  = s > 0 || seen > 0;
			deadline  = s > 0 && timed[s] && now == t0 + timeouts[s];
			if (clear) begin
				n_clear = n_clear + progress;
				s    = 0;
				seen = 0;
			end else if (progress && abort[s]) begin
				aborted[s]   = 1'b1;
				n_abort_part = n_abort_part + (seen > 0);
				n_again      = n_again + (advance[0] && counts[0] == 1);
				n_again_part = n_again_part + (advance[0] && counts[0] > 1);
				begins;
			end else if (!progress && (hold || !advance[0])) begin
				want_takes  = advance[0];
				n_held_idle = n_held_idle + advance[0];
			end else if (advance[s] && seen + 1 == counts[s]) begin
				want_takes = !progress;
				n_just     = n_just + deadline;
				n_one_just = n_one_just + (deadline && timeouts[s] == 1);
				n_three    = n_three + (counts[s] == 3);
				n_most     = n_most + (counts[s] == 33'd1 << COUNT_W);
				seen = 0;
				if (s == last) begin
					n_end_first = n_end_first + (s > 0 && advance[0]);
					want_done = 1'b1;
					s         = 0;
				end else begin
					s  = s + 1;
					t0 = now;
				end
			end else if (deadline) begin
				expired[s]     = 1'b1;
				n_late_advance = n_late_advance + advance[s];
				n_late_first   = n_late_first + advance[0];
				n_one_late     = n_one_late + (timeouts[s] == 1);
				n_two_late     = n_two_late + (timeouts[s] == 2);
				want_late      = 1'b1;
				begins;
			end else if (advance[s]) begin
				want_takes = !progress;
				seen       = seen + 1;
			end
			#1;
			if (!clear) begin
				equal(takes, want_takes, "takes the event");
				equal(follows, next_in_row, "next of a row");
			end
			n_done   = n_done + want_done;
			n_late   = n_late + want_late;
			n_row    = n_row + (want_done && was_done);
			was_done = want_done;
		end
	endtask

	task tick;
		begin
			model;
			@(negedge clk);
			equal(done, want_done, "complete");
			equal(late, want_late, "timed out");
			now = now + 1;
		end
	endtask

	task quiet;   // no event
		begin
			advance = 0;
			abort   = 0;
		end
	endtask

	task load(input integer step);
		reg [63:0] cell_bytes;
		begin
			cell_bytes = (timeouts[step] - 1 & 64'hffffffff) << 32
				| (counts[step] - 1 & 16'hffff);
			cell_bytes[21:16] = {next_in_row, timed[step] && timeouts[step] == 1,
				counts[step] == 2,
				counts[step] == 1, timed[step], step == last};
			for (n = 0; n < 8; n = n + 1) begin
				wr   = 1'b1;
				addr = {step[STEP_W-1:0], n[2:0]};
				data = cell_bytes[8*n +: 8];
				tick;
			end
			wr = 1'b0;
		end
	endtask

	// New limits and new columns, while it is off
	task new_limits(input integer kind);
		begin
			clear = 1'b1;
			quiet;
			next_in_row = chance(500);
			kind_now    = kind;
			last = chance(500) ? STEPS - 1 : below(STEPS);
			for (k = 0; k < STEPS; k = k + 1) begin
				timed[k]  = k > 0 && chance(700);
				counts[k] = chance(600) ? 1 : 1 + below(3);
				if (chance(100))
					counts[k] = 1 + below(20);
				if (COUNT_W < 6 && chance(100))
					counts[k] = 1 << COUNT_W;
				if (counts[k] > 1 << COUNT_W)
					counts[k] = 1;
				timeouts[k] = chance(300) ? 1 + below(3) : 1 + below(12);
				if (chance(150))
					timeouts[k] = 1 + below(300);
				if (chance(100))
					timeouts[k] = 33'd1 << TIMEOUT_W;
				if (timeouts[k] > 33'd1 << TIMEOUT_W)
					timeouts[k] = 1 + below(1 << TIMEOUT_W);
				if (kind == 1) begin   // nothing but single events
					counts[k] = 1;
					timed[k]  = 1'b0;
					last      = below(2) % STEPS;
				end
				if (kind == KIND_LONG) begin
					counts[k]   = 33'd1 << COUNT_W;
					timeouts[k] = LONG;
					timed[k]    = k > 0;
					last        = STEPS - 1;
				end
			end
			for (k = 0; k < STEPS; k = k + 1)
				load(k);
			for (e = 0; e < EVENTS; e = e + 1) begin
				advance_of[e] = e == 0 ? 0 : $random(seed) & $random(seed);
				abort_of[e]   = e == 0 ? 0
					: $random(seed) & $random(seed) & ~advance_of[e];
			end
			for (k = 0; k < 1 + below(3); k = k + 1)
				tick;
			clear = 1'b0;
		end
	endtask

	task event_is(input integer number);
		begin
			advance = advance_of[number];
			abort   = abort_of[number];
		end
	endtask

	initial begin
		@(negedge clk);
		@(negedge clk);
		if (LONG != 0) begin
			new_limits(KIND_LONG);
			advance = 1;
			abort   = 0;
			for (left = 0; left < 1 << COUNT_W; left = left + 1)
				tick;
			quiet;
			for (left = 0; left < LONG + 3; left = left + 1)
				tick;
			covered(LONG != 0 || n_held_idle,
				"an event that another one takes, in idle");
		covered(LONG != 0 || STEPS == 1
			|| n_held, "an event that another one takes, at an abort or time-out");
		covered(n_late, "time-out of the long one");
		end
		while (now < LENGTH) begin
			mode = below(7);
			aim  = below(STEPS);
			new_limits(mode);
			rounds = rounds + 1;
			for (left = 100 + below(400); left > 0; left = left - 1) begin
				deadline = s > 0 && timed[s] && now == t0 + timeouts[s];
				quiet;
				case (mode)
				0: event_is(below(EVENTS));
				1: advance = {STEPS{1'b1}};
				2: if (chance(300)) advance[s] = 1'b1;
				3: if (deadline ? chance(700) : chance(100)) begin
					advance[s] = chance(800);
					advance[0] = advance[0] || chance(500);
				end
				4: begin
					advance[s] = chance(700);
					abort[s]   = !advance[s]
						&& chance(s == last || s > 1 ? 300 : 50);
					advance[0] = advance[0] || (!abort[0] && chance(500));
				end
				// quickly to a step, and then nothing, or an abort
				5: if (s != aim)
					advance[s] = 1'b1;
				else
					abort[s] = chance(20);
				default: event_is(chance(800) ? 0 : below(EVENTS));
				endcase
				if (chance(2)) begin
					clear = 1'b1;
					tick;
					clear = 1'b0;
				end else
					tick;
			end
			n_last = n_last + (last == STEPS - 1);
		end
		covered(n_done > 100, "hundred complete");
		covered(n_row, "complete in clocks in a row");
		covered(n_clear, "cleared in progress");
		covered(n_last, "all steps");
		if (COUNT_W > 1)
			covered(n_three, "count of three");
		if (COUNT_W < 6 || LONG != 0)
			covered(n_most, "greatest count");
		covered(n_abort_part, "aborted in a count");
		covered(aborted == (1 << STEPS) - 1, "aborted at each step");
		if (STEPS > 1) begin
			covered(n_late > 100, "hundred time-outs");
			covered(expired == (1 << STEPS) - 2, "time-out at each step but the first");
			covered(n_just, "just in time");
			covered(n_one_just, "just in time in the next clock");
			covered(n_one_late, "time-out of one clock");
			covered(n_two_late, "time-out of two clocks");
			covered(n_late_advance, "time-out with one of several");
			covered(n_late_first, "time-out with a first event");
			covered(n_again, "abort with a first event");
			covered(n_again_part, "abort with a first event of several");
			covered(n_end_first, "last event is a first one");
		end
		finish(0, 0);
	end
endmodule
