// SPDX-License-Identifier: Apache-2.0
// Blocks of segments, read and held against what was put in by time; included in the body of
// bench_segments.
//
// Nothing here is kept cycle by cycle: where a block comes, the segment is looked for from the
// first cycle that it can have. That is the one behind the segment before it, or, where all
// segments were in use, the one in which the last word of the oldest of them had been taken.

	// From `s_from`: the next trigger, the entries up to the end, the end. Entry i has the
	// cycles from e_at[i] up to e_at[i+1] - 1. s_trigger is -1 where none came before the
	// flush.
	integer s_from, s_trigger, s_entry, s_end, s_missed, s_top, e_many, c;
	reg     s_flush, s_open;
	task find_segment;
		begin
			s_from = end_before + 1;
			if (block >= COUNT && gone[block-COUNT] + 1 > s_from)
				s_from = gone[block-COUNT] + 1;
			s_trigger = -1;
			s_missed  = 0;
			s_flush   = 1'b0;
			s_open    = 1'b1;
			e_many    = 0;
			for (c = end_before + 1; c < s_from; c = c + 1)
				if (flush_at < 0 || c <= flush_at)
					s_missed = s_missed + h_fire[c];
			for (c = s_from; s_open; c = c + 1)
				if (flush_at >= 0 && c > flush_at)
					s_open = 1'b0;
				else if (c >= now) begin
					s_open    = 1'b0;
					s_trigger = -1;
				end else begin
					if (CHANGES == 0 || e_many == 0
						|| h_word[c] != h_word[c-1]
						|| c - e_at[e_many-1] == LONGEST) begin
						if (s_trigger >= 0 && e_many > s_entry + AFTER)
							s_open = 1'b0;
						else begin
							e_at[e_many] = c;
							e_many = e_many + 1;
						end
					end
					if (s_open && h_fire[c]) begin
						if (s_trigger < 0) begin
							s_trigger = c;
							s_entry   = e_many - 1;
						end else
							s_missed = s_missed + 1;
					end
					if (s_open)
						s_end = c;
				end
			if (s_trigger >= 0) begin
				e_at[e_many] = s_end + 1;
				s_flush = s_end == flush_at;
				s_top   = s_entry > BEFORE ? s_entry - BEFORE : 0;
			end else begin
				// what is left: nothing but missed triggers
				e_many = 0;
				s_top  = 0;
				s_end  = flush_at;
				s_flush = 1'b1;
				s_entry = -1;
			end
		end
	endtask

	// {epoch, time} of a cycle
	reg [TIME_W+6:0] stamp;
	reg [31:0]       missed;
	integer          entries, part_first, part_many, words, aux, k;
	task take_record;
		begin
			if (part == 0) begin
				missed = (block == 0 ? poked : 0) + s_missed;
				check(s_trigger >= 0 || flush_at >= 0, "a segment is due");
				check(s_end < now - 1, "the segment has ended");
				check(!done, "nothing after the empty block");
				done = s_trigger < 0;
			end
			entries    = e_many - s_top;
			part_first = MANY * part;
			part_many  = entries - part_first > MANY ? MANY : entries - part_first;
			words      = part_many * ENTRY;
			aux        = 6 + words + words % 2;
			equal(at, aux + 1, "words of the record");
			equal(record[0], {aux[7:0], UNIT[7:0], NODE[7:0], KIND}, "word 1");
			stamp = base + (done ? s_end : s_trigger);
			equal(record[1], stamp[TIME_W-1:0], "trigger");
			equal(record[3][7:0], stamp[TIME_W+6 -: 8], "epoch of the trigger");
			n_epoch = n_epoch + (stamp[TIME_W+6 -: 8] != 0);
			stamp = base + s_end;
			equal(record[2], stamp[TIME_W-1:0], "last cycle");
			equal(record[3][15:8], stamp[TIME_W+6 -: 8], "epoch of the last cycle");
			equal(record[3][31:16],
				{12'd0, s_flush, 2'd0, part_first + MANY >= entries},
				"flags");
			equal(record[4], {part_many[15:0], part_first[15:0]}, "word 5");
			equal(record[5], missed, "missed");
			equal(record[6], entries, "entries");
			for (i = 0; i < part_many; i = i + 1) begin
				k = s_top + part_first + i;
				equal(record[7+ENTRY*i], {14'd0, h_when[e_at[k]],
					h_word[e_at[k]][64], 16'd0} + e_at[k+1] - e_at[k],
					"length and flags");
				equal(record[8+ENTRY*i], h_word[e_at[k]][31:0], "word");
				if (ENTRY == 3)
					equal(record[9+ENTRY*i], h_word[e_at[k]][63:32], "high half");
			end
			if (words % 2 != 0)
				equal(record[7+words], 0, "padding");
			n_pad  = n_pad + words % 2;
			n_more = n_more + (part == 1);
			part   = part + 1;
			if (part_first + MANY >= entries) begin
				if (!done)
					count_segment;
				n_triggers = n_triggers + !done + s_missed;
				part       = 0;
				gone[block] = now;
				block      = block + 1;
				end_before = s_end;
				if (done)
					end_blocks;
			end
		end
	endtask

	// What the segment shows
	task count_segment;
		begin
			n_segment = n_segment + 1;
			n_late    = n_late + (s_from > last_end + 1 && block >= COUNT);
			n_adjacent = n_adjacent + (block > 0 && s_trigger == last_end + 1);
			n_single  = n_single + (s_end == s_trigger);
			n_full    = n_full + (s_entry > BEFORE);
			n_short   = n_short + (s_entry < BEFORE);
			n_missed  = n_missed + (s_missed != 0);
			n_unknown = n_unknown + !h_word[e_at[s_top]][64];
			n_cut     = n_cut + (s_flush && e_many <= s_entry + AFTER);
			n_whole   = n_whole + (s_flush && e_many > s_entry + AFTER);
			n_at_flush = n_at_flush + (s_flush && s_trigger == s_end
				&& e_at[s_entry] == s_trigger);
			n_before  = n_before + (s_trigger > e_at[s_entry]);
			for (k = s_top; k < e_many; k = k + 1) begin
				n_longest = n_longest + (e_at[k+1] - e_at[k] == LONGEST);
				n_current = n_current + (!h_when[e_at[k]] && h_word[e_at[k]][64]);
			end
			last_end = s_end;
		end
	endtask

	// All triggers of the run are in some block
	task end_blocks;
		begin
			n_fired = 0;
			for (c = 0; c <= flush_at; c = c + 1)
				n_fired = n_fired + h_fire[c];
			equal(n_triggers, n_fired, "triggers");
			n_run  = n_run + 1;
			n_none = n_none + (block == 1 && flush_at > 20);
			n_rest = n_rest + (s_missed != 0);
		end
	endtask
