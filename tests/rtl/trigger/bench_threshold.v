// SPDX-License-Identifier: Apache-2.0
//
// Bench of gnomon_trigger_threshold: values around the limits, up, down and each, runs and tables
// written at any time; against the sentences of the contract.
`timescale 1ns/1ns

module bench_threshold;
	parameter WIDTH  = 6;
	parameter CELL_W = 14;
	parameter BASE   = 48;
	parameter LENGTH = 300000;

	localparam CLOCKS = 2000000;
	localparam [63:0] MOST = (64'd1 << WIDTH) - 1;
	`include "bench.vh"
	`include "bench_end.vh"

	reg               rst = 1'b1, first = 1'b0, wr = 1'b0, valid = 1'b0;
	reg  [CELL_W-1:0] addr = 0;
	reg  [7:0]        data = 0;
	reg  [WIDTH-1:0]  value = 0;
	wire              fire;
	gnomon_trigger_threshold #(.WIDTH(WIDTH), .CELL_W(CELL_W), .BASE(BASE)) dut (
		.clk (clk), .rst (rst), .first_i (first), .wr_valid_i (wr), .wr_addr_i (addr),
			.wr_data_i (data),
		.valid_i (valid), .value_i (value), .fire_o (fire)
	);

	reg [63:0] limit, rearm, now_value;
	reg        on = 1'b0, down = 1'b0, each = 1'b0, armed = 1'b1, running = 1'b0;
	reg        want, want_next, now_valid, hit;
	integer    n, clocks = 0, rate = 500, mode;
	integer    n_fire = 0, n_up = 0, n_down = 0, n_each = 0, n_not_armed = 0,
		n_same_fire = 0, n_same_rearm = 0, n_arm = 0, n_begin = 0, n_written = 0, n_off = 0;
	integer    n_half = 0, n_first = 0, n_next = 0;
	reg        by_write = 1'b0, by_start = 1'b0;

	// One clock: the value that is on the inputs decides want of two clocks later.
	task tick;
		begin
			now_value = value;
			now_valid = valid && on;
			n_off     = n_off + (valid && !on);
			want_next = 1'b0;
			if (now_valid) begin
				hit       = down ? now_value <= limit : now_value >= limit;
				want_next = hit && (armed || each);
				n_same_fire  = n_same_fire
					+ (want_next && now_value == limit && !each);
				n_same_rearm = n_same_rearm
					+ (!armed && !hit && now_value == rearm);
				n_not_armed  = n_not_armed + (hit && !armed && !each);
				n_up      = n_up + (want_next && !down && !each);
				n_down    = n_down + (want_next && down && !each);
				n_each    = n_each + (want_next && each && !armed);
				n_written = n_written + (want_next && by_write && !each);
				n_begin   = n_begin + (want_next && by_start && !each);
				n_next    = n_next + (want && want_next);
				n_first   = n_first + (want_next && first);
				n_fire    = n_fire + want_next;
				if (hit) begin
					armed = 1'b0;
					by_write = 1'b0;
					by_start = 1'b0;
				end
				if (down ? now_value > rearm : now_value < rearm) begin
					n_arm    = n_arm + !armed;
					armed    = 1'b1;
				end
			end
			if (first) begin
				by_start = !armed;
				armed    = 1'b1;
			end
			@(negedge clk);
			if (running)
				equal(fire, want, "fires");
			want    = want_next;
			running = running || !rst;
			first   = 1'b0;
			wr      = 1'b0;
		end
	endtask

	task some_tick;
		begin
			clocks = clocks + 1;
			valid  = chance(rate);
			case (mode)
			0: value = $random(seed);
			1: value = limit - 1 + below(3);
			2: value = rearm - 1 + below(3);
			3: value = chance(500) ? limit : rearm;
			default: value = chance(500) ? limit - 1 + below(3) : rearm - 1 + below(3);
			endcase
			first  = chance(3);
			tick;
		end
	endtask

	// The bytes in order, as a loader writes them. Off from the first to the last; armed for
	// the values that come in the clock of a write or later.
	reg [71:0] bytes;
	task write(input [31:0] to_limit, input [31:0] to_rearm, input [7:0] flags);
		integer b;
		begin
			bytes = {flags, to_rearm, to_limit};
			for (b = 0; b < 9; b = b + 1) begin
				while (chance(300))
					some_tick;
				n_half = n_half + (b > 0 && valid);
				wr     = 1'b1;
				addr   = BASE + b;
				data   = bytes[8*b +: 8];
				by_write = by_write || !armed;
				armed    = 1'b1;
				some_tick;   // with the table before it
				on    = 1'b0;
				if (b == 8) begin
					limit = to_limit & MOST;
					rearm = to_rearm & MOST;
					on    = flags[0];
					down  = flags[1];
					each  = flags[2];
				end
			end
		end
	endtask

	reg [31:0] some;
	initial begin
		limit = 0;
		rearm = 0;
		want  = 1'b0;
		mode  = 0;
		repeat (3) tick;
		rst = 1'b0;
		while (clocks < LENGTH) begin
			some = chance(100) ? 0 : chance(100) ? MOST : $random(seed) & MOST;
			n    = chance(400) ? 0 : chance(500) ? 1 + below(3)
				: below(MOST > 1000 ? 1000 : MOST);
			bytes[7:0] = {$random(seed), 3'd0} | (chance(800) ? 1 : 0)
				| (chance(500) ? 2 : 0) | (chance(250) ? 4 : 0);
			if (bytes[1])
				write(some, some + n > MOST ? MOST : some + n, bytes[7:0]);
			else
				write(some, n > some ? 0 : some - n, bytes[7:0]);
			mode = below(6);
			rate = chance(300) ? 1000 : below(1001);
			for (n = below(300); n > 0; n = n - 1) begin
				// other tables, and table cells of its own that do nothing
				if (chance(100)) begin
					wr   = 1'b1;
					addr = chance(500) ? BASE + 16 + below(16)
						: BASE - 16 + below(16);
					data = $random(seed);
				end
				some_tick;
				if (chance(20))
					mode = below(6);
			end
		end
		covered(n_fire > 1000, "thousand firings");
		covered(n_up, "up");
		covered(n_down, "down");
		covered(n_each, "each while not armed");
		covered(n_not_armed, "a value to fire while not armed");
		covered(n_same_fire, "the limit itself fires");
		covered(n_same_rearm, "the limit itself does not arm");
		covered(n_arm, "armed by a value");
		covered(n_begin, "armed by the start");
		covered(n_written, "armed by a write");
		covered(n_off, "off");
		covered(n_half, "values while the table is half written");
		covered(n_first, "fires in the clock before time 0");
		covered(n_next, "fires in clocks one after the other");
		finish(0, 0);
	end
endmodule
