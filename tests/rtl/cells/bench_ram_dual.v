// SPDX-License-Identifier: Apache-2.0
//
// Bench of gnomon_cell_ram_dual: random writes and two reads in each clock, against an array; words
// that are read while they are written are not looked at.
`timescale 1ns/1ns

module bench_ram_dual;
	parameter  WIDTH      = 8;
	parameter  DEPTH_LOG2 = 8;

	localparam CLOCKS = 200000;
	localparam LENGTH = 20000;
	localparam DEPTH  = 1 << DEPTH_LOG2;
	`include "bench.vh"
	`include "bench_end.vh"

	reg                   we = 1'b0;
	reg  [DEPTH_LOG2-1:0] addr0 = 0, addr1 = 0;
	reg  [WIDTH-1:0]      wdata = 0;
	wire [WIDTH-1:0]      rdata0, rdata1;
	gnomon_cell_ram_dual #(.WIDTH(WIDTH), .DEPTH_LOG2(DEPTH_LOG2)) dut (
		.clk (clk), .we_i (we), .addr0_i (addr0), .wdata_i (wdata), .rdata0_o (rdata0),
			.addr1_i (addr1), .rdata1_o (rdata1)
	);

	reg [WIDTH-1:0] words [0:DEPTH-1];
	reg [DEPTH-1:0] known = 0;
	integer         n, n_zero = 0, n_one = 0, n_both = 0, n_beside = 0;

	initial begin
		@(negedge clk);
		for (n = 0; n < LENGTH; n = n + 1) begin
			we    = n < DEPTH || chance(300);
			addr0 = n < DEPTH ? n : $random(seed);
			addr1 = chance(200) ? addr0 : $random(seed);
			wdata = {$random(seed), $random(seed)};
			@(negedge clk);
			if (!we && known[addr0]) begin
				equal(rdata0, words[addr0], "word of port 0");
				n_zero = n_zero + 1;
				n_both = n_both + (addr0 == addr1);
			end
			if (!(we && addr0 == addr1) && known[addr1]) begin
				equal(rdata1, words[addr1], "word of port 1");
				n_one    = n_one + 1;
				n_beside = n_beside + we;
			end
			if (we) begin
				words[addr0] = wdata;
				known[addr0] = 1'b1;
			end
		end
		covered(n_zero, "read at port 0");
		covered(n_one, "read at port 1");
		covered(n_both, "the same word read by both");
		covered(n_beside, "read beside a write");
		finish(0, 0);
	end
endmodule
