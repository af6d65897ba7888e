// SPDX-License-Identifier: Apache-2.0
//
// Bench of gnomon_count_window: random clocks with in and of, gates, runs and tables written at any
// time; against counts of the clocks of each window.
`timescale 1ns/1ns

module bench_window;
	parameter WIDTH  = 4;
	parameter CELL_W = 14;
	parameter BASE   = 40;
	parameter LENGTH = 200000;
	parameter LONG   = 0;     // a directed window of so many clocks with in

	localparam CLOCKS = 2000000;
	localparam [63:0] MOST = (64'd1 << WIDTH) - 1;
	`include "bench.vh"
	`include "bench_end.vh"

	reg               rst = 1'b1, first = 1'b0, wr = 1'b0, gate = 1'b0, of = 1'b0, in = 1'b0;
	reg  [CELL_W-1:0] addr = 0;
	reg  [7:0]        data = 0;
	wire              valid;
	wire [WIDTH-1:0]  value;
	gnomon_count_window #(.WIDTH(WIDTH), .CELL_W(CELL_W), .BASE(BASE)) dut (
		.clk (clk), .rst (rst), .first_i (first), .wr_valid_i (wr), .wr_addr_i (addr),
			.wr_data_i (data),
		.gate_i (gate), .of_i (of), .in_i (in), .valid_o (valid), .value_o (value)
	);

	reg [63:0] length = 1, ins = 0, hits = 0, got;   // N; clocks with in and with of in this
	                                                 // window
	reg [31:0] half;
	reg        whole = 1'b1, running = 1'b0, want;
	integer    n, k, clocks = 0, of_rate = 500, in_rate = 500, gate_rate = 900;
	integer    n_value = 0, n_one = 0, n_all = 0, n_none = 0, n_full = 0,
		n_more = 0, n_without = 0, n_last = 0, n_written = 0, n_begin = 0, n_closed = 0,
		n_byte = 0;

	task tick;
		begin
			want = 1'b0;
			if (gate) begin
				hits      = hits + of;
				ins       = ins + in;
				n_without = n_without + (of && !in);
				want      = in && ins == length && whole;
			end else
				n_closed = n_closed + (of && in);
			got = hits;
			if (want && !first) begin
				n_value = n_value + 1;
				n_one   = n_one + (length == 1);
				n_all   = n_all + (got == length && length > 1);
				n_none  = n_none + (got == 0);
				n_full  = n_full + (got == MOST);
				n_more  = n_more + (got > MOST);
				n_last  = n_last + of;
			end
			n_begin = n_begin + (first && ins != 0);
			if (want || first) begin
				hits = 0;
				ins  = 0;
			end
			if (wr && addr >= BASE && addr < BASE + 4) begin
				n_written = n_written + (ins != 0 && addr == BASE);
				n_byte    = n_byte + (in && gate && !whole);
				k         = addr - BASE;
				half[8*k +: 8] = data;
				whole     = k == 3;
				length    = {32'd0, half} + 64'd1;
				hits      = 0;
				ins       = 0;
			end
			@(negedge clk);
			if (running && !first) begin
				equal(valid, want, "a value");
				if (want)
					equal(value, got > MOST ? MOST : got, "how many");
			end
			running = running || first;
			first   = 1'b0;
			wr      = 1'b0;
			clocks  = clocks + 1;
		end
	endtask

	task some_tick;
		begin
			gate = chance(gate_rate);
			of   = chance(of_rate);
			in   = chance(in_rate);
			tick;
		end
	endtask

	task write(input [31:0] to);
		integer b;
		for (b = 0; b < 4; b = b + 1) begin
			while (chance(300))
				some_tick;
			wr   = 1'b1;
			addr = BASE + b;
			data = to >> 8 * b;
			some_tick;
		end
	endtask

	initial begin
		half = 0;
		repeat (3) @(negedge clk);
		rst = 1'b0;
		if (LONG != 0) begin
			write(LONG - 1);
			first = 1'b1;
			gate_rate = 1000;
			some_tick;
			for (n = 0; n < 2 * LONG; n = n + 1) begin
				gate = 1'b1;
				in   = 1'b1;
				of   = n % 3 == 0;
				tick;
			end
			equal(n_value, 2, "long windows");
		end
		while (clocks < LENGTH) begin
			if (chance(500))
				write(chance(300) ? 0 : chance(500) ? below(6) : chance(200)
					? MOST - 1 : chance(800) ? below(60) : 32'd1 << below(32));
			of_rate   = length == MOST || chance(200) ? 1000 : chance(100) ? 0
				: below(1001);
			in_rate   = length == MOST || chance(200) ? 1000 : below(1001);
			gate_rate = chance(300) ? 1000 : below(1001);
			first     = chance(300);
			for (n = below(300); n > 0; n = n - 1) begin
				if (chance(5)) begin
					wr   = 1'b1;
					// table cells that are not its own
					addr = chance(500) ? BASE + 4 + below(4)
						: BASE + 8 + below(16);
					data = $random(seed);
				end
				some_tick;
			end
		end
		covered(n_value > 1000, "thousand values");
		covered(n_one, "windows of one");
		covered(n_all, "all of a window");
		covered(n_none, "none of a window");
		covered(n_full, "greatest value");
		covered(n_more, "more than it");
		covered(n_without, "of without in");
		covered(n_last, "of in the last clock");
		covered(n_written, "written within a window");
		covered(n_byte, "in while the table is half written");
		covered(n_begin, "start within a window");
		covered(n_closed, "gate closed");
		finish(0, 0);
	end
endmodule
