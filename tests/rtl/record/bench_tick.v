// SPDX-License-Identifier: Apache-2.0
//
// Bench of gnomon_record_tick: the places of its ticks against a product modulo the polynomial, and
// with SHORT how often each place, and each pair of places, comes in the whole period of the state.
`timescale 1ns/1ns

module bench_tick;
	parameter        LOG2  = 2;
	parameter [31:0] SEED  = 0;
	parameter        SHORT = 0;
	parameter        TICKS = 1000;  // of a run; with SHORT all 65,535

	localparam LENGTH  = 1 << LOG2;
	localparam STATE_W = SHORT != 0 ? 16 : 32;
	localparam [32:0] POLYNOMIAL = SHORT != 0 ? 33'h0_0001_002d : 33'h1_0040_0007;
	localparam CLOCKS  = 4 * TICKS * LENGTH + 10000;
	`include "bench.vh"
	`include "bench_end.vh"

	reg        clear = 1'b1, cleared = 1'b0;
	reg [7:0]  run = 8'd0;
	wire       tick;
	gnomon_record_tick #(.LOG2(LOG2), .SEED(SEED), .SHORT(SHORT)) dut (.clk (clk),
		.clear_i (clear), .run_i (run), .tick_o (tick));

	function [31:0] product(input [31:0] a, input [31:0] b);
		reg [63:0] sum;
		integer    i;
		begin
			sum = 0;
			for (i = 0; i < STATE_W; i = i + 1)
				if (b[i])
					sum = sum ^ ({32'd0, a} << i);
			for (i = 2 * STATE_W - 2; i >= STATE_W; i = i - 1)
				if (sum[i])
					sum = sum ^ ({31'd0, POLYNOMIAL} << (i - STATE_W));
			product = sum[31:0];
		end
	endfunction

	// x^LENGTH, by squares
	reg [31:0] leap;
	integer    s;
	initial begin
		leap = 2;
		for (s = 0; s < LOG2; s = s + 1)
			leap = product(leap, leap);
	end

	reg [31:0] state;
	integer    place, opening, latest = -1, found, at = -1, ticks = 0, runs = 0, k;
	integer    times [0:LENGTH-1], pairs [0:(SHORT != 0 ? LENGTH * LENGTH : 1)-1];
	integer    n_least = 0, n_most = 0;
	initial begin
		for (k = 0; k < LENGTH; k = k + 1)
			times[k] = 0;
		for (k = 0; k < (SHORT != 0 ? LENGTH * LENGTH : 1); k = k + 1)
			pairs[k] = 0;
	end

	always @(posedge clk) begin
		if (at >= 0) begin
			place = SEED == 0 ? LENGTH - 1 : state % LENGTH;
			found = found + tick;
			if (tick !== (at == place) || tick)
				equal(tick, at == place, "tick");
			if (at == LENGTH - 1) begin
				equal(found, 1, "ticks of a period");
				n_least = n_least + (place == 0);
				n_most  = n_most + (place == LENGTH - 1);
				times[place] = times[place] + 1;
				if (latest < 0)
					opening = place;
				else if (SHORT != 0)
					pairs[latest * LENGTH + place] =
						pairs[latest * LENGTH + place] + 1;
				latest = place;
				state  = product(state, leap);
				found  = 0;
				ticks  = ticks + 1;
			end
		end
		at = clear ? -1 : cleared ? 0 : at < 0 ? -1 : (at + 1) % LENGTH;
		cleared = clear;
		if (clear) begin
			state = SEED ^ (SEED == 0 ? 0 : run);
			found = 0;
		end
		// Runs that are cut off, with other numbers, then a whole one
		clear <= runs < 20 && chance(2000 / LENGTH + 1);
		if (clear) begin
			runs   = runs + 1;
			ticks  = 0;
			latest = -1;
			for (k = 0; k < LENGTH; k = k + 1)
				times[k] = 0;
			for (k = 0; k < (SHORT != 0 ? LENGTH * LENGTH : 1); k = k + 1)
				pairs[k] = 0;
		end
		run <= SEED == 0 ? $random(seed) : runs < 19 ? 8'd1 << (runs % 8) : 8'd85;
		if (ticks == TICKS && runs >= 20) begin
			if (SEED == 0 || TICKS > 20 * LENGTH)
				covered(n_most, "the last place");
			if (SEED != 0 && TICKS > 20 * LENGTH)
				covered(n_least, "the first place");
			if (SHORT != 0)
				for (k = 0; k < LENGTH; k = k + 1)
					equal(times[k], 65536 / LENGTH - (k == 0),
						"how often a place comes");
			// the first period follows the last one of the state
			if (SHORT != 0) begin
				k = latest * LENGTH + opening;
				pairs[k] = pairs[k] + 1;
				for (k = 0; k < LENGTH * LENGTH; k = k + 1)
					equal(pairs[k], 65536 / LENGTH / LENGTH - (k == 0),
						"how often a pair of places comes");
			end
			finish(0, 0);
		end
	end
endmodule
