// SPDX-License-Identifier: Apache-2.0
// A run of a node, read record by record and held against what was on the wires by time; included
// in the body of bench_node.

	function [7:0] heard(input integer time_of);   // the actions of a time
		heard = time_of >= 0 && time_of <= ended ? acts_at[time_of] : 8'd0;
	endfunction
	// a time of so many bits, not before another
	function integer unwrapped(input [31:0] low, input integer since);
		integer diff;
		begin
			diff = (low - since) & TIMES;
			unwrapped = since + diff;
		end
	endfunction
	function integer clock_of(input [31:0] low, input [7:0] epoch);
		clock_of = {epoch, low[TIME_W-2:0]};
	endfunction

	// counts and extremes restart after that time: a reset that comes with a sample does
	// only if that was taken
	function resets(input integer t);
		resets = (heard(t) & 4) != 0 && ((heard(t) & 2) == 0 || took[t]);
	endfunction

	// The sample of the clocks up to one, with a record of a time
	task read_sample(input integer upto, input integer of_time, input [7:0] of_code);
		begin
			equal(unwrapped(words[at], at_time), of_time, "time of a sample");
			equal(words[at+1], {8'd10, of_code, NODE[7:0], 8'd2}, "word 1 of a sample");
			last_reset = upto - 1;
			while (last_reset >= 0 && !resets(last_reset)) begin
				n_kept     = n_kept + ((heard(last_reset) & 4) != 0);
				last_reset = last_reset - 1;
			end
			for (k = 0; k < 4; k = k + 1) begin
				total = 0;
				for (t = last_reset + 1; t <= upto; t = t + 1)
					total = total + wires_at[t][k];
				equal(words[at+2+(k%2)*2+k/2], total, "count of a pair");
			end
			any       = 1'b0;
			last_code = 0;
			t         = last_reset;
			while (t >= 0 && class_at[t] == 0)
				t = t - 1;
			if (t >= 0)
				last_code = class_at[t];
			for (t = last_reset + 1; t <= upto; t = t + 1) begin
				if (class_at[t] != 0)
					last_code = class_at[t];
				if (wires_at[t][4+WIDTH]) begin
					if (!any || wires_at[t][4 +: WIDTH] > most) begin
						most      = wires_at[t][4 +: WIDTH];
						most_at   = t;
						most_code = last_code;
					end
					if (!any || wires_at[t][4 +: WIDTH] < least) begin
						least      = wires_at[t][4 +: WIDTH];
						least_at   = t;
						least_code = last_code;
					end
					any = 1'b1;
				end
			end
			equal({words[at+6], words[at+8]}, any ? {most, least} : 0, "extremes");
			equal({words[at+7], words[at+9]}, any ? {most_at & TIMES, least_at & TIMES}
				: 0, "times of extremes");
			equal({words[at+10], words[at+11]}, any
				? {15'd0, 1'b1, least_code[7:0], most_code[7:0], 32'd0}
				: 0, "codes of extremes");
			n_empty  = n_empty + !any;
			n_sample = n_sample + 1;
			at = at + 2 + WORDS;
		end
	endtask

	// A bank: it begins behind the one before it, or is late, and ends with the first end of a
	// bank.
	task read_bank;
		begin
			u    = words[at+1][23:16];
			till = clock_of(words[at+2], words[at+4][7:0]);
			from = clock_of(words[at+3], words[at+4][15:8]);
			late = words[at+4][17];
			check(u < 2 && bank_end[u] > -2, "block of a unit that continues");
			check(from > bank_end[u] && from <= till
				&& till <= ended, "clocks of the bank");
			check(late ? from > bank_end[u] + 1 || till == ended
				: from == bank_end[u] + 1, "the bank begins in time, or late");
			equal(words[at+1], {8'd14, u[7:0], NODE[7:0], 8'd9}, "word 1 of a bank");
			equal(words[at+5], {16'd8, 16'd0}, "word 5 of a bank");
			equal(words[at+4] >> 16, {12'd0, till == ended, 1'b0, late[0], 1'b1},
				"flags of a bank");
			check(till == ended || (heard(till) & 8'h80) != 0, "a bank's end");
			lost_values = 0;
			total       = 0;
			for (i = 0; i < COUNT; i = i + 1)
				sums[i] = 0;
			// nothing is counted where none was free at the flush
			done = late && from == till && till == ended && words[at+7] == 0;
			for (t = bank_end[u] + 1; t <= till; t = t + 1) begin
				if (t >= from && t < till)
					check((heard(t) & 8'h80) == 0,
						"no end of a bank within it");
				if (u == 0 ? wires_at[t][4+WIDTH] : pulse_at[t]) begin
					many = u == 0 ? wires_at[t][4 +: WIDTH] : width_at[t];
					if (t < from || done)
						lost_values = lost_values + 1;
					else begin
						total = total + 1;
						for (i = 0; i < COUNT; i = i + 1)
							if (many >= bounds[i] && many < bounds[i+1])
								sums[i] = sums[i] + 1;
					end
				end
			end
			equal(words[at+6], lost_values, "lost values of a bank");
			equal(words[at+7], total, "values of a bank");
			for (i = 0; i < COUNT; i = i + 1)
				equal(words[at+8+i], sums[i], "count of a bucket");
			n_late     = n_late + late;
			n_lost     = n_lost + (lost_values != 0);
			n_adjacent = n_adjacent + (from == till && from == bank_end[u] + 1
				&& till != ended);
			n_wrap     = n_wrap + ((from >> TIME_W) != (till >> TIME_W));
			bank_end[u] = till == ended ? -2 : till;
			n_block = n_block + 1;
			at = at + 16;
		end
	endtask

	task read_snapshot;
		begin
			till   = snap_next < snap_count ? snaps[snap_next] : ended;
			snap_f = snap_next < snap_count ? (till / 16 + 1) * 16 : till + 1;
			equal(words[at+1], {8'd24, 8'd0, NODE[7:0], 8'd14}, "word 1 of a snapshot");
			equal(clock_of(words[at+2], words[at+4][7:0]), till, "time of a snapshot");
			equal(clock_of(words[at+3], words[at+4][15:8]), snap_f, "F of a snapshot");
			equal({words[at+5], words[at+4][31:16]},
				{16'd17, 16'd0, 12'd0, snap_next == snap_count, 3'd1},
				"flags of a snapshot");
			for (i = 0; i < 18; i = i + 1) begin
				t = snap_next < snap_count && snap_f + i % 16 - 1 < ended
					? snap_f + i % 16 - 1 : ended;
				equal(words[at+8+i], i < INPUTS ? sums_at[t][16*i +: 16]
					: 0, "count of a snapshot");
			end
			n_wrap    = n_wrap + ((till >> TIME_W) != (snap_f >> TIME_W));
			snap_next = snap_next + 1;
			n_snap    = n_snap + 1;
			at = at + 26;
		end
	endtask

	// The events with samples: where the FIFO is long a snapshot goes out before the record of
	// its event. And the load records, which say since when the triggers may be live.
	task look_ahead;
		begin
			at      = 2;
			till    = 0;
			told_at = {SPAN{told_first}};
			while (at < made && words[at+1][7:0] != 8'd6) begin
				case (words[at+1][7:0])
				8'd1, 8'd4, 8'd7, 8'd11, 8'd12, 8'd13:
					till = unwrapped(words[at], till);
				8'd3:    till = words[at+2];
				default: ;
				endcase
				if (is_fired(words[at+1]) && words[at+1][25:24] == 2'b10) begin
					snaps[snap_count] = till;
					snap_count = snap_count + 1;
				end
				if (words[at+1][7:0] == 8'd13)
					told_from(till + DEPTH + 2 - LEVEL, words[at+1][16]);
				case (words[at+1][7:0])
				8'd2, 8'd9, 8'd14: at = at + 2 + words[at+1][31:24];
				8'd3, 8'd12:       at = at + 4;
				8'd7:              at = at + 6;
				default:           at = at + 2;
				endcase
			end
		end
	endtask

	// A clock of the run: a beat is due after a change of the top bit of the time.
	task pass(input integer of_time);
		if (of_time > 0 && of_time % (1 << (TIME_W - 1)) == 0)
			beat_due(of_time);
	endtask
	task beat_due(input integer since);
		begin
			due = since;
			if (owed < 0)
				owed = since;
		end
	endtask

	// The clocks before a time in which nothing was recorded: there was nothing, and no beat
	// waits for more than four of them.
	task silence(input integer upto);
		while (next_event < upto) begin
			pass(next_event);
			check(count_at[next_event] == 0, "no event is left out");
			equal(told, sel_at[next_event], "no load record is left out");
			check(owed < 0 || next_event < owed + 4, "no beat is left out");
			next_event = next_event + 1;
		end
	endtask

	// Times and word 1 of the next record of a clock; the last one has the flags.
	reg [7:0] of_code;
	task read_record(input [7:0] kind, input [7:0] code_is);
		begin
			equal(words[at], till & TIMES, "time of a record");
			many  = many - 1;
			flags = words[at+1][31:24] & (kind == 8'd7 ? 15 : 255);
			if (many != 0)
				equal(flags, 0, "flags before the last record");
			else
				equal(flags >> 2, (heard(till) >> 6 & 1) << 1, "flags");
			equal(words[at+1][23:0], {code_is, NODE[7:0], kind}, "word 1");
			of_code = code_is;
			at      = at + 2;
		end
	endtask

	// What was recorded in one clock
	task read_entry;
		begin
			till = unwrapped(words[at], at_time);
			silence(till);
			pass(till);
			at_time    = till;
			next_event = till + 1;
			many       = count_at[till];
			check(many != 0 || told != sel_at[till], "something that was");
			if (told != sel_at[till]) begin
				equal({words[at], words[at+1]}, {till & TIMES, 15'd0, sel_at[till],
					NODE[7:0], 8'd13}, "load record");
				told        = sel_at[till];
				n_load      = n_load + 1;
				n_load_with = n_load_with + (many != 0);
				at = at + 2;
			end
			n_most = many > n_most ? many : n_most;
			if (many != 0) begin
				if (actions_of(class_at[till]) & 1) begin
					n_event = n_event + 1;
					read_record(8'd1, class_at[till]);
				end
				read_beside;
				equal(many, 0, "records of a clock");
				equal((flags & 3) != 0, (heard(till) & 2) != 0,
					"sampled, or unsampled");
				n_unsampled = n_unsampled + ((flags & 3) == 1);
				n_partly    = n_partly + ((flags & 3) == 3);
				if (flags & 2) begin
					took[till] = 1'b1;
					read_sample(till, till, of_code);
				end
			end else if (words[at-1][7:0] != 8'd13)
				at = made;
		end
	endtask

	// Each record, from the sync on. `ended` is the last clock of the run, one before the time
	// of the flush.
	task read_run;
		begin
			at         = 0;
			at_time    = 0;
			next_event = 0;
			snap_next  = 0;
			snap_count = 0;
			bank_end[0] = -1;
			bank_end[1] = -1;
			equal(words[at+1][15:0], {NODE[7:0], 8'd5}, "sync comes first");
			look_ahead;
			work_out;
			told      = told_first;
			due       = -2;
			owed      = -1;
			last_beat = -1;
			at   = 2;
			flush_seen = 0;
			while (at < made && !flush_seen && faults < 20) begin
				case (words[at+1][7:0])
				8'd1, 8'd7, 8'd11, 8'd12, 8'd13: read_entry;
				8'd3: begin
					till = unwrapped(words[at], at_time);
					equal(clock_of(words[at], words[at+1][23:16]), till,
						"epoch of a gap");
					equal(words[at+1][30:24], words[1][30:24], "run of a gap");
					silence(till);
					from = words[at+2];  // its epoch is above it
					check(from >= till && from <= ended, "end of a gap");
					check(count_at[till] != 0 || told != sel_at[till]
						|| due >= last_beat, "a gap for something");
					total = 0;
					for (t = till; t <= from; t = t + 1) begin
						pass(t);
						total = total + count_at[t];
					end
					equal(words[at+3], total, "lost events");
					check(till >= calm_from + LEAVE || (from < calm_from + LEAVE
						&& till < calm_from + LEAVE / 2),
						"a gap ends, and none begins in the calm");
					n_gap_event = n_gap_event + (heard(from) & 1);
					n_lost_last = n_lost_last
						+ (from == ended && (heard(from) & 1) != 0);
					n_gap_load  = n_gap_load + (told != sel_at[from]);
					n_left      = n_left + (till < calm_from
						&& from >= calm_from);
					at_time    = from;
					next_event = from + 1;
					n_gap      = n_gap + (total != 0);
					beat_due(from);
					at = at + 4;
				end
				8'd4: begin
					at_time = unwrapped(words[at], at_time);
					silence(at_time);
					check(due >= last_beat, "a beat that is due");
					check(count_at[at_time] == 0 && told == sel_at[at_time],
						"a beat in a clock without a record");
					equal(clock_of(words[at], words[at+1][23:16]), at_time,
						"epoch of a beat");
					pass(at_time);
					last_beat  = at_time;
					next_event = at_time + 1;
					owed       = -1;
					n_beat     = n_beat + 1;
					at = at + 2;
				end
				8'd9, 8'd14: begin
					equal(words[at], at_time & TIMES, "time of a block");
					if (words[at+1][7:0] == 8'd9)
						read_bank;
					else
						read_snapshot;
				end
				8'd6: begin
					silence(ended + 1);
					equal(clock_of(words[at], words[at+1][23:16]), ended + 1,
						"time of the flush");
					at_time = ended + 1;
					at = at + 2;
					read_sample(ended, ended + 1, 8'd0);
					flush_seen = 1;
				end
				default: begin
					check(1'b0, "a record of a known kind");
					at = made;
				end
				endcase
			end
			check(flush_seen != 0, "a flush");
			equal(at, made, "nothing after the flush");
			equal(snap_next, snap_count + 1, "all snapshots");
			equal({bank_end[0], bank_end[1]}, {-32'd2, -32'd2}, "all banks");
			n_run  = n_run + 1;
			n_dead = n_dead + !live;
		end
	endtask
