// SPDX-License-Identifier: Apache-2.0
//
// gnomon_collector: the trace buffer of a ring: takes words of records, keeps whole records, in the mode that is asked for.
//
//  1. The head is where the next record goes; it moves when the last word of a record is stored.
//  2. No wrap: a record is not begun while the head is in the granule (16 slots) before the tail's, beyond its first slot, with LONG in one of the three before it. The words
//     wait in the ring, and the nodes' FIFOs fill up and tell of gaps. limit_i moves the tail to the granule after the one it names.
//  3. Wrap: the oldest records are dropped, whole, so that 32 slots are free, with LONG 48. After a record with the flag stop, as many events (triggers, datums, words too) are kept as post_i asked
//     for (less one, modulo 2^POST_W); then nothing but flush records (frozen_o). A sample is kept with the record before it.
//     Blocks are no events.
// Positions are in slots and wrap with the buffer; the host extends them.
// CONSTRAINT: a record has 30 words at most, with LONG 72.
// CONSTRAINT: rd_data_o is the byte at rd_addr_i of a clock ago.

`resetall
`default_nettype none
`include "gnomon_records.vh"

module gnomon_collector #(
	parameter LUT_BITS   = 0,   // as gnomon_ram's
	parameter SLOTS_LOG2 = 10,  // slots of the trace buffer, log2; requires 6..15, with LONG 7..15
	parameter LONG       = 0,   // 1: there are records of more than 30 words
	parameter POST_W     = 11   // bits of the count of post_i; requires at least 6
) (
	input  wire                  clk,
	input  wire                  clear_i,
	input  wire                  wrap_i,
	// host
	input  wire                  limit_valid_i,
	input  wire [SLOTS_LOG2-1:0] limit_i,
	input  wire                  post_valid_i,
	input  wire [POST_W-1:0]     post_i,
	input  wire [SLOTS_LOG2+2:0] rd_addr_i,
	output wire [7:0]            rd_data_o,
	// words
	input  wire                  word_valid_i,
	output wire                  word_ready_o,
	input  wire [31:0]           word_i,
	// status
	output wire [SLOTS_LOG2-1:0] head_o,
	output wire [SLOTS_LOG2-1:0] tail_o,
	output wire                  full_o,
	output wire                  wrapped_o,
	output wire                  frozen_o,
	output wire [3:0]            high_o    // most of the buffer ever in use, in sixteenths, rounded up
);
	generate
		if (SLOTS_LOG2 < 6 || SLOTS_LOG2 > 15) begin : gen_bad_slots
			SLOTS_LOG2_must_be_6_to_15 u_bad ();
		end
		if (LONG != 0 && SLOTS_LOG2 < 7) begin : gen_bad_long
			SLOTS_LOG2_must_be_7_at_least_with_LONG u_bad ();
		end
	endgenerate

	localparam [SLOTS_LOG2:0] SLOTS    = 1 << SLOTS_LOG2;
	localparam [SLOTS_LOG2:0] FREE     = LONG != 0 ? 48 : 32;  // slots, in wrap mode
	localparam [SLOTS_LOG2:0] BEGIN    = LONG != 0 ? 38 : 17;  // slots, where a record begins: those of the longest, and two
	localparam                LENGTH_W = LONG != 0 ? 6 : 4;    // bits of a length in slots
	localparam                LEFT_W   = LONG != 0 ? 7 : 5;    // bits of one in words

	reg [SLOTS_LOG2-1:0] head_q, tail_q;
	reg [SLOTS_LOG2:0]   at_q;       // word that is written next
	reg                  full_q, wrapped_q, stopping_q;
	reg [POST_W-1:0]     post_q;

	// Words of a record: 0 time, 1 info, 2 the rest.
	reg [1:0] part_q;
	reg [LEFT_W-1:0] left_q;  // words after this one
	reg       keep_q;    // the record is kept
	reg       stop_q;    // it is that of an event with the flag stop
	reg       event_q;   // it is that of an event

	wire [7:0] kind = word_i[7:0];
	wire       frozen   = stopping_q && post_q[POST_W-1];
	wire       keep     = part_q == 2'd1 && kind != `GNO_KIND_RATIO ? !frozen || kind == `GNO_KIND_FLUSH : keep_q;  // a sample as its event
	wire       fired    = kind == `GNO_KIND_EVENT || kind == `GNO_KIND_TRIGGER || kind == `GNO_KIND_DATUM || kind == `GNO_KIND_WORD;
	wire       is_event = part_q == 2'd1 ? fired : event_q;
	wire       stops    = part_q == 2'd1 ? fired && word_i[24 + `GNO_FLAG_STOP] : stop_q;
	localparam [LEFT_W-1:0] TWO = 2;
	reg  [LEFT_W-1:0] left;
	always @*
		if (part_q != 2'd1)
			left = left_q;
		else
			case (kind)
			`GNO_KIND_GAP, `GNO_KIND_WORD: left = TWO;
			`GNO_KIND_DATUM:               left = word_i[22] ? TWO + TWO : TWO;
			`GNO_KIND_RATIO:               left = word_i[24 +: LEFT_W];
			`GNO_KIND_BUCKET,
			`GNO_KIND_COUNTER:             left = LONG != 0 ? word_i[24 +: LEFT_W] : {LEFT_W{1'b0}};
			default:                       left = {LEFT_W{1'b0}};
			endcase

	wire [SLOTS_LOG2-1:0] used     = head_q - tail_q;
	wire                  crowded  = wrap_i && {1'b0, used} > SLOTS - FREE;
	reg                   evict_q;  // the length of the oldest record is at hand
	// Whether a record may begin is known of the word that was written a clock ago: that leaves room for the longest one, and a slot.
	wire [SLOTS_LOG2-1:0] at_used  = at_q[SLOTS_LOG2:1] - tail_q;
	reg                   may_begin_q;

	assign word_ready_o = part_q != 2'd0 || may_begin_q;
	wire   take = word_valid_i && word_ready_o;
	wire   done = take && part_q != 2'd0 && left == 0;
	wire   done_keep = done && keep;
	wire [SLOTS_LOG2:0] at_next = at_q + 1'b1;
	wire [LENGTH_W-1:0] length  = at_next[LENGTH_W:1] - head_q[LENGTH_W-1:0];  // slots
	wire [LENGTH_W-1:0] oldest;
	wire [SLOTS_LOG2-5:0] between = tail_q[SLOTS_LOG2-1:4] - at_q[SLOTS_LOG2:5] - 1'b1;  // granules between the one that is written and the tail's
	wire                  full    = (LONG != 0 ? {1'b0, between} < 3 : between == 0) && !wrap_i;

	always @(posedge clk)
		if (clear_i) begin
			head_q     <= 0;
			tail_q     <= 0;
			at_q       <= 0;
			part_q     <= 2'd0;
			full_q     <= 1'b0;
			may_begin_q <= 1'b0;
			evict_q    <= 1'b0;
			wrapped_q  <= 1'b0;
			stopping_q <= 1'b0;
		end else begin
			if (take) begin
				part_q <= done ? 2'd0 : part_q == 2'd0 ? 2'd1 : 2'd2;
				at_q   <= done && !keep ? {head_q, 1'b0} : at_next;
				left_q <= left - 1'b1;
				keep_q <= keep;
				stop_q <= stops;
				event_q <= is_event;
			end
			if (done_keep)
				head_q <= at_next[SLOTS_LOG2:1];
			if (done_keep && wrap_i && stops)
				stopping_q <= 1'b1;
			// The length at the tail is read in one clock and used in the next: a record in two clocks, as they come at most.
			evict_q <= crowded && !evict_q;
			if (evict_q)
				tail_q <= tail_q + {{(SLOTS_LOG2-LENGTH_W){1'b0}}, oldest};
			else if (limit_valid_i && !wrap_i)
				tail_q <= {limit_i[SLOTS_LOG2-1:4] + 1'b1, 4'd0};
			wrapped_q <= wrapped_q || evict_q;
			full_q    <= full;
			may_begin_q <= !full && (!wrap_i || {1'b0, at_used} <= SLOTS - BEGIN);
		end

	always @(posedge clk)
		if (post_valid_i)
			post_q <= post_i;
		else if (done_keep && is_event && stopping_q && !frozen)
			post_q <= post_q - 1'b1;

	// High-water mark
	reg  [3:0] high_q;
	wire [4:0] sixteenths = {1'b0, used[SLOTS_LOG2-1 -: 4]} + {4'd0, |used[SLOTS_LOG2-5:0]};
	always @(posedge clk)
		if (clear_i)
			high_q <= 4'd0;
		else if (sixteenths > {1'b0, high_q})
			high_q <= sixteenths[4] ? 4'd15 : sixteenths[3:0];

	gnomon_ram_narrow #(.LUT_BITS(LUT_BITS), .READ_W(8), .PARTS_LOG2(2), .DEPTH_LOG2(SLOTS_LOG2 + 1)) u_buffer (
		.clk     (clk),
		.we_i    (take),
		.waddr_i (at_q),
		.wdata_i (word_i),
		.raddr_i (rd_addr_i),
		.rdata_o (rd_data_o)
	);
	gnomon_ram #(.LUT_BITS(LUT_BITS), .WIDTH(LENGTH_W), .DEPTH_LOG2(SLOTS_LOG2)) u_lengths (
		.clk     (clk),
		.we_i    (done_keep),
		.waddr_i (head_q),
		.wdata_i (length),
		.raddr_i (tail_q),
		.rdata_o (oldest)
	);

	wire unused = &{1'b0, limit_i[3:0]};
	assign head_o    = head_q;
	assign tail_o    = tail_q;
	assign full_o    = full_q;
	assign wrapped_o = wrapped_q;
	assign frozen_o  = frozen;
	assign high_o    = high_q;

endmodule

`resetall
