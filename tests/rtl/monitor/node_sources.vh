// SPDX-License-Identifier: Apache-2.0
// What fires beside the pattern in bench_node, and the storm of all of it; included in the body of
// the bench. Two sequences of one step, a strict sequence of two words, timer, profile and watchdog
// of one clock each, thresholds, the host and the event port. What they must do is worked out by
// the time of the wires (docs/design/triggers.md).

	localparam STRICT = 4, TICK = 5, DOG = 6, LEVELS = 7;   // numbers of triggers
	localparam N      = LEVELS + THRESHOLDS + 1;
	localparam LEAVE  = 3000;                 // clocks in which a gap ends when little comes
	localparam [31:0] SECOND = 32'hC0FFEE11;  // word of the strict sequence

	// What comes; the arrays are by time
	reg  [31:0]        watched_at [0:SPAN-1];
	reg  [74:0]        port_at [0:SPAN-1];
	reg  [FIRES_W-1:0] fire_at [0:SPAN-1], fires = 0;
	reg  [FIRES_W*(LEVEL+7)-1:0] coming_fires = 0;
	reg                ask_at [0:SPAN-1], sel_at [0:SPAN-1], timer_at [0:SPAN-1];
	reg                sel = 1'b0, timer = 1'b0, told_first = 1'b0, cmd_valid = 1'b0;
	reg  [31:0]        cmd = 0;
	integer            calm_from = SPAN;        // little comes and all goes from then on
	reg                at_once = 1'b0;

	// The clock that ends: what was on the wires, and the command, which came over the ring in
	// the clock before
	task note_sources;
		begin
			if (now >= 0 && now < SPAN) begin
				watched_at[now] = watched;
				port_at[now]    = port;
				fire_at[now]    = fires;
			end
			if (now >= LEVEL && now - LEVEL < SPAN)
				sel_at[now-LEVEL] = sel;
			if (now >= LEVEL + 2 && now - LEVEL - 2 < SPAN) begin
				timer_at[now-LEVEL-2] = timer;
				ask_at[now-LEVEL-2]   = cmd_valid && cmd[31:30] == 2'd1 && cmd[19];
			end
			if (sync)
				told_first = sel;
			if (cmd_valid && cmd[31:30] == 2'd1)
				sel = cmd[16];
			if (cmd_valid && cmd[31:30] == 2'd0 && cmd[29:8] == TIMER_AT + 4)
				timer = cmd[0];
			if (rst_now)
				{sel, timer} = 2'b00;
			cmd_valid = dn_valid === 1'b1 && !rst_now;
			cmd       = dn_data;
		end
	endtask

	// What comes in the next clock
	task next_sources;
		reg [9:0] to;
		begin
			watched <= chance(storm) ? SECOND : $random(seed);
			to = chance(300) ? 0 : chance(300) ? 1 : chance(300) ? 6 : 64 + below(960);
			port    <= {chance(storm), to, $random(seed), $random(seed)};
			coming_fires = {coming_fires, fires};
			fires = chance(storm) ? $random(seed) : 0;
			fire <= coming_fires[FIRES_W*(LEVEL+7)-1 -: FIRES_W];
		end
	endtask

	// How much comes and goes for a while
	task blow;
		begin
			code_rate  = storm;
			wire_rate  = below(1001);
			ready_rate = chance(300) ? 0 : chance(300) ? below(300) : 1000;
			some_code  = 0;
		end
	endtask

	// The actions of a trigger, the last one that of the event port
	function [7:0] cell_of(input integer number);
		case (number)
		1:          cell_of = 8'h03;   // sample
		STRICT:     cell_of = 8'h81;   // bank
		DOG:        cell_of = 8'h07;   // sample and reset
		LEVELS:     cell_of = 8'h41;   // mark
		LEVELS + 1: cell_of = 8'h05;   // reset
		default:    cell_of = 8'h01;
		endcase
	endfunction
	// The columns of a code: it completes the sequences, begins the strict one, feeds
	function [7:0] columns_of(input integer c);
		columns_of = c == 0 ? 8'd0 : {2'd0, c % 3 == 0, c % 2 == 0, 1'b0, c % 4 != 1, 1'b0,
			c % 4 != 2};
	endfunction

	task load_sources;
		begin
			for (i = 0; i < 16; i = i + 1) begin
				tell(2'd0, STEPS_AT + i, columns_of(i));
				tell(2'd0, LIMITS_AT + i, i % 8 == 2 ? 8'h05 : 8'd0);
				tell(2'd0, WORDS_AT + i, i == 8 ? 8'd1 : i < 4
					? SECOND >> 8 * i : 32'd0);
			end
			for (i = 0; i <= N; i = i + 1)
				tell(2'd0, TRIGGERS_AT + i, cell_of(i));
			for (i = 0; i < 4; i = i + 1) begin
				tell(2'd0, TIMER_AT + i, 8'd0);
				tell(2'd0, DOG_AT + i, 8'd0);
			end
			tell(2'd0, DOG_AT + 4, 8'd1);
		end
	endtask

	// Then little comes and all goes, for as long as a gap may go on; or the run ends in the
	// storm, or START comes at once, when a gap holds the load record back.
	task run_storm;
		integer times;
		begin
			storm = chance(600) ? 1000 : 100 + below(900);
			blow;
			tell(2'd0, TIMER_AT + 4, 8'd3);
			for (times = 10 + below(30); times > 0; times = times - 1) begin
				repeat (below(chance(300) ? 200 : 20)) @(posedge clk);
				// the host asks, triggers go off or live
				tell(2'd1, {chance(500), 1'b0, 1'b1, chance(400), 8'd255}, 8'd0);
			end
			at_once = chance(300);
			if (at_once) begin
				held       = 1'b1;
				ready_rate = 1000;
				tell(2'd1, (1 << 9) | 255, 8'd0);
				repeat (200) @(posedge clk);
				ready_rate = 0;
				repeat (100) @(posedge clk);
			end
			tell(2'd1, (1 << 8) | (1 << 9) | 255, 8'd0);
			held = 1'b0;
			if (!at_once && chance(700)) begin
				tell(2'd0, TIMER_AT + 4, 8'd0);
				storm     = 0;
				code_rate = 4;
				{calm, drain} = 2'b11;
				calm_from = now;
				repeat (5) begin
					repeat (LEAVE / 5) @(posedge clk);
					tell(2'd1, (1 << 11) | (1 << 8) | (1 << 9) | 255, 8'd0);
				end
				drain = 1'b0;
			end
		end
	endtask

	// What must be recorded, by time
	reg  [3:0]      class_at [0:SPAN-1];
	reg  [7:0]      acts_at [0:SPAN-1];
	integer         count_at [0:SPAN-1];        // records
	reg  [N-1:0]    trig_at [0:SPAN-1];         // triggers that are recorded
	reg             pick_at [0:SPAN-1];         // the word is
	reg  [31:0]     state_at [0:SPAN-1];        // of a datum
	reg  [SPAN-1:0] told_at;                    // the triggers may be live
	integer         n_load = 0, n_load_with = 0, n_most = 0, n_beat = 0, n_gap_load = 0,
		n_left = 0, n_pending = 0, n_ask = 0, n_pick = 0, n_datum = 0, n_fired = 0;

	task told_from(input integer since, input is_live);
		if (is_live)
			told_at = told_at | {SPAN{1'b1}} << since;
		else
			told_at = told_at & ~({SPAN{1'b1}} << since);
	endtask

	function is_fired(input [31:0] info);
		is_fired = info[7:0] == 8'd1 || info[7:0] == 8'd7 || info[7:0] == 8'd11
			|| info[7:0] == 8'd12;
	endfunction

	// The event port, in a clock
	reg [31:0] state;
	function [7:0] write_acts(input [74:0] write);
		write_acts = !write[74] ? 8'd0 : write[73:70] != 0 ? cell_of(N)
			: {1'b0, write[69:64] == 6, 6'd1};
	endfunction
	task write_state(input [74:0] write);
		if (write[74:64] == {1'b1, 10'd0})
			state[15:0] = write[47:32];
		else if (write[74:64] == {1'b1, 10'd1})
			state[23:16] = write[39:32];
	endtask

	reg was_live, armed_dog, begun;
	task work_out;
		integer t_of, number;
		reg [N-1:0] fired;
		reg [7:0]   columns;
		reg         is_live;
		begin
			{was_live, armed_dog, begun, state} = 0;
			for (t_of = 0; t_of <= ended; t_of = t_of + 1) begin
				is_live        = sel_at[t_of] && told_at[t_of];
				class_at[t_of] = is_live ? code_at[t_of] : 4'd0;
				acts_at[t_of]  = actions_of(class_at[t_of]);
				count_at[t_of] = acts_at[t_of] & 1;
				columns        = columns_of(class_at[t_of]);
				fired          = {columns[2], columns[0]};
				fired[STRICT]  = begun && watched_at[t_of] == SECOND;
				fired[TICK]    = t_of > 0 && timer_at[t_of];
				fired[DOG]     = armed_dog && was_live && !columns[5];
				armed_dog      = t_of == 0 || columns[5] || !was_live;
				fired[N-1]     = ask_at[t_of];
				for (number = 0; number < THRESHOLDS; number = number + 1)
					fired[LEVELS+number] = fire_at[t_of][number];
				if (STORM == 0 || !is_live)
					fired = 0;
				begun         = columns[4];
				was_live      = is_live;
				pick_at[t_of] = fired[TICK];
				acts_at[t_of] = acts_at[t_of] | pick_at[t_of];
				if (STORM != 0) begin
					write_state(port_at[t_of]);
					acts_at[t_of]  = acts_at[t_of] | write_acts(port_at[t_of]);
					count_at[t_of] = count_at[t_of] + port_at[t_of][74]
						+ pick_at[t_of];
				end
				state_at[t_of] = state;
				for (number = 0; number < N; number = number + 1)
					if (fired[number]) begin
						acts_at[t_of]  = acts_at[t_of] | cell_of(number);
						fired[number]  = cell_of(number) & 1;
						count_at[t_of] = count_at[t_of] + fired[number];
					end
				trig_at[t_of] = fired;
			end
		end
	endtask

	// The records of a clock beside that of the pattern
	task read_beside;
		reg [9:0] to;
		integer   number;
		begin
			for (number = 0; number < N; number = number + 1)
				if (trig_at[till][number]) begin
					n_fired = n_fired + 1;
					n_ask   = n_ask + (number == N - 1);
					read_record(8'd11, number);
				end
			if (STORM != 0 && port_at[till][74]) begin
				to = port_at[till][73:64];
				equal(words[at+1][31:28], to[9:6], "page of a datum");
				read_record(8'd7, {2'b01, to[5:0]});
				equal({words[at], words[at+1]}, {port_at[till][63:32],
					state_at[till]}, "data and state of a datum");
				equal({words[at+2], words[at+3]}, {port_at[till][31:0], 32'd0},
					"pc of a datum");
				at = at + 4;
				n_datum = n_datum + 1;
			end
			if (pick_at[till]) begin
				read_record(8'd12, 8'd0);
				equal({words[at], words[at+1]}, {watched_at[till], 32'd0},
					"word of the profile");
				at = at + 2;
				n_pick = n_pick + 1;
			end
		end
	endtask

	task cover_storm;
		begin
			covered(n_load > 4, "triggers off and live");
			covered(n_load_with, "load record in a clock with events");
			covered(n_most > 7, "clock with eight records");
			covered(n_beat, "beat");
			covered(n_gap_load, "triggers off or live in a gap");
			covered(n_left, "a gap that ends after the storm");
			covered(n_pending, "START with a load record pending");
			covered(n_fired, "trigger");
			covered(n_ask, "the host's trigger");
			covered(n_pick, "word of the profile");
			covered(n_datum, "datum");
		end
	endtask
