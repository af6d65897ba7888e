// SPDX-License-Identifier: Apache-2.0
//
// Bench of gnomon_trigger_rank: table cells are written in its table and in its neighbours', and
// both lanes are read where nothing is written, against an array by address.
`timescale 1ns/1ns

module bench_rank;
	parameter  INDEX_W     = 10;
	parameter  CODE_W      = 4;
	parameter  CELL_W      = 14;
	parameter  BASE        = 1024;
	parameter  LANES       = 1;
	parameter  SINGLE_PORT = 0;
	parameter  REGISTERS   = 0;
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
	gnomon_trigger_rank #(.INDEX_W(INDEX_W), .CODE_W(CODE_W), .CELL_W(CELL_W), .BASE(BASE),
		.LANES(LANES), .SINGLE_PORT(SINGLE_PORT), .REGISTERS(REGISTERS)) dut (
		.clk (clk), .wr_valid_i (wr), .wr_addr_i (addr), .wr_data_i (data),
		.index0_i (index0), .code0_o (code0), .index1_i (index1), .code1_o (code1)
	);

	reg [7:0] cells [0:(1<<CELL_W)-1];
	reg [CODE_W-1:0] want0 [0:2], want1 [0:2];   // what was read in this clock, in the one
	                                             // before, in the one before that
	reg [2:0] known = 3'd0;
	integer   n, n_in = 0, n_near = 0, n_read = 0, n_fresh = 0, at;

	task tick;
		begin
			@(negedge clk);
			{want0[2], want0[1]} = {want0[1], want0[0]};
			{want1[2], want1[1]} = {want1[1], want1[0]};
			known    = {known, !wr};
			want0[0] = cells[BASE+index0];
			want1[0] = LANES == 2 ? cells[BASE+index1] : 0;
			if (wr)
				cells[addr] = data;
			if (known[REGISTERS]) begin
				equal(code0, want0[REGISTERS], "code");
				equal(code1, want1[REGISTERS], "code of the second lane");
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
				addr = chance(500) ? BASE + below(CELLS) : chance(500)
					? BASE - SPAN + below(3 * SPAN) : $random(seed);
				// a table of fewer than 8 table cells has none behind them
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
