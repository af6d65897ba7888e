// SPDX-License-Identifier: Apache-2.0
//
// Bench of gnomon_trigger_sources: rounds with tables reloaded, in which words, events and writes
// come at random, so densely that all kinds of triggers meet in one clock. A model of each kind
// goes by the clock of the word; its result is compared with each output in the clock that is due.
`timescale 1ns/1ns

module bench_sources;
	parameter  CODE_W = 4;
	parameter  LEVEL  = 3;
	parameter  WORD_W = 32;
	parameter  M      = 2;   // sequences
	parameter  STEPS  = 4;
	parameter  S      = 8;   // strict sequences
	parameter  WORDS  = 4;   // words of the longest
	parameter  TIMER  = 1;
	parameter  DOG    = 1;
	parameter  TH     = 0;   // thresholds
	parameter  HOST   = 0;
	parameter  CAP    = 0;   // a CAPTURE line
	parameter  HOLD   = 0;
	parameter  LINE   = 0;   // lines in their interrupt form
	parameter  STORE  = 0;   // the highest of them is that of a local store
	parameter  GATE   = 0;
	parameter  PORT   = 1;
	parameter  PC     = 1;
	parameter  TIME   = 1;
	parameter  EVENT_LINES = 0;
	parameter  PORT_LINES  = 0;
	parameter  ROUNDS = 30;

	localparam CLOCKS  = 400000;
	localparam LENGTH  = 200000;
	localparam CELL_W  = 15;
	localparam COUNT_W = 4, TIMEOUT_W = 6;
	localparam CODES   = 1 << CODE_W;
	localparam LETTERS = 10;
	// Tables, as docs/design/triggers.md has them; each base is a multiple of any size that the
	// table can have
	localparam STEPS_AT = 16384, LIMITS_AT = 4096, WORDS_AT = 2048,
		TRIGGERS_AT = 5120, TIMER_AT = 5248, DOG_AT = 5256, EVENT_LINES_AT = 5184,
		FREE_AT = 6144;
	localparam STEPS_2  = STEPS == 1 ? 1 : STEPS == 2 ? 2 : STEPS <= 4 ? 4 : STEPS <= 8 ? 8
		: 16;
	localparam S_2      = S <= 1 ? 1 : S == 2 ? 2 : S <= 4 ? 4 : S <= 8 ? 8 : 16;
	localparam S_LOG    = S <= 1 ? 0 : S == 2 ? 1 : S <= 4 ? 2 : S <= 8 ? 3 : 4;
	localparam BEGIN_AT = 2*M*STEPS + S_LOG;               // columns
	localparam FEED_AT  = 2*M*STEPS + (S != 0 ? S_LOG + 1 : 0);
	localparam GATE_AT  = FEED_AT + DOG;
	localparam LINES_AT = GATE_AT + (GATE != 0 ? 2 : 0);
	localparam COLUMNS  = LINES_AT + EVENT_LINES;
	localparam LINES_W  = EVENT_LINES == 0 ? 1 : EVENT_LINES;
	localparam LANES    = COLUMNS == 0 ? 1 : (COLUMNS + 7) / 8;
	localparam LATE     = (TH != 0 ? 4 : 0) + HOLD;        // clocks
	localparam LINE_AT  = 2*M + S + TIMER + DOG;           // a round of a line began, ended
	localparam TH_AT    = LINE_AT + 2*LINE;                // first threshold
	localparam N        = TH_AT + TH + HOST + CAP;         // triggers
	localparam TH_W     = TH == 0 ? 1 : TH;
	localparam DOG_NUMBER = LINE_AT == 0 ? 0 : LINE_AT - 1,
		HOST_NUMBER = N == 0 ? 0 : N - 1 - CAP, CAP_NUMBER = N == 0 ? 0 : N - 1;
	localparam DATUM_W  = PORT == 0 ? 0 : PC + TIME != 0 ? 138 : 74;
	localparam LINE_W   = LINE == 0 ? 0 : STORE != 0 ? 68 : 66;
	localparam ROUNDS_W = LINE == 0 ? 1 : LINE;            // lines, one at least
	localparam EXTRA_W  = N + 3 + DATUM_W + LINE_W + (CAP != 0 ? 3 : 0)
		+ (TIMER + CAP != 0 ? WORD_W : 0);
	`include "bench.vh"
	`include "bench_end.vh"

	reg               rst = 1'b1, sync = 1'b0, eve = 1'b0, clear = 1'b0, live = 1'b0,
		when = 1'b0, valid = 1'b0, hit = 1'b0, wr = 1'b0, ask = 1'b0,
		capture = 1'b0;
	reg  [ROUNDS_W-1:0] line = 0, own = 0, late = 0;
	reg  [1:0]        store = 2'b00;
	reg  [TH_W-1:0]   th_fire = 0;
	wire [CODE_W-1:0] class_told;
	wire              opens, closes;
	wire [15:0]       process_told;
	reg  [WORD_W-1:0] word = 0;
	reg  [9:0]        port_addr = 0;
	reg  [31:0]       port_data = 0, port_pc = 0;
	reg  [CODE_W-1:0] index = 0, code = 0;
	reg  [7:0]        actions = 0, data = 0;
	reg  [CELL_W-1:0] addr = 0;
	wire              hit_told, word_told, round_told;
	wire [7:0]        actions_told;
	wire [CODE_W-1:0] code_told;
	wire [5:0]        records;
	wire [EXTRA_W-1:0] extra;
	wire [LINES_W-1:0] lines;
	wire              raise;
	wire [383:0]      wide_extra = {{(384-EXTRA_W){1'b0}}, extra};
	localparam [383:0] DATUM_MASK = (384'd1 << DATUM_W) - 1;
	gnomon_trigger_sources #(
		.CODE_W(CODE_W), .LEVEL(LEVEL), .CELL_W(CELL_W), .WORD_W(WORD_W), .SEQUENCES(M),
			.STEPS(STEPS), .COUNT_W(COUNT_W), .TIMEOUT_W(TIMEOUT_W),
		.STRICT(S), .STRICT_STEPS(WORDS), .TIMER(TIMER), .WATCHDOG(DOG), .THRESHOLDS(TH),
			.HOST(HOST), .CAPTURE(CAP), .HOLD(HOLD), .LINE(LINE), .STORE(STORE),
			.GATE(GATE), .PORT(PORT), .PORT_PC(PC), .PORT_TIME(TIME),
			.EVENT_LINES(EVENT_LINES), .PORT_LINES(PORT_LINES),
		.STEPS_BASE(STEPS_AT), .LIMITS_BASE(LIMITS_AT), .WORDS_BASE(WORDS_AT),
			.TRIGGERS_BASE(TRIGGERS_AT), .TIMER_BASE(TIMER_AT), .WATCHDOG_BASE(DOG_AT),
			.EVENT_LINES_BASE(EVENT_LINES_AT)
	) dut (
		.clk (clk), .rst (rst), .sync_i (sync), .eve_i (eve), .clear_i (clear),
			.live_i (live), .word_i (word), .when_i (when),
		.port_valid_i (valid), .port_addr_i (port_addr), .port_data_i (port_data),
			.port_pc_i (port_pc),
		.index_i (index), .hit_i (hit), .actions_i (actions), .code_i (code),
		.ask_i (ask), .stop_i (1'b0), .raise_o (raise), .capture_i (capture),
			.line_i (line), .own_i (own), .late_i (late),
			.store_i (store), .class_o (class_told),
			.opens_o (opens), .closes_o (closes),
			.process_o (process_told), .fire_i (th_fire),
			.events_o (lines), .wr_valid_i (wr),
			.wr_addr_i (addr), .wr_data_i (data),
		.hit_o (hit_told), .actions_o (actions_told), .word_o (word_told),
			.round_o (round_told),
			.code_o (code_told),
			.records_o (records), .extra_o (extra)
	);

	// What comes, by the clock of the word: now the clock's, then that of all
	reg               w_when = 1'b0, w_live = 1'b0, w_begin = 1'b0, w_next = 1'b0,
		w_valid = 1'b0, w_ask = 1'b0, w_capture = 1'b0;
	reg  [1:0]        w_line = 2'b00;
	reg  [TH_W-1:0]   w_fire = 0;
	reg  [9:0]        w_addr = 0;
	reg  [31:0]       w_data = 0;
	integer           w_letter = 0;
	reg  [WORD_W-1:0] word_at [0:LENGTH];
	reg  [CODE_W-1:0] code_at [0:LENGTH];
	reg               when_at [0:LENGTH], live_at [0:LENGTH], begin_at [0:LENGTH],
		ask_at [0:LENGTH], capture_at [0:LENGTH];
	reg  [TH_W-1:0]   fire_at [0:LENGTH];
	// What is wanted, by the same
	reg               x_seen [0:LENGTH], x_hit [0:LENGTH], x_raise [0:LENGTH],
		x_known [0:LENGTH];
	reg  [WORD_W-1:0] x_last [0:LENGTH];
	reg               known_word = 1'b0;
	reg  [WORD_W-1:0] last_word = 0;
	reg  [7:0]        x_actions [0:LENGTH];
	reg  [CODE_W-1:0] x_code [0:LENGTH], x_class [0:LENGTH];
	reg  [1:0]        x_gate [0:LENGTH];
	reg  [15:0]       x_process [0:LENGTH];
	reg  [5:0]        x_records [0:LENGTH];
	reg  [N+2:0]      x_flags [0:LENGTH];   // {word, datum, 0, triggers}
	reg  [137:0]      x_datum [0:LENGTH];
	integer           n = 64;

	// Tables
	reg [WORD_W-1:0]  letter_word [0:LETTERS-1];
	reg [CODE_W-1:0]  letter_code [0:LETTERS-1];
	reg [7:0]         act_of [0:CODES-1], cell_of [0:N];
	reg [8*LANES+7:0] columns [0:CODES-1];
	integer           counts [0:M*STEPS], timeouts [0:M*STEPS], last_of [0:M];
	reg               timed [0:M*STEPS];
	integer           length [0:S];
	reg [WORD_W-1:0]  strict_word [0:(S+1)*WORDS];
	integer           period, limit;
	reg [7:0]         timer_on, dog_on;

	// State
	reg               running = 1'b0, due = 1'b0, was_live = 1'b0, bitten = 1'b0, still = 1'b0;
	integer           now = 0, firing = 0, fed = 0, since = 0;
	integer           s [0:M], seen [0:M], t0 [0:M];
	reg [WORD_W-1:0]  said [0:LENGTH];
	reg [CODE_W-1:0]  said_code [0:LENGTH];
	integer           heard = 0;
	reg [15:0]        process = 0;
	reg [7:0]         runnable = 0;
	reg [31:0]        paused = 0, ran [0:63];

	integer           i, at_code, at_byte, at_step, which;                // of what loads
	integer           j, k, m, c, first, rounds, left, rate, write_rate, count;
	reg [N:0]         fires;
	reg [CODE_W-1:0]  e;
	reg               dense, pick, ok, is_control, datum;
	reg [7:0]         all, does;
	reg [9:0]         kinds;
	reg [31:0]        told_data;
	reg [63:0]        wide;
	integer           n_hit = 0, n_all = 0, n_most = 0, n_unrecorded = 0,
		n_off_word = 0, n_off_write = 0, n_alone = 0, n_user = 0, n_control = 0,
		n_silent = 0;
	integer           n_first = 0, n_again = 0, n_opens = 0, n_closes = 0,
		n_off_fire = 0, n_off_ask = 0, n_named = 0;
	integer           n_round [0:1], n_own [0:1], n_late [0:1], n_cut = 0, n_off_round = 0,
		n_turns = 0, n_full = 0, n_kept = 0;
	integer           n_cause = 0, n_other = 0, n_off_capture = 0, n_unknown = 0, n_older = 0;
	reg [N:0]         ever = 0, quiet_ever = 0;   // triggers that fired with and without being
	                                              // recorded

	`include "sources_model.vh"

	task idle(input integer one);
		begin
			s[one]    = 0;
			seen[one] = 0;
		end
	endtask

	task begins(input integer one);   // the event is looked at as in idle
		begin
			idle(one);
			if (columns[e][2*one*STEPS]) begin
				if (counts[one*STEPS] == 1) begin
					s[one]  = 1;
					t0[one] = now;
				end else
					seen[one] = 1;
			end
		end
	endtask

	task model_sequences;
		for (m = 0; m < M; m = m + 1) begin
			k = m * STEPS + s[m];
			if (!w_live)
				idle(m);
			else if (columns[e][2*k+1] && (s[m] > 0 || seen[m] > 0))
				begins(m);
			else if (columns[e][2*k] && seen[m] + 1 == counts[k]) begin
				fires[m] = s[m] == last_of[m];
				t0[m]    = now;
				seen[m]  = 0;
				s[m]     = fires[m] ? 0 : s[m] + 1;
			end else if (s[m] > 0 && timed[k] && now == t0[m] + timeouts[k]) begin
				fires[M+m] = 1'b1;
				begins(m);
			end else if (columns[e][2*k])
				seen[m] = seen[m] + 1;
		end
	endtask

	task model_strict;
		if (!w_live)
			heard = 0;
		else if (w_when) begin
			said[heard]      = letter_word[w_letter];
			said_code[heard] = e;
			heard = heard + 1;
			for (m = 0; m < S; m = m + 1) begin
				first = heard - length[m];
				ok    = first >= 0;
				if (ok) begin
					wide = columns[said_code[first]] >> 2*M*STEPS;
					ok   = wide[S_LOG] && (wide & (1 << S_LOG) - 1) == m;
				end
				for (j = 1; j < length[m]; j = j + 1)
					ok = ok && said[first+j] === strict_word[m*WORDS+j];
				if (ok)
					fires[2*M+m] = 1'b1;
			end
		end
	endtask

	task model_write;   // what a write does to the registers, before time 0 too
		begin
			is_control = w_valid && w_addr[9:6] == 0;
			told_data  = w_data;
			if (is_control)
				case (w_addr[5:0])
				0: process = w_data[15:0];
				1: runnable = w_data[7:0];
				4: begin
					since = still ? since : now;
					still = 1'b1;
				end
				5: begin
					if (still)
						paused = paused + (now - since);
					still     = 1'b0;
					told_data = paused;
				end
				default: ;
				endcase
		end
	endtask

	// A clock, with the word of it
	task step;
		begin
			word_at[n]  = letter_word[w_letter];
			code_at[n]  = letter_code[w_letter];
			when_at[n]  = w_when;
			live_at[n]  = w_live;
			capture_at[n] = CAP != 0 && w_capture;
			x_raise[n]  = 1'b0;
			begin_at[n] = w_begin;
			ask_at[n]   = w_ask;
			fire_at[n]  = w_fire;
			now = now + 1;
			if (w_begin) begin
				now     = 0;
				running = 1'b1;
				heard   = 0;
				still   = 1'b0;
				paused  = 0;
				n_named  = n_named + (process != 0 && runnable != 0);
				process  = 0;
				runnable = 0;
				known_word = 1'b0;
				last_word  = 0;
				for (k = 0; k < M; k = k + 1)
					idle(k);
				for (k = 0; k < 64; k = k + 1)
					ran[k] = 0;
			end
			word      = word_at[n];
			when      = w_when;
			valid     = w_valid;
			port_addr = w_addr;
			port_data = w_data;
			port_pc   = $random(seed);
			model_write;
			if (LINE != 0)
				model_round;
			e     = w_when && w_live ? code_at[n] : 0;
			x_class[n]   = e;
			x_gate[n]    = GATE != 0 ? columns[e] >> GATE_AT : 0;
			x_process[n] = GATE != 0 && PORT != 0 ? process : 0;
			n_opens      = n_opens + (x_gate[n] == 1);
			n_closes     = n_closes + (x_gate[n] == 2);
			if (w_when)
				last_word = letter_word[w_letter];
			known_word = known_word || w_when;
			x_last[n]  = last_word;
			x_known[n] = known_word;
			fires = 0;
			pick  = 1'b0;
			x_seen[n] = running;
			if (running) begin
				model_sequences;
				model_strict;
				if (TIMER != 0)
					model_timer;
				if (DOG != 0)
					model_dog;
				if (LINE != 0)
					fires = fires | x_edges << LINE_AT;
				if (TH != 0 && w_live)
					fires = fires | w_fire << TH_AT;
				if (HOST != 0 && w_live && w_ask)
					fires[HOST_NUMBER] = 1'b1;
				n_off_fire = n_off_fire + (!w_live && w_fire != 0);
				n_off_ask  = n_off_ask + (!w_live && w_ask);
				// joined
				does = PORT == 0 || !w_valid ? 0 : !is_control ? cell_of[N]
					: 1 | (w_addr[5:0] == 2) << 3 | (w_addr[5:0] == 3) << 4
					| (w_addr[5:0] == 6) << 6;
				datum = does[0];
				all   = (e != 0 ? act_of[e] : 0) | does | pick;
				count = (e != 0 && act_of[e][0]) + datum + pick;
				for (k = 0; k < N; k = k + 1)
					if (fires[k])
						all = all | cell_of[k];
				x_raise[n] = all[5];
				if (CAP != 0)
					model_capture;
				for (k = 0; k < N; k = k + 1)
					count = count + (fires[k] && cell_of[k][0]);
				if (EVENT_LINES != 0)
					model_lines(PORT != 0 && w_valid && w_addr[9:6] != 0);
				x_hit[n]     = e != 0 || fires != 0 || pick
					|| (PORT != 0 && w_valid);
				x_actions[n] = all;
				x_records[n] = count;
				x_code[n]    = e != 0 && act_of[e][0] ? e : 0;
				for (k = 0; k < N; k = k + 1)
					x_flags[n][k] = fires[k] && cell_of[k][0];
				x_flags[n][N+2:N] = {pick, datum, 1'b0};
				x_datum[n] = {TIME != 0 ? ran[process%64] : 32'd0, PC != 0 ? port_pc
					: 32'd0, 8'd0, runnable, process, told_data, w_addr};
				ran[process%64] = ran[process%64] + 1;
				// what there was
				kinds = {e != 0, M == 0 || |(fires & (1 << M) - 1), M == 0
					|| STEPS == 1 || |(fires & (1 << 2*M) - (1 << M)), S == 0
					|| |(fires & (1 << 2*M + S) - (1 << 2*M)),
				         TIMER == 0 || fires[2*M+S], DOG == 0
				         	|| fires[DOG_NUMBER], TH == 0
				         	|| |(fires & (1 << TH_AT + TH) - (1 << TH_AT)),
				         	HOST == 0 || fires[HOST_NUMBER], PORT == 0
				         	|| datum, TIMER == 0 || pick};
				ever         = ever | (fires & x_flags[n]);
				quiet_ever   = quiet_ever | (fires & ~x_flags[n]);
				n_hit        = n_hit + x_hit[n];
				n_all        = n_all + (&kinds);
				n_most       = count > n_most ? count : n_most;
				n_unrecorded = n_unrecorded
					+ (e != 0 && !act_of[e][0] && count > 0);
				n_alone      = n_alone + (e == 0 && count > 0);
				n_off_word   = n_off_word + (!w_live && w_when && code_at[n] != 0);
				n_off_write  = n_off_write + (!w_live && datum);
				n_user       = n_user + (datum && !is_control);
				n_control    = n_control + is_control;
				n_silent     = n_silent + (w_valid && !datum);
				n_first      = n_first + (now == 0 && e != 0);
			end
			was_live = w_live;

			// What comes later
			live    = live_at[n-LEVEL];
			index   = code_at[n-LEVEL];
			hit     = when_at[n-LEVEL-1] && live_at[n-LEVEL-1]
				&& code_at[n-LEVEL-1] != 0;
			actions = hit ? act_of[code_at[n-LEVEL-1]] : $random(seed);
			code    = code_at[n-LEVEL-2];
			sync    = w_next;
			eve     = begin_at[n-LEVEL-1];
			clear   = begin_at[n-LEVEL-LATE-2] || begin_at[n-LEVEL-LATE-3]
				|| begin_at[n-LEVEL-LATE-4] || begin_at[n-LEVEL-LATE-5];
			ask     = ask_at[n-LEVEL-2];
			th_fire = fire_at[n-LEVEL-7];
			capture = capture_at[n-LEVEL-LATE-3];
			#1;
			c = n - LEVEL - 2;
			if (x_seen[c]) begin
				equal(class_told, x_class[c], "class");
				equal({closes, opens}, x_gate[c], "what it does to the gate");
			end
			c = n - LEVEL - 3;
			if (x_seen[c])
				equal(process_told, x_process[c], "process");
			c = n - LEVEL - LATE + HOLD - 4;
			if (x_seen[c] && CAP != 0)
				equal(raise, x_raise[c], "global trigger");
			c = n - LEVEL - LATE - 4;
			if (x_seen[c]) begin
				equal(hit_told, x_hit[c], "something happened");
				if (x_hit[c])
					equal(actions_told, x_actions[c], "actions");
				equal(word_told, (x_flags[c][N+2] && TIMER + CAP != 0)
					|| (CAP != 0 && x_flags[c][CAP_NUMBER]), "word");
				equal(round_told, LINE != 0 && (x_flags[c] >> LINE_AT
					& (1 << 2*LINE) - 1) != 0, "state of a line");
			end
			c = n - LEVEL - LATE - 5;
			if (x_seen[c]) begin
				equal(code_told, x_code[c], "code");
				equal(records, x_records[c], "records");
				check(EVENT_LINES == 0 || lines === x_lines[c], "event lines");
			end
			c = n - LEVEL - LATE - 6;
			if (x_seen[c]) begin
				equal(extra[N+2:0], x_flags[c], "flags");
				if (PORT != 0 && x_flags[c][N+1])
					check((wide_extra >> N + 3 & DATUM_MASK)
						=== (x_datum[c] & DATUM_MASK), "datum");
				if (TIMER != 0 && x_flags[c][N+2])
					equal(wide_extra >> EXTRA_W - WORD_W, word_at[c], "word");
				if (LINE != 0 && (x_flags[c] >> LINE_AT & (1 << 2*LINE) - 1) != 0)
					check((wide_extra >> N + 3 + DATUM_W
						& ~(~384'd0 << LINE_W)) === x_round[c],
						"state of the line");
				if (CAP != 0 && x_flags[c][CAP_NUMBER]) begin
					equal(wide_extra >> EXTRA_W - WORD_W, x_last[c],
						"last word that counted");
					equal(wide_extra >> N + 3 + DATUM_W + LINE_W & 7,
						{x_known[c], when_at[c], x_raise[c]},
						"state of the capture");
				end
			end
			@(negedge clk);
			n = n + 1;
		end
	endtask

	`include "sources_tables.vh"

	task random_write;
		begin
			w_valid = chance(write_rate);
			w_addr  = chance(400) ? below(7) : $random(seed);
			w_data  = chance(500) ? below(3) : $random(seed);
		end
	endtask

	initial begin
		for (i = 0; i < LENGTH; i = i + 1) begin
			x_seen[i]   = 1'b0;
			begin_at[i] = 1'b0;
			live_at[i]  = 1'b0;
			when_at[i]  = 1'b0;
			code_at[i]  = 0;
		end
		for (i = 0; i < LETTERS; i = i + 1)
			{letter_word[i], letter_code[i]} = 0;
		for (c = 0; c < CODES; c = c + 1)
			columns[c] = 0;
		for (c = 0; c < 2; c = c + 1)
			{n_round[c], n_own[c], n_late[c]} = 0;
		@(negedge clk);
		for (i = 0; i < 40; i = i + 1)
			step;
		rst = 1'b0;
		for (rounds = 0; rounds < ROUNDS; rounds = rounds + 1) begin
			load;
			rate       = dense || chance(500) ? 1000 : 200 + below(800);
			if (CAP != 0)
				rate = chance(500) ? rate : below(100);
			write_rate = PORT == 0 ? 0 : dense || chance(500) ? 1000 : below(1001);
			for (left = 400 + below(600); left > 0; left = left - 1) begin
				w_live   = left > 30 && (w_live ? !chance(5) : chance(200));
				w_when   = chance(rate);
				w_letter = below(LETTERS);
				// time 0, and again here and there
				w_begin  = w_next;
				w_next   = left == 391 || (left < 300 && left > 50 && chance(2));
				w_live   = w_live || w_begin;
				n_again  = n_again + (w_begin && running);
				w_ask    = HOST != 0 && (chance(dense ? 900 : 50));
				if (LINE != 0)
					next_line;
				if (CAP != 0)
					w_capture = chance(dense ? 500 : 100);
				w_fire   = TH != 0 && chance(dense ? 900 : 200) ? $random(seed) : 0;
				random_write;
				// what was in the last clocks before it is not heard any more
				if (w_begin && running)
					for (k = 1; k < 7 + LATE; k = k + 1)
						x_seen[n-k] = 1'b0;
				step;
				w_begin = 1'b0;
			end
		end
		covered(n_hit > 1000, "thousand clocks in which something happened");
		covered(n_all || EVENT_LINES != 0, "all kinds in one clock");
		covered(n_again, "restarted");
		covered(n_first, "event of time 0");
		covered(n_unrecorded, "pattern not recorded beside what is");
		covered(n_alone, "no pattern");
		covered(n_off_word, "word while off");
		for (k = 0; k < N; k = k + 1)
			covered(ever[k] || (STEPS == 1 && k >= M && k < 2*M),
				"each trigger recorded");
		if (N > 2)
			covered(quiet_ever != 0, "trigger that is not recorded");
		if (PORT != 0) begin
			covered(n_off_write, "write while the triggers are off");
			covered(n_user, "user's event");
			covered(n_control, "control write");
			covered(n_silent, "write that is not recorded");
			covered(n_named, "restarted with a process and runnable ones");
		end
		if (EVENT_LINES != 0)
			cover_lines;
		if (LINE != 0)
			cover_rounds;
		if (GATE != 0) begin
			covered(n_opens, "event that opens the gate");
			covered(n_closes, "event that closes the gate");
		end
		if (TH != 0)
			covered(n_off_fire, "threshold while off");
		if (HOST != 0)
			covered(n_off_ask, "host while off");
		if (CAP != 0) begin
			covered(n_cause, "capture by this node");
			covered(n_other, "capture by another node");
			covered(n_off_capture, "capture while off");
			covered(n_unknown, "capture before the first word");
			covered(n_older, "capture of an older word");
		end
		if (N > 2)
			covered(n_most > 3, "more than three records");
		finish(0, 0);
	end
endmodule
