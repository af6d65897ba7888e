// SPDX-License-Identifier: Apache-2.0
//
// Bench of gnomon_link_queue: rounds of some pushes, with stalls of the taker. Bytes are numbered,
// so that each one that comes out names itself: what was jumped over was dropped, and must have met
// a queue at least half full; what was kept must have met one below three quarters.
`timescale 1ns/1ns

module bench_queue;
	parameter DEPTH_LOG2 = 7;

	localparam CLOCKS = 2400000;
	localparam ROUNDS = 250;
	localparam DEPTH  = 1 << DEPTH_LOG2;
	localparam MOST   = DEPTH * 3 / 4 + 60;   // pushes in a round, so that fewer than 256 are
	                                          // dropped in a row
	`include "bench.vh"
	`include "bench_end.vh"

	reg        rst = 1'b1, push = 1'b0, ready = 1'b0, we = 1'b0;
	reg        ends = 1'b0;             // a byte ends: it is pushed, or dropped
	reg  [1:0] pair = 0, data = 0;
	wire       valid, full;
	wire [7:0] taken;
	gnomon_link_queue #(.DEPTH_LOG2(DEPTH_LOG2)) dut (
		.clk (clk), .rst (rst), .we_i (we), .pair_i (pair), .data_i (data), .push_i (push),
			.full_o (full), .valid_o (valid), .ready_i (ready), .data_o (taken)
	);

	integer round = 0, left = 0, spread = 0, stall = 0, willing = 0, quiet = 0;
	integer pushed = 0;                 // in this round
	integer popped = 0;                 // bytes taken in this round
	integer next   = 0;                 // number of the push that may come out next
	integer popped_at [0:MOST-1];       // bytes taken before a push
	integer popped_early [0:MOST-1];    // and three clocks before it
	integer step = 0;                   // of a byte: its pairs, then the push
	reg [7:0] value;
	reg [7:0] base = 0, held;
	reg       holds = 1'b0, had_pop = 1'b0;
	integer   popped_1 = 0, popped_2 = 0, popped_3 = 0, number;
	integer   n_again = 0;
	integer   n_pop = 0, n_dropped = 0, n_half = 0, n_stall = 0, n_reset = 0, n_after_drop = 0;

	// Pushes next .. upto-1 did not come out
	task dropped(input integer upto);
		while (next < upto) begin
			check(popped - popped_early[next] >= DEPTH / 2, "dropped below half");
			n_dropped = n_dropped + 1;
			next = next + 1;
		end
	endtask

	always @(posedge clk) begin
		if (!rst && had_pop)
			equal(valid, 0, "valid after a byte was taken");
		if (!rst && holds)
			equal({valid, taken}, {1'b1, held}, "byte that waits");
		holds   = valid && !ready && !rst;
		held    = taken;
		had_pop = valid && ready && !rst;
		n_stall = n_stall + holds;
		popped_3 = popped_2;
		popped_2 = popped_1;
		popped_1 = popped;
		if (ends && !rst) begin
			popped_at[pushed]    = popped;
			popped_early[pushed] = popped_3;
			pushed = pushed + 1;
		end
		if (had_pop) begin
			number = next + ((taken - base - next) & 255);
			check(number < pushed, "byte that was not pushed");
			if (number < pushed) begin
				n_after_drop = n_after_drop + (number != next);
				dropped(number);
				check(popped - popped_at[number] < DEPTH * 3 / 4,
					"kept above three quarters");
				n_half = n_half + (popped - popped_at[number] >= DEPTH / 2);
				next   = number + 1;
				popped = popped + 1;
				n_pop  = n_pop + 1;
			end
		end

		// A round ends when the queue has been empty for a while.
		quiet = left > 0 || ends || valid || rst ? 0 : quiet + 1;
		if (rst || quiet == 8) begin
			if (!rst)
				dropped(pushed);
			base    = base + pushed;
			pushed  = 0;
			popped  = 0;
			popped_1 = 0;
			popped_2 = 0;
			popped_3 = 0;
			step     = 0;
			next    = 0;
			quiet   = 0;
			round   = round + 1;
			left    = 1 + below(chance(500) ? MOST : DEPTH / 2);
			spread  = chance(500) ? 1 : 1 + below(20);
			stall   = chance(500) ? below(DEPTH * 9) : 0;
			willing = chance(500) ? 1000 : 50 + below(900);
			if (chance(200)) begin   // full, and taken from again before the last push
				left   = MOST;
				spread = 1;
				stall  = DEPTH * 10 / 3 + below(DEPTH * 2);
			end
		end
		// The pairs of a byte, each written once or more, the last time rightly; then the
		// push, unless the queue was full.
		push <= 1'b0;
		ends <= 1'b0;
		we   <= 1'b0;
		if (!rst && left > 0 && below(spread) == 0)
			if (step < 4) begin
				value = base + pushed;
				we   <= 1'b1;
				pair <= step;
				if (chance(300)) begin
					data   <= $random(seed);
					n_again = n_again + 1;
				end else begin
					data <= value >> (2 * step);
					step = step + 1;
				end
			end else begin
				push <= !full;
				ends <= 1'b1;
				left = left - 1;
				step = 0;
			end
		stall = stall > 0 ? stall - 1 : 0;
		ready <= stall == 0 && chance(willing);
		rst   <= round < 1 || (left > 2 && chance(1));
		n_reset = n_reset + (rst && round > 2);
		if (round == ROUNDS) begin
			covered(n_pop, "byte");
			covered(n_again, "pair written again");
			covered(n_dropped, "byte dropped");
			covered(n_after_drop, "byte after dropped ones");
			covered(n_half, "byte kept above half");
			covered(n_stall, "byte that waits");
			covered(n_reset, "reset");
			finish(0, 0);
		end
	end
endmodule
