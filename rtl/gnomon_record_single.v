// SPDX-License-Identifier: Apache-2.0
// Room: record
// gnomon_record_single: a monitor of one node without link, PHY, ranks and preprocessors.
//
// The trace buffer (gnomon_record_buffer) is the only FIFO: the record builder writes straight into
// it.
//  1. Operations of the link come at op_valid_i. The payload port writes the tables, also those of
//     the ranks, at byte place_i of the slot arg_i. The link reads the trace buffer and the
//     registers through its address addr_i.
//  2. Where the buffer has no room, gap records take the place of events.
//  3. In wrap mode there is always room. After the stop action as many events are recorded as POST
//     states; then collection ends. With WRAP 0 there is no such mode: the flag of SELECT, and
//     POST, do nothing. With PORT, the trace buffer being a memory outside the monitor, there is
//     always room in wrap mode but while the memory is too slow.
//  4. With triggers, byte 1 of an event's slot (a slot in a cycle) is what fired beside the pattern
//     and is recorded: bit k is trigger k (gnomon_trigger_sources), bit 7 the timer's word. Code 0
//     is no pattern's event; bits 4 and 5 of the flags are a load record (gnomon_record_builder),
//     with a line's trigger all upper ones {two bits of length, late, own} (gnomon_trigger_line).
//     Units of blocks have frozen_o: behind it they begin nothing.
//  5. Words, rounds, samples and blocks have slots of their own, which are written in cycles in
//     which the builder writes nothing (gnomon_record_slots).
//  6. CAPTURE, HOLD and LINE, raise_o, capture_i, line_i, own_i and late_i are as with
//     gnomon_record_headend: the CAPTURE line, and its rounds where it interrupts processors.
// The preprocessors (ratio counters, quantities, buckets, ...) are in a generated module beside it,
// as with gnomon_record_headend; docs/design/preprocessors.md has the stages of its ports. The
// module has no ring, no REPORT line and local store, and no event port: gnomon_ring_center and
// gnomon_record_headend have them.
//
// CONSTRAINT: LIMIT comes only while the last SELECT was without wrap, POST only while it was with
// wrap: they set one register.
//
// Latency: LEVEL is max(RANKS, 3). DEPTH is LEVEL + 8 with thresholds; LEVEL + 4 with
//   PREPROCESSORS, EVENT_LINES, a gate or triggers; else LEVEL + 1; and HOLD more with CAPTURE. A
//   word on the wires, with when_i, to sample_o, reset_o, bank_o: DEPTH + 1 cycles; to the write of
//   its record into the trace buffer: DEPTH + 2; the timer's word to that of its slot: DEPTH + 3 at
//   least. code_i to class_o: LEVEL - RANKS + 2. op_valid_i to sync_o: none (combinational).
//   wr_valid_i to table_o: 1 cycle; none with WIDE without triggers and preprocessors. rd_next_i to
//   rd_data_o: 1 cycle; addr_i, constant meanwhile, to rd_data_o: 3 cycles; with WIDE addr_i to
//   rd_data_o: 2 cycles, with rd_next_i in the second one (gnomon_link_wide).
//
// With RANKS 3; hit and wr are inside: the builder gets the event, and writes its record.
//
//   cycle     0  1  2  3  4  5  6  7
//   when_i    1  0  0  0  0  0  0  0
//   code_i    0  0  0  2  0  0  0  0
//   hit       0  0  0  0  1  0  0  0
//   wr        0  0  0  0  0  0  1  0
//
// Instance:
//   gnomon_record_single #(.LUT_BITS(0), .IDENTITY(96'd0), .ADDR_W(14), .TIME_W(32), .TICK_LOG2(0),
//     .SEED(32'd0), .CODE_W(4), .SLOTS_LOG2(10), .PORT(0), .RANKS(3), .RANK_ACTIONS(0),
//     .CELL_W(14), .ACTIONS_BASE(0), .WIDE(0), .WRAP(1), .SYNC(0), .LATE(0), .WORD_W(32),
//     .SEQUENCES(0), .STEPS(4), .COUNT_W(8), .TIMEOUT_W(24), .OVERLAP(0), .STRICT(0),
//     .STRICT_STEPS(4), .TIMER(0), .WATCHDOG(0), .HOST(0), .CAPTURE(0), .HOLD(0), .LINE(0),
//     .STEPS_BASE(0), .LIMITS_BASE(0), .WORDS_BASE(0), .TRIGGERS_BASE(0), .TIMER_BASE(0),
//     .WATCHDOG_BASE(0), .SAMPLE_WORDS(0), .THRESHOLDS(0), .GATE(0), .BLOCKS(0), .PREPROCESSORS(0),
//     .KEPT(0), .EVENT_LINES(0), .EVENT_LINES_BASE(0)
//   ) u_record_single (
//     .clk(clk), .rst(rst), .op_valid_i(op_valid), .op_i(op), .arg_i(arg), .place_i(place),
//     .wr_valid_i(wr_valid), .wr_ready_o(wr_ready), .rd_next_i(rd_next), .addr_i(addr),
//     .wr_data_i(wr_data_i), .nonce_i(nonce), .taken_i(taken), .rd_data_o(rd_data),
//     .reg_lower_i(reg_lower), .reg_data_o(reg_data), .busy_i(busy), .sync_o(sync_o),
//     .sync_i(sync_i), .word_i(word), .when_i(when), .code_i(code), .actions_i(actions),
//     .raise_o(raise), .capture_i(capture), .line_i(line), .own_i(own), .late_i(late),
//     .table_o(table_o), .wr_addr_o(wr_addr), .wr_data_o(wr_data_o), .class_o(class_o),
//     .opens_o(opens), .closes_o(closes), .process_o(process), .fire_i(fire), .events_o(events),
//     .count_o(count), .first_o(first), .kept_i(kept), .sample_ready_i(sample_ready),
//     .snap_ready_i(snap_ready), .sample_o(sample), .reset_o(reset), .bank_o(bank),
//     .flush_o(flush), .sample_valid_i(sample_valid), .sample_word_i(sample_word),
//     .sample_pop_o(sample_pop), .block_valid_i(block_valid), .block_word_i(block_word),
//     .block_last_i(block_last), .block_pop_o(block_pop), .block_busy_i(block_busy),
//     .frozen_o(frozen), .rd_ready_o(rd_ready), .mem_o(mem_o), .mem_i(mem_i)
//   );

