// SPDX-License-Identifier: Apache-2.0
//
// Bench of gnomon_cell_delay: every number of clocks, in flip-flops and in RAMs, against what was
// on the wires so long ago.
`timescale 1ns/1ns

module bench_delay;
	parameter  WIDTH  = 8;
	parameter  LENGTH = 1000;

	localparam CLOCKS = 2000;
	localparam MOST   = WIDTH == 1 ? 128 : 64;  // all of them with one bit; the rest takes long
	`include "bench.vh"
	`include "bench_end.vh"

	reg  [WIDTH-1:0]          d = 0;
	reg  [WIDTH-1:0]          was [0:LENGTH];   // what was on the wires, by clock
	wire [WIDTH*(MOST+1)-1:0] q_flops, q_ram;
	genvar k;
	generate
		for (k = 0; k <= MOST; k = k + 1) begin : gen_delay
			gnomon_cell_delay #(.WIDTH(WIDTH), .CLOCKS(k)) u_flops (.clk (clk),
				.d_i (d),
				.q_o (q_flops[WIDTH*k +: WIDTH]));
			gnomon_cell_delay #(.WIDTH(WIDTH), .CLOCKS(k), .RAM(1)) u_ram (.clk (clk),
				.d_i (d), .q_o (q_ram[WIDTH*k +: WIDTH]));
		end
	endgenerate

	integer n, c;
	initial begin
		@(negedge clk);
		for (n = 0; n < LENGTH; n = n + 1) begin
			d = {$random(seed), $random(seed), $random(seed), $random(seed),
				$random(seed)};
			was[n] = d;
			#1;
			for (c = 0; c <= MOST && c <= n; c = c + 1) begin
				check(q_flops[WIDTH*c +: WIDTH] === was[n-c], "flip-flops");
				check(q_ram[WIDTH*c +: WIDTH] === was[n-c], "RAM");
			end
			@(negedge clk);
		end
		finish(0, 0);
	end
endmodule
