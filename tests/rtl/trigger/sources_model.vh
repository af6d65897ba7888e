// SPDX-License-Identifier: Apache-2.0
// Models of what bench_sources sees: timer, watchdog, CAPTURE line, its rounds, event lines;
// included in its body.

	task model_timer;
		if (now == 0) begin
			firing = period;
			due    = 1'b0;
		end else begin
			if (now == firing) begin
				fires[2*M+S] = w_live && timer_on[0];
				firing = firing + period;
				due    = 1'b1;
			end
			due  = due && w_live && timer_on[1];
			pick = due && w_when;
			due  = due && !w_when;
		end
	endtask

	task model_dog;
		begin
			if (now == 0 || columns[e][FEED_AT] || !was_live) begin
				fed    = now;
				bitten = 1'b0;
			end else if (now == fed + limit && !bitten) begin
				fires[DOG_NUMBER] = w_live && dog_on[0];
				bitten     = 1'b1;
			end
		end
	endtask

	// The line is that of all nodes: it follows what this one raises
	task model_capture;
		begin
			capture_at[n] = capture_at[n] || x_raise[n];
			fires[CAP_NUMBER] = w_live && capture_at[n];
			all = all | (fires[CAP_NUMBER] ? cell_of[CAP_NUMBER] : 0);
			n_off_capture = n_off_capture + (!w_live && capture_at[n]);
			if (fires[CAP_NUMBER] && cell_of[CAP_NUMBER][0]) begin
				n_cause   = n_cause + x_raise[n];
				n_other   = n_other + !x_raise[n];
				n_unknown = n_unknown + !known_word;
				n_older   = n_older + (known_word && !w_when);
			end
		end
	endtask

	// The lines in their interrupt form, of which one at most is 1: the last round as it was
	// put in. What is said of it follows its line a clock later; the same of the other line has
	// no meaning.
	reg [67:0] x_round [0:LENGTH];
	reg [3:0]  x_edges;
	reg [1:0]  was_line = 2'b00, store_next = 2'b00, other;
	reg        own_next = 1'b0, late_next = 1'b0;
	reg        upper = 1'b0;   // it is line 1
	integer    lasts = 0, low = 100, cycles_paused = 0, cycles_round = 0;
	task model_round;
		begin
			line  = w_line;
			other = $random(seed);
			own   = LINE < 2 ? own_next : upper ? {own_next, other[0]}
				: {other[0], own_next};
			late  = LINE < 2 ? late_next : upper ? {late_next, other[1]}
				: {other[1], late_next};
			store = LINE < 2 || upper ? store_next : $random(seed);
			if (now == 0) begin
				n_cut    = n_cut + (was_line != 0);
				was_line = 2'b00;
			end
			if ((w_line & ~was_line) != 0) begin
				n_turns      = n_turns + (w_line[1] != upper && low == 1);
				upper        = w_line[1];
				own_next     = chance(500);
				late_next    = 1'b0;
				store_next   = {1'b0, own_next && chance(500)};
				cycles_round = 0;
			end else if (w_line != 0) begin
				late_next     = late_next || chance(40);
				store_next[1] = store_next[1] || chance(30);
			end
			if (now == 0) begin
				cycles_paused = 0;
				cycles_round  = 0;
			end
			x_edges = {~w_line[1] & was_line[1], w_line[1] & ~was_line[1],
				~w_line[0] & was_line[0], w_line[0] & ~was_line[0]};
			n_off_round = n_off_round + (!w_live && x_edges != 0);
			x_edges     = x_edges & {4{w_live}};
			x_round[n]  = {late_next, own_next, cycles_round, cycles_paused};
			if (STORE != 0 && upper == (LINE == 2))
				x_round[n][67:66] = store_next;
			for (k = 0; k < 2; k = k + 1) begin
				n_round[k] = n_round[k] + x_edges[2*k+1];
				n_own[k]   = n_own[k] + (x_edges[2*k] && own_next);
				n_late[k]  = n_late[k] + (x_edges[2*k+1] && late_next);
			end
			n_full = n_full + (x_edges != 0 && x_round[n][66]);
			n_kept = n_kept + (x_edges != 0 && x_round[n][67]);
			cycles_paused = cycles_paused + (w_line != 0);
			cycles_round  = cycles_round + (w_line != 0);
			was_line      = w_line;
		end
	endtask

	task next_line;  // what comes in the next clock
		begin
			lasts = lasts - 1;
			low   = w_line != 0 ? 0 : low + 1;
			if (w_line != 0)
				w_line = lasts > 0 ? w_line : 2'b00;
			else if (chance(200)) begin
				w_line = LINE == 2 && chance(500) ? 2'b10 : 2'b01;
				// the same one is 0 for two cycles at least
				if (low < 2 && w_line[1] == upper)
					w_line = 2'b00;
				lasts = chance(500) ? 1 + below(3) : 1 + below(60);
			end
		end
	endtask

	task cover_rounds;
		begin
			for (k = 0; k < LINE; k = k + 1) begin
				covered(n_round[k] > 100, "hundred rounds");
				covered(n_own[k], "round of this node");
				covered(n_late[k], "round that was late");
			end
			covered(n_cut, "round over time 0");
			covered(n_off_round, "edge of the line while off");
			covered(n_turns || LINE < 2, "round of the other line a cycle later");
			if (STORE != 0) begin
				covered(n_full, "round of the local store");
				covered(n_kept, "round in which not all was sent");
			end
		end
	endtask

	// Event lines: of each trigger, of the port's writes (N) and of a pattern
	reg [LINES_W-1:0] lines_of [0:N], drives [0:N+1];
	reg [N+1:0]       alone_ever = 0;  // what drove a line that nothing else of its clock drove
	reg [LINES_W-1:0] others, x_lines [0:LENGTH];

	task model_lines(input user);
		begin
			for (k = 0; k < N; k = k + 1)
				drives[k] = fires[k] ? lines_of[k] : 0;
			drives[N]   = user && PORT_LINES != 0 ? lines_of[N] : 0;
			drives[N+1] = columns[e] >> LINES_AT;
			x_lines[n]  = 0;
			for (k = 0; k < N + 2; k = k + 1) begin
				others = 0;
				for (j = 0; j < N + 2; j = j + 1)
					if (j != k)
						others = others | drives[j];
				alone_ever[k] = alone_ever[k] || (drives[k] & ~others) != 0;
				x_lines[n]    = x_lines[n] | drives[k];
			end
		end
	endtask

	task load_lines;
		for (i = 0; i <= N; i = i + 1) begin
			lines_of[i] = 1 << below(EVENT_LINES)
				| (chance(100) ? $random(seed) : 0);
			write(EVENT_LINES_AT + i, lines_of[i]);
		end
	endtask

	task load_columns;  // of one code
		if (chance(300))
			columns[at_code] = columns[at_code]
				| (below(1 << EVENT_LINES) << LINES_AT);
	endtask

	task cover_lines;
		for (k = 0; k < N + 2; k = k + 1)
			covered(alone_ever[k] || (k == N && PORT_LINES == 0)
				|| (STEPS == 1 && k >= M && k < 2*M),
				"each source drives a line alone");
	endtask
