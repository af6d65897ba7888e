// SPDX-License-Identifier: Apache-2.0
// Room: trigger
// gnomon_trigger_sequence: one sequence of events, step by step.
//
// In each cycle advance_i and abort_i have, for each step, what the event of one word does to it.
// done_o reports that the sequence was complete with this event, late_o that the time of its step
// was over. The first of these rules that applies:
//  1. An event that aborts the current step: the sequence is idle, and the event counts as the
//     first of a new attempt.
//  2. An event that advances the current step, the last of its count: the next step and its time
//     begin; after the last step done_o, and the sequence is idle: this event begins no attempt.
//  3. The time of the step is over, T cycles after the event that completed the step before:
//     late_o; the sequence is idle, and the event counts as the first of a new attempt. So an event
//     T cycles after the step before is just in time.
//  4. Any other event that advances the current step: the count goes down by one. A sequence in
//     progress does not begin a second time.
// With hold_i no event begins an attempt here; the rest is the same. A sequence whose limits set
// follows_o gets in hold_i whether an earlier sequence of its row takes the event. So a row follows
// as many attempts side by side as it has sequences.
// A RAM has the limits (count, time-out) of the current step at its output all the time. fresh_q:
// the step was entered in the cycle before, and the counters start from the limits.
// CONSTRAINT: no event both advances and aborts the same step. The first step has no time-out. The
//   flag for a time-out of 1 is that of a step with one.
//
// Latency: advance_i, abort_i to done_o, late_o: 1 cycle; to takes_o: none (combinational).
//   wr_valid_i to follows_o: 2 cycles, for the current step.
//
// Two steps (bit 0: step 0) with a count of 1; the second one has a time-out of 4 cycles:
//
//   cycle       0  1  2  3  4  5  6  7  8  9 10 11
//   advance_i   1  0  0  2  0  0  1  0  0  0  0  0
//   takes_o     1  0  0  0  0  0  1  0  0  0  0  0
//   done_o      0  0  0  0  1  0  0  0  0  0  0  0
//   late_o      0  0  0  0  0  0  0  0  0  0  0  1
//
// Instance:
//   gnomon_trigger_sequence #(.LUT_BITS(0), .STEPS(4), .COUNT_W(8), .TIMEOUT_W(24)
//   ) u_trigger_sequence (
//     .clk(clk), .clear_i(clear), .advance_i(advance), .abort_i(abort), .hold_i(hold),
//     .takes_o(takes), .follows_o(follows), .wr_valid_i(wr_valid), .wr_addr_i(wr_addr),
//     .wr_data_i(wr_data), .done_o(done), .late_o(late)
//   );

