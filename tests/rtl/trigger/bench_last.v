// SPDX-License-Identifier: Apache-2.0
//
// Bench of gnomon_trigger_last: table cells are written in its two tables and in their neighbours',
// and code and actions are read where nothing is written, against an array by address.
`timescale 1ns/1ns

module bench_last;
	parameter  INDEX_W      = 8;
	parameter  CODE_W       = 4;
	parameter  CELL_W       = 14;
	parameter  BASE         = 1024;
	parameter  ACTIONS_BASE = 512;
	parameter  LENGTH       = 40000;

	localparam CLOCKS = 200000;
	localparam CELLS  = 1 << INDEX_W;
	localparam SPAN   = INDEX_W < 3 ? 8 : CELLS;  // cells of a table
	`include "bench.vh"
	`include "bench_end.vh"

	reg                wr = 1'b0;
	reg  [CELL_W-1:0]  addr = 0;
	reg  [7:0]         data = 0;
	reg  [INDEX_W-1:0] index = 0;
	wire [CODE_W-1:0]  code;
	wire [7:0]         actions;
	gnomon_trigger_last #(.INDEX_W(INDEX_W), .CODE_W(CODE_W), .CELL_W(CELL_W), .BASE(BASE),
		.ACTIONS_BASE(ACTIONS_BASE)) dut (
		.clk (clk), .wr_valid_i (wr), .wr_addr_i (addr), .wr_data_i (data),
		.index_i (index), .code_o (code), .actions_o (actions)
	);

	reg [7:0]        cells [0:(1<<CELL_W)-1];
	reg [CODE_W-1:0] want;
	integer          n, table_at, n_code = 0, n_acts = 0, n_near = 0, n_read = 0, n_fresh = 0;

	// a table of fewer than 8 table cells has none behind them
	function is_behind(input integer at, input integer base);
		is_behind = at >= base + CELLS && at < base + SPAN;
	endfunction
	function is_of(input integer at, input integer base);
		is_of = at >= base && at < base + CELLS;
	endfunction

	task tick;
		begin
			@(negedge clk);
			want = cells[BASE+index];
			if (!wr) begin
				equal(code, want, "code");
				equal(actions, cells[ACTIONS_BASE+index], "actions");
				n_read  = n_read + 1;
				n_fresh = n_fresh
					+ (BASE + index == addr || ACTIONS_BASE + index == addr);
			end else
				cells[addr] = data;
		end
	endtask

	initial begin
		@(negedge clk);
		for (n = 0; n < 2 * SPAN; n = n + 1) begin
			wr   = 1'b1;
			addr = n < SPAN ? BASE + n : ACTIONS_BASE + n - SPAN;
			data = $random(seed);
			if (!is_behind(addr, BASE) && !is_behind(addr, ACTIONS_BASE))
				tick;
		end
		for (n = 0; n < LENGTH; n = n + 1) begin
			wr       = chance(300);
			table_at = chance(500) ? BASE : ACTIONS_BASE;
			index    = chance(100) ? addr : $random(seed);
			if (wr) begin
				addr = chance(700) ? table_at + below(CELLS) : chance(500)
					? table_at - SPAN + below(3 * SPAN) : $random(seed);
				if (is_behind(addr, BASE) || is_behind(addr, ACTIONS_BASE))
					addr = BASE;
				n_code = n_code + is_of(addr, BASE);
				n_acts = n_acts + is_of(addr, ACTIONS_BASE);
				n_near = n_near + !(is_of(addr, BASE) || is_of(addr, ACTIONS_BASE));
			end
			data = $random(seed);
			tick;
		end
		covered(n_code, "code written");
		covered(n_acts, "actions written");
		covered(n_near, "cell of another table written");
		covered(n_read, "cell read");
		covered(n_fresh, "cell read that was written last");
		finish(0, 0);
	end
endmodule
