// SPDX-License-Identifier: Apache-2.0
// Room: trigger
// gnomon_trigger_late: what is known late of a cycle, thresholds and the CAPTURE line, joins the
// rest of it, which waits. It is a part of gnomon_trigger_sources.
//
//  1. entry_i is {something happened, actions, pattern recorded, datum recorded, word recorded,
//     triggers recorded by number, code} of a cycle, lines_i the lines that it drives.
//  2. LATE cycles later fire_i is what the thresholds of the same cycle fire (LATE is 4 with
//     thresholds, else 0). raise_o reports a cycle later that an action of this cycle is the
//     global trigger.
//  3. HOLD cycles after the thresholds capture_i is the CAPTURE line of the same cycle. The line is
//     the same at all nodes in each cycle (docs/design/triggers.md), so HOLD is what makes
//     their depths equal.
//  4. Thresholds and the line fire while the triggers are live (live_i, a cycle before entry_i).
//     Each has a table cell of actions and one of lines, in the order thresholds, CAPTURE.
//  5. With LINE the CAPTURE line interrupts processors: raise_o is 0 outside of a run. A run is
//     from what fires at time 0 on (eve_i is two cycles before its entry_i), up to sync_i or
//     stop_i.
//
// Latency: entry_i to entry_o, lines_i to lines_o: LATE + HOLD cycles. fire_i to entry_o, lines_o:
//   HOLD. capture_i to entry_o, lines_o: none (combinational). entry_i to raise_o: LATE + 1; fire_i
//   to raise_o: 1. entry_i to cause_o, as entry_o has the global trigger: LATE + HOLD + 3.
//
// With THRESHOLDS 0, CAPTURE 1, HOLD 2: a cycle whose actions have the global trigger; the line
// comes at once.
//
//   cycle        0  1  2  3  4  5  6
//   entry_i      1  0  0  0  0  0  0
//   raise_o      0  1  0  0  0  0  0
//   capture_i    0  0  1  0  0  0  0
//   entry_o      0  0  1  0  0  0  0
//   cause_o      0  0  0  0  0  1  0
//
// Instance:
//   gnomon_trigger_late #(.LUT_BITS(0), .CODE_W(4), .ALL(2), .FIRST(0), .THRESHOLDS(0), .HOST(0),
//     .CAPTURE(0), .HOLD(0), .LINE(0), .EVENT_LINES(0)
//   ) u_trigger_late (
//     .clk(clk), .rst(rst), .sync_i(sync), .eve_i(eve), .stop_i(stop), .live_i(live),
//     .entry_i(entry_i), .lines_i(lines_i), .fire_i(fire), .capture_i(capture),
//     .actions_i(actions), .cells_i(cells), .raise_o(raise), .entry_o(entry_o), .lines_o(lines_o),
//     .cause_o(cause)
//   );

