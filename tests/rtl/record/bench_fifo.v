// SPDX-License-Identifier: Apache-2.0
//
// Bench of gnomon_record_fifo: entries in and out at random against an array, and all outputs to
// the builder, the sender and a local store.
`timescale 1ns/1ns

module bench_fifo;
	parameter DEPTH_LOG2 = 5;
	parameter LENGTH     = 60000;
	parameter REGISTER   = 0;
	parameter AHEAD      = 0;
	parameter BESIDE     = 0;
	parameter CODE_W     = 8;
	parameter FLAGS_W    = 3;
	parameter WORD_W     = 0;
	parameter EXTRA_W    = 3;
	parameter [63:0] FLAGS = {64{1'b1}};  // the others are 1 at random, and come out as 0

	localparam CLOCKS = 2 * LENGTH;
	localparam DEPTH  = 1 << DEPTH_LOG2;
	localparam SHARED = BESIDE && EXTRA_W - FLAGS_W >= 32;
	localparam EVENT = 1, GAP = 3, BEAT = 4, SYNC = 5, FLUSH = 6, LOAD = 13;
	`include "bench.vh"
	`include "bench_end.vh"

	reg         clear = 1'b1, wr = 1'b0, keep = 1'b0, next = 1'b0, pop = 1'b0, busy = 1'b0;
	reg  [63:0] slot = 0;
	reg  [EXTRA_W-1:0] extra = 0;
	wire        room, resume, more, kept;
	wire [63:0] out;
	wire [5:0]  aux;
	wire [7:0]  code;
	wire [EXTRA_W-1:0] beside;
	wire [DEPTH_LOG2:0] told_fill, high;

	gnomon_record_fifo #(
		.BESIDE(BESIDE), .CODE_W(CODE_W), .FLAGS_W(FLAGS_W), .WORD_W(WORD_W),
		.EXTRA_W(EXTRA_W), .DEPTH_LOG2(DEPTH_LOG2), .REGISTER(REGISTER),
			.AHEAD(AHEAD), .FLAGS(FLAGS)
	) dut (
		.clk (clk), .clear_i (clear), .wr_i (wr), .keep_i (keep), .slot_i (slot),
			.extra_i (extra), .room_o (room), .resume_o (resume),
		.block_busy_i (busy), .more_o (more), .next_i (next), .pop_i (pop),
			.slot_o (out), .kept_o (kept), .aux_o (aux), .code_o (code),
			.extra_o (beside),
		.fill_o (told_fill), .high_o (high)
	);

	// What is stored: is it an event, slot, what is beside it; it is the last half of a gap
	reg         keeps  [0:DEPTH-1];
	reg  [63:0] slots  [0:DEPTH-1];
	reg  [EXTRA_W-1:0] extras [0:DEPTH-1];
	reg         halves [0:DEPTH-1];
	// entries that were written, taken out, and have gone
	integer     head = 0, took = 0, gone = 0, at = 0, most = 0, was_most = 0,
		clocks = 0;
	integer     wr_rate = 500, pop_rate = 500, shown_for = 0;
	reg         open = 1'b0, ended = 1'b0, waits, has;
	reg  [7:0]  kind;
	integer     n_whole = 0, n_empty = 0, n_no_room = 0, n_resume = 0, n_both = 0,
		n_clear = 0, n_kept = 0, n_more = 0, n_half = 0, n_flush = 0, n_at_once = 0,
		n_event = 0, n_other = 0, n_long = 0;
	reg         blocked = 1'b0, may_go = 1'b0, waited = 1'b0;

	always @(posedge clk) begin
		clocks = clocks + 1;
		if (clocks > 4) begin
			equal(room, head - gone < DEPTH - 8, "room");
			equal(resume, 2 * (head - gone) <= DEPTH - 8, "resume");
			equal(told_fill, head - gone, "fill");
			equal(high, was_most, "high mark");
			was_most = most;
			n_whole   = n_whole + (head - gone == DEPTH - 1);
			n_empty   = n_empty + (pop && head - gone == 1);
			n_no_room = n_no_room + (!room && head - gone == DEPTH - 8);
			n_kept    = n_kept + (wr && !room);
			blocked   = !room || (blocked && !resume);
			n_resume  = n_resume + (blocked && room);
			n_both    = n_both + (wr && pop);
			n_at_once = n_at_once + (next && pop);
			// it shows from the first, second or third clock after next_i on, and
			// after it has gone
			shown_for = shown_for + 1;
			if (took > 0 && shown_for > 1 + REGISTER - AHEAD) begin
				at  = (took - 1) % DEPTH;
				has = keeps[at];
				equal(out[31:0], slots[at][31:0], "time");
				n_event = n_event + has;
				n_other = n_other + !has;
				n_long  = n_long + (gone == took);
				check(halves[at] || kept === has, "an event");
				if (has) begin
					equal(aux, slots[at][61:56], "flags of an event");
					equal(code, slots[at][48 +: CODE_W], "code");
					check(!BESIDE || beside === extras[at],
						"what is beside an event");
				end else
					equal(beside[FLAGS_W-1:0], 0, "nothing is beside it");
				check((SHARED && has) || out === slots[at], "slot");
			end
		end
		if (clear) begin
			n_clear   = n_clear + (head != gone);
			head      = 0;
			took      = 0;
			gone      = 0;
			most      = 0;
			was_most  = 0;
			open      = 1'b0;
			ended     = 1'b0;
			blocked   = 1'b0;
		end else begin
			if (wr) begin
				at         = head % DEPTH;
				keeps[at]  = keep;
				slots[at]  = slot;
				extras[at] = extra & ({FLAGS, {FLAGS_W{1'b0}}} >> FLAGS_W
					| {{EXTRA_W{1'b1}}, {FLAGS_W{1'b0}}});
				halves[at] = open;
				ended      = !open && slot[39:32] == FLUSH;
				open       = !open && slot[39:32] == GAP;
				head       = head + 1;
			end
			if (next) begin
				took      = took + 1;
				shown_for = 0;
			end
			if (pop)
				gone = gone + 1;
			if (head - gone > most)
				most = head - gone;
		end
		waited = may_go && !next && !clear;
		if (below(300) == 0) begin
			wr_rate  = below(1001);
			pop_rate = below(1001);
		end
		clear <= clocks < 4 || below(2000) == 0;
		// one place is that of the entry that still shows
		wr    <= clocks > 4 && head - gone < DEPTH - 1
			&& chance(head - gone < DEPTH - 8 || below(6) == 0 ? wr_rate : 0);
		case (below(12))
		0:       kind = GAP;
		1:       kind = BEAT;
		2:       kind = SYNC;
		3:       kind = below(4) == 0 ? FLUSH : LOAD;
		default: kind = EVENT;
		endcase
		keep  <= !open && kind == EVENT;
		slot  <= {$random(seed), $random(seed)};
		if (!open) begin
			slot[39:32] <= kind;
			if (kind == EVENT)
				slot[55:48] <= $unsigned($random(seed)) % (1 << CODE_W);
		end
		extra <= {$random(seed), $random(seed), $random(seed), $random(seed),
			$random(seed), $random(seed), $random(seed)};
		busy  <= busy ? !chance(50) : chance(20);
	end
	// next and pop answer more in the same clock
	always @(negedge clk)
		if (clocks > 4) begin
			waits = open || (ended && busy);
			equal(more, AHEAD != 0 ? waited : head - took > waits,
				"an entry that may go");
			may_go = head - took > waits;
			n_more  = n_more + (more === 1'b1);
			n_half  = n_half + (open && head - took == 1);
			n_flush = n_flush + (ended && busy && head - took == 1);
			pop  <= took > gone && chance(pop_rate);
			next <= 1'b0;
			#1 next <= more && (took == gone || pop) && chance(700);
		end

	always @(posedge clk)
		if (clocks == LENGTH) begin
			covered(n_whole, "as full as can be");
			covered(n_empty, "emptied");
			covered(n_no_room, "no room with eight slots kept");
			covered(n_kept, "write into the kept slots");
			covered(n_resume, "room but not yet resumed");
			covered(n_both, "write and pop in one clock");
			covered(n_clear, "clear while slots were held");
			covered(n_more, "more");
			covered(n_half, "half a gap alone");
			covered(n_flush, "flush that waits for blocks");
			covered(n_at_once, "next entry at once");
			covered(n_event, "event");
			covered(n_other, "another slot");
			covered(n_long, "entry that has gone still shows");
			finish(0, 0);
		end
endmodule
