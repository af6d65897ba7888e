// SPDX-License-Identifier: Apache-2.0
// Room: record
// gnomon_record_buffer: the trace buffer and the registers of a monitor of one node whose record
// builder writes straight into it. It is a part of gnomon_record_single.
//
//  1. wr_i writes slot_i behind the slot before it; the head runs around the buffer. clear_i
//     empties it.
//  2. There is no room (room_o 0) when the head enters the granule of 16 slots that the limit
//     (LIMIT) names.
//  3. In wrap mode there is no limit. After the stop action (stopped_i) as many events (event_i)
//     are recorded as POST states; then frozen_o is 1, until clear_i. With WRAP 0 wrap_i does
//     nothing.
//  4. The link reads buffer and registers through its address addr_i.
//  5. With PORT the trace buffer is gnomon_ring_memory, in a memory outside the monitor. There is
//     no room either while its queue is crowded, in wrap mode, too. A byte of the buffer waits for
//     rd_ready_o.
//
// CONSTRAINT: LIMIT comes only while wrap_i is 0, POST only while it is 1: they set one register.
// POST is for one run, and comes before it.
// CONSTRAINT: wrap_i changes only while no run is on.
// CONSTRAINT: with WIDE addr_i names the same slot in the cycle of the read and in the cycle
//   before, except where it is at byte 0 of a slot.
// CONSTRAINT: with PORT rst is as gnomon_ring_memory demands.
//
// Latency: wr_i to the head in the registers: 3 cycles, with SLOTS_LOG2 above 16 10 cycles at most.
//   event_i, stopped_i to frozen_o: 1 cycle. Head at the limit to later_o: none (combinational),
//   with PORT 1 cycle; later_o to room_o: 1 cycle. rd_next_i to rd_data_o:
//   1 cycle; addr_i, constant meanwhile, to rd_data_o: 3 cycles; with WIDE addr_i to rd_data_o: 2
//   cycles, with rd_next_i in the second one (gnomon_link_wide).
//
// Instance:
//   gnomon_record_buffer #(.LUT_BITS(0), .IDENTITY(96'd0), .ADDR_W(14), .SLOTS_LOG2(10), .PORT(0),
//     .WIDE(0), .WRAP(1), .SYNC(0), .LATE(0)
//   ) u_record_buffer (
//     .clk(clk), .rst(rst), .op_valid_i(op_valid), .op_i(op), .arg_i(arg), .place_i(place),
//     .rd_next_i(rd_next), .addr_i(addr), .taken_i(taken), .rd_data_o(rd_data),
//     .reg_lower_i(reg_lower), .reg_data_o(reg_data), .busy_i(busy), .sync_i(sync),
//     .clear_i(clear), .wrap_i(wrap), .run_i(run), .active_i(active), .wr_i(wr), .slot_i(slot),
//     .event_i(event_i), .stopped_i(stopped), .room_o(room), .later_o(later), .frozen_o(frozen),
//     .rd_ready_o(rd_ready), .mem_o(mem_o), .mem_i(mem_i)
//   );

