// SPDX-License-Identifier: Apache-2.0
//
// What the FIFO of a node promises (gnomon_record_fifo), for any entries and any cycles in which
// they come, are taken out and go. One entry is marked, which may be any: what holds of it holds of
// each.
//
//  leaves: after as many next_i as there were entries before it, and the next one, the outputs
//    show the marked entry, until another one is taken out. So entries leave in order, as they
//    came, each once.
//  more_as_waits: more_o is 1 while an entry waits, but for a last one that is held back: the first
//    half of a gap, and a flush while block_busy_i is 1. So none is lost, and one that is held back
//    may go as soon as its condition comes. With AHEAD this is so a cycle later.
//  fills: fill_o, high_o, room_o and resume_o are by the number of entries.
//
// These go by the ports. The others tie what is counted here to the registers inside:
//  stored: the marked entry is in the RAM until another one takes its place.
//  places: the positions are as far apart as the entries that wait.
`default_nettype none

module fifo_properties #(
	parameter BESIDE   = 0,
	parameter CODE_W   = 8,
	parameter WORD_W   = 8,
	parameter EXTRA_W  = 12,
	parameter REGISTER = 0,
	parameter AHEAD    = 0
) (
	input wire               clk,
	input wire               clear,
	input wire               wr,
	input wire               keep,
	input wire [63:0]        slot,
	input wire [EXTRA_W-1:0] extra,
	input wire               block_busy,
	input wire               next,
	input wire               pop,
	input wire               mark
);
	localparam FLAGS_W = 4, DEPTH_LOG2 = 4, DEPTH = 16;
	localparam [7:0] EVENT = 1;
	// cycles from next_i until the entry is shown
	localparam LATE = 2 + REGISTER - AHEAD;
	localparam SHARED = BESIDE != 0 && EXTRA_W - FLAGS_W >= 32;
	localparam WIDTH = BESIDE == 0 ? 64 : SHARED ? 39 + CODE_W + EXTRA_W : 65 + EXTRA_W;

	wire               room, resume, more, kept;
	wire [63:0]        slot_out;
	wire [5:0]         aux;
	wire [7:0]         code;
	wire [EXTRA_W-1:0] extra_out;
	wire [DEPTH_LOG2:0] fill, high;
	gnomon_record_fifo #(
		.BESIDE(BESIDE), .CODE_W(CODE_W), .FLAGS_W(FLAGS_W), .WORD_W(WORD_W),
		.EXTRA_W(EXTRA_W), .DEPTH_LOG2(DEPTH_LOG2), .REGISTER(REGISTER), .AHEAD(AHEAD)
	) u_fifo (
		.clk(clk), .clear_i(clear), .wr_i(wr), .keep_i(keep), .slot_i(slot),
		.extra_i(extra), .room_o(room), .resume_o(resume), .block_busy_i(block_busy),
		.more_o(more), .next_i(next), .pop_i(pop), .slot_o(slot_out), .kept_o(kept),
		.aux_o(aux), .code_o(code), .extra_o(extra_out), .fill_o(fill), .high_o(high)
	);
	(* hierconn *) wire [DEPTH_LOG2-1:0] \u_fifo.head_q ;
	(* hierconn *) wire [DEPTH_LOG2-1:0] \u_fifo.tail_q ;
	(* hierconn *) wire [DEPTH_LOG2-1:0] \u_fifo.gen_ahead.after_q ;
	(* hierconn *) wire \u_fifo.out_q ;
	(* hierconn *) wire \u_fifo.half_q ;
	(* hierconn *) wire \u_fifo.flush_q ;
	(* hierconn *) wire [DEPTH_LOG2-1:0] \u_fifo.u_entries.marked ;
	(* hierconn *) wire [WIDTH-1:0] \u_fifo.u_entries.kept_q ;

	reg started = 1'b0;
	always @(posedge clk)
		started <= 1'b1;

	// The entries: how many wait, whether one is out, and what the last one was
	reg  [4:0] waiting = 0, most = 0, was_most = 0;
	reg        out = 0, half = 0, flush = 0;
	wire [4:0] all = waiting + out;
	wire [4:0] all_next = all + wr - pop;
	always @(posedge clk)
		if (clear) begin
			{waiting, most, was_most} <= 15'd0;
			{out, half, flush} <= 3'd0;
		end else begin
			waiting <= waiting + wr - next;
			out     <= next || (out && !pop);
			was_most <= most;
			if (all_next > most)
				most <= all_next;
			if (wr) begin
				half  <= !half && &slot[33:32];
				flush <= !half && &slot[34:33];
			end
		end
	wire held = half || (flush && block_busy);
	reg  was_more = 0;  // a cycle ago, and in none after an entry that is taken out
	always @(posedge clk)
		was_more <= waiting > held && !next && !clear;

	// What the builder and the sender do. A slot of an event is known by its kind, where
	// nothing else says so. A code is no wider than its table.
	always @* begin
		if (!started)
			assume(clear);
		assume(!wr || all < DEPTH);
		assume(!pop || out);
		assume(!next || (more && (pop || !out)));
		assume(!mark || wr);
		if (BESIDE == 0)
			assume(keep == (slot[39:32] == EVENT));
		if (SHARED)
			assume(slot[55:48] >> CODE_W == 0);
	end

	// The marked entry: how many wait before it, then for how long it is out
	reg               coming = 0, shown = 0;
	reg [4:0]         before = 0;
	reg [2:0]         age = 0;
	reg               was_kept;
	reg [63:0]        was_slot;
	reg [EXTRA_W-1:0] was_extra;
	wire              marks = mark && !coming && !shown && !clear;
	always @* begin
		if (marks)
			assume(\u_fifo.head_q == \u_fifo.u_entries.marked );
	end
	always @(posedge clk) begin
		if (clear)
			{coming, shown} <= 2'b00;
		else if (marks) begin
			coming    <= 1'b1;
			before    <= waiting - next;
			was_kept  <= keep;
			was_slot  <= slot;
			was_extra <= extra;
		end else if (next) begin
			coming <= coming && before != 0;
			shown  <= coming && before == 0;
			before <= before - 5'd1;
			age    <= 3'd0;
		end else
			age <= age + (age != 7);
		if (shown && pop)
			shown <= 1'b0;
	end
	// how it is stored
	(* hierconn *) wire [WIDTH-1:0] \u_twin.entry ;
	gnomon_record_fifo #(
		.BESIDE(BESIDE), .CODE_W(CODE_W), .FLAGS_W(FLAGS_W), .WORD_W(WORD_W),
		.EXTRA_W(EXTRA_W), .DEPTH_LOG2(DEPTH_LOG2), .REGISTER(REGISTER), .AHEAD(AHEAD)
	) u_twin (
		.clk(clk), .clear_i(1'b1), .wr_i(1'b0), .keep_i(was_kept), .slot_i(was_slot),
		.extra_i(was_extra), .block_busy_i(1'b0), .next_i(1'b0), .pop_i(1'b0)
	);

	wire same_slot = slot_out[31:0] == was_slot[31:0]
		&& ((SHARED && was_kept) || slot_out[63:32] == was_slot[63:32]);
	wire same_info = !was_kept || (aux == was_slot[61:56] && code == was_slot[55:48]);
	wire same_flags = BESIDE == 0 ? extra_out == 0
		: extra_out[FLAGS_W-1:0] == (was_kept ? was_extra[FLAGS_W-1:0] : 0);
	wire same_beside = BESIDE == 0 || !was_kept
		|| extra_out[EXTRA_W-1:FLAGS_W] == was_extra[EXTRA_W-1:FLAGS_W];
	always @*
		if (shown && age >= LATE - 1)
			leaves: assert(kept == was_kept && same_slot && same_info && same_flags
				&& same_beside);
	always @*
		if (started)
			more_as_waits: assert(more == (AHEAD != 0 ? was_more : waiting > held));
	always @*
		if (started)
			fills: assert(fill == all && high == was_most && room == (all < DEPTH - 8)
				&& resume == (all <= DEPTH / 2 - 4));

	always @*
		if (started)
			places: assert(\u_fifo.head_q == \u_fifo.tail_q + 4'd1 + waiting[3:0]
				&& (AHEAD == 0
					|| \u_fifo.gen_ahead.after_q == \u_fifo.tail_q + 4'd1)
				&& (!was_more || waiting != 0)
				&& waiting <= DEPTH && all <= DEPTH
				&& (!half || waiting != 0)
				&& \u_fifo.out_q == out && \u_fifo.half_q == half
				&& \u_fifo.flush_q == flush);
	always @*
		if (started)
			stored: assert((!coming || (before < waiting && \u_fifo.u_entries.marked
				== \u_fifo.tail_q + 4'd1 + before[3:0]))
				&& (!shown || (out && \u_fifo.u_entries.marked == \u_fifo.tail_q ))
				&& !(coming && shown)
				&& (!(coming || shown)
					|| (\u_fifo.u_entries.kept_q == \u_twin.entry
					&& (BESIDE != 0 || was_kept == (was_slot[39:32] == EVENT))
					&& (!SHARED || was_slot[55:48] >> CODE_W == 0))));

	always @*
		if (started) begin
			full:     cover(all == DEPTH && shown && age == LATE);
			released: cover(shown && was_slot[34:33] == 2'b11 && more && !half);
		end
endmodule
