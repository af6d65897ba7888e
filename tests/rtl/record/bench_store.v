// SPDX-License-Identifier: Apache-2.0
//
// Bench of gnomon_record_store: entries that come up to SETTLE cycles after their cycle, a sender
// that makes records of them, blocks, and a ring that takes them as a station does or as a skid
// does. Rounds are short, end some time after sent_o, are cut, follow each other at once. What must
// pass, and when, is worked out from cycle numbers and counts of entries; all outputs are compared
// in each cycle, and all words that passed with all that were made.
`timescale 1ns/1ns

module bench_store;
	parameter DEPTH_LOG2 = 4;
	parameter FULL       = 6;
	parameter SETTLE     = 5;
	parameter LENGTH     = 100000;

	localparam CLOCKS = 2 * LENGTH;
	localparam DEPTH  = 1 << DEPTH_LOG2;
	`include "bench.vh"
	`include "bench_end.vh"

	reg  rst = 1'b1, clear = 1'b0, stop = 1'b0, active = 1'b0, line = 1'b0, block = 1'b0,
		valid_in = 1'b0, take_in = 1'b0;
	reg  [DEPTH_LOG2:0] fill = 0;
	wire full, sent, take_out, ready_out, valid_out;

	// The sender: the word that it shows. An entry is a slot, or two of them: a gap, of which
	// the second one may come much later.
	integer at = 0, words = 0;              // of the record that is shown: word, words; 0: none
	reg     of_block = 1'b0, of_gap = 1'b0; // what it is
	wire    last_in  = at == words - 1;
	wire    ready_in = valid_in && at == 0;
	wire    taken_in = valid_in && take_out;
	wire    pop      = taken_in && !of_block && (last_in || (of_gap && at == 1));
	gnomon_record_store #(.DEPTH_LOG2(DEPTH_LOG2), .FULL(FULL), .SETTLE(SETTLE)) dut (
		.clk (clk), .rst (rst), .clear_i (clear), .stop_i (stop), .active_i (active),
		.line_i (line), .full_o (full), .sent_o (sent),
		.fill_i (fill), .pop_i (pop), .block_valid_i (block),
		.ready_i (ready_in), .valid_i (valid_in), .last_i (valid_in ? last_in : 1'bx),
			.take_o (take_out),
		.ready_o (ready_out), .valid_o (valid_out), .take_i (take_in)
	);

	// What is expected
	integer now = 0;
	reg     run = 1'b0;              // in a run
	reg     granted = 1'b0;          // the record that is shown passes in any case
	reg     was_line = 1'b0, was_high = 1'b0, due_sent = 1'b0, high, passes, open;
	integer first = 0;               // first cycle of the round
	integer due   = 0;               // slots that were in the store SETTLE cycles after it
	integer popped = 0, came = 0, made = 0;  // slots of this run
	integer cycle_of [0:LENGTH];     // of each slot
	integer shows_at [0:LENGTH];     // cycle in which fill has it
	reg     half [0:LENGTH];         // it is the first one of a gap
	// words, by number: those that were made, of this run, and those that came through
	integer word_made = 0, word_came = 0, number = 0, passed = 0;

	// What comes
	integer event_rate = 100, block_rate = 0, take_rate = 500, line_rate = 5, gap_rate = 100,
		pause_rate = 200;
	integer kind = 0, lasts = 0, low = 100, after = 0, in_round = 0;
	integer ending = -1, open_gap = -1, clears = 0, until_clear = 300, idle = 0, burst = 0;
	reg     station = 1'b1, sending = 1'b0, sent_once = 1'b0, wants = 1'b0, calm = 1'b0,
		ends = 1'b0, next_line = 1'b0;
	integer i, n_round [0:3], n_sent = 0, n_cut = 0, n_full = 0, n_again = 0, n_quiet = 0,
		n_mid = 0, n_stays = 0, n_waits = 0, n_block = 0, n_held_up = 0, n_stop = 0,
		n_left = 0, n_clear_mid = 0, n_restart = 0, n_back = 0, n_flight = 0, n_pause = 0,
		n_top = 0, n_gap = 0, n_gap_waits = 0, n_over = 0, n_rst = 0, n_no_run = 0,
		n_drained = 0, n_late = 0, n_last_cycle = 0;

	task check_outputs;
		begin
			open = line || !run;
			if (valid_in && open)
				granted = 1'b1;
			passes = open || granted;
			equal({ready_out, valid_out}, {ready_in && passes, valid_in && passes},
				"what the ring sees");
			check(!(valid_in || take_in) || take_out === (take_in && passes),
				"what the sender sees");
			check((valid_out && take_in) === taken_in, "a word taken is a word given");
			check(!(valid_in && at > 0) || valid_out, "a record is not divided");
			check(!valid_out || at > 0 || ready_out, "a first word comes with ready");
			check(!(line && valid_in && take_in) || take_out,
				"in a round all passes that is taken");
			high = fill >= FULL && active && !line;
			equal(full, high && !was_high, "almost full");
			check(!full || (active && !line), "full in a run, not in a round");
			equal(sent, due_sent, "sent");
			// the entries of all cycles up to the first one of the round
			if (sent && line)
				check(popped >= made || cycle_of[popped] > first,
					"all that belongs to the round has been sent");
			n_full    = n_full + full;
			n_again   = n_again + (full && was_line);
			n_quiet   = n_quiet + (line && active && fill >= FULL);
			n_waits   = n_waits + (valid_in && !passes);
			n_stays   = n_stays + (valid_in && !open && granted && at == 0);
			n_mid     = n_mid + (at > 0 && was_line && !line);
			n_top     = n_top + (fill >= DEPTH - 1);
			n_no_run  = n_no_run + (!run && valid_out && number == 0);
			n_held_up = n_held_up + (line && block && now > first + SETTLE
				&& popped >= due);
		end
	endtask

	// The edge: what passed, and what the next cycle expects of it
	task account;
		begin
			if (line && !was_line) begin
				first    = now;
				due      = 1 << 30;
				n_flight = n_flight + (made > came && cycle_of[made-1] <= now);
				n_last_cycle = n_last_cycle + (made > 0 && cycle_of[made-1] == now);
			end
			if (was_line && !line && !sent_once && in_round)
				n_cut = n_cut + 1;
			if (line && now == first + SETTLE)
				due = came;
			due_sent = line && now > first + SETTLE && popped >= due && !block;
			was_line = line;
			was_high = high;
			in_round = line;
			if (line && !due_sent && now == first + 1)
				sent_once = 1'b0;
			if (sent && line && !sent_once) begin
				n_sent    = n_sent + 1;
				sent_once = 1'b1;
			end
			if (taken_in) begin
				equal(number, word_came, "words in their order");
				word_came = word_came + 1;
				number    = number + 1;
				passed    = passed + 1;
				popped    = popped + pop;
				n_block   = n_block + (of_block && last_in);
				n_gap     = n_gap + (of_gap && last_in);
				if (last_in)
					granted = 1'b0;
			end
			if (stop)
				run = 1'b0;
		end
	endtask

	task begin_round;
		begin
			kind  = calm ? 1 : below(4);
			lasts = kind == 0 ? 1 + below(3) : kind == 2 ? 4 + below(300) : 1;
			after = kind == 3 ? below(400) : below(20);
			n_round[kind] = n_round[kind] + 1;
			n_back = n_back + (low == 1);
			next_line = 1'b1;
		end
	endtask

	task next_round;
		begin
			low   = line ? 0 : low + 1;
			wants = wants || full === 1'b1;
			if (line) begin
				lasts = lasts - 1;
				if ((kind == 1 || kind == 3) && sent_once)
					after = after - 1;
				next_line = kind == 1 || kind == 3 ? after > 0 : lasts > 0;
				// the limit
				if (now > first + 60 * DEPTH + 2000 && !calm)
					next_line = 1'b0;
			end else if ((wants && chance(100))
				|| chance(low < 3 ? 300 : line_rate)) begin
				begin_round;
				wants = 1'b0;
			end else
				next_line = 1'b0;
		end
	endtask

	// Events: each has its slot in the FIFO 1 to SETTLE cycles later, in their order
	task add_slot(input first_half);
		begin
			cycle_of[made] = now + 1;
			shows_at[made] = now + 1 + (chance(300) ? SETTLE : 1 + below(SETTLE));
			if (made > came && shows_at[made] <= shows_at[made-1])
				shows_at[made] = shows_at[made-1] + 1;
			half[made] = first_half;
			// one at a time: one that would be late has its cycle later, too
			if (shows_at[made] > cycle_of[made] + SETTLE) begin
				cycle_of[made] = shows_at[made] - SETTLE;
				n_late = n_late + 1;
			end
			made = made + 1;
		end
	endtask

	task next_events;
		begin
			if (open_gap >= 0) begin
				if (chance(gap_rate)) begin
					add_slot(1'b0);
					open_gap = -1;
				end
			end else if (chance(event_rate) && made - popped < DEPTH - 2
				&& (active || !run)) begin
				add_slot(chance(150));
				if (half[made-1])
					open_gap = made - 1;
			end
			if (came < made && shows_at[came] <= now + 1)
				came = came + 1;
			fill <= came - popped;
		end
	endtask

	task next_word;
		begin
			if (taken_in) begin
				at = last_in ? 0 : at + 1;
				if (at == 0)
					words = 0;
			end
			if (valid_in && !taken_in) begin
				// it stays
			end else if (words != 0) begin
				valid_in <= (!of_block || block) && !chance(pause_rate);
				n_pause = n_pause + (valid_in && taken_in);
			end else begin
				valid_in <= 1'b0;
				if (block && chance(700)) begin
					of_block = 1'b1;
					of_gap   = 1'b0;
					words    = 2 + below(chance(100) ? 60 : 8);
					valid_in <= 1'b1;
				end else if (came > popped && shows_at[popped] < now
					&& !chance(pause_rate)) begin
					of_gap   = half[popped];
					of_block = 1'b0;
					n_gap_waits = n_gap_waits + (of_gap && came < popped + 2);
					if (!of_gap || came > popped + 1) begin
						words = of_gap ? 4 : 2 + 2 * below(chance(100) ? 20
							: 3);
						valid_in <= 1'b1;
					end
				end
			end
			if (words != 0 && at == 0 && number == word_made)
				word_made = word_made + words;
		end
	endtask

	// block_valid_i stays while the first word of a block is shown
	reg next_block;
	task next_blocks;
		begin
			if (block && !(taken_in && of_block))
				next_block = !(words == 0 && chance(20));
			else if (taken_in && of_block)
				next_block = last_in ? chance(block_rate) : !chance(200);
			else
				next_block = words != 0 && of_block ? chance(400)
					: chance(block_rate);
		end
	endtask

	task next_take;
		if (!station)
			take_in <= chance(take_rate);
		else begin
			// a station begins with a whole record, and leaves when none follows
			if (!sending) begin
				sending = ready_out === 1'b1 && chance(take_rate);
				burst   = 1 + below(16);
				idle    = 0;
			end else if (taken_in && last_in) begin
				burst   = burst - 1;
				sending = burst > 0;
				idle    = 0;
			end else if (at == 0 && !(valid_out === 1'b1)) begin
				idle    = idle + 1;
				sending = idle < 2;
			end
			take_in <= sending && chance(take_rate);
		end
	endtask

	task forget;   // the FIFO and the sender are cleared
		begin
			n_clear_mid = n_clear_mid + (at > 0);
			n_left      = n_left + (popped < made);
			made        = 0;
			came        = 0;
			popped      = 0;
			open_gap    = -1;
			at          = 0;
			words       = 0;
			number      = 0;
			word_made   = 0;
			word_came   = 0;
			granted     = 1'b0;
			was_line    = 1'b0;
			was_high    = 1'b0;
			due_sent    = 1'b0;
			sent_once   = 1'b0;
			sending     = 1'b0;
			wants       = 1'b0;
			fill       <= 0;
			valid_in   <= 1'b0;
			block      <= 1'b0;
			take_in    <= 1'b0;
		end
	endtask

	task new_rates;
		begin
			calm       = chance(200);
			event_rate = chance(300) ? 900 : chance(300) ? 5 : below(200);
			block_rate = calm || chance(500) ? 0 : chance(300) ? 900 : below(60);
			take_rate  = calm ? 1000 : chance(300) ? below(100) : below(1001);
			line_rate  = chance(300) ? 0 : chance(300) ? 50 : below(10);
			gap_rate   = chance(500) ? 300 : 10;
			pause_rate = chance(500) ? 0 : below(600);
			station    = chance(600);
		end
	endtask

	// A run: clear_i for four cycles, then it is active; stop_i, and some time later it is not
	// active any more, or the next one begins without it
	task next_run;
		begin
			until_clear = until_clear - 1;
			stop <= 1'b0;
			if (clears > 0) begin
				clears = clears - 1;
				clear <= clears > 0;
			end else if (until_clear <= 0) begin
				n_restart = n_restart + run;
				until_clear = 200 + below(chance(300) ? 500 * DEPTH : 50 * DEPTH);
				ends    = chance(700);
				clears  = 4;
				clear  <= 1'b1;
				active <= 1'b0;
				ending  = -1;
				new_rates;
			end else if (run && ending < 0 && now % 8 == 0 && until_clear < 150
				&& ends && chance(200)) begin
				stop   <= 1'b1;
				n_stop  = n_stop + (came > popped);
				ending  = below(20);
				if (chance(700))    // until all has come
					until_clear = 40 * DEPTH + 200;
			end else if (ending > 0)
				ending = ending - 1;
			else if (ending == 0)
				active <= 1'b0;
			else if (run && !active && ending < 0)
				active <= chance(300);
		end
	endtask

	initial for (i = 0; i < 4; i = i + 1)
		n_round[i] = 0;

	always @(posedge clk) begin
		if (rst || clear) begin
			forget;
			n_over = n_over + (clear && line);
			next_round;
			line  <= next_line;
			run    = !rst;
			next_run;
		end else begin
			check_outputs;
			account;
			if (!run && made == popped && words == 0 && made > 0 && open_gap < 0) begin
				equal(word_came, word_made, "all words came");
				n_drained = n_drained + 1;
			end
			next_blocks;
			next_word;
			next_events;
			next_round;
			next_take;
			next_run;
			line  <= next_line;
			block <= next_block;
			if (below(20 * DEPTH) == 0)
				new_rates;
		end
		rst <= now < 3 || (now % 4096 < 3 && now % 8192 > 4000);
		n_rst = n_rst + (rst && now > 10);
		if (rst) begin
			clears = 0;
			clear  <= 1'b0;
			active <= 1'b0;
			stop   <= 1'b0;
			ending = -1;
			until_clear = 30 + below(200);
		end
		now = now + 1;
		if (now == LENGTH) begin
			covered(n_round[0] > 5, "short rounds");
			covered(n_round[1] > 5 && n_round[3] > 5, "rounds until it was sent");
			covered(n_round[2] > 5, "rounds of any length");
			covered(n_sent > 20, "twenty rounds in which all was sent");
			covered(n_cut > 5, "rounds that were cut before");
			covered(n_full > 5, "almost full");
			covered(n_again, "almost full after a round");
			covered(n_quiet, "almost full in a round");
			covered(n_mid, "end of a round within a record");
			covered(n_stays, "first word that was shown in a round, taken later");
			covered(n_waits, "record that waits for a round");
			covered(n_block, "block");
			covered(n_held_up, "round that waits for blocks alone");
			covered(n_stop, "end of a run with entries left");
			covered(n_drained, "run that has sent all");
			covered(n_left, "new run with entries left");
			covered(n_clear_mid, "new run within a record");
			covered(n_restart, "new run without an end");
			covered(n_back, "rounds one cycle apart");
			covered(n_flight, "entry on its way when a round begins");
			covered(n_last_cycle, "entry of the first cycle of a round");
			covered(n_pause, "record that pauses");
			covered(n_gap, "gap");
			covered(n_gap_waits, "gap that waits for its second half");
			covered(n_top || DEPTH_LOG2 > 6, "all of the store in use");
			covered(n_over, "round over a new run");
			covered(n_rst, "reset");
			covered(n_no_run, "words without a run");
			finish(0, 0);
		end
	end
endmodule
