// SPDX-License-Identifier: Apache-2.0
// Room: ring
// gnomon_ring_recorder: decides what a flight recorder (wrap) keeps around its stop, by the time of
// the records and not by the order in which they come.
//
//  1. T is the time of the earliest event with the flag stop. A record that is not later than T is
//     kept, however late it comes, and does not count.
//  2. Of the events (triggers, datums, words too) that are later than T, as many are kept as post_i
//     states (less one, modulo 2^POST_W), in the order in which they come. Then frozen_o is 1, and
//     of the records later than T only flush records are kept.
//  3. A block (buckets, counters, segments) has the time at which its bank ended, at which its
//     snapshot was requested, or at which the trigger of its segment came. It is no event.
//  4. Times of different nodes are compared with their epochs. The epoch of a node is that of its
//     last sync, beat or flush record or of the end of its last gap, plus one for each change of
//     the top bit of its times. So times of TIME_W bits are in order while they are less than
//     2^(TIME_W + 6) cycles apart, at most 2^31.
//  5. Of one node without blocks the records come in the order of their times, so each that comes
//     after that of the stop is later than T. There is then no verdict: judges_o is 0, and keep_o
//     holds for word 1 in the cycle in which it is taken (IN_ORDER). With blocks only their
//     times are compared.
// take_i with at_i 1: word_i is word 1 of a record, whose word 0 had the time. judges_o, in this
// cycle: a verdict follows; before a stop for each record with the bit of the flag, of whatever
// kind. verdict_o is 1 for one cycle, with keep_o. A record without judges_o is kept. A sample has
// no verdict: it goes with the record before it.
// CONSTRAINT: from judges_o until verdict_o no other record begins.
//
// Latency: word_i to judges_o: none (combinational). judges_o to verdict_o: 2 cycles; for a block,
//   from its word 4 to verdict_o: 2 cycles.
//
// With post_i 0: an event with the flag stop at time 5, then an event at time 9, which is kept.
//
//   cycle            0       1       2       3       4       5       6       7       8
//   take_i           1       1       0       0       1       1       0       0       0
//   at_i             0       1       -       -       0       1       -       -       -
//   word_i           5 4000001       -       -       9       1       -       -       -
//   judges_o         0       1       0       0       0       1       0       0       0
//   verdict_o        0       0       0       1       0       0       0       1       0
//   keep_o           -       -       -       1       -       -       -       1       -
//   frozen_o         0       0       0       0       0       0       0       0       1
//
// Instance:
//   gnomon_ring_recorder #(.LUT_BITS(0), .NODES(1), .TIME_W(32), .LONG(0), .POST_W(11),
//     .IN_ORDER(0)
//   ) u_ring_recorder (
//     .clk(clk), .clear_i(clear), .wrap_i(wrap), .post_valid_i(post_valid), .post_i(post),
//     .take_i(take), .at_i(at), .word_i(word), .judges_o(judges), .verdict_o(verdict),
//     .keep_o(keep), .frozen_o(frozen)
//   );

