// SPDX-License-Identifier: Apache-2.0
// The reader of bench_entries: explains the slots of a run by the entries of its model; included in
// its body.

	reg [63:0] taken [0:MOST-1];
	reg        is_half [0:MOST-1], was_limit [0:MOST/16-1];
	integer    kind_at [0:MOST-1], full_at [0:MOST-1];
	integer    n_event = 0, n_rest = 0, n_late_rest = 0, n_conflict = 0, n_gap = 0, n_lost = 0,
		n_load = 0, n_flush_rest = 0, n_beat = 0, n_owed = 0,
		n_first_rest = 0, n_conflict_wrap = 0, n_freeze = 0,
		n_gap_rest = 0;

	function integer earlier(input integer full, input [31:0] later, input [31:0] at);
		earlier = TIME_W >= 30 ? full - (later - at)
			: full - ((later - at) & ((1 << TIME_W) - 1));
	endfunction

	// The kinds of the slots; their times in full, from the flush backwards, whose time is that
	// of the STOP; the load records
	task parse(input integer count);
		integer    i, full;
		reg [31:0] next;
		begin
			full = stopped_at - LAST + 1;
			next = full;
			for (i = count - 1; i >= 0; i = i - 1) begin
				kind_at[i] = is_half[i] ? HALF : taken[i][39:32];
				if (kind_at[i] == FLUSH) begin
					full = full + ((taken[i][31:0] - full) & 7);
					next = taken[i][31:0];
				end
				if (kind_at[i] != REST) begin
					full = earlier(full, next, taken[i][31:0]);
					next = taken[i][31:0];
				end
				full_at[i] = full;
			end
			loads = 0;
			for (i = 0; i < count; i = i + 1) begin
				check(kind_at[i] != EVENT || taken[i][61:60] == 0,
					"an event has no load record: then all are off");
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
	reg        waits;     // the word of an entry is not there yet
	reg [55:0] pending;
	reg        early;     // that of an entry that is overwritten may be there
	reg        owed;      // an entry with a stop action is lost
	reg        unsure;    // perhaps one before the slots
	reg        conflict;  // the gap was opened by a word

	task take_event(input integer i, input integer post);
		begin
			check(e < entries && e < cut, "event that is due");
			equal({full_at[i], taken[i][55:48], taken[i][47:40]},
				{entry_time[e], entry_code[e], entry_beside[e]},
				"time, code and triggers of an entry");
			equal(taken[i][59], entry_mark[e], "mark");
			equal({taken[i][63:62], taken[i][57:56]}, 0, "other flags");
			check(taken[i][58] ? unsure || owed || entry_stop[e]
				: !entry_stop[e] && !(owed && model_wraps),
				"stop, or that of a lost event");
			n_owed = n_owed + (taken[i][58] && !entry_stop[e]);
			owed   = 1'b0;
			unsure = 1'b0;
			if (taken[i][58] && post > 0 && cut == MOST)
				cut = e + 1 + post;
			if (entry_beside[e][7]) begin
				check(!waits, "one word at a time");
				waits   = 1'b1;
				early   = 1'b0;
				pending = word_at[entry_time[e]];
			end
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
			if (i > 0) begin
				n_late_rest = n_late_rest + (kind_at[i-1] != EVENT);
				n_gap_rest  = n_gap_rest + (kind_at[i-1] == GAP);
			end
			n_rest = n_rest + 1;
			early  = 1'b0;
			waits  = 1'b0;
		end
	endtask

	task take_gap(input integer i);
		begin
			n_gap    = n_gap + 1;
			opened   = full_at[i];
			conflict = (waits || early) && e < entries && entry_time[e] == opened
				&& entry_beside[e][7];
			check(conflict || (!model_wraps && was_limit[i/16]), "a gap has its reason");
			equal(taken[i][63:56], {1'b1, run[6:0]}, "run of a gap, for want of buffer");
			// the word that waits is behind it, but at the end of the run
			if (waits && opened < upto - 1)
				equal(kind_at[i+1], REST, "slot behind the first half of a gap");
			else
				check(kind_at[i+1] == HALF || ((waits || early)
					&& kind_at[i+1] == REST), "second half of a gap");
		end
	endtask

	task take_half(input integer i);
		integer left;
		begin
			last = full_at[i];
			check(kind_at[i-1] == GAP || (i > 1 && kind_at[i-1] == REST
				&& kind_at[i-2] == GAP), "halves of a gap");
			left   = taken[i][63:32];
			n_lost = n_lost + left;
			while (left > 0 && e < entries) begin
				owed = owed || entry_stop[e];
				left = left - entry_records[e];
				e    = e + 1;
			end
			equal(left, 0, "records lost");
			check(e == 0 || taken[i][63:32] == 0 || entry_time[e-1] <= last,
				"a gap ends behind what it lost");
			if (conflict && (model_wraps || !was_limit[(i+1)/16])) begin
				check(last == opened + 3 || (last < opened + 3 && last == upto - 1),
					"end of a gap that a word opened");
				n_conflict      = n_conflict + 1;
				n_conflict_wrap = n_conflict_wrap + model_wraps;
			end
		end
	endtask

	task take(input integer i, input wrapped, input integer post);
		begin
			if (kind_at[i] != REST && kind_at[i] != HALF) begin
				check(kind_at[i] == EVENT || taken[i][47:40] == 0, "node");
				check(full_at[i] > last || i < 2, "times increase");
				if (waits)
					equal(full_at[i], last + 1,
						"a slot between an event and its word: next cycle");
				else if (i > 1 && kind_at[i-1] == REST)
					check(full_at[i] > last + 1, "a word has a cycle");
				last = full_at[i];
			end
			case (kind_at[i])
			EVENT: take_event(i, post);
			REST:  take_rest(i);
			GAP:   take_gap(i);
			// at the begin of what is kept nobody knows what it is
			HALF: if (!wrapped || i > 1 || (i == 1 && kind_at[0] != REST))
				take_half(i);
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
		integer i, end_at;
		reg     found;
		begin
			parse(count);
			end_at = count - 1;
			if (count > 1 && kind_at[count-1] == REST) begin
				end_at       = count - 2;
				n_flush_rest = n_flush_rest + 1;
			end
			upto = full_at[end_at];
			check(kind_at[end_at] == FLUSH && upto >= stopped_at - LAST + 1
				&& upto <= stopped_at - LAST + 3, "flush, and its time");
			model_entries(upto);
			// the entry that the first slot with one has
			e     = 0;
			found = !wrapped;
			for (i = 0; i < count && !found; i = i + 1)
				if (kind_at[i] == EVENT || kind_at[i] == GAP) begin
					while (e < entries && entry_time[e] < full_at[i])
						e = e + 1;
					found = 1'b1;
				end
			if (!found)
				e = entries;
			waits    = 1'b0;
			early    = wrapped;
			owed     = 1'b0;
			unsure   = wrapped;
			cut      = MOST;
			last     = -2;
			conflict = 1'b0;
			check(wrapped || (kind_at[0] == SYNC
				&& taken[0] == {run, 16'd0, 8'd5, 32'd0}), "sync record first");
			for (i = 0; i < count; i = i + 1)
				take(i, wrapped, post);
			check(!waits, "each event has its word");
			if (post > 0) begin
				check(e >= cut, "frozen behind the events of POST");
				n_freeze = n_freeze + (e < entries);
			end else
				equal(e, entries, "all entries");
		end
	endtask

	task cover_entries;
		begin
			covered(n_event, "event");
			covered(n_gap, "gap");
			covered(n_lost, "lost record");
			covered(n_load, "load record");
			covered(n_many, "many records in a cycle");
			covered(n_off, "word while the triggers are off");
			covered(n_beat || TIME_W > 12, "beat");
			covered(n_alone || N == 0, "trigger without a pattern");
			for (n = 0; n < N; n = n + 1)
				covered(n_fired[n] || (n >= M && n < 2*M), "trigger");
			if (TIMER != 0) begin
				covered(n_picked, "word picked");
				covered(n_rest, "word");
				covered(n_late_rest, "word that waits");
				covered(n_conflict, "event lost for a word that waits");
				covered(n_gap_rest, "word in a gap");
				covered(n_flush_rest, "word behind the flush");
				if (WRAP != 0) begin
					covered(n_conflict_wrap, "the same in wrap mode");
					covered(n_first_rest || RUNS < 40, "word whose event is overwritten");
				end
			end
			covered(n_freeze || WRAP == 0, "event behind the end of a recorder");
		end
	endtask
