// SPDX-License-Identifier: Apache-2.0
// Room: trigger
// gnomon_trigger_sources: joins everything that fires at a node in one cycle into one entry for the
// record builder.
//
// Sequences, strict sequences, timer, watchdog, thresholds, the host, the CAPTURE line and the
// event port fire beside the pattern. The entry contains all of them: nothing is lost where several
// fire in the same cycle. Cycles after the word was on the wires, with LEVEL as in gnomon_trigger,
// and LATE 4 with thresholds, else 0:
//  LEVEL + 1         hit_i and actions_i of the pattern, from gnomon_trigger. The columns of table
//                    `steps` come out of their RAM.
//  LEVEL + 2         code_i. Sequences, strict sequences, timer and watchdog decide. class_o is the
//                    code of the pattern or 0; opens_o and closes_o are what the event does to the
//                    gate.
//  LEVEL + 3         All that fires is known, and its actions are joined. ask_i of the cycle before
//                    is the trigger of the host. process_o is the process register.
//  LEVEL + 3 + LATE  fire_i of the thresholds joins the rest, which waited.
//  LEVEL + 4 + LATE  raise_o: an action of this cycle is the global trigger; with LINE in a run.
// With CAPTURE all of it waits HOLD cycles more, END is LEVEL + 3 + LATE + HOLD; else HOLD is 0:
//  END               capture_i, the CAPTURE line of the cycle, joins the rest.
//  END + 1           hit_o, actions_o: to the record builder; word_o: with the watched word;
//                    round_o: with the state of a line.
//  END + 2           code_o, 0 if the pattern is not recorded. records_o: how many records this
//                    cycle needs. events_o: the lines that something of this cycle drives, recorded
//                    or not.
//  END + 3           extra_o: what is recorded beside the pattern's event, as gnomon_record_sender
//                    takes it: {word W (gnomon_trigger_word, with the first two bits of the
//                    capture's state), this node drove the CAPTURE line, state of the line
//                    (gnomon_trigger_line), datum, word flag, datum flag, 0, triggers by number};
//                    datum is {[process time, PC,] state, data, address}.
// Numbers of triggers: sequences, their time-outs, strict sequences, timer, watchdog, began and
// ended of a round of each line, thresholds, host, capture. Columns of `steps`:
// docs/design/triggers.md.
// sync_i is 1 in the cycle before the word of time 0 is on the wires, eve_i in the cycle before its
// deciding cycle (LEVEL + 2). clear_i is 1 until END + 4 - LEVEL cycles after that.
//
// Latency: hit_i to hit_o: 3 + LATE + HOLD cycles; to code_o, records_o: 4 + LATE + HOLD; to
//   raise_o: 3 + LATE. port_valid_i to hit_o: LEVEL + 4 + LATE + HOLD. ask_i to hit_o: 2 + LATE +
//   HOLD. fire_i to hit_o: 1 + HOLD. capture_i to hit_o: 1. code_i to class_o: none
//   (combinational).
//
// Instance:
//   gnomon_trigger_sources #(.LUT_BITS(0), .CODE_W(4), .LEVEL(3), .CELL_W(14), .WORD_W(32),
//     .SEQUENCES(0), .STEPS(4), .COUNT_W(8), .TIMEOUT_W(24), .OVERLAP(0), .STRICT(0),
//     .STRICT_STEPS(4), .TIMER(0), .WATCHDOG(0), .THRESHOLDS(0), .HOST(0), .CAPTURE(0), .HOLD(0),
//     .LINE(0), .STORE(0), .GATE(0), .PORT(0), .PORT_PC(0), .PORT_TIME(0), .PORT_CODES(0),
//     .PORT_DATA(0), .EVENT_LINES(0), .PORT_LINES(0), .STEPS_BASE(0), .LIMITS_BASE(0),
//     .WORDS_BASE(0), .TRIGGERS_BASE(0), .TIMER_BASE(0), .WATCHDOG_BASE(0), .CODES_BASE(0),
//     .CODE_DATA_BASE(0), .CODE_ACTIONS_BASE(0), .EVENT_LINES_BASE(0)
//   ) u_trigger_sources (
//     .clk(clk), .rst(rst), .sync_i(sync), .eve_i(eve), .clear_i(clear), .live_i(live),
//     .word_i(word_i), .when_i(when), .port_valid_i(port_valid), .port_addr_i(port_addr),
//     .port_data_i(port_data), .port_pc_i(port_pc), .index_i(index), .hit_i(hit_i),
//     .actions_i(actions_i), .code_i(code_i), .ask_i(ask), .stop_i(stop), .raise_o(raise),
//     .capture_i(capture), .line_i(line), .own_i(own), .late_i(late), .store_i(store),
//     .class_o(class_o), .opens_o(opens), .closes_o(closes), .process_o(process), .fire_i(fire),
//     .events_o(events), .wr_valid_i(wr_valid), .wr_addr_i(wr_addr), .wr_data_i(wr_data),
//     .hit_o(hit_o), .actions_o(actions_o), .word_o(word_o), .round_o(round), .code_o(code_o),
//     .records_o(records), .extra_o(extra)
//   );

