// SPDX-License-Identifier: Apache-2.0
//
// Bench of gnomon_line_window: masters that read a time part by part, with any cycles and any other
// reads between the parts, and stores of any bytes; against the time of the first read.
`timescale 1ns/1ns

module bench_line_window;
	parameter  DATA_W  = 32;
	parameter  TIME_W  = 32;
	parameter  REAL    = 1;
	parameter  MASTERS = 1;
	parameter  LINES   = 2;
	parameter  LENGTH  = 60000;

	localparam CLOCKS = 1000000;
	localparam BYTES  = DATA_W / 8;
	`include "bench.vh"
	`include "bench_end.vh"

	reg  [TIME_W-1:0]   timer = 0, real_time = 0;
	reg  [8*LINES-1:0]  state = 0;
	reg                 rd = 1'b0, wr = 1'b0;
	reg  [3:0]          master = 0;
	reg  [4:0]          rd_addr = 0, wr_addr = 0;
	reg  [DATA_W-1:0]   wr_data = 0;
	reg  [BYTES-1:0]    sel = 0;
	wire [LINES-1:0]    raise, done;
	wire [4*LINES-1:0]  round;
	wire [DATA_W-1:0]   data;
	gnomon_line_window #(.DATA_W(DATA_W), .TIME_W(TIME_W), .REAL(REAL), .MASTERS(MASTERS),
		.LINES(LINES)) dut (
		.clk (clk), .time_i (timer), .real_i (real_time), .state_i (state),
		.raise_o (raise), .done_o (done), .round_o (round), .rd_valid_i (rd),
		.rd_master_i (master), .rd_addr_i (rd_addr), .rd_data_o (data),
		.wr_valid_i (wr), .wr_addr_i (wr_addr), .wr_data_i (wr_data), .wr_sel_i (sel)
	);

	// The bytes of the window as each master must read them, and the part that it reads next
	reg [7:0]   bytes [0:32*16-1];
	integer     part [0:15];      // 0: restarts
	integer     since [0:15];     // cycles since part 0
	reg [127:0] both;
	reg [255:0] now_bytes;
	reg [DATA_W-1:0] want;
	reg         wanted, hit, carry;
	reg [15:0]  known = 0;        // has latched a time
	integer     clocks, k, n, at, carried [0:15];
	integer     n_whole = 0, n_carry = 0, n_between = 0, n_again = 0, n_line = 0, n_none = 0,
		n_raise = 0, n_done = 0, n_both = 0, n_echo = 0, n_masked = 0, n_other = 0;

	function [63:0] any(input integer dummy);
		any = {$random(seed), $random(seed)};
	endfunction

	initial begin
		for (k = 0; k < 32 * 16; k = k + 1)
			bytes[k] = 8'd0;
		for (k = 0; k < 16; k = k + 1) begin
			part[k]    = 0;
			since[k]   = 0;
			carried[k] = 0;
		end
		@(negedge clk);
		for (clocks = 0; clocks < LENGTH; clocks = clocks + 1) begin
			// The times: often close to a carry into a higher part
			carry = &timer[(TIME_W > 8 ? 8 : TIME_W)-1:0];
			if (chance(40)) begin
				timer     = any(0);
				real_time = any(0);
				if (chance(500))
					timer = timer | {TIME_W{1'b1}} >> 1 + below(TIME_W - 8);
				carry = 1'b0;
			end else begin
				timer     = timer + chance(800);
				real_time = real_time + 1;
				carry     = carry && timer[7:0] == 0;
			end
			for (k = 0; k < 16; k = k + 1) begin
				carried[k] = carried[k] || carry;
				since[k]   = since[k] + 1;
			end
			state = any(0);
			both  = {64'd0, timer};
			if (REAL != 0)
				both[127:64] = {64'd0, real_time};
			// A read
			rd      = chance(600);
			master  = below(MASTERS);
			rd_addr = part[master] * BYTES + below(BYTES);
			if (chance(100))
				rd_addr = below(32);
			at = rd_addr / BYTES * BYTES;
			if (rd && at == 0) begin
				n_again = n_again + (part[master] != 0);
				for (k = 0; k < 16; k = k + 1)
					bytes[32*master + k] = both[8*k +: 8];
				since[master]   = 0;
				carried[master] = 0;
			end
			for (k = 0; k < 8; k = k + 1)
				bytes[32*master + 16 + k] = k < LINES ? state >> 8 * k : 0;
			for (k = 0; k < BYTES; k = k + 1)
				want[8*k +: 8] = bytes[32*master + at + k];
			known[master] = known[master] || (rd && at == 0);
			wanted = rd && (at >= 16 || known[master]);
			if (rd) begin
				n_line    = n_line + (at >= 16 && at < 16 + LINES);
				n_none    = n_none + (at >= 24);
				n_carry   = n_carry + (at > 0 && at < 16 && carried[master] != 0);
				n_between = n_between + (at > 0 && at < 16 && since[master] > 3);
				n_whole   = n_whole + (at + BYTES == 16);
				part[master] = at + BYTES >= 16 ? 0 : at / BYTES + 1;
			end
			// A store
			wr      = chance(400);
			wr_addr = chance(700) ? 16 + below(LINES) : below(32);
			wr_data = chance(200) ? state << 8 * (wr_addr % BYTES) : any(0);
			sel     = chance(300) ? {BYTES{1'b1}} : any(0);
			#1;
			for (n = 0; n < LINES; n = n + 1) begin
				k   = (16 + n) % BYTES;
				hit = wr && (16 + n) / BYTES == wr_addr / BYTES && sel[k];
				equal(raise[n], hit && wr_data[8*k + 4] && !wr_data[8*k + 7],
					"asserts");
				equal(done[n], hit && wr_data[8*k + 7], "finishes");
				if (hit)
					equal(round[4*n +: 4], wr_data[8*k +: 4], "round");
				n_raise  = n_raise + raise[n];
				n_done   = n_done + done[n];
				n_masked = n_masked + (wr && !hit && wr_data[8*k + 4]);
			end
			n_both  = n_both + ((raise & raise - 1) != 0);
			n_other = n_other + (wr && wr_addr < 16);
			@(negedge clk);
			if (wanted)
				equal(data, want, "read");
		end
		covered(n_whole > 100, "hundred times in full");
		covered(DATA_W == 64 && REAL == 0 || n_carry, "carry between two parts");
		covered(n_between, "long between two parts");
		covered(n_again, "restarted in the middle");
		covered(n_line, "state of a line");
		covered(n_none, "nothing there");
		covered(n_raise, "asserted");
		covered(n_done, "finished");
		covered(LINES == 1 || BYTES == 1 || n_both, "two lines in one store");
		covered(n_masked, "store beside a line");
		covered(n_other, "store to the time");
		finish(0, 0);
	end
endmodule
