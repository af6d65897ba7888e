// SPDX-License-Identifier: Apache-2.0
//
// Bench of a line of NODES nodes (gnomon_line_node, gnomon_line_wire), its limit
// (gnomon_line_limit) and the times of each node (gnomon_line_time): assertions at random, often at
// all nodes in the same cycle, and processors that are slow, masked, halted, or write what they
// should not. The cycles in which the line rises and falls are computed from what was put in, event
// by event.
`timescale 1ns/1ns

module bench_line_node;
	parameter  NODES  = 4;
	parameter  STAGES = 0;
	parameter  LIMIT  = 40;     // 0: no limit
	parameter  WIDTH  = 32;
	parameter  LENGTH = 40000;

	localparam CLOCKS  = 10000000;
	localparam LATENCY = 2 * STAGES + 1;
	localparam NEVER   = 2000000000;
	localparam LONG    = LIMIT == 0 ? 900 : 3 * LIMIT + 100;  // a routine that is late
	localparam MOST    = WIDTH > 30 ? NEVER : (1 << (WIDTH < 30 ? WIDTH - 1 : 1)) + 1;
	`include "bench.vh"
	`include "bench_end.vh"

	reg                rst = 1'b1, clear = 1'b1;
	reg  [NODES-1:0]   raise = 0, done = 0;
	reg  [4*NODES-1:0] number = 0;
	wire [NODES-1:0]   line, drive, irq, began, finished, ended, own, timed_out, expire;
	wire [WIDTH-1:0]       limit = LIMIT;
	wire [8*NODES-1:0]     state;
	wire [WIDTH*NODES-1:0] length, timer, real_time;
	wire               here, asked;
	gnomon_line_wire #(.NODES(NODES), .STAGES(STAGES)) u_wire (
		.clk (clk), .rst (rst), .drive_i (drive), .line_o (line),
			.wait_i (1'b0), .here_o (here), .asked_o (asked)
	);
	genvar g;
	generate
		for (g = 0; g < NODES; g = g + 1) begin : gen_node
			gnomon_line_node u_node (
				.clk (clk), .rst (rst), .raise_i (raise[g]), .done_i (done[g]),
				.round_i (number[4*g +: 4]), .irq_o (irq[g]),
				.state_o (state[8*g +: 8]), .line_i (line[g]),
				.expire_i (expire[g]), .drive_o (drive[g]), .began_o (began[g]),
				.finished_o (finished[g]), .ended_o (ended[g]), .own_o (own[g]),
				.timed_out_o (timed_out[g])
			);
			gnomon_line_limit #(.WIDTH(WIDTH)) u_limit (
				.clk (clk), .rst (rst), .line_i (line[g]), .limit_i (limit),
				.length_o (length[WIDTH*g +: WIDTH]), .expire_o (expire[g])
			);
			gnomon_line_time #(.WIDTH(WIDTH)) u_time (
				.clk (clk), .clear_i (clear), .pause_i (line[g]),
				.time_o (timer[WIDTH*g +: WIDTH]),
				.real_o (real_time[WIDTH*g +: WIDTH])
			);
		end
	endgenerate

	// The line as it must be. Times are cycles.
	integer         now = 0, rise = NEVER, fall = NEVER, free = 0, expiry = NEVER, told = 0;
	reg [NODES-1:0] owed = 0;              // asserted since the last round began
	reg [NODES-1:0] left = 0;              // routines that have not finished
	reg [NODES-1:0] want_own = 0, want_late = 0, ending = 0, was_ending;
	reg [3:0]       round = 0;
	reg             want_line = 1'b0, was_line = 1'b0, was_rst = 1'b1;
	integer         low = 1, was_low = 0, low_at_clear = 0, cleared = 0;  // without the line
	// The processors
	integer         wait_left [0:NODES-1];  // cycles until what it does next
	reg [NODES-1:0] runs = 0;             // in its routine
	reg [3:0]       read_number [0:NODES-1];
	integer         slow = 0, masked = 0, eager = 0, busy = 0, mode = 0, k;
	integer         n_rounds = 0, n_together = 0, n_joined = 0, n_first = 0, n_queued = 0,
		n_fall = 0, n_release = 0, n_late = 0, n_all_late = 0, n_stale = 0, n_edge = 0,
		n_spare = 0, n_reset = 0, n_clear = 0, n_many = 0, n_bare = 0, n_twice = 0,
		n_own_all = 0, n_own_one = 0, n_wrap = 0, n_long = 0;

	task write(input integer node, input [3:0] value);
		begin
			done[node]          = 1'b1;
			number[4*node +: 4] = value;
			runs[node]          = 1'b0;
		end
	endtask

	// The processor of a node: it takes the interrupt, reads the round, runs and writes it back
	task processor(input integer node);
		if (wait_left[node] > 0)
			wait_left[node] = wait_left[node] - 1;
		else if (runs[node]) begin
			write(node, read_number[node]);
			wait_left[node] = chance(eager) ? 0 : below(6);
		end else if (masked != 1000 && chance(eager / 20))
			write(node, $random(seed));
		else if (irq[node] && !chance(masked)) begin
			runs[node]        = 1'b1;
			read_number[node] = state[8*node +: 4];
			wait_left[node]   = slow == 0 ? 0 : below(4 * slow);
			if (slow == 3 && chance(150))
				wait_left[node] = below(LONG);
		end
	endtask

	// What each node puts in: its assertions, and the writes of its processor
	task put_in;
		reg all_at_once;
		begin
			if (below(300 + 3 * LIMIT) == 0) begin
				slow   = below(4);
				masked = chance(667) ? 0 : chance(500) ? 1000 : below(300);
				eager  = below(5) == 0 ? 1000 : below(200);
				busy   = 1 + below(60);
				mode   = below(4);  // 0 all assert together, 1 one asserts
			end
			all_at_once = mode != 1 && chance(busy / 3 + 1);
			done        = 0;
			for (k = 0; k < NODES; k = k + 1) begin
				raise[k] = all_at_once || (mode > 1 && chance(busy))
					|| (mode == 1 && k == round % NODES && chance(busy))
					|| (mode != 1 && now == rise && chance(100))
					|| (now == fall && chance(100));
				if (mode == 3 && k == NODES - 1)    // no processor
					write(k, state[8*k +: 4]);
				else
					processor(k);
				if (now == expiry && chance(300) && left[k])
					write(k, round);            // just at the limit
			end
			rst   = below(4000) == 0;
			clear = rst || below(1500) == 0;
		end
	endtask

	// What must come out in this cycle, from all cycles before it
	task look;
		reg             want_expire;
		reg [WIDTH-1:0] want_time, want_real;
		begin
			want_line   = now >= rise && now < fall;
			want_expire = now == expiry && now <= fall;
			equal(line, {NODES{want_line}}, "line");
			equal(expire, {NODES{want_expire}}, "expires");
			equal(irq, now > rise ? left : 0, "interrupts");
			equal(drive, now > rise && now < free ? left : owed | raise, "drives");
			equal(began, {NODES{now == rise + 1}}, "began");
			equal(ended, {NODES{now == free && free != 0}}, "ended");
			equal(finished, was_ending, "finished");
			equal(timed_out, want_late, "timed out");
			equal(own, want_own, "own");
			if (ended[0])
				equal(length[WIDTH-1:0], told, "length");
			for (k = 0; k < NODES; k = k + 1)
				equal(state[8*k +: 8], {irq[k], timed_out[k], want_line, owed[k],
					round}, "state");
			check(length === {NODES{length[WIDTH-1:0]}}, "the same length");
			want_time = was_low - low_at_clear;
			want_real = now - 1 - cleared;
			check(timer === {NODES{want_time}}, "time");
			check(real_time === {NODES{want_real}}, "real time");
		end
	endtask

	// What this cycle's inputs do
	task take;
		reg [NODES-1:0] asked, waited;
		begin
			asked      = owed | raise;
			ending     = 0;
			n_together = n_together + (&raise && now >= free && !want_line);
			n_many     = n_many + (&raise && want_line && now > rise);
			if (now == rise) begin
				n_rounds  = n_rounds + 1;
				n_first   = n_first + (raise & ~owed) != 0;
				n_joined  = n_joined + ((asked & asked - 1) != 0);
				n_own_all = n_own_all + &asked;
				n_own_one = n_own_one + ((asked & asked - 1) == 0);
				n_wrap    = n_wrap + (round == 15);
				round     = round + 1;
				want_own  = asked;
				want_late = 0;
				left      = {NODES{1'b1}};
				owed      = 0;
				expiry    = LIMIT == 0 ? NEVER : now + LIMIT + 2;
			end else begin
				n_queued = n_queued + (raise != 0 && want_line && left != 0);
				n_twice  = n_twice + ((raise & owed) != 0);
				n_fall   = n_fall + (raise != 0 && now == fall);
				owed     = asked;
				waited   = now > rise ? left : 0;
				for (k = 0; k < NODES; k = k + 1) begin
					ending[k] = waited[k] && done[k]
						&& number[4*k +: 4] == round;
					n_stale   = n_stale + (waited[k] && done[k] && !ending[k]);
					n_spare   = n_spare + (!waited[k] && done[k]);
				end
				n_bare = n_bare + (ending != 0 && now == rise + 1);
				if (left != 0) begin
					left = left & ~ending;
					if (now == expiry) begin
						n_edge     = n_edge + (ending != 0);
						n_late     = n_late + (left != 0);
						n_all_late = n_all_late + &left;
						want_late  = left;
						left       = 0;
					end
					if (left == 0) begin
						fall      = now + 1 + LATENCY;
						free      = fall + 1;
						told      = fall - rise > MOST ? MOST : fall - rise;
						n_release = n_release + (raise != 0);
						n_long    = n_long + (told == MOST);
					end
				end
			end
			if (now >= free && rise < now && owed != 0) begin
				rise   = now + LATENCY;
				fall   = NEVER;
				free   = NEVER;
				expiry = NEVER;
			end
			was_line   = want_line;
			was_ending = ending;
			was_low    = low;
			low        = low + !want_line;
			if (clear) begin
				n_clear      = n_clear + want_line;
				cleared      = now;
				low_at_clear = was_low;
			end
			if (rst) begin
				n_reset    = n_reset + want_line;
				rise       = -2;
				fall       = -1;
				free       = 0;
				expiry     = NEVER;
				owed       = 0;
				left       = 0;
				want_own   = 0;
				want_late  = 0;
				was_ending = 0;
				round      = 0;
			end
			now = now + 1;
		end
	endtask

	initial begin
		for (k = 0; k < NODES; k = k + 1) begin
			wait_left[k]   = 0;
			read_number[k] = 0;
		end
		rise = -2;
		fall = -1;
		repeat (STAGES + 3) @(negedge clk);
		now = 1;
		was_ending = 0;
		while (now < LENGTH) begin
			put_in;
			#1;
			look;
			take;
			@(negedge clk);
		end
		covered(n_rounds > 100, "hundred rounds");
		covered(n_together, "all nodes assert a free line in the same cycle");
		covered(n_many, "all nodes assert in a round in the same cycle");
		covered(n_own_all, "a round of all nodes");
		covered(n_own_one, "a round of one node");
		covered(NODES == 1 || n_joined, "a round of several nodes");
		covered(NODES == 1 || n_first, "joined in the first cycle of a round");
		covered(n_queued, "asserted in a round");
		covered(n_twice, "asserted twice before the next round");
		covered(n_release, "asserted as the last routine finished");
		covered(n_fall, "asserted as the line fell");
		covered(n_stale, "a number that is not this round's");
		covered(n_spare, "finished without a routine");
		covered(n_bare, "finished in the first cycle of the interrupt");
		covered(n_wrap, "sixteen rounds");
		covered(n_reset, "reset in a round");
		covered(n_clear, "times cleared in a round");
		if (LIMIT != 0) begin
			covered(n_late, "time-out");
			covered(NODES > 8 || n_all_late, "time-out at all nodes");
			covered(n_edge, "finished just at the limit");
		end else
			covered(WIDTH > 10 || n_long, "longer than the length can tell");
		finish(0, 0);
	end
endmodule