module gnomon_record_single #(
	parameter        LUT_BITS   = 0,      // as gnomon_cell_ram's
	parameter [95:0] IDENTITY   = 96'd0,  // first bytes of the registers
	parameter        ADDR_W     = 14,     // as gnomon_link's; requires at least SLOTS_LOG2 + 4
	                                      // and CELL_W, with HOST 15
	parameter        TIME_W     = 32,     // bits of the time; requires 12..32
	parameter        TICK_LOG2  = 0,      // of the times of records, as gnomon_record_tick's
	                                      // LOG2; requires TIME_W - 3 at most
	parameter [31:0] SEED       = 32'd0,  // likewise
	parameter        CODE_W     = 4,      // bits of an event code; requires 4..8
	parameter        SLOTS_LOG2 = 10,     // slots of the trace buffer, log2; requires 6..15,
	                                      // with PORT 9..28
	parameter        PORT       = 0,      // 1: the trace buffer is a memory outside the monitor
	parameter        RANKS      = 3,      // clocks from the watched word to its code; requires
	                                      // 1..16
	parameter        RANK_ACTIONS = 0,    // 1: the actions of an event come with its code
	parameter        CELL_W     = 14,     // bits of a table address
	parameter        ACTIONS_BASE = 0,    // address of the table of actions
	parameter        WIDE       = 0,      // 0: the link is gnomon_link; 1: gnomon_link_wide,
	                                      // without reg_lower_i and reg_data_o
	parameter        WRAP       = 1,      // 0: there is no flight recorder
	parameter        SYNC       = 0,      // 1: there is the register TIME
	parameter        LATE       = 0,      // cycles by which sync_i is later than sync_o where
	                                      // the watched word is, too; requires 0 or 1
	parameter        WORD_W       = 32,   // bits of the watched word; requires 8..64, with
	                                      // TIMER 56, with CAPTURE 53 at most
	parameter        SEQUENCES    = 0,    // as gnomon_trigger_sources'; of all triggers (two of
	                                      // each sequence) 7 at most
	parameter        STEPS        = 4,
	parameter        COUNT_W      = 8,
	parameter        TIMEOUT_W    = 24,
	parameter        OVERLAP      = 0,
	parameter        STRICT       = 0,
	parameter        STRICT_STEPS = 4,
	parameter        TIMER        = 0,
	parameter        WATCHDOG     = 0,
	parameter        HOST         = 0,
	parameter        CAPTURE      = 0,    // as gnomon_record_headend's; LINE requires 0..1
	parameter        HOLD         = 0,
	parameter        LINE         = 0,
	parameter        STEPS_BASE    = 0,   // addresses of their tables (docs/design/triggers.md)
	parameter        LIMITS_BASE   = 0,
	parameter        WORDS_BASE    = 0,
	parameter        TRIGGERS_BASE = 0,
	parameter        TIMER_BASE    = 0,
	parameter        WATCHDOG_BASE = 0,
	// as gnomon_record_headend's; SAMPLE_WORDS requires 46 at most
	parameter        SAMPLE_WORDS     = 0,
	parameter        THRESHOLDS       = 0,
	parameter        GATE             = 0,
	parameter        BLOCKS           = 0,
	parameter        PREPROCESSORS    = 0,
	parameter        KEPT             = 0,
	parameter        EVENT_LINES      = 0,
	parameter        EVENT_LINES_BASE = 0,
	// not to be set
	parameter        LINES_W = EVENT_LINES == 0 ? 1 : EVENT_LINES,
	parameter        FIRES_W = THRESHOLDS == 0 ? 1 : THRESHOLDS
) (
	input  wire              clk,
	input  wire              rst,
	// link
	input  wire              op_valid_i,
	input  wire [2:0]        op_i,
	input  wire [ADDR_W-4:0] arg_i,
	input  wire [2:0]        place_i,
	input  wire              wr_valid_i,
	output wire              wr_ready_o,
	input  wire              rd_next_i,
	input  wire [ADDR_W-1:0] addr_i,
	input  wire [7:0]        wr_data_i,
	input  wire              nonce_i,
	input  wire              taken_i,  // with SYNC: the link takes a byte of the host
	output wire [7:0]        rd_data_o,
	input  wire              reg_lower_i,
	output wire [3:0]        reg_data_o,
	input  wire              busy_i,
	// target
	output wire              sync_o,
	input  wire              sync_i,   // the same, or later by as many cycles as the word is
	input  wire [WORD_W-1:0] word_i,
	input  wire              when_i,
	input  wire [CODE_W-1:0] code_i,   // of the word RANKS clocks ago
	input  wire [7:0]        actions_i,  // those of the code; RANK_ACTIONS 0: not used
	// lines
	output wire              raise_o,
	input  wire              capture_i,
	input  wire              line_i,
	input  wire              own_i,
	input  wire              late_i,
	// tables
	output wire              table_o,  // a table cell is written
	output wire [CELL_W-1:0] wr_addr_o,
	output wire [7:0]        wr_data_o,
	// preprocessors
	output wire [CODE_W-1:0]  class_o,
	output wire               opens_o,
	output wire               closes_o,
	output wire [15:0]        process_o,
	input  wire [FIRES_W-1:0] fire_i,
	output wire [LINES_W-1:0] events_o,
	output wire [TIME_W+6:0]  count_o,       // {epoch, time} of the cycle before sample_o's
	output wire               first_o,
	input  wire [WORD_W+1:0]  kept_i,        // with KEPT: as gnomon_count_word's last_o
	input  wire               sample_ready_i,
	input  wire               snap_ready_i,
	output wire               sample_o,
	output wire               reset_o,
	output wire               bank_o,
	output wire               flush_o,
	input  wire               sample_valid_i,
	input  wire [31:0]        sample_word_i,
	output wire               sample_pop_o,
	input  wire               block_valid_i,
	input  wire [31:0]        block_word_i,
	input  wire               block_last_i,
	output wire               block_pop_o,
	input  wire               block_busy_i,
	output wire               frozen_o,      // the recorder is frozen
	// memory, with PORT: as gnomon_ring_memory's
	output wire                   rd_ready_o,  // of the link: the byte at addr_i is there
	output wire [SLOTS_LOG2+65:0] mem_o,
	input  wire [65:0]            mem_i
);

	`include "gnomon_records.vh"

	localparam LEVEL    = RANKS < 3 ? 3 : RANKS;
	localparam LINE_AT  = 2*SEQUENCES + STRICT + TIMER + WATCHDOG;
	localparam TRIGGERS = LINE_AT + 2*LINE + THRESHOLDS + HOST + CAPTURE;
	localparam BESIDE   = TRIGGERS != 0;  // records beside the pattern's
	localparam JOINED   = BESIDE || GATE != 0 || EVENT_LINES != 0;
	localparam STREAM   = SAMPLE_WORDS != 0 || BLOCKS != 0;
	// Other slots than the builder's are written; with PORT in wrap mode, so that the second
	// half of a gap is no record where the first one is overwritten.
	localparam PARTED   = BESIDE || STREAM || (PORT != 0 && WRAP != 0);
	localparam MORE     = JOINED || PREPROCESSORS != 0;
	localparam LATER    = MORE || WIDE == 0 ? 1 : 0;  // clocks from the link to the tables
	// clocks from the word to the builder
	localparam DEPTH    = LEVEL + (THRESHOLDS != 0 ? 8 : MORE ? 4 : 1) + HOLD;
	localparam WORDS    = TIMER != 0 || CAPTURE != 0;  // watched words are recorded
	localparam EVE      = JOINED ? LEVEL + 2 : 3;
	generate
		if (HOST != 0 && ADDR_W < 15) begin : gen_bad_ask
			ADDR_W_must_be_15_at_least_with_HOST u_bad ();
		end
		if (ADDR_W < CELL_W) begin : gen_bad_addr
			ADDR_W_is_too_small_for_CELL_W u_bad ();
		end
	endgenerate

	// Operations
	wire op_start  = op_valid_i && op_i == GNO_OP_START;
	wire op_stop   = op_valid_i && op_i == GNO_OP_STOP;
	wire op_select = op_valid_i && op_i == GNO_OP_SELECT;
	assign sync_o     = op_start;
	assign wr_ready_o = 1'b1;

	reg live_q, collect_q, wrap_q;
	always @(posedge clk)
		if (rst) begin
			live_q    <= 1'b0;
			collect_q <= 1'b0;
			wrap_q    <= 1'b0;
		end else if (op_select) begin
			live_q    <= arg_i[GNO_SELECT_LIVE];
			collect_q <= arg_i[GNO_SELECT_COLLECT];
			wrap_q    <= WRAP != 0 && arg_i[GNO_SELECT_WRAP];
		end

	// Trigger
	wire              pattern_hit, told, live;
	wire [7:0]        pattern_actions;
	wire [CODE_W-1:0] index, pattern_code;
	// Whether the link writes is known late: a clock between. gnomon_link keeps address and
	// byte so long. The wide one has a byte a cycle; with it only triggers are worth registers.
	gnomon_cell_delay #(.WIDTH(1), .CLOCKS(LATER)) u_table (
		.clk (clk),
		.d_i (wr_valid_i && !(LATER != 0 && rst)),
		.q_o (table_o)
	);
	gnomon_cell_delay #(.WIDTH(CELL_W + 8), .CLOCKS(MORE && WIDE != 0 ? 1 : 0)) u_cell (
		.clk (clk),
		.d_i ({arg_i[CELL_W-4:0], place_i, wr_data_i}),
		.q_o ({wr_addr_o, wr_data_o})
	);
	gnomon_trigger #(.LUT_BITS(LUT_BITS), .CODE_W(CODE_W), .RANKS(RANKS),
		.RANK_ACTIONS(RANK_ACTIONS), .CELL_W(CELL_W), .BASE(ACTIONS_BASE)) u_trigger (
		.clk        (clk),
		.live_i     (live_q && told),
		.when_i     (when_i),
		.code_i     (code_i),
		.actions_i  (actions_i),
		.wr_valid_i (table_o),
		.wr_addr_i  (wr_addr_o),
		.wr_data_i  (wr_data_o),
		.index_o    (index),
		.hit_o      (pattern_hit),
		.actions_o  (pattern_actions),
		.code_o     (pattern_code)
	);
	gnomon_cell_delay #(.WIDTH(1), .CLOCKS(DEPTH - LEVEL)) u_live (
		.clk (clk),
		.d_i (live_q),
		.q_o (live)
	);

	// Time
	wire              eve, start, clears, zero, first;
	assign first_o = first;
	wire [TIME_W+6:0] count;
	gnomon_record_sync #(.DEPTH(DEPTH), .EVE(EVE)) u_sync (
		.clk     (clk),
		.rst     (rst),
		.sync_i  (sync_i),
		.eve_o   (eve),  // the builder is silent from here on until it starts
		.start_o (start),
		.clear_o (clears),
		.zero_o  (zero),
		.first_o (first)
	);

	// Run number: 0 from reset on until START gives one
	reg [7:0] run_q;
	always @(posedge clk)
		if (rst)
			run_q <= 8'd0;
		else if (nonce_i)
			run_q <= wr_data_i;

	wire        tick;
	gnomon_record_tick #(.LOG2(TICK_LOG2), .SEED(SEED)) u_tick (
		.clk (clk), .clear_i (start), .run_i (run_q), .tick_o (tick)
	);
	gnomon_cell_count #(.WIDTH(TIME_W + 7 - TICK_LOG2)) u_time (
		.clk (clk), .clear_i (zero), .step_i (tick),
		.count_o (count[TIME_W+6:TICK_LOG2])
	);
	generate
		if (TICK_LOG2 != 0) begin : gen_ticks
			assign count[TICK_LOG2-1:0] = {TICK_LOG2{1'b0}};
		end
		// The time of the preprocessors is never coarser than a cycle.
		if (TICK_LOG2 == 0 || !STREAM) begin : gen_same
			assign count_o = count;
		end else begin : gen_cycles
			gnomon_cell_count #(.WIDTH(TIME_W + 7)) u_cycles (
				.clk (clk), .clear_i (zero), .step_i (1'b1),
				.count_o (count_o)
			);
		end
	endgenerate

	// Triggers, joined with the pattern's event. extra is what is recorded beside it: {the
	// watched word, the state of the capture, of the line, the word's flag, 0, 0, triggers}.
	localparam EXTRA_W = TRIGGERS + 3 + (LINE != 0 ? 66 : 0) + (CAPTURE != 0 ? 3 : 0)
		+ (WORDS ? WORD_W : 0);
	wire               hit, word_next, round_next;
	wire [7:0]         actions;
	wire [CODE_W-1:0]  code;
	wire [5:0]         records;
	wire [EXTRA_W-1:0] extra;
	generate
		if (JOINED) begin : gen_sources
			wire [ADDR_W+8:0] arg = {12'd0, arg_i};
			wire              ask = op_select && arg[GNO_SELECT_ASK];
			gnomon_trigger_sources #(
				.LUT_BITS(LUT_BITS), .CODE_W(CODE_W), .LEVEL(LEVEL),
					.CELL_W(CELL_W), .WORD_W(WORD_W),
				.SEQUENCES(SEQUENCES), .STEPS(STEPS), .COUNT_W(COUNT_W),
					.TIMEOUT_W(TIMEOUT_W), .OVERLAP(OVERLAP),
				.STRICT(STRICT), .STRICT_STEPS(STRICT_STEPS), .TIMER(TIMER),
					.WATCHDOG(WATCHDOG), .THRESHOLDS(THRESHOLDS),
					.HOST(HOST), .CAPTURE(CAPTURE), .HOLD(HOLD), .LINE(LINE),
					.GATE(GATE),
				.EVENT_LINES(EVENT_LINES), .EVENT_LINES_BASE(EVENT_LINES_BASE),
				.STEPS_BASE(STEPS_BASE), .LIMITS_BASE(LIMITS_BASE),
					.WORDS_BASE(WORDS_BASE),
				.TRIGGERS_BASE(TRIGGERS_BASE), .TIMER_BASE(TIMER_BASE),
					.WATCHDOG_BASE(WATCHDOG_BASE)
			) u_sources (
				.clk          (clk),
				.rst          (rst),
				.sync_i       (sync_i),
				.eve_i        (eve),
				.clear_i      (zero),
				.live_i       (live_q && told),
				.word_i       (word_i),
				.when_i       (when_i),
				.port_valid_i (1'b0),
				.port_addr_i  (10'd0),
				.port_data_i  (32'd0),
				.port_pc_i    (32'd0),
				.index_i      (index),
				.hit_i        (pattern_hit),
				.actions_i    (pattern_actions),
				.code_i       (pattern_code),
				.ask_i        (ask),
				.stop_i       (op_stop),
				.raise_o      (raise_o),
				.capture_i    (capture_i),
				.line_i       (line_i),
				.own_i        (own_i),
				.late_i       (late_i),
				.store_i      (2'b00),
				.class_o      (class_o),
				.opens_o      (opens_o),
				.closes_o     (closes_o),
				.process_o    (process_o),
				.fire_i       (fire_i),
				.events_o     (events_o),
				.wr_valid_i   (table_o),
				.wr_addr_i    (wr_addr_o),
				.wr_data_i    (wr_data_o),
				.hit_o        (hit),
				.actions_o    (actions),
				.word_o       (word_next),
				.round_o      (round_next),
				.code_o       (code),
				.records_o    (records),
				.extra_o      (extra)
			);
			wire unused = &{1'b0, arg, extra[TRIGGERS+1:TRIGGERS]};
		end else begin : gen_no_sources
			reg class_hit_q;
			always @(posedge clk)
				class_hit_q <= pattern_hit;
			gnomon_cell_delay #(.WIDTH(9), .CLOCKS(DEPTH - LEVEL - 1)) u_event (
				.clk (clk),
				.d_i ({pattern_hit, pattern_actions}),
				.q_o ({hit, actions})
			);
			gnomon_cell_delay #(.WIDTH(CODE_W), .CLOCKS(DEPTH - LEVEL - 1)) u_code (
				.clk (clk),
				.d_i (pattern_code),
				.q_o (code)
			);
			assign class_o   = class_hit_q ? pattern_code : {CODE_W{1'b0}};
			assign opens_o   = 1'b0;
			assign closes_o  = 1'b0;
			assign events_o  = {LINES_W{1'b0}};
			assign process_o = 16'd0;
			assign raise_o   = 1'b0;
			assign {word_next, round_next} = 2'b00;
			assign records   = 6'd1;
			assign extra     = {EXTRA_W{1'b0}};
			wire unused = &{1'b0, index, word_i, extra, fire_i, capture_i, line_i,
				own_i, late_i};
		end
	endgenerate

	// Records
	wire        due, room, event_now, wr, stopped, active, half, ends, whole, quiet,
	            ending;
	wire [63:0] slot;
	wire        shown;
	wire        store_room, store_later, frozen, keep;
	// Behind the freeze there is room: what the builder still writes finds a place.
	wire        stays  = PORT != 0 && frozen;
	wire        again  = (store_room && (store_later || !(PARTED || PORT != 0))) || stays;
	gnomon_record_builder #(.NODE(0), .TIME_W(TIME_W), .CODE_W(CODE_W),
		.SAMPLES(SAMPLE_WORDS != 0), .BLOCKS(BLOCKS),
		.LOSES(WORDS || LINE != 0 || STREAM || PORT != 0), .BESIDE(PARTED),
		.LOADED(0), .PARTED(PARTED)) u_builder (
		.clk            (clk),
		.rst            (rst),
		.sync_i         (sync_i),
		.start_i        (start),
		.first_i        (first),
		.stop_i         (op_stop),
		.run_i          (run_q),
		.collect_i      (collect_q),
		.wrap_i         (wrap_q),
		.halt_i         (frozen),
		.live_i         (live),
		.count_i        (count),
		.hit_i          (hit),
		.actions_i      (actions),
		.code_i         (code),
		.records_i      (records),
		.sample_ready_i (sample_ready_i),
		.snap_ready_i   (snap_ready_i),
		.sample_o       (sample_o),
		.reset_o        (reset_o),
		.bank_o         (bank_o),
		.flush_o        (flush_o),
		.room_i         (room),
		.resume_i       (again),
		.full_i         (1'b0),  // nothing else is ever full
		.half_i         (half),
		.ends_o         (ends),
		.whole_o        (whole),
		.quiet_o        (quiet),
		.wr_o           (wr),
		.slot_o         (slot),
		.keep_o         (keep),
		.event_o        (event_now),
		.stopped_o      (stopped),
		.told_o         (told),
		.active_o       (active),
		.ending_o       (ending),
		.due_o          (due)
	);

	assign frozen_o = frozen;

	// What is written: without anything beside events the builder's slots alone. A gap then
	// ends because the limit went on: the head is among the first slots of a granule, and there
	// is room in the next clock, too.
	wire        put;
	wire [63:0] put_slot;
	generate
		if (PARTED) begin : gen_slots
			// The queue has at most half as many words as the buffer has slots, and
			// 2^14; a sample more is being taken.
			localparam MOST_LOG2  = SLOTS_LOG2 > 15 ? 15 : SLOTS_LOG2;
			localparam QUEUE_LOG2 = MOST_LOG2 - (SAMPLE_WORDS < 4 ? 1
				: SAMPLE_WORDS < 8 ? 2 : SAMPLE_WORDS < 16 ? 3
				: SAMPLE_WORDS < 32 ? 4 : 5);
			localparam TAKEN_W = CAPTURE != 0 ? 56 : TIMER != 0 ? WORD_W : 1;
			wire               word_due, takes, round_due, turns;
			wire [TAKEN_W-1:0] word;
			wire [61:0]        round;
			wire [23:0]        upper;
			gnomon_record_beside #(.WORD_W(WORD_W), .TRIGGERS(TRIGGERS), .TIMER(TIMER),
				.CAPTURE(CAPTURE), .LINE(LINE), .LINE_AT(LINE_AT),
				.KEPT(KEPT)) u_beside (
				.clk (clk), .word_i (word_next), .round_i (round_next),
				.extra_i (extra), .word_kept_i (kept_i), .due_i (due),
				.kept_i (wr && keep), .upper_o (upper), .due_o (word_due),
				.takes_o (takes), .word_o (word), .nears_o (round_due),
				.turns_o (turns), .round_o (round)
			);
			gnomon_record_slots #(.WORD_W(WORDS ? TAKEN_W : 0), .LINE(LINE),
				.SAMPLE_WORDS(SAMPLE_WORDS), .BLOCKS(BLOCKS), .WRAP(WRAP),
				.QUEUE_LOG2(QUEUE_LOG2)) u_slots (
				.clk            (clk),
				.rst            (rst),
				.clear_i        (eve),
				.first_i        (first),
				.wr_i           (wr),
				.slot_i         (slot | {upper, 40'd0}),
				.quiet_i        (quiet),
				.whole_i        (whole),
				.ends_i         (ends),
				.ending_i       (ending),
				.half_o         (half),
				.due_i          (word_due),
				.takes_i        (takes),
				.word_i         (word),
				.nears_i        (round_due),
				.turns_i        (turns),
				.round_i        (round),
				.frozen_i       (frozen),
				.room_i         (store_room),
				.room_o         (room),
				.sample_valid_i (sample_valid_i),
				.sample_word_i  (sample_word_i),
				.sample_pop_o   (sample_pop_o),
				.block_valid_i  (block_valid_i),
				.block_word_i   (block_word_i),
				.block_last_i   (block_last_i),
				.block_pop_o    (block_pop_o),
				.block_busy_i   (block_busy_i),
				.sample_i       (sample_o),
				.running_i      (active),
				.active_o       (shown),
				.put_o          (put),
				.slot_o         (put_slot)
			);
		end else begin : gen_alone
			assign room     = store_room || stays;
			assign half     = 1'b0;
			assign shown    = active;
			assign put      = wr;
			assign put_slot = slot;
			assign {sample_pop_o, block_pop_o} = 2'b00;
			wire unused = &{1'b0, extra, word_next, round_next, store_later, due, ends,
				whole, quiet, ending, keep, kept_i, sample_valid_i, sample_word_i,
				block_valid_i, block_word_i, block_last_i, block_busy_i};
		end
	endgenerate

	// Trace buffer and registers
	gnomon_record_buffer #(.LUT_BITS(LUT_BITS), .IDENTITY(IDENTITY), .ADDR_W(ADDR_W),
		.SLOTS_LOG2(SLOTS_LOG2), .PORT(PORT), .WIDE(WIDE), .WRAP(WRAP), .SYNC(SYNC),
		.LATE(LATE)) u_buffer (
		.clk         (clk),
		.rst         (rst),
		.op_valid_i  (op_valid_i),
		.op_i        (op_i),
		.arg_i       (arg_i),
		.place_i     (place_i),
		.rd_next_i   (rd_next_i),
		.addr_i      (addr_i),
		.taken_i     (taken_i),
		.rd_data_o   (rd_data_o),
		.reg_lower_i (reg_lower_i),
		.reg_data_o  (reg_data_o),
		.busy_i      (busy_i),
		.sync_i      (sync_i),
		.clear_i     (eve),
		.wrap_i      (wrap_q),
		.run_i       (run_q),
		.active_i    (shown),
		.wr_i        (put),
		.slot_i      (put_slot),
		.event_i     (event_now),
		.stopped_i   (stopped),
		.room_o      (store_room),
		.later_o     (store_later),
		.frozen_o    (frozen),
		.rd_ready_o  (rd_ready_o),
		.mem_o       (mem_o),
		.mem_i       (mem_i)
	);

	wire unused = &{1'b0, clears, arg_i};

endmodule
