// SPDX-License-Identifier: Apache-2.0
//
// Bench of gnomon_count_total: random clocks, runs, clears and gates; against a list of the clocks
// that count.
`timescale 1ns/1ns

module bench_total;
	parameter WIDTH  = 4;
	parameter LENGTH = 100000;

	localparam CLOCKS = 1000000;
	localparam [63:0] MOST = (64'd1 << WIDTH) - 1;
	`include "bench.vh"
	`include "bench_end.vh"

	reg              first = 1'b0, gate = 1'b0, of = 1'b0, clear = 1'b0;
	wire             valid;
	wire [WIDTH-1:0] value;
	gnomon_count_total #(.WIDTH(WIDTH)) dut (
		.clk (clk), .first_i (first), .gate_i (gate), .of_i (of), .clear_i (clear),
			.valid_o (valid), .value_o (value)
	);

	reg [63:0] sum = 0, seen;
	reg        running = 1'b0, counted;
	integer    n, rate = 500, clears = 20, firsts = 10;
	integer    n_value = 0, n_full = 0, n_more = 0, n_same = 0, n_after = 0,
		n_closed = 0, n_unseen = 0, n_clear = 0, n_begin = 0;
	reg        cleared = 1'b0;

	initial begin
		@(negedge clk);
		for (n = 0; n < LENGTH; n = n + 1) begin
			if (chance(3)) begin
				rate   = below(1001);
				firsts = chance(500) ? 10 : 0;
				clears = chance(400) ? 0 : chance(500) ? 300 : 1 << below(8);
			end
			first = n < 3 || chance(firsts);
			gate  = chance(850);
			of    = chance(rate);
			clear = chance(clears);
			// this clock
			counted  = of && gate;
			n_closed = n_closed + (of && !gate);
			n_unseen = n_unseen + (clear && !gate && sum != 0);
			n_same   = n_same + (counted && clear && sum != 0);
			n_after  = n_after + (counted && cleared && !first);
			seen     = sum + counted;
			n_value  = n_value + counted;
			n_full   = n_full + (counted && seen == MOST);
			n_more   = n_more + (counted && seen > MOST);
			n_begin  = n_begin + (first && counted && seen > 1);
			n_clear  = n_clear + (clear && gate);
			cleared  = clear && gate;
			@(negedge clk);
			if (running && !first) begin
				equal(valid, counted, "a value");
				if (counted)
					equal(value, seen > MOST ? MOST : seen, "count");
			end
			running = running || first;
			sum     = first || (clear && gate) ? 0 : seen;
		end
		covered(n_value > 1000, "thousand values");
		covered(n_full, "greatest count");
		covered(n_more, "count beyond it");
		covered(n_same, "clear in a clock that counts");
		covered(n_after, "count in the clock after clear");
		covered(n_closed, "gate closed");
		covered(n_unseen, "clear with the gate closed");
		covered(n_clear, "clear");
		covered(n_begin, "start while it counts");
		finish(0, 0);
	end
endmodule
