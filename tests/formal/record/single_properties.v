// SPDX-License-Identifier: Apache-2.0
//
// What the trace buffer of the single form promises (gnomon_record_single with its builder), for
// any events, any limits that the host may set, stops and starts at any time. What the builder
// records and counts is stated in builder_properties.v.
//
//  in_order: each slot that is written goes behind the one before, from the first one on.
//  stays: without wrap no slot is written that the host has not freed, also where events, both
//    halves of a gap and a flush come while there is no room.
//  freezes: in wrap as many events are recorded behind a stop as were requested, then none.
//  quiet: and nothing else but the flush record, and a time beat that was pending as it froze; with
//    words the one that waits, the end of a gap, samples and blocks.
// With a timer, samples and blocks (WORDS), for any of them:
//  has_word: each slot of an event with a word is followed by one slot of a word, the event's own,
//    before the next slot of an event with a word; and there is no other.
//  together: a slot HALF is right before the second half of each gap, and before nothing else,
//    unless another run begins; between it and the first half the builder writes nothing. In the
//    cycle of the second half there is room, unless it is the last one of the run.
//
// These tie what is counted here to the registers inside:
//  bounded: what may still come where there is no room.
//  counted: the bound.
//  aligned: the word that waits, and the gap that is open.
// slots_properties.v has what is written of samples and blocks.
`default_nettype none

module single_properties (
	input wire        clk,
	input wire        rst,
	input wire        op_valid,
	input wire  [2:0] op,
	input wire [10:0] arg,
	input wire        wr_valid,
	input wire [13:0] addr,
	input wire  [2:0] place,
	input wire  [7:0] data,
	input wire        nonce,
	input wire        busy,
	input wire        when,
	input wire  [7:0] word,
	input wire  [3:0] code,
	input wire        sample_ready,
	input wire        snap_ready,
	input wire        sample_valid,
	input wire [31:0] sample_word,
	input wire        block_valid,
	input wire [31:0] block_word,
	input wire        block_last
);
	`include "gnomon_records.vh"
`ifdef WORDS
	localparam WORDS = 1;
`else
	localparam WORDS = 0;
