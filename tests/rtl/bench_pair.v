// SPDX-License-Identifier: Apache-2.0
//
// Bench of gnomon_pair: counts, restarts and snapshots against sums, near saturation too, and the compressed form against arithmetic.
`timescale 1ns/1ns

module bench_pair;
	parameter COMPRESSED = 0;
	parameter LENGTH     = 100000;

	localparam CLOCKS = 2 * LENGTH;
	localparam [63:0] MOST = 64'hFFFFFFFF;
	`include "bench.vh"
	`include "bench_end.vh"
	`include "short_form.vh"

	reg a = 1'b0, b = 1'b0, restart = 1'b1, take = 1'b0;
	wire        busy;
	wire [31:0] a_out, b_out;
	wire [15:0] form;

	gnomon_pair #(.COMPRESSED(COMPRESSED)) dut (
		.clk (clk), .a_i (a), .b_i (b), .restart_i (restart), .take_i (take),
		.busy_o (busy), .a_o (a_out), .b_o (b_out), .form_o (form)
	);

	// Instead of waiting for 2^32 clocks: the counters' registers, and the model's
	reg [63:0] a_now = 0, b_now = 0, a_taken, b_taken;
	task put(input [31:0] a_value, input [31:0] b_value);
		begin
			dut.a_q = a_value;
			dut.b_q = b_value;
			a_now   = a_value;
			b_now   = b_value;
		end
	endtask

	function [31:0] some_value(input integer dummy);
		case (below(4))
		0:       some_value = 32'd1 << below(32);
		1:       some_value = (32'd1 << below(32)) + below(5) - 2;
		2:       some_value = below(130);
		default: some_value = $unsigned($random(seed)) >> below(32);
		endcase
	endfunction

	integer clocks = 0, age = 0, a_rate = 500, b_rate = 500;
	integer n_restart = 0, n_both = 0, n_full = 0, n_full_restart = 0, n_exact = 0, n_short = 0, n_long = 0, n_a_most = 0, n_e_most = 0;
	reg     taken = 1'b0, full;

	always @(negedge clk)
		if (clocks > 1000 && below(40) == 0) begin
			if (chance(200))
				put(chance(500) ? MOST - below(4) : some_value(0), MOST - below(4));
			else
				put(some_value(0), some_value(0));
		end

	always @(posedge clk) begin
		clocks = clocks + 1;
		// what is seen
		if (taken && COMPRESSED == 0) begin
			check(!busy, "busy");
			equal(a_out, a_taken, "A");
			equal(b_out, b_taken, "B");
		end else if (taken && !busy) begin
			equal(form, short_form(a_taken, b_taken), "form");
			n_exact  = n_exact + (b_taken < 32);
			n_short  = n_short + (b_taken >= 32 && b_taken < 64);
			n_long   = n_long + (b_taken >= 64);
			n_a_most = n_a_most + (form[15:11] == 31);
			n_e_most = n_e_most + (form[4:0] == 26);
		end
		age = age + 1;
		check(!taken || !busy || age < 32, "normalised in time");
		// what the held inputs do
		full = a_now == MOST || b_now == MOST;
		if (take) begin
			a_taken   = a_now;
			b_taken   = b_now;
			taken     = 1'b1;
			age       = 0;
			n_both    = n_both + restart;
			n_full    = n_full + full;
		end
		if (restart) begin
			n_restart      = n_restart + 1;
			n_full_restart = n_full_restart + full;
			a_now = 0;
			b_now = 0;
		end
		if (restart || !full) begin
			a_now = a_now + a;
			b_now = b_now + b;
		end
		// the next inputs; a snapshot is taken when the one before it is normalised
		if (below(100) == 0) begin
			a_rate = below(1001);
			b_rate = below(1001);
		end
		a       <= chance(a_rate);
		b       <= chance(b_rate);
		restart <= clocks < 5 || below(60) == 0;
		take    <= clocks > 10 && age > 0 && (COMPRESSED == 0 || age > 32) && below(6) == 0;
		if (clocks == LENGTH) begin
			covered(n_restart, "restart");
			covered(n_both, "take and restart in one clock");
			covered(n_full, "take of a full counter");
			covered(n_full_restart, "restart of a full counter");
			if (COMPRESSED != 0) begin
				covered(n_exact, "B below 32");
				covered(n_short, "B below 64");
				covered(n_long, "B of more than six bits");
				covered(n_a_most, "A at most 31");
				covered(n_e_most, "greatest exponent");
			end
			finish(0, 0);
		end
	end
endmodule
