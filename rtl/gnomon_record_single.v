// SPDX-License-Identifier: Apache-2.0
// Room: record
// gnomon_record_single: a monitor of one node with pattern triggers only, without link, PHY and
// ranks.
//
// The trace buffer (gnomon_record_buffer) is the only FIFO: the record builder writes straight into
// it.
//  1. Operations of the link come at op_valid_i. The payload port writes the tables, also those of
//     the ranks, at byte place_i of the slot arg_i. The link reads the trace buffer and the
//     registers through its address addr_i.
//  2. Where the buffer has no room, gap records take the place of events.
//  3. In wrap mode there is always room. After the stop action as many events are recorded as POST
//     states; then collection ends. With WRAP 0 there is no such mode: the flag of SELECT, and
//     POST, do nothing.
// The module has no ring, no ratio counters and no other triggers: gnomon_ring_center and
// gnomon_record_headend have them.
//
// CONSTRAINT: LIMIT comes only while the last SELECT was without wrap, POST only while it was with
// wrap: they set one register.
//
// Latency: with DEPTH = max(RANKS, 3) + 1: a word on the wires, with when_i, to the write of its
//   record into the trace buffer: DEPTH + 2 cycles. op_valid_i to sync_o, wr_valid_i to table_o:
//   none (combinational). rd_next_i to rd_data_o: 1 cycle; addr_i, constant meanwhile, to
//   rd_data_o: 3 cycles; with WIDE addr_i to rd_data_o: 2 cycles, with rd_next_i in the second one
//   (gnomon_link_wide).
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
//     .SEED(32'd0), .CODE_W(4), .SLOTS_LOG2(10), .RANKS(3), .RANK_ACTIONS(0), .CELL_W(14),
//     .ACTIONS_BASE(0), .WIDE(0), .WRAP(1), .SYNC(0), .LATE(0)
//   ) u_record_single (
//     .clk(clk), .rst(rst), .op_valid_i(op_valid), .op_i(op), .arg_i(arg), .place_i(place),
//     .wr_valid_i(wr_valid), .wr_ready_o(wr_ready), .rd_next_i(rd_next), .addr_i(addr),
//     .wr_data_i(wr_data_i), .nonce_i(nonce), .taken_i(taken), .rd_data_o(rd_data),
//     .reg_lower_i(reg_lower), .reg_data_o(reg_data), .busy_i(busy), .sync_o(sync_o),
//     .sync_i(sync_i), .when_i(when), .code_i(code), .actions_i(actions), .table_o(table_o),
//     .wr_addr_o(wr_addr), .wr_data_o(wr_data_o)
//   );

module gnomon_record_single #(
	parameter        LUT_BITS   = 0,      // as gnomon_cell_ram's
	parameter [95:0] IDENTITY   = 96'd0,  // first bytes of the registers
	parameter        ADDR_W     = 14,     // as gnomon_link's; requires at least SLOTS_LOG2 + 4
	                                      // and CELL_W
	parameter        TIME_W     = 32,     // bits of the time; requires 12..32
	parameter        TICK_LOG2  = 0,      // of the times of records, as gnomon_record_tick's
	                                      // LOG2; requires TIME_W - 3 at most
	parameter [31:0] SEED       = 32'd0,  // likewise
	parameter        CODE_W     = 4,      // bits of an event code; requires 4..8
	parameter        SLOTS_LOG2 = 10,     // slots of the trace buffer, log2; requires 6..15
	parameter        RANKS      = 3,      // clocks from the watched word to its code; requires
	                                      // 1..16
	parameter        RANK_ACTIONS = 0,    // 1: the actions of an event come with its code
	parameter        CELL_W     = 14,     // bits of a table address
	parameter        ACTIONS_BASE = 0,    // address of the table of actions
	parameter        WIDE       = 0,      // 0: the link is gnomon_link; 1: gnomon_link_wide,
	                                      // without reg_lower_i and reg_data_o
	parameter        WRAP       = 1,      // 0: there is no flight recorder
	parameter        SYNC       = 0,      // 1: there is the register TIME
	parameter        LATE       = 0       // cycles by which sync_i is later than sync_o where
	                                      // the watched word is, too; requires 0 or 1
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
	input  wire              when_i,
	input  wire [CODE_W-1:0] code_i,   // of the word RANKS clocks ago
	input  wire [7:0]        actions_i,  // those of the code; RANK_ACTIONS 0: not used
	output wire              table_o,  // a table cell is written
	output wire [CELL_W-1:0] wr_addr_o,
	output wire [7:0]        wr_data_o
);

	`include "gnomon_records.vh"

	localparam DEPTH  = RANKS < 3 ? 4 : RANKS + 1;
	generate
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
	wire              hit, told, live;
	wire [7:0]        actions;
	wire [CODE_W-1:0] index, code;
	assign table_o   = wr_valid_i;
	assign wr_addr_o = {arg_i[CELL_W-4:0], place_i};
	assign wr_data_o = wr_data_i;
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
		.hit_o      (hit),
		.actions_o  (actions),
		.code_o     (code)
	);
	gnomon_cell_delay #(.WIDTH(1), .CLOCKS(1)) u_live (
		.clk (clk),
		.d_i (live_q),
		.q_o (live)
	);

	// Time
	wire              clear, start, clears, zero, first;
	wire [TIME_W+6:0] count;
	gnomon_record_sync #(.DEPTH(DEPTH), .EVE(3)) u_sync (
		.clk     (clk),
		.rst     (rst),
		.sync_i  (sync_i),
		.eve_o   (clear),  // the builder is silent from here on until it starts
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
	endgenerate

	// Records
	wire        room, event_now, wr, stopped, active;
	wire [63:0] slot;
	wire        frozen, sample, reset, bank, flush, keep;
	gnomon_record_builder #(.NODE(0), .TIME_W(TIME_W), .CODE_W(CODE_W), .SAMPLES(0),
		.LOSES(0)) u_builder (
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
		.records_i      (6'd1),
		.sample_ready_i (1'b0),
		.snap_ready_i   (1'b0),
		.sample_o       (sample),
		.reset_o        (reset),
		.bank_o         (bank),
		.flush_o        (flush),
		.room_i         (room),
		// The head is then among the first slots of a granule: there is room in the next
		// clock, too.
		.resume_i       (room),
		.full_i         (1'b0),  // nothing else is ever full
		.wr_o           (wr),
		.slot_o         (slot),
		.keep_o         (keep),
		.event_o        (event_now),
		.stopped_o      (stopped),
		.told_o         (told),
		.active_o       (active)
	);

	// Trace buffer and registers
	gnomon_record_buffer #(.LUT_BITS(LUT_BITS), .IDENTITY(IDENTITY), .ADDR_W(ADDR_W),
		.SLOTS_LOG2(SLOTS_LOG2), .WIDE(WIDE), .WRAP(WRAP), .SYNC(SYNC),
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
		.clear_i     (clear),
		.wrap_i      (wrap_q),
		.run_i       (run_q),
		.active_i    (active),
		.wr_i        (wr),
		.slot_i      (slot),
		.event_i     (event_now),
		.stopped_i   (stopped),
		.room_o      (room),
		.frozen_o    (frozen)
	);

	wire unused = &{1'b0, index, clears, keep, sample, reset, bank, flush, arg_i};

endmodule
