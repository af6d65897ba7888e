// SPDX-License-Identifier: Apache-2.0
// Room: record
// gnomon_record_builder: makes the records of a node and writes them, a slot a cycle, into the
// node's store (its FIFO, or the trace buffer itself where the monitor has one node).
//
//  1. sync_i ends the run before. start_i, some cycles later, starts the new run: actions have an
//     effect from the next cycle on. The sync record is written two cycles after start_i.
//  2. An event whose actions request a record is recorded, whatever else is pending. The builder
//     gets its actions in one cycle, decides in the next, and writes in the one after that. count_i
//     is late by as much, so the time is that at which the word was on the wires.
//  3. Without room for an event, the first half of a gap record takes its place. The builder counts
//     this event and every further one that would have been recorded. It writes the second half as
//     soon as resume_i is 1: when recording resumed and how many events were lost, an event of that
//     cycle included. With PARTED it waits for half_i, too. So each event is either recorded or
//     counted. A time beat or a load record without room opens a gap too, in which possibly nothing
//     is lost.
//  4. A time beat is due when the top bit of the time changes, and after each gap. It is written in
//     a cycle with room and without an event. The epoch is the upper part of count_i, the time is
//     the lower part; both contain the top bit of the time. While events come in every cycle no
//     time beat is written, so a gap has epochs of its own. Its first half has the epoch of its
//     begin and the run number, as a time beat has (full_i inverts the top bit of the run number,
//     which is 1 in a run). The time in its second half has further bits above TIME_W, up to 32
//     bits in all.
//  5. A load record reports that the triggers go off or live during the run. It is written in the
//     first cycle with room; the triggers stay off until then (told_o). With BESIDE it goes with
//     the entry of an event of that cycle: bit 60 of the slot is 1, and bit 61 is 1 for live.
//     Without BESIDE, or with LOADED 0, it waits for a cycle without an event; no event comes any
//     more when the triggers are off.
//  6. stop_i requests the end of the run. The run continues until the preprocessors are ready for
//     the last sample, but no other sample is taken. flush_o is 1 in the last cycle of the run. In
//     this cycle an open gap is closed, or an event is recorded as usual; then the flush record is
//     written. So the flush record has the time after the last one of the run. All before it is
//     recorded or counted, in samples and banks too, and nothing after it.
//  7. sample_o, reset_o, bank_o and flush_o come in the cycle of the decision, one after actions_i.
//     A sample goes with the record of its event and is lost with it. So is the reset of the same
//     cycle: the counts are then in the next sample. A reset without a sample and the end of a bank
//     are never lost.
// CONSTRAINT: a store without room still takes six slots: three that were under way, both halves of
// a gap, a flush.
// CONSTRAINT: room_i is 1 in the cycle after one with resume_i. With PARTED, half_i only in the
// cycle after one with ends_o. If that had resume_i, room_i is 1 in the cycle after half_i; else
// sample_ready_i and snap_ready_i are 1 with half_i, as they were.
// CONSTRAINT: halt_i only in a run in which room_i is always 1, and then until sync_i at least.
// CONSTRAINT: count_i is 0 in the second and the third cycle after start_i.
// Second form for Verilator: without it sim_share (`make bench`) is 6.4 % lower.
//
// Latency: hit_i, actions_i to due_o: none (combinational). actions_i to sample_o, reset_o, bank_o,
//   event_o, stopped_o: 1 cycle; to wr_o, slot_o, keep_o: 2 cycles. code_i, room_i, resume_i to
//   wr_o, slot_o: 1 cycle. count_i, run_i to slot_o; room_i, halt_i, sample_ready_i, snap_ready_i
//   to sample_o, reset_o, event_o, stopped_o, flush_o: none (combinational). start_i to the sync
//   record: 2 cycles. stop_i to flush_o: 1 cycle at least; flush_o to the flush record: 2 cycles.
//   live_i to told_o and the load record: 2 cycles at least. Top bit of count_i to the time beat: 3
//   cycles at least.
//
// A run with three events; the second and the third are lost. kind is the lowest byte of word 1 of
// slot_o (in the second half of a gap the number of lost events), time is word 0.
//
//   cycle      0  1  2  3  4  5  6  7  8  9 10 11 12 13 14 15 16
//   start_i    1  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0
//   first_i    0  1  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0
//   stop_i     0  0  0  0  0  0  0  0  0  0  0  0  1  0  0  0  0
//   hit_i      0  0  1  0  0  1  1  0  0  0  0  0  0  0  0  0  0
//   room_i     1  1  1  1  1  1  0  0  0  1  1  1  1  1  1  1  1
//   resume_i   1  1  1  1  1  0  0  0  0  1  1  1  1  1  1  1  1
//   count_i    0  0  0  0  1  2  3  4  5  6  7  8  9 10 11 12 13
//   event_o    0  0  0  1  0  0  1  1  0  0  0  0  0  0  0  0  0
//   flush_o    0  0  0  0  0  0  0  0  0  0  0  0  0  1  0  0  0
//   wr_o       0  0  1  0  1  0  0  1  0  0  1  0  1  0  0  1  0
//   kind       -  -  5  -  1  -  -  3  -  -  2  -  4  -  -  6  -
//   time       -  -  0  -  1  -  -  4  -  -  7  -  9  -  - 12  -
//
// Instance:
//   gnomon_record_builder #(.NODE(0), .TIME_W(32), .CODE_W(4), .SAMPLES(0), .BLOCKS(0), .LOSES(1),
//     .BESIDE(0), .LOADED(1), .PARTED(0)
//   ) u_record_builder (
//     .clk(clk), .rst(rst), .sync_i(sync), .start_i(start), .first_i(first), .stop_i(stop),
//     .run_i(run), .collect_i(collect), .wrap_i(wrap), .halt_i(halt), .live_i(live),
//     .count_i(count), .hit_i(hit), .actions_i(actions), .code_i(code), .records_i(records),
//     .sample_ready_i(sample_ready), .snap_ready_i(snap_ready), .sample_o(sample), .reset_o(reset),
//     .bank_o(bank), .flush_o(flush), .room_i(room), .resume_i(resume), .full_i(full),
//     .half_i(half), .ends_o(ends), .whole_o(whole), .quiet_o(quiet), .wr_o(wr), .slot_o(slot),
//     .keep_o(keep), .event_o(event_o), .stopped_o(stopped), .told_o(told), .active_o(active),
//     .ending_o(ending), .due_o(due)
//   );