module gnomon_trigger_late #(
	parameter LUT_BITS    = 0,  // as gnomon_cell_ram's
	parameter CODE_W      = 4,
	parameter ALL         = 2,  // bits of the triggers by number; requires at least FIRST +
	                            // THRESHOLDS + HOST + CAPTURE
	parameter FIRST       = 0,  // number of the first threshold
	parameter THRESHOLDS  = 0,  // requires 0..8
	parameter HOST        = 0,  // 1: a number is between thresholds and CAPTURE
	parameter CAPTURE     = 0,  // 1: capture_i fires
	parameter HOLD        = 0,  // cycles; requires 1..64 with CAPTURE, else 0
	parameter LINE        = 0,  // above 0: the CAPTURE line interrupts processors
	parameter EVENT_LINES = 0,  // requires 0..8
	// not to be set
	parameter FIRES_W = THRESHOLDS == 0 ? 1 : THRESHOLDS,
	parameter LINES_W = EVENT_LINES == 0 ? 1 : EVENT_LINES,
	parameter ENTRY_W = 1 + 8 + 3 + ALL + CODE_W
) (
	input  wire               clk,
	input  wire               rst,
	input  wire               sync_i,
	input  wire               eve_i,
	input  wire               stop_i,
	input  wire               live_i,
	input  wire [ENTRY_W-1:0] entry_i,
	input  wire [LINES_W-1:0] lines_i,
	input  wire [FIRES_W-1:0] fire_i,
	input  wire               capture_i,
	input  wire [8*ALL-1:0]   actions_i,  // table cells, by number
	input  wire [8*ALL-1:0]   cells_i,    // those of the lines
	output wire               raise_o,
	output wire [ENTRY_W-1:0] entry_o,
	output wire [LINES_W-1:0] lines_o,
	output wire               cause_o     // this node drove the line
);

	`include "gnomon_records.vh"

	localparam LATE       = THRESHOLDS != 0 ? 4 : 0;
	localparam ACTIONS_AT = ENTRY_W - 9;
	generate
		if (THRESHOLDS < 0 || THRESHOLDS > 8) begin : gen_bad_thresholds
			THRESHOLDS_must_be_0_to_8 u_bad ();
		end
		if (CAPTURE == 0 ? HOLD != 0 : CAPTURE != 1 || HOLD < 1 || HOLD > 64) begin
			: gen_bad_hold
			HOLD_must_be_0_without_CAPTURE_and_1_to_64_with_it u_bad ();
		end
	endgenerate
	// The thresholds
	wire [ENTRY_W-1:0] settled;
	wire [LINES_W-1:0] settled_lines;
	generate
		if (THRESHOLDS != 0) begin : gen_thresholds
			wire               live;
			wire [ENTRY_W-1:0] known;
			wire [LINES_W-1:0] known_lines;
			gnomon_cell_delay #(.WIDTH(1), .CLOCKS(LATE + 1)) u_live (
				.clk (clk), .d_i (live_i),
				.q_o (live)
			);
			gnomon_cell_delay #(.LUT_BITS(LUT_BITS), .WIDTH(ENTRY_W), .CLOCKS(LATE),
				.RAM(1)) u_known (
				.clk (clk), .d_i (entry_i),
				.q_o (known)
			);
			gnomon_cell_delay #(.LUT_BITS(LUT_BITS), .WIDTH(LINES_W),
				.CLOCKS(LATE)) u_known_lines (
				.clk (clk), .d_i (lines_i),
				.q_o (known_lines)
			);
			wire [FIRES_W-1:0] fire = fire_i & {FIRES_W{live}};
			reg  [7:0]         does, drives;
			reg  [ALL-1:0]     recorded;
			integer            n;
			always @* begin
				does     = 8'd0;
				drives   = 8'd0;
				recorded = {ALL{1'b0}};
				for (n = 0; n < THRESHOLDS; n = n + 1) begin
					does   = does
						| ({8{fire[n]}} & actions_i[8*(FIRST+n) +: 8]);
					drives = drives
						| ({8{fire[n]}} & cells_i[8*(FIRST+n) +: 8]);
					recorded[FIRST+n] = fire[n]
						&& actions_i[8*(FIRST+n) + GNO_ACT_RECORD];
				end
			end
			assign settled       = known
				| {fire != 0, does, 3'b000, recorded, {CODE_W{1'b0}}};
			assign settled_lines = known_lines | drives[LINES_W-1:0];
			wire unused_drives = &{1'b0, drives};
		end else begin : gen_no_thresholds
			assign settled       = entry_i;
			assign settled_lines = lines_i;
			wire unused_fire = &{1'b0, fire_i};
		end
	endgenerate

	// The CAPTURE line
	generate
		if (CAPTURE != 0) begin : gen_capture
			localparam          NUMBER = FIRST + THRESHOLDS + HOST;
			wire                live;
			wire [ENTRY_W-1:0]  held;
			wire [LINES_W-1:0]  held_lines;
			gnomon_cell_delay #(.WIDTH(1), .CLOCKS(LATE + HOLD + 1)) u_live (
				.clk (clk), .d_i (live_i),
				.q_o (live)
			);
			gnomon_cell_delay #(.LUT_BITS(LUT_BITS), .WIDTH(ENTRY_W), .CLOCKS(HOLD),
				.RAM(1)) u_held (
				.clk (clk), .d_i (settled),
				.q_o (held)
			);
			gnomon_cell_delay #(.LUT_BITS(LUT_BITS), .WIDTH(LINES_W),
				.CLOCKS(HOLD)) u_held_lines (
				.clk (clk), .d_i (settled_lines),
				.q_o (held_lines)
			);
			wire           fires  = capture_i && live;
			wire [7:0]     does   = actions_i[8*NUMBER +: 8];
			wire [7:0]     drives = cells_i[8*NUMBER +: 8];
			wire [ALL-1:0] number = {{(ALL-1){1'b0}}, does[GNO_ACT_RECORD]} << NUMBER;
			assign entry_o = held
				| ({ENTRY_W{fires}}
				& {1'b1, does, 3'b000, number, {CODE_W{1'b0}}});
			assign lines_o = held_lines | ({LINES_W{fires}} & drives[LINES_W-1:0]);
			reg raise_q;
			always @(posedge clk)
				raise_q <= settled[ACTIONS_AT + GNO_ACT_GLOBAL];
			if (LINE != 0) begin : gen_run
				wire begins;
				reg  running_q;
				gnomon_cell_delay #(.WIDTH(1), .CLOCKS(LATE + 2)) u_begins (
					.clk (clk), .d_i (eve_i),
					.q_o (begins)
				);
				always @(posedge clk)
					running_q <= (begins || running_q) && !sync_i && !stop_i
						&& !rst;
				assign raise_o = raise_q && running_q;
			end else begin : gen_always
				assign raise_o = raise_q;
			end
			gnomon_cell_delay #(.WIDTH(1), .CLOCKS(3)) u_cause (
				.clk (clk), .d_i (held[ACTIONS_AT + GNO_ACT_GLOBAL]),
				.q_o (cause_o)
			);
			wire unused_drives = &{1'b0, drives};
		end else begin : gen_no_capture
			assign entry_o = settled;
			assign lines_o = settled_lines;
			assign raise_o = 1'b0;
			assign cause_o = 1'b0;
			wire unused_capture = &{1'b0, capture_i};
		end
	endgenerate
	// not every plan uses them
	wire unused = &{1'b0, clk, rst, sync_i, eve_i, stop_i, live_i, actions_i, cells_i};

endmodule
