// SPDX-License-Identifier: Apache-2.0
//
// What must hold for two lines of the same two nodes, CAPTURE (0) and REPORT (1), whose wires are
// joined as the header of gnomon_line_wire has it, whatever the nodes, their routines and the reset
// do in any cycle. Each node has a side and a limit for each line, and one time counter, which
// either line pauses. Bits of vectors: {line 1 node 1, line 1 node 0, line 0 node 1, line 0 node
// 0}. Only ports of the modules are read: what is expected is counted here.
`default_nettype none

module turns_properties #(
	parameter STAGES = 0,
	parameter LIMIT  = 1
) (
	input wire        clk,
	input wire        rst,
	input wire        clear,
	input wire [3:0]  raise,
	input wire [3:0]  done,
	input wire [15:0] number
);
	localparam WIDTH   = 10;
	localparam LATENCY = 2 * STAGES + 1;       // of a wire
	localparam LONGEST = LIMIT + 3 + LATENCY;  // a round
	// From an assertion at a node to its round: the round that goes on, that of the other line,
	// and the way to and from the wire
	localparam WAIT    = 2 * LONGEST + 1 + 2 * LATENCY;

	localparam [WIDTH-1:0] MOST = (1 << (WIDTH - 1)) + 1;  // that length_o tells

	(* anyconst *) wire [2*WIDTH-1:0] limits;
	always @*
		assume(limits[WIDTH-1:0] <= LIMIT && limits[2*WIDTH-1:WIDTH] <= LIMIT);
	wire no_limit = limits[WIDTH-1:0] == 0 || limits[2*WIDTH-1:WIDTH] == 0;
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

	wire [3:0]         line, drive, irq, began, finished, ended, own, timed_out, expire;
	wire [31:0]        state;
	wire [15:0]        rounds;
	wire [3:0]         pending;
	wire [4*WIDTH-1:0] length;
	wire [2*WIDTH-1:0] timer, real_time;
	wire [1:0]         here, asks;
	gnomon_line_wire #(.NODES(2), .STAGES(STAGES)) u_capture (
		.clk     (clk),
		.rst     (rst),
		.drive_i (drive[1:0]),
		.line_o  (line[1:0]),
		.wait_i  (here[1]),
		.here_o  (here[0]),
		.asked_o (asks[0])
	);
	gnomon_line_wire #(.NODES(2), .STAGES(STAGES)) u_report (
		.clk     (clk),
		.rst     (rst),
		.drive_i (drive[3:2]),
		.line_o  (line[3:2]),
		.wait_i  (here[0] || asks[0]),
		.here_o  (here[1]),
		.asked_o (asks[1])
	);
	genvar i;
	generate
		for (i = 0; i < 4; i = i + 1) begin : gen_side
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
				.limit_i  (limits[WIDTH*(i/2) +: WIDTH]),
				.length_o (length[WIDTH*i +: WIDTH]),
				.expire_o (expire[i])
			);
		end
		for (i = 0; i < 2; i = i + 1) begin : gen_time
			gnomon_line_time #(.WIDTH(WIDTH)) u_time (
				.clk     (clk),
				.clear_i (clear),
				.pause_i (line[i] || line[i+2]),
				.time_o  (timer[WIDTH*i +: WIDTH]),
				.real_o  (real_time[WIDTH*i +: WIDTH])
			);
		end
	endgenerate

	// What is expected, from the lines of node 0 and what was put in
	function [3:0] sides(input [1:0] lines);  // of both nodes
		sides = {{2{lines[1]}}, {2{lines[0]}}};
	endfunction
	function [1:0] some(input [3:0] of_sides);
		some = {|of_sides[3:2], |of_sides[1:0]};
	endfunction
	wire [1:0] up = {line[2], line[0]};
	reg  [1:0] seen = 0, seen_2 = 0, past_begins = 0;
	reg  [3:0] past_irq = 0, past_right = 0, past_expire = 0, served = 0;
	reg  [3:0] owed = 0;      // asserted since the last round of the line began
	reg  [7:0] round = 0;     // of each line
	reg        past_rst = 1'b1, past_clear = 1'b1;
	reg  [LATENCY:1] driven_0 = 0, driven_1 = 0;  // cycles ago: a node drove the line
	wire [1:0] begins = up & ~seen;
	wire [3:0] asked  = owed | raise;
	wire [1:0] due    = {driven_1[LATENCY], driven_0[LATENCY]};
	reg  [3:0] right;         // the routine finishes
	reg  [3:0] others = 0;    // of each line: rounds of the other one since it was asserted
	reg  [15:0] ages = 0;     // of each line: cycles since then
	// cycles of the last round of each line, and as told now
	reg  [2*WIDTH-1:0] high = 0, high_1 = 0;
	reg  [WIDTH-1:0] past_time = 0;
	integer    k;

	always @*
		for (k = 0; k < 4; k = k + 1)
			right[k] = done[k] && number[4*k +: 4] == round[4*(k/2) +: 4];
	always @(posedge clk) begin
		past_rst    <= rst;
		past_clear  <= clear;
		past_irq    <= irq;
		past_right  <= right;
		past_expire <= expire;
		past_begins <= begins;
		past_time   <= timer[WIDTH-1:0];
		seen        <= up;
		seen_2      <= seen;
		owed        <= asked & ~sides(begins);
		driven_0    <= {driven_0, |drive[1:0]};
		driven_1    <= {driven_1, |drive[3:2]};
		high_1      <= high;
		served      <= (served | finished | timed_out) & ~sides(begins);
		for (k = 0; k < 2; k = k + 1) begin
			round[4*k +: 4]  <= round[4*k +: 4] + begins[k];
			others[2*k +: 2] <= owed[2*k +: 2] == 0 || begins[k] ? 0
				: others[2*k +: 2]
				+ (begins[1-k] && others[2*k +: 2] != 2'd3);
			if (begins[k])
				high[WIDTH*k +: WIDTH] <= 1;
			else if (up[k] && high[WIDTH*k +: WIDTH] != MOST)
				high[WIDTH*k +: WIDTH] <= high[WIDTH*k +: WIDTH] + 1'b1;
			ages[8*k +: 8]   <= asked[2*k +: 2] == 0 || begins[k] ? 0
				: ages[8*k +: 8] + 1'b1;
		end
		if (rst) begin
			owed     <= 0;
			round    <= 0;
			seen     <= 0;
			seen_2   <= 0;
			driven_0 <= 0;
			driven_1 <= 0;
			served   <= 4'hf;
			others   <= 0;
			ages     <= 0;
			high     <= 0;
			high_1   <= 0;
		end
	end

	// Of a line: its length, that its limit passes, that it is in time
	function told(input integer n);
		told = length[2*WIDTH*n +: WIDTH]
			== (seen[n] && !seen_2[n] ? 0 : high_1[WIDTH*n +: WIDTH]);
	endfunction
	function late(input integer n);
		late = limits[WIDTH*n +: WIDTH] != 0 && seen[n]
			&& high[WIDTH*n +: WIDTH] == limits[WIDTH*n +: WIDTH] + 2;
	endfunction
	function short(input integer n);
		short = limits[WIDTH*n +: WIDTH] == 0
			|| high[WIDTH*n +: WIDTH] <= limits[WIDTH*n +: WIDTH] + 3 + LATENCY;
	endfunction

	// One assertion, one release of a line on their way: no gap in a round
	function pulse(input round_on, input [LATENCY:0] lately);
		pulse = ((round_on ? lately[LATENCY-1:0] & ~lately[LATENCY:1]
			: lately[LATENCY:1] & ~lately[LATENCY-1:0]) == 0);
	endfunction

	wire holds = started && !past_rst && !rst;
	always @(posedge clk)
		if (holds) begin
			// The lines take turns, CAPTURE first, with a released cycle between
			one_line:    assert(up != 2'b11 && (line[1:0] & line[3:2]) == 0);
			between:     assert((up & {seen[0], seen[1]}) == 0);
			goes_first:  assert(!(begins[1] && due[0]));
			free_begins: assert(begins[0] == (due[0] && seen == 0)
			                    && begins[1] == (due == 2'b10 && seen == 0));
			goes_on:     assert((seen & up) == (seen & due));
			one_turn:    assert(others[1:0] + (up[0] && seen[0]) <= 1
			                    && others[3:2] + (up[1] && seen[1]) <= 1);
			waits:       assert(no_limit || (ages[7:0] <= WAIT && ages[15:8] <= WAIT));

			// As with one line
			same_line:   assert(line == sides(up));
			same_rounds: assert(began == sides(past_begins)
			                    && ended == sides(seen_2 & ~seen));
			same_expire: assert(expire == sides({expire[2], expire[0]}));
			same_number: assert(rounds == {{2{round[7:4]}}, {2{round[3:0]}}});
			same_time:   assert(timer == {2{timer[WIDTH-1:0]}});
			same_real:   assert(real_time == {2{real_time[WIDTH-1:0]}});
			counts:      assert(told(0) && told(1));
			expires:     assert(expire[0] == late(0) && expire[2] == late(1));
			longest:     assert(short(0) && short(1));
			interrupts:  assert(irq == (sides(past_begins)
			                    | (past_irq & ~past_right & ~past_expire)));
			all_served:  assert((sides(seen) & ~(irq | served | finished | timed_out))
			                    == 0);
			all_held:    assert((irq & ~(line & drive)) == 0);
			at_once:     assert((raise & ~sides(seen) & ~drive) == 0);
			kept:        assert((owed & ~sides(seen) & ~drive) == 0);
			pends:       assert(pending == owed);
			one_pulse:   assert(pulse(up[0] || seen[0], {driven_0, |drive[1:0]})
			                    && pulse(up[1] || seen[1], {driven_1, |drive[3:2]}));
			not_alone:   assert((begins & ~some(owed)) == 0);
		end

	// Time: either line pauses it two cycles later, also at a reset
	reg paused = 1'b0, paused_2 = 1'b0;
	always @(posedge clk) begin
		paused   <= |up;
		paused_2 <= paused;
		if (started && !past_clear) begin
			stands: assert(!paused_2 || timer[WIDTH-1:0] == past_time);
			runs:   assert(paused_2 || timer[WIDTH-1:0] == past_time + 1'b1);
		end
	end

	// What can happen, and does in the traces of the cover mode
	reg [1:0] last = 0, before = 0;       // lines of the last two rounds
	reg       together = 1'b0, next = 1'b0;
	always @(posedge clk) begin
		if (begins != 0) begin
			last   <= begins;
			before <= last;
		end
		together <= !rst && (together || (begins == 2'b01 && owed[2] && owed[0]));
		next     <= !rst && (next || (begins != 0 && seen == 0 && seen_2 != 0));
		if (rst) begin
			last   <= 0;
			before <= 0;
		end
	end
	wire calm = started && !rst && up == 0 && !no_limit;
	always @(posedge clk) begin
		both_asked: cover(calm && together && last == 2'b10 && before == 2'b01 && ended[2]
			&& timed_out == 0);
		back_again: cover(started && !rst && !no_limit && begins == 2'b10
			&& last == 2'b01 && before == 2'b10);
		at_the_end: cover(calm && next && round == 8'h11 && ended != 0);
	end
endmodule
