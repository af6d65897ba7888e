// SPDX-License-Identifier: Apache-2.0
//
// Bench of gnomon_trigger_process_time: switches at random, in a row, back and forth, to the same
// process; against a count for each process.
`timescale 1ns/1ns

module bench_process_time;
	localparam CLOCKS = 200000;
	localparam LENGTH = 100000;
	`include "bench.vh"
	`include "bench_end.vh"

	reg        clear = 1'b1, change = 1'b0, next_switch = 1'b0;
	reg  [5:0] early = 0, from = 0, to = 0;
	wire [31:0] own;
	gnomon_trigger_process_time dut (
		.clk (clk), .clear_i (clear), .early_i (early), .switch_i (change), .from_i (from),
			.to_i (to), .time_o (own)
	);

	reg [31:0] ran [0:63];
	reg [5:0]  held = 0, running;
	integer    k, clocks, most = 64, rate = 500;
	integer    n_row = 0, n_back = 0, n_same = 0, n_clear = 0, n_new = 0, n_known = 0;
	reg        was_switch = 1'b0;

	initial begin
		for (k = 0; k < 64; k = k + 1)
			ran[k] = 0;
		repeat (2) @(negedge clk);
		for (clocks = 0; clocks < LENGTH; clocks = clocks + 1) begin
			if (chance(3)) begin
				most = chance(300) ? 2 : 1 + below(64);
				rate = chance(300) ? 1000 : below(1001);
			end
			clear = clocks < 2 || (clear ? chance(500) : chance(2));
			// available one clock early; in another clock that is anything
			change      = next_switch;
			from        = held;
			to          = change ? early : $random(seed);
			next_switch = chance(rate);
			early       = next_switch ? chance(100) ? (change ? to : from) : chance(200)
				? from : below(most) : $random(seed);
			running     = change ? to : from;
			#1;
			if (!clear) begin
				equal(own, ran[running], "time of the process");
				n_row   = n_row + (change && was_switch && from != to);
				n_back  = n_back + (change && was_switch && to != from
					&& ran[to] > 0);
				n_same  = n_same + (change && from == to);
				n_new   = n_new + (change && ran[to] == 0);
				n_known = n_known + (change && from != to && ran[to] > 100);
				ran[running] = ran[running] + 1;
			end else begin
				n_clear = n_clear + (ran[running] > 0);
				for (k = 0; k < 64; k = k + 1)
					ran[k] = 0;
			end
			was_switch = change;
			held     = running;
			@(negedge clk);
		end
		covered(n_row, "switches in a row");
		covered(n_back, "to one that ran before, in a row");
		covered(n_same, "switch to the same process");
		covered(n_new, "process that is new");
		covered(n_known, "process that ran for long");
		covered(n_clear, "cleared");
		finish(0, 0);
	end
endmodule
