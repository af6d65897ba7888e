// SPDX-License-Identifier: Apache-2.0
// The reader of bench_entries: explains the slots of a run by the entries of its model; included in
// its body.

	reg [63:0] taken [0:MOST-1];
	reg        was_limit [0:MOST/16-1];
	integer    kind_at [0:MOST-1], full_at [0:MOST-1];
	integer    n_event = 0, n_rest = 0, n_late_rest = 0, n_conflict = 0, n_gap = 0, n_lost = 0,
		n_load = 0, n_flush_rest = 0, n_beat = 0, n_owed = 0,
		n_first_rest = 0, n_conflict_wrap = 0, n_freeze = 0,
		n_gap_rest = 0, n_stays = 0, n_turn = 0, n_late_turn = 0, n_word_turn = 0,
		n_turn_conflict = 0, n_turn_behind = 0;

	function integer earlier(input integer full, input [31:0] later, input [31:0] at);
		earlier = TIME_W >= 30 ? full - (later - at)
			: full - ((later - at) & ((1 << TIME_W) - 1));
	endfunction

	// The kinds of the slots; their times in full, from the flush backwards, whose time is that
	// of the STOP; the load records
	function integer has_time(input integer kind);
		has_time = kind != REST && kind != ROUND && kind != DATA && kind != HALF
			&& kind != SAMPLE_END
			&& kind != MORE && kind != BLOCK_END && kind != HOLE;
	endfunction

	task parse(input integer count, input wrapped);
		integer    i, full;
		reg [31:0] next;
		begin
			for (i = 0; i < count; i = i + 1)
				kind_at[i] = i == 0 && wrapped
					&& taken[0][63:32] != (1 << 31 | HALF) ? HOLE
					: i > 0 && kind_at[i-1] == HALF ? RAW
					: taken[i][39] ? DATA : LINE != 0 && taken[i][38] ? ROUND
					: taken[i][39:32];
			full = flush_at + 1;
			next = full;
			for (i = count - 1; i >= 0; i = i - 1) begin
				// a gap may be long: both of its halves have epochs
				if (kind_at[i] == GAP && TIME_W < 25)
					full = full - ((next
						- {taken[i][55:48], taken[i][TIME_W-2:0]})
						& ((1 << (TIME_W + 7)) - 1));
				else if (has_time(kind_at[i]))
					full = earlier(full, next, taken[i][31:0]);
				if (has_time(kind_at[i]))
					next = taken[i][31:0];
				full_at[i] = full;
			end
			loads = 0;
			for (i = 0; i < count; i = i + 1) begin
				if (kind_at[i] == LOAD) begin
					load_time[loads] = full_at[i];
					load_live[loads] = taken[i][48];
					equal(live_at[full_at[i]], load_live[loads], "load record");
					equal(taken[i][63:49], 0, "rest of a load record");
					n_load = n_load + 1;
					loads  = loads + 1;
				end
			end
		end
	endtask

	// The slot that is explained, and what is known before it: the entry that is next, the time
	// of the slot before, up to which entry the recorder keeps all, the last cycle of the run
	integer    e, last, cut, upto, opened;
	integer    spent;     // cycles that the slots behind that one took
	reg        in_gap;
	reg        stays;     // the end of the run may have waited for a sample or block
	reg        waits;     // the word of an entry is not there yet
	reg [55:0] pending;
	reg        turns;     // nor the state of a line
	reg [65:0] turning;
	reg        early, early_turn;  // those of entries that are overwritten may be there
	reg        owed;      // an entry with a stop action is lost
	reg        unsure;    // perhaps one before the slots
	reg        conflict;  // the gap was opened by a word
	reg        crowded;   // or by a memory that is slow
	integer    ahead;     // slots of the run before the first one that is kept
	integer    n_crowded = 0, n_crowded_wrap = 0;

	task take_event(input integer i, input integer post);
		begin
			check(e < entries && e < cut, "event that is due");
			equal({full_at[i], taken[i][55:48], taken[i][47:40]},
				{entry_time[e], entry_code[e], entry_beside[e]},
				"time, code and triggers of an entry");
			equal(taken[i][59], entry_mark[e], "mark");
			equal(taken[i][63:60], entry_turns[e] ? {entry_round[e][33:32],
				entry_round[e][65:64]} : 0, "bits of a round; no load record");
			equal(taken[i][57:56], sample_flags(full_at[i]), "flags of a sample");
			kept_at[full_at[i]] = 1'b1;
			check(taken[i][58] ? unsure || owed || entry_stop[e]
				: !entry_stop[e] && !(owed && model_wraps),
				"stop, or that of a lost event");
			n_owed = n_owed + (taken[i][58] && !entry_stop[e]);
			owed   = 1'b0;
			unsure = 1'b0;
			if (taken[i][58] && post > 0 && cut == MOST)
				cut = e + 1 + post;
			if (entry_words[e]) begin
				check(!waits, "one word at a time");
				waits   = 1'b1;
				early   = 1'b0;
				pending = entry_word[e];
			end
			if (entry_turns[e]) begin
				check(!turns, "one round at a time");
				turns      = 1'b1;
				early_turn = 1'b0;
				turning    = entry_round[e];
			end
			n_word_turn = n_word_turn + (entry_words[e] && entry_turns[e]);
			n_event = n_event + 1;
			e = e + 1;
		end
	endtask

	task take_rest(input integer i);
		begin
			check(waits || early, "word of an event");
			if (waits)
				equal({taken[i][63:40], taken[i][31:0]}, pending, "word");
			else
				n_first_rest = n_first_rest + 1;
			n_late_rest = n_late_rest + (i > 0 && kind_at[i-1] != EVENT);
			n_gap_rest  = n_gap_rest + in_gap;
			n_rest = n_rest + 1;
			early  = 1'b0;
			waits  = 1'b0;
		end
	endtask

	task take_turn(input integer i);
		begin
			check(turns || early_turn, "round of an event");
			check(!waits, "the word before the round");
			if (turns)
				equal({taken[i][63:40], taken[i][37:0]},
					{turning[63:34], turning[31:0]}, "round");
			n_late_turn = n_late_turn + (i > 0 && kind_at[i-1] != EVENT
				&& kind_at[i-1] != REST);
			n_turn     = n_turn + 1;
			early_turn = 1'b0;
			turns      = 1'b0;
		end
	endtask

	task take_gap(input integer i);
		begin
			n_gap    = n_gap + 1;
			opened   = full_at[i];
			conflict = e < entries && entry_time[e] == opened
				&& (((waits || early) && entry_words[e])
				|| ((turns || early_turn) && entry_turns[e]));
			n_turn_conflict = n_turn_conflict + (conflict && turns && !waits);
			stays    = COUNTED && opened + DEPTH + 1 > stop_at;
			// seven eighths of the queue were taken, and half of it is still: the slot
			// is the ahead-th of the run, and the memory had stored_at of them
			crowded  = PORT != 0 && opened >= 0 && opened < MOST
				&& ahead + i - stored_at[opened] > 118;
			check(conflict || stays || crowded || (!model_wraps && was_limit[i/16]),
				"a gap has its reason");
			n_crowded      = n_crowded + crowded;
			n_crowded_wrap = n_crowded_wrap + (crowded && model_wraps);
			n_stays  = n_stays + (stays && !conflict
				&& (model_wraps || !was_limit[i/16]));
			equal(taken[i][63:56], {1'b1, run[6:0]}, "run of a gap, for want of buffer");
		end
	endtask

	task take_half(input integer i);
		integer left;
		begin
			left   = taken[i][63:32];
			n_lost = n_lost + left;
			while (left > 0 && e < entries) begin
				owed = owed || entry_stop[e];
				left = left - entry_records[e];
				e    = e + 1;
			end
			equal(left, 0, "records lost");
			check(e == 0 || taken[i][63:32] == 0 || entry_time[e-1] <= full_at[i],
				"a gap ends behind what it lost");
			check(full_at[i] < 2 || full_at[i] == upto - 1 || !(waits_at[full_at[i]]
				&& waits_at[full_at[i]-1] && waits_at[full_at[i]-2]),
				"a gap does not end while a sample waits");
			if (conflict && !stays && !crowded
				&& (model_wraps || !was_limit[(i+1)/16])) begin
				check(PORT != 0 || full_at[i] <= opened + 6 + 2 * spent,
					"end of a gap that a word opened");
				n_conflict      = n_conflict + 1;
				n_conflict_wrap = n_conflict_wrap + model_wraps;
			end
		end
	endtask

	task take(input integer i, input wrapped, input integer post);
		begin
			check(!in_gap || !has_time(kind_at[i]) || kind_at[i] == RAW,
				"slot between the halves of a gap");
			if (kind_at[i] == RAW && in_gap)
				take_half(i);
			if (has_time(kind_at[i])) begin
				check(kind_at[i] == EVENT || kind_at[i] == RAW
					|| taken[i][47:40] == 0, "node");
				if (waits || turns)
					equal(full_at[i], last + 1 + spent,
						"a slot between an event and its word: next cycle");
				else
					check(full_at[i] > last + spent, "each slot has its cycles");
				last   = kind_at[i] == SYNC ? -1 : full_at[i];
				spent  = 0;
			end else begin
				check(!(waits || turns) || kind_at[i] == REST || kind_at[i] == ROUND
					|| kind_at[i] == HALF, "words and rounds go first");
				spent = spent + 1;
			end
			case (kind_at[i])
			EVENT: take_event(i, post);
			REST:  take_rest(i);
			ROUND: take_turn(i);
			GAP: begin
				take_gap(i);
				in_gap = 1'b1;
			end
			// at the begin of what is kept its gap may be overwritten
			HALF: begin
				check(in_gap || (wrapped && last < 0), "a half of a gap");
				equal(taken[i][63:40], 24'h800000, "rest of what is before a half");
			end
			RAW:   in_gap = 1'b0;
			DATA, SAMPLE_END, MORE, BLOCK_END: ;
			HOLE:  equal(i, 0, "place of a hole");
			BEAT: begin
				n_beat = n_beat + 1;
				if (TIME_W < 30)
					equal(taken[i][55:48], full_at[i] >> (TIME_W - 1) & 255,
						"epoch");
				equal(taken[i][63:56], run, "run of a beat");
			end
			SYNC:  equal(i, 0, "place of the sync record");
			FLUSH: equal(taken[i][63:56], run, "run of the flush");
			LOAD: ;
			default: check(1'b0, "kind");
			endcase
		end
	endtask

	// post: of a recorder that froze; 0: it did not
	task explain(input integer count, input wrapped, input integer post);
		integer i, end_at, from;
		reg     found;
		begin
			parse(count, wrapped);
			ahead  = wrapped ? memory.stored - count : 0;
			end_at = count - 1;
			while (end_at > 0 && kind_at[end_at] != FLUSH)
				end_at = end_at - 1;
			n_flush_rest = n_flush_rest
				+ (end_at < count - 1 && kind_at[end_at+1] == REST);
			n_turn_behind = n_turn_behind
				+ (end_at < count - 1 && kind_at[end_at+1] == ROUND);
			upto = flush_at + 1;
			check(kind_at[end_at] == FLUSH && full_at[end_at] == upto
				&& upto >= stop_at - DEPTH + 1
				&& (COUNTED || upto <= stop_at - DEPTH + 5), "flush, and its time");
			model_entries(upto);
			cut_data(count, wrapped);
			// the entry that the first slot with one has
			e     = 0;
			from  = 0;
			found = !wrapped;
			for (i = 0; i < count && !found; i = i + 1)
				if (kind_at[i] == EVENT || kind_at[i] == GAP) begin
					while (e < entries && entry_time[e] < full_at[i])
						e = e + 1;
					found = 1'b1;
					from  = full_at[i];
				end
			if (!found) begin
				e    = entries;
				from = upto;
			end
			waits    = 1'b0;
			early    = wrapped;
			turns      = 1'b0;
			early_turn = wrapped;
			owed     = 1'b0;
			unsure   = wrapped;
			cut      = MOST;
			last     = -2;
			conflict = 1'b0;
			spent    = 0;
			in_gap   = 1'b0;
			check(wrapped || (kind_at[0] == SYNC
				&& taken[0] == {run, 16'd0, 8'd5, 32'd0}), "sync record first");
			for (i = 0; i < count; i = i + 1)
				take(i, wrapped, post);
			check(!waits && !turns, "each event has its word, and its round");
			// (unless the event that stopped is overwritten: by samples and blocks)
			if (post > 0) begin
				check(e >= cut || (COUNTED && cut == MOST),
					"frozen behind the events of POST");
				n_freeze = n_freeze + (e < entries);
			end else
				equal(e, entries, "all entries");
			check_orders(from, upto);
		end
	endtask

	task cover_entries;
		begin
			covered(n_event, "event");
			covered(n_gap, "gap");
			covered(n_lost, "lost record");
			covered(n_load, "load record");
			covered(n_many || N == 0, "many records in a cycle");
			covered(n_off, "word while the triggers are off");
			covered(n_beat || TIME_W > 12, "beat");
			covered(n_alone || N == 0, "trigger without a pattern");
			for (n = 0; n < N; n = n + 1)
				covered(n_fired[n] || (n >= M && n < 2*M), "trigger");
			if (CAPTURE != 0)
				covered(n_raise, "global trigger");
			if (LINE != 0) begin
				covered(n_turn, "round");
				covered(n_late_turn, "round that waits");
				covered(n_turn_conflict, "event lost for a round that waits");
				covered(n_turn_behind || COUNTED || RUNS < 24,
					"round behind the flush");
				covered(n_word_turn || TIMER + CAPTURE == 0, "word and round of a cycle");
			end
			if (TIMER != 0) begin
				covered(n_picked, "word picked");
				covered(n_rest, "word");
				covered(n_late_rest, "word that waits");
				covered(n_conflict, "event lost for a word that waits");
				covered(n_gap_rest, "word in a gap");
				covered(n_flush_rest || COUNTED || RUNS < 16, "word behind the flush");
				if (WRAP != 0) begin
					covered(n_conflict_wrap || RUNS < 16, "the same in wrap mode");
					covered(n_first_rest || RUNS < 40, "word whose event is overwritten");
				end
			end
			if (COUNTED) begin
				covered(n_unsampled, "sample that was not taken");
				covered(n_stays || WRAP == 0 || SAMPLE_WORDS == 0 || RUNS < 24,
					"gap while a run waits for its end");
			end
			if (SAMPLE_WORDS != 0) begin
				covered(n_sampled, "event with a sample");
				covered(n_reset, "reset");
				covered(n_reset_off, "reset that is lost");
			end
			if (BLOCKS != 0)
				covered(n_bank, "end of a bank");
			covered(n_crowded || PORT == 0, "gap for want of memory");
			covered(n_crowded_wrap || PORT == 0 || WRAP == 0 || (N != 0 && RUNS < 16),
				"the same in wrap mode");
			covered(n_freeze || WRAP == 0, "event behind the end of a recorder");
		end
	endtask