module gnomon_record_builder #(
	parameter NODE    = 0,   // number of the node; requires 0..254
	parameter TIME_W  = 32,  // bits of the time; requires 12..32
	parameter CODE_W  = 4,   // bits of an event code; requires 4..8
	parameter SAMPLES = 0,   // 1: a ratio record reports a sample
	parameter BLOCKS  = 0,   // 1: the node has units that send blocks
	parameter LOSES   = 1,   // 0: in a wrap the store always has room
	parameter BESIDE  = 0,   // 1: other sources than patterns are recorded beside the slot
	parameter LOADED  = 1,   // 0: no event has a load record beside it
	parameter PARTED  = 0    // 1: an open gap ends where half_i is 1
) (
	input  wire              clk,
	input  wire              rst,
	input  wire              sync_i,      // the run before ends here
	input  wire              start_i,     // the new run begins with the next cycle
	input  wire              first_i,     // the cycle after start_i
	input  wire              stop_i,
	input  wire [7:0]        run_i,       // run number: changes with sync_i or before it
	input  wire              collect_i,   // record events from the start on
	input  wire              wrap_i,      // a stop action does not end collection here
	input  wire              halt_i,      // record nothing in this cycle but the flush, and
	                                      // in the first one a time beat that is due; nor
	                                      // that the triggers go off or live
	input  wire              live_i,      // the triggers are live, for the hit of this cycle
	input  wire [TIME_W+6:0] count_i,     // {epoch, time}, less the bit that they share
	input  wire              hit_i,
	input  wire [7:0]        actions_i,
	input  wire [CODE_W-1:0] code_i,      // of the hit of the cycle before; 0: nothing but what
	                                      // is beside the slot
	input  wire [5:0]        records_i,   // records of the hit of the cycle before; 1 without
	                                      // BESIDE
	// preprocessors
	input  wire              sample_ready_i,
	input  wire              snap_ready_i, // of the counter banks: a sample that they leave out
	                                       // is flagged; the flush waits for them
	output wire              sample_o,    // take a sample; with SAMPLES a ratio record follows
	                                      // the slot written in the next cycle
	output wire              reset_o,     // restart with the next cycle
	output wire              bank_o,      // this cycle is the last one of the bank
	output wire              flush_o,     // this cycle is the last one of the run; with
	                                      // sample_o
	// store
	input  wire              room_i,
	input  wire              resume_i,    // there will be room from the next cycle on
	input  wire              full_i,      // where there is no room: the trace buffer is full; a
	                                      // gap bears it
	input  wire              half_i,      // with PARTED: an open gap ends in this cycle
	output wire              ends_o,      // and may end in the next one
	output wire              whole_o,     // no gap is open
	output wire              quiet_o,     // without half_i nothing is written in the next
	                                      // cycle; 0 at times where nothing is, either
	output wire              wr_o,
	output wire [63:0]       slot_o,      // with BESIDE its upper half is 0 without wr_o
	output wire              keep_o,      // it is that of an event: what is beside it is
	                                      // recorded too
	output wire              event_o,     // an event is recorded, or lost, in the next cycle
	output wire              stopped_o,   // and one with the action stop is recorded
	output wire              told_o,      // the triggers may be live: by a load record, or from
	                                      // the start of the run
	// status
	output wire              active_o,
	output wire              ending_o,    // its end waits for the preprocessors
	output wire              due_o        // in a run, event_o comes in the next cycle if halt_i
	                                      // is 0 then
);

	`include "gnomon_records.vh"

	generate
		if (TIME_W < 12 || TIME_W > 32) begin : gen_bad_time
			TIME_W_must_be_12_to_32 u_bad ();
		end
		if (CODE_W < 4 || CODE_W > 8) begin : gen_bad_code
			CODE_W_must_be_4_to_8 u_bad ();
		end
		if (NODE < 0 || NODE > 254) begin : gen_bad_node
			NODE_must_be_0_to_254 u_bad ();
		end
	endgenerate

	localparam [31:0] NODE_32 = NODE;
	localparam [7:0] NODE_BYTE = NODE_32[7:0];

	reg       running_q;  // from the first decision of the run to the last
	reg       ending_q;   // stop_i came
	reg       flush_q;    // the last decision was in the cycle before
	reg       collect_q;
	reg       whole_q;    // no gap is open
	reg       due_q;      // a time beat is due
	reg       pend_q;     // and is to be written
	reg       top_q;      // top bit of the time, a cycle ago
	reg       live_q;     // the triggers were live in the cycle that is decided
	reg       told_q;     // what was last reported of that

	wire unused_actions = &{1'b0, actions_i, half_i};
	wire acts;            // something can change in this cycle

	// What came in the cycle before
	localparam COUNTED = SAMPLES != 0 || BLOCKS != 0;
	localparam JOINS   = BESIDE != 0 && LOADED != 0;
	reg  event_q, stop_q, mark_q, sample_q, reset_q, bank_q;
	wire event_next = hit_i && actions_i[GNO_ACT_RECORD]
		&& (collect_q || actions_i[GNO_ACT_START]);
	always @(posedge clk)
		if (acts) begin
			event_q  <= event_next;
			stop_q   <= actions_i[GNO_ACT_STOP];
			mark_q   <= actions_i[GNO_ACT_MARK];
			sample_q <= COUNTED && actions_i[GNO_ACT_SAMPLE];
			reset_q  <= SAMPLES != 0 && hit_i && actions_i[GNO_ACT_RESET];
			bank_q   <= BLOCKS != 0 && hit_i && actions_i[GNO_ACT_BANK];
		end

	// What is decided in this cycle: one record at most; the last decision of the run may come
	// with any of them but the opening of a gap.
	wire ready     = !COUNTED || (sample_ready_i && snap_ready_i);
	wire may_take  = sample_ready_i && !ending_q;  // a sample of an event
	wire finish    = ending_q && ready;  // and running_q
	wire event_now = event_q && !halt_i && running_q;
	wire change    = live_q != told_q && running_q && !halt_i;
	wire wanted    = event_now || pend_q || change;
	wire ends      = !whole_q && running_q && (resume_i || finish);
	// Whether something may be decided in the next cycle that is written behind it
	reg  quiet_q;
	wire runs      = (running_q || first_i) && !halt_i && (whole_q || half_i);
	wire may_want  = runs && (event_next || due_q || live_i != told_q || live_q != told_q);
	wire may_flush = running_q && finish && (whole_q || half_i);
	always @(posedge clk)
		quiet_q <= !may_want && !may_flush && !start_i;
	reg  keep, open, close, load, beat, flush, sample, reset, bank;
	wire top = count_i[TIME_W-1];
`ifdef VERILATOR
	// What a simulator need not evaluate: nothing is decided where nothing came or was due in
	// the cycle before (begun_q); else nothing changes unless something comes in this cycle.
	reg  begun_q;
	wire comes = hit_i || start_i || first_i || stop_i || sync_i || live_i != live_q
		|| top != top_q;
	assign acts = begun_q || comes;
	always @(posedge clk)
		if (acts || rst)
			begun_q <= rst || comes || event_q || pend_q || due_q || flush_q || ending_q
				|| !whole_q || live_q != told_q;
	wire begun = begun_q;