module gnomon_trigger_sources #(
	parameter LUT_BITS      = 0,  // as gnomon_cell_ram's
	parameter CODE_W        = 4,
	parameter LEVEL         = 3,
	parameter CELL_W        = 14,
	parameter WORD_W        = 32,
	parameter SEQUENCES     = 0,   // requires 0..8
	parameter STEPS         = 4,   // steps of a sequence; SEQUENCES * STEPS requires 64 at most
	parameter COUNT_W       = 8,
	parameter TIMEOUT_W     = 24,
	parameter OVERLAP       = 0,   // 1: sequences can follow overlapping attempts, several in a
	                               // row
	parameter STRICT        = 0,   // strict sequences; requires 0..16
	parameter STRICT_STEPS  = 4,
	parameter TIMER         = 0,
	parameter WATCHDOG      = 0,
	parameter THRESHOLDS    = 0,   // requires 0..8
	parameter HOST          = 0,   // 1: ask_i fires
	parameter CAPTURE       = 0,   // 1: capture_i fires
	parameter HOLD          = 0,   // cycles that all wait for capture_i; requires 1..64 with
	                               // CAPTURE, else 0
	parameter LINE          = 0,   // lines in their interrupt form, which have triggers; 0..2
	parameter STORE         = 0,   // 1: the highest of them is that of a local store
	parameter GATE          = 0,   // 1: opens_o, closes_o and process_o are used
	parameter PORT          = 0,
	parameter PORT_PC       = 0,
	parameter PORT_TIME     = 0,
	parameter PORT_CODES    = 0,   // bits of a code of the port; 0: writes have no codes;
	                               // requires 0..8
	parameter PORT_DATA     = 0,   // bits of the data that codes depend on
	parameter EVENT_LINES   = 0,   // lines that triggers drive, counted or for groups; 0..8
	parameter PORT_LINES    = 0,   // 1: writes to the port without a code drive them, too
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
	parameter TRIGGERS =
		2*SEQUENCES + STRICT + TIMER + WATCHDOG + 2*LINE + THRESHOLDS + HOST + CAPTURE,
	parameter DATUM_W  = PORT == 0 ? 0 : PORT_PC != 0 || PORT_TIME != 0 ? 138 : 74,
	parameter ALL      = TRIGGERS + 1,
	parameter LINE_W   = LINE == 0 ? 0 : STORE != 0 ? 68 : 66,
	parameter ROUNDS_W = LINE == 0 ? 1 : LINE,
	parameter STATE_W  = (CAPTURE != 0 ? 3 : 0) + LINE_W,
	parameter EXTRA_W  = ALL + 2 + DATUM_W + STATE_W + (TIMER + CAPTURE != 0 ? WORD_W : 0),
	parameter LINES_W  = EVENT_LINES == 0 ? 1 : EVENT_LINES,
	parameter FIRES_W  = THRESHOLDS == 0 ? 1 : THRESHOLDS
) (
	input  wire               clk,
	input  wire               rst,
	input  wire               sync_i,
	input  wire               eve_i,
	input  wire               clear_i,
	input  wire               live_i,
	// target
	input  wire [WORD_W-1:0]  word_i,
	input  wire               when_i,
	input  wire               port_valid_i,
	input  wire [9:0]         port_addr_i,
	input  wire [31:0]        port_data_i,
	input  wire [31:0]        port_pc_i,
	// trigger
	input  wire [CODE_W-1:0]  index_i,    // at LEVEL
	input  wire               hit_i,
	input  wire [7:0]         actions_i,
	input  wire [CODE_W-1:0]  code_i,
	// host
	input  wire               ask_i,
	input  wire               stop_i,     // the end of the run
	// CAPTURE line
	output wire               raise_o,
	input  wire               capture_i,
	// lines in their interrupt form
	input  wire [ROUNDS_W-1:0] line_i,
	input  wire [ROUNDS_W-1:0] own_i,
	input  wire [ROUNDS_W-1:0] late_i,
	input  wire [1:0]         store_i,
	// preprocessors
	output wire [CODE_W-1:0]  class_o,
	output wire               opens_o,
	output wire               closes_o,
	output wire [15:0]        process_o,
	input  wire [FIRES_W-1:0] fire_i,
	output wire [LINES_W-1:0] events_o,
	// tables
	input  wire               wr_valid_i,
	input  wire [CELL_W-1:0]  wr_addr_i,
	input  wire [7:0]         wr_data_i,
	// builder
	output reg                hit_o,
	output reg  [7:0]         actions_o,
	output wire               word_o,     // the watched word of this cycle is recorded,
	output wire               round_o,    // the state of a line
	output reg  [CODE_W-1:0]  code_o,
	output reg  [5:0]         records_o,
	output wire [EXTRA_W-1:0] extra_o
);

	`include "gnomon_records.vh"

	localparam ADVANCES   = 2*SEQUENCES*STEPS;
	localparam INDEX_W    = STRICT <= 2 ? 1 : STRICT <= 4 ? 2 : STRICT <= 8 ? 3 : 4;
	localparam PICK_W     = STRICT <= 1 ? 0 : INDEX_W;  // columns with its number
	localparam STRICT_AT  = ADVANCES;
	localparam FEED_AT    = STRICT_AT + (STRICT != 0 ? PICK_W + 1 : 0);
	localparam GATE_AT    = FEED_AT + (WATCHDOG != 0 ? 1 : 0);
	localparam LINES_AT   = GATE_AT + (GATE != 0 ? 2 : 0);
	localparam COLUMNS    = LINES_AT + EVENT_LINES;
	localparam LANES      = COLUMNS == 0 ? 1 : (COLUMNS + 7) / 8;
	localparam LANE_W     = LANES <= 1 ? 0 : LANES <= 2 ? 1 : LANES <= 4 ? 2 : LANES <= 8 ? 3
		: LANES <= 16 ? 4 : 5;
	localparam STEPS_SPAN = LANE_W + CODE_W < 3 ? 3 : LANE_W + CODE_W;
	localparam STEP_W     = STEPS <= 2 ? 1 : STEPS <= 4 ? 2 : STEPS <= 8 ? 3 : 4;
	// bits of the step in a table cell's address
	localparam STEP_BITS  = STEPS <= 1 ? 0 : STEP_W;
	localparam SEQ_BITS   = SEQUENCES <= 1 ? 0 : SEQUENCES <= 2 ? 1 : SEQUENCES <= 4 ? 2 : 3;
	localparam LIMITS_SPAN = SEQ_BITS + STEP_BITS + 3;
	localparam WAIT_W     = STRICT_STEPS <= 3 ? 1 : STRICT_STEPS <= 5 ? 2 : 3;
	localparam WAIT_BITS  = STRICT_STEPS <= 2 ? 0 : WAIT_W;
	localparam WORDS_SPAN = WAIT_BITS + PICK_W + 4;
	localparam DOG_NUMBER   = 2*SEQUENCES + STRICT + TIMER;         // numbers of triggers
	localparam LINE_NUMBER  = DOG_NUMBER + WATCHDOG;
	localparam FIRST_NUMBER = LINE_NUMBER + 2*LINE;                 // of the first threshold
	localparam HOST_NUMBER    = FIRST_NUMBER + THRESHOLDS;
	localparam CAPTURE_NUMBER = HOST_NUMBER + HOST;
	localparam SHOWN_W      = WORD_W + (CAPTURE != 0 ? 2 : 0);
	localparam LATE         = THRESHOLDS != 0 ? 4 : 0;
	localparam END          = LEVEL + 3 + LATE + HOLD;
	generate
		if (SEQUENCES < 0 || SEQUENCES * STEPS > 64 || SEQUENCES > 8 || STRICT < 0
			|| STRICT > 16 || EVENT_LINES < 0 || EVENT_LINES > 8 || THRESHOLDS < 0
			|| THRESHOLDS > 8 || HOST < 0 || HOST > 1) begin : gen_bad
			SEQUENCES_STRICT_EVENT_LINES_THRESHOLDS_HOST_must_be_in_range u_bad ();
		end
	endgenerate

	// Common signals of the deciding clock
	reg  begin_q;
	wire live, when;
	always @(posedge clk)
		begin_q <= eve_i && !rst;
	gnomon_cell_delay #(.WIDTH(1), .CLOCKS(2)) u_live (
		.clk (clk), .d_i (live_i), .q_o (live)
	);
	gnomon_cell_delay #(.WIDTH(1), .CLOCKS(LEVEL + 2)) u_when (
		.clk (clk), .d_i (when_i), .q_o (when)
	);
	wire off = eve_i || !live || rst;

	// Columns: what the event does to sequences, watchdog and gate
	wire [8*LANES-1:0] columns;
	reg  [8*LANES-1:0] columns_q;
	generate
		if (COLUMNS != 0) begin : gen_columns
			localparam [31:0]       BASE_32   = STEPS_BASE;
			localparam [CELL_W-1:0] BASE_CELL = BASE_32[CELL_W-1:0];
			wire                    mine      = wr_valid_i
				&& wr_addr_i >> STEPS_SPAN == BASE_CELL >> STEPS_SPAN;
			wire [CELL_W-1:0]       offset    = wr_addr_i - BASE_CELL;
			wire [LANES-1:0]        we;
			genvar k;
			for (k = 0; k < LANES; k = k + 1) begin : gen_lane
				assign we[k] = mine && offset >> CODE_W == k;
			end
			gnomon_cell_ram_bytes #(.LUT_BITS(LUT_BITS), .BYTES(LANES),
				.DEPTH_LOG2(CODE_W)) u_columns (
				.clk (clk), .we_i (we),
				.waddr_i (wr_addr_i[CODE_W-1:0]), .wdata_i (wr_data_i),
				.raddr_i (index_i), .rdata_o (columns)
			);
		end else begin : gen_no_columns
			assign columns = 8'd0;
			wire unused = &{1'b0, index_i};
		end
	endgenerate
	always @(posedge clk)
		columns_q <= hit_i ? columns : {(8*LANES){1'b0}};

	wire code_opens, code_closes;  // what a code of the port does to the gate
	generate
		if (GATE != 0) begin : gen_gate
			assign {closes_o, opens_o} =
				columns_q[GATE_AT +: 2] | {code_closes, code_opens};
		end else begin : gen_no_gate
			assign {closes_o, opens_o} = 2'b00;
		end
	endgenerate

	// Triggers, by number; table cell TRIGGERS is the event port's, which does not fire here.
	// Thresholds and the CAPTURE line fire later.
	wire [ALL-1:0] fire;
	assign fire[TRIGGERS] = 1'b0;

	generate
		if (SEQUENCES != 0) begin : gen_sequences
			localparam [31:0]       BASE_32   = LIMITS_BASE;
			localparam [CELL_W-1:0] BASE_CELL = BASE_32[CELL_W-1:0];
			wire                    mine      = wr_valid_i
				&& wr_addr_i >> LIMITS_SPAN == BASE_CELL >> LIMITS_SPAN;
			wire [CELL_W-1:0]       offset    = wr_addr_i - BASE_CELL;
			wire [STEP_W+2:0]       at;
			if (STEP_BITS == 0) begin : gen_one_step
				assign at = {{STEP_W{1'b0}}, offset[2:0]};
			end else begin : gen_more_steps
				assign at = offset[STEP_W+2:0];
			end
			// Whether a sequence before it in its row takes the event; that does not
			// depend on hold
			wire [SEQUENCES-1:0] takes, follows;
			reg  [SEQUENCES-1:0] hold;
			reg                  taken;
			integer              row;
			always @* begin
				taken = 1'b0;
				for (row = 0; row < SEQUENCES; row = row + 1) begin
					taken     = taken && follows[row];
					hold[row] = OVERLAP != 0 && taken;
					taken     = taken || takes[row];
				end
			end
			genvar m, s;
			for (m = 0; m < SEQUENCES; m = m + 1) begin : gen_sequence
				wire [STEPS-1:0] advance, abort;
				for (s = 0; s < STEPS; s = s + 1) begin : gen_step
					assign advance[s] = columns_q[2*(m*STEPS+s)];
					assign abort[s]   = columns_q[2*(m*STEPS+s)+1];
				end
				gnomon_trigger_sequence #(.LUT_BITS(LUT_BITS), .STEPS(STEPS),
					.COUNT_W(COUNT_W), .TIMEOUT_W(TIMEOUT_W)) u_sequence (
					.clk (clk), .clear_i (off),
					.advance_i (advance), .abort_i (abort),
					.hold_i (hold[m]), .takes_o (takes[m]),
					.follows_o (follows[m]),
					.wr_valid_i (mine && offset >> (STEP_BITS + 3) == m),
					.wr_addr_i (at), .wr_data_i (wr_data_i),
					.done_o (fire[m]), .late_o (fire[SEQUENCES+m])
				);
			end
		end
		if (STRICT != 0) begin : gen_strict
			localparam [31:0]       BASE_32   = WORDS_BASE;
			localparam [CELL_W-1:0] BASE_CELL = BASE_32[CELL_W-1:0];
			wire                    mine      = wr_valid_i
				&& wr_addr_i >> WORDS_SPAN == BASE_CELL >> WORDS_SPAN;
			wire [CELL_W-1:0]       offset    = wr_addr_i - BASE_CELL;
			wire [CELL_W+1:0]       wide      = {2'b00, offset};
			wire [WAIT_W-1:0]       at_step   = WAIT_BITS == 0 ? {WAIT_W{1'b0}}
				: wide[PICK_W+4 +: WAIT_W];
			wire [INDEX_W-1:0]      at_index, index;
			wire [WORD_W-1:0]       word;
			if (PICK_W == 0) begin : gen_only
				assign at_index = {INDEX_W{1'b0}};
				assign index    = {INDEX_W{1'b0}};
			end else begin : gen_pick
				assign at_index = wide[4 +: INDEX_W];
				assign index    = columns_q[STRICT_AT +: INDEX_W];
			end
			gnomon_cell_delay #(.LUT_BITS(LUT_BITS), .WIDTH(WORD_W), .CLOCKS(LEVEL + 2),
				.RAM(1)) u_word (
				.clk (clk), .d_i (word_i), .q_o (word)
			);
			gnomon_trigger_strict #(.LUT_BITS(LUT_BITS), .WORD_W(WORD_W),
				.COUNT(STRICT), .STEPS(STRICT_STEPS)) u_strict (
				.clk (clk), .clear_i (off),
				.when_i (when), .word_i (word),
				.begin_i (columns_q[STRICT_AT + PICK_W]), .index_i (index),
				.wr_valid_i (mine),
				.wr_addr_i ({at_step, at_index, wide[3:0]}),
				.wr_data_i (wr_data_i),
				.fire_o (fire[2*SEQUENCES +: STRICT])
			);
			wire unused_wide = &{1'b0, wide};
		end
		if (WATCHDOG != 0) begin : gen_watchdog
			gnomon_trigger_watchdog #(.CELL_W(CELL_W),
				.BASE(WATCHDOG_BASE)) u_watchdog (
				.clk (clk), .rst (rst), .begin_i (begin_q), .live_i (live),
				.feed_i (columns_q[FEED_AT]), .wr_valid_i (wr_valid_i),
				.wr_addr_i (wr_addr_i), .wr_data_i (wr_data_i),
				.fire_o (fire[DOG_NUMBER])
			);
		end
		if (THRESHOLDS != 0) begin : gen_thresholds
			assign fire[FIRST_NUMBER +: THRESHOLDS] = {THRESHOLDS{1'b0}};
		end
		if (LINE != 0) begin : gen_line
			gnomon_trigger_line #(.LUT_BITS(LUT_BITS), .FIRE(LEVEL + 3),
				.SHOW(END + 3), .LINES(LINE), .STORE(STORE)) u_line (
				.clk     (clk), .sync_i (sync_i), .eve_i (eve_i), .live_i (live),
				.line_i  (line_i), .own_i (own_i), .late_i (late_i),
				.store_i (store_i), .fire_o (fire[LINE_NUMBER +: 2*LINE]),
				.state_o (extra_o[ALL + 2 + DATUM_W +: LINE_W])
			);
		end else begin : gen_no_line
			wire unused = &{1'b0, line_i, own_i, late_i, store_i};
		end
		if (HOST != 0) begin : gen_host
			reg ask_q;
			always @(posedge clk)
				ask_q <= ask_i && live;
			assign fire[HOST_NUMBER] = ask_q;
		end
		if (CAPTURE != 0) begin : gen_capture
			assign fire[CAPTURE_NUMBER] = 1'b0;
		end
	endgenerate

	// Timer and profile
	wire pick;
	generate
		if (TIMER != 0) begin : gen_timer
			gnomon_trigger_timer #(.CELL_W(CELL_W), .BASE(TIMER_BASE)) u_timer (
				.clk (clk), .rst (rst), .begin_i (eve_i), .live_i (live),
				.when_i (when), .wr_valid_i (wr_valid_i),
				.wr_addr_i (wr_addr_i), .wr_data_i (wr_data_i),
				.fire_o (fire[2*SEQUENCES + STRICT]), .word_o (pick)
			);
		end else begin : gen_no_timer
			assign pick = 1'b0;
		end
	endgenerate

	// The word that is recorded: with CAPTURE the last one that counted
	generate
		if (TIMER + CAPTURE != 0) begin : gen_word
			wire [WORD_W+1:0] word;
			gnomon_trigger_word #(.LUT_BITS(LUT_BITS), .WORD_W(WORD_W),
				.CAPTURE(CAPTURE), .CLOCKS(END + 3)) u_word (
				.clk (clk), .rst (rst), .sync_i (sync_i),
				.word_i (word_i), .when_i (when_i), .word_o (word)
			);
			assign extra_o[EXTRA_W-1 -: SHOWN_W] = word[SHOWN_W-1:0];
			wire unused = &{1'b0, word};
		end
	endgenerate

	// Event port
	wire write, user, write_start, write_stop, write_mark;
	generate
		if (PORT != 0) begin : gen_port
			wire [9:0]  addr;
			wire [31:0] data, state, pc, own;
			gnomon_trigger_port #(.LUT_BITS(LUT_BITS), .FIRE(LEVEL + 3),
				.WRITE(END + 3), .PC(PORT_PC), .TIME(PORT_TIME),
				.EARLY(GATE)) u_port (
				.clk (clk), .rst (rst), .sync_i (sync_i), .clear_i (clear_i),
				.valid_i (port_valid_i), .addr_i (port_addr_i),
				.data_i (port_data_i), .pc_i (port_pc_i),
				.fire_o (write), .user_o (user),
				.start_o (write_start), .stop_o (write_stop),
				.mark_o (write_mark), .process_o (process_o),
				.addr_o (addr), .data_o (data),
				.state_o (state), .pc_o (pc),
				.time_o (own)
			);
			if (DATUM_W == 138) begin : gen_long
				assign extra_o[ALL + 2 +: DATUM_W] = {own, pc, state, data, addr};
			end else begin : gen_short
				assign extra_o[ALL + 2 +: DATUM_W] = {state, data, addr};
				wire unused = &{1'b0, pc, own};
			end
		end else begin : gen_no_port
			assign {write, user, write_start, write_stop, write_mark} = 5'd0;
			assign process_o = 16'd0;
			wire unused = &{1'b0, sync_i, clear_i, port_valid_i, port_addr_i,
				port_data_i, port_pc_i};
		end
	endgenerate

	// Codes of the event port
	wire       coded;
	wire [7:0] code_actions;
	wire [LINES_W-1:0] code_lines;
	generate
		if (PORT != 0 && PORT_CODES != 0) begin : gen_codes
			gnomon_trigger_codes #(.LUT_BITS(LUT_BITS), .CODE_W(PORT_CODES),
				.DATA_W(PORT_DATA), .GATE(GATE), .EVENT_LINES(EVENT_LINES),
				.FIRE(LEVEL + 3), .CELL_W(CELL_W), .CODES_BASE(CODES_BASE),
				.DATA_BASE(CODE_DATA_BASE),
				.ACTIONS_BASE(CODE_ACTIONS_BASE)) u_codes (
				.clk (clk), .live_i (live),
				.valid_i (port_valid_i && !rst), .addr_i (port_addr_i),
				.data_i (port_data_i), .wr_valid_i (wr_valid_i),
				.wr_addr_i (wr_addr_i), .wr_data_i (wr_data_i),
				.opens_o (code_opens), .closes_o (code_closes),
				.hit_o (coded), .actions_o (code_actions),
				.lines_o (code_lines)
			);
		end else begin : gen_no_codes
			assign {coded, code_actions, code_opens, code_closes, code_lines} = 0;
		end
	endgenerate

	// What each of them does
	wire [8*ALL-1:0] table_actions;
	gnomon_cell_table #(.CELL_W(CELL_W), .BASE(TRIGGERS_BASE), .CELLS(ALL)) u_triggers (
		.clk (clk), .rst (rst),
		.wr_valid_i (wr_valid_i), .wr_addr_i (wr_addr_i),
		.wr_data_i (wr_data_i), .cells_o (table_actions)
	);

	// The pattern, in the clock in which all is known
	reg              hit_q, known_hit_q;
	reg [7:0]        actions_q, known_actions_q;
	reg [CODE_W-1:0] known_code_q;
	always @(posedge clk) begin
		hit_q           <= hit_i;
		actions_q       <= actions_i;
		known_hit_q     <= hit_q;
		known_actions_q <= hit_q ? actions_q : 8'd0;
		known_code_q    <= code_i;
	end
	assign class_o = hit_q ? code_i : {CODE_W{1'b0}};

	// All of it but the thresholds and the CAPTURE line joined
	wire [7:0] write_actions = ({8{user && !coded}} & table_actions[8*TRIGGERS +: 8])
		| code_actions | ({7'd0, write && !user} << GNO_ACT_RECORD)
		| ({7'd0, write_start} << GNO_ACT_START)
		| ({7'd0, write_stop} << GNO_ACT_STOP) | ({7'd0, write_mark} << GNO_ACT_MARK);
	localparam    JOINED_W = 1 + 8 + 3 + ALL + CODE_W;
	reg [7:0]     early_joined;
	reg [ALL-1:0] early_recorded;
	integer       n;
	always @* begin
		early_joined   = known_actions_q | write_actions
			| ({7'd0, pick} << GNO_ACT_RECORD);
		early_recorded = {ALL{1'b0}};
		for (n = 0; n < TRIGGERS; n = n + 1) begin
			early_joined      = early_joined | ({8{fire[n]}} & table_actions[8*n +: 8]);
			early_recorded[n] = fire[n] && table_actions[8*n + GNO_ACT_RECORD];
		end
	end
	wire [JOINED_W-1:0] early = {known_hit_q || fire != 0 || write || pick, early_joined,
		known_actions_q[GNO_ACT_RECORD], write_actions[GNO_ACT_RECORD], pick,
		early_recorded, known_code_q};

	// The lines that it drives
	wire [LINES_W-1:0] early_lines, driven;
	wire [8*ALL-1:0]   line_cells;
	generate
		if (EVENT_LINES != 0) begin : gen_events
			gnomon_cell_table #(.CELL_W(CELL_W), .BASE(EVENT_LINES_BASE),
				.CELLS(ALL)) u_lines (
				.clk (clk), .rst (rst),
				.wr_valid_i (wr_valid_i), .wr_addr_i (wr_addr_i),
				.wr_data_i (wr_data_i), .cells_o (line_cells)
			);
			reg  [LINES_W-1:0] pattern_lines_q, first, driven_q, events_q;
			integer            t;
			always @* begin
				first = pattern_lines_q | code_lines;
				if (PORT_LINES != 0)
					first = first | ({LINES_W{user && !coded}} &
					                 line_cells[8*TRIGGERS +: LINES_W]);
				for (t = 0; t < TRIGGERS; t = t + 1)
					first = first | ({LINES_W{fire[t]}}
						& line_cells[8*t +: LINES_W]);
			end
			assign early_lines = first;
			always @(posedge clk) begin
				pattern_lines_q <= columns_q[LINES_AT +: LINES_W];
				driven_q        <= driven;
				events_q        <= driven_q;
			end
			assign events_o = events_q;
			wire unused_cells = &{1'b0, line_cells};
		end else begin : gen_no_events
			assign early_lines = 1'b0;
			assign line_cells  = {(8*ALL){1'b0}};
			assign events_o    = 1'b0;
			wire unused_lines = &{1'b0, code_lines, driven};
		end
	endgenerate

	// The thresholds and the CAPTURE line
	wire [JOINED_W-1:0] whole;
	wire                cause;
	gnomon_trigger_late #(.LUT_BITS(LUT_BITS), .CODE_W(CODE_W), .ALL(ALL),
		.FIRST(FIRST_NUMBER), .THRESHOLDS(THRESHOLDS), .HOST(HOST), .CAPTURE(CAPTURE),
		.HOLD(HOLD), .LINE(LINE), .EVENT_LINES(EVENT_LINES)) u_late (
		.clk       (clk), .rst (rst), .sync_i (sync_i), .eve_i (eve_i), .stop_i (stop_i),
		.live_i    (live),
		.entry_i   (early),
		.lines_i   (early_lines),
		.fire_i    (fire_i),
		.capture_i (capture_i),
		.actions_i (table_actions),
		.cells_i   (line_cells),
		.raise_o   (raise_o),
		.entry_o   (whole),
		.lines_o   (driven),
		.cause_o   (cause)
	);
	generate if (CAPTURE != 0) begin : gen_cause
		assign extra_o[ALL + 2 + DATUM_W + STATE_W - 3] = cause;
	end endgenerate
	wire              happened, pattern, datum, word;
	wire [7:0]        joined;
	wire [ALL-1:0]    recorded;
	wire [CODE_W-1:0] known_code;
	assign {happened, joined, pattern, datum, word, recorded, known_code} = whole;

	reg              pattern_q, datum_q, word_q;
	reg [ALL-1:0]    recorded_q;
	reg [CODE_W-1:0] code_q;
	reg [5:0]        count;
	always @* begin
		count = {5'd0, pattern_q} + {5'd0, datum_q} + {5'd0, word_q};
		for (n = 0; n < TRIGGERS; n = n + 1)
			count = count + {5'd0, recorded_q[n]};
	end
	always @(posedge clk) begin
		hit_o      <= happened;
		actions_o  <= joined;
		pattern_q  <= pattern;
		datum_q    <= datum;
		word_q     <= word;
		recorded_q <= recorded;
		code_q     <= known_code;
		code_o     <= pattern_q ? code_q : {CODE_W{1'b0}};
		records_o  <= count;
	end
	gnomon_cell_delay #(.WIDTH(ALL + 2), .CLOCKS(2)) u_flags (
		.clk (clk), .d_i ({word_q, datum_q, recorded_q}), .q_o (extra_o[ALL+1:0])
	);
	assign word_o = word_q || (CAPTURE != 0 && recorded_q[TRIGGERS - CAPTURE]);
	localparam [ALL-1:0] ROUNDS = ~({ALL{1'b1}} << 2*LINE) << LINE_NUMBER;
	assign round_o = (recorded_q & ROUNDS) != 0;
	wire unused = &{1'b0, off, sync_i, begin_q, when, columns_q, word_i, ask_i, stop_i,
		code_opens, code_closes, cause};  // not every plan uses them

endmodule
