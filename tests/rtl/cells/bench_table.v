// SPDX-License-Identifier: Apache-2.0
//
// Bench of gnomon_cell_table: writes at, around and far from its table cells, and resets, against
// an array of bytes by address.
`timescale 1ns/1ns

module bench_table;
	parameter  CELL_W = 14;
	parameter  BASE   = 40;
	parameter  CELLS  = 5;
	parameter  SPAN   = 8;   // cells of the table

	localparam CLOCKS = 100000;
	localparam LENGTH = 20000;
	`include "bench.vh"
	`include "bench_end.vh"

	reg                rst = 1'b1, wr = 1'b0;
	reg  [CELL_W-1:0]  addr = 0;
	reg  [7:0]         data = 0;
	wire [8*CELLS-1:0] cells;
	gnomon_cell_table #(.CELL_W(CELL_W), .BASE(BASE), .CELLS(CELLS)) dut (
		.clk (clk), .rst (rst), .wr_valid_i (wr), .wr_addr_i (addr), .wr_data_i (data),
			.cells_o (cells)
	);

	reg [7:0] bytes [0:CELLS-1];
	integer   n, k, at, n_in = 0, n_hole = 0, n_near = 0, n_reset = 0;

	initial begin
		@(negedge clk);
		for (n = 0; n < LENGTH; n = n + 1) begin
			rst  = n < 2 || chance(5);
			wr   = chance(700);
			addr = chance(700) ? BASE + below(SPAN) : chance(500)
				? BASE - SPAN + below(3 * SPAN) : $random(seed);
			data = $random(seed);
			at   = addr;
			@(negedge clk);
			for (k = 0; k < CELLS; k = k + 1) begin
				if (rst)
					bytes[k] = 8'd0;
				else if (wr && at == BASE + k)
					bytes[k] = data;
				equal(cells[8*k +: 8], bytes[k], "cell");
			end
			n_reset = n_reset + (rst && n > 10);
			n_in    = n_in + (!rst && wr && at >= BASE && at < BASE + CELLS);
			n_hole  = n_hole + (!rst && wr && at >= BASE + CELLS && at < BASE + SPAN);
			n_near  = n_near + (!rst && wr && (at < BASE || at >= BASE + SPAN));
		end
		covered(n_in, "cell written");
		covered(n_reset, "reset");
		if (CELLS < SPAN)
			covered(n_hole, "cell that is not there written");
		if (SPAN >> CELL_W == 0)
			covered(n_near, "cell of another table written");
		finish(0, 0);
	end
endmodule
