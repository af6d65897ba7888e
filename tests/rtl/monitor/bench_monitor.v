// SPDX-License-Identifier: Apache-2.0
//
// Bench of gnomon_ring_center and gnomon_record_headend together, from operations of the link to
// bytes of the trace buffer. A trace_model a node explains every slot: each event is recorded, or
// counted by a gap, exactly once; samples and blocks of preprocessors_stand. The last node has no
// samples. With FROZEN the triggers of the nodes go off and live again and again while the trace
// buffer is frozen: nothing of that enters the buffer, nothing in it changes, and a START over the
// backlog has its own records only. With STORE nodes have local stores, which a REPORT line lets
// go: a processor and the stores assert it.
`timescale 1ns/1ns

module bench_monitor;
	parameter NODES      = 2;
	parameter TIME_W     = 16;
	parameter TICK_LOG2  = 0;      // with PAIRS 0, BLOCKS 0
	parameter [31:0] SEED = 0;
	parameter CODE_W     = 4;
	parameter FIFO_LOG2  = 4;
	parameter PAIRS      = 2;
	parameter BLOCKS     = 0;
	parameter DEEPER     = 0;      // node k: k + DEEPER modulo 3 is 0: measured at LEVEL + 1,
	                               // 1: + 4, 2: there are thresholds
	parameter SLOTS_LOG2 = 6;
	parameter RING_W     = 8;      // 0: no ring; NODES is 1
	localparam WIRES     = RING_W == 0 ? 32 : RING_W;
	parameter RUNS       = 24;
	parameter MOST       = 0;      // 1: fewer runs must reach most situations, too
	parameter FROZEN     = 0;      // 1: the triggers go off and live while it is frozen; 2:
	                               // and all runs are in wrap mode, with stop actions and few
	                               // events after them
	parameter LENGTH     = 5000;   // clocks of a run at most
	parameter STORE      = 0;      // almost-full mark of local stores, entries; 0: none
	parameter STORES     = 32'hFFFFFFFD;  // nodes that have one
	parameter REPORT_LIMIT = 0;    // of a round of the REPORT line, cycles; 0: none
	parameter MASK       = 32'hFFFFFFFF;  // bits of the watched word that are used: fewer take
	                                      // less time to load

	localparam CELL_W = 3 + (2*CODE_W > 11 ? 2*CODE_W : 11);
	localparam [31:0] ACTIONS = 32'd5 << (CELL_W - 3);  // table address
	localparam CLOCKS  = 6000000;
	localparam INDEX_W = 2*CODE_W > 11 ? 2*CODE_W : 11;
	localparam ADDR_W  = SLOTS_LOG2 + 4 > INDEX_W + 3 ? SLOTS_LOG2 + 4 : INDEX_W + 3;
	localparam SLOTS   = 1 << SLOTS_LOG2;
	// slots: kept free, of a record, before the limit
	localparam FREE    = BLOCKS ? 48 : 32, LONGEST = BLOCKS ? 36 : PAIRS < 9 ? 10
		: PAIRS + 1, BEFORE = BLOCKS ? 48 : 16;
	localparam [95:0] IDENTITY = 96'h0011223344556677_014F4E47;

	`include "bench.vh"
	`include "bench_end.vh"
	localparam ALONE = RING_W == 0;  // there is no ring
	`include "link_side.vh"

	reg  rst = 1'b1;
	wire sync;

	// The nodes hang between the links of the ring: link k is above node k.
	wire [NODES:0] dn_valid, up_valid, up_ready, up_tag;
	wire [WIRES-1:0] dn_data [0:NODES];
	wire [WIRES-1:0] up_data [0:NODES];
	wire [15:0] fifo_high [0:NODES-1];
	assign up_valid[NODES] = 1'b0;
	assign up_tag[NODES]   = 1'b0;
	assign up_data[NODES]  = {WIRES{1'b0}};

	gnomon_ring_center #(.IDENTITY(IDENTITY), .ADDR_W(ADDR_W), .NODES(NODES), .TIME_W(TIME_W),
		.SLOTS_LOG2(SLOTS_LOG2), .LONG(BLOCKS), .RING_W(RING_W), .WIDE(WIDE)) u_center (
		.clk (clk), .rst (rst),
		.op_valid_i (op_valid), .op_i (op), .arg_i (arg), .place_i (place),
		.wr_valid_i (wr_valid), .wr_ready_o (wr_ready), .rd_next_i (rd_next),
			.reg_lower_i (reg_lower), .reg_data_o (reg_data), .addr_i (addr),
			.wr_data_i (wr_data), .nonce_i (nonce_valid), .taken_i (1'b0),
		.rd_data_o (rd_data), .busy_i (busy), .sync_o (sync), .sync_i (sync),
		.dn_valid_o (dn_valid[0]), .dn_data_o (dn_data[0]),
		.up_valid_i (up_valid[0]), .up_ready_o (up_ready[0]), .up_tag_i (up_tag[0]),
			.up_data_i (up_data[0]), .fifo_high_i (fifo_high[0]),
		.rd_ready_o (), .mem_o (), .mem_i (66'd0)
	);

	// What the bench requests of the models: with `go`, node_asked (255: all) performs
	// `task_asked`.
	localparam FLAGS = 0, CELL = 1, OPEN = 2, TAKE = 3, CLOSE = 4, SUM = 5, END = 6, RESET = 7;
	event      go;
	integer    task_asked, node_asked;
	integer    asked_a, asked_b;
	reg [63:0] asked_slot;
	reg        asked_whole;
	reg [2:0]  flags;
	integer    sums [0:15];
	integer    more_checks = 0, more_faults = 0;
	integer    found;

	task ask(input integer node, input integer what);
		begin
			node_asked = node;
			task_asked = what;
			-> go;
			#1 ;
		end
	endtask

	integer rate = 0, stop_rate = 0;
	reg     quiet = 1'b1;
	wire [31:0] now [0:NODES-1];
	wire [NODES-1:0] waiting;   // nodes that have not yet sent all
	wire [NODES-1:0] backlog;   // nodes that have something to send now

	`include "monitor_report.vh"

	genvar k;
	generate
		for (k = 0; k < NODES; k = k + 1) begin : node
			localparam MARK = (STORES >> k) & 1 ? STORE : 0;
			localparam P   = k + 1 == NODES && NODES > 1 ? 0 : PAIRS;
			localparam P_W = P == 0 ? 1 : P;
			localparam DEEP = (k + DEEPER) % 3;
			reg            when = 1'b0;
			reg [31:0]     word = 0;
			reg [P_W-1:0]  a = 0, b = 0;
			wire [CODE_W-1:0] code;
			wire              table_valid;
			wire [CELL_W-1:0] table_addr;
			wire [7:0]        table_data;
			wire [TIME_W+6:0] count;
			wire              first, sample_ready, sample, reset, bank, flush,
				sample_valid, sample_pop, block_valid, block_last, block_pop,
				block_busy;
			wire [31:0]       sample_word, block_word;
			preprocessors_stand #(.NODE(k), .STAGE(DEEP == 2 ? 12 : DEEP == 1 ? 8 : 5),
				.PAIRS(P), .BLOCKS(BLOCKS), .TIME_W(TIME_W)) u_measure (
				.clk (clk), .a (a), .b (b), .count_i (count), .first_i (first),
				.sample_ready_o (sample_ready), .sample_i (sample),
					.reset_i (reset), .bank_i (bank), .flush_i (flush),
				.sample_valid_o (sample_valid), .sample_word_o (sample_word),
					.sample_pop_i (sample_pop),
				.block_valid_o (block_valid), .block_word_o (block_word),
					.block_last_o (block_last), .block_pop_i (block_pop),
					.block_busy_o (block_busy)
			);
			gnomon_record_headend #(.NODE(k), .LAST(k + 1 == NODES), .TIME_W(TIME_W),
				.TICK_LOG2(TICK_LOG2), .SEED(SEED), .CODE_W(CODE_W),
				.FIFO_LOG2(FIFO_LOG2),
				.SAMPLE_WORDS(2*P), .BLOCKS(BLOCKS), .PREPROCESSORS(DEEP != 0),
				.THRESHOLDS(DEEP == 2), .STORE(MARK), .TRIGGERS_BASE(6 << INDEX_W),
				.RING_W(RING_W), .CELL_W(CELL_W),
				.ACTIONS_BASE(ACTIONS)) u_headend (
				.clk (clk), .rst (rst), .sync_i (sync),
				.word_i (word), .when_i (when), .fire_i (1'b0), .count_o (count),
					.first_o (first),
				.kept_i (34'd0), .sample_ready_i (sample_ready), .snap_ready_i (1'b1),
					.sample_o (sample), .reset_o (reset), .bank_o (bank),
					.flush_o (flush),
				.sample_valid_i (sample_valid), .sample_word_i (sample_word),
					.sample_pop_o (sample_pop),
				.block_valid_i (block_valid), .block_word_i (block_word),
					.block_last_i (block_last), .block_pop_o (block_pop),
					.block_busy_i (block_busy),
				.port_valid_i (1'b0), .port_addr_i (10'd0), .port_data_i (32'd0),
					.port_pc_i (32'd0), .raise_o (), .capture_i (1'b0),
					.line_i (1'b0), .own_i (1'b0), .late_i (1'b0),
					.store_i (2'b00), .send_i (report[k]), .ask_o (),
					.full_o (store_full[k]), .sent_o (store_sent[k]),
				.code_i (code), .actions_i (8'd0),
				.table_o (table_valid), .table_addr_o (table_addr),
					.table_data_o (table_data),
				.dn_valid_i (dn_valid[k]), .dn_data_i (dn_data[k]),
					.dn_valid_o (dn_valid[k+1]), .dn_data_o (dn_data[k+1]),
				.up_valid_i (up_valid[k+1]), .up_ready_o (up_ready[k+1]),
					.up_tag_i (up_tag[k+1]), .up_data_i (up_data[k+1]),
				.up_valid_o (up_valid[k]), .up_ready_i (up_ready[k]),
					.up_tag_o (up_tag[k]), .up_data_o (up_data[k]),
					.fifo_high_o (fifo_high[k])
			);
			ranks_three #(.CODE_W(CODE_W)) ranks (
				.clk (clk), .wr_valid_i (table_valid), .wr_addr_i (table_addr),
					.wr_data_i (table_data), .word_i (word), .code_o (code)
			);
			trace_model #(.NODE(k), .TIME_W(TIME_W), .TICK_LOG2(TICK_LOG2),
				.SEED(SEED), .CODE_W(CODE_W), .PAIRS(P),
				.BLOCKS(BLOCKS)) model (
				.clk (clk), .sync (sync), .word (word), .when (when), .a (a), .b (b)
			);
			if (MARK != 0) begin : gen_watch
				store_watch watch (
					.clk (clk), .rst (rst), .clear (u_headend.clear),
						.stop (u_headend.stop), .line (report[k]),
						.sent (store_sent[k]), .full (store_full[k]),
					.valid (u_headend.made_valid),
						.passes (u_headend.sent_valid),
						.take (u_headend.made_take),
						.last (u_headend.made_last),
						.word (u_headend.made), .events (model.events)
				);
				always @(go)
					if (task_asked == SUM) begin
						more_checks = more_checks + watch.checks;
						more_faults = more_faults + watch.faults;
						stores[0] = stores[0] + watch.n_round;
						stores[1] = stores[1] + watch.n_sent;
						stores[2] = stores[2] + watch.n_cut;
						stores[3] = stores[3] + watch.n_full;
						stores[4] = stores[4] + watch.n_closed;
						stores[5] = stores[5] + watch.n_rest;
						stores[6] = stores[6] + watch.n_gap;
						stores[7] = stores[7] + watch.n_lost;
						stores[8] = stores[8] + watch.n_after;
					end
			end
			// What the node knows of the trace buffer: a command and its way through
			// the ring may pass until then
			integer full_for = 0;
			reg     full_was = 1'b0;
			always @(posedge clk) begin
				full_for = u_center.full === full_was ? full_for + 1 : 0;
				full_was = u_center.full;
				if (full_for > 3 * (NODES + 32 / WIRES) + 60 && !rst
					&& !write_wanted)
					check(u_headend.full === full_was,
						"the node knows that the buffer is full");
			end
			assign now[k]     = model.stamp;
			assign waiting[k] = block_busy || u_headend.u_fifo.fill_q != 0;
			assign backlog[k] = block_valid || u_headend.u_fifo.fill_q != 0;

			// Bursts of events; stop actions as often as requested
			integer          own = k + 100, burst = 0, share_a = 1, share_b = 1;
			reg              bursting = 1'b0;
			reg [31:0]       w;
			reg [CODE_W-1:0] c;
			always @(posedge clk) begin
				if (burst == 0) begin
					bursting = !bursting;
					burst    = $unsigned($random(own)) % 300;
					share_a  = $unsigned($random(own)) % 5;
					share_b  = $unsigned($random(own)) % 5;
				end else
					burst = burst - 1;
				w = $random(own) & MASK;
				c = quiet ? 0 : model.code_of(w);
				word <= w;
				when <= !quiet && $unsigned($random(own)) % 1000 < (bursting ? rate
					: rate / 20)
				      && (!model.cells[(5 << INDEX_W) + c][4]
				      	|| $unsigned($random(own)) % 1000 < stop_rate);
				a <= $unsigned($random(own)) % 4 < share_a ? $random(own) : 0;
				b <= $unsigned($random(own)) % 4 < share_b ? ~0 : $random(own);
			end

			integer i;
			always @(go)
				if (node_asked == k || node_asked == 255)
					case (task_asked)
					FLAGS: {model.wrap, model.collect_flag, model.live} =
						asked_a;
					CELL:  model.cells[asked_a] = asked_b;
					// where the first event does not come before asked_a; -1:
					// where there is none
					OPEN: begin
						found = 0;
						if (!asked_whole)
							while (found < model.events &&
								(asked_a < 0 ||
								model.event_time[found] < asked_a))
								found = found + 1;
						model.open(found, asked_whole, asked_b);
					end
					TAKE:  model.take(asked_slot);
					CLOSE: model.close;
					END:   model.active = 1'b0;
					RESET: {model.active, model.run} = 9'd0;
					SUM: begin
						more_checks = more_checks + model.checks
							+ u_measure.checks;
						more_faults = more_faults + model.faults
							+ u_measure.faults;
						sums[0] = sums[0] + model.n_event;
						sums[1] = sums[1] + model.n_lost;
						sums[2] = sums[2] + model.n_gap_beat;
						sums[3] = sums[3] + model.n_toggle_beat;
						sums[4] = sums[4] + model.n_ratio;
						sums[5] = sums[5] + model.n_unsampled;
						sums[6] = sums[6] + model.n_owed;
						sums[7] = sums[7] + model.n_flush;
						sums[8] = sums[8] + model.n_reset;
						sums[9] = sums[9] + model.n_start;
						sums[10] = sums[10] + model.n_stop;
						sums[11] = sums[11] + model.n_off;
						sums[12] = sums[12] + model.n_block;
						sums[13] = sums[13] + model.n_kept;
						sums[14] = sums[14] + model.n_gap_event;
					end
					endcase
		end
	endgenerate

	`include "monitor_host.vh"
	`include "monitor_frozen.vh"

	task run_limited(input stream);
		begin
			select(255, 1'b1, chance(700), 1'b0);
			begin_run(chance(300) ? 50 : 0);
			length = 200 + below(LENGTH);
			if (chance(400)) begin  // START while it runs
				repeat (below(length)) @(posedge clk);
				n_restart = n_restart + 1;
				begin_run(0);
			end
			while (now[0] < length)
				if (stream) begin
					drain;
					repeat (below(below(3) == 0 ? 2000 : 50)) @(posedge clk);
					if (tail >= 16 && chance(700))
						free(tail);
				end else
					@(posedge clk);
			if (chance(300)) begin
				reset_monitor;
				select(255, 1'b1, 1'b1, 1'b0);
				begin_run(0);
				length = 200;
				while (now[0] < length)
					@(posedge clk);
			end
			look;
			equal(state[0], 1, "active");
			equal(state[3:2], 0, "neither wrapped nor frozen");
			if (state[1]) begin
				n_full = n_full + 1;
				position = freed + ((head - freed) & (SLOTS - 1));
				check(position - freed >= SLOTS - BEFORE, "full before the limit");
				check(state[7:4] >= (BLOCKS ? 9 : 12), "high-water mark when full");
			end
			stop_run;
			drain_all;
			equal(state[0], 0, "active");
			check_marks(tail);
			explain(tail, 1'b1);
		end
	endtask

	task run_wrap;
		integer j;
		begin
			n_wrap_run = n_wrap_run + 1;
			posts = below(SLOTS / (FROZEN == 2 ? 12 : 3));
			posts_spent = 1'b0;
			select(255, 1'b1, 1'b1, 1'b1);
			operate(POST, posts - 1);
			begin_run(0);
			length = 200 + below(LENGTH);
			while (now[0] < length) begin
				@(posedge clk);
				stop_rate = now[0] <= length / 2 ? 0 : FROZEN == 2 ? 1000
					: mode % 4 == 2 ? 100 : 0;
			end
			if (FROZEN != 0)
				load_frozen;
			stop_run;
			while (waiting != 0)
				@(posedge clk);
			repeat (4000 * (WIRES < 8 ? 6 : 1)) @(posedge clk);
			look;
			equal(state[1:0], 0, "state");
			if (!state[2])
				equal(tail_reg, 0, "tail");
			tail = (head - tail_reg) & (SLOTS - 1);
			check(!state[2] || tail >= SLOTS - FREE - LONGEST,
				"tail is the oldest record");
			for (i = 0; i < tail; i = i + 1)
				read_slot((tail_reg + i) % SLOTS, taken[i]);
			check_whole(0, tail);
			if (state[2])
				n_wrapped = n_wrapped + 1;
			// Events after the earliest stop flag, by their times: a run is shorter
			// than a period until it is frozen
			frozen_at = 0;
			latest    = 0;
			i = 0;
			while (i < tail) begin
				if (taken[i][39:32] == 1 && taken[i][58]) begin
					if (frozen_at == 0 || taken[i][31:0] < frozen_at)
						frozen_at = taken[i][31:0];
					stops_kept = latest == 0 ? 1 : 2;
					latest     = 1;
				end
				i = i + slots_of(taken[i]);
			end
			after = 0;
			i     = 0;
			while (i < tail) begin
				after = after + (taken[i][39:32] == 1
					&& taken[i][31:0] > frozen_at);
				i     = i + slots_of(taken[i]);
			end
			// Fewer than requested: an earlier stop event decided, and was overwritten.
			if (state[3] && state[2] && after < posts)
				frozen_at = 0;
			// (Where something was overwritten the stop event may be, too. An earlier
			// stop event that came later leaves more after it.)
			if (frozen_at > 0) begin
				if (!state[3])
					check(after < posts || stops_kept > 1, "not frozen before");
				else if (posts_spent)
					check(after <= posts || stops_kept > 1,
						"events after the stop action");
				else if (!state[2] && stops_kept == 1)
					equal(after, posts, "events after the stop action");
				else
					check(after >= posts || state[2],
						"events after the stop action");
				if (state[3] && after == posts)
					n_cut = n_cut + 1;
			end
			if (state[3])
				n_frozen = n_frozen + 1;
			explain(tail, !state[2]);
		end
	endtask

	reg [7:0] value;
	initial begin
		for (i = 0; i < 16; i = i + 1)
			sums[i] = 0;
		repeat (5) @(posedge clk);
		rst <= 1'b0;
		load_tables;
		for (i = 0; i < 12; i = i + 1) begin
			read_byte(i, value);
			equal(value, IDENTITY[8*i +: 8], "identity");
		end
		for (mode = 0; mode < RUNS; mode = mode + 1)
			case (FROZEN == 2 ? 2 : mode % 4)
			0: run_limited(1'b1);
			1: run_limited(1'b0);
			default: if (TIME_W < 16 && FROZEN == 0) run_limited(below(2));
			else run_wrap;
			endcase
		ask(255, SUM);
		covered(sums[0], "event");
		covered(sums[1], "lost event");
		if (WIRES < 32)  // a wide ring loses too little for that
			covered(sums[2], "beat after a gap");
		covered(sums[7], "flush");
		if (RING_W != 0)
			covered(n_held, "wait for the ring");
		if (FROZEN != 2)
			covered(n_marks, "high-water mark of a FIFO that was full");
		if (PAIRS != 0) begin
			covered(sums[4], "ratio record");
			covered(sums[8], "reset action");
		end
		if (BLOCKS)
			covered(sums[12] > 20, "twenty blocks");
		if (TIME_W == 12)
			covered(sums[3], "beat at a change of the top bit");
		if (n_wrap_run != 0)
			covered(n_wrapped, "wrapped");
		if (RUNS >= 24 || MOST != 0) begin
			if (PAIRS != 0) begin
				covered(sums[5], "unsampled event");
				covered(sums[13], "reset that stays away with its sample");
			end
			covered(sums[14], "gap that ends with an event");
			covered(sums[9], "start action");
			covered(sums[10], "stop action");
			covered(sums[11], "event while not collecting");
			covered(n_gap_full, "gap that began with a full buffer");
			covered(n_gap_ring, "gap that began with a busy ring");
			covered(n_reset, "reset while running");
			covered(n_twice, "STOP twice");
		end
		if (RUNS >= 24) begin
			covered(n_full, "full");
			covered(n_restart, "START while running");
			if (TIME_W >= 16) begin
				covered(sums[6], "stop flag of a lost event");
				covered(n_frozen, "frozen");
				covered(n_cut, "all events after a stop action kept");
			end
		end
		if (FROZEN != 0)
			cover_frozen;
		if (STORE != 0)
			cover_stores;
		finish(more_checks, more_faults);
	end
endmodule
