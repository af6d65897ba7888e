// SPDX-License-Identifier: Apache-2.0
//
// Bench of gnomon_record_single, from its link side alone: tables are loaded, runs of all three
// modes are started, words are thrown at it, the buffer is read, and trace_model explains every
// slot.
`timescale 1ns/1ns

module bench_single;
	parameter TIME_W     = 12;
	parameter TICK_LOG2  = 0;
	parameter [31:0] SEED = 0;
	parameter CODE_W     = 4;
	parameter SLOTS_LOG2 = 8;
	parameter PORT       = 0;  // 1: the buffer is in a memory that is slow and refreshes
	parameter WRAP       = 1;  // 0: no run is in wrap mode, though SELECT and POST say so
	parameter RANK_ACTIONS     = 0;  // 1: the bench gives the actions with the code
	parameter RUNS       = 60;

	localparam CLOCKS   = 4000000;
	localparam CELL_W   = 3 + (2*CODE_W > 11 ? 2*CODE_W : 11);
	localparam [31:0] ACTIONS = 32'd5 << (CELL_W - 3);  // table address
	localparam ADDR_W   = SLOTS_LOG2 + 4 > CELL_W ? SLOTS_LOG2 + 4 : CELL_W;
	localparam SLOTS    = 1 << SLOTS_LOG2;
	localparam GRANULES = SLOTS / 16;
	localparam [95:0] IDENTITY = 96'hA1B2C3D4E5F60718_014F4E47;
	`include "bench.vh"
	`include "bench_end.vh"
	localparam ALONE = 1;  // the link keeps a byte for the tables as long
	`include "link_side.vh"

	reg        rst = 1'b1, when = 1'b0;
	reg [31:0] word = 0;
	wire       sync;
	wire [SLOTS_LOG2+65:0] request;
	wire [65:0]            answer;
	wire [CODE_W-1:0] code;
	wire              table_valid;
	wire [CELL_W-1:0] table_addr;
	wire [7:0]        table_data;

	gnomon_record_single #(.IDENTITY(IDENTITY), .ADDR_W(ADDR_W), .TIME_W(TIME_W),
		.TICK_LOG2(TICK_LOG2), .SEED(SEED), .CODE_W(CODE_W),
		.SLOTS_LOG2(SLOTS_LOG2), .PORT(PORT),
	                .CELL_W(CELL_W), .RANK_ACTIONS(RANK_ACTIONS),
		.ACTIONS_BASE(ACTIONS), .WIDE(WIDE), .WRAP(WRAP)) dut (
		.clk (clk), .rst (rst),
		.op_valid_i (op_valid), .op_i (op), .arg_i (arg), .place_i (place),
		.wr_valid_i (wr_valid), .wr_ready_o (wr_ready), .rd_next_i (rd_next),
			.reg_lower_i (reg_lower), .reg_data_o (reg_data), .addr_i (addr),
			.wr_data_i (wr_data), .nonce_i (nonce_valid), .taken_i (1'b0),
		.rd_data_o (rd_data), .busy_i (busy),
		.sync_o (sync), .sync_i (sync), .word_i (word),
		.when_i (when), .code_i (code),
			.actions_i (RANK_ACTIONS != 0
				? model.cells[(5 << model.INDEX_W) + code] : word[7:0]),
			.table_o (table_valid),
			.wr_addr_o (table_addr), .wr_data_o (table_data),
		.raise_o (), .capture_i (1'b0), .line_i (1'b0), .own_i (1'b0), .late_i (1'b0),
		.fire_i (1'b0), .kept_i (34'd0), .sample_ready_i (1'b1), .snap_ready_i (1'b1),
			.sample_valid_i (1'b0), .sample_word_i (32'd0),
			.block_valid_i (1'b0), .block_word_i (32'd0), .block_last_i (1'b0),
			.block_busy_i (1'b0),
		.rd_ready_o (rd_ready), .mem_o (request), .mem_i (answer)
	);
	memory_stand #(.PORT(PORT), .SLOTS_LOG2(SLOTS_LOG2)) memory (
		.clk (clk), .rst (rst), .begin_i (sync), .mem_i (request), .mem_o (answer)
	);
	ranks_three #(.CODE_W(CODE_W)) ranks (
		.clk (clk), .wr_valid_i (table_valid), .wr_addr_i (table_addr),
			.wr_data_i (table_data), .word_i (word), .code_o (code)
	);
	trace_model #(.NODE(0), .TIME_W(TIME_W), .TICK_LOG2(TICK_LOG2), .SEED(SEED),
		.CODE_W(CODE_W)) model (
		.clk (clk), .sync (sync), .word (word), .when (when), .a (1'b0), .b (1'b0)
	);

	// The watched word: random, with events and stop actions as often as requested, in bursts.
	integer rate = 0, stop_rate = 0, burst = 0;
	reg     quiet = 1'b1, bursting = 1'b0;
	reg [31:0]       w;
	reg [CODE_W-1:0] c;
	always @(posedge clk) begin
		if (burst == 0) begin
			bursting = !bursting;
			burst    = below(200);
		end else
			burst = burst - 1;
		w = $random(seed);
		c = quiet ? 0 : model.code_of(w);
		word <= w;
		when <= !quiet && chance(bursting ? rate : rate / 20)
		      && (!model.cells[(5 << model.INDEX_W) + c][4] || chance(stop_rate));
	end

	task select(input live, input collect, input wrap);
		begin
			quiet = 1'b1;
			repeat (10) @(posedge clk);
			operate(SELECT, ((wrap || (!WRAP && chance(500))) << 10)
				| (collect << 9) | (live << 8)
				| (chance(500) ? 255 : 0));
			model.live         = live;
			model.collect_flag = collect;
			model.wrap         = wrap;
			quiet = 1'b0;
		end
	endtask

	task write(input integer which, input integer index, input [7:0] cell_value);
		begin
			model.cells[(which << model.INDEX_W) + index] = cell_value;
			write_cell((which << model.INDEX_W) + index, cell_value);
		end
	endtask

	task load_tables;
		integer i;
		begin
			select(1'b0, 1'b0, 1'b0);
			quiet = 1'b1;
			for (i = 0; i < 1024; i = i + 1) write(0, i, $random(seed));
			for (i = 0; i < 2048; i = i + 1) write(1, i, $random(seed));
			for (i = 0; i < 2048; i = i + 1) write(2, i, $random(seed));
			for (i = 0; i < 1 << 2*CODE_W; i = i + 1) write(3, i, $random(seed));
			for (i = 0; i < 1 << 2*CODE_W; i = i + 1)
				write(4, i, chance(100) ? 0 : $random(seed));
			for (i = 0; i < 1 << CODE_W; i = i + 1)
				write(5, i, {3'd0, i % 8 == 5, i % 4 == 3, 2'd0, i % 16 != 7});
		end
	endtask

	task look;
		begin
			read_status;
			equal(run, model.run, "run register");
			head = head & (SLOTS - 1);
		end
	endtask

	// What was read in this run, and the limits that were in force
	reg [63:0] taken [0:65535];
	integer    tail, limits, limit_from [0:8191], limit_is [0:8191];
	integer    freed;
	integer position;
	task look_at_head;
		begin
			look;
			position = freed + ((head - freed) & (SLOTS - 1));
			check(position - freed <= SLOTS - 10,
				"no more than the reserve beyond the limit");
		end
	endtask

	task drain;
		reg [63:0] slot;
		begin
			look_at_head;
			while (tail < position) begin
				read_slot(tail % SLOTS, slot);
				taken[tail] = slot;
				tail = tail + 1;
			end
		end
	endtask

	task free(input integer upto);
		begin
			limit_from[limits] = model.stamp;
			limit_is[limits]   = ((upto - 16) & (SLOTS - 1)) / 16;
			limits = limits + 1;
			freed  = upto / 16 * 16;
			operate(LIMIT, (upto - 16) & (SLOTS - 1));
		end
	endtask

	// A gap begins in the granule of a limit that was in force at some time between the event
	// before it and the one after it, or a moment ago.
	task check_gaps(input integer count);
		integer i, j, at, from, upto;
		reg     ok;
		begin
			at = 0;
			for (i = 0; i < count; i = i + 1)
				if (taken[i][39:32] == 1)
					at = at + 1;
				else if (taken[i][39:32] == 3) begin
					from = at == 0 ? 0 : model.event_time[at-1];
					upto = at == model.events ? model.stamp
						: model.event_time[at];
					ok   = 1'b0;
					for (j = 0; j < limits; j = j + 1)
						if (limit_from[j] <= upto
							&& (j + 1 == limits || limit_from[j+1]
							+ 8 >= from))
							ok = ok || limit_is[j] == (i % SLOTS) / 16;
					check(ok || PORT != 0, "gap begins at a limit");
					at = at + taken[i+1][63:32];
					i  = i + 1;
				end
		end
	endtask

	integer n_full = 0, n_restart = 0, n_reset = 0, n_frozen = 0,
		n_wrapped = 0, n_posts[0:63], n_twice = 0, n_frozen_load = 0;
	integer i, stopped_at, posts, kept, mode, length, events_in, first, cut;

	task begin_run(input integer stops);
		begin
			rate      = below(6) == 0 ? 1000 : below(3) == 0 ? 30 : 200 + below(500);
			stop_rate = stops;
			tail      = 0;
			freed     = 0;
			limits    = 1;
			limit_from[0] = 0;
			limit_is[0]   = GRANULES - 1;
			start_run({1'b1, model.run[6:0] + 7'd1});
		end
	endtask

	task end_run;
		begin
			if (chance(500)) begin
				quiet = 1'b1;
				repeat (12) @(posedge clk);
			end
			stopped_at = model.stamp;
			operate(STOP, 0);
			if (chance(300)) begin
				operate(STOP, 0);
				n_twice = n_twice + 1;
			end
			repeat (12) @(posedge clk);
			model.active = 1'b0;
			quiet = 1'b0;
		end
	endtask

	task explain(input integer from, input integer count);
		integer j;
		begin
			for (j = 0; j < count; j = j + 1)
				model.take(taken[from + j]);
		end
	endtask

	// The monitor is reset, in a run or between two: no run is left, whatever the registers
	// still hold of the nonce.
	task reset_monitor;
		begin
			quiet = 1'b1;
			repeat (below(40)) @(posedge clk);
			rst <= 1'b1;
			repeat (1 + below(3)) @(posedge clk);
			rst <= 1'b0;
			n_reset    = n_reset + model.active;
			model.run    = 8'd0;
			model.active = 1'b0;
			read_status;
			equal(run, 0, "run number after a reset");
			equal(state[0], 0, "active after a reset");
		end
	endtask

	// stream and fill
	task run_limited(input stream);
		begin
			select(1'b1, chance(600), 1'b0);
			begin_run(chance(300) ? 100 : 0);
			if (!WRAP && chance(500))
				operate(POST, $random(seed));
			length = 200 + below(6000);
			if (stream)
				while (model.now < length) begin
					drain;
					repeat (below(below(3) == 0 ? 2000 : 50)) @(posedge clk);
					if (tail >= 16 && chance(700)) begin
						look_at_head;
						free(tail);
					end
				end
			else
				while (model.now < length)
					@(posedge clk);
			if (chance(200)) begin  // START while it runs
				n_restart = n_restart + 1;
				begin_run(0);
				while (model.now < length)
					@(posedge clk);
			end
			if (chance(150)) begin
				reset_monitor;
				select(1'b1, 1'b1, 1'b0);
				begin_run(0);
				length = 200;
				while (model.now < length)
					@(posedge clk);
			end
			look;
			equal(state[0], 1, "active");
			if (state[1])
				n_full = n_full + 1;
			end_run;
			drain;
			equal(state[3:0], {head / 16 == limit_is[limits-1]} << 1, "state");
			model.open(0, 1'b1, stopped_at - 8);
			explain(0, tail);
			model.close;
			// a tick may be between the cycle of the stop and that of the flush
			check(model.last_full >= stopped_at - 7 - (1 << TICK_LOG2)
				&& model.last_full < stopped_at + 7 + (1 << TICK_LOG2),
				"time of flush");
			check_gaps(tail);
		end
	endtask

	// wrap: after the stop event `posts` events are kept, and then nothing but the flush
	task run_wrap(input integer count);
		begin
			posts = count;
			select(1'b1, chance(800), 1'b1);
			operate(POST, posts - 1);
			begin_run(0);
			length = 20 + below(4 * SLOTS);
			while (model.events < length && model.now < 60000) begin
				@(posedge clk);
				stop_rate = model.events * 2 > length ? 300 : 0;
				if (rate < 100)
					rate = 100;
			end
			quiet = 1'b1;
			repeat (12) @(posedge clk);
			look;
			// frozen: triggers that go off and live leave no record
			if (state[3] && chance(700)) begin
				n_frozen_load = n_frozen_load + 1;
				cut = head;
				repeat (1 + below(20)) begin
					select(1'b0, 1'b1, 1'b1);
					repeat (below(20)) @(posedge clk);
					select(1'b1, 1'b1, 1'b1);
					repeat (below(20)) @(posedge clk);
				end
				look;
				equal(head, cut, "head of a frozen recorder");
				quiet = 1'b1;
				repeat (12) @(posedge clk);
			end
			end_run;
			look;
			// which events are kept
			cut = model.events;
			for (i = model.events - 1; i >= 0; i = i - 1)
				if (model.event_acts[i][4])
					cut = i + 1 + posts;
			// where the trace begins
			first = state[2] ? head : 0;
			kept  = state[2] ? SLOTS : head;
			events_in = 0;
			for (i = 0; i < kept; i = i + 1) begin
				read_slot((first + i) % SLOTS, taken[i]);
				events_in = events_in + (taken[i][39:32] == 1);
			end
			check(!state[3] || cut <= model.events, "frozen after the stop action");
			check(state[3] || cut >= model.events, "not frozen before");
			equal(state[1:0], 0, "state");
			if (cut > model.events)
				cut = model.events;
			if (state[2])
				n_wrapped = n_wrapped + 1;
			if (state[3]) begin
				n_frozen = n_frozen + 1;
				n_posts[posts] = n_posts[posts] + 1;
				for (i = 0; i + 1 < kept; i = i + 1)
					if (taken[i][39:32] == 4)
						check(model.event_time[cut-1]
							+ 8 >= beat_time(taken[i]),
							"beat while frozen");
			end
			model.events = cut;
			model.open(cut - events_in, !state[2], stopped_at);
			explain(0, kept);
			model.close;
		end
	endtask

	function integer beat_time(input [63:0] slot);
		beat_time = TIME_W >= 30 ? slot[31:0]
			: slot[55:48] * (1 << (TIME_W - 1))
			+ (slot[31:0] & ((1 << (TIME_W - 1)) - 1));
	endfunction

	reg [7:0] value;
	initial begin
		for (i = 0; i < 64; i = i + 1)
			n_posts[i] = 0;
		repeat (5) @(posedge clk);
		rst <= 1'b0;
		load_tables;
		for (i = 0; i < 12; i = i + 1) begin
			read_byte(i, value);
			equal(value, IDENTITY[8*i +: 8], "identity");
		end
		for (mode = 0; mode < RUNS; mode = mode + 1) begin
			if (mode % 20 == 10)
				load_tables;
			case (mode % 4)
			2: run_limited(1'b1);
			3: run_limited(1'b0);
			default:
				if (WRAP)
					run_wrap(mode / 4 < 21 ? mode / 4 + 20 * (mode % 2)
						: below(41));
				else
					run_limited(mode % 2);
			endcase
		end
		covered(model.n_event, "event");
		covered(model.n_flush, "flush");
		if (RUNS >= 40) begin
			covered(model.n_lost, "lost event");
			covered(model.n_gap_beat, "beat after a gap");
			covered(model.n_start, "start action");
			covered(model.n_stop, "stop action");
			covered(model.n_off, "event while not collecting");
			covered(n_full, "full");
			covered(n_restart, "START while running");
			covered(n_reset, "reset while running");
			covered(!WRAP || n_frozen, "frozen");
			covered(!WRAP || n_wrapped, "wrapped");
			covered(!WRAP || n_posts[0], "POST 0");
			covered(!WRAP || n_frozen_load, "triggers off and live while frozen");
			covered(n_twice, "STOP twice");
			if (TIME_W == 12)
				covered(model.n_toggle_beat, "beat at a change of the top bit");
		end
		finish(model.checks, model.faults);
	end
endmodule
