// SPDX-License-Identifier: Apache-2.0
//
// Bench of gnomon_trigger_codes: random writes, tables and loads; against the tables as they were
// written, looked up plainly.
`timescale 1ns/1ns

module bench_codes;
	parameter CODE_W       = 4;
	parameter DATA_W       = 0;
	parameter GATE         = 0;
	parameter EVENT_LINES  = 0;
	parameter FIRE         = 6;
	parameter CELL_W       = 14;
	parameter CODES_BASE   = 1024;
	parameter DATA_BASE    = 4096;
	parameter ACTIONS_BASE = 8192;

	parameter LENGTH = 120000;
	localparam CLOCKS = 400000;
	localparam CODES  = 1 << CODE_W;
	localparam DATAS  = 1 << DATA_W;
	localparam LANES  = 1 + (GATE != 0) + (EVENT_LINES != 0);
	localparam LINES_W = EVENT_LINES == 0 ? 1 : EVENT_LINES;
	`include "bench.vh"
	`include "bench_end.vh"

	reg               live = 1'b0, valid = 1'b0, wr = 1'b0;
	reg  [9:0]        addr = 0;
	reg  [31:0]       data = 0;
	reg  [CELL_W-1:0] wr_addr = 0;
	reg  [7:0]        wr_data = 0;
	wire              opens, closes, hit;
	wire [7:0]        actions;
	wire [LINES_W-1:0] lines;
	gnomon_trigger_codes #(.CODE_W(CODE_W), .DATA_W(DATA_W), .GATE(GATE),
		.EVENT_LINES(EVENT_LINES),
		.FIRE(FIRE), .CELL_W(CELL_W),
	               .CODES_BASE(CODES_BASE), .DATA_BASE(DATA_BASE),
	               	.ACTIONS_BASE(ACTIONS_BASE)) dut (
		.clk (clk), .live_i (live), .valid_i (valid), .addr_i (addr), .data_i (data),
			.wr_valid_i (wr), .wr_addr_i (wr_addr), .wr_data_i (wr_data),
		.opens_o (opens), .closes_o (closes), .hit_o (hit), .actions_o (actions),
			.lines_o (lines)
	);

	// The tables, and by the clock of a write its code under the tables that hold since the
	// last load
	reg [7:0]  class_of [0:1023];
	reg [7:0]  code_of [0:CODES*DATAS-1];
	reg [7:0]  lanes [0:3*CODES-1];
	reg [8:0]  wanted [0:LENGTH+63];  // {written, code}
	reg        live_was [0:LENGTH+63];
	reg [8:0]  w;
	integer    n, k, phase, quiet = 0, step = 0, code;
	integer    n_hit = 0, n_none = 0, n_off = 0, n_row = 0, n_open = 0, n_close = 0,
		n_load = 0, n_other = 0, n_data = 0, n_lines = 0;

	task put_cell(input integer at, input integer value);
		begin
			wr      = 1'b1;
			wr_addr = at;
			wr_data = value;
		end
	endtask

	// One table cell of a load after the other; the masks are those of what the tables keep.
	task load_step;
		begin
			if (step < 1024) begin
				class_of[step] = chance(700) ? 0 : below(CODES);
				put_cell(CODES_BASE + step, class_of[step]);
			end else if (step < 1024 + CODES * DATAS) begin
				code_of[step-1024] = chance(300) ? 0 : below(CODES);
				if (DATA_W != 0)
					put_cell(DATA_BASE + step - 1024, code_of[step-1024]);
			end else begin
				lanes[step-1024-CODES*DATAS] = $random(seed);
				put_cell(ACTIONS_BASE + step - 1024 - CODES * DATAS,
					lanes[step-1024-CODES*DATAS]);
			end
			step = step + 1;
		end
	endtask

	initial begin
		for (n = 0; n < LENGTH + 64; n = n + 1) begin
			wanted[n]   = 0;
			live_was[n] = 0;
		end
		for (n = 0; n < 1024; n = n + 1)
			class_of[n] = 0;
		for (n = 0; n < CODES * DATAS; n = n + 1)
			code_of[n] = 0;
		for (n = 0; n < 3 * CODES; n = n + 1)
			lanes[n] = 0;
		@(negedge clk);
		for (n = 0; n < LENGTH; n = n + 1) begin
			wr = 1'b0;
			if (step == 1024 + CODES * DATAS + LANES * CODES) begin
				live  = quiet == 0;
				quiet = quiet > 0 ? quiet - 1 : 0;
				if (chance(1)) begin
					step = 0;
					live = 1'b0;
					n_load = n_load + 1;
					quiet = FIRE;
				end
			end else begin
				live = 1'b0;
				if (quiet > 0)
					quiet = quiet - 1;
				else
					load_step;
				if (step == 1024 + CODES * DATAS + LANES * CODES)
					quiet = FIRE;
			end
			// table cells of others
			if (!wr && chance(200)) begin
				put_cell(chance(500) ? CODES_BASE + 1024 + below(1024)
					: ACTIONS_BASE + 4 * CODES + 8 + below(1000),
					$random(seed));
				n_other = n_other + 1;
			end
			live = live && !(n % 89 < 2);
			live_was[n] = live;
			valid = chance(n / 5000 % 2 ? 950 : 300);
			addr  = $random(seed);
			data  = $random(seed);
			code  = DATA_W == 0 ? class_of[addr]
				: code_of[class_of[addr] * DATAS + (data & (DATAS - 1))];
			wanted[n] = {valid, code[7:0]};
			#1;
			if (n > FIRE) begin
				w = wanted[n-FIRE];
				k = w[8] && live_was[n-1] && w[7:0] != 0;
				equal(hit, k, "hit");
				equal(actions, k ? lanes[w[7:0]] : 8'd0, "actions");
				if (EVENT_LINES != 0)
					equal(lines, k ? lanes[(LANES-1)*CODES+w[7:0]]
						& ((1 << EVENT_LINES) - 1) : 0, "lines");
				else
					equal(lines, 0, "lines");
				n_lines = n_lines + (lines != 0);
				n_hit  = n_hit + k;
				n_row  = n_row + (k && wanted[n-FIRE-1][8]
					&& wanted[n-FIRE-1][7:0] != 0);
				n_none = n_none + (w[8] && live_was[n-1] && w[7:0] == 0);
				n_off  = n_off + (w[8] && !live_was[n-1] && w[7:0] != 0);
				n_data = n_data + (k && DATA_W != 0);
				w = wanted[n-FIRE+1];
				k = w[8] && live && w[7:0] != 0;
				equal(opens, GATE != 0 && k
					&& lanes[CODES+w[7:0]] % 2 == 1, "opens");
				equal(closes, GATE != 0 && k
					&& lanes[CODES+w[7:0]] / 2 % 2 == 1, "closes");
				n_open  = n_open + opens;
				n_close = n_close + closes;
			end
			@(negedge clk);
		end
		covered(n_hit > 1000, "thousand hits");
		covered(n_none > 1000, "thousand writes without a code");
		covered(n_off, "code while off");
		covered(n_row, "hits in a row");
		covered(n_load > 3, "loads");
		covered(n_other, "cells of others");
		covered(DATA_W == 0 || n_data, "codes by data");
		covered(EVENT_LINES == 0 || n_lines, "lines driven");
		covered(GATE == 0 || (n_open && n_close), "gate opened and closed");
		finish(0, 0);
	end
endmodule
