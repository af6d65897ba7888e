// SPDX-License-Identifier: Apache-2.0
// Room: record
// gnomon_record_single: a monitor of one node with pattern triggers only, without link, PHY and
// ranks.
//
// The trace buffer is the only FIFO: the record builder writes straight into it.
//  1. Operations of the link come at op_valid_i. The payload port writes the tables, also those of
//     the ranks, at byte place_i of the slot arg_i. The link reads the trace buffer and the
//     registers through its address addr_i.
//  2. The head runs around the buffer. Writing stops (no room: gap records) when the head enters
//     the granule of 16 slots that the limit names.
//  3. In wrap mode there is no limit. After the stop action as many events are recorded as POST
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
	localparam [31:0] SLOTS = (1 << SLOTS_LOG2) - 1;
	generate
		if (SLOTS_LOG2 < 6 || SLOTS_LOG2 > 15 || SLOTS_LOG2 + 4 > ADDR_W) begin
			: gen_bad_slots
			SLOTS_LOG2_must_be_6_to_15_and_fit_into_ADDR_W u_bad ();
		end
		if (ADDR_W < CELL_W) begin : gen_bad_addr
			ADDR_W_is_too_small_for_CELL_W u_bad ();
		end
	endgenerate

	// Operations
	wire op_start  = op_valid_i && op_i == GNO_OP_START;
	wire op_stop   = op_valid_i && op_i == GNO_OP_STOP;
	wire op_select = op_valid_i && op_i == GNO_OP_SELECT;
	wire op_limit  = op_valid_i && op_i == GNO_OP_LIMIT;
	wire op_post   = op_valid_i && op_i == GNO_OP_POST;
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
	wire        full;  // room ends with this clock
	reg         full_q, stopping_q;
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
		.resume_i       (!full_q),
		.full_i         (1'b0),  // nothing else is ever full
		.wr_o           (wr),
		.slot_o         (slot),
		.keep_o         (keep),
		.event_o        (event_now),
		.stopped_o      (stopped),
		.told_o         (told),
		.active_o       (active)
	);

	// Trace buffer: a lane for each 16 bits of a slot, read a byte at a time.
	reg  [SLOTS_LOG2-1:0] head_q;
	wire [31:0]           lanes;
	generate
		genvar k;
		for (k = 0; k < 4; k = k + 1) begin : gen_lane
			gnomon_cell_ram_narrow #(.LUT_BITS(LUT_BITS), .READ_W(8), .PARTS_LOG2(1),
				.DEPTH_LOG2(SLOTS_LOG2)) u_lane (
				.clk     (clk),
				.we_i    (wr),
				.waddr_i (head_q),
				.wdata_i (slot[16*k +: 16]),
				.raddr_i ({addr_i[SLOTS_LOG2+2:3], addr_i[0]}),
				.rdata_o (lanes[8*k +: 8])
			);
		end
	endgenerate

	// Head, and the bound of what is written. Without wrap it is the limit, inverted, so that
	// the last granule is the limit at the start.
	reg [SLOTS_LOG2:0]  bound_q;
	reg                 wrapped_q;
	wire [SLOTS_LOG2:0] head_next = {1'b0, head_q} + {{SLOTS_LOG2{1'b0}}, wr};
	always @(posedge clk) begin
		if (clear)
			head_q <= 0;
		else
			head_q <= head_next[SLOTS_LOG2-1:0];
		full_q <= full;
	end
	generate
		if (WRAP != 0) begin : gen_recorder
			// In wrap mode the bound counts up, from the complement of the events to
			// be kept after the stop action, less one; its top bit falls with the last
			// one. (The second summand is all ones while it is loaded, when the sum is
			// not used, so that loading shares the logic cells of the carry chain.)
			wire loads = op_limit || op_post;
			always @(posedge clk) begin
				if (clear && !wrap_q)
					bound_q <= 0;
				else
					bound_q <= loads ? ~arg_i[SLOTS_LOG2:0]
						: bound_q + {{SLOTS_LOG2{loads}},
							stopping_q && event_now};
				if (clear) begin
					wrapped_q  <= 1'b0;
					stopping_q <= 1'b0;
				end else begin
					wrapped_q  <= wrapped_q
						|| (head_next[SLOTS_LOG2] && wrap_q);
					stopping_q <= stopping_q || (stopped && wrap_q);
				end
			end
		end else begin : gen_limit
			always @(posedge clk) begin
				if (clear)
					bound_q <= 0;
				else if (op_limit)
					bound_q <= ~arg_i[SLOTS_LOG2:0];
				wrapped_q  <= 1'b0;
				stopping_q <= 1'b0;
			end
			wire unused = &{1'b0, op_post, stopped, event_now,
				head_next[SLOTS_LOG2], bound_q[3:0]};
		end
	endgenerate
	// what froze stays so
	assign full   = head_q[SLOTS_LOG2-1:4] == ~bound_q[SLOTS_LOG2-1:4] && !wrap_q
		&& !stopping_q;
	assign room   = !full_q;
	assign frozen = stopping_q && !bound_q[SLOTS_LOG2];

	// Registers: head and state are written in turn; while there is a payload, and not that of
	// START, to words that mean nothing. The upper byte of the state's word is the run number,
	// the last byte of START's payload. The bytes before it pass through the same register:
	// while the address is at byte k of the payload, byte k - 1 is written k words behind the
	// state, where it stays. (So do unused heads, behind the head.) The bits of each word that
	// mean nothing are those of the other one, and need no choice.
	localparam [31:0] HEAD_WORD = GNO_REG_HEAD / 2, STATE_WORD = GNO_REG_STATE / 2,
		TIME_WORD = GNO_REG_TIME / 2, UNUSED = 32;
	reg         turn_q;
	wire [7:0]  state = ({7'd0, active} << GNO_STATE_ACTIVE)
		| ({7'd0, full_q} << GNO_STATE_FULL) | ({7'd0, wrapped_q} << GNO_STATE_WRAPPED)
		| ({7'd0, frozen} << GNO_STATE_FROZEN);
	wire [15:0] head16 = {run_q, 8'd0} & ~SLOTS[15:0] | {{(16-SLOTS_LOG2){1'b0}}, head_q};
	wire [15:0] status = {run_q, head16[7:GNO_STATE_HIGH], state[GNO_STATE_HIGH-1:0]};
	wire [7:0]  word = (turn_q ? STATE_WORD[7:0] : HEAD_WORD[7:0]) | {5'd0, place_i}
		| (busy_i ? UNUSED[7:0] : 8'd0);
	always @(posedge clk)
		turn_q <= !turn_q && !rst;

	// With SYNC the last byte of a READ_REGS has its cycle written before the answer reads it.
	// The registers are an instance of each branch, so that a monitor without SYNC is
	// synthesised as if there were no such parameter.
	wire [(WIDE != 0 ? 7 : 3):0] reg_part;
	generate
		if (SYNC != 0) begin : gen_sync
			wire        time_we;
			wire [1:0]  time_word;
			wire [15:0] time_data;
			gnomon_link_time #(.LATE(LATE)) u_sync_time (
				.clk     (clk),
				.rst     (rst),
				.sync_i  (sync_i),
				.taken_i (taken_i && busy_i && op_i == GNO_OP_READ_REGS),
				.we_o    (time_we),
				.word_o  (time_word),
				.data_o  (time_data)
			);
			gnomon_link_regs #(.LUT_BITS(LUT_BITS), .IDENTITY(IDENTITY),
				.WIDE(WIDE)) u_regs (
				.clk      (clk),
				.we_i     (1'b1),
				.waddr_i  (time_we ? {TIME_WORD[7:2], time_word} : word),
				.wdata_i  (time_we ? time_data : turn_q ? status : head16),
				.raddr_i  ({op_i[0], addr_i[7:0]}),
				.rlower_i (reg_lower_i),
				.rdata_o  (reg_part)
			);
		end else begin : gen_plain
			gnomon_link_regs #(.LUT_BITS(LUT_BITS), .IDENTITY(IDENTITY),
				.WIDE(WIDE)) u_regs (
				.clk      (clk),
				.we_i     (1'b1),
				.waddr_i  (word),
				.wdata_i  (turn_q ? status : head16),
				.raddr_i  ({op_i[0], addr_i[7:0]}),
				.rlower_i (reg_lower_i),
				.rdata_o  (reg_part)
			);
		end
	endgenerate

	reg [7:0] rd_data_q;
	generate
		if (WIDE != 0) begin : gen_wide
			// Reading: a clock for the RAM, one for the choice of one of four lanes, or
			// the registers
			reg [1:0] lane_q;
			reg       buffer_q;
			always @(posedge clk) begin
				lane_q   <= addr_i[2:1];
				buffer_q <= op_i[0];
				if (rd_next_i)
					rd_data_q <= !buffer_q ? reg_part : lanes[8*lane_q +: 8];
			end
			assign reg_data_o = 4'd0;
		end else if (LUT_BITS != 0) begin : gen_lanes
			// Reading: a clock for the RAM; one for the choice of a byte of each lane,
			// which is all that a clock has room for behind a RAM block of these
			// families; one for the choice of the lane.
			reg [31:0] lanes_q;
			always @(posedge clk) begin
				lanes_q   <= lanes;
				rd_data_q <= !rd_next_i ? 8'd0 : lanes_q[8*addr_i[2:1] +: 8];
			end
			assign reg_data_o = reg_part;
		end else begin : gen_small
			// Reading: a clock for the RAM, two for the choice of one of four lanes,
			// each of four inputs: where one of the upper lanes is meant, the first
			// passes on which.
			reg [7:0] lower_q;
			always @(posedge clk) begin
				lower_q   <= addr_i[2] ? {8{addr_i[1]}}
					: addr_i[1] ? lanes[15:8] : lanes[7:0];
				rd_data_q <= !rd_next_i ? 8'd0 : addr_i[2]
					? (lower_q & lanes[31:24]) | (~lower_q & lanes[23:16])
					: lower_q;
			end
			assign reg_data_o = reg_part;
		end
	endgenerate
	assign rd_data_o = rd_data_q;

	wire unused = &{1'b0, index, clears, keep, sample, reset, bank, flush, state, arg_i,
		addr_i, taken_i};

endmodule
