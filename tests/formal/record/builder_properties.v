// SPDX-License-Identifier: Apache-2.0
//
// What the record builder of a node promises of lost records (gnomon_record_builder), for any
// events, any cycles in which the store has room, loads of triggers, and the end of a run at any
// time.
//
//  is_event: an event is a hit with the action record while events are collected, in a run.
//  recorded: an event is written in the next cycle as one, or it is lost; nothing else is written
//    as an event.
//  in_a_gap: an event is lost only between the two halves of a gap, or with the first.
//  exact: the second half of a gap states how many records were lost since the gap before, by any
//    event: as many as those events have.
//  quiets: nothing is written in the cycle after one that is quiet, but the second half of a gap.
//  apart: with PARTED that half comes in the cycle after half_i, and in no other.
//  at_the_end: the flush record of a run comes two cycles after its last one, where no gap is open
//    and nothing is owed.
//
// These go by the ports. The others tie what is counted here to the registers inside:
//  gaps: whether a gap is open.
//  counted: the count is what is owed.
`default_nettype none

module builder_properties #(
	parameter BESIDE = 0,
	parameter COUNTED = 0,  // 1: there are samples and blocks
	parameter PARTED = 0,   // 1: half_i ends gaps
	parameter HALTS = 0     // 1: as in the single form, where the store may always have room
) (
	input wire        clk,
	input wire        rst,
	input wire        sync,
	input wire        start,
	input wire        stop,
	input wire  [7:0] run,
	input wire        collect,
	input wire        wrap,
	input wire        halts,
	input wire        live,
	input wire [18:0] count,
	input wire        hit,
	input wire  [7:0] actions,
	input wire  [3:0] code,
	input wire  [5:0] beside,
	input wire        sample_ready,
	input wire        snap_ready,
	input wire        room,
	input wire        resume,
	input wire        full,
	input wire        half
);
	localparam RECORD = 0, START = 3, STOP = 4;
	localparam [7:0] EVENT = 1, GAP = 3, FLUSH = 6, NODE = 5;

	reg         started = 1'b0, first = 1'b0;
	wire        halt = HALTS != 0 && halts;
	wire  [5:0] records = BESIDE != 0 ? beside : 6'd1;
	wire        wr, keep, event_now, flush, active, sample, ends, quiet;
	wire [63:0] slot;
	gnomon_record_builder #(
		.NODE(NODE), .TIME_W(12), .SAMPLES(COUNTED), .BLOCKS(COUNTED), .LOSES(HALTS == 0),
		.BESIDE(BESIDE), .PARTED(PARTED)
	) u_builder (
		.clk(clk), .rst(rst), .sync_i(sync), .start_i(start), .first_i(first),
		.stop_i(stop), .run_i(run), .collect_i(collect), .wrap_i(wrap), .halt_i(halt),
		.live_i(live), .count_i(count), .hit_i(hit), .actions_i(actions), .code_i(code),
		.records_i(records), .sample_ready_i(sample_ready), .snap_ready_i(snap_ready),
		.sample_o(sample), .half_i(half), .ends_o(ends), .quiet_o(quiet),
		.flush_o(flush), .room_i(room), .resume_i(resume), .full_i(full), .wr_o(wr),
		.slot_o(slot), .keep_o(keep), .event_o(event_now), .active_o(active)
	);

	// A run, and what it collects
	reg       running = 0, collecting = 0, known = 0, comes = 0;
	reg       resumed = 0, short = 0, halted = 0;
	reg       ended = 0, parted = 0, was_quiet = 0, stays = 0, snap_stays = 0;
	reg [1:0] silent = 0;     // cycles since the last one of a run, or its start
	reg [1:0] flushes = 0;    // its last cycle was one, or two cycles ago
	always @(posedge clk) begin
		started <= 1'b1;
		first   <= start && !rst;
		resumed <= resume;
		ended      <= ends;
		parted     <= PARTED != 0 ? half && !rst && \u_builder.running_q
			&& !\u_builder.whole_q : 1'b1;
		was_quiet  <= quiet && !(PARTED != 0 && half);
		stays      <= sample_ready && !sample;
		snap_stays <= snap_ready && !sample;
		running <= !rst && !sync && !flush && (running || first);
		silent  <= running || start || first ? 2'd0 : silent + (silent != 3);
		flushes <= rst ? 2'd0 : {flushes[0], flush};
		comes   <= hit && actions[RECORD] && (collecting || actions[START]);
		short   <= !start && (short || !room);
		halted  <= !start && (halted || halt);
		known   <= known || start;
		if (start)
			collecting <= collect;
		else if (hit && actions[STOP] && !wrap)
			collecting <= 1'b0;
		else if (hit && actions[START])
			collecting <= 1'b1;
	end

	// Events that were not written, and the gap that they are in
	reg         was = 0;      // an event came in the cycle before
	reg   [5:0] was_records;
	reg         second = 0;   // the next slot is the second half of a gap
	reg  [31:0] owed = 0;
	wire        begins = wr && !second && !keep && slot[39:32] == GAP;
	wire        missed = was && !(wr && !second && keep);
	wire [31:0] all    = owed + (missed ? {26'd0, was_records} : 32'd0);
	always @(posedge clk) begin
		was         <= event_now && !rst;
		was_records <= records;
		if (start || rst) begin
			second <= 1'b0;
			owed   <= 32'd0;
		end else begin
			if (wr)
				second <= begins;
			owed <= wr && second ? 32'd0 : all;
		end
	end

	// A run is over for some cycles before the next one. With room to come there is room. What
	// halts has a store that has room.
	always @* begin
		if (!started)
			assume(rst);
		assume(!start || (!rst && !running && silent == 3));
		assume(!first || (!sync && !start));
		assume(PARTED != 0 || !resumed || room);
		// with PARTED a gap ends in the cycle after one in which it may, and there is room
		// in the next one; what is ready for a sample stays so
		assume(PARTED == 0 || !half || ended);
		assume(PARTED == 0 || !parted || !running || room);
		assume(PARTED == 0 || ((!stays || sample_ready) && (!snap_stays || snap_ready)));
		assume(!(halt && (short || !room)) && (!halted || room));
		assume(!halted || halt || !running || PARTED == 0);
	end

	always @*
		if (started)
			is_event: assert(event_now == (comes && running && !halt)
				&& active == running);
	always @*
		if (started && wr && !second)
			recorded: assert(keep == (slot[39:32] == EVENT) && (!keep || was)
				&& slot[47:40] == NODE);
	always @*
		if (started && missed)
			in_a_gap: assert(second || begins || !running);
	always @*
		if (started && wr && second)
			exact: assert(slot[63:32] == all);
	always @*
		if (started && wr)
			quiets: assert(PARTED == 0 || !was_quiet);
	always @*
		if (started)
			apart: assert(!(wr && second) || parted);
	always @*
		if (started)
			at_the_end: assert(flushes[1] == (wr && !second && slot[39:32] == FLUSH)
				&& (!flushes[1] || (!missed && owed == 0)));

	// The registers inside
	(* hierconn *) wire        \u_builder.running_q ;
	(* hierconn *) wire        \u_builder.whole_q ;
	(* hierconn *) wire        \u_builder.collect_q ;
	(* hierconn *) wire        \u_builder.event_q ;
	(* hierconn *) wire        \u_builder.close_q ;
	(* hierconn *) wire        \u_builder.wr_q ;
	(* hierconn *) wire        \u_builder.keep_q ;
	(* hierconn *) wire        \u_builder.flush_q ;
	(* hierconn *) wire  [7:0] \u_builder.kind_q ;
	(* hierconn *) wire [31:0] \u_builder.lost ;
	wire        whole  = \u_builder.whole_q ;
	wire        close  = \u_builder.close_q ;
	wire  [7:0] kind   = \u_builder.kind_q ;
	// one of the two counts
	(* hierconn *) wire [31:0] \u_builder.gen_lost.lost_q ;
	(* hierconn *) wire  [3:0] \u_builder.gen_lost_events.u_lost.low_q ;
	(* hierconn *) wire        \u_builder.gen_lost_events.u_lost.step_q ;
	(* hierconn *) wire        \u_builder.gen_lost_events.u_lost.carry_q ;
	wire [31:0] lost    = BESIDE != 0 ? \u_builder.gen_lost.lost_q : \u_builder.lost ;
	wire        carries = BESIDE != 0 || (\u_builder.gen_lost_events.u_lost.carry_q
		== (\u_builder.gen_lost_events.u_lost.step_q
		&& &\u_builder.gen_lost_events.u_lost.low_q )
		&& (!known || first
			|| \u_builder.gen_lost_events.u_lost.step_q == comes));
	always @*
		if (started)
			gaps: assert(\u_builder.running_q == running
				&& (!known || \u_builder.collect_q == collecting)
				&& (!known || first || \u_builder.event_q == comes)
				&& (known || !(running || first))
				&& \u_builder.flush_q == flushes[0]
				&& (!running || silent == 0) && (!first || silent == 0)
				&& (!(wr && !close) || (!second
					&& (kind == EVENT || (kind >= 2 && kind <= 13))))
				&& (!(wr && close) || (second && whole && kind == 0))
				&& (\u_builder.keep_q == (kind == EVENT) || !wr)
				&& (whole ? second == (wr && close)
					: second == !(wr && kind == GAP))
				&& (!(wr && kind == GAP && !close) || !whole)
				&& ((whole && !(wr && close)) || short)
				&& (flushes == 0 || !running) && (!flushes[1] || whole)
				&& (silent == 0 || !was || silent == 1));
	always @*
		if (started)
			counted: assert(carries && (!second || !running || whole || lost == all)
				&& (!(wr && close) || lost == all)
				&& (!running || !whole || (wr && close)
					|| (lost == 0 && owed == 0)));

	always @*
		if (started && !rst) begin
			long:  cover(wr && second && slot[63:32] == 3 && running);
			flushed: cover(flushes[1] && short);
		end
endmodule
