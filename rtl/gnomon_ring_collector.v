// SPDX-License-Identifier: Apache-2.0
// Room: ring
// gnomon_ring_collector: the trace buffer of a ring: takes the words of records and keeps whole
// records, with or without wrap.
//
//  1. The head is where the next record goes. It moves when the last word of a record is stored.
//  2. No wrap: full_o is 1 while the next word goes into the granule (16 slots) before the tail's,
//     with LONG into one of the three before it. No record begins while full_o is 1. (full_o is one
//     cycle late, so a record can still begin in the first slot of the granule.) The words wait in
//     the ring; the FIFOs of the nodes fill up, and the nodes report gaps. limit_i moves the tail
//     to the granule after the one that it names.
//  3. Wrap: the oldest records are discarded, whole, so that 32 slots are free, with LONG 48. With
//     PORT all that begin in the oldest 64th of the buffer are discarded together. The rules of
//     gnomon_ring_recorder decide what is kept around a stop. A sample is kept with the
//     record before it. After a stop a record of one slot takes four cycles.
// Positions are in slots and wrap with the buffer; the host extends them.
// CONSTRAINT: a record has 30 words at most, with LONG 72.
// With SPRAM the trace buffer is gnomon_ring_spram, which has one port. A word then waits where the
// one before it was taken in the cycle before, and the length of the oldest record is read from the
// buffer.
// With PORT the trace buffer is gnomon_ring_memory, in a memory outside the monitor. A word then
// waits where the memory is slow. rd_ready_o is 1 only where rd_data_o is the byte at rd_addr_i.
// CONSTRAINT: without WIDE rd_addr_i names the same word in the cycle of the read and in the cycle
//   before; with SPRAM the same byte in the cycle of the read and in the two cycles before. With
//   PORT reads_i, rd_addr_i and rst are as gnomon_ring_memory demands.
//
// Latency: last word of a record to head_o: 2 cycles, with IN_ORDER 1; to head_o, frozen_o, if
//   gnomon_ring_recorder judges a record of one slot (from a stop on): 4, 3 cycles. head_o to
//   tail_o, wrapped_o: 2 cycles, 3 with LUT_BITS and WORD_CLOCKS above 1, 3 to 5 with SPRAM; to
//   high_o: 3 cycles. word_i to full_o: 2 cycles. limit_i to tail_o: 1 cycle; to full_o,
//   word_ready_o: 2 cycles. clear_i to word_ready_o 1: 2 cycles. rd_addr_i to rd_data_o: 1 cycle;
//   with SPRAM 2 cycles at most; with PORT as gnomon_ring_memory.
//
// With wrap, records of one slot: an event, an event with the flag stop, an event. Those from the
// stop on wait for gnomon_ring_recorder. Values are hexadecimal.
//
//   cycle               0       1       2       3       4       5       6       7       8       9
//   word_valid_i        1       1       1       1       1       1       1       1       1       1
//   word_ready_o        1       1       1       1       0       0       1       1       0       0
//   word_i              0       1       9 4000001       d       d       d       1      11      11
//   head_o              0       0       0       1       1       1       1       2       2       2
//
// Without wrap, SLOTS_LOG2 6: the head enters the granule before the tail's, and a record begins in
// its first slot; then limit_i names granule 0. Values are hexadecimal.
//
//   cycle           0  1  2  3  4  5  6  7  8  9 10 11 12 13 14
//   word_valid_i    1  1  1  1  1  1  1  1  1  1  1  1  1  1  1
//   word_ready_o    1  1  1  1  0  0  0  0  1  1  1  1  1  1  1
//   head_o         2f 2f 2f 30 30 31 31 31 31 31 31 32 32 33 33
//   tail_o          0  0  0  0  0  0  0 10 10 10 10 10 10 10 10
//   full_o          0  0  0  1  1  1  1  1  0  0  0  0  0  0  0
//   limit_valid_i   0  0  0  0  0  0  1  0  0  0  0  0  0  0  0
//   limit_i         -  -  -  -  -  -  0  -  -  -  -  -  -  -  -
//
// Instance:
//   gnomon_ring_collector #(.LUT_BITS(0), .SLOTS_LOG2(10), .SPRAM(0), .PORT(0), .LONG(0),
//     .NODES(1), .TIME_W(32), .POST_W(11), .WORD_CLOCKS(1), .WIDE(0), .WRAP(1), .IN_ORDER(0),
//     .ENDS(0)
//   ) u_ring_collector (
//     .clk(clk), .rst(rst), .clear_i(clear), .wrap_i(wrap), .limit_valid_i(limit_valid),
//     .limit_i(limit), .post_valid_i(post_valid), .post_i(post), .reads_i(reads),
//     .rd_addr_i(rd_addr), .rd_ready_o(rd_ready), .rd_data_o(rd_data), .word_valid_i(word_valid),
//     .word_ready_o(word_ready), .word_i(word), .ends_i(ends), .head_o(head), .tail_o(tail),
//     .full_o(full), .wrapped_o(wrapped), .frozen_o(frozen), .high_o(high), .mem_o(mem_o),
//     .mem_i(mem_i)
//   );

