// SPDX-License-Identifier: Apache-2.0
// What a tap must report of one channel pair, from its wires alone; included in the body of
// bench_tap_axi.

	function integer at(input integer way, input integer i, input integer n);
		at = (way * 64 + i) * QUEUE + n % QUEUE;
	endfunction

	task forget;
		for (k = 0; k < 128; k = k + 1) begin
			head[k] = 0;
			tail[k] = 0;
			dropped[k] = 0;
			if (k < 2) begin
				in_table[k]  = 0;
				count[k]     = 0;
				sum_true[k]  = 0;
				sum_seen[k]  = 0;
			end
		end
	endtask

	// A request and an answer of one way in this clock: what the tap has to report of them
	task account(input integer way, input asked, input integer ask_id, input integer ask_beats,
		input answered, input integer answer_id);
		reg     at_once, freed, last_one;
		integer group, earlier;
		begin
			want[way]      = 1'b0;
			want_drop[way] = 1'b0;
			at_once        = 1'b0;
			freed          = 1'b0;
			last_one       = 1'b0;
			earlier        = in_table[way];
			group          = way * 64 + ask_id % GROUPS;
			if (answered && head[way*64+answer_id] == tail[way*64+answer_id])
				at_once = 1'b1;
			else if (answered) begin
				slot      = at(way, answer_id, head[way*64+answer_id]);
				age[way]  = clocks - start[slot];
				of[way]   = answer_id;
				sum_true[way] = sum_true[way] + age[way];
				want[way] = kept[slot];
				freed     = kept[slot];
				if (kept[slot])
					in_table[way] = in_table[way] - 1;
				else begin
					last_one = dropped[group] == 1
						&& group == way * 64 + answer_id % GROUPS
						&& (LITE != 0 || ask_id != answer_id);
					n_same_drop = n_same_drop
						+ (asked && dropped[group] == 1
						&& ask_id == answer_id);
				end
				for (k = 0; k < IDS; k = k + 1)
					if (k != answer_id && head[way*64+k] != tail[way*64+k]
						&& start[at(way, k, head[way*64+k])] < start[slot])
						found = 1'b1;
				n_order[way]  = n_order[way] + found;
				found         = 1'b0;
				n_over[way]   = n_over[way] + (want[way] && age[way] > MOST);
				n_most[way]   = n_most[way] + (want[way] && age[way] == MOST);
				n_ended[way]  = n_ended[way] + !kept[slot];
			end
			if (asked) begin
				n_same[way] = n_same[way]
					+ (tail[way*64+ask_id] - head[way*64+ask_id] > 1);
				if (at_once) begin
					want_drop[way] = dropped[group] > 0;
					want[way]      = !want_drop[way];
					age[way]       = 0;
					of[way]        = ask_id;
					n_zero[way]    = n_zero[way] + want[way];
					n_zero_drop    = n_zero_drop + want_drop[way];
				end else begin
					want_drop[way] = (dropped[group] > 0 && !last_one)
						|| in_table[way] == PLACES;
					n_full_pop     = n_full_pop
						+ (!want_drop[way] && freed && earlier == PLACES);
				end
				n_drop[way] = n_drop[way] + want_drop[way];
			end
			if (answered && !at_once) begin
				if (!kept[slot])
					dropped[way*64+answer_id%GROUPS] =
						dropped[way*64+answer_id%GROUPS] - 1;
				head[way*64+answer_id] = head[way*64+answer_id] + 1;
				count[way] = count[way] - 1;
			end
			if (asked && !at_once) begin
				slot        = at(way, ask_id, tail[way*64+ask_id]);
				start[slot] = clocks;
				kept[slot]  = !want_drop[way];
				beats[slot] = ask_beats;
				tail[way*64+ask_id] = tail[way*64+ask_id] + 1;
				count[way]  = count[way] + 1;
				if (want_drop[way])
					dropped[group] = dropped[group] + 1;
				else
					in_table[way] = in_table[way] + 1;
			end
			n_value[way] = n_value[way] + want[way];
		end
	endtask
