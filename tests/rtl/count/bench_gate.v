// SPDX-License-Identifier: Apache-2.0
//
// Bench of gnomon_count_gate: random events, lines, processes, runs and tables; against the
// sentences of the contract over what was seen.
`timescale 1ns/1ns

module bench_gate;
	parameter CELL_W = 14;
	parameter BASE   = 40;
	parameter LENGTH = 200000;

	localparam CLOCKS = 1000000;
	`include "bench.vh"
	`include "bench_end.vh"

	reg               rst = 1'b1, first = 1'b0, wr = 1'b0, opens = 1'b0, closes = 1'b0,
		line = 1'b0;
	reg  [CELL_W-1:0] addr = 0;
	reg  [7:0]        data = 0;
	reg  [15:0]       process = 0;
	wire              open;
	gnomon_count_gate #(.CELL_W(CELL_W), .BASE(BASE)) dut (
		.clk (clk), .rst (rst), .first_i (first), .wr_valid_i (wr), .wr_addr_i (addr),
			.wr_data_i (data),
		.open_i (opens), .close_i (closes), .line_i (line), .process_i (process),
			.open_o (open)
	);

	reg [7:0]  cells [0:7];
	reg [7:0]  older [0:7];       // the table cells a clock ago: the comparison is that old
	reg [15:0] process_now;       // process_i of the clock before: that of this clock
	reg        by_events, event_open, event_close, at_start, running = 1'b0, want, by_process;
	integer    n, k, clocks = 0, mode;
	integer    n_always = 0, n_line = 0, n_events = 0, n_process = 0, n_all = 0,
		n_both = 0, n_start_open = 0, n_start_shut = 0, n_first_event = 0, n_open = 0,
		n_shut = 0;
	integer    n_partial = 0;

	initial begin
		for (k = 0; k < 8; k = k + 1) begin
			cells[k]  = 0;
			older[k] = 0;
		end
		@(negedge clk);
		at_start  = 1'b0;
		by_events = 1'b0;
		process_now = 0;
		mode = 0;
		for (n = 0; n < LENGTH; n = n + 1) begin
			if (chance(10))
				mode = below(8);
			rst     = n < 3;
			opens   = chance(mode < 4 ? 50 : 400);
			closes  = chance(mode < 4 ? 50 : 300);
			line    = chance(900);
			// mostly the process that the table names, or another in a bit
			process = chance(300) ? {cells[3], cells[2]} : chance(500)
				? {cells[3], cells[2]} ^ 16'd1 << below(16) : $random(seed);
			wr      = chance(20) && n > 3;
			addr    = chance(800) ? BASE + below(8) : BASE - 8 + below(24);
			data    = addr == BASE ? (chance(100) ? 0 : $random(seed)) : chance(300)
				? 8'hff << below(9) : $random(seed);
			first   = chance(20) || n == 5;
			event_open  = opens;    // of the time before
			event_close = closes;
			#1;
			// this clock: by the contract
			if (at_start)
				by_events = older[0][3];
			else if (event_close)
				by_events = 1'b0;
			else if (event_open)
				by_events = 1'b1;
			by_process = 1'b1;
			for (k = 0; k < 16; k = k + 1)
				if (older[4 + k/8][k%8] && process_now[k] != older[2 + k/8][k%8])
					by_process = 1'b0;
			want = (!cells[0][0] || line) && (!cells[0][1] || by_events)
				&& (!cells[0][2] || by_process);
			if (running) begin
				equal(open, want, "open");
				n_always     = n_always + (cells[0][2:0] == 0);
				n_line       = n_line + (cells[0][2:0] == 1);
				n_events     = n_events + (cells[0][2:0] == 2);
				n_process    = n_process + (cells[0][2:0] == 4);
				n_all        = n_all + (cells[0][2:0] == 7 && want);
				n_both       = n_both + (cells[0][1] && event_open && event_close);
				n_start_open = n_start_open
					+ (cells[0][1] && at_start && by_events);
				n_start_shut = n_start_shut
					+ (cells[0][1] && at_start && !by_events);
				n_first_event = n_first_event
					+ (cells[0][1] && at_start && (event_open || event_close));
				n_partial    = n_partial
					+ (cells[0][2] && by_process
					&& process_now != {older[3], older[2]});
				n_open       = n_open + want;
				n_shut       = n_shut + !want;
			end
			running  = running || first;
			at_start = first;
			process_now = process;
			for (k = 0; k < 8; k = k + 1)
				older[k] = cells[k];
			if (wr && addr >= BASE && addr < BASE + 8)
				cells[addr-BASE] = data;
			@(negedge clk);
		end
		covered(n_always, "always open");
		covered(n_line, "by line alone");
		covered(n_events, "by events alone");
		covered(n_process, "by process alone");
		covered(n_all, "open by all");
		covered(n_both, "an event that opens and closes");
		covered(n_start_open, "open at the start");
		covered(n_start_shut, "closed at the start");
		covered(n_first_event, "event in the clock before time 0");
		covered(n_partial, "a process that differs where nobody looks");
		covered(n_open > 1000 && n_shut > 1000, "open and closed");
		finish(0, 0);
	end
endmodule
