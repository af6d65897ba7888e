// SPDX-License-Identifier: Apache-2.0
//
// Bench of gnomon_record_fifo: slots in and out at random against an array, and all outputs to the
// builder, the sender and a local store. What the builder is told may be that of a clock ago.
`timescale 1ns/1ns

module bench_fifo;
	parameter DEPTH_LOG2 = 5;
	parameter LENGTH     = 60000;
	parameter WIDTH      = 64;
	parameter REGISTER   = 0;

	localparam CLOCKS = 2 * LENGTH;
	localparam DEPTH  = 1 << DEPTH_LOG2;
	`include "bench.vh"
	`include "bench_end.vh"

	reg         clear = 1'b1, wr = 1'b0, pop = 1'b0;
	reg  [WIDTH-1:0] slot = 0;
	wire        room, resume, valid, more;
	wire [WIDTH-1:0] out;
	wire [DEPTH_LOG2:0] told_fill, high;

	gnomon_record_fifo #(.WIDTH(WIDTH), .DEPTH_LOG2(DEPTH_LOG2), .REGISTER(REGISTER)) dut (
		.clk (clk), .clear_i (clear), .wr_i (wr), .entry_i (slot), .room_o (room),
			.resume_o (resume),
		.valid_o (valid), .more_o (more), .pop_i (pop), .entry_o (out),
			.fill_o (told_fill), .high_o (high)
	);

	reg [WIDTH-1:0] slots [0:DEPTH-1];
	integer    head = 0, tail = 0, fill = 0, fill_was = 0, most = 0, steady = 0,
		clocks = 0, waits = 0, unmore = 0;
	integer    wide = 1;
	integer    wr_rate = 500, pop_rate = 500;
	integer    n_whole = 0, n_empty = 0, n_no_room = 0, n_resume = 0, n_both = 0,
		n_clear = 0, n_kept = 0, n_more = 0, n_one = 0, n_at_once = 0;
	// clocks since which an entry is shown; in which it came
	integer    shown_for = 0, was_for = 0, came [0:DEPTH-1];
	reg        popped = 1'b0, room_was = 1'b1, blocked = 1'b0;

	task told(input is, input now, input was, input string what);
		check(is === now || is === was, what);
	endtask

	always @(posedge clk) begin
		clocks = clocks + 1;
		if (clocks > 4) begin
			told(room, fill < DEPTH - 8, fill_was < DEPTH - 8, "room");
			told(resume, 2 * fill <= DEPTH - 8, 2 * fill_was <= DEPTH - 8, "resume");
			check(!valid || fill > 0, "nothing there, nothing valid");
			check(valid || !popped || fill == 0 || shown_for < 2 + REGISTER
				|| clocks - came[tail % DEPTH] < 4 + REGISTER,
				"next entry at once");
			n_at_once = n_at_once + (valid && popped);
			check(!(valid && more) || fill > 1, "more than one");
			if (valid)
				check(out === slots[tail % DEPTH], "entry");
			waits  = fill == 0 || valid ? 0 : waits + 1;
			unmore = fill < 2 || more ? 0 : unmore + 1;
			check(waits < 4 + REGISTER && unmore < 2, "reported in time");
			equal(told_fill, fill, "fill");
			check(high <= most, "high mark not too high");
			steady = fill == fill_was ? steady + 1 : 0;
			check(steady < 2 || high === most, "high mark");
			n_whole   = n_whole + (fill == DEPTH);
			n_empty   = n_empty + (fill == 0 && fill_was == 1);
			n_no_room = n_no_room + (!room && fill == DEPTH - 8);
			n_kept    = n_kept + (wr && !room);
			blocked   = !room || (blocked && !resume);
			n_resume  = n_resume + (blocked && room);
			n_both    = n_both + (wr && pop);
			n_more    = n_more + (valid && more);
			n_one     = n_one + (valid && !more && fill == 1);
		end
		fill_was = fill;
		if (clear) begin
			n_clear = n_clear + (fill != 0);
			head = 0;
			tail = 0;
			most = 0;
		end else begin
			if (wr) begin
				slots[head % DEPTH] = slot;
				came[head % DEPTH]  = clocks;
				head = head + 1;
			end
			if (pop)
				tail = tail + 1;
		end
		shown_for = was_for + valid;           // the clock of the pop included
		was_for   = pop || !valid ? 0 : shown_for;
		popped = pop && !clear;
		fill   = head - tail;
		if (fill > most)
			most = fill;
		if (below(300) == 0) begin
			wr_rate  = below(1001);
			pop_rate = below(1001);
		end
		clear <= clocks < 4 || below(2000) == 0;
		wr    <= clocks > 4 && fill < DEPTH
			&& chance(fill < DEPTH - 8 || below(20) == 0 ? wr_rate : 0);
		slot  <= {$random(wide), $random(wide), $random(wide), $random(seed),
			$random(seed)};
	end
	// pop answers valid in the same clock
	always @(negedge clk)
		pop <= valid && chance(pop_rate);

	always @(posedge clk)
		if (clocks == LENGTH) begin
			covered(n_whole, "wholly full");
			covered(n_empty, "emptied");
			covered(n_no_room, "no room with eight slots kept");
			covered(n_kept, "write into the kept slots");
			covered(n_resume, "room but not yet resumed");
			covered(n_both, "write and pop in one clock");
			covered(n_clear, "clear while slots were held");
			covered(n_more, "more");
			covered(n_one, "one alone");
			covered(n_at_once, "next entry at once");
			finish(0, 0);
		end
endmodule
