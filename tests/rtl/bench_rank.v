// SPDX-License-Identifier: Apache-2.0
//
// Bench of gnomon_rank: cells are written in its table and in its neighbours', and both lanes are read where nothing is written, against an array by cell
// address.
`timescale 1ns/1ns

module bench_rank;
	parameter  INDEX_W     = 10;
	parameter  CODE_W      = 4;
	parameter  CELL_W      = 14;
	parameter  BASE        = 1024;
	parameter  LANES       = 1;
	parameter  SINGLE_PORT = 0;
	parameter  REGISTERED  = 0;
	parameter  LENGTH      = 40000;

	localparam CLOCKS = 400000;
	localparam SPAN   = INDEX_W < 3 ? 8 : 1 << INDEX_W;   // cells of the table
	localparam CELLS  = 1 << INDEX_W;
	`include "bench.vh"
	`include "bench_end.vh"

	reg                wr = 1'b0;
	reg  [CELL_W-1:0]  addr = 0;
	reg  [7:0]         data = 0;
	reg  [INDEX_W-1:0] index0 = 0, index1 = 0;
	wire [CODE_W-1:0]  code0, code1;
	gnomon_rank #(.INDEX_W(INDEX_W), .CODE_W(CODE_W), .CELL_W(CELL_W), .BASE(BASE), .LANES(LANES), .SINGLE_PORT(SINGLE_PORT), .REGISTERED(REGISTERED)) dut (
		.clk (clk), .wr_valid_i (wr), .wr_addr_i (addr), .wr_data_i (data),
		.index0_i (index0), .code0_o (code0), .index1_i (index1), .code1_o (code1)
	);

	reg [7:0] cells [0:(1<<CELL_W)-1];
	reg [CODE_W-1:0] want0, want1, was0, was1;   // what was read in this clock, and in the one before
	reg       known = 1'b0, was_known;
	integer   n, n_in = 0, n_near = 0, n_read = 0, n_fresh = 0, at;

	task tick;
		begin
			@(negedge clk);
			{was_known, was0, was1} = {known, want0, want1};
			known = !wr;
			want0 = cells[BASE+index0];
			want1 = LANES == 2 ? cells[BASE+index1] : 0;
			if (wr)
				cells[addr] = data;
			if (REGISTERED != 0 ? was_known : known) begin
				equal(code0, REGISTERED != 0 ? was0 : want0, "code");
				equal(code1, REGISTERED != 0 ? was1 : want1, "code of the second lane");
				n_read  = n_read + 1;
				n_fresh = n_fresh + (BASE + index0 == addr);
			end
		end
	endtask

	initial begin
		@(negedge clk);
		for (n = 0; n < SPAN; n = n + 1) begin
			wr   = 1'b1;
			addr = BASE + n;
			data = $random(seed);
			tick;
		end
		for (n = 0; n < LENGTH; n = n + 1) begin
			wr     = chance(300);
			index0 = chance(100) ? addr - BASE : $random(seed);
			index1 = chance(100) ? index0 : $random(seed);
			if (wr) begin
				addr = chance(500) ? BASE + below(CELLS) : chance(500) ? BASE - SPAN + below(3 * SPAN) : $random(seed);
				// a table of fewer than 8 cells has none behind them
				at = addr;
				if (at >= BASE + CELLS && at < BASE + SPAN)
					addr = BASE;
				at = addr;
				n_in   = n_in + (at >= BASE && at < BASE + CELLS);
				n_near = n_near + (at < BASE || at >= BASE + SPAN);
			end
			data = $random(seed);
			tick;
		end
		covered(n_in, "cell written");
		covered(n_read, "code read");
		covered(n_fresh, "cell read that was written last");
		if (CELL_W > INDEX_W && CELL_W > 3)
			covered(n_near, "cell of another table written");
		finish(0, 0);
	end
endmodule
