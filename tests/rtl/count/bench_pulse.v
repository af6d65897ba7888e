// SPDX-License-Identifier: Apache-2.0
//
// Bench of gnomon_count_pulse: random pulses, some across the start of a run, some too long for the
// value; against the clocks at which each began.
`timescale 1ns/1ns

module bench_pulse;
	parameter WIDTH  = 4;
	parameter LENGTH = 100000;

	localparam CLOCKS = 1000000;
	localparam [63:0] MOST = (64'd1 << WIDTH) - 1;
	`include "bench.vh"
	`include "bench_end.vh"

	reg              rst = 1'b1, first = 1'b0, gate = 1'b0, of = 1'b0;
	wire             valid;
	wire [WIDTH-1:0] value;
	gnomon_count_pulse #(.WIDTH(WIDTH)) dut (
		.clk (clk), .rst (rst), .first_i (first), .gate_i (gate), .of_i (of),
			.valid_o (valid), .value_o (value)
	);

	// since when the line is 1 (-1: it is 0), and the clock before time 0
	reg [63:0] now = 0, began = 0, start = 0, width;
	reg        high = 1'b0, want;
	integer    left, firsts = 30;
	integer    n_value = 0, n_left_out = 0, n_end_0 = 0, n_from_0 = 0, n_full = 0,
		n_more = 0, n_one = 0, n_closed = 0, n_next = 0;

	task tick;
		begin
			now   = now + 1;
			want  = 1'b0;
			if (first)
				start = now;
			if (high && !of) begin
				width      = now - began;
				want       = began > start && gate;
				n_left_out = n_left_out + (gate && began <= start);
				n_end_0    = n_end_0 + (gate && now == start + 1);
				n_from_0   = n_from_0 + (want && began == start + 1);
				n_full     = n_full + (want && width == MOST);
				n_more     = n_more + (want && width > MOST);
				n_one      = n_one + (want && width == 1);
				n_closed   = n_closed + (began > start && !gate);
				n_value    = n_value + want;
			end
			if (of && !high) begin
				n_next = n_next + (width != 0 && now == began + width + 1);
				began  = now;
			end
			high = of;
			@(negedge clk);
			if (!first && start != 0) begin
				equal(valid, want, "a value");
				if (want)
					equal(value, width > MOST ? MOST : width, "width");
			end
			first = 1'b0;
		end
	endtask

	initial begin
		width = 0;
		repeat (3) tick;
		rst = 1'b0;
		while (now < LENGTH) begin
			of = !of;
			if (chance(20))
				firsts = chance(500) ? 30 : 0;
			case (below(6))
			0: left = 1;
			1: left = 1 + below(3);
			2: left = MOST - 2 + below(5);
			3: left = MOST * 2 + below(5);
			4: left = 1 + below(12);
			default: left = chance(500) ? 1 : MOST;
			endcase
			for (left = of ? left : 1 + below(4); left > 0; left = left - 1) begin
				gate  = chance(800);
				first = chance(firsts) || start == 0;
				tick;
			end
		end
		covered(n_value > 100, "hundred values");
		covered(n_left_out, "pulse across time 0");
		covered(n_end_0, "pulse that ends at time 0");
		covered(n_from_0, "pulse from time 0 on");
		covered(n_full, "greatest width");
		covered(n_more, "width beyond it");
		covered(n_one, "one clock");
		covered(n_closed, "gate closed at the end");
		covered(n_next, "the next pulse a clock later");
		finish(0, 0);
	end
endmodule
