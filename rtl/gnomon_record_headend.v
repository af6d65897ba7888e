// SPDX-License-Identifier: Apache-2.0
// Room: record
// gnomon_record_headend: the measuring unit of one node, without the ranks and the preprocessors.
//
// It has the trigger, the other sources of events, the time, the record builder, the FIFO and, in a
// ring, the station: a straight pipeline without outputs to the target. The preprocessors (ratio
// counters, quantities, buckets, ...) are in a generated module beside it;
// docs/design/preprocessors.md has the stages of its ports.
//
// With CAPTURE the global trigger of this node leaves on raise_o, and capture_i is the line that
// all nodes see. A cycle waits HOLD cycles for its line. With LINE, lines in their interrupt form:
// raise_o is 0 outside of a run; line_i, own_i, late_i and store_i are as in gnomon_trigger_line.
// With STORE the node has a local store (gnomon_record_store), which the REPORT line send_i lets
// go. With ASKS the event line of number ASKS - 1 asserts REPORT: ask_o, in a run.
//
// With RING_W 0 there is no ring: the node is alone, next to its center. dn_valid_i and dn_data_i
// bear a whole command in a cycle, up_valid_o, up_ready_i and up_data_o a word of a record,
// up_tag_o that it ends. What concerns further nodes idles. fifo_high_o: the FIFO's mark.
//
// Latency: LEVEL is max(RANKS, 3). DEPTH, from a word on the wires to its actions at the builder,
//   is LEVEL + 8 with thresholds; LEVEL + 4 with PREPROCESSORS, EVENT_LINES, a gate, an event port
//   or any trigger other than patterns; else LEVEL + 1; and HOLD more with CAPTURE. A word on the
//   wires, with when_i, to sample_o, reset_o, bank_o: DEPTH + 1 cycles; to the write of its record
//   into the FIFO: DEPTH + 2; to raise_o: DEPTH - HOLD. capture_i to hit, inside: 1. code_i to
//   class_o: LEVEL - RANKS + 2. dn_valid_i to dn_valid_o, last flit of a WRITE to table_o: 1 cycle.
//
// With RANKS 3, PREPROCESSORS 1: an event that is sampled; hit and wr are inside: the builder gets
// the event, and writes its record.
//
//   cycle      0  1  2  3  4  5  6  7  8  9 10
//   when_i     1  0  0  0  0  0  0  0  0  0  0
//   code_i     0  0  0  2  0  0  0  0  0  0  0
//   class_o    0  0  0  0  0  2  0  0  0  0  0
//   hit        0  0  0  0  0  0  0  1  0  0  0
//   sample_o   0  0  0  0  0  0  0  0  1  0  0
//   wr         0  0  0  0  0  0  0  0  0  1  0
//
// Instance:
//   gnomon_record_headend #(.LUT_BITS(0), .NODE(0), .LAST(0), .TIME_W(32), .TICK_LOG2(0),
//     .SEED(32'd0), .CODE_W(4), .RANKS(3), .RANK_ACTIONS(0), .CELL_W(14), .FIFO_LOG2(8),
//     .SAMPLE_WORDS(0), .THRESHOLDS(0), .HOST(0), .CAPTURE(0), .HOLD(0), .LINE(0), .STORE(0),
//     .ASKS(0), .GATE(0), .BLOCKS(0), .PREPROCESSORS(0), .RING_W(8), .WORD_W(32), .SEQUENCES(0),
//     .STEPS(4), .COUNT_W(8), .TIMEOUT_W(24), .OVERLAP(0), .STRICT(0), .STRICT_STEPS(4), .TIMER(0),
//     .WATCHDOG(0), .PORT(0), .PORT_PC(0), .PORT_TIME(0), .PORT_CODES(0), .PORT_DATA(0), .KEPT(0),
//     .EVENT_LINES(0), .PORT_LINES(0), .ACTIONS_BASE(0), .STEPS_BASE(0), .LIMITS_BASE(0),
//     .WORDS_BASE(0), .TRIGGERS_BASE(0), .TIMER_BASE(0), .WATCHDOG_BASE(0), .CODES_BASE(0),
//     .CODE_DATA_BASE(0), .CODE_ACTIONS_BASE(0), .EVENT_LINES_BASE(0)
//   ) u_record_headend (
//     .clk(clk), .rst(rst), .sync_i(sync), .word_i(word), .when_i(when), .port_valid_i(port_valid),
//     .port_addr_i(port_addr), .port_data_i(port_data), .port_pc_i(port_pc), .raise_o(raise),
//     .capture_i(capture), .line_i(line), .own_i(own), .late_i(late), .store_i(store),
//     .send_i(send), .ask_o(ask), .full_o(full), .sent_o(sent), .code_i(code), .actions_i(actions),
//     .table_o(table_o), .table_addr_o(table_addr), .table_data_o(table_data), .class_o(class_o),
//     .opens_o(opens), .closes_o(closes), .process_o(process), .fire_i(fire), .events_o(events),
//     .count_o(count), .first_o(first), .kept_i(kept), .sample_ready_i(sample_ready),
//     .snap_ready_i(snap_ready), .sample_o(sample), .reset_o(reset), .bank_o(bank),
//     .flush_o(flush), .sample_valid_i(sample_valid), .sample_word_i(sample_word),
//     .sample_pop_o(sample_pop), .block_valid_i(block_valid), .block_word_i(block_word),
//     .block_last_i(block_last), .block_pop_o(block_pop), .block_busy_i(block_busy),
//     .dn_valid_i(dn_valid_i), .dn_data_i(dn_data_i), .dn_valid_o(dn_valid_o),
//     .dn_data_o(dn_data_o), .up_valid_i(up_valid_i), .up_ready_o(up_ready_o), .up_tag_i(up_tag_i),
//     .up_data_i(up_data_i), .up_valid_o(up_valid_o), .up_ready_i(up_ready_i), .up_tag_o(up_tag_o),
//     .up_data_o(up_data_o), .fifo_high_o(fifo_high)
//   );

