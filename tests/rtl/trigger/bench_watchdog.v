// SPDX-License-Identifier: Apache-2.0
//
// Bench of gnomon_trigger_watchdog: feeding events at random and in the very clocks around the last
// one that is in time; against the time of the last of them.
`timescale 1ns/1ns

module bench_watchdog;
	parameter  CELL_W = 14;
	parameter  BASE   = 40;
	parameter  LENGTH = 200000;
	parameter  LONG   = 0;     // clocks: a directed run with a limit so long

	localparam CLOCKS = 1000000;
	`include "bench.vh"
	`include "bench_end.vh"

	reg               rst = 1'b1, begins = 1'b0, live = 1'b0, feed = 1'b0, wr = 1'b0;
	reg  [CELL_W-1:0] addr = 0;
	reg  [7:0]        data = 0;
	wire              fire;
	gnomon_trigger_watchdog #(.CELL_W(CELL_W), .BASE(BASE)) dut (
		.clk (clk), .rst (rst), .begin_i (begins), .live_i (live), .feed_i (feed),
		.wr_valid_i (wr), .wr_addr_i (addr), .wr_data_i (data), .fire_o (fire)
	);

	reg [7:0]  cells [0:7];
	reg [63:0] now = 0, fed = 0, limit = 1;  // time of the last feeding, and how long it lasts
	reg        was_live = 1'b0, bitten = 1'b1, want = 1'b0;
	integer    k, left, mode, clocks = 0;
	integer    n_fire = 0, n_just = 0, n_after = 0, n_once = 0, n_one = 0, n_two = 0,
		n_off = 0, n_live = 0, n_begin = 0, n_disabled = 0;

	task tick;
		begin
			now  = now + 1;
			want = 1'b0;
			if (begins || feed || !was_live) begin
				n_just  = n_just + (feed && was_live && !bitten
					&& now == fed + limit);
				n_after = n_after + (feed && was_live && bitten
					&& now == fed + limit + 1);
				n_begin = n_begin + (begins && was_live && live && !feed);
				fed     = now;
				limit   = {cells[3], cells[2], cells[1], cells[0]} + 64'd1;
				bitten  = 1'b0;
			end else if (!bitten && now == fed + limit) begin
				want       = live && cells[4][0];
				n_disabled = n_disabled + !cells[4][0];
				n_off      = n_off + !live;
				bitten     = 1'b1;
			end else
				n_once = n_once + (bitten && (now - fed) % limit == 0);
			n_live   = n_live + (live && !was_live && !rst);
			n_one    = n_one + (want && limit == 1);
			n_two    = n_two + (want && limit == 2);
			n_fire   = n_fire + want;
			was_live = live;
			if (wr && addr >= BASE && addr < BASE + 5)
				cells[addr-BASE] = data;
			@(negedge clk);
			equal(fire, want, "fires");
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

	task load(input [31:0] clocks_to, input [7:0] flags);
		begin
			live = 1'b0;
			feed = 1'b0;
			for (k = 0; k < 4; k = k + 1)
				write(k, clocks_to - 32'd1 >> 8 * k);
			write(4, flags);
			write(8 + below(8), $random(seed));   // another table
		end
	endtask

	reg [31:0] n;
	initial begin
		for (k = 0; k < 8; k = k + 1)
			cells[k] = 0;
		repeat (3) @(negedge clk);
		rst = 1'b0;
		if (LONG != 0) begin
			load(LONG, 1);
			live = 1'b1;
			for (left = 0; left <= 2 * LONG + 5; left = left + 1)
				tick;
			equal(n_fire, 1, "firings of the long one");
		end
		while (clocks < LENGTH) begin
			case (below(5))
			0: n = 1;
			1: n = 2;
			2: n = 3 + below(10);
			3: n = 200 + below(100);
			default: n = 32'd1 << 9 + below(23) | below(4);
			endcase
			load(n, chance(900) ? below(128) * 2 + 1 : below(128) * 2);
			for (left = below(10); left > 0; left = left - 1)
				tick;
			live = 1'b1;
			mode = below(4);
			for (left = below(chance(200) ? 3000 : 600); left > 0;
				left = left - 1) begin
				feed = 1'b0;
				case (mode)
				0: feed = chance(30);
				// just in time
				1: feed = now + 1 == fed + limit ? chance(700)
					: chance(bitten ? 100 : 1);
				// just too late
				2: feed = now + 1 == fed + limit + 1 ? chance(700)
					: chance(bitten ? 10 : 1);
				default: feed = chance(800);
				endcase
				begins = chance(3);
				live   = chance(live ? 995 : 200);
				tick;
				begins = 1'b0;
			end
		end
		covered(n_fire > 100, "hundred firings");
		covered(n_just, "fed just in time");
		covered(n_after, "fed just too late");
		covered(n_once, "time for a second firing");
		covered(n_one, "one clock");
		covered(n_two, "two clocks");
		covered(n_live, "live again");
		covered(n_off, "off just when it would fire");
		covered(n_begin, "restarted");
		covered(n_disabled, "not on");
		finish(0, 0);
	end
endmodule