module gnomon_trigger_sequence #(
	parameter LUT_BITS  = 0,   // as gnomon_cell_ram's
	parameter STEPS     = 4,   // requires 1..16
	parameter COUNT_W   = 8,   // bits of a count; requires 1..16
	parameter TIMEOUT_W = 24,  // bits of a time-out; requires 1..32
	parameter STEP_W    = STEPS <= 2 ? 1 : STEPS <= 4 ? 2 : STEPS <= 8 ? 3 : 4  // not to be set
) (
	input  wire              clk,
	input  wire              clear_i,
	input  wire [STEPS-1:0]  advance_i,
	input  wire [STEPS-1:0]  abort_i,
	// attempts side by side: sequences in a row, of which the first one that can takes the
	// event
	input  wire              hold_i,    // the event begins no attempt here
	output wire              takes_o,   // it does, unless hold_i is 1 (in the same clock)
	output wire              follows_o, // by its limits: the next one of a row
	// limits: a byte at a time
	input  wire              wr_valid_i,
	input  wire [STEP_W+2:0] wr_addr_i,  // {step, byte}
	input  wire [7:0]        wr_data_i,
	output reg               done_o,
	output reg               late_o
);
	generate
		if (STEPS < 1 || STEPS > 16 || COUNT_W < 1 || COUNT_W > 16 || TIMEOUT_W < 1
			|| TIMEOUT_W > 32) begin : gen_bad
			STEPS_must_be_1_to_16_COUNT_W_1_to_16_TIMEOUT_W_1_to_32 u_bad ();
		end
	endgenerate

	// Limits: count bytes, flags, time-out bytes
	localparam COUNT_BYTES = (COUNT_W + 7) / 8;
	localparam TIME_BYTES  = (TIMEOUT_W + 7) / 8;
	localparam BYTES       = COUNT_BYTES + 1 + TIME_BYTES;
	reg  [BYTES-1:0]   we;
	wire [8*BYTES-1:0] limits;
	integer            k;
	always @* begin
		for (k = 0; k < COUNT_BYTES; k = k + 1)
			we[k] = wr_valid_i && {29'd0, wr_addr_i[2:0]} == k;
		we[COUNT_BYTES] = wr_valid_i && wr_addr_i[2:0] == 3'd2;
		for (k = 0; k < TIME_BYTES; k = k + 1)
			we[COUNT_BYTES + 1 + k] = wr_valid_i && {29'd0, wr_addr_i[2:0]} == 4 + k;
	end
	wire [COUNT_W-1:0]   limit   = limits[COUNT_W-1:0];                          // count - 1
	wire [7:0]           flags   = limits[8*COUNT_BYTES +: 8];
	wire [TIMEOUT_W-1:0] timeout = limits[8*(COUNT_BYTES+1) +: TIMEOUT_W];       // time-out - 1
	wire last_step = flags[0], has_time = flags[1], is_one = flags[2],
		is_two = flags[3], time_one = flags[4];
	assign follows_o = flags[5];
	wire unused = &{1'b0, flags, limits};

	reg [STEP_W-1:0]    step_q;
	reg                 part_q;   // part of the count of step 0 was seen
	reg                 fresh_q;  // the step was entered in the clock before
	reg                 used_q;   // and one of its count is seen already
	reg [COUNT_W-1:0]   count_q;  // how many are needed, less one
	reg                 last_q;   // it is 0; where one is seen already, it becomes 0
	reg                 asks_q;   // the step was entered, and none is seen
	reg [TIMEOUT_W-1:0] time_q;   // clocks to the deadline
	reg                 zero_q;   // it is 0, and there is one
	reg                 one0_q;   // the count of step 0 is 1
	reg                 two0_q;   // it is 2

	// What comes from the limits is known late, out of a RAM: all else is decided beside it,
	// and few steps follow it.
	wire idle    = step_q == 0 && !part_q;
	wire moves   = advance_i[step_q];
	wire advance = moves && !(hold_i && idle);
	wire abort   = abort_i[step_q] && !idle;
	// where it restarts, the event is the first of a new attempt
	wire begins  = advance_i[0] && !hold_i;
	wire [STEP_W-1:0] first = {{(STEP_W-1){1'b0}}, begins && one0_q};
	wire [STEP_W-1:0] after = step_q + 1'b1;
	wire goes    = !abort && !clear_i;
	wire [STEP_W-1:0] stay  = clear_i ? {STEP_W{1'b0}} : abort ? first : step_q;

	// whether the event is the last of its count
	wire ends     = goes && (asks_q ? is_one : last_q);
	wire complete = advance && ends;
	// whether the time is over
	wire late     = goes && (fresh_q ? time_one : zero_q);
	wire expire   = late && !complete;
	wire restart  = abort || expire;
	wire again    = restart && begins;
	// hold_i is not asked: it holds nothing of a sequence that is under way
	assign takes_o = advance_i[0] && (idle || abort || late && !(moves && ends));

	wire [STEP_W-1:0] step_next = complete ? after & {STEP_W{!last_step}}
		: late ? first : stay;

	// Of the count of a step that ends nothing is used.
	wire [COUNT_W-1:0] count = fresh_q ? limit : count_q;
	wire [1:0]         less  = {1'b0, fresh_q && used_q} + {1'b0, advance};
	wire [COUNT_W+1:0] less_w = {{COUNT_W{1'b0}}, less};
	always @(posedge clk) begin
		step_q  <= step_next;
		fresh_q <= clear_i || restart || complete;
		used_q  <= !clear_i && again && !one0_q;
		asks_q  <= clear_i || complete || (restart && !(begins && !one0_q));
		part_q  <= !clear_i && !complete
			&& (restart ? begins && !one0_q : part_q || advance);
		count_q <= count - less_w[COUNT_W-1:0];
		last_q  <= restart ? two0_q : {2'b00, count} == less_w;
		time_q  <= (fresh_q ? timeout : time_q) - 1'b1;
		zero_q  <= has_time && (fresh_q ? timeout : time_q) == 1;
		if (step_q == 0)
			{one0_q, two0_q} <= {is_one, is_two};
		done_o  <= complete && last_step;
		late_o  <= expire;
	end

	gnomon_cell_ram_bytes #(.LUT_BITS(LUT_BITS), .BYTES(BYTES), .DEPTH_LOG2(STEP_W)) u_limits (
		.clk     (clk),
		.we_i    (we),
		.waddr_i (wr_addr_i[STEP_W+2:3]),
		.wdata_i (wr_data_i),
		.raddr_i (step_next),
		.rdata_o (limits)
	);

endmodule