`else
	assign acts  = 1'b1;
	wire   begun = 1'b1;
`endif
	always @* begin
		keep   = 1'b0;
		open   = 1'b0;
		close  = 1'b0;
		load   = 1'b0;
		beat   = 1'b0;
		flush  = 1'b0;
		sample = 1'b0;
		reset  = 1'b0;
		bank   = 1'b0;
		if (begun) begin
			keep   = event_now && whole_q && room_i;
			// without halt_i, which comes late: with it there is always room
			open   = whole_q && !room_i && running_q
				&& (event_q || live_q != told_q || pend_q);
			close  = PARTED != 0 ? !whole_q && running_q && half_i : ends;
			load   = (JOINS || !event_now) && whole_q && room_i && change;
			beat   = !event_now && whole_q && room_i && pend_q && !change;
			flush  = finish && running_q && !open
				&& (PARTED == 0 || whole_q || half_i);
			sample = (keep && sample_q && may_take) || flush;
			reset  = reset_q && running_q && (!sample_q || (keep && may_take));
			bank   = bank_q && running_q;
		end
	end

	// These as equations, not as branches: synthesis would make clock enables of those, which
	// are there last.
	always @(posedge clk)
		if (acts || rst) begin
			running_q <= !rst && !sync_i && !flush && (running_q || first_i);
			ending_q  <= running_q && (ending_q || stop_i);
			flush_q   <= flush && !rst;
			pend_q    <= due_q && running_q && !halt_i && !beat && !flush && !rst;
			due_q     <= !start_i && !beat && (due_q || top != top_q || close);
		end

	always @(posedge clk)
		if (rst)
			whole_q <= 1'b1;
		else if (acts)
			whole_q <= start_i || close || (whole_q && !open);

	always @(posedge clk)
		if (acts) begin
			top_q   <= top;
			live_q  <= live_i;
			// a load record comes where they differ; an equation, like those above
			told_q  <= load ^ (start_i ? live_i : running_q ? told_q : live_q);
			if (start_i)
				collect_q <= collect_i;
			else if (hit_i && actions_i[GNO_ACT_STOP] && !wrap_i)
				collect_q <= 1'b0;
			else if (hit_i && actions_i[GNO_ACT_START])
				collect_q <= 1'b1;
		end

	// In a wrap the next event that is recorded reports a stop action that was lost.
	reg  owed_q;
	wire stop_event = stop_q || owed_q;
	always @(posedge clk)
		if (acts) begin
			if (start_i)
				owed_q <= 1'b0;
			else if (event_now)
				owed_q <= LOSES != 0 && !keep && stop_event;
		end

	// The flags of an event
	wire [7:0] flags = ({7'd0, sample_q && !(may_take && snap_ready_i)} << GNO_FLAG_UNSAMPLED)
	                 | ({7'd0, SAMPLES != 0 && sample_q && may_take} << GNO_FLAG_SAMPLED)
	                 | ({7'd0, stop_event} << GNO_FLAG_STOP)
	                 | ({7'd0, mark_q} << GNO_FLAG_MARK)
	                 | {2'b00, JOINS && load && live_q, JOINS && load, 4'd0};

	// What is written in the next cycle
	reg              keep_q, close_q, status_q, wr_q;
	reg [7:0]        kind_q;  // 0 for the second half of a gap
	reg [CODE_W-1:0] code_q;
	reg [7:0]        flags_q;
	always @(posedge clk)
		if (acts || rst)
			wr_q <= ((wanted && whole_q && room_i) || open || first_i || close
				|| flush_q) && !rst;
	always @(posedge clk)
		if (acts) begin
			keep_q   <= keep;
			close_q  <= close;
			status_q <= first_i || beat || flush_q || open;
			kind_q   <= ({8{keep}} & GNO_KIND_EVENT) | ({8{open}} & GNO_KIND_GAP)
				| ({8{beat}} & GNO_KIND_BEAT)
				| ({8{first_i}} & GNO_KIND_SYNC)
				| ({8{flush_q}} & GNO_KIND_FLUSH)
				| ({8{load && !event_now}} & GNO_KIND_LOAD);
			code_q   <= keep ? code_i : {{(CODE_W-1){1'b0}}, load && live_q};
			flags_q  <= keep ? flags : {open && full_i, 7'd0};
		end

	// Lost records: 0 but in a gap; 1 at most beside its first half, which changes nothing of
	// its kind. (With BESIDE they are more, and are shown with its second half only.)
	// `whole_q && !open` would end the longest path, at the resets of the counter. With
	// no room and no gap open an event opens one (halt_i is 0 there), and without an event
	// nothing is counted.
	wire        clear = whole_q && (room_i || !running_q);
	wire [31:0] lost;
	generate
		if (BESIDE != 0) begin : gen_lost
			reg  [31:0] lost_q;
			wire [5:0]  more = {6{event_q}} & records_i;
			always @(posedge clk)
				if (acts)
					lost_q <= clear ? 32'd0 : lost_q + {26'd0, more};
			assign lost = {32{close_q}} & lost_q;
		end else begin : gen_lost_events
			wire unused = &{1'b0, records_i};
`ifdef VERILATOR
			reg  [31:0] lost_q;
			always @(posedge clk)
				if (acts)
					lost_q <= clear ? 32'd0 : lost_q + {31'd0, event_q};
			assign lost = lost_q;
`else
			gnomon_cell_count #(.WIDTH(32)) u_lost (
				.clk     (clk),
				.clear_i (clear),
				.step_i  (event_next),
				.count_o (lost)
			);
`endif
		end
	endgenerate

	// Word 1. A part that is not chosen is zero, and lost is zero while anything else is
	// chosen, so that an or joins them.
	wire [7:0] node = close_q ? 8'd0 : NODE_BYTE;
	wire [7:0] code = {{(8-CODE_W){1'b0}}, code_q} | ({8{status_q}} & count_i[TIME_W+6 -: 8]);
	wire [7:0] aux  = flags_q ^ ({8{status_q}} & run_i);

	// Word 0, or word 2 of a gap
	localparam WHOLE_W = TIME_W < 25 ? TIME_W + 7 : 32;
	wire [31:0] whole = {{(32-WHOLE_W){1'b0}}, count_i[WHOLE_W-1:0]};
	wire [31:0] shown = {32{close_q}} | ((32'd2 << (TIME_W - 1)) - 32'd1);
	wire [31:0] now   = whole & shown;
	assign slot_o    = {{aux, code, node, kind_q} | lost, now};
	assign wr_o      = wr_q;
	assign keep_o    = keep_q;
	assign told_o    = told_q;
	assign sample_o  = sample;
	assign reset_o   = reset;
	assign bank_o    = bank;
	assign flush_o   = flush;
	assign event_o   = event_now;
	assign stopped_o = keep && stop_event;
	assign active_o  = running_q;
	assign ending_o  = ending_q && !ready;
	assign ends_o    = ends;
	assign whole_o   = whole_q;
	assign quiet_o   = quiet_q;
	assign due_o     = event_next;

endmodule
