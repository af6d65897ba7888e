// SPDX-License-Identifier: Apache-2.0
//
// Bench of gnomon_trigger_timer: runs with random periods, words at random, new periods and live on
// and off in between; against the time of the next firing.
`timescale 1ns/1ns

module bench_timer;
	parameter  CELL_W = 14;
	parameter  BASE   = 40;
	parameter  LENGTH = 200000;
	parameter  LONG   = 0;     // clocks: a directed run with a period so long

	localparam CLOCKS = 1000000;
	`include "bench.vh"
	`include "bench_end.vh"

	reg               rst = 1'b1, begins = 1'b0, live = 1'b0, when = 1'b0, wr = 1'b0;
	reg  [CELL_W-1:0] addr = 0;
	reg  [7:0]        data = 0;
	wire              fire, pick;
	gnomon_trigger_timer #(.CELL_W(CELL_W), .BASE(BASE)) dut (
		.clk (clk), .rst (rst), .begin_i (begins), .live_i (live), .when_i (when),
		.wr_valid_i (wr), .wr_addr_i (addr), .wr_data_i (data), .fire_o (fire),
			.word_o (pick)
	);

	reg [7:0]  cells [0:7];
	reg [63:0] now = 0, firing = 0;         // time since begin; when it fires next
	reg        started = 1'b0, tick_now, due = 1'b0, want_fire = 1'b0, want_pick = 1'b0;
	integer    k, left, ticks = 0, rate, clocks = 0;
	integer    n_fire = 0, n_pick = 0, n_same = 0, n_later = 0, n_several = 0,
		n_one = 0, n_two = 0, n_new = 0, n_off = 0, n_begin = 0;
	reg        renewed = 1'b0;
	reg        begun = 1'b0;   // begins, a cycle ago

	task tick;
		begin
			want_fire = 1'b0;
			want_pick = 1'b0;
			if (begun) begin
				n_begin = n_begin + (started && due);
				now     = 0;
				firing  = {cells[3], cells[2], cells[1], cells[0]} + 64'd1;
				due     = 1'b0;
				started = 1'b1;
				renewed = 1'b0;
			end else if (started) begin
				now      = now + 1;
				tick_now = now == firing;
				if (tick_now) begin
					n_several = n_several + due;
					n_new     = n_new + renewed;
					renewed   = 1'b0;
					due       = 1'b1;
					firing    = now + {cells[3], cells[2], cells[1], cells[0]}
						+ 64'd1;
					n_one     = n_one + (firing == now + 1);
					n_two     = n_two + (firing == now + 2);
				end
				want_fire = tick_now && live && cells[4][0];
				due       = due && live && cells[4][1];
				want_pick = due && when;
				n_same    = n_same + (want_pick && tick_now);
				n_later   = n_later + (want_pick && !tick_now);
				n_off     = n_off + (tick_now && !live);
				if (when)
					due = 1'b0;
			end
			if (wr && addr >= BASE && addr < BASE + 5) begin
				cells[addr-BASE] = data;
				renewed = renewed || addr < BASE + 4;
			end
			begun  = begins;
			n_fire = n_fire + want_fire;
			n_pick = n_pick + want_pick;
			@(negedge clk);
			if (started) begin
				equal(fire, want_fire, "fires");
				equal(pick, want_pick, "word picked");
			end
			clocks = clocks + 1;
		end
	endtask

	task write(input integer at, input [7:0] byte_at);
		begin
			wr   = 1'b1;
			addr = BASE + at;
			data = byte_at;
			tick;
			wr   = 1'b0;
		end
	endtask

	task write_period(input [31:0] period);
		for (k = 0; k < 4; k = k + 1)
			write(k, period - 32'd1 >> 8 * k);
	endtask

	task start;
		begin
			begins = 1'b1;
			tick;
			begins = 1'b0;
		end
	endtask

	function [31:0] some_period(input integer kind);
		case (kind)
		0: some_period = 1;
		1: some_period = 2;
		2: some_period = 3 + below(4);
		3: some_period = 1 + below(40);
		4: some_period = 250 + below(20);
		default: some_period = 32'd1 << 9 + below(23) | below(4);   // high bytes
		endcase
	endfunction

	initial begin
		for (k = 0; k < 8; k = k + 1)
			cells[k] = 0;
		repeat (3) @(negedge clk);
		rst = 1'b0;
		if (LONG != 0) begin
			write_period(LONG);
			write(4, 3);
			live = 1'b1;
			start;
			for (left = 0; left < 2 * LONG + 2; left = left + 1)
				tick;
			equal(n_fire, 2, "firings of the long one");
		end
		while (clocks < LENGTH) begin
			live = 1'b0;
			write_period(some_period(below(6)));
			write(4, chance(800) ? 3 : below(256));
			if (chance(300))
				write(5 + below(3), $random(seed));
			if (chance(300))
				write(8 + below(16), $random(seed));   // another table
			live = chance(900);
			rate = chance(300) ? 1000 : chance(300) ? 20 : below(1001);
			start;
			for (left = below(chance(200) ? 3000 : 600); left > 0;
				left = left - 1) begin
				when = chance(rate);
				if (chance(5))
					live = chance(800);
				if (chance(5))
					start;
				else if (chance(4))
					write_period(some_period(below(5)));
				else if (chance(2))
					write(4, below(256));
				else
					tick;
			end
		end
		covered(n_fire > 100, "hundred firings");
		covered(n_one, "period of one clock");
		covered(n_two, "period of two clocks");
		covered(n_new, "new period");
		covered(n_off, "time to fire while off");
		covered(n_begin, "restarted while a word was to be picked");
		covered(n_pick > 100, "hundred words picked");
		covered(n_same, "word in the clock of the firing");
		covered(n_later, "word after the firing");
		covered(n_several, "several firings without a word");
		finish(0, 0);
	end
endmodule
