// SPDX-License-Identifier: Apache-2.0
//
// Bench of a node with what it measures, alone below a gnomon_ring_master: gnomon_record_headend,
// ratio counters, extremes, buckets of pulses and of values, a counter bank, joined as the
// generator joins them (docs/design/preprocessors.md, "Time"). Events with samples, resets and ends
// of banks come in every clock or seldom, STOP and START at any time, and rst: while blocks are
// half sent, samples wait and banks are not clean. Each run that ends is read record by record and
// held against what was on the wires by time. With STORM the node has all other sources of events,
// too, and all of them fire in every clock, for long stretches, while the triggers go off and live
// and the ring is blocked at random.
`timescale 1ns/1ns

module bench_node;
	parameter TIME_W     = 16;
	parameter FIFO_LOG2  = 5;
	parameter BANKS_LOG2 = 1;
	parameter THRESHOLDS = 0;     // they fire with STORM only
	parameter STORM      = 0;
	parameter RANK_ACTIONS     = 0;     // 1: the bench gives the actions with the code
	parameter RUNS       = 24;    // runs that are read

	localparam NODE   = 3, LEVEL = 3, CELL_W = 9, ACTIONS = 64, BOUNDS = 128, WIDTH = 6,
		COUNT = 8, INPUTS = 17, SPAN = 8192;
	localparam DEPTH  = LEVEL + (THRESHOLDS != 0 ? 8 : 4), M = LEVEL + 4, D = DEPTH + 1;
	localparam WORDS  = 10;       // of a sample: two pairs, an extreme
	localparam STEPS_AT = 256, LIMITS_AT = 272, WORDS_AT = 288, TRIGGERS_AT = 320,
		TIMER_AT = 384, DOG_AT = 392;   // tables of the other sources
	localparam FIRES_W = THRESHOLDS == 0 ? 1 : THRESHOLDS;
	localparam CLOCKS = RUNS * 40000;
	localparam [31:0] TIMES = 32'hffffffff >> (32 - TIME_W);
	localparam WIRES  = 4 + 1 + WIDTH + INPUTS;
	`include "bench.vh"
	`include "bench_end.vh"

	reg         rst = 1'b1, sync = 1'b0, command_valid = 1'b0, ready = 1'b1;
	reg  [31:0] command = 0;
	reg  [3:0]  code = 0;
	reg  [WIRES-1:0] wires = 0;
	reg  [31:0] watched = 0;
	reg  [74:0] port = 0;          // of the event port: {valid, addr, data, pc}
	reg  [FIRES_W-1:0] fire = 0;
	wire        command_ready, word_valid, mark_valid, dn_valid, up_valid, up_ready, up_tag,
		below_valid, below_ready, table_valid, opens, closes, first, eve;
	wire        sample, reset, bank, flush, sample_ready, bank_ready, sample_valid, sample_pop,
		block_valid, block_last, block_pop, block_busy, clear, unused_start, unused_zero,
		unused_first;
	wire [31:0] word, dn_data, up_data, below_data, sample_word, block_word;
	wire [15:0] mark, process;
	wire [7:0]  mark_node, table_data;
	wire [CELL_W-1:0] table_addr;
	wire [3:0]  class_now, class_then;
	wire [TIME_W+6:0] count;
	reg         armed = 1'b0;  // rst comes with the last clock of the run
	wire        rst_now = rst || (armed && flush === 1'b1);
	gnomon_record_sync #(.DEPTH(4)) u_sync (
		.clk (clk), .rst (rst_now), .sync_i (sync), .eve_o (eve), .start_o (unused_start),
			.clear_o (clear), .first_o (unused_first), .zero_o (unused_zero)
	);
	gnomon_ring_master #(.RING_W(32)) u_master (
		.clk (clk), .rst (rst_now), .clear_i (clear), .command_valid_i (command_valid),
			.command_ready_o (command_ready), .command_i (command),
		.word_valid_o (word_valid), .word_ready_i (ready), .word_o (word),
			.mark_valid_o (mark_valid), .mark_ready_i (1'b1), .mark_node_o (mark_node),
			.mark_o (mark),
		.dn_valid_o (dn_valid), .dn_data_o (dn_data), .up_valid_i (up_valid),
			.up_ready_o (up_ready), .up_tag_i (up_tag), .up_data_i (up_data)
	);
	gnomon_record_headend #(
		.NODE(NODE), .LAST(1), .TIME_W(TIME_W), .RANKS(LEVEL), .CELL_W(CELL_W),
			.FIFO_LOG2(FIFO_LOG2), .SAMPLE_WORDS(WORDS), .THRESHOLDS(THRESHOLDS),
			.BLOCKS(1), .PREPROCESSORS(1),
		.SEQUENCES(2*STORM), .STEPS(1), .STRICT(STORM), .STRICT_STEPS(2), .TIMER(STORM),
			.WATCHDOG(STORM), .HOST(STORM), .PORT(STORM), .PORT_PC(STORM),
		.STEPS_BASE(STEPS_AT), .LIMITS_BASE(LIMITS_AT), .WORDS_BASE(WORDS_AT),
			.TRIGGERS_BASE(TRIGGERS_AT), .TIMER_BASE(TIMER_AT), .WATCHDOG_BASE(DOG_AT),
		.RING_W(32), .RANK_ACTIONS(RANK_ACTIONS), .ACTIONS_BASE(ACTIONS)
	) u_headend (
		.clk (clk), .rst (rst_now), .sync_i (sync), .word_i (watched), .when_i (1'b1),
			.port_valid_i (port[74]), .port_addr_i (port[73:64]),
			.port_data_i (port[63:32]), .port_pc_i (port[31:0]), .raise_o (),
			.capture_i (1'b0), .line_i (1'b0), .own_i (1'b0), .late_i (1'b0),
				.store_i (2'b00), .send_i (1'b0),
		.code_i (code), .actions_i (RANK_ACTIONS != 0 ? actions_of(code) : 8'hff),
		.table_o (table_valid), .table_addr_o (table_addr),
			.table_data_o (table_data),
		.class_o (class_now), .opens_o (opens), .closes_o (closes), .process_o (process),
			.fire_i (fire), .count_o (count), .first_o (first),
		.kept_i (34'd0),
		.sample_ready_i (sample_ready), .snap_ready_i (bank_ready), .sample_o (sample),
			.reset_o (reset), .bank_o (bank), .flush_o (flush),
		.sample_valid_i (sample_valid), .sample_word_i (sample_word),
			.sample_pop_o (sample_pop),
		.block_valid_i (block_valid), .block_word_i (block_word),
			.block_last_i (block_last), .block_pop_o (block_pop),
			.block_busy_i (block_busy),
		.dn_valid_i (dn_valid), .dn_data_i (dn_data), .dn_valid_o (below_valid),
			.dn_data_o (below_data),
		.up_valid_i (1'b0), .up_ready_o (below_ready), .up_tag_i (1'b0), .up_data_i (32'd0),
			.up_valid_o (up_valid), .up_ready_i (up_ready), .up_tag_o (up_tag),
			.up_data_o (up_data)
	);

	// What is measured. Wires: a, b of two pairs; valid and value; inputs of the counter bank.
	// Input 0 is the line whose pulses are measured.
	wire [WIRES-1:0] at_m, at_d;
	wire             first_m, pulse_m, pulse_d, pair_valid, pair_pop, ratios_ready,
		extremes_ready, shift;
	wire [WIDTH-1:0] width_m, width_d;
	wire [31:0]      pair_word, extreme_word;
	wire [2:0]       unit_valid, unit_last, unit_pop, unit_busy;
	wire [95:0]      unit_word;
	wire             is_d   = at_d[4+WIDTH];
	wire [WIDTH-1:0] value_d = at_d[4 +: WIDTH];
	assign sample_ready = ratios_ready && extremes_ready;
	gnomon_cell_delay #(.WIDTH(WIRES), .CLOCKS(M)) u_m (.clk (clk), .d_i (wires), .q_o (at_m));
	gnomon_cell_delay #(.WIDTH(WIRES), .CLOCKS(D - M)) u_d (.clk (clk), .d_i (at_m),
		.q_o (at_d));
	gnomon_cell_delay #(.WIDTH(1), .CLOCKS(M)) u_first (.clk (clk), .d_i (sync),
		.q_o (first_m));
	gnomon_cell_delay #(.WIDTH(4), .CLOCKS(D - LEVEL - 2)) u_class (.clk (clk),
		.d_i (class_now),
		.q_o (class_then));
	gnomon_count_pulse #(.WIDTH(WIDTH)) u_pulse (
		.clk (clk), .rst (rst_now), .first_i (first_m), .gate_i (1'b1),
			.of_i (at_m[5+WIDTH]), .valid_o (pulse_m), .value_o (width_m)
	);
	gnomon_cell_delay #(.WIDTH(WIDTH + 1), .CLOCKS(D - M - 1)) u_pulse_d (.clk (clk),
		.d_i ({pulse_m, width_m}), .q_o ({pulse_d, width_d}));
	gnomon_count_ratios #(.PAIRS(2), .DEPTH_LOG2(5)) u_ratios (
		.clk (clk), .first_i (first), .a_i (at_d[1:0]), .b_i (at_d[3:2]),
			.ready_o (ratios_ready), .sample_i (sample), .reset_i ({2{reset}}),
		.valid_o (pair_valid), .pop_i (pair_pop), .word_o (pair_word)
	);
	gnomon_count_extremes #(.WIDTH(WIDTH), .TIME_W(TIME_W)) u_extremes (
		.clk (clk), .first_i (first), .valid_i (is_d), .value_i (value_d),
			.time_i (count[TIME_W-1:0]), .code_i (class_then), .take_i (sample),
			.reset_i (reset),
		.shift_i (shift), .word_o (extreme_word)
	);
	gnomon_count_samples #(.PAIR_WORDS(4), .EXTREMES(1), .DEPTH_LOG2(6)) u_samples (
		.clk (clk), .first_i (first), .ready_o (extremes_ready), .sample_i (sample),
			.extreme_word_i (extreme_word), .extreme_shift_o (shift),
		.pair_valid_i (pair_valid), .pair_word_i (pair_word), .pair_pop_o (pair_pop),
			.valid_o (sample_valid), .pop_i (sample_pop), .word_o (sample_word)
	);
	gnomon_count_buckets #(.WIDTH(WIDTH), .COUNT_LOG2(3), .BANKS_LOG2(BANKS_LOG2), .UNIT(0),
		.NODE(NODE), .TIME_W(TIME_W), .CELL_W(CELL_W), .BASE(BOUNDS)) u_values (
		.clk (clk), .rst (rst_now), .first_i (first), .count_i (count),
			.wr_valid_i (table_valid), .wr_addr_i (table_addr), .wr_data_i (table_data),
		.valid_i (is_d), .value_i (value_d), .lost_i (1'b0), .bank_i (bank),
			.flush_i (flush), .frozen_i (1'b0),
		.block_valid_o (unit_valid[0]), .block_word_o (unit_word[31:0]),
			.block_last_o (unit_last[0]), .block_pop_i (unit_pop[0]),
			.block_busy_o (unit_busy[0])
	);
	gnomon_count_buckets #(.WIDTH(WIDTH), .COUNT_LOG2(3), .BANKS_LOG2(2), .BITS(16), .UNIT(1),
		.NODE(NODE), .TIME_W(TIME_W), .CELL_W(CELL_W), .BASE(BOUNDS)) u_pulses (
		.clk (clk), .rst (rst_now), .first_i (first), .count_i (count),
			.wr_valid_i (table_valid), .wr_addr_i (table_addr), .wr_data_i (table_data),
		.valid_i (pulse_d), .value_i (width_d), .lost_i (1'b0), .bank_i (bank),
			.flush_i (flush), .frozen_i (1'b0),
		.block_valid_o (unit_valid[1]), .block_word_o (unit_word[63:32]),
			.block_last_o (unit_last[1]), .block_pop_i (unit_pop[1]),
			.block_busy_o (unit_busy[1])
	);
	gnomon_count_counters #(.COUNT(INPUTS), .UNIT(0), .NODE(NODE), .TIME_W(TIME_W)) u_counters (
		.clk (clk), .rst (rst_now), .first_i (first), .count_i (count),
			.input_i (at_d[5+WIDTH +: INPUTS]), .ready_o (bank_ready),
			.sample_i (sample), .flush_i (flush),
		.block_valid_o (unit_valid[2]), .block_word_o (unit_word[95:64]),
			.block_last_o (unit_last[2]), .block_pop_i (unit_pop[2]),
			.block_busy_o (unit_busy[2])
	);
	gnomon_count_blocks #(.UNITS(3)) u_blocks (
		.clk (clk), .rst (rst_now), .block_valid_i (unit_valid), .block_word_i (unit_word),
			.block_last_i (unit_last), .block_pop_o (unit_pop),
			.block_busy_i (unit_busy),
		.block_valid_o (block_valid), .block_word_o (block_word),
			.block_last_o (block_last), .block_pop_i (block_pop),
			.block_busy_o (block_busy)
	);

	// By the time of the wires: `now` is that of this clock.
	reg [3:0]        code_at [0:SPAN-1];
	reg [WIRES-1:0]  wires_at [0:SPAN-1];
	reg              pulse_at [0:SPAN-1];
	reg [16*INPUTS-1:0] sums_at [0:SPAN-1], sums_now;   // of the bank's inputs
	integer          width_at [0:SPAN-1];
	integer          now = -1000, code_rate = 0, wire_rate = 500, ready_rate = 1000,
		width = 0, k, t;
	reg              live = 1'b0;   // the triggers, from START on
	reg              silent = 1'b0; // after rst, until START
	integer          n_reset = 0, n_reset_gap = 0, n_reset_send = 0, n_reset_end = 0,
	                 n_reset_flush = 0, n_dead = 0;
	// busy: events continue in every clock
	reg              old_pulse = 1'b0, calm = 1'b0, drain = 1'b0, busy = 1'b0;
	reg [3:0]        codes = 0, some_code;   // the codes that come, as they are on the wires
	reg [4*LEVEL-1:0] coming = 0;
	reg [WIRES-1:0]  next_wires = 0;
	reg [31:0]       toggle = 0;
	integer          ended, n_stop = 0;   // the last clock of the run; STOPs
	integer          storm = 0;           // other sources of events, of 1000 clocks
	reg              held = 1'b0;         // they come by themselves
	function [7:0] actions_of(input integer c);
		case (c)
		1:  actions_of = 8'h01;
		2:  actions_of = 8'h03;        // sample
		3:  actions_of = 8'h07;        // sample and reset
		4:  actions_of = 8'h81;        // bank
		5:  actions_of = 8'h83;        // sample and bank
		6:  actions_of = 8'h87;        // all
		7:  actions_of = 8'h05;        // reset
		8:  actions_of = 8'h84;        // reset and bank, not recorded
		9:  actions_of = 8'h04;
		10: actions_of = 8'h80;
		default: actions_of = 8'h00;
		endcase
	endfunction
	always @(posedge clk) begin
		now = sync ? -1 : now;
		note_sources;
		// what this clock's wires were belongs to `now` as the clock ends
		if (now >= 0 && now < SPAN) begin
			wires_at[now] = wires;
			for (k = 0; k < INPUTS; k = k + 1)
				sums_now[16*k +: 16] = (now == 0 ? 16'd0 : sums_now[16*k +: 16])
					+ wires[5+WIDTH+k];
			sums_at[now]  = sums_now;
			code_at[now]  = codes;
		end
		if (now >= -1 && now < SPAN) begin
			if (now < 0)
				old_pulse = wires[5+WIDTH];
			else begin
				pulse_at[now] = !wires[5+WIDTH] && width > 0 && !old_pulse;
				width_at[now] = width > (1 << WIDTH) - 1 ? (1 << WIDTH) - 1 : width;
				old_pulse     = old_pulse && wires[5+WIDTH];
			end
		end
		// the last clock of the run
		n_stop = n_stop + (u_headend.stop === 1'b1 && u_headend.u_builder.running_q);
		if (flush && !rst)
			ended = now - D;
		width = wires[5+WIDTH] ? width + 1 : 0;
		now   = now + 1;
		// the next inputs
		if (storm != 0) begin
			if (!held && below(100) == 0)
				blow;
		end else if (below(150) == 0 && !(busy && code_rate == 1000)) begin
			code_rate  = calm ? 4 : chance(200) ? 1000 : below(3) * below(200);
			wire_rate  = chance(300) ? 1000 : below(1001);
			ready_rate = chance(200) ? 30 : chance(300) ? below(400) : 1000;
			some_code  = chance(300) ? 4 + below(3) : 0;
		end
		toggle     = $random(seed);
		toggle     = chance(wire_rate) ? toggle & $random(seed) : 0;
		next_wires = wires;
		next_wires[WIRES-1:5+WIDTH] = wires[WIRES-1:5+WIDTH] ^ toggle[INPUTS-1:0];
		next_wires[4+WIDTH:0]       = toggle >> 20 ^ $random(seed);
		next_wires[4+WIDTH] = chance(wire_rate);
		wires <= next_wires;
		coming = {coming[4*LEVEL-5:0], codes};
		codes  = chance(code_rate) ? some_code != 0 ? some_code : 1 + below(12) : 0;
		code  <= coming[4*LEVEL-1 -: 4];
		ready <= drain || chance(ready_rate);
		if (STORM != 0)
			next_sources;
	end

	// Words of the run
	reg [31:0] words [0:65535];
	integer    made = 0, at;
	always @(posedge clk) begin
		if (word_valid && ready && made < 65536) begin
			words[made] = word;
			made = made + 1;
		end
		if (clear)
			made = 0;
	end

	// Reading a run
	integer    from, till, u, i, last_reset, flags, n_words, at_time, lost_values, total,
		snap_next, flush_seen, many, late, bounds [0:COUNT];
	integer    bank_end [0:1];      // of the last block of each unit; -2: its last one was
	                                // there
	integer    snaps [0:SPAN-1], snap_count, snap_f, next_event;
	integer    due, owed, last_beat;   // beats: the last reason, the first that waits
	reg        told;
	reg [31:0] want, most, least, most_at, least_at, last_code, most_code, least_code,
		sums [0:COUNT-1];
	reg        any, done;
	reg        took [0:SPAN-1];   // a sample was taken
	integer    n_run = 0, n_kept = 0, n_gap_event = 0, n_lost_last = 0, n_event = 0,
		n_sample = 0, n_unsampled = 0, n_partly = 0, n_gap = 0, n_block = 0,
		n_late = 0, n_lost = 0, n_snap = 0, n_cut = 0, n_cut_block = 0, n_cut_sample = 0,
	           n_dirty = 0, n_every = 0, n_adjacent = 0, n_wrap = 0, n_empty = 0;

	`include "node_sources.vh"
	`include "node_run.vh"

	task tell(input [1:0] kind, input [21:0] to, input [7:0] cell_value);
		begin
			command_valid <= 1'b1;
			command       <= {kind, to, cell_value};
			@(posedge clk);
			#1 while (!command_ready)
				@(posedge clk) #1 ;
			@(posedge clk);
			command_valid <= 1'b0;
			repeat (4) @(posedge clk);
		end
	endtask

	// rst in any state, also while a command is on its way: what the run had recorded is gone,
	// and no word comes before the next START. That may come without SELECT: then the triggers
	// are off.
	task reset_node;
		begin
			if (chance(700)) begin  // as many records as the ring takes
				code_rate  = 400;
				ready_rate = 1000;
				some_code  = 1;
			end
			repeat (below(100)) @(posedge clk);
			if (chance(300)) begin
				tell(2'd2, 22'd0, 8'd0);
				armed = 1'b1;
				for (i = 0; i < 400 && !rst_now; i = i + 1) @(negedge clk);
				n_reset_flush = n_reset_flush + rst_now;
				@(posedge clk) #1 armed = 1'b0;
				repeat (chance(500) && silent ? 300 : 0) @(posedge clk);
			end
			{command_valid, command} <= {chance(500), 2'd2, 30'd0};
			repeat (below(10)) @(posedge clk) #1 command_valid <= command_valid
				&& !command_ready;
			rst <= 1'b1;
			repeat (chance(700) ? 1 : 1 + below(4)) begin
				@(posedge clk);
				n_reset       = n_reset + (u_headend.u_builder.running_q === 1'b1);
				n_reset_gap   = n_reset_gap + !u_headend.u_builder.whole_q;
				n_reset_send  = n_reset_send + (!u_headend.u_sender.idle_q);
				n_reset_end   = n_reset_end + u_headend.u_builder.ending_q;
				command_valid <= 1'b0;
			end
			{rst, live} <= 2'b00;
		end
	endtask
	always @(posedge clk) begin
		silent = silent || rst_now;
		check(!silent || rst_now || !word_valid, "no word between rst and START");
		if (sync)
			silent = 1'b0;
	end

	integer length;
	initial begin
		repeat (5) @(posedge clk);
		rst <= 1'b0;
		@(posedge clk);
		bounds[0] = 0;
		for (i = 1; i < COUNT; i = i + 1)
			bounds[i] = i < 5 ? i : 9 * i - 30;
		bounds[COUNT] = 1 << 20;
		tell(2'd1, (1 << 8) | (1 << 9) | 255, 8'd0);
		live = 1'b1;
		for (i = 0; i < 16; i = i + 1)
			tell(2'd0, ACTIONS + i, actions_of(i));
		for (i = 0; i < 4 * COUNT; i = i + 1)
			tell(2'd0, BOUNDS + i, bounds[i/4] >> 8 * (i % 4));
		if (STORM != 0)
			load_sources;
		while (n_run < RUNS) begin
			n_dirty      = n_dirty + (u_values.used_q != 0);
			n_cut        = n_cut + u_headend.u_builder.running_q;
			n_cut_block  = n_cut_block + (u_headend.u_sender.block_q);
			n_cut_sample = n_cut_sample + (u_headend.u_sender.sample_q);
			ended        = SPAN;
			for (i = 0; i < SPAN; i = i + 1)
				took[i] = 1'b0;
			calm         = n_run % 4 == 2;
			busy = 1'b0;
			if (!live && chance(600)) begin
				repeat (below(100)) @(posedge clk);
				tell(2'd1, (1 << 8) | (1 << 9) | 255, 8'd0);
				live = 1'b1;
			end
			repeat (STORM != 0 ? 20 : 0) @(posedge clk);
			n_pending    = n_pending + (u_headend.u_builder.told_q !== live);
			sync <= 1'b1;
			@(posedge clk);
			sync <= 1'b0;
			{storm, at_once} = 0;
			calm_from    = SPAN;
			if (STORM != 0 && !calm)
				run_storm;
			length = n_run % 4 == 2 ? 2500 + below(3000) : chance(300) ? 20 + below(100)
				: chance(100) ? 16 + below(12) : 16 + below(800);
			repeat (at_once ? 0 : length) @(posedge clk);
			// samples wait, blocks are half sent, and events come with the end
			if (STORM == 0 && chance(600)) begin
				code_rate  = 1000;
				some_code  = 2 + below(5);
				ready_rate = 100;
				repeat (20 + below(100)) @(posedge clk);
			end
			busy = chance(500);
			if (STORM == 0 && chance(350))
				reset_node;
			else if (!at_once && chance(STORM ? 900 : 600)) begin
				tell(2'd2, 22'd0, 8'd0);
				if (chance(800)) begin
					repeat (below(2000)) @(posedge clk);
					drain = 1'b1;
					for (i = 0; i < 4000 && (u_headend.u_builder.active_o
						|| block_busy || u_headend.u_fifo.fill_q != 0);
						i = i + 1)
						@(posedge clk);
					repeat (60) @(posedge clk);
					drain = 1'b0;
					read_run;
					if (faults > 20)
						finish(0, 0);
				end else begin
					repeat (below(chance(500) ? 8 : 200)) @(posedge clk);
					if (STORM == 0 && chance(700))
						reset_node;
				end
			end
		end
		covered(n_event, "event");
		covered(n_sample > RUNS, "sample");
		covered(n_unsampled, "a sample that could not be taken");
		covered(n_gap, "lost events");
		covered(n_block > 2 * RUNS, "banks");
		covered(n_snap > RUNS, "snapshots");
		covered(n_cut, "START in a run");
		covered(n_stop, "STOP");
		if (STORM != 0)
			cover_storm;
		else begin
			covered(n_partly, "a sample while the snapshot before is under way");
			covered(n_late, "a late bank");
			covered(n_lost, "lost values");
			covered(n_cut_block, "START in a block");
			covered(n_cut_sample, "START in a sample");
			covered(n_dirty, "START before all banks are clean");
			covered(n_reset, "rst in a run");
			covered(n_reset_gap, "rst in a gap");
			covered(n_reset_send, "rst in a record");
			covered(n_reset_end, "rst between STOP and the flush");
			covered(n_reset_flush, "rst in the last clock of a run");
			covered(n_dead, "START after rst, with the triggers off");
			covered(n_kept, "a reset that stays away with its sample");
			covered(n_gap_event, "a gap that ends with an event");
			covered(n_lost_last, "an event lost in the last clock of a run");
			covered(n_adjacent, "banks in adjacent clocks");
			covered(n_empty, "a sample without values");
		end
		if (TIME_W == 12 && STORM == 0)
			covered(n_wrap, "the time wraps within a bank or a snapshot");
		finish(0, 0);
	end
endmodule