module gnomon_record_buffer #(
	parameter        LUT_BITS   = 0,      // as gnomon_cell_ram's
	parameter [95:0] IDENTITY   = 96'd0,  // first bytes of the registers
	parameter        ADDR_W     = 14,     // as gnomon_link's; requires at least SLOTS_LOG2 + 4
	parameter        SLOTS_LOG2 = 10,     // slots of the trace buffer, log2; requires 6..15,
	                                      // with PORT 9..28
	parameter        PORT       = 0,      // 1: the trace buffer is a memory outside the monitor
	parameter        WIDE       = 0,      // 0: the link is gnomon_link; 1: gnomon_link_wide,
	                                      // without reg_lower_i and reg_data_o
	parameter        WRAP       = 1,      // 0: there is no flight recorder
	parameter        SYNC       = 0,      // 1: there is the register TIME
	parameter        LATE       = 0       // cycles by which sync_i is later than START where
	                                      // the watched word is, too; requires 0 or 1
) (
	input  wire              clk,
	input  wire              rst,
	// link
	input  wire              op_valid_i,
	input  wire [2:0]        op_i,
	input  wire [ADDR_W-4:0] arg_i,
	input  wire [2:0]        place_i,
	input  wire              rd_next_i,
	input  wire [ADDR_W-1:0] addr_i,
	input  wire              taken_i,  // with SYNC: the link takes a byte of the host
	output wire [7:0]        rd_data_o,
	input  wire              reg_lower_i,
	output wire [3:0]        reg_data_o,
	input  wire              busy_i,
	// run
	input  wire              sync_i,
	input  wire              clear_i,
	input  wire              wrap_i,
	input  wire [7:0]        run_i,     // run number
	input  wire              active_i,  // the run is on
	// builder
	input  wire              wr_i,
	input  wire [63:0]       slot_i,
	input  wire              event_i,    // an event is recorded, or lost, in the next cycle
	input  wire              stopped_i,  // and one with the action stop is recorded
	output wire              room_o,
	output wire              later_o,    // there is room in the next cycle (with PORT it may
	                                     // be 0 all the same)
	output wire              frozen_o,
	// memory, with PORT: as gnomon_ring_memory's
	output wire              rd_ready_o,  // of the link: the byte at addr_i is there
	output wire [SLOTS_LOG2+65:0] mem_o,
	input  wire [65:0]       mem_i
);

	`include "gnomon_records.vh"

	localparam [31:0] SLOTS = (1 << SLOTS_LOG2) - 1;
	generate
		if ((PORT == 0 && (SLOTS_LOG2 < 6 || SLOTS_LOG2 > 15)) || SLOTS_LOG2 + 4 > ADDR_W)
			begin : gen_bad_slots
			SLOTS_LOG2_must_be_6_to_15_and_fit_into_ADDR_W u_bad ();
		end
		if (PORT != 0 && WIDE != 0) begin : gen_bad_wide
			PORT_is_too_slow_for_WIDE u_bad ();
		end
	endgenerate

	wire op_limit = op_valid_i && op_i == GNO_OP_LIMIT;
	wire op_post  = op_valid_i && op_i == GNO_OP_POST;

	// Trace buffer: a lane for each 16 bits of a slot, read a byte at a time. With LUT RAM a
	// slot is one word, and passes through a register on its way to the choice of a byte: a
	// clock has no room for more behind a RAM block of these families.
	reg  [SLOTS_LOG2-1:0] head_q;
	wire [31:0]           lanes;
	wire [63:0]           stored;
	reg                   full_q;
	wire                  full;  // room ends with this clock
	wire                  empties = clear_i || (PORT != 0 && rst);
	generate
		genvar k;
		if (PORT == 0) begin : gen_inside
			assign later_o    = !full;
			assign room_o     = !full_q;
			assign rd_ready_o = 1'b1;
			assign mem_o      = 0;
			wire unused = &{1'b0, mem_i};
		end
		if (PORT != 0) begin : gen_port
			// Whether there is room is known a clock later than inside. So it is where
			// nothing was written that later_o holds for the cycle after the next one,
			// too, if nothing is written meanwhile: a gap ends so.
			reg  no_room_q, room_q, wrote_q;
			wire queue_later, unused_room;
			wire later = !no_room_q && queue_later;
			gnomon_ring_memory #(.LUT_BITS(LUT_BITS),
				.SLOTS_LOG2(SLOTS_LOG2)) u_memory (
				.clk     (clk),
				.rst     (rst),
				.clear_i (empties),
				.we_i    ({2{wr_i}}),
				.waddr_i (head_q),
				.wdata_i (slot_i),
				.head_i  (head_q),
				.room_o  (unused_room),
				.later_o (queue_later),
				.reads_i (busy_i && op_i == GNO_OP_READ_BUFFER),
				.raddr_i (addr_i[SLOTS_LOG2+2:0]),
				.ready_o (rd_ready_o),
				.lanes_o (lanes),
				.mem_o   (mem_o),
				.mem_i   (mem_i)
			);
			always @(posedge clk) begin
				no_room_q <= full;
				room_q    <= later;
				wrote_q   <= wr_i;
			end
			assign later_o = later && !wrote_q;
			assign room_o  = room_q;
			assign stored  = 64'd0;
		end else if (LUT_BITS != 0) begin : gen_words
			gnomon_cell_ram #(.LUT_BITS(LUT_BITS), .WIDTH(64),
				.DEPTH_LOG2(SLOTS_LOG2)) u_words (
				.clk     (clk),
				.we_i    (wr_i),
				.waddr_i (head_q),
				.wdata_i (slot_i),
				.raddr_i (addr_i[SLOTS_LOG2+2:3]),
				.rdata_o (stored)
			);
			assign lanes = 32'd0;
		end else begin : gen_lanes
			for (k = 0; k < 4; k = k + 1) begin : gen_lane
				gnomon_cell_ram_narrow #(.READ_W(8), .PARTS_LOG2(1),
					.DEPTH_LOG2(SLOTS_LOG2)) u_lane (
					.clk     (clk),
					.we_i    (wr_i),
					.waddr_i (head_q),
					.wdata_i (slot_i[16*k +: 16]),
					.raddr_i ({addr_i[SLOTS_LOG2+2:3], addr_i[0]}),
					.rdata_o (lanes[8*k +: 8])
				);
			end
			assign stored = 64'd0;
		end
	endgenerate

	// Head, and the bound of what is written. Without wrap it is the limit, inverted, so that
	// the last granule is the limit at the start.
	reg [SLOTS_LOG2:0]  bound_q;
	reg                 wrapped_q, stopping_q;
	wire [SLOTS_LOG2:0] head_next = {1'b0, head_q} + {{SLOTS_LOG2{1'b0}}, wr_i};
	always @(posedge clk) begin
		if (empties)
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
			reg                 frozen_q;
			wire                loads = op_limit || op_post;
			wire                stops = stopped_i && wrap_i;
			wire [SLOTS_LOG2:0] bound_next = loads ? ~arg_i[SLOTS_LOG2:0]
				: bound_q + {{SLOTS_LOG2{loads}}, stopping_q && event_i};
			always @(posedge clk) begin
				if (clear_i && !wrap_i)
					bound_q <= 0;
				else
					bound_q <= bound_next;
				frozen_q <= !clear_i && (frozen_q || ((stopping_q || stops)
					&& !bound_next[SLOTS_LOG2]));
				if (clear_i) begin
					wrapped_q  <= 1'b0;
					stopping_q <= 1'b0;
				end else begin
					wrapped_q  <= wrapped_q
						|| (head_next[SLOTS_LOG2] && wrap_i);
					stopping_q <= stopping_q || stops;
				end
			end
			assign frozen_o = frozen_q;
		end else begin : gen_limit
			always @(posedge clk) begin
				if (clear_i)
					bound_q <= 0;
				else if (op_limit)
					bound_q <= ~arg_i[SLOTS_LOG2:0];
				wrapped_q  <= 1'b0;
				stopping_q <= 1'b0;
			end
			assign frozen_o = 1'b0;
			wire unused = &{1'b0, op_post, stopped_i, event_i,
				head_next[SLOTS_LOG2], bound_q[SLOTS_LOG2],
				bound_q[3:0]};
		end
	endgenerate
	// what froze stays so
	assign full     = head_q[SLOTS_LOG2-1:4] == ~bound_q[SLOTS_LOG2-1:4] && !wrap_i
		&& !stopping_q;

	// Registers: head and state are written in turn; while there is a payload, and not that of
	// START, to words that mean nothing. The upper byte of the state's word is the run number,
	// the last byte of START's payload. The bytes before it pass through the same register:
	// while the address is at byte k of the payload, byte k - 1 is written k words behind the
	// state, where it stays. (So do unused heads, behind the head.) The bits of each word that
	// mean nothing are those of the other one, and need no choice.
	localparam [31:0] HEAD_WORD = GNO_REG_HEAD / 2, STATE_WORD = GNO_REG_STATE / 2,
		TIME_WORD = GNO_REG_TIME / 2, UPPER_WORD = GNO_REG_HEAD_UPPER / 2, UNUSED = 32;
	// A head of more than 16 bits takes two of four turns, the upper half first. Where a
	// payload begins between the two, both are written. Where the lower half has wrapped
	// between them it is not, so that the registers keep the head of before.
	wire [7:0]  state = ({7'd0, active_i} << GNO_STATE_ACTIVE)
		| ({7'd0, full_q} << GNO_STATE_FULL) | ({7'd0, wrapped_q} << GNO_STATE_WRAPPED)
		| ({7'd0, frozen_o} << GNO_STATE_FROZEN);
	wire [31:0] head32 = {{(32-SLOTS_LOG2){1'b0}}, head_q};
	wire [15:0] head16;  // the half whose turn it is
	wire [15:0] status = {run_i, head16[7:GNO_STATE_HIGH], state[GNO_STATE_HIGH-1:0]};
	wire        turn;    // of the state
	wire        spare;   // what is written means nothing
	wire [7:0]  head_word;
	wire [7:0]  word = (turn ? STATE_WORD[7:0] : head_word) | {5'd0, place_i}
		| (spare ? UNUSED[7:0] : 8'd0);
	generate
		if (SLOTS_LOG2 > 16) begin : gen_halves
			reg [1:0] turn_q;
			reg       spare_q, top_q;
			wire      lower = turn_q == 2'd1;
			always @(posedge clk) begin
				turn_q  <= rst ? 2'd0 : turn_q + 2'd1;
				spare_q <= busy_i;
				top_q   <= head_q[15];
			end
			assign turn      = turn_q[1];
			assign spare     = lower ? spare_q || (top_q && !head_q[15]) : busy_i;
			assign head16    = turn_q[0] ? head32[15:0] : head32[31:16];
			assign head_word = turn_q[0] ? HEAD_WORD[7:0] : UPPER_WORD[7:0];
		end else begin : gen_whole
			reg turn_q;
			always @(posedge clk)
				turn_q <= !turn_q && !rst;
			assign turn      = turn_q;
			assign spare     = busy_i;
			assign head16    = ({run_i, 8'd0} & ~SLOTS[15:0]) | head32[15:0];
			assign head_word = HEAD_WORD[7:0];
		end
	endgenerate

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
				.wdata_i  (time_we ? time_data : turn ? status : head16),
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
				.wdata_i  (turn ? status : head16),
				.raddr_i  ({op_i[0], addr_i[7:0]}),
				.rlower_i (reg_lower_i),
				.rdata_o  (reg_part)
			);
		end
	endgenerate

	// Reading with LUT RAM: a clock for the RAM, one for the register of the slot; then its
	// bytes.
	reg [63:0] stored_q;
	reg [2:0]  place_q;
	wire [7:0] chosen = stored_q[8*place_q +: 8];
	always @(posedge clk) begin
		stored_q <= stored;
		place_q  <= addr_i[2:0];
	end

	reg [7:0] rd_data_q;
	generate
		if (WIDE != 0 && LUT_BITS != 0) begin : gen_wide_words
			// The link reads the bytes of a slot in their order, so the register has it
			// but for byte 0, which comes straight from the RAM, as do the registers.
			// Each of the three has a register of its own.
			reg [7:0] first_q, regs_q;
			reg       buffer_q, later_q;  // later: it is not byte 0
			always @(posedge clk) begin
				buffer_q <= op_i[0];
				later_q  <= op_i[0] && addr_i[2:0] != 3'd0;
				if (rd_next_i) begin
					regs_q    <= buffer_q ? 8'd0 : reg_part;
					first_q   <= buffer_q && !later_q ? stored[7:0] : 8'd0;
					rd_data_q <= later_q ? chosen : 8'd0;
				end
			end
			assign rd_data_o  = regs_q | first_q | rd_data_q;
			assign reg_data_o = 4'd0;
		end else if (WIDE != 0) begin : gen_wide
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
			assign rd_data_o  = rd_data_q;
			assign reg_data_o = 4'd0;
		end else if (LUT_BITS != 0 && PORT == 0) begin : gen_word
			always @(posedge clk)
				rd_data_q <= !rd_next_i ? 8'd0 : chosen;
			assign rd_data_o  = rd_data_q;
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
			assign rd_data_o  = rd_data_q;
			assign reg_data_o = reg_part;
		end
	endgenerate

	wire unused = &{1'b0, state, op_i, arg_i, addr_i, taken_i, sync_i, lanes, stored, chosen,
		UPPER_WORD, head32};

endmodule
