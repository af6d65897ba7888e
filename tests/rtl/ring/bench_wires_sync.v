// SPDX-License-Identifier: Apache-2.0
//
// Bench of gnomon_ring_wires_pulse and a chain of gnomon_ring_wires_sync: each pulse comes at all
// chips in the same cycle, with up to four wrong cycles of its code; noise of up to eleven wrong
// cycles in 31, and a wire that becomes stuck, give none.
`timescale 1ns/1ns

module bench_wires_sync;
	parameter CHIPS  = 3;   // further chips
	parameter DELAY  = 2;
	parameter PULSES = 3000;

	localparam WAIT   = CHIPS * DELAY + CHIPS - 1;
	localparam CLOCKS = PULSES * (2 * WAIT + 400) + 1000;
	`include "bench.vh"
	`include "bench_end.vh"

	reg              rst = 1'b1, sync = 1'b0;
	wire             local_sync, quiet;
	wire [CHIPS:0]   sent;
	wire [CHIPS-1:0] got, far_sync;
	reg  [CHIPS-1:0] flips = 0, zeros = 0, ones = 0;
	gnomon_ring_wires_pulse #(.WAIT(WAIT)) pulse (
		.clk (clk), .rst (rst), .sync_i (sync), .sync_o (local_sync), .quiet_o (quiet),
		.wire_o (sent[0])
	);
	genvar n;
	generate
		for (n = 0; n < CHIPS; n = n + 1) begin : chip
			wire_errors #(.WIDTH(1), .DELAY(DELAY)) wires (
				.clk (clk), .d_i (sent[n]), .q_o (got[n])
			);
			gnomon_ring_wires_sync #(.WAIT((CHIPS - 1 - n) * (DELAY + 1))) dut (
				.clk (clk), .rst (rst),
				.wire_i (((got[n] ^ flips[n]) & !zeros[n]) | ones[n]),
				.wire_o (sent[n+1]), .sync_o (far_sync[n])
			);
		end
	endgenerate

	// Errors: a given number of wrong cycles in any 31, on one wire of the chain
	integer wrong = 0, at_chip = 0, history = 0, k, n_wrong = 0, n_pulse = 0, n_noise = 0,
		n_stuck = 0, due = -1;
	reg [29:0] lately = 0;
	always @(posedge clk) begin
		k = 0;
		for (history = 0; history < 30; history = history + 1)
			k = k + lately[history];
		flips <= 0;
		if (k < wrong && chance(400)) begin
			flips[at_chip] <= 1'b1;
			lately = {lately[28:0], 1'b1};
			n_wrong = n_wrong + 1;
		end else
			lately = {lately[28:0], 1'b0};
		// the pulse, in its cycle, at all chips
		due = sync ? WAIT + 33 : due - 1;
		if (!rst) begin
			if (sync || due >= -1)
				check(quiet === (due < 0), "quiet when the pulse has come");
			if (local_sync || due == 0)
				check(local_sync === (due == 0), "pulse on the own chip");
			if (|far_sync || due == 0)
				check(far_sync === {CHIPS{due == 0}}, "pulse on the other chips");
			n_pulse = n_pulse + (due == 0);
		end
	end

	integer p;
	initial begin
		repeat (20) @(posedge clk);
		rst <= 1'b0;
		for (p = 0; p < PULSES; p = p + 1) begin
			at_chip = below(CHIPS);
			if (chance(300)) begin  // noise alone
				wrong = 0;
				repeat (WAIT + 40) @(posedge clk);
				wrong = below(12);
				n_noise = n_noise + (wrong == 11);
				repeat (80) @(posedge clk);
			end else if (chance(200)) begin  // a wire is stuck, and is free again
				wrong = 0;
				repeat (WAIT + 40) @(posedge clk);
				if (chance(500))
					ones[at_chip] <= 1'b1;
				else
					zeros[at_chip] <= 1'b1;
				repeat (1 + below(80)) @(posedge clk);
				ones  <= 0;
				zeros <= 0;
				n_stuck = n_stuck + 1;
			end
			wrong = 0;
			repeat (WAIT + 80) @(posedge clk);
			wrong = below(5);
			sync  <= 1'b1;
			@(posedge clk);
			sync <= 1'b0;
			repeat (WAIT + 34 + below(30)) @(posedge clk);
		end
		equal(n_pulse, PULSES, "pulses");
		covered(n_wrong > 100, "wrong cycles");
		covered(n_noise > 10, "noise");
		covered(n_stuck > 10, "stuck wire");
		finish(0, 0);
	end
endmodule