module gnomon_record_headend #(
	parameter LUT_BITS      = 0,   // as gnomon_cell_ram's
	parameter NODE          = 0,   // number of the node; requires 0..254
	parameter LAST          = 0,   // 1: the last node of the ring
	parameter TIME_W        = 32,  // bits of the time; requires 12..32
	parameter TICK_LOG2     = 0,   // of the times of records, log2; requires TIME_W - 3 at most
	parameter [31:0] SEED   = 32'd0,  // likewise
	parameter CODE_W        = 4,   // bits of an event code; requires 4..8
	parameter RANKS         = 3,   // clocks from the watched word to its code; requires 1..13
	parameter RANK_ACTIONS  = 0,   // 1: the actions of an event come with its code
	parameter CELL_W        = 14,  // bits of a table address; requires 3..19
	parameter FIFO_LOG2     = 8,   // entries of the FIFO, log2; requires 4..12
	parameter SAMPLE_WORDS  = 0,   // words of a sample, even; 0: there are none; requires 0..42
	parameter THRESHOLDS    = 0,   // thresholds; requires 0..8
	parameter HOST          = 0,   // 1: there is a trigger of the host
	parameter CAPTURE       = 0,   // 1: there is a CAPTURE line
	parameter HOLD          = 0,   // cycles that all wait for it; requires 1..64 with CAPTURE,
	                               // else 0
	parameter LINE          = 0,   // lines in their interrupt form: CAPTURE, REPORT; 0..2
	parameter STORE         = 0,   // almost-full mark of a local store, entries; 0: none
	parameter ASKS          = 0,   // the event line that asserts REPORT, counted from 1 on;
	                               // 0: there is none; requires 0..EVENT_LINES
	parameter GATE          = 0,   // 1: there is a gate
	parameter BLOCKS        = 0,   // 1: there are units that send blocks
	parameter PREPROCESSORS      = 0,   // 1: the preprocessors are at LEVEL + 4
	parameter RING_W        = 8,   // wires of the ring each way; 0: there is no ring; requires
	                               // 0, 1, 2, 4, 8, 16 or 32
	parameter WORD_W        = 32,  // bits of the watched word; requires 8..64
	parameter SEQUENCES     = 0,   // sequences; requires 0..8
	parameter STEPS         = 4,   // steps of the longest; SEQUENCES * STEPS requires 64 at
	                               // most
	parameter COUNT_W       = 8,   // bits of a count; requires 1..16
	parameter TIMEOUT_W     = 24,  // bits of a time-out; requires 1..32
	parameter OVERLAP       = 0,   // 1: sequences can follow overlapping attempts
	parameter STRICT        = 0,   // strict sequences; requires 0..16
	parameter STRICT_STEPS  = 4,   // words of the longest; requires 2..8
	parameter TIMER         = 0,   // 1: there is a timer
	parameter WATCHDOG      = 0,   // 1: there is a watchdog
	parameter PORT          = 0,   // 1: there is an event port
	parameter PORT_PC       = 0,   // 1: it records port_pc_i
	parameter PORT_TIME     = 0,   // 1: it records the process's own time
	parameter PORT_CODES    = 0,   // bits of a code of its writes; 0: there are none; requires
	                               // 0..8
	parameter PORT_DATA     = 0,   // bits of the data that codes depend on; requires 0..8
	parameter KEPT          = 0,   // 1: segments have the word that is recorded
	parameter EVENT_LINES   = 0,   // lines that triggers drive, counted or for groups; 0..8
	parameter PORT_LINES    = 0,   // 1: writes to the port without a code drive lines, too
	parameter ACTIONS_BASE  = 0,   // addresses of the tables (docs/design/triggers.md)
	parameter STEPS_BASE    = 0,
	parameter LIMITS_BASE   = 0,
	parameter WORDS_BASE    = 0,
	parameter TRIGGERS_BASE = 0,
	parameter TIMER_BASE    = 0,
	parameter WATCHDOG_BASE = 0,
	parameter CODES_BASE        = 0,
	parameter CODE_DATA_BASE    = 0,
	parameter CODE_ACTIONS_BASE = 0,
	parameter EVENT_LINES_BASE  = 0,
	// not to be set
	parameter LINES_W       = EVENT_LINES == 0 ? 1 : EVENT_LINES,
	parameter FIRES_W       = THRESHOLDS == 0 ? 1 : THRESHOLDS,
	parameter ROUNDS_W      = LINE == 0 ? 1 : LINE,
	parameter WIRES         = RING_W == 0 ? 32 : RING_W
) (
	input  wire               clk,
	input  wire               rst,
	input  wire               sync_i,
	// target
	input  wire [WORD_W-1:0]  word_i,
	input  wire               when_i,
	input  wire               port_valid_i,
	input  wire [9:0]         port_addr_i,
	input  wire [31:0]        port_data_i,
	input  wire [31:0]        port_pc_i,
	// CAPTURE line
	output wire               raise_o,
	input  wire               capture_i,
	// lines in their interrupt form
	input  wire [ROUNDS_W-1:0] line_i,
	input  wire [ROUNDS_W-1:0] own_i,
	input  wire [ROUNDS_W-1:0] late_i,
	input  wire [1:0]         store_i,       // {kept, full}
	// REPORT line
	input  wire               send_i,
	output wire               ask_o,
	output wire               full_o,
	output wire               sent_o,
	// ranks
	input  wire [CODE_W-1:0]  code_i,        // of the word RANKS clocks ago
	input  wire [7:0]         actions_i,     // those of the code; RANK_ACTIONS 0: not used
	output wire               table_o,       // a table cell is written
	output wire [CELL_W-1:0]  table_addr_o,
	output wire [7:0]         table_data_o,
	// preprocessors
	output wire [CODE_W-1:0]  class_o,
	output wire               opens_o,
	output wire               closes_o,
	output wire [15:0]        process_o,
	input  wire [FIRES_W-1:0] fire_i,
	output wire [LINES_W-1:0] events_o,
	output wire [TIME_W+6:0]  count_o,       // {epoch, time} of the cycle before sample_o's
	output wire               first_o,
	input  wire [WORD_W+1:0]  kept_i,  // with KEPT: as gnomon_count_word's last_o
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
	// ring
	input  wire               dn_valid_i,
	input  wire [WIRES-1:0]   dn_data_i,
	output wire               dn_valid_o,
	output wire [WIRES-1:0]   dn_data_o,
	input  wire               up_valid_i,
	output wire               up_ready_o,
	input  wire               up_tag_i,
	input  wire [WIRES-1:0]   up_data_i,
	output wire               up_valid_o,
	input  wire               up_ready_i,
	output wire               up_tag_o,
	output wire [WIRES-1:0]   up_data_o,
	output wire [15:0]        fifo_high_o
);

	`include "gnomon_records.vh"

	localparam       LEVEL      = RANKS < 3 ? 3 : RANKS;
	localparam       TRIGGERS   =
		2*SEQUENCES + STRICT + TIMER + WATCHDOG + 2*LINE + THRESHOLDS + HOST + CAPTURE;
	localparam       LINE_AT    = 2*SEQUENCES + STRICT + TIMER + WATCHDOG;
	localparam       BESIDE     = TRIGGERS != 0 || PORT != 0;  // records beside the pattern's
	localparam       JOINED     = BESIDE || GATE != 0 || EVENT_LINES != 0;
	// clocks from the word to the builder
	localparam       DEPTH      =
		LEVEL + (THRESHOLDS != 0 ? 8 : JOINED || PREPROCESSORS != 0 ? 4 : 1) + HOLD;
	localparam       EVE        = JOINED ? LEVEL + 2 : DEPTH - 2;
	localparam       SETTLE     = DEPTH + 6;  // cycles from a cycle to its entry in the FIFO
	localparam       DATUM_W    = PORT == 0 ? 0 : PORT_PC != 0 || PORT_TIME != 0 ? 138 : 74;
	localparam       PICKED_W   = TIMER + CAPTURE != 0 ? WORD_W : 0;
	localparam       STATE_W    = (CAPTURE != 0 ? 3 : 0) + (LINE == 0 ? 0
		: STORE != 0 ? 68 : 66);
	localparam       EXTRA_W    = TRIGGERS + 3 + DATUM_W + STATE_W + PICKED_W;
	localparam [63:0] FLAGS     =  // triggers, then 0, datum, word
		((PICKED_W != 0 ? 64'd5 : 64'd1) + (PORT != 0 ? 64'd2 : 64'd0) << TRIGGERS) - 64'd1;
	// With LUT RAM a register follows the FIFO's RAM, where the ring is slow enough for it.
	// With 16 wires or more, or without a ring, entries follow without a pause.
	localparam       REGISTER   = LUT_BITS != 0 && RING_W < 32;
	localparam       AHEAD      = (RING_W == 0 || RING_W >= 16) && !REGISTER;

	// Commands
	wire        command_valid;
	wire [31:0] command;
	wire        live_now, collect, wrap, full, stop, ask;
	gnomon_record_command #(.NODE(NODE), .CELL_W(CELL_W),
		.BELOW(RING_W == 0 ? 3 : 0), .LATER(RING_W == 0 ? 1 : 0)) u_command (
		.clk             (clk),
		.rst             (rst),
		.command_valid_i (command_valid),
		.command_i       (command),
		.live_o          (live_now),
		.collect_o       (collect),
		.wrap_o          (wrap),
		.full_o          (full),
		.stop_o          (stop),
		.ask_o           (ask),
		.table_o         (table_o),
		.table_addr_o    (table_addr_o),
		.table_data_o    (table_data_o)
	);

	// Trigger
	wire              told, live, pattern_hit;
	wire [7:0]        pattern_actions;
	wire [CODE_W-1:0] pattern_index, pattern_code;
	gnomon_trigger #(.LUT_BITS(LUT_BITS), .CODE_W(CODE_W), .RANKS(RANKS),
		.RANK_ACTIONS(RANK_ACTIONS), .CELL_W(CELL_W), .BASE(ACTIONS_BASE)) u_trigger (
		.clk        (clk),
		.live_i     (live_now && told),
		.when_i     (when_i),
		.code_i     (code_i),
		.actions_i  (actions_i),
		.wr_valid_i (table_o),
		.wr_addr_i  (table_addr_o),
		.wr_data_i  (table_data_o),
		.index_o    (pattern_index),
		.hit_o      (pattern_hit),
		.actions_o  (pattern_actions),
		.code_o     (pattern_code)
	);
	gnomon_cell_delay #(.WIDTH(1), .CLOCKS(DEPTH - LEVEL)) u_live (
		.clk (clk), .d_i (live_now), .q_o (live)
	);

	// Other sources of events, joined with the trigger's
	wire [7:0]         actions;
	wire [CODE_W-1:0]  code;
	wire [5:0]         records;
	wire [EXTRA_W-1:0] joined, extra;
	wire               eve, start, clear, zero, first, hit;
	generate
		if (JOINED) begin : gen_sources
			wire [1:0] more_unused;
			gnomon_trigger_sources #(
				.LUT_BITS(LUT_BITS), .CODE_W(CODE_W), .LEVEL(LEVEL),
					.CELL_W(CELL_W), .WORD_W(WORD_W),
				.SEQUENCES(SEQUENCES), .STEPS(STEPS), .COUNT_W(COUNT_W),
					.TIMEOUT_W(TIMEOUT_W), .OVERLAP(OVERLAP),
				.STRICT(STRICT), .STRICT_STEPS(STRICT_STEPS), .TIMER(TIMER),
					.WATCHDOG(WATCHDOG),
				.THRESHOLDS(THRESHOLDS), .HOST(HOST), .CAPTURE(CAPTURE),
				.HOLD(HOLD), .LINE(LINE), .STORE(STORE != 0), .GATE(GATE),
				.PORT(PORT), .PORT_PC(PORT_PC), .PORT_TIME(PORT_TIME),
				.PORT_CODES(PORT_CODES), .PORT_DATA(PORT_DATA),
				.CODES_BASE(CODES_BASE), .CODE_DATA_BASE(CODE_DATA_BASE),
					.CODE_ACTIONS_BASE(CODE_ACTIONS_BASE),
				.EVENT_LINES(EVENT_LINES), .EVENT_LINES_BASE(EVENT_LINES_BASE),
				.PORT_LINES(PORT_LINES),
				.STEPS_BASE(STEPS_BASE), .LIMITS_BASE(LIMITS_BASE),
					.WORDS_BASE(WORDS_BASE),
				.TRIGGERS_BASE(TRIGGERS_BASE), .TIMER_BASE(TIMER_BASE),
					.WATCHDOG_BASE(WATCHDOG_BASE)
			) u_sources (
				.clk          (clk), .rst (rst), .sync_i (sync_i), .eve_i (eve),
				.clear_i      (zero),
				.live_i       (live_now && told),
				.word_i       (word_i),
				.when_i       (when_i),
				.port_valid_i (port_valid_i), .port_addr_i (port_addr_i),
				.port_data_i  (port_data_i), .port_pc_i (port_pc_i),
				.index_i      (pattern_index), .hit_i (pattern_hit),
				.actions_i    (pattern_actions), .code_i (pattern_code),
				.ask_i        (ask),
				.stop_i       (stop),
				.raise_o      (raise_o),
				.capture_i    (capture_i),
				.line_i       (line_i), .own_i (own_i),
				.late_i       (late_i), .store_i (store_i),
				.class_o      (class_o),
				.opens_o      (opens_o), .closes_o (closes_o),
				.process_o    (process_o),
				.fire_i       (fire_i), .events_o (events_o),
				.wr_valid_i   (table_o), .wr_addr_i (table_addr_o),
				.wr_data_i    (table_data_o),
				.hit_o        (hit), .actions_o (actions),
				.word_o       (more_unused[0]),
				.round_o      (more_unused[1]),
				.code_o       (code),
				.records_o    (records),
				.extra_o      (joined)
			);
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
			assign records   = 6'd1;
			assign joined    = {EXTRA_W{1'b0}};
			wire unused = &{1'b0, eve, pattern_index, word_i, port_valid_i, port_addr_i,
				port_data_i, port_pc_i, fire_i, ask, capture_i, line_i, own_i,
				late_i, store_i};
		end
	endgenerate

	// Where segments keep the watched word, it is recorded from there: the delay of the sources
	// drives nothing then, and is not built.
	localparam [EXTRA_W-1:0] OWN = {EXTRA_W{1'b1}} >> (KEPT == 0 || PICKED_W == 0 ? 0
		: CAPTURE != 0 ? WORD_W + 2 : WORD_W);
	wire [EXTRA_W+WORD_W+1:0] kept = {kept_i, {EXTRA_W{1'b0}}};  // the word uppermost
	wire unused_kept = &{1'b0, kept, joined};
	assign extra = (joined & OWN) | (kept[EXTRA_W+WORD_W+1 -: EXTRA_W] & ~OWN);

	// Run number: 0 until the first START; each makes the lower seven bits one larger
	reg [7:0] run_q;
	always @(posedge clk)
		run_q <= rst ? 8'd0 : {run_q[7] || sync_i, run_q[6:0] + {6'd0, sync_i}};

	// Time
	wire [TIME_W+6:0] count;
	gnomon_record_sync #(.DEPTH(DEPTH), .EVE(EVE)) u_sync (
		.clk (clk), .rst (rst), .sync_i (sync_i),
		.eve_o (eve), .start_o (start), .clear_o (clear), .zero_o (zero), .first_o (first)
	);
	wire tick, clears;  // as the center's; the sync record comes after it
	gnomon_cell_delay #(.WIDTH(1), .CLOCKS(RING_W == 0 ? 1 : 0)) u_clears (
		.clk (clk), .d_i (clear || rst), .q_o (clears)
	);
	gnomon_record_tick #(.LOG2(TICK_LOG2), .SEED(SEED)) u_tick (
		.clk (clk), .clear_i (start), .run_i (run_q), .tick_o (tick)
	);
	gnomon_cell_count #(.WIDTH(TIME_W + 7 - TICK_LOG2)) u_time (
		.clk (clk), .clear_i (zero), .step_i (tick), .count_o (count[TIME_W+6:TICK_LOG2])
	);

	// The time of the preprocessors is never coarser than a cycle.
	generate
		if (TICK_LOG2 == 0) begin : gen_cycles
			assign count_o = count;
		end else begin : gen_ticks
			assign count[TICK_LOG2-1:0] = {TICK_LOG2{1'b0}};
			if (SAMPLE_WORDS != 0 || BLOCKS != 0) begin : gen_count
				gnomon_cell_count #(.WIDTH(TIME_W + 7)) u_cycles (
					.clk (clk), .clear_i (zero), .step_i (1'b1),
					.count_o (count_o)
				);
			end else begin : gen_no_count
				assign count_o = {(TIME_W+7){1'b0}};
			end
		end
	endgenerate
	assign first_o = first;

	// Records
	wire               room, resume, wr, keep, event_now, stopped, active, due;
	wire [63:0]        slot, sent_slot;
	wire [5:0]         sent_aux;
	wire [7:0]         sent_code;
	wire [EXTRA_W-1:0] sent_extra;
	wire               sent_kept, slot_more, slot_next, slot_pop;
	wire [FIFO_LOG2:0] fill, high;
	wire [3:0]         unused_parted;
	reg                room_q;
	always @(posedge clk)
		room_q <= room;
	gnomon_record_builder #(.NODE(NODE), .TIME_W(TIME_W), .CODE_W(CODE_W),
		.SAMPLES(SAMPLE_WORDS != 0),
		.BLOCKS(BLOCKS), .BESIDE(BESIDE)) u_builder (
		.clk            (clk),
		.rst            (rst),
		.sync_i         (sync_i),
		.start_i        (start),
		.first_i        (first),
		.stop_i         (stop),
		.run_i          (run_q),
		.collect_i      (collect),
		.wrap_i         (wrap),
		.halt_i         (1'b0),
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
		.room_i         (room_q),
		.resume_i       (resume),
		.full_i         (full),
		.half_i         (1'b0), .ends_o (unused_parted[0]),
		.whole_o        (unused_parted[1]), .quiet_o (unused_parted[2]),
		.wr_o           (wr), .slot_o (slot), .keep_o (keep),
		.event_o        (event_now),
		.stopped_o      (stopped),
		.told_o         (told),
		.active_o       (active), .ending_o (unused_parted[3]), .due_o (due)
	);
	wire unused_builder = &{1'b0, event_now, stopped, active, due};
	generate
		if (ASKS < 0 || ASKS > EVENT_LINES) begin : gen_bad_asks
			ASKS_must_be_0_to_EVENT_LINES u_bad ();
		end else if (ASKS != 0) begin : gen_asks
			assign ask_o = events_o[ASKS-1] && active;
		end else begin : gen_no_asks
			assign ask_o = 1'b0;
		end
	endgenerate

	gnomon_record_fifo #(
		.LUT_BITS(LUT_BITS), .BESIDE(BESIDE), .CODE_W(CODE_W), .FLAGS_W(TRIGGERS + 3),
		.WORD_W(PICKED_W), .EXTRA_W(EXTRA_W), .DEPTH_LOG2(FIFO_LOG2), .REGISTER(REGISTER),
		.AHEAD(AHEAD), .FLAGS(FLAGS)
	) u_fifo (
		.clk (clk), .clear_i (clears),
		.wr_i (wr), .keep_i (keep), .slot_i (slot), .extra_i (extra), .room_o (room),
		.resume_o (resume), .block_busy_i (block_busy_i), .more_o (slot_more),
		.next_i (slot_next), .pop_i (slot_pop), .slot_o (sent_slot), .kept_o (sent_kept),
		.aux_o (sent_aux), .code_o (sent_code), .extra_o (sent_extra),
		.fill_o (fill), .high_o (high)
	);

	// Ring
	wire        record_ready, word_valid, word_ready, word_last;
	wire        made_ready, made_valid, made_take, made_last, made_ends;  // from the sender
	wire        sent_ready, sent_valid, sent_take;             // of a local store
	wire [31:0] word, made;
	gnomon_record_sender #(
		.NODE(NODE), .WORDS(SAMPLE_WORDS), .BLOCKS(BLOCKS), .TRIGGERS(TRIGGERS),
			.DATUM_W(DATUM_W),
		.WORD_W(PICKED_W), .TIME_W(TIME_W), .CAPTURE(CAPTURE), .LINE(LINE),
			.LINE_AT(LINE != 0 ? LINE_AT : 0), .STORE(STORE != 0),
			.WAITS(REGISTER ? 2 : AHEAD ? 0 : 1), .RING(RING_W != 0)
	) u_sender (
		.clk            (clk),
		.clear_i        (clears),
		.slot_more_i    (slot_more),
		.slot_next_o    (slot_next),
		.slot_pop_o     (slot_pop),
		.slot_i         (sent_slot),
		.kept_i         (sent_kept),
		.aux_i          (sent_aux),
		.code_i         (sent_code),
		.extra_i        (sent_extra),
		.sample_valid_i (sample_valid_i),
		.sample_i       (sample_word_i),
		.sample_pop_o   (sample_pop_o),
		.block_valid_i  (block_valid_i),
		.block_i        (block_word_i),
		.block_last_i   (block_last_i),
		.block_pop_o    (block_pop_o),
		.ready_o        (made_ready),
		.valid_o        (made_valid),
		.ready_i        (made_take),
		.word_o         (made),
		.last_o         (made_last),
		.ends_o         (made_ends)
	);
	generate
		if (STORE != 0) begin : gen_store
			gnomon_record_store #(.DEPTH_LOG2(FIFO_LOG2), .FULL(STORE),
				.SETTLE(SETTLE)) u_store (
				.clk           (clk),
				.rst           (rst),
				.clear_i       (clear),
				.stop_i        (stop),
				.active_i      (active),
				.line_i        (send_i),
				.full_o        (full_o),
				.sent_o        (sent_o),
				.fill_i        (fill),
				.pop_i         (slot_pop),
				.block_valid_i (block_valid_i),
				.ready_i       (made_ready),
				.valid_i       (made_valid),
				.last_i        (made_last),
				.take_o        (made_take),
				.ready_o       (sent_ready),
				.valid_o       (sent_valid),
				.take_i        (sent_take)
			);
		end else begin : gen_no_store
			assign {sent_ready, sent_valid, made_take, full_o, sent_o} =
				{made_ready, made_valid, sent_take, 2'b01};
			wire unused = &{1'b0, send_i, fill};
		end
	endgenerate
	// Where there is LUT RAM, so that the FIFO's RAM is fast, or no ring, a register divides
	// what follows. Between records the station sees a word only if it is the first of one.
	generate
		if (LUT_BITS != 0 || RING_W == 0) begin : gen_register
			reg        valid_q;
			reg [32:0] word_q;
			assign sent_take = !valid_q || word_ready;
			always @(posedge clk) begin
				valid_q <= !clears && (sent_take ? sent_valid : valid_q);
				if (sent_take)
					word_q <= {RING_W == 0 ? made_ends : made_last, made};
			end
			assign {record_ready, word_valid, word_last, word} =
				{valid_q, valid_q, word_q};
			wire unused_ready = &{1'b0, sent_ready};
		end else begin : gen_straight
			assign {record_ready, word_valid, word_last, word} =
				{sent_ready, sent_valid, made_last, made};
			assign sent_take = word_ready;
			wire unused_ends = &{1'b0, made_ends};
		end
	endgenerate
	assign fifo_high_o = {{(15-FIFO_LOG2){1'b0}}, high};
	generate
		if (RING_W != 0) begin : gen_ring
			gnomon_ring_station #(.NODE(NODE), .LAST(LAST), .RING_W(RING_W),
				.HIGH_W(FIFO_LOG2 + 1)) u_station (
				.clk (clk), .rst (rst),
				.clear_i (clear), .dn_valid_i (dn_valid_i),
				.dn_data_i (dn_data_i), .dn_valid_o (dn_valid_o),
				.dn_data_o (dn_data_o), .up_valid_i (up_valid_i),
				.up_ready_o (up_ready_o), .up_tag_i (up_tag_i),
				.up_data_i (up_data_i), .up_valid_o (up_valid_o),
				.up_ready_i (up_ready_i), .up_tag_o (up_tag_o),
				.up_data_o (up_data_o), .command_valid_o (command_valid),
				.command_o (command), .ready_i (record_ready),
				.word_valid_i (word_valid), .word_ready_o (word_ready),
				.word_i (word), .last_i (word_last),
				.high_i (high)
			);
		end else begin : gen_alone
			assign {command_valid, command} = {dn_valid_i, dn_data_i};
			assign {dn_valid_o, dn_data_o, up_ready_o} = 34'd0;
			assign {up_valid_o, up_tag_o, up_data_o} = {word_valid, word_last, word};
			assign word_ready = up_ready_i;
			wire unused_ring = &{1'b0, record_ready, up_valid_i, up_tag_i,
				up_data_i};
		end
	endgenerate

endmodule
