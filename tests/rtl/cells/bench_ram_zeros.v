// SPDX-License-Identifier: Apache-2.0
//
// Bench of gnomon_cell_ram_zeros: words are written and read at random, some of them as zeros.
`timescale 1ns/1ns

module bench_ram_zeros;
	parameter WIDTH      = 32;
	parameter DEPTH_LOG2 = 4;
	parameter PARTS_LOG2 = 0;

	localparam CLOCKS = 30000;
	localparam LENGTH = 20000;
	localparam PARTS  = 1 << PARTS_LOG2, READ_LOG2 = DEPTH_LOG2 + PARTS_LOG2;
	`include "bench.vh"
	`include "bench_end.vh"

	reg                   we = 1'b0, zero = 1'b1;
	reg  [DEPTH_LOG2-1:0] waddr = 0;
	reg  [READ_LOG2-1:0]  raddr = 0;
	reg  [WIDTH*PARTS-1:0] wdata = 0;
	wire [WIDTH-1:0]      rdata;
	gnomon_cell_ram_zeros #(.WIDTH(WIDTH), .DEPTH_LOG2(DEPTH_LOG2),
		.PARTS_LOG2(PARTS_LOG2)) dut (
		.clk (clk), .we_i (we), .waddr_i (waddr), .wdata_i (wdata), .zero_i (zero),
			.raddr_i (raddr), .rdata_o (rdata)
	);

	reg [WIDTH-1:0] words [0:(1<<READ_LOG2)-1], want;
	reg             sure = 1'b0;  // want is known, whatever the family
	integer         now = 0, i, n_zero = 0, n_word = 0, n_fresh = 0;
	initial
		for (i = 0; i < (1 << READ_LOG2); i = i + 1)
			words[i] = 0;

	always @(posedge clk) begin
		if (sure)
			equal(rdata, want, "word");
		want    = zero ? 0 : words[raddr];
		sure    = zero || !(we && waddr == raddr >> PARTS_LOG2);
		n_zero  = n_zero + (zero && words[raddr] != 0);
		n_word  = n_word + (!zero && sure && words[raddr] != 0);
		n_fresh = n_fresh + (!zero && words[raddr] == 0);
		if (we)
			for (i = 0; i < PARTS; i = i + 1)
				words[(waddr << PARTS_LOG2) + i] = wdata[i*WIDTH +: WIDTH];
		now = now + 1;
		we    <= now > 5 && chance(400);
		waddr <= $random(seed);
		wdata <= {$random(seed), $random(seed)};
		raddr <= $random(seed);
		zero  <= chance(300);
		if (now == LENGTH) begin
			covered(n_zero, "zeros instead of a word");
			covered(n_word, "a word");
			covered(n_fresh, "a word that was never written");
			finish(0, 0);
		end
	end
endmodule
