// SPDX-License-Identifier: Apache-2.0
//
// gnomon_builder: makes records of what happens at a node and writes them, a slot a clock, into the node's store (its FIFO, or the
// trace buffer itself where the monitor has one node).
//
//  1. sync_i ends what went before: run becomes one larger, epoch 0. first_i, some clocks later, begins: the sync record is written.
//  2. An event whose actions say so is recorded in its own clock, whatever else is waiting. Its time is count_i, which runs with
//     the pipeline, so it is the time at which the word was on the wires.
//  3. Where there is no room for an event, the first half of a gap record takes its place; it and every further event that would have
//     been recorded is counted. In a clock without an event, when the store says resume, the second half is written: when
//     recording resumed and how many were lost. So an event is recorded or counted, never both, never neither.
//  4. When the top bit of the time changes, epoch becomes one larger and a beat is due; also after each gap. It is written in the next clock
//     without an event in which there is room.
//  5. stop_i ends the run: nothing is recorded any more, an open gap is closed, the flush record is written.
//
// CONSTRAINT: a store that says no room still takes the slots that are reserved for: two events that were under way, both
//   halves of a gap, a flush: five slots.
// CONSTRAINT: first_i is 1 for one clock, in which and after which count_i is 0.

`resetall
`default_nettype none
`include "gnomon_records.vh"

module gnomon_builder #(
	parameter NODE    = 0,   // number of the node; requires 0..254
	parameter TIME_W  = 32,  // bits of the time; requires 12..32
	parameter CODE_W  = 4,   // bits of an event code; requires 4..8
	parameter SAMPLES = 0    // 1: the node has ratio counters
) (
	input  wire              clk,
	input  wire              rst,
	input  wire              sync_i,      // the run before ends here
	input  wire              first_i,     // the new run begins here
	input  wire              stop_i,
	input  wire              collect_i,   // record events from the start on
	input  wire              wrap_i,      // a stop action does not end collection here
	input  wire              halt_i,      // end collection now
	input  wire [TIME_W-1:0] count_i,
	input  wire [4:0]        actions_i,
	input  wire [CODE_W-1:0] code_i,
	// ratio counters
	input  wire              sample_ready_i,
	output wire              sample_o,    // take a sample; a ratio record follows the slot written in this clock
	output wire              reset_o,     // begin anew with the next clock
	// store
	input  wire              room_i,
	input  wire              resume_i,
	output wire              wr_o,
	output wire [63:0]       slot_o,
	output wire              stopped_o,   // an event with the action stop is recorded in this clock
	// status
	output wire              active_o,
	output wire [7:0]        run_o,
	output wire [7:0]        epoch_o
);
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

	localparam [7:0] NODE_BYTE = NODE;

	reg       active_q;    // from the sync record to the flush record
	reg       stopping_q;  // the flush record is due
	reg       collect_q;
	reg       gap_q;       // a gap is open
	reg       beat_q;      // a beat is due
	reg       top_q;       // top bit of the time, a clock ago
	reg [7:0] run_q, epoch_q;

	wire top     = count_i[TIME_W-1];
	wire toggled = top != top_q;  // epoch is behind the time in this clock

	// What happens in this clock: one of these at most.
	wire running   = active_q && !stopping_q;
	wire event_now = running && actions_i[`GNO_ACT_RECORD] && (collect_q || actions_i[`GNO_ACT_START]);
	wire keep      = event_now && !gap_q && room_i;
	wire open      = event_now && !gap_q && !room_i;
	wire idle      = active_q && !event_now;
	wire close     = idle && gap_q && (resume_i || stopping_q);
	wire beat      = idle && !gap_q && !stopping_q && beat_q && room_i && !toggled;
	wire flush     = idle && !gap_q && stopping_q && (SAMPLES == 0 || sample_ready_i) && !toggled;
	wire status    = first_i || beat || flush;

	always @(posedge clk) begin
		top_q <= top && !first_i;
		if (rst || sync_i || flush)
			active_q <= 1'b0;
		else if (first_i)
			active_q <= 1'b1;
		if (first_i)
			stopping_q <= 1'b0;
		else if (stop_i)
			stopping_q <= 1'b1;
		if (first_i)
			collect_q <= collect_i;
		else if (halt_i || (actions_i[`GNO_ACT_STOP] && !wrap_i))
			collect_q <= 1'b0;
		else if (actions_i[`GNO_ACT_START])
			collect_q <= 1'b1;
		if (first_i || close)
			gap_q <= 1'b0;
		else if (open)
			gap_q <= 1'b1;
		if (first_i || beat)
			beat_q <= 1'b0;
		else if (toggled || close)
			beat_q <= 1'b1;
		if (rst)
			run_q <= 8'd0;
		else if (sync_i)
			run_q <= run_q + 8'd1;
		if (sync_i)
			epoch_q <= 8'd0;
		else if (active_q && toggled)
			epoch_q <= epoch_q + 8'd1;
	end

	// Lost records: 0 but in a gap.
	wire [31:0] lost;
	gnomon_count #(.WIDTH(32)) u_lost (
		.clk     (clk),
		.clear_i (first_i || close),
		.step_i  (open || (event_now && gap_q)),
		.count_o (lost)
	);

	// In a wrap a stop action that was lost is told by the next event that is recorded.
	reg  owed_q;
	wire stop_event = event_now && actions_i[`GNO_ACT_STOP];
	always @(posedge clk)
		if (first_i)
			owed_q <= 1'b0;
		else if (event_now)
			owed_q <= !keep && (stop_event || owed_q);

	// The flags of an event
	wire       wants   = SAMPLES != 0 && actions_i[`GNO_ACT_SAMPLE];
	wire [7:0] flags   = ({7'd0, wants && !sample_ready_i} << `GNO_FLAG_UNSAMPLED)
	                   | ({7'd0, wants && sample_ready_i} << `GNO_FLAG_SAMPLED)
	                   | ({7'd0, actions_i[`GNO_ACT_STOP] || owed_q} << `GNO_FLAG_STOP);

	// Word 1. A part that is not chosen is zero, and lost is zero while anything else is chosen, so that an or joins them.
	wire [7:0] code8 = {{(8-CODE_W){1'b0}}, code_i};
	wire [7:0] kind  = ({8{keep}} & `GNO_KIND_EVENT) | ({8{open}} & `GNO_KIND_GAP) | ({8{beat}} & `GNO_KIND_BEAT)
	                 | ({8{first_i}} & `GNO_KIND_SYNC) | ({8{flush}} & `GNO_KIND_FLUSH);
	wire [7:0] node  = gap_q ? 8'd0 : NODE_BYTE;
	wire [7:0] code  = ({8{keep}} & code8) | ({8{status}} & epoch_q);
	wire [7:0] aux   = ({8{keep}} & flags) | ({8{status}} & run_q);

	wire [31:0] now = {{(32-TIME_W){1'b0}}, count_i};
	assign slot_o    = {{aux, code, node, kind} | lost, now};
	assign wr_o      = keep || open || close || status;
	assign sample_o  = (keep && wants && sample_ready_i) || flush;
	assign reset_o   = running && actions_i[`GNO_ACT_RESET];
	assign stopped_o = keep && flags[`GNO_FLAG_STOP];
	assign active_o  = active_q;
	assign run_o     = run_q;
	assign epoch_o   = epoch_q;

endmodule

`resetall