module gnomon_ring_collector #(
	parameter LUT_BITS   = 0,   // as gnomon_cell_ram's
	parameter SLOTS_LOG2 = 10,  // slots of the trace buffer, log2; requires 6..15, with LONG
	                            // 7..15, with PORT 12..28
	parameter SPRAM      = 0,   // 1: the trace buffer is single-port RAM; SLOTS_LOG2 is then 14
	                            // at most
	parameter PORT       = 0,   // 1: the trace buffer is a memory outside the monitor
	parameter LONG       = 0,   // 1: there are records of more than 30 words
	parameter NODES      = 1,   // requires 1..255
	parameter TIME_W     = 32,  // bits of the time; requires 12..32
	parameter POST_W     = 11,  // bits of the count of post_i; requires at least 6
	parameter WORD_CLOCKS = 1,  // cycles that a word takes at least (in wrap mode faster ones
	                            // may have to wait); requires 1..32
	parameter WIDE       = 0,   // 1: for gnomon_link_wide
	parameter WRAP       = 1,   // 0: wrap_i is not used, and the oldest records are never
	                            // discarded
	parameter IN_ORDER   = 0,   // as gnomon_ring_recorder's
	parameter ENDS       = 0    // 1: ends_i is there; else the kinds have the lengths
) (
	input  wire                  clk,
	input  wire                  rst,      // with PORT; clear_i is then 1, too
	input  wire                  clear_i,
	input  wire                  wrap_i,
	// host
	input  wire                  limit_valid_i,
	input  wire [SLOTS_LOG2-1:0] limit_i,
	input  wire                  post_valid_i,
	input  wire [POST_W-1:0]     post_i,
	input  wire                  reads_i,    // with PORT: the host reads a frame
	input  wire [SLOTS_LOG2+2:0] rd_addr_i,
	output wire                  rd_ready_o,
	output wire [7:0]            rd_data_o,
	// words
	input  wire                  word_valid_i,
	output wire                  word_ready_o,
	input  wire [31:0]           word_i,
	input  wire                  ends_i,   // with ENDS: it is the last one of a record
	// status
	output wire [SLOTS_LOG2-1:0] head_o,
	output wire [SLOTS_LOG2-1:0] tail_o,
	output wire                  full_o,
	output wire                  wrapped_o,
	output wire                  frozen_o,
	output wire [3:0]            high_o,   // most of the buffer ever in use, in sixteenths,
	                                       // rounded up
	// memory, with PORT
	output wire [SLOTS_LOG2+65:0] mem_o,
	input  wire [65:0]            mem_i
);

	`include "gnomon_records.vh"

	generate
		if (PORT == 0 && (SLOTS_LOG2 < 6 || SLOTS_LOG2 > 15)) begin : gen_bad_slots
			SLOTS_LOG2_must_be_6_to_15 u_bad ();
		end
		if (PORT != 0 && (SLOTS_LOG2 < 12 || SLOTS_LOG2 > 28)) begin : gen_bad_port
			SLOTS_LOG2_must_be_12_to_28_with_PORT u_bad ();
		end
		if (PORT != 0 && SPRAM != 0) begin : gen_bad_memory
			PORT_must_not_be_with_SPRAM u_bad ();
		end
		if (SPRAM != 0 && SLOTS_LOG2 > 14) begin : gen_bad_spram
			SLOTS_LOG2_must_be_14_at_most_with_SPRAM u_bad ();
		end
		if ((SPRAM != 0 || PORT != 0) && WIDE != 0) begin : gen_bad_wide
			SPRAM_or_PORT_is_too_slow_for_WIDE u_bad ();
		end
		if (LONG != 0 && SLOTS_LOG2 < 7) begin : gen_bad_long
			SLOTS_LOG2_must_be_7_at_least_with_LONG u_bad ();
		end
		if (WORD_CLOCKS < 1 || WORD_CLOCKS > 32) begin : gen_bad_clocks
			WORD_CLOCKS_must_be_1_to_32 u_bad ();
		end
	endgenerate

	localparam [SLOTS_LOG2:0] SLOTS    = 1 << SLOTS_LOG2;
	// slots, where a record begins: those of the longest, and two
	localparam [SLOTS_LOG2:0] BEGIN    = LONG != 0 ? 38 : 17;
	localparam                LENGTH_W = LONG != 0 ? 6 : 4;    // bits of a length in slots
	localparam                LEFT_W   = LONG != 0 ? 7 : 5;    // bits of one in words

	reg [SLOTS_LOG2-1:0] head_q, tail_q;
	reg [SLOTS_LOG2:0]   at_q;       // word that is written next
	reg                  full_q, wrapped_q;

	// Words of a record: 0 time, 1 info, 5 and later the same.
	reg [2:0] part_q;
	reg [LEFT_W-1:0] left_q;  // words after this one
	reg       keep_q;     // the record is kept
	reg       judging_q;  // that is not yet known
	reg       ended_q;    // and its last word is there
	reg       drop_q;     // it was not kept; what is written next goes into its place
	reg       waits_q;    // the next record waits for one of these

	wire [7:0] kind = word_i[7:0];
	wire       info = part_q == 3'd1;
	wire       judges, verdict, kept, frozen;
	// a sample as the record before it
	// (The kinds of a lone node without blocks have four bits.)
	wire       begins = info && (IN_ORDER != 0 ? kind[3:0] != GNO_KIND_RATIO[3:0]
		: kind != GNO_KIND_RATIO);
	wire       keep = IN_ORDER != 0 ? (begins ? kept : keep_q)
		: judging_q ? kept : begins || keep_q;
	localparam [LEFT_W-1:0] TWO = 2;
	// words behind word 1, of which these are parts
	function [LEFT_W-1:0] words_after;
		input [7:0]        of_kind;
		input              wide;
		input [LEFT_W-1:0] words;
		case (of_kind)
		GNO_KIND_GAP, GNO_KIND_WORD, GNO_KIND_LINE,
		GNO_KIND_CAPTURE:             words_after = TWO;
		GNO_KIND_DATUM:               words_after = wide ? TWO + TWO : TWO;
		GNO_KIND_RATIO:               words_after = words;
		GNO_KIND_BUCKET, GNO_KIND_SEGMENT,
		GNO_KIND_COUNTER: words_after = LONG != 0 ? words : {LEFT_W{1'b0}};
		default:                       words_after = {LEFT_W{1'b0}};
		endcase
	endfunction
	wire [LEFT_W-1:0] left = info ? words_after(kind, word_i[22], word_i[24 +: LEFT_W])
		: left_q;
	wire              ends = ENDS != 0 ? ends_i : part_q != 3'd0 && left == 0;
	localparam [2:0]  LAST_PART = IN_ORDER != 0 ? 3'd2 : 3'd5;

	wire [SLOTS_LOG2-1:0] used     = head_q - tail_q;
	wire                  wraps    = WRAP != 0 && wrap_i;
	// used > SLOTS - FREE, without a carry chain behind that of used
	localparam [SLOTS_LOG2-1:0] LAST64 = 63;
	wire                  crowded  = wraps && &(used | LAST64) && (LONG != 0
		? used[5] || (used[4] && used[3:0] != 0) : used[5] && used[4:0] != 0);
	wire                  evict;    // the length of the oldest record is known in the next
	                                // cycle
	reg                   evict_q;
	// Whether a record may begin is known of the word that was written a cycle ago: that leaves
	// room for the longest one, and a slot. With IN_ORDER it is known of the records before the
	// last one, which leaves as much: it may begin where nothing is to be discarded.
	wire [SLOTS_LOG2-1:0] at_used  = at_q[SLOTS_LOG2:1] - tail_q;
	reg                   may_begin_q;

	wire   rests;  // the port of the trace buffer is for reading, or the memory is slow
	reg    ready_q, inside_q;  // inside: part_q is not 0
	assign word_ready_o = (IN_ORDER != 0 ? ready_q
		: inside_q || (may_begin_q && !waits_q)) && !rests;
	wire   take = word_valid_i && word_ready_o;
	wire   done = take && ends;
	wire   wait_for   = judges || (judging_q && !verdict);        // the verdict
	// The record is whole, and it is known whether it is kept. (What is judged begins.)
	wire   told       = judging_q ? (done || ended_q) && verdict : done;
	wire   done_keep  = told && keep && (judging_q || !judges);
	wire   done_drop  = IN_ORDER == 0 && told && !keep;
	wire   still_ends = IN_ORDER == 0 && (done || ended_q) && wait_for;
	wire [SLOTS_LOG2:0] at_next = at_q + 1'b1;
	wire [SLOTS_LOG2-1:0] end_of = ended_q ? at_q[SLOTS_LOG2:1] : at_next[SLOTS_LOG2:1];
	// Where a verdict is late the head moves a clock later; the next record has two words at
	// least.
	wire                  keeps;    // now
	wire [SLOTS_LOG2-1:0] keeps_to;
	generate
		if (IN_ORDER != 0) begin : gen_at_once
			assign {keeps, keeps_to} = {done_keep, end_of};
		end else begin : gen_later
			reg                  keeps_q;
			reg [SLOTS_LOG2-1:0] to_q;
			always @(posedge clk) begin
				keeps_q <= done_keep && !clear_i;
				to_q    <= end_of;
			end
			assign {keeps, keeps_to} = {keeps_q, to_q};
		end
	endgenerate
	// Of what is discarded, where it ends: the lowest bits, and whether they have wrapped since
	// its begin.
	localparam            PART_W = PORT != 0 ? SLOTS_LOG2 - 6 : LENGTH_W;
	wire [PART_W:0]       oldest;
	wire [SLOTS_LOG2-1:PART_W] tail_high = tail_q[SLOTS_LOG2-1:PART_W] + 1'b1;
	// granules between the one that is written and the tail's
	wire [SLOTS_LOG2-5:0] tail_part = tail_q[SLOTS_LOG2-1:4];
	wire [SLOTS_LOG2-5:0] not_at    = ~at_q[SLOTS_LOG2:5];
	wire [SLOTS_LOG2-5:0] between = tail_part + not_at;
	// Without a carry chain: each bit of a sum of 0 has the carry that comes in as its two
	// bits' difference, and that is 1 where the bits below are not both 0.
	wire                  none    = (tail_part ^ not_at) == ((tail_part | not_at) << 1);
	wire                  full    = (LONG != 0 ? {1'b0, between} < 3 : none) && !wraps;
	wire                  may_begin = !full && (IN_ORDER != 0 ? !crowded
		: !wraps || {1'b0, at_used} <= SLOTS - BEGIN);

	always @(posedge clk)
		if (clear_i) begin
			head_q     <= 0;
			tail_q     <= 0;
			at_q       <= 0;
			part_q     <= 3'd0;
			full_q     <= 1'b0;
			may_begin_q <= 1'b0;
			ready_q    <= 1'b0;
			inside_q   <= 1'b0;
			evict_q    <= 1'b0;
			wrapped_q  <= 1'b0;
			judging_q  <= 1'b0;
			ended_q    <= 1'b0;
			drop_q     <= 1'b0;
			waits_q    <= 1'b0;
		end else begin
			if (take) begin
				part_q <= done ? 3'd0
					: part_q == LAST_PART ? LAST_PART : part_q + 3'd1;
				left_q <= left - 1'b1;
			end
			if (IN_ORDER != 0) begin
				// What is not kept stays at its word 0, so its slot is never full.
				// That is known late, and so enables the count instead of being an
				// addend.
				if (take)
					at_q[0] <= !at_q[0] && (part_q == 3'd0 || keep);
				if (take && at_q[0] && (!info || keep))
					at_q[SLOTS_LOG2:1] <= at_q[SLOTS_LOG2:1] + 1'b1;
			end else if (drop_q)
				at_q <= {head_q, 1'b0};
			else if (take)
				at_q <= at_next;
			if (keeps)
				head_q <= keeps_to;
			if (take || verdict)
				keep_q <= keep;
			judging_q <= IN_ORDER == 0 && wait_for;
			ended_q   <= still_ends;
			drop_q    <= done_drop;
			waits_q   <= still_ends || done_drop;
			evict_q <= evict;
			if (evict_q)
				tail_q <= {oldest[PART_W] ? tail_high
					: tail_q[SLOTS_LOG2-1:PART_W], oldest[PART_W-1:0]};
			else if (limit_valid_i && !wraps)
				tail_q <= {limit_i[SLOTS_LOG2-1:4] + 1'b1, 4'd0};
			wrapped_q <= wrapped_q || evict_q;
			full_q    <= full;
			may_begin_q <= may_begin;
			// the same a cycle early, as no record waits for a verdict
			ready_q     <= (take ? !done : part_q != 3'd0) || may_begin;
			inside_q    <= take ? !done : part_q != 3'd0;
		end

	generate
		if (WRAP != 0) begin : gen_recorder
			gnomon_ring_recorder #(.LUT_BITS(LUT_BITS), .NODES(NODES),
				.TIME_W(TIME_W), .LONG(LONG), .POST_W(POST_W),
				.IN_ORDER(IN_ORDER)) u_recorder (
				.clk          (clk),
				.clear_i      (clear_i),
				.wrap_i       (wrap_i),
				.post_valid_i (post_valid_i),
				.post_i       (post_i),
				.take_i       (take),
				.at_i         (part_q),
				.word_i       (word_i),
				.judges_o     (judges),
				.verdict_o    (verdict),
				.keep_o       (kept),
				.frozen_o     (frozen)
			);
		end else begin : gen_no_recorder
			assign {judges, verdict, kept, frozen} = 4'b0010;
			wire unused_wrap = &{1'b0, wrap_i, post_valid_i, post_i};
		end
	endgenerate

	// High-water mark
	reg  [3:0] high_q;
	reg  [SLOTS_LOG2-1:0] used_q;
	reg  [4:0] sixteenths_q;
	always @(posedge clk)
		if (clear_i) begin
			used_q       <= 0;
			sixteenths_q <= 5'd0;
			high_q       <= 4'd0;
		end else begin
			used_q       <= used;
			sixteenths_q <= {1'b0, used_q[SLOTS_LOG2-1 -: 4]}
				+ {4'd0, |used_q[SLOTS_LOG2-5:0]};
			if (sixteenths_q > {1'b0, high_q})
				high_q <= sixteenths_q[4] ? 4'd15 : sixteenths_q[3:0];
		end

	// Trace buffer, and what is discarded: the oldest record
	generate
		if (PORT == 0) begin : gen_inside
			assign rd_ready_o = 1'b1;
			assign mem_o      = 0;
			wire unused_port = &{1'b0, rst, reads_i, mem_i};
		end
		if (PORT != 0) begin : gen_port
			// The first record that begins in each 64th of the buffer. Every 64th has
			// one, as it is longer than a record.
			wire                  room, unused_later;
			wire [31:0]           lanes;
			wire [SLOTS_LOG2-1:SLOTS_LOG2-6] next = tail_high;
			wire [LENGTH_W-1:0]   first;
			// What is written is read long after: so it may come a clock late, when the
			// head has it.
			reg                   first_we_q;
			always @(posedge clk)
				first_we_q <= keeps && keeps_to[SLOTS_LOG2-1 -: 6]
					!= head_q[SLOTS_LOG2-1 -: 6];
			gnomon_cell_ram #(.LUT_BITS(LUT_BITS), .WIDTH(LENGTH_W),
				.DEPTH_LOG2(6)) u_firsts (
				.clk     (clk),
				.we_i    (first_we_q),
				.waddr_i (head_q[SLOTS_LOG2-1 -: 6]),
				.wdata_i (head_q[LENGTH_W-1:0]),
				.raddr_i (next),
				.rdata_o (first)
			);
			gnomon_ring_memory #(.LUT_BITS(LUT_BITS),
				.SLOTS_LOG2(SLOTS_LOG2)) u_buffer (
				.clk     (clk),
				.rst     (rst),
				.clear_i (clear_i),
				.we_i    ({take && at_q[0], take && !at_q[0]}),
				.waddr_i (at_q[SLOTS_LOG2:1]),
				.wdata_i ({2{word_i}}),
				.head_i  (head_q),
				.room_o  (room),
				.later_o (unused_later),
				.reads_i (reads_i),
				.raddr_i (rd_addr_i),
				.ready_o (rd_ready_o),
				.lanes_o (lanes),
				.mem_o   (mem_o),
				.mem_i   (mem_i)
			);
			assign rd_data_o = lanes[8*rd_addr_i[2:1] +: 8];
			assign rests  = !room;
			assign evict  = crowded && !evict_q;
			wire [PART_W:0] part = 1 << PART_W;
			assign oldest = part | {{(PART_W+1-LENGTH_W){1'b0}}, first};
		end else if (SPRAM != 0) begin : gen_spram
			reg                took_q;
			reg                look_q;    // word 1 of the oldest record is there
			reg [LENGTH_W-1:0] length_q;  // slots
			wire               looked;
			wire [31:0]        word;
			wire [LEFT_W-1:0]  words = words_after(word[7:0], word[22],
				word[24 +: LEFT_W]);
			always @(posedge clk) begin
				took_q   <= take;
				look_q   <= !clear_i && looked;
				length_q <= {{(LENGTH_W-LEFT_W+1){1'b0}}, words[LEFT_W-1:1]} + 1'b1;
			end
			gnomon_ring_spram #(.SLOTS_LOG2(SLOTS_LOG2)) u_buffer (
				.clk      (clk),
				.we_i     (take),
				.waddr_i  (at_q),
				.wdata_i  (word_i),
				.look_i   (crowded && !look_q && !evict_q),
				.slot_i   (tail_q),
				.looked_o (looked),
				.word_o   (word),
				.raddr_i  (rd_addr_i),
				.rdata_o  (rd_data_o)
			);
			assign rests  = took_q;
			assign evict  = look_q;
			assign oldest = {1'b0, tail_q[LENGTH_W-1:0]} + {1'b0, length_q};
			wire unused_parts = &{1'b0, word[31:8], keeps, words[0]};
		end else begin : gen_blocks
			assign rests = 1'b0;
			gnomon_cell_ram_narrow #(.LUT_BITS(LUT_BITS), .READ_W(8), .PARTS_LOG2(2),
				.DEPTH_LOG2(SLOTS_LOG2 + 1), .HOLD(WIDE == 0)) u_buffer (
				.clk     (clk),
				.we_i    (take),
				.waddr_i (at_q),
				.wdata_i (word_i),
				.raddr_i (rd_addr_i),
				.rdata_o (rd_data_o)
			);
			// The length at the tail is read in one cycle and used in the next: a
			// record in two cycles, as they come at most. A RAM block is slow: where
			// there is LUT RAM, so that the rest is fast, and where records come more
			// slowly, a register follows, and a record takes three. What is written
			// comes through a register there, too; it is read long after.
			wire                  length_we;
			wire [SLOTS_LOG2-1:0] length_at;
			wire [LENGTH_W:0]     length_in, length;
			wire [LENGTH_W:0]     end_at = {keeps_to[LENGTH_W-1:0]
				< head_q[LENGTH_W-1:0], keeps_to[LENGTH_W-1:0]};
			gnomon_cell_ram #(.LUT_BITS(LUT_BITS), .WIDTH(LENGTH_W + 1),
				.DEPTH_LOG2(SLOTS_LOG2)) u_lengths (
				.clk     (clk),
				.we_i    (length_we),
				.waddr_i (length_at),
				.wdata_i (length_in),
				.raddr_i (tail_q),
				.rdata_o (length)
			);
			gnomon_cell_delay #(.WIDTH(SLOTS_LOG2 + LENGTH_W + 2),
				.CLOCKS(LUT_BITS != 0 ? 1 : 0)) u_length (
				.clk (clk),
				.d_i ({keeps, head_q, end_at}),
				.q_o ({length_we, length_at, length_in})
			);
			if (LUT_BITS != 0 && WORD_CLOCKS > 1) begin : gen_register
				reg              look_q;  // the RAM shows the length
				reg [LENGTH_W:0] length_q;
				always @(posedge clk) begin
					look_q   <= !clear_i && crowded && !look_q && !evict_q;
					length_q <= length;
				end
				assign evict  = look_q;
				assign oldest = length_q;
			end else begin : gen_straight
				assign evict  = crowded && !evict_q;
				assign oldest = length;
			end
		end
	endgenerate

	wire unused = &{1'b0, limit_i[3:0]};
	assign head_o    = head_q;
	assign tail_o    = tail_q;
	assign full_o    = full_q;
	assign wrapped_o = wrapped_q;
	assign frozen_o  = frozen;
	assign high_o    = high_q;

endmodule