module gnomon_ring_recorder #(
	parameter LUT_BITS = 0,   // as gnomon_cell_ram's
	parameter NODES    = 1,   // requires 1..255
	parameter TIME_W   = 32,  // bits of the time; requires 12..32
	parameter LONG     = 0,   // 1: there are blocks
	parameter POST_W   = 11,  // bits of the count of post_i; requires at least 6
	parameter IN_ORDER = 0    // 1: records come in the order of their times; requires NODES 1,
	                          // LONG 0
) (
	input  wire              clk,
	input  wire              clear_i,
	input  wire              wrap_i,
	input  wire              post_valid_i,
	input  wire [POST_W-1:0] post_i,
	// words of records
	input  wire              take_i,
	input  wire [2:0]        at_i,      // number of the word in its record; 5: a later one
	input  wire [31:0]       word_i,
	output wire              judges_o,
	output wire              verdict_o,
	output wire              keep_o,
	output wire              frozen_o
);

	`include "gnomon_records.vh"

	localparam EPOCH_W = TIME_W < 25 ? 8 : 33 - TIME_W;  // bits of an epoch that matter
	localparam LOW_W   = TIME_W - 1;                     // bits of the time below the one that
	                                                     // it shares with the epoch
	localparam NODE_W  = NODES <= 2 ? 1 : $clog2(NODES);
	generate
		if (NODES < 1 || NODES > 255) begin : gen_bad_nodes
			NODES_must_be_1_to_255 u_bad ();
		end
		if (TIME_W < 12 || TIME_W > 32) begin : gen_bad_time
			TIME_W_must_be_12_to_32 u_bad ();
		end
	endgenerate

	// The parts of word 1
	wire [7:0] kind   = word_i[7:0];
	wire       info   = take_i && at_i == 3'd1;
	wire       block  = LONG != 0 && (kind == GNO_KIND_BUCKET || kind == GNO_KIND_COUNTER
		|| kind == GNO_KIND_SEGMENT);
	wire       timed  = info && kind != GNO_KIND_RATIO && !block;
	wire       gap    = kind == GNO_KIND_GAP;
	wire       status = kind == GNO_KIND_SYNC || kind == GNO_KIND_BEAT
	                 || kind == GNO_KIND_FLUSH || gap;
	wire       fired  = kind == GNO_KIND_EVENT || kind == GNO_KIND_TRIGGER
		|| kind == GNO_KIND_DATUM || kind == GNO_KIND_WORD
		|| kind == GNO_KIND_CAPTURE || kind == GNO_KIND_LINE;
	wire       stops  = fired && word_i[24 + GNO_FLAG_STOP];
	reg        stopping_q;
	reg  [POST_W-1:0] post_q;
	// counts up, from the complement of the events to be kept, less one (gnomon_record_single)
	wire              count;
	always @(posedge clk)
		post_q <= post_valid_i ? ~post_i
			: post_q + {{(POST_W-1){post_valid_i}}, count};
	assign frozen_o = stopping_q && !post_q[POST_W-1];

	generate
		if (IN_ORDER != 0 && (NODES != 1 || LONG != 0)) begin : gen_bad_order
			IN_ORDER_requires_one_node_without_blocks u_bad ();
		end
		if (IN_ORDER != 0) begin : gen_order
			assign judges_o  = 1'b0;
			assign verdict_o = 1'b0;
			// such a node has kinds of four bits
			assign keep_o    = !frozen_o || kind[3:0] == GNO_KIND_FLUSH[3:0];
			// A clock late, as a carry chain follows; the next word 1 comes after it.
			reg count_q;
			assign count     = count_q;
			always @(posedge clk)
				count_q <= info && fired && stopping_q && !frozen_o;
			always @(posedge clk)
				stopping_q <= !clear_i
					&& (stopping_q || (info && wrap_i && stops));
			wire unused_order = &{1'b0, timed, gap, status, block};
		end else begin : gen_times
			// By the flag alone: what else may have this bit gets a verdict, too, which
			// keeps it.
			assign judges_o = info && wrap_i && kind != GNO_KIND_RATIO
				&& (stopping_q || word_i[24 + GNO_FLAG_STOP]);

			reg              fired_q, stops_q, flush_q, given_q, block_q, gap_q,
				judging_q, verdict_q;
			assign verdict_o = verdict_q;
			wire             times = take_i && (at_i == 3'd0
				|| ((block_q || gap_q) && at_i == 3'd2));
			// with {epoch, time} of a gap's end
			wire             resumes = take_i && at_i == 3'd2 && gap_q;
			reg [EPOCH_W-1:0] given_epoch_q;
			reg [NODE_W-1:0] node_q;
			reg              top_q;      // of the time
			reg              looked_q;   // the node's epoch is there
			reg              ended_q;    // it is that of a gap's end, which nothing is
			                             // judged by
			always @(posedge clk) begin
				if (times)
					top_q <= word_i[TIME_W-1];
				if (info) begin
					fired_q <= fired;
					stops_q <= stops;
					flush_q <= kind == GNO_KIND_FLUSH;
					given_q <= status || block;
					block_q <= block;
					gap_q   <= gap;
					node_q  <= word_i[8 +: NODE_W];
				end
				if (info || resumes || at_i == 3'd4)
					given_epoch_q <= info    ? word_i[16 +: EPOCH_W]
					               : resumes ? word_i[TIME_W-1 +: EPOCH_W]
					               	: word_i[EPOCH_W-1:0];
				looked_q  <= !clear_i && (timed || resumes
					|| (take_i && at_i == 3'd4 && block_q));
				ended_q   <= resumes;
				judging_q <= !clear_i && (judges_o || (judging_q && !verdict_o));
				verdict_q <= !clear_i && looked_q && judging_q && !ended_q;
			end

			// The epoch of the record
			wire [EPOCH_W-1:0] epoch;
			if (EPOCH_W == 1) begin : gen_no_epochs
				assign epoch = top_q;
				wire unused = &{1'b0, given_q, given_epoch_q, node_q, timed};
			end else begin : gen_epochs
				wire [EPOCH_W-1:0] former;
				assign epoch = given_q ? given_epoch_q
					: former + {{(EPOCH_W-1){1'b0}}, former[0] ^ top_q};
				gnomon_cell_ram #(.LUT_BITS(LUT_BITS), .WIDTH(EPOCH_W),
					.DEPTH_LOG2(NODE_W)) u_epochs (
					.clk     (clk),
					.we_i    (looked_q && !block_q),
					.waddr_i (node_q),
					.wdata_i (epoch),
					.raddr_i (word_i[8 +: NODE_W]),
					.rdata_o (former)
				);
			end

			// Its time and T's, the low bits a clock earlier than the epochs. `ahead`:
			// the upper bits of what its time is past T, less one.
			reg  [EPOCH_W-1:0] epoch_q, stop_epoch_q;
			reg  [LOW_W-1:0]   not_low_q;  // inverted, as the carry chain wants it
			reg                past_q;     // the low bits are past T's
			wire [LOW_W-1:0]   low;
			wire [LOW_W:0]     past = {1'b0, low} + {1'b0, not_low_q};
			wire [EPOCH_W-1:0] ahead = epoch_q - stop_epoch_q
				- {{(EPOCH_W-1){1'b0}}, !past_q};
			wire               later;
			wire               unused_past = &{1'b0, past};
			always @(posedge clk)
				epoch_q <= epoch;
			if (NODES == 1) begin : gen_alone
				// Only blocks come late: T is that of the first stop, and all other
				// records behind it are later.
				assign low = word_i[LOW_W-1:0];
				always @(posedge clk) begin
					if (take_i && at_i == 3'd0 && !stopping_q)
						not_low_q <= ~low;
					if (times)
						past_q <= past[LOW_W];
				end
				assign later = stopping_q && !(block_q && ahead[EPOCH_W-1]);
			end else begin : gen_several
				// The time of an event stays until its verdict.
				reg [LOW_W-1:0] low_q;
				assign low = low_q;
				always @(posedge clk) begin
					if (times)
						low_q <= word_i[LOW_W-1:0];
					past_q <= past[LOW_W];
					if (verdict_o && stops_q && !later)
						not_low_q <= ~low_q;
				end
				assign later = stopping_q && !ahead[EPOCH_W-1];
			end

			assign keep_o   = !later || !frozen_o || flush_q;
			assign count    = verdict_o && fired_q && later && !frozen_o;
			always @(posedge clk) begin
				if (clear_i)
					stopping_q <= 1'b0;
				else if (verdict_o && stops_q)
					stopping_q <= 1'b1;
				if (verdict_o && stops_q && !later)
					stop_epoch_q <= epoch_q;
			end
		end
	endgenerate

	wire unused_bits = &{1'b0, word_i};  // not every bit of word 1 concerns time

endmodule
