// SPDX-License-Identifier: Apache-2.0
//
// Bench of gnomon_cell_ram_single: random writes and reads through the one port, against an array.
`timescale 1ns/1ns

module bench_ram_single;
	parameter  WIDTH      = 16;
	parameter  DEPTH_LOG2 = 8;

	localparam CLOCKS = 200000;
	localparam LENGTH = 20000;
	localparam DEPTH  = 1 << DEPTH_LOG2;
	`include "bench.vh"
	`include "bench_end.vh"

	reg                   we = 1'b0;
	reg  [DEPTH_LOG2-1:0] addr = 0, last = 0;
	reg  [WIDTH-1:0]      wdata = 0;
	wire [WIDTH-1:0]      rdata;
	gnomon_cell_ram_single #(.WIDTH(WIDTH), .DEPTH_LOG2(DEPTH_LOG2)) dut (
		.clk (clk), .we_i (we), .addr_i (addr), .wdata_i (wdata), .rdata_o (rdata)
	);

	reg [WIDTH-1:0] words [0:DEPTH-1];
	integer         n, n_write = 0, n_read = 0, n_fresh = 0;

	initial begin
		@(negedge clk);
		for (n = 0; n < LENGTH; n = n + 1) begin
			n_write = n_write + we;
			last    = addr;
			we    = n < DEPTH || chance(500);
			addr  = n < DEPTH ? n : chance(300) ? last : $random(seed);
			wdata = {$random(seed), $random(seed)};
			n_fresh = n_fresh + (n_write > 0 && !we && addr == last);
			@(negedge clk);
			if (we)
				words[addr] = wdata;
			else begin
				equal(rdata, words[addr], "word");
				n_read = n_read + 1;
			end
		end
		covered(n_write, "write");
		covered(n_read, "read");
		covered(n_fresh, "read of a word just written");
		finish(0, 0);
	end
endmodule
