// SPDX-License-Identifier: Apache-2.0
//
// What must hold for a line with NODES nodes, whatever the nodes, their routines and the reset do
// in any cycle. Each node has a limit and a time counter of its own, as on chips of their own.
// Nothing is assumed but the reset in the first two cycles, so that the registers of the wire are
// 0, and a limit of up to LIMIT cycles (0: none).
// Only ports of the modules are read: what is expected is counted here.
`default_nettype none

module line_properties #(
	parameter NODES  = 3,
	parameter STAGES = 0,
	parameter LIMIT  = 3
) (
	input wire               clk,
	input wire               rst,
	input wire               clear,
	input wire [NODES-1:0]   raise,
	input wire [NODES-1:0]   done,
	input wire [4*NODES-1:0] number
);
	localparam WIDTH   = 10;
	localparam LATENCY = 2 * STAGES + 1;     // of the wire
	localparam LONGEST = LIMIT + 3 + LATENCY;  // an assertion of the line
	localparam WAIT    = LONGEST + 1 + LATENCY;  // from an assertion at a node to its round

	localparam [WIDTH-1:0] MOST = (1 << (WIDTH - 1)) + 1;  // that length_o tells

	(* anyconst *) wire [WIDTH-1:0] limit;
	always @*
		assume(limit <= LIMIT);
	reg awake = 1'b0, started = 1'b0;
	always @(posedge clk) begin
		awake   <= 1'b1;
		started <= awake;
	end
	always @* begin
		if (!started)
			assume(rst);
		if (rst)
			assume(clear);
	end

	wire [NODES-1:0]       line, drive, irq, began, finished, ended, own, timed_out, expire;
	wire [8*NODES-1:0]     state;
	wire [4*NODES-1:0]     rounds;
	wire [NODES-1:0]       pending;
	wire [WIDTH*NODES-1:0] length, timer, real_time;
	wire                   here, asks;
	gnomon_line_wire #(.NODES(NODES), .STAGES(STAGES)) u_wire (
		.clk     (clk),
		.rst     (rst),
		.drive_i (drive),
		.line_o  (line),
		.wait_i  (1'b0),
		.here_o  (here),
		.asked_o (asks)
	);
	wire unused = &{1'b0, here, asks};
	genvar i;
	generate
		for (i = 0; i < NODES; i = i + 1) begin : gen_node
			gnomon_line_node u_node (
				.clk         (clk),
				.rst         (rst),
				.raise_i     (raise[i]),
				.done_i      (done[i]),
				.round_i     (number[4*i +: 4]),
				.irq_o       (irq[i]),
				.state_o     (state[8*i +: 8]),
				.line_i      (line[i]),
				.expire_i    (expire[i]),
				.drive_o     (drive[i]),
				.began_o     (began[i]),
				.finished_o  (finished[i]),
				.ended_o     (ended[i]),
				.own_o       (own[i]),
				.timed_out_o (timed_out[i])
			);
			assign rounds[4*i +: 4] = state[8*i +: 4];
			assign pending[i]       = state[8*i + 4];
			gnomon_line_limit #(.WIDTH(WIDTH)) u_limit (
				.clk      (clk),
				.rst      (rst),
				.line_i   (line[i]),
				.limit_i  (limit),
				.length_o (length[WIDTH*i +: WIDTH]),
				.expire_o (expire[i])
			);
			gnomon_line_time #(.WIDTH(WIDTH)) u_time (
				.clk     (clk),
				.clear_i (clear),
				.pause_i (line[i]),
				.time_o  (timer[WIDTH*i +: WIDTH]),
				.real_o  (real_time[WIDTH*i +: WIDTH])
			);
		end
	endgenerate

	// What is expected, from the line of node 0 and what was put in
	reg [NODES-1:0] past_irq = 0, past_right = 0, past_expire = 0, past_drive = 0, served = 0;
	reg [NODES-1:0] owed = 0;    // asserted since the last round began
	reg             seen = 1'b0, seen_2 = 1'b0;
	reg             past_rst = 1'b1, past_began = 1'b0;
	reg [3:0]       round = 0;
	reg [WIDTH-1:0] high = 0, high_1 = 0;    // cycles of the last assertion, and as told now
	reg [WIDTH-1:0] paused = 0, paused_1 = 0, past_time = 0, past_real = 0;
	reg             past_clear = 1'b1;
	reg [LATENCY:1] asserted = 0;  // cycles ago: a node asserted a line that was free
	reg [LATENCY:1] driven = 0;    // cycles ago: a node drove the line
	wire [LATENCY:0] lately = {driven, |drive};
	wire begins = line[0] && !seen;
	wire falls  = !line[0] && seen;
	wire [NODES-1:0] asked = owed | raise;
	reg [NODES-1:0] right;   // the routine finishes
	integer         k;

	always @*
		for (k = 0; k < NODES; k = k + 1)
			right[k] = done[k] && number[4*k +: 4] == round;

	always @(posedge clk) begin
		past_rst    <= rst;
		past_clear  <= clear;
		past_irq    <= irq;
		past_right  <= right;
		past_expire <= expire;
		past_drive  <= drive;
		past_began  <= begins;
		past_time   <= timer[WIDTH-1:0];
		past_real   <= real_time[WIDTH-1:0];
		seen        <= line[0];
		seen_2      <= seen;
		owed        <= begins ? 0 : asked;
		round       <= round + begins;
		high        <= begins ? 1 : line[0] && high != MOST ? high + 1'b1 : high;
		high_1      <= high;
		asserted    <= {asserted, |raise && !seen};
		driven      <= {driven, |drive};
		served      <= begins ? 0 : served | finished | timed_out;
		paused      <= clear ? line[0] : paused + line[0];
		paused_1    <= clear ? 0 : paused;
		if (rst) begin
			owed     <= 0;
			round    <= 0;
			seen     <= 1'b0;
			seen_2   <= 1'b0;
			asserted <= 0;
			driven   <= 0;
			high     <= 0;
			high_1   <= 0;
			served   <= {NODES{1'b1}};
		end
	end

	reg [7:0] age = 0;  // cycles since the first assertion that is owed
	always @(posedge clk)
		age <= asked != 0 && !begins && !rst ? age + 1'b1 : 0;

	wire holds = started && !past_rst && !rst;
	always @(posedge clk)
		if (holds) begin
			// All nodes see the same in each cycle
			same_line:   assert(line == {NODES{line[0]}});
			same_rounds: assert(began == {NODES{began[0]}}
			                    && ended == {NODES{ended[0]}});
			same_expire: assert(expire == {NODES{expire[0]}});
			same_number: assert(rounds == {NODES{round}});
			same_time:   assert(timer == {NODES{timer[WIDTH-1:0]}});
			same_real:   assert(real_time == {NODES{real_time[WIDTH-1:0]}});
			same_length: assert(length == {NODES{length[WIDTH-1:0]}});

			// A round interrupts each processor once, until its routine has finished or
			// the limit has passed
			begins_all:  assert(began == {NODES{past_began}});
			interrupts:  assert(irq == ({NODES{past_began}}
			                    | (past_irq & ~past_right & ~past_expire)));
			finishes:    assert(finished == (past_irq & past_right));
			times_out:   assert((past_irq & past_expire & ~past_right & ~timed_out)
			                    == 0);
			in_time:     assert(timed_out == 0 || limit != 0);
			all_served:  assert(!seen || &(irq | served | finished | timed_out));
			// The line is held until the last node has released it
			all_held:    assert((irq & ~(line & drive)) == 0);

			// No assertion is lost: it drives the line at once, or as soon as the round
			// has ended, until the next round begins
			at_once:     assert(seen || (raise & ~drive) == 0);
			kept:        assert(seen || (owed & ~drive) == 0);
			pends:       assert(pending == owed);
			waits:       assert(limit == 0 || age <= WAIT);
			not_alone:   assert(!begins || |owed);
			reaches:     assert(!asserted[LATENCY] || line[0]);
			wired_or:    assert(line[0] == driven[LATENCY]);
			// One assertion, one release on their way: no gap in a round
			one_pulse:   assert(((line[0] || seen) ? lately[LATENCY-1:0]
			                    & ~lately[LATENCY:1] : lately[LATENCY:1]
			                    & ~lately[LATENCY-1:0]) == 0);
			ends:        assert(ended[0] == (!seen && seen_2));
			longest:     assert(limit == 0 || high <= limit + 3 + LATENCY);
			expires:     assert(expire[0] == (limit != 0 && seen && high == limit + 2));
			counts:      assert(length[WIDTH-1:0] == (seen && !seen_2 ? 0 : high_1));
			stops:       assert(high <= MOST);
			told:        assert(!ended[0] || length[WIDTH-1:0] == high);
		end

	reg [NODES-1:0] past_asked = 0;
	always @(posedge clk)
		past_asked <= asked;
	always @(posedge clk)
		if (holds && past_began)
			is_own: assert(own == past_asked);

	// Time: the line pauses it two cycles later, also at a reset
	reg line_1 = 1'b0, line_2 = 1'b0;
	always @(posedge clk) begin
		line_1 <= line[0];
		line_2 <= line_1;
		if (started && !past_clear) begin
			stands:    assert(!line_2 || timer[WIDTH-1:0] == past_time);
			runs:      assert(line_2 || timer[WIDTH-1:0] == past_time + 1'b1);
			real_runs: assert(real_time[WIDTH-1:0] == past_real + 1'b1);
			both:      assert(real_time[WIDTH-1:0] - timer[WIDTH-1:0] == paused_1);
		end
	end

	// What can happen, and does in the traces of the cover mode
	reg [NODES-1:0] together = 0, order = 0;
	reg             all_asked = 1'b0, one_by_one = 1'b0, stale = 1'b0, joined = 1'b0,
		last_cycle = 1'b0, queued = 1'b0, second = 1'b0, some_late = 1'b0;
	always @(posedge clk) begin
		all_asked  <= !rst && (all_asked || (&raise && !seen && !line[0]));
		one_by_one <= !rst && (one_by_one || (finished != 0 && irq != 0));
		stale      <= !rst && (stale || (irq[0] && done[0] && !right[0]));
		joined     <= !rst && (joined || (begins && raise[0] && !owed[0]));
		last_cycle <= !rst && (last_cycle || (falls && raise[0] && !owed[0]));
		queued     <= !rst && (queued || (seen && owed[0] && owed[1]));
		second     <= !rst && (second || (queued && begins && round == 1));
		some_late  <= !rst && (some_late || (ended[0] && timed_out != 0
			&& timed_out != {NODES{1'b1}}));
	end
	wire calm = started && !rst && ended[0];
	always @(posedge clk) begin
		all_at_once: cover(calm && all_asked && one_by_one && timed_out == 0
			&& own == {NODES{1'b1}});
		stale_done:  cover(calm && stale && timed_out == 0);
		joins:       cover(calm && joined && own[0] && own != 1);
		at_the_end:  cover(calm && last_cycle && round == 2 && own[0]);
		two_rounds:  cover(calm && second && own[0] && own[1] && timed_out == 0);
		one_is_late: cover(calm && some_late);
		no_limit:    cover(calm && limit == 0 && high > LONGEST);
	end
endmodule