`endif

	localparam [6:0] LAST = 48;  // slots between tail and head with which there is no room

	wire sync, sample;
	gnomon_record_single #(
		.SLOTS_LOG2(6), .TIME_W(12), .CELL_W(6), .ACTIONS_BASE(32), .WORD_W(8),
		.TIMER(WORDS), .TRIGGERS_BASE(0), .TIMER_BASE(8), .SAMPLE_WORDS(2*WORDS),
		.BLOCKS(WORDS), .PREPROCESSORS(WORDS)
	) u_single (
		.clk(clk), .rst(rst), .op_valid_i(op_valid), .op_i(op), .arg_i(arg),
		.place_i(place), .wr_valid_i(wr_valid), .rd_next_i(1'b0), .addr_i(addr),
		.wr_data_i(data),
		.nonce_i(nonce), .taken_i(1'b0), .reg_lower_i(1'b0), .busy_i(busy), .sync_o(sync),
		.sync_i(sync), .word_i(word), .when_i(when), .code_i(code), .actions_i(8'd0),
		.capture_i(1'b0), .line_i(1'b0), .own_i(1'b0), .late_i(1'b0),
		.sample_ready_i(sample_ready), .snap_ready_i(snap_ready), .sample_o(sample),
		.sample_valid_i(sample_valid), .sample_word_i(sample_word),
		.block_valid_i(block_valid), .block_word_i(block_word), .block_last_i(block_last)
	);
	(* hierconn *) wire        \u_single.put ;
	(* hierconn *) wire [63:0] \u_single.put_slot ;
	(* hierconn *) wire        \u_single.wr ;
	(* hierconn *) wire  [5:0] \u_single.u_buffer.head_q ;
	(* hierconn *) wire        \u_single.u_buffer.full_q ;
	(* hierconn *) wire        \u_single.frozen ;
	(* hierconn *) wire        \u_single.wrap_q ;
	(* hierconn *) wire        \u_single.eve ;
	(* hierconn *) wire        \u_single.event_now ;
	(* hierconn *) wire        \u_single.stopped ;
	(* hierconn *) wire        \u_single.active ;
	wire       wr    = \u_single.put ;
	wire [63:0] slot = \u_single.put_slot ;
	wire       own   = wr && !\u_single.wr ;  // it is no slot of the builder
	wire       rest  = own && slot[39:32] == GNO_SINGLE_REST;
	wire       parts = own && slot[39:32] == GNO_SINGLE_HALF;
	wire [5:0] head  = \u_single.u_buffer.head_q ;
	wire       wraps = \u_single.wrap_q ;
	wire       clear = \u_single.eve ;
	wire       runs  = \u_single.active ;
	wire       limits = op_valid && op == GNO_OP_LIMIT;
	wire       posts  = op_valid && op == GNO_OP_POST;
	wire       changes = op_valid && op == GNO_OP_SELECT && arg[GNO_SELECT_WRAP] != wraps;

	// The slots: how many since the buffer was emptied, and how many between tail and head
	reg        started = 0, plain = 0, known = 0;
	reg  [5:0] written = 0;
	reg  [6:0] used = 0;
	reg  [1:0] limit = 3;
	wire [6:0] tail  = {1'b0, limit + 2'd1, 4'd0};
	wire [1:0] on    = arg[5:4] - limit;
	wire [6:0] freed = limits ? {1'b0, on, 4'd0} : 7'd0;
	// The stop, and the events that are still recorded behind it
	reg        posted = 0, stopping = 0, was_frozen = 0, froze = 0, cold = 0;
	reg  [6:0] left = 0;
	always @(posedge clk) begin
		started    <= 1'b1;
		known      <= known || clear;
		plain      <= clear ? !wraps : plain && !changes;
		was_frozen <= \u_single.frozen ;
		froze      <= was_frozen;
		if (clear) begin
			written  <= 6'd0;
			used     <= 7'd0;
			limit    <= 2'd3;
			stopping <= 1'b0;
		end else begin
			written  <= written + wr;
			used     <= used + wr - freed;
			if (limits)
				limit <= arg[5:4];
			stopping <= stopping || (\u_single.stopped && wraps);
		end
		posted <= posts || (posted && !changes);
		cold   <= !clear && (cold || (stopping && left == 0));
		if (posts)
			left <= arg[6:0] + 7'd1;
		else if (stopping && \u_single.event_now )
			left <= left - 7'd1;
	end

	// The host: it frees what there is, says how many events before there is a stop, and
	// changes no mode in a run. Starts are some cycles apart.
	localparam DEPTH = WORDS != 0 ? 7 : 4, EVE = WORDS != 0 ? 5 : 3;
	(* hierconn *) wire [DEPTH+2:1] \u_single.u_sync.clock_q ;
	wire [DEPTH+2:1] clock = \u_single.u_sync.clock_q ;
	always @* begin
		if (!started)
			assume(rst);
		assume(!sync || clock == 0);
		assume(!limits || (!wraps && clock == 0 && freed <= used && !arg[6]));
		assume(!posts || (wraps && !runs && (arg[6:0] < 64 || &arg[6:0])));
		assume(!changes || (!runs && clock == 0));
		assume(posted || !wraps || !runs);
		assume(!rst || !started || !runs);
		// what is ready for a sample stays so
		assume((!was_ready || sample_ready) && (!was_snap || snap_ready));
	end
	reg was_ready = 0, was_snap = 0;
	always @(posedge clk) begin
		was_ready <= sample_ready && !sample;
		was_snap  <= snap_ready && !sample;
	end

	(* hierconn *) wire       \u_single.u_builder.close_q ;
	wire half = \u_single.u_builder.close_q ;

	always @*
		if (started && known)
			in_order: assert(head == written);
	always @*
		if (started && plain && wr)
			stays: assert(used < 64 && head == tail[5:0] + used[5:0]);
	always @*
		if (started && known && wraps && posted)
			freezes: assert(\u_single.frozen == (cold || (stopping && left == 0)));
	always @*
		if (started && was_frozen && wr && wraps)
			quiet: assert(slot[39:32] == GNO_KIND_FLUSH || own || half
				|| (!froze && slot[39:32] == GNO_KIND_BEAT));

	// The registers inside
	(* hierconn *) wire [6:0] \u_single.u_buffer.bound_q ;
	(* hierconn *) wire       \u_single.u_buffer.stopping_q ;
	(* hierconn *) wire       \u_single.u_buffer.gen_recorder.frozen_q ;
	(* hierconn *) wire       \u_single.u_builder.whole_q ;
	(* hierconn *) wire       \u_single.u_builder.flush_q ;
	wire       whole = \u_single.u_builder.whole_q , flush = \u_single.u_builder.flush_q ;
	wire       frozen = \u_single.u_buffer.gen_recorder.frozen_q ;
	wire       full  = used >= LAST;
	wire       no_room = \u_single.u_buffer.full_q ;
	// what is written at most from the next cycle on, if no room comes
	wire [6:0] comes = runs ? (whole ? 7'd3 + WORDS : parts ? 7'd2 : 7'd2 + WORDS)
		: {6'd0, flush};
	wire       waits;  // for a word
	wire       pair;   // a data slot is written
	wire       loads;  // and in the next cycle
	wire       busy;
`ifdef WORDS
	(* hierconn *) wire        \u_single.gen_slots.u_slots.waits ;
	(* hierconn *) wire [31:0] \u_single.gen_slots.u_slots.held_q ;
	(* hierconn *) wire        \u_single.gen_slots.u_slots.busy ;
	(* hierconn *) wire        \u_single.gen_slots.u_slots.half_q ;
	(* hierconn *) wire        \u_single.gen_slots.u_slots.gen_stream.pair_q ;
	(* hierconn *) wire        \u_single.gen_slots.u_slots.gen_stream.load ;
	(* hierconn *) wire        \u_single.gen_slots.u_slots.gen_stream.off_q ;
	(* hierconn *) wire        \u_single.gen_slots.takes ;
	(* hierconn *) wire        \u_single.keep ;
	(* hierconn *) wire        \u_single.room ;
	(* hierconn *) wire [11:0] \u_single.extra ;
	wire       takes = \u_single.gen_slots.takes ;
	wire       bears = wr && !own && \u_single.keep && slot[47];
	wire       begins = wr && !own && !half && slot[39:32] == GNO_KIND_GAP
		&& !\u_single.keep ;
	reg        open = 0, first = 0, parted = 0;
	reg  [7:0] own_word;
	assign waits = (\u_single.gen_slots.u_slots.waits && !rest) || takes;
	assign pair  = \u_single.gen_slots.u_slots.gen_stream.pair_q ;
	assign loads = \u_single.gen_slots.u_slots.gen_stream.load ;
	assign busy  = \u_single.gen_slots.u_slots.busy ;
	always @(posedge clk) begin
		if (bears)
			own_word <= \u_single.extra [11:4];
		open   <= (bears || (open && !rest)) && !clear && !rst;
		first  <= (begins || (first && !half)) && !clear && !rst;
		parted <= (parts || (parted && !wr)) && runs && !clear && !rst;
	end
	always @*
		if (started) begin
			has_word: assert((!rest || (open && slot == {24'd0, GNO_SINGLE_REST,
				24'd0, own_word})) && !(bears && open));
			together: assert((!(first && wr) || own || half)
				&& (!wr || own || !half || parted) && (!(parted && wr) || half)
				&& (!parts || first)
				&& (!(wr && half && runs) || \u_single.room ));
		end
	always @*
		if (started)
			aligned: assert(open == \u_single.gen_slots.u_slots.waits && takes == bears
				&& (!open || {24'd0, own_word}
					== \u_single.gen_slots.u_slots.held_q )
				&& (!first || !whole || half) && (!flush || whole)
				&& (whole || first || begins || !runs)
				&& (!parted || (wr && half)) && (!parts || !(wr && half))
				&& (!half || !wr || parted)
				&& (!pair || (!open && !\u_single.wr && !parts))
				&& (clock[DEPTH+2:EVE+1] == 0 || (!first && !pair && !busy))
				&& (clock[DEPTH+1:EVE+1] == 0
					|| \u_single.gen_slots.u_slots.gen_stream.off_q ));
`else
	assign {waits, pair, loads, busy} = 4'd0;
`endif
	always @*
		if (started)
			bounded: assert((!plain || (used < 64 && head == tail[5:0] + used[5:0]
					&& \u_single.u_buffer.bound_q [5:4] == ~limit
					&& (!full || (no_room
						? used + wr + comes + waits + loads
							<= LAST + 5 + 3 * WORDS
						: used == LAST))))
				&& (clock & (clock - 1'd1)) == 0
				&& (clock[DEPTH+1:1] == 0 || !runs)
				&& (clock[DEPTH+1:3] == 0 || ((!wr || own) && !flush))
				&& (clock[EVE:4] == 0 || !waits || !whole)
				&& (clock[DEPTH+2:EVE+1] == 0 || !waits)
				&& (clock[DEPTH+2:EVE+1] == 0 || (used == 0 && !stopping))
				&& (clock[DEPTH+1:EVE+1] == 0 || known)
				&& ((!runs && !plain) || known) && (plain || wraps || !runs)
				&& (!plain || (!wraps && !stopping)) && (!runs || !flush)
				&& (clock[DEPTH+2:EVE+1] == 0 || plain == !wraps)
				&& (!wraps || ((clock == 0 && !runs) || !no_room))
				&& (clock[DEPTH+2:DEPTH+1] == 0 || whole)
				&& (WORDS != 0 || !(wraps && runs) || whole));
	always @*
		if (started)
			counted: assert((!known || (\u_single.u_buffer.stopping_q == stopping
					&& frozen == (cold || (stopping && left == 0))
					&& (!frozen || stopping)
					&& (!stopping || frozen
						|| \u_single.u_buffer.bound_q [6])))
				&& (!wraps || !posted
					|| (\u_single.u_buffer.bound_q == -left && left <= 64)));

	always @*
		if (started && !rst) begin
			drained: cover(plain && limit == 0 && used > 8);
			ended:   cover(was_frozen && wr);
		end
endmodule
