// SPDX-License-Identifier: Apache-2.0
//
// Bench of gnomon_trigger: random codes and qualifiers, live on and off, tables reloaded while
// it is off; against what was on the wires.
`timescale 1ns/1ns

module bench_trigger;
	parameter  CODE_W = 4;
	parameter  RANKS  = 3;
	parameter  CELL_W = 14;
	parameter  BASE   = 256;
	parameter  RANK_ACTIONS = 0;  // 1: random actions come with each code, there is no table

	localparam CLOCKS = 100000;
	localparam LENGTH = 40000;
	localparam LEVEL  = RANKS < 3 ? 3 : RANKS;
	localparam CODES  = 1 << CODE_W;
	`include "bench.vh"
	`include "bench_end.vh"

	reg               live = 1'b0, when = 1'b0, wr = 1'b0;
	reg  [CODE_W-1:0] code = 0;
	reg  [CELL_W-1:0] addr = 0;
	reg  [7:0]        data = 0;
	wire              hit;
	reg  [7:0]        beside = 0;
	wire [7:0]        actions;
	wire [CODE_W-1:0] index, told;
	gnomon_trigger #(.CODE_W(CODE_W), .RANKS(RANKS),
		.RANK_ACTIONS(RANK_ACTIONS), .CELL_W(CELL_W), .BASE(BASE)) dut (
		.clk (clk), .live_i (live), .when_i (when), .code_i (code), .actions_i (beside),
			.wr_valid_i (wr), .wr_addr_i (addr), .wr_data_i (data),
		.hit_o (hit), .actions_o (actions), .index_o (index), .code_o (told)
	);

	// By the clock of the word: its code, qualifier, whether it is a hit. Row n of live_was is
	// clock n.
	reg [CODE_W-1:0] code_of [0:LENGTH+31];
	reg              when_of [0:LENGTH+31];
	reg [7:0]        beside_of [0:LENGTH+31];
	reg              live_was [0:LENGTH];
	reg [7:0]        table_of [0:CODES-1];
	integer          n, k, t, load = 0, rate = 500;
	integer          n_hit = 0, n_row = 0, n_off = 0, n_unqualified = 0, n_load = 0;

	function hit_of(input integer word);
		hit_of = word >= 0 && when_of[word] && code_of[word] != 0 && live_was[word+LEVEL];
	endfunction

	initial begin
		for (n = 0; n < LENGTH + 32; n = n + 1) begin
			code_of[n] = below(100) * 10 < rate ? $random(seed) : 0;
			when_of[n] = chance(700);
			beside_of[n] = $random(seed);
			if (n % 1000 == 0)
				rate = chance(300) ? 1000 : below(1001);
		end
		@(negedge clk);
		for (n = 0; n < LENGTH; n = n + 1) begin
			// off in the first half of each 500 clocks of 2000, loaded then; and here
			// and there
			load = n % 2000;
			wr   = load >= 20 && load < 20 + 2 * CODES;
			live = !(load < 40 + 2 * CODES) && !(n % 97 < 3);
			// the neighbour's too
			addr = load < 20 + CODES ? BASE + load - 20 : BASE + CODES + below(CODES);
			data = $random(seed);
			if (wr && load < 20 + CODES) begin
				table_of[load-20] = data;
				n_load = n_load + 1;
			end
			when = when_of[n];
			code = n >= RANKS ? code_of[n-RANKS] : 0;
			beside = n >= RANKS ? beside_of[n-RANKS] : 0;
			live_was[n] = live;
			#1;
			if (n > LEVEL)
				equal(index, code_of[n-LEVEL], "index");
			t = n - LEVEL - 1;
			if (t >= 0) begin
				equal(hit, hit_of(t), "hit");
				if (hit_of(t))
					equal(actions, RANK_ACTIONS != 0 ? beside_of[t]
						: table_of[code_of[t]], "actions");
				n_hit = n_hit + hit_of(t);
				n_row = n_row + (hit_of(t) && hit_of(t - 1));
				n_off = n_off + (when_of[t] && code_of[t] != 0
					&& !live_was[t+LEVEL]);
				n_unqualified = n_unqualified
					+ (!when_of[t] && code_of[t] != 0 && live_was[t+LEVEL]);
			end
			if (t >= 1 && hit_of(t - 1))
				equal(told, code_of[t-1], "code");
			@(negedge clk);
		end
		covered(n_hit > 1000, "thousand hits");
		covered(n_row, "hits in a row");
		covered(n_off, "event while off");
		covered(n_unqualified, "event without qualifier");
		covered(n_load, "table loaded");
		finish(0, 0);
	end
endmodule
