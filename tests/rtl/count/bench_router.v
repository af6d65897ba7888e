// SPDX-License-Identifier: Apache-2.0
//
// Bench of gnomon_count_router: random signals, functions and modes, lines written while all run;
// against the function of all signals of each clock.
`timescale 1ns/1ns

module bench_router;
	parameter SIGNALS = 8;
	parameter LINES   = 4;
	parameter CELL_W  = 14;
	parameter BASE    = 8192;
	parameter LENGTH  = 30000;

	localparam CLOCKS = 1000000;
	`include "bench.vh"
	`include "bench_end.vh"

	reg                rst = 1'b1, wr = 1'b0;
	reg  [CELL_W-1:0]  addr = 0;
	reg  [7:0]         data = 0;
	reg  [SIGNALS-1:0] signals = 0;
	wire [LINES-1:0]   lines, restart;
	gnomon_count_router #(.SIGNALS(SIGNALS), .LINES(LINES), .CELL_W(CELL_W), .BASE(BASE)) dut (
		.clk (clk), .rst (rst), .wr_valid_i (wr), .wr_addr_i (addr), .wr_data_i (data),
			.signal_i (signals),
		.line_o (lines), .restart_o (restart)
	);

	// The table as it was written, and the function of each line for the clock before
	reg [7:0]       cells [0:8*LINES-1];
	reg [LINES-1:0] half = 0, f, f_before = 0, want0 = 0, want1 = 0, want2 = 0, want3 = 0;
	reg [LINES-1:0] half1 = 0, half2 = 0, half3 = 0, half4 = 0;   // of the clocks before
	reg [3:0]       inputs;
	integer         k, s, clocks = 0, line, n, at, rate;
	integer         n_level = 0, n_rises = 0, n_falls = 0, n_edges = 0, n_absent = 0,
		n_last = 0, n_half = 0, n_fast = 0;
	integer         n_restart = 0;

	// The lines for the signals of this clock, by the table as it is now
	task look;
		for (k = 0; k < LINES; k = k + 1) begin
			for (s = 0; s < 4; s = s + 1) begin
				inputs[s] = cells[8*k+s] < SIGNALS ? signals >> cells[8*k+s] : 1'b0;
				n_absent  = n_absent + (cells[8*k+s] >= SIGNALS && !half[k]);
				n_last    = n_last + (cells[8*k+s] == SIGNALS - 1 && !half[k]
					&& inputs[s]);
			end
			f[k] = !half[k] && (inputs[3] ? cells[8*k+5] : cells[8*k+4]) >> inputs[2:0]
				& 1'b1;
			case (cells[8*k+6] & 8'd3)
			0: want0[k] = f[k];
			1: want0[k] = f[k] && !f_before[k];
			2: want0[k] = f_before[k] && !f[k];
			default: want0[k] = f[k] != f_before[k];
			endcase
			n_level = n_level + (cells[8*k+6][1:0] == 0 && want0[k]);
			n_rises = n_rises + (cells[8*k+6][1:0] == 1 && want0[k]);
			n_falls = n_falls + (cells[8*k+6][1:0] == 2 && want0[k]);
			n_edges = n_edges + (cells[8*k+6][1:0] == 3 && want0[k]);
			n_half  = n_half + half[k];
		end
	endtask

	task tick;
		begin
			clocks  = clocks + 1;
			for (n = 0; n < SIGNALS; n = n + 1)
				if (chance(rate))
					signals[n] = !signals[n];
			if (wr && addr >= BASE && addr < BASE + 8 * LINES) begin
				at   = addr - BASE;
				line = at / 8;
				// Byte 0: nothing from this clock on; byte 6: the new function from
				// this clock on
				cells[at] = data;
				half[line] = at % 8 == 0 || (half[line] && at % 8 != 6);
			end
			look;
			f_before = f;
			@(negedge clk);
			want3 = want2;
			want2 = want1;
			want1 = want0;
			half4 = half3;
			half3 = half2;
			half2 = half1;
			half1 = half;
			for (k = 0; k < LINES; k = k + 1)
				if (clocks > 8) begin
					equal(lines[k], want3[k], "line");
					equal(restart[k], half3[k] || half4[k],
						"restart with the line of that clock");
					n_restart = n_restart + (!half3[k] && half4[k]);
				end
			wr = 1'b0;
		end
	endtask

	reg [63:0] bytes;
	task write(input integer to, input integer fast);
		integer b;
		for (b = 0; b < 8; b = b + 1) begin
			while (!fast && chance(500))
				tick;
			wr   = 1'b1;
			addr = BASE + 8 * to + b;
			data = bytes[8*b +: 8];
			tick;
			n_fast = n_fast + fast;
		end
	endtask

	initial begin
		rate = 200;
		for (n = 0; n < 8 * LINES; n = n + 1)
			cells[n] = 0;
		repeat (4) @(negedge clk);
		rst = 1'b0;
		while (clocks < LENGTH) begin
			for (n = 0; n < 4; n = n + 1)
				bytes[8*n +: 8] = chance(800) ? below(SIGNALS) : chance(500)
					? $random(seed) : chance(400) ? SIGNALS - 1
					: SIGNALS + below(18);
			bytes[63:32] = $random(seed);
			if (clocks < LENGTH / 4) begin  // at first no line, then one
				bytes[39:32] = 8'd0;
				if (!chance(100))
					bytes[47:40] = 8'd0;
			end
			write(below(LINES), chance(300));
			rate = below(600);
			if (chance(200)) begin   // another table
				addr = chance(500) ? BASE + 8 * LINES + below(64)
					: BASE - 1 - below(64);
				data = $random(seed);
				wr   = addr < BASE || addr >= BASE + 8 * LINES;
			end
			for (at = chance(500) ? 0 : below(60); at > 0; at = at - 1) begin
				line = at;
				tick;
				at = line;
			end
		end
		covered(n_level, "level");
		covered(n_rises, "rises");
		covered(n_falls, "falls");
		covered(n_edges, "either edge");
		covered(n_absent, "a signal that is not there");
		covered(n_last, "the last signal");
		covered(n_half, "half written");
		covered(n_restart, "the first clock of a new function");
		covered(n_fast, "a byte every clock");
		finish(0, 0);
	end
endmodule
