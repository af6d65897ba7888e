// SPDX-License-Identifier: Apache-2.0
//
// Bench of gnomon_record_single with triggers, samples and blocks: a timer with its words, a
// watchdog, sequences of one step, the host's trigger, the CAPTURE line and the rounds of a line
// beside patterns, and queues that give out samples and blocks. Words come at random, in bursts in
// which something happens in each cycle; the triggers go off and live; the buffer is drained,
// filled, or recorded in wrap mode. Behind each run a model goes by what was on the wires and lists
// the entries that are due; each slot of the buffer is explained by it, and by what the queues gave
// out. What the ranks find is put in as it is.
`timescale 1ns/1ns

module bench_entries;
	parameter  TIME_W     = 12;
	parameter  CODE_W     = 4;
	parameter  SLOTS_LOG2 = 6;
	parameter  WORD_W     = 32;
	parameter  PORT       = 0;   // 1: the buffer is in a memory that is slow and refreshes
	parameter  WRAP       = 1;
	parameter  M          = 1;   // sequences
	parameter  TIMER      = 1;
	parameter  DOG        = 1;
	parameter  HOST       = 1;
	parameter  CAPTURE    = 0;
	parameter  HOLD       = 0;
	parameter  LINE       = 0;
	parameter  SAMPLE_WORDS = 0;
	parameter  BLOCKS     = 0;
	parameter  RUNS       = 60;

	localparam CLOCKS   = 4000000;
	localparam CELL_W   = 13, ADDR_W = 15;
	// addresses of the tables (docs/design/triggers.md)
	localparam ACTIONS_AT = 0, STEPS_AT = 1024, LIMITS_AT = 2048, TRIGGERS_AT = 4096,
		TIMER_AT = 4160, DOG_AT = 4168;
	localparam SLOTS    = 1 << SLOTS_LOG2, CODES = 1 << CODE_W;
	localparam DOG_NUMBER = 2*M + TIMER, LINE_NUMBER = DOG_NUMBER + DOG,
		HOST_NUMBER = LINE_NUMBER + 2*LINE, CAPTURE_NUMBER = HOST_NUMBER + HOST;
	localparam N        = CAPTURE_NUMBER + CAPTURE;
	localparam MOST     = 1 << 17;
	// from the wires to the builder
	localparam DEPTH    = N != 0 || SAMPLE_WORDS != 0 || BLOCKS != 0 ? 7 + HOLD : 4;
	localparam [95:0] IDENTITY = 96'hA1B2C3D4E5F60718_014F4E47;
	localparam RECORD = 0, SAMPLE = 1, RESET = 2, START_ACT = 3, STOP_ACT = 4,
		GLOBAL = 5, MARK = 6,
		BANK = 7;
	// kinds of slots; the second half of a gap; two words of a sample or block; what may be
	// anything
	localparam EVENT = 1, GAP = 3, BEAT = 4, SYNC = 5, FLUSH = 6, LOAD = 13, REST = 15,
		HALF = 18, SAMPLE_END = 19, MORE = 20, BLOCK_END = 21,
		RAW = 256, DATA = 257, HOLE = 258, ROUND = 259;
	`include "bench.vh"
	`include "bench_end.vh"
	localparam ALONE = 1;  // the link keeps a byte for the tables as long
	`include "link_side.vh"

	reg               rst = 1'b1, when = 1'b0;
	integer           n;
	`include "entries_stand.vh"

	// the lines: CAPTURE as it is read, the rounds as they are on the wires, and in the cycle
	// behind what they are said to be
	wire              raise;
	reg               capture = 1'b0, line = 1'b0, line_q = 1'b0, own = 1'b0, late = 1'b0;
	reg               capture_at [0:MOST-1], line_at [0:MOST-1], own_at [0:MOST-1],
		late_at [0:MOST-1], raise_at [0:MOST-1];
	reg  [WORD_W-1:0] word = 0;
	reg  [CODE_W-1:0] code = 0, codes [0:2];
	wire              sync;
	wire [SLOTS_LOG2+65:0] request;
	wire [65:0]       answer;
	wire              table_valid;
	wire [CELL_W-1:0] table_addr;
	wire [7:0]        table_data;
	gnomon_record_single #(.IDENTITY(IDENTITY), .ADDR_W(ADDR_W),
		.TIME_W(TIME_W), .CODE_W(CODE_W), .SLOTS_LOG2(SLOTS_LOG2), .PORT(PORT),
		.CELL_W(CELL_W),
		.ACTIONS_BASE(ACTIONS_AT), .SAMPLE_WORDS(SAMPLE_WORDS), .BLOCKS(BLOCKS),
		.PREPROCESSORS(COUNTED ? 1 : 0), .WIDE(WIDE), .WRAP(WRAP), .WORD_W(WORD_W),
		.SEQUENCES(M), .STEPS(1), .COUNT_W(4), .TIMEOUT_W(6), .TIMER(TIMER),
		.WATCHDOG(DOG), .HOST(HOST), .CAPTURE(CAPTURE), .HOLD(HOLD), .LINE(LINE),
		.STEPS_BASE(STEPS_AT), .LIMITS_BASE(LIMITS_AT),
		.TRIGGERS_BASE(TRIGGERS_AT), .TIMER_BASE(TIMER_AT), .WATCHDOG_BASE(DOG_AT)) dut (
		.clk (clk), .rst (rst), .op_valid_i (op_valid), .op_i (op), .arg_i (arg),
		.place_i (place), .wr_valid_i (wr_valid), .wr_ready_o (wr_ready),
		.rd_next_i (rd_next), .reg_lower_i (reg_lower), .reg_data_o (reg_data),
		.addr_i (addr), .wr_data_i (wr_data), .nonce_i (nonce_valid), .taken_i (1'b0),
		.rd_data_o (rd_data), .busy_i (busy), .sync_o (sync), .sync_i (sync),
		.word_i (word), .when_i (when), .code_i (codes[2]), .actions_i (8'd0),
		.raise_o (raise), .capture_i (capture), .line_i (line), .own_i (own),
		.late_i (late),
		.table_o (table_valid), .wr_addr_o (table_addr), .wr_data_o (table_data),
		.class_o (), .opens_o (), .closes_o (), .process_o (), .fire_i (1'b0),
		.events_o (), .count_o (count), .first_o (first), .kept_i ({(WORD_W+2){1'b0}}),
		.sample_ready_i (sample_ready), .snap_ready_i (snap_ready), .sample_o (sample),
		.reset_o (reset), .bank_o (bank), .flush_o (flush), .sample_valid_i (sample_valid),
		.sample_word_i (sample_word), .sample_pop_o (sample_pop),
		.block_valid_i (block_valid), .block_word_i (block_word),
		.block_last_i (block_last), .block_pop_o (block_pop),
		.block_busy_i (block_busy), .frozen_o (frozen), .rd_ready_o (rd_ready),
		.mem_o (request), .mem_i (answer)
	);
	memory_stand #(.PORT(PORT), .SLOTS_LOG2(SLOTS_LOG2)) memory (
		.clk (clk), .rst (rst), .begin_i (sync), .mem_i (request), .mem_o (answer)
	);

	// What is on the wires, by the time of the word
	reg               running = 1'b0, live = 1'b0, begins_live = 1'b0;
	integer           now = 0;
	reg               when_at [0:MOST-1], live_at [0:MOST-1], ask_at [0:MOST-1];
	reg [CODE_W-1:0]  code_at [0:MOST-1];
	reg [WORD_W-1:0]  word_at [0:MOST-1];
	integer           stored_at [0:MOST-1];  // slots that the memory has
	always @(posedge clk) begin
		codes[0] <= code;
		codes[1] <= codes[0];
		codes[2] <= codes[1];
		step_stand(running ? now - DEPTH - 1 : -1);
		if (op_valid && op == SELECT)
			live <= arg[8];
		if (sync) begin
			now     = 0;
			running = 1'b1;
		end else if (running) begin
			when_at[now] = when;
			code_at[now] = code;
			word_at[now] = word;
			ask_at[now]  = 1'b0;
			stored_at[now] = memory.stored;
			line_at[now] = LINE != 0 && line;
			if (now >= 1)
				{own_at[now-1], late_at[now-1]} = {own, late};
			if (now >= DEPTH - 1)
				capture_at[now-DEPTH+1] = capture;
			if (now >= 7)
				raise_at[now-7] = raise;
			if (op_valid && op == STOP)
				stop_at = now;
			if (now >= 3)
				live_at[now-3] = live;
			if (now >= 5)
				ask_at[now-5] = op_valid && op == SELECT && arg[11];
			if (now < MOST - 1)
				now = now + 1;
		end
	end
	// The watched word, in bursts
	integer rate = 0, burst = 0, storm_code = 0;
	reg     quiet = 1'b1, bursting = 1'b0, storm = 1'b0;
	always @(posedge clk) begin
		burst = burst - 1;
		if (burst <= 0) begin
			bursting = !bursting;
			burst    = below(bursting ? 30 : 60);
		end
		word <= {$random(seed), $random(seed)};
		code <= storm ? storm_code : chance(200) ? 0 : below(CODES);
		when <= storm || (!quiet && chance(bursting ? rate : rate / 20));
	end

	// The lines. A round lasts a cycle at least, and is two cycles behind the one before.
	integer round_left = 0;
	always @(posedge clk) if (CAPTURE + LINE != 0) begin
		capture <= CAPTURE != 0 && chance(bursting ? 100 : 20);
		own     <= $random(seed);
		late    <= $random(seed) && !(line && !line_q);
		line_q  <= line;
		if (round_left > 0)
			round_left = round_left - 1;
		else begin
			line      <= LINE != 0 && !line;
			round_left = line ? 1 + below(chance(500) ? 2 : 60)
				: below(chance(500) ? 3 : 40);
		end
		if (sync)
			line <= 1'b0;
	end

	// Tables
	reg [7:0]        act_of [0:CODES-1], cell_of [0:7];
	reg [7:0]        column_of [0:CODES-1];
	integer          sampled_share = 0;
	integer          period = 1, limit = 1, counts [0:1];
	reg [7:0]        timer_on = 0, dog_on = 0;
	integer          i, k;
	task select(input is_live, input collect, input wrap, input asks);
		operate(SELECT, (asks << 11) | (wrap << 10) | (collect << 9) | (is_live << 8));
	endtask
	function drives(input integer share);
		if (CAPTURE != 0)
			drives = chance(share);
		else
			drives = 1'b0;
	endfunction
	task load_tables(input stops);
		reg [63:0] wide;
		begin
			select(1'b0, 1'b0, 1'b0, 1'b0);
			sampled_share = chance(300) ? 800 : below(500);
			for (i = 0; i < CODES; i = i + 1) begin
				act_of[i] = {chance(200), chance(200), drives(100),
					stops && chance(60),
					stops && chance(300), chance(200), chance(sampled_share),
					chance(850)};
				write_cell(ACTIONS_AT + i, act_of[i]);
				// advance, abort of each sequence; what feeds the watchdog
				column_of[i] = i == 0 ? 0 : (chance(300) << 2*M)
					| (M > 0 ? chance(500) : 0)
					| (M > 1 ? chance(500) << 2 : 0);
				write_cell(STEPS_AT + i, column_of[i]);
			end
			for (k = 0; k < M; k = k + 1) begin
				counts[k] = 1 + below(5);
				wide = {32'd0, 11'd0, 1'b0, counts[k] == 2, counts[k] == 1, 1'b0,
					1'b1, 12'd0, counts[k][3:0] - 4'd1};
				for (i = 0; i < 8; i = i + 1)
					write_cell(LIMITS_AT + 8*k + i, wide[8*i +: 8]);
			end
			for (k = 0; k < N; k = k + 1) begin
				cell_of[k] = {chance(200), chance(200), drives(200),
					stops && chance(30),
					stops && chance(300), chance(200), chance(sampled_share),
					chance(800)};
				write_cell(TRIGGERS_AT + k, cell_of[k]);
			end
			period   = below(4) == 0 ? 1 + below(4) : 5 + below(200);
			limit    = 1 + below(below(3) == 0 ? 4 : 100);
			timer_on = below(4) == 0 ? below(4) : 3;
			dog_on   = below(4) == 0 ? 0 : 1;
			for (i = 0; i < 4; i = i + 1) begin
				write_cell(TIMER_AT + i, (period - 1) >> 8*i);
				write_cell(DOG_AT + i, (limit - 1) >> 8*i);
			end
			write_cell(TIMER_AT + 4, timer_on);
			write_cell(DOG_AT + 4, dog_on);
		end
	endtask

	`include "entries_model.vh"
	`include "entries_slots.vh"
	`include "entries_data.vh"

	// The host
	integer    tail = 0, freed = 0, position, length, posts, mode;
	reg        toggles;
	integer    n_toggle = 0, n_frozen = 0, n_wrapped = 0, n_full = 0, n_restart = 0;
	task drain;
		reg [63:0] slot;
		begin
			read_status;
			position = freed + ((head - freed) & (SLOTS - 1));
			check(position - freed <= SLOTS - 9 + LINE, "no more than the reserve");
			while (tail < position) begin
				read_slot(tail % SLOTS, slot);
				taken[tail] = slot;
				tail = tail + 1;
			end
		end
	endtask
	task free;
		if (tail / 16 * 16 > freed) begin
			freed = tail / 16 * 16;
			was_limit[freed/16 + SLOTS/16 - 1] = 1'b1;
			operate(LIMIT, (freed - 16) & (SLOTS - 1));
		end
	endtask
	task begin_run(input collect, input wrap);
		begin
			model_collects = collect;
			model_wraps    = wrap;
			tail  = 0;
			freed = 0;
			for (i = 0; i < MOST / 16; i = i + 1)
				was_limit[i] = 1'b0;
			was_limit[SLOTS/16-1] = 1'b1;
			plan_stand;
			rate = PORT != 0 || below(3) == 0 ? 1000 : 100 + below(800);
			begins_live = live;
			start_run({1'b1, run[6:0] + 7'd1});
			quiet = 1'b0;
		end
	endtask
	// Something of the host: triggers off and live, and its own trigger
	task act(input collect, input wrap);
		if (toggles && chance(500)) begin
			select(1'b0, collect, wrap, 1'b0);
			repeat (below(40)) @(posedge clk);
			select(1'b1, collect, wrap, 1'b0);
			n_toggle = n_toggle + 1;
		end else if (HOST != 0 && chance(500))
			select(1'b1, collect, wrap, 1'b1);
	endtask
	task end_run;
		begin
			if (chance(300)) begin
				quiet = 1'b1;
				repeat (below(20)) @(posedge clk);
			end else if (chance(500))  // the last event has a word
				for (i = 0; i < 300 && !dut.word_next; i = i + 1)
					@(posedge clk);
			// events in each cycle keep what waits from being written
			storm = !quiet && chance(400);
			if (storm) begin
				for (i = 1; i < CODES; i = i + 1)
					if (act_of[i][RECORD] && (act_of[i][SAMPLE]
						|| !act_of[storm_code][SAMPLE]))
						storm_code = i;
				repeat (20) @(posedge clk);
			end
			if (quiet)
				@(posedge clk);
			op_valid <= 1'b1;
			op       <= STOP;
			@(posedge clk);
			op_valid <= 1'b0;
			repeat (storm ? 200 : 40) @(posedge clk);
			storm = 1'b0;
			quiet = 1'b1;
		end
	endtask
	// The run is over when all samples and blocks are in, which the state says; the host frees
	// slots meanwhile.
	task await_all(input frees);
		begin
			i = cycle;
			read_status;
			while (state[0] && cycle - i < 20000)
				if (frees) begin
					drain;
					free;
				end else
					read_status;
			check(idle(1'b0), "all samples and blocks are in");
			running = 1'b0;
			in_run  = 1'b0;
		end
	endtask

	task run_limited(input stream);
		reg collect;
		begin
			collect = chance(700);
			toggles = chance(800);
			select(1'b1, collect, 1'b0, 1'b0);
			begin_run(collect, 1'b0);
			length = 100 + below(3000);
			if (chance(400)) begin   // START while it runs, and while a word waits
				repeat (below(300)) @(posedge clk);
				begin_run(collect, 1'b0);
				n_restart = n_restart + 1;
			end
			while (now < length) begin
				if (stream) begin
					drain;
					if (chance(800))
						free;
				end
				repeat (below(50)) @(posedge clk);
				if (chance(200))
					act(collect, 1'b0);
			end
			end_run;
			drain;
			n_full = n_full + state[1];
			await_all(1'b1);
			drain;
			explain(tail, 1'b0, 0);
		end
	endtask

	task run_wrap;
		integer oldest, kept;
		begin
			toggles = 1'b0;
			posts   = 1 + below(12);
			select(1'b1, 1'b1, 1'b1, 1'b0);
			operate(POST, posts - 1);
			begin_run(1'b1, 1'b1);
			length = 100 + below(20 * SLOTS);
			while (now < length) begin
				repeat (below(50)) @(posedge clk);
				if (chance(100))
					act(1'b1, 1'b1);
				if (frozen && chance(200))
					length = 0;
			end
			end_run;
			await_all(1'b0);
			read_status;
			head   = head & (SLOTS - 1);
			oldest = state[2] ? head : 0;
			kept   = state[2] ? SLOTS : head;
			for (i = 0; i < kept; i = i + 1)
				read_slot((oldest + i) % SLOTS, taken[i]);
			n_wrapped = n_wrapped + state[2];
			n_frozen  = n_frozen + state[3];
			explain(kept, state[2], state[3] ? posts : 0);
		end
	endtask

	initial begin
		repeat (5) @(posedge clk);
		rst <= 1'b0;
		run = 0;
		for (mode = 0; mode < RUNS; mode = mode + 1) begin
			load_tables(mode % 3 == 0 || (WRAP != 0 && mode % 4 == 1));
			read_status;
			if (WRAP != 0 && mode % 4 < 2)
				run_wrap;
			else
				run_limited(mode % 2 == 0);
		end
		cover_entries;
		cover_stand;
		cover_data;
		covered(n_toggle, "triggers off and live");
		covered(n_full || PORT != 0, "full");
		covered(n_restart || RUNS < 16, "START while it runs");
		covered(WRAP == 0 || n_frozen, "frozen");
		covered(WRAP == 0 || n_wrapped, "wrapped");
		finish(0, 0);
	end
endmodule
