// SPDX-License-Identifier: Apache-2.0
//
// Bench of gnomon_count_occupancy: random goings in and out, to both ends; against a queue of
// integers.
`timescale 1ns/1ns

module bench_occupancy;
	parameter WIDTH  = 4;
	parameter LENGTH = 100000;

	localparam CLOCKS = 1000000;
	localparam [63:0] MOST = (64'd1 << WIDTH) - 1;
	`include "bench.vh"
	`include "bench_end.vh"

	reg              rst = 1'b1, gate = 1'b0, from = 1'b0, to = 1'b0;
	wire             valid;
	wire [WIDTH-1:0] value;
	gnomon_count_occupancy #(.WIDTH(WIDTH)) dut (
		.clk (clk), .rst (rst), .gate_i (gate), .from_i (from), .to_i (to),
			.valid_o (valid), .value_o (value)
	);

	reg [63:0] amount;
	integer    n, from_rate = 500, to_rate = 500;
	integer    n_full = 0, n_over = 0, n_back = 0, n_empty = 0, n_under = 0,
		n_both = 0, n_both_full = 0, n_both_empty = 0, n_closed = 0, n_reset = 0;
	reg        was_full = 1'b0;

	initial begin
		@(negedge clk);
		amount = 0;
		for (n = 0; n < LENGTH; n = n + 1) begin
			if (chance(10)) begin
				from_rate = chance(200) ? 1000 : below(1001);
				to_rate   = chance(200) ? 0 : below(1001);
			end
			rst  = n < 2 || chance(1);
			gate = chance(800);
			from = chance(from_rate);
			to   = chance(to_rate);
			n_over       = n_over + (from && !to && amount == MOST);
			n_under      = n_under + (to && !from && amount == 0);
			n_both       = n_both + (from && to && amount > 0 && amount < MOST);
			n_both_full  = n_both_full + (from && to && amount == MOST);
			n_both_empty = n_both_empty + (from && to && amount == 0);
			n_back       = n_back + (was_full && amount == MOST - 1);
			n_reset      = n_reset + (rst && amount != 0);
			was_full     = amount == MOST;
			if (rst)
				amount = 0;
			else if (from && !to && amount != MOST)
				amount = amount + 1;
			else if (to && !from && amount != 0)
				amount = amount - 1;
			n_full   = n_full + (amount == MOST);
			n_empty  = n_empty + (amount == 0);
			n_closed = n_closed + !gate;
			@(negedge clk);
			if (n > 1) begin
				equal(valid, gate, "a value");
				equal(value, amount, "occupancy");
			end
		end
		covered(n_full, "full");
		covered(n_over, "one more while full");
		covered(n_back, "back from full");
		covered(n_empty, "empty");
		covered(n_under, "one fewer while empty");
		covered(n_both, "both");
		covered(n_both_full, "both while full");
		covered(n_both_empty, "both while empty");
		covered(n_closed, "gate closed");
		covered(n_reset, "reset");
		finish(0, 0);
	end
endmodule
