// SPDX-License-Identifier: Apache-2.0
//
// Bench of gnomon_count_segments: words that change often or never, triggers in each clock or
// seldom, blocks taken at once, slowly or not at all, new runs at any time. What was put in is kept
// clock by clock; each segment is searched in it by itself (segment_records.vh), and its block must
// be there to the clock. The triggers of a run must all be in the blocks, as a segment or missed.
`timescale 1ns/1ns

module bench_segments;
	parameter WORD_W     = 32;
	parameter CHANGES    = 0;
	parameter BEFORE     = 24;
	parameter AFTER      = 23;
	parameter COUNT_LOG2 = 2;
	parameter UNIT       = 1;
	parameter NODE       = 5;
	parameter TIME_W     = 32;
	parameter LENGTH_W   = 16;
	parameter RUNS       = 60;
	parameter MOST       = 6000;  // clocks of a run
	parameter STEADY     = 0;     // 1: a run in which entries become as long as they can
	parameter DELAY      = 0;     // clocks from the wires to D

	localparam COUNT   = 1 << COUNT_LOG2;
	localparam ENTRY   = WORD_W > 32 ? 3 : 2;
	localparam MANY    = WORD_W > 32 ? 16 : 32;  // entries of a record
	localparam LONGEST = (1 << LENGTH_W) - 1;
	localparam FULL    = BEFORE + 1 + AFTER;
	localparam SPAN    = 1 << (STEADY ? 19 : 16);
	localparam CLOCKS  = RUNS * (3 * MOST + 40 * COUNT * (FULL + 10) + 6 * FULL)
		+ (STEADY ? 8 * LONGEST : 0);
	localparam [7:0] KIND = 16;
	`include "bench.vh"
	`include "bench_end.vh"

	reg               rst = 1'b1, first = 1'b0, wire_when = 1'b0, fire = 1'b0, flush = 1'b0,
		pop = 1'b0;
	reg  [TIME_W+6:0] count = 0, past = 0;
	reg  [WORD_W-1:0] wire_value = 0;
	// at D, DELAY clocks later
	reg  [DELAY:0]    whens = 0;
	reg  [WORD_W-1:0] values [0:128];
	wire              when  = DELAY == 0 ? wire_when : whens[DELAY-(DELAY > 0)];
	wire [WORD_W-1:0] value = DELAY == 0 ? wire_value : values[DELAY-(DELAY > 0)];
	integer           v;
	always @(posedge clk) begin
		whens <= rst ? 0 : {whens, wire_when};
		values[0] <= wire_value;
		for (v = 1; v <= 128; v = v + 1)
			values[v] <= values[v-1];
	end
	wire              block_valid, block_last, busy;
	wire [31:0]       word;
	wire [WORD_W+1:0] last;
	wire              changed;

	gnomon_count_word #(.WORD_W(WORD_W), .CLOCKS(DELAY), .COMPARES(CHANGES)) u_word (
		.clk (clk), .rst (rst), .first_i (first), .word_i (wire_value),
			.when_i (wire_when),
		.last_o (last), .changed_o (changed)
	);
	gnomon_count_segments #(.WORD_W(WORD_W), .CHANGES(CHANGES), .BEFORE(BEFORE), .AFTER(AFTER),
		.COUNT_LOG2(COUNT_LOG2), .UNIT(UNIT), .NODE(NODE), .TIME_W(TIME_W),
		.LENGTH_W(LENGTH_W)) dut (
		.clk (clk), .rst (rst), .first_i (first), .count_i (past), .last_i (last),
			.changed_i (changed), .fire_i (fire), .flush_i (flush),
		.block_valid_o (block_valid), .block_word_o (word), .block_last_o (block_last),
			.block_pop_i (pop), .block_busy_o (busy)
	);

	// What was put in, by time; of a run
	reg              h_fire [0:SPAN-1], h_when [0:SPAN-1];
	reg [64:0]       h_word [0:SPAN-1];  // {known, word}
	reg [64:0]       current = 0;
	reg [TIME_W+6:0] base    = 0;        // {epoch, time} of the run's first clock
	integer          now = 0;            // time of this clock
	integer          flush_at = -1;      // -1: not yet
	integer          started = 0;
	reg              running = 1'b0;     // between first and flush

	// What came out
	reg [31:0]  record [0:255];
	integer     at = 0, part = 0, block = 0, end_before = -1, last_end = -1, left_at = 0,
		n_triggers = 0, n_fired = 0;
	integer     gone [0:SPAN-1];         // when the last word of a block was taken
	integer     e_at [0:SPAN-1];
	reg         done = 1'b0;             // the empty block was taken
	reg         held = 1'b0;
	reg [31:0]  held_word;
	reg [31:0]  poked = 0;               // triggers that were missed before, as it seems
	integer     i;
	integer     n_segment = 0, n_late = 0, n_adjacent = 0, n_single = 0, n_full = 0,
		n_short = 0, n_missed = 0, n_unknown = 0, n_cut = 0, n_whole = 0, n_at_flush = 0,
		n_before = 0, n_longest = 0, n_current = 0, n_epoch = 0, n_run = 0, n_none = 0,
		n_rest = 0, n_pad = 0, n_more = 0, n_new = 0, n_new_block = 0, n_reset = 0,
		n_new_last = 0, n_poked = 0, n_waited = 0, n_wait_end = 0, n_put = 0;

	`include "segment_records.vh"

	// The first word of a block: it must come in this clock
	integer due;
	reg     waits;
	task see_block;
		begin
			find_segment;
			due = (s_trigger >= 0 ? s_end + 7 : flush_at + 9);
			if (block > 0 && gone[block-1] + 5 > due) begin
				due = gone[block-1] + 5;
				n_waited = n_waited + 1;
			end
			// its end may wait for the next trigger and for the end of the run
			waits = s_trigger >= 0 && AFTER > 1 && (h_fire[s_end+2] === 1'b1
				|| s_end + 2 == flush_at);
			n_put = n_put + (waits && now > s_end + 7);
			if (s_trigger >= 0)
				check(now == due || (waits && now > due && now <= s_end + 9),
					"when the block is there");
			else begin
				// it needs a segment that is empty
				n_wait_end = n_wait_end
					+ (block >= COUNT && gone[block-COUNT] > flush_at);
				if (block >= COUNT && gone[block-COUNT] + 8 > due)
					due = gone[block-COUNT] + 8;
				check(now <= due, "when the empty block is there");
			end
		end
	endtask

	// Each clock: what is seen, what was put in
	always @(posedge clk) begin
		if (block_valid) begin
			if (held)
				equal(word, held_word, "a word waits");
			else if (at == 0 && part == 0)
				see_block;
			else if (at == 0)
				equal(now, left_at + 5, "when the next record is there");
			if (pop) begin
				record[at] = word;
				at = at + 1;
				if (block_last) begin
					take_record;
					at      = 0;
					left_at = now;
				end else
					check(at < MANY * ENTRY + 8, "the record has an end");
			end
			held      = !pop;
			held_word = word;
		end else begin
			check(at == 0, "a record without a pause");
			held = 1'b0;
		end
		if (running && !first)
			check(busy, "busy in a run");
		if (started > 0 && !running && !busy)
			check(done, "not busy before all is given");
		if (done && now > left_at + 1)
			check(!busy, "not busy when all is given");
		if (running && !first) begin
			if (when)
				current = {1'b1, {(64-WORD_W){1'b0}}, value};
			h_word[now] = current;
			h_when[now] = when;
			h_fire[now] = fire;
			if (flush) begin
				flush_at = now;
				running  = 1'b0;
			end
		end
		now    = now + 1;
		count <= count + 1;
		past  <= count;
		if (first) begin
			n_new       = n_new + running;
			n_new_block = n_new_block + (at != 0);
			running     = 1'b1;
			started     = started + 1;
			flush_at    = -1;
			now         = 0;
			at          = 0;
			part        = 0;
			block       = 0;
			end_before  = -1;
			last_end    = -1;
			n_triggers  = 0;
			done        = 1'b0;
			held        = 1'b0;
			current     = 0;
			poked       = 0;
			// the time goes on where a bench likes it: a run has not so many clocks
			base        = chance(500) ? 0 : {$random(seed), $random(seed)};
			count      <= base;
		end
		if (rst) begin
			running = 1'b0;
			started = 0;
			done    = 1'b0;
			at      = 0;
			part    = 0;
			held    = 1'b0;
		end
	end

	// A word is taken in the clock in which it is there
	integer pop_rate = 1000;
	always @(negedge clk)
		pop <= block_valid && !rst && chance(pop_rate);

	// Inputs
	integer fire_rate = 0, when_rate = 0, change_rate = 0, mode = 0, phase = 0, length,
		run_no, n;
	task new_rates;
		begin
			case (below(7))
			0:       fire_rate = 1000;
			1:       fire_rate = 500;
			2:       fire_rate = below(100);
			3:       fire_rate = 1;
			4:       fire_rate = 0;
			default: fire_rate = 1 + 2000 / FULL;
			endcase
			case (below(4))
			0:       when_rate = below(100);
			1:       when_rate = below(2) * 500;
			default: when_rate = 1000;
			endcase
			case (below(4))
			0:       change_rate = below(100);
			1:       change_rate = below(2) * 300;
			default: change_rate = 1000;
			endcase
			case (below(5))
			0:       pop_rate = 0;
			1:       pop_rate = below(200);
			2:       pop_rate = 500;
			default: pop_rate = 1000;
			endcase
			mode  = below(3);
			phase = 1 + below(chance(300) ? 20 : 600);
		end
	endtask
	task inputs;
		begin
			if (phase == 0)
				new_rates;
			else
				phase = phase - 1;
			fire <= chance(fire_rate);
			wire_when <= chance(when_rate);
			if (chance(change_rate))
				case (mode)
				0:       wire_value <= {$random(seed), $random(seed)};
				1:       wire_value <= current ^ 64'd1 << below(WORD_W);
				2:       wire_value <= below(2);
				default: wire_value <= wire_value + 1;
				endcase
		end
	endtask
	task clocks_of(input integer many);
		repeat (many) begin
			inputs;
			@(posedge clk);
		end
	endtask
	task start_run;
		begin
			first <= 1'b1;
			flush <= running && chance(200);
			clocks_of(1);
			first <= 1'b0;
			flush <= 1'b0;
		end
	endtask
	// A new run in the clock in which the last word of a segment is taken
	task start_at_last;
		begin
			start_run;
			calm(40);
			fire <= 1'b1;
			@(posedge clk);
			while (!first) begin
				inputs;
				@(negedge clk);
				#1 first = pop && block_last && record[3][16] && at > 4;
				@(posedge clk);
				#1;
			end
			n_new_last = n_new_last + 1;
			first <= 1'b0;
			clocks_of(1 + below(200));
		end
	endtask
	task end_run;
		begin
			flush <= 1'b1;
			@(posedge clk);
			flush <= 1'b0;
			clocks_of(below(3) * below(60));
			while (busy) begin
				if (pop_rate == 0)
					pop_rate = 1000;
				clocks_of(1);
			end
		end
	endtask
	// An entry in each clock, no triggers, all taken at once
	task calm(input integer many);
		begin
			fire_rate   = 0;
			when_rate   = 1000;
			change_rate = 1000;
			mode        = 3;
			pop_rate    = 1000;
			phase       = 1 << 30;
			clocks_of(many);
		end
	endtask
	// The flush so many clocks after a trigger, all quiet before: 0 with it, AFTER with the
	// last cycle of its segment. At times the next run begins behind that clock instead.
	task flush_after(input integer many);
		begin
			start_run;
			calm(1 + below(2) * (FULL + 10));
			fire <= 1'b1;
			if (many > 0) begin
				@(posedge clk);
				clocks_of(many - 1);
				inputs;
			end
			if (chance(400)) begin
				@(posedge clk);
				start_run;
				clocks_of(20);
			end else
				end_run;
			phase = 0;
		end
	endtask
	// A segment ends and the flush comes with a trigger, in adjacent clocks
	task flush_behind;
		begin
			start_run;
			calm(1 + below(2) * (FULL + 10));
			fire <= 1'b1;
			@(posedge clk);
			clocks_of(AFTER);
			inputs;
			fire <= 1'b1;
			end_run;
			phase = 0;
		end
	endtask
	// The next trigger two cycles after a segment, and at times the flush after that
	task trigger_behind;
		begin
			start_run;
			calm(1 + below(2) * (FULL + 10));
			fire <= 1'b1;
			@(posedge clk);
			clocks_of(AFTER + 1);
			inputs;
			fire <= 1'b1;
			@(posedge clk);
			clocks_of(below(2) * (AFTER + 8));
			end_run;
			phase = 0;
		end
	endtask
	// Many are missed: what was counted seems to be almost all
	task start_poked;
		begin
			start_run;
			fire_rate = 0;
			phase     = 10;
			clocks_of(4);
			fire <= 1'b0;
			@(negedge clk);
			poked = -1 - below(8);
			dut.missed_q = poked;
			@(posedge clk);
			n_poked = n_poked + 1;
			fire_rate = 1000;
			phase     = 2 * FULL + 20;
		end
	endtask
	// Entries as long as they can be, before and after a trigger
	task steady;
		begin
			start_run;
			calm(5);
			change_rate = 0;
			clocks_of(LONGEST + below(LONGEST));
			fire <= 1'b1;
			@(posedge clk);
			clocks_of(LONGEST * 2 + below(LONGEST));
			end_run;
			phase = 0;
		end
	endtask

	initial begin
		repeat (4) @(posedge clk);
		rst <= 1'b0;
		for (run_no = 0; run_no < RUNS; run_no = run_no + 1) begin
			case (run_no % 8)
			1: flush_after(AFTER);
			2: flush_after(0);
			3: flush_behind;
			5: start_at_last;
			6: trigger_behind;
			4: begin
				start_run;
				calm(40);
				end_run;
				phase = 0;
			end
			endcase
			if (run_no == 1 && STEADY)
				steady;
			// a new run, at times in the middle of the one before
			if (chance(300))
				start_poked;
			else
				start_run;
			length = chance(300) ? below(50) : chance(100) ? 0 : below(MOST);
			clocks_of(length);
			if (chance(850)) begin
				inputs;
				flush <= 1'b1;
				@(posedge clk);
				flush <= 1'b0;
				clocks_of(below(3) * below(COUNT * FULL));
				if (chance(700))
					while (busy) begin
						if (pop_rate == 0)
							pop_rate = 1000;
						clocks_of(1);
					end
			end
			if (chance(100)) begin
				rst   <= 1'b1;
				flush <= running && chance(500);
				n_reset = n_reset + 1;
				repeat (1 + below(2)) @(posedge clk);
				rst   <= 1'b0;
				flush <= 1'b0;
				clocks_of(below(20));
			end
		end
		covered(n_segment > 40, "forty segments");
		covered(n_run > 9, "ten runs whose blocks were all taken");
		covered(n_late, "a segment that waits for an empty one");
		covered(n_adjacent, "a trigger right behind a segment");
		covered(n_single, "a segment that ends with its trigger");
		covered(n_full || BEFORE > 200, "more entries than a segment keeps");
		covered(n_short || BEFORE == 0, "a segment that is not full");
		covered(n_missed, "missed triggers");
		covered(n_rest, "missed triggers after the last segment");
		covered(n_unknown, "a word before the first one");
		covered(n_current, "a word of an earlier cycle");
		covered(n_cut || AFTER == 0, "a segment that is cut by the flush");
		covered(n_whole, "a segment that ends with the flush by itself");
		covered(n_at_flush, "a trigger in the last cycle");
		covered(n_before || CHANGES == 0, "a trigger within an entry");
		covered(n_longest || CHANGES == 0 || (LENGTH_W > 8 && !STEADY), "a longest entry");
		covered(n_epoch, "an epoch");
		covered(n_none, "a run without triggers");
		covered(n_pad || ENTRY == 2, "a padded record");
		covered(n_more || FULL <= MANY, "several records");
		covered(n_new, "a new run in the middle");
		covered(n_new_block, "a new run in a record");
		covered(n_new_last, "a new run with the last word of a segment");
		covered(n_reset, "a reset");
		covered(n_poked, "a count of missed triggers that wraps");
		covered(n_waited, "a block that waits for another");
		covered(n_put || AFTER < 2, "an end that waits for the next trigger");
		covered(n_wait_end, "an empty block that waits for a segment");
		finish(0, 0);
	end
endmodule
