// SPDX-License-Identifier: Apache-2.0
//
// Bench of gnomon_record_sync: pulses at random, some in a row, some cut off by a reset, against a
// list of the clocks of the pulses.
`timescale 1ns/1ns

module bench_sync;
	parameter  DEPTH  = 4;

	parameter LENGTH = 50000;
	localparam CLOCKS = 60000;
	`include "bench.vh"
	`include "bench_end.vh"

	reg  rst = 1'b1, sync = 1'b0;
	wire eve, start, clear, zero, first;
	gnomon_record_sync #(.DEPTH(DEPTH)) dut (.clk (clk), .rst (rst), .sync_i (sync),
		.eve_o (eve),
		.start_o (start), .clear_o (clear), .zero_o (zero), .first_o (first));

	reg     pulse [0:LENGTH];
	integer now = 0, since = 0;   // the clock; the first one after the last reset
	integer n_start = 0, n_near = 0, n_cut = 0;

	// Was there a pulse `ago` clocks ago that no reset has wiped out?
	function was(input integer ago);
		was = now - ago >= since && pulse[now - ago];
	endfunction

	always @(posedge clk) begin
		pulse[now] = sync;
		if (now > 0) begin
			equal(eve, was(DEPTH - 2), "eve");
			equal(start, was(DEPTH), "start");
			equal(clear, was(1) || was(2) || was(3) || was(4), "clear");
			equal(zero, was(DEPTH - 1) || was(DEPTH) || was(DEPTH + 1)
				|| was(DEPTH + 2), "zero");
			equal(first, was(DEPTH + 1), "first");
		end
		n_start = n_start + was(4);
		n_near  = n_near + (was(1) && (was(2) || was(3) || was(4)));
		n_cut   = n_cut + (rst && (was(0) || was(1) || was(2) || was(3) || was(4)
			|| was(5)));
		now = now + 1;
		if (rst)
			since = now;
		rst  <= now < 3 || chance(10);
		sync <= chance(now % 1000 < 500 ? 30 : 300);
		if (now == LENGTH) begin
			covered(n_start, "pulse");
			covered(n_near, "pulses near each other");
			covered(n_cut, "reset behind a pulse");
			finish(0, 0);
		end
	end
endmodule
