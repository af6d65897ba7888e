// SPDX-License-Identifier: Apache-2.0
// The model of bench_entries: which entries a run should have, by what was on the wires; included
// in its body.

	// When the host was told that the triggers are off or live, as the slots say it
	integer          loads, load_time [0:MOST-1];
	reg              load_live [0:MOST-1];
	// Entries that are due
	reg              model_collects, model_wraps;
	integer          entries, entry_time [0:MOST-1], entry_records [0:MOST-1];
	reg [7:0]        entry_code [0:MOST-1], entry_beside [0:MOST-1];
	reg              entry_stop [0:MOST-1], entry_mark [0:MOST-1];
	reg              entry_words [0:MOST-1], entry_turns [0:MOST-1];  // with a word, a round
	reg [55:0]       entry_word [0:MOST-1];
	reg [65:0]       entry_round [0:MOST-1];  // {late, own, length, paused}
	reg [7:0]        acts_at [0:MOST-1];    // the actions of each cycle
	reg              cause_at [0:MOST-1];   // those but the CAPTURE line's have the global one
	reg              kept_at [0:MOST-1];    // an event of that cycle is recorded
	integer          n_fired [0:7], n_picked = 0, n_off = 0, n_alone = 0, n_many = 0;
	initial
		for (n = 0; n < 8; n = n + 1)
			n_fired[n] = 0;

	task model_entries(input integer upto);
		integer    t, firing, fed, next_load, seen [0:1], j, records;
		reg        due, bitten, told, on, was_on, pattern, pick, collects, records_it,
			known;
		reg [7:0]  fires, acts, column;
		reg [55:0] last_word;
		reg [31:0] paused, length;
		begin
			entries   = 0;
			firing    = period;
			fed       = 0;
			seen[0]   = 0;
			seen[1]   = 0;
			due       = 1'b0;
			bitten    = 1'b0;
			was_on    = 1'b0;
			told      = begins_live;
			collects  = model_collects;
			next_load = 0;
			known     = 1'b0;
			last_word = 0;
			paused    = 0;
			length    = 0;
			for (t = 0; t < upto; t = t + 1) begin
				// the triggers follow six cycles after the record that says so
				if (next_load < loads
					&& t >= load_time[next_load] + DEPTH - 1) begin
					told      = load_live[next_load];
					next_load = next_load + 1;
				end
				on      = live_at[t] && told;
				n_off   = n_off + (!on && when_at[t]);
				pattern = on && when_at[t] && code_at[t] != 0;
				column  = pattern ? column_of[code_at[t]] : 0;
				fires   = 0;
				pick    = 1'b0;
				for (j = 0; j < M; j = j + 1)
					if (!on)
						seen[j] = 0;
					else if (column[2*j]) begin
						seen[j] = seen[j] + 1;
						if (seen[j] == counts[j]) begin
							fires[j] = 1'b1;
							seen[j]  = 0;
						end
					end
				if (TIMER != 0) begin
					if (t == firing) begin
						fires[2*M] = on && timer_on[0];
						firing     = firing + period;
						due        = 1'b1;
					end
					due  = due && on && timer_on[1];
					pick = due && when_at[t];
					due  = due && !when_at[t];
				end
				if (DOG != 0) begin
					if (t == 0 || column[2*M] || !was_on) begin
						fed    = t;
						bitten = 1'b0;
					end else if (t == fed + limit && !bitten) begin
						fires[DOG_NUMBER] = on && dog_on[0];
						bitten = 1'b1;
					end
				end
				was_on = on;
				if (HOST != 0)
					fires[HOST_NUMBER] = on && ask_at[t];
				if (LINE != 0) begin
					fires[LINE_NUMBER] = on && line_at[t]
						&& !(t > 0 && line_at[t-1]);
					fires[LINE_NUMBER+1] = on && !line_at[t]
						&& t > 0 && line_at[t-1];
					if (t == 0 || (line_at[t] && !line_at[t-1]))
						length = 0;
				end
				if (when_at[t]) begin
					known     = 1'b1;
					last_word = word_at[t];
				end
				acts = pattern ? act_of[code_at[t]] : 0;
				acts[RECORD] = acts[RECORD] || pick;
				for (j = 0; j < N; j = j + 1)
					if (fires[j])
						acts = acts | cell_of[j];
				cause_at[t] = acts[GLOBAL];
				if (CAPTURE != 0 && on && capture_at[t]) begin
					fires[CAPTURE_NUMBER] = 1'b1;
					acts = acts | cell_of[CAPTURE_NUMBER];
				end
				acts_at[t]   = acts;
				kept_at[t]   = 1'b0;
				records_it   = acts[RECORD] && (collects || acts[START_ACT]);
				if (records_it) begin
					entry_time[entries]   = t;
					entry_code[entries]   =
						pattern && act_of[code_at[t]][RECORD]
						? code_at[t] : 0;
					entry_beside[entries] = pick << 7;
					records = (entry_code[entries] != 0) + pick;
					for (j = 0; j < N; j = j + 1)
						if (fires[j] && cell_of[j][RECORD]) begin
							entry_beside[entries][j] = 1'b1;
							records    = records + 1;
							n_fired[j] = n_fired[j] + 1;
						end
					n_picked = n_picked + pick;
					n_alone  = n_alone + (entry_code[entries] == 0);
					n_many   = n_many + (records > 2);
					entry_words[entries] = pick || (CAPTURE != 0
						&& entry_beside[entries][CAPTURE_NUMBER]);
					entry_word[entries]  = CAPTURE == 0 ? word_at[t]
						: {known, when_at[t], cause_at[t], last_word[52:0]};
					entry_turns[entries] = LINE != 0
						&& entry_beside[entries][LINE_NUMBER +: 2] != 0;
					entry_round[entries] =
						{late_at[t], own_at[t], length, paused};
					entry_records[entries] = records;
					entry_stop[entries]    = acts[STOP_ACT];
					entry_mark[entries]    = acts[MARK];
					entries = entries + 1;
				end
				if (LINE != 0 && line_at[t]) begin
					paused = paused + 1;
					length = length + 1;
				end
				if (acts[STOP_ACT] && !model_wraps)
					collects = 1'b0;
				else if (acts[START_ACT])
					collects = 1'b1;
			end
		end
	endtask

	// What the entry of a cycle says of its sample
	function may_take(input integer t);
		may_take = ready_at[t] && t + DEPTH < stop_at;
	endfunction
	function [1:0] sample_flags(input integer t);
		sample_flags = COUNTED && acts_at[t][SAMPLE]
			? {SAMPLE_WORDS != 0 && may_take(t), !(may_take(t) && snap_at[t])} : 2'b00;
	endfunction

	// What the preprocessors got: a sample and its reset come and go with the entry.
	integer    n_raise = 0, n_sampled = 0, n_unsampled = 0, n_reset = 0, n_reset_off = 0,
		n_bank = 0;
	task check_orders(input integer from, input integer upto);
		integer t;
		reg     takes;
		for (t = from; t < upto; t = t + 1) begin
			takes = COUNTED && kept_at[t] && acts_at[t][SAMPLE] && may_take(t);
			equal(sample_at[t], takes || t == upto - 1, "sample_o");
			equal(reset_at[t], SAMPLE_WORDS != 0 && acts_at[t][RESET]
				&& (!acts_at[t][SAMPLE] || takes), "reset_o");
			equal(bank_at[t], BLOCKS != 0 && acts_at[t][BANK], "bank_o");
			// the CAPTURE line of a target that is interrupted: in a run
			if (CAPTURE != 0 && t + 7 < now)
				equal(raise_at[t], cause_at[t] && (LINE == 0 || t + 7 <= stop_at),
					"raise_o");
			n_raise     = n_raise + (CAPTURE != 0 && raise_at[t] === 1'b1);
			n_sampled   = n_sampled + takes;
			n_unsampled = n_unsampled + (kept_at[t] && sample_flags(t) == 2'b01);
			n_reset     = n_reset + reset_at[t];
			n_reset_off = n_reset_off + (acts_at[t][RESET] && !reset_at[t]);
			n_bank      = n_bank + bank_at[t];
		end
	endtask
