// SPDX-License-Identifier: Apache-2.0
//
// Bench of gnomon_trigger_port: writes of all pages, in a row and far apart, control writes more
// often than others, runs that restart, resets; against registers, sums of pauses and a count for
// each process, kept by the time of the write.
`timescale 1ns/1ns

module bench_port;
	parameter  FIRE  = 6;
	parameter  WRITE = 9;
	parameter  PC    = 1;
	parameter  TIME  = 1;

	parameter LENGTH = 100000;
	localparam CLOCKS = 400000;
	localparam PAGES  = 16;
	`include "bench.vh"
	`include "bench_end.vh"

	reg         rst = 1'b1, sync = 1'b0, clear = 1'b1, valid = 1'b0;
	reg  [9:0]  addr = 0;
	reg  [31:0] data = 0, pc = 0;
	wire        fire, user, start, stop, mark;
	wire [9:0]  addr_told;
	wire [15:0] process_told;
	wire [31:0] data_told, state, pc_told, own;
	gnomon_trigger_port #(.FIRE(FIRE), .WRITE(WRITE), .PC(PC), .TIME(TIME), .EARLY(1)) dut (
		.clk (clk), .rst (rst), .sync_i (sync), .clear_i (clear), .valid_i (valid),
			.addr_i (addr), .data_i (data), .pc_i (pc),
		.fire_o (fire), .user_o (user), .start_o (start), .stop_o (stop), .mark_o (mark),
			.process_o (process_told),
		.addr_o (addr_told), .data_o (data_told), .state_o (state), .pc_o (pc_told),
			.time_o (own)
	);

	// What was on the wires, by clock; a write in a reset, or cut off by one, is none
	reg         valid_of [0:LENGTH];
	reg  [9:0]  addr_of [0:LENGTH];
	reg  [31:0] data_of [0:LENGTH], pc_of [0:LENGTH];
	reg  [15:0] early_of [0:LENGTH];        // the process register, the clock's write included
	reg  [15:0] early = 0;
	integer     n, t, k;

	// State at the time of the reported write
	reg  [15:0] process = 0;
	reg  [7:0]  runnable = 0;
	reg         still = 1'b0;
	integer     since = 0;                  // when the time counter was stopped
	reg  [31:0] paused = 0, want_data;
	reg  [31:0] ran [0:63];
	reg         is_control, was_process = 1'b0, quiet = 1'b0;
	integer     rate = 500, reset_left = WRITE + 5, clear_left = 20, most = 4;
	integer     n_page [0:PAGES-1];
	integer     n_fire = 0, n_row = 0, n_switch_row = 0, n_same = 0, n_pause = 0,
		n_twice = 0, n_start_only = 0, n_long = 0, n_alias = 0, n_clear = 0;
	integer     n_clear_still = 0, n_reset = 0, n_start = 0, n_stop = 0, n_mark = 0,
		n_next = 0, n_back = 0;
	integer     n_sync = 0, n_process = 0, n_runnable = 0;

	// The event, FIRE clocks after the write
	task see_event;
		if (n >= FIRE && !quiet) begin
			t = n - FIRE;
			is_control = addr_of[t][9:6] == 0;
			equal(fire, valid_of[t], "fires");
			equal({user, start, stop, mark}, valid_of[t]
				? {!is_control, is_control && addr_of[t][5:0] == 2, is_control
				&& addr_of[t][5:0] == 3,
			      is_control && addr_of[t][5:0] == 6} : 0, "what it does");
			equal(process_told, early_of[t], "process with the event");
			n_fire  = n_fire + fire;
			n_start = n_start + start;
			n_stop  = n_stop + stop;
			n_mark  = n_mark + mark;
		end
	endtask

	// The payload, WRITE clocks after the write; what the clock of the write did to the
	// registers
	task see_write;
		if (n >= WRITE && !rst && !quiet) begin
			t          = n - WRITE;
			is_control = valid_of[t] && addr_of[t][9:6] == 0;
			want_data  = data_of[t];
			if (is_control)
				case (addr_of[t][5:0])
				0: begin
					n_same       = n_same + (process == data_of[t][15:0]);
					n_alias      = n_alias + (process != data_of[t][15:0]
						&& (process ^ data_of[t]) % 64 == 0
						&& ran[process%64] > 2);
					n_switch_row = n_switch_row + was_process;
					n_back       = n_back + (was_process
						&& process % 64 != data_of[t] % 64
						&& ran[data_of[t]%64] > 0);
					process      = data_of[t][15:0];
				end
				1: runnable = data_of[t][7:0];
				4: begin
					n_twice = n_twice + still;
					if (!still)
						since = t;
					still = 1'b1;
				end
				5: begin
					n_start_only = n_start_only + !still;
					if (still && !clear) begin
						paused  = paused + (t - since);
						n_pause = n_pause + 1;
						n_long  = n_long + (t - since > 300);
						n_next  = n_next + (t - since == 1);
					end
					still     = 1'b0;
					want_data = paused;
				end
				default: ;
				endcase
			was_process = is_control && addr_of[t][5:0] == 0;
			if (clear) begin   // before time 0
				n_clear       = n_clear + (paused > 0);
				n_process     = n_process
					+ (is_control && addr_of[t][5:0] == 0 && process != 0);
				n_runnable    = n_runnable + (runnable != 0);
				process  = 0;
				runnable = 0;
				n_clear_still = n_clear_still + still;
				paused = 0;
				still  = 1'b0;
				for (k = 0; k < 64; k = k + 1)
					ran[k] = 0;
			end else begin
				if (valid_of[t]) begin
					equal(addr_told, addr_of[t], "address");
					equal(data_told, want_data, "data");
					equal(state, {8'd0, runnable, process},
						"process and runnable");
					equal(pc_told, PC != 0 ? pc_of[t] : 0, "PC");
					equal(own, TIME != 0 ? ran[process%64] : 0, "process time");
					n_page[addr_of[t][9:6]] = n_page[addr_of[t][9:6]] + 1;
					n_row = n_row + (t > 0 && valid_of[t-1]);
				end
				ran[process%64] = ran[process%64] + 1;
			end
		end
	endtask

	initial begin
		for (k = 0; k < 64; k = k + 1)
			ran[k] = 0;
		for (k = 0; k < PAGES; k = k + 1)
			n_page[k] = 0;
		@(negedge clk);
		for (n = 0; n < LENGTH; n = n + 1) begin
			if (chance(3)) begin
				rate = chance(300) ? 1000 : chance(300) ? 5 : below(1001);
				most = chance(300) ? 2 : chance(300) ? 65536 : 1 + below(200);
			end
			if (chance(1) && chance(200) && n > 1000)
				// a reset, with no write from a while before it
				reset_left = WRITE + 3 + below(20);
			rst   = reset_left > 0 && reset_left <= WRITE + 2;
			quiet = reset_left > 0;
			valid = !quiet && chance(rate);
			addr  = chance(500) ? below(7) : chance(300) ? 4 + below(2) : $random(seed);
			data  = chance(600) ? below(most) : $random(seed);
			if (chance(100))
				data[15:0] = process + 64 * below(3);
			pc = $random(seed);
			if (reset_left > 0)
				reset_left = reset_left - 1;
			if (rst) begin
				n_reset  = n_reset + (process != 0);
				process  = 0;
				runnable = 0;
				paused   = 0;
				still    = 1'b0;
				for (k = 0; k < 64; k = k + 1)
					ran[k] = 0;
			end
			if (clear_left > 0)
				clear_left = clear_left - 1;
			else if (chance(1) || quiet)
				clear_left = 1 + below(30);
			clear = clear_left > 0 || quiet;
			sync  = chance(2);
			early = rst || sync ? 0 : valid && addr[9:6] == 0 && addr[5:0] == 0 ? data
				: early;
			n_sync = n_sync + (sync && valid && addr == 0);
			early_of[n] = early;
			valid_of[n] = valid;
			addr_of[n]  = addr;
			data_of[n]  = data;
			pc_of[n]    = pc;
			#1;
			see_event;
			see_write;
			@(negedge clk);
		end
		covered(n_fire > 1000, "thousand writes");
		for (k = 0; k < PAGES; k = k + 1)
			covered(n_page[k], "each page");
		covered(n_row, "writes in a row");
		covered(n_start, "start");
		covered(n_stop, "stop");
		covered(n_mark, "mark");
		covered(n_switch_row, "switches in a row");
		covered(n_back, "switches in a row to one that ran");
		covered(n_same, "switch to the same process");
		covered(n_alias, "switch to one 64 apart");
		covered(n_pause > 10, "pause");
		covered(n_next, "pause of a clock");
		covered(n_long, "long pause");
		covered(n_twice, "stopped twice");
		covered(n_start_only, "started only");
		covered(n_clear, "cleared after a pause");
		covered(n_clear_still, "cleared in a pause");
		covered(n_reset, "reset");
		covered(n_sync, "a process named in the clock before time 0");
		covered(n_process, "a process named while cleared");
		covered(n_runnable, "runnable processes cleared");
		finish(0, 0);
	end
endmodule
