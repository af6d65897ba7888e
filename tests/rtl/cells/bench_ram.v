// SPDX-License-Identifier: Apache-2.0
//
// Bench of gnomon_cell_ram: writing and reading at random, often the word that was just written.
`timescale 1ns/1ns

module bench_ram;
	parameter WIDTH      = 8;
	parameter DEPTH_LOG2 = 8;

	localparam CLOCKS = 110000;
	localparam LENGTH = 100000;
	localparam DEPTH  = 1 << DEPTH_LOG2;
	`include "bench.vh"
	`include "bench_end.vh"

	reg                   we = 1'b0;
	reg  [DEPTH_LOG2-1:0] waddr = 0, raddr = 0;
	reg  [WIDTH-1:0]      wdata = 0;
	wire [WIDTH-1:0]      rdata;
	gnomon_cell_ram #(.WIDTH(WIDTH), .DEPTH_LOG2(DEPTH_LOG2)) dut (
		.clk (clk), .we_i (we), .waddr_i (waddr), .wdata_i (wdata), .raddr_i (raddr),
			.rdata_o (rdata)
	);

	reg [WIDTH-1:0] words [0:DEPTH-1];
	reg             known [0:DEPTH-1];
	reg [WIDTH-1:0] want;
	reg             sure = 1'b0;   // want is known, whatever the family
	integer         now = 0, i;
	integer         n_read = 0, n_fresh = 0, n_same = 0, n_last = 0;

	initial
		for (i = 0; i < DEPTH; i = i + 1)
			known[i] = 1'b0;

	always @(posedge clk) begin
		if (sure)
			equal(rdata, want, "word");
		want   = words[raddr];
		sure   = known[raddr] && !(we && waddr == raddr);
		n_read = n_read + sure;
		n_same = n_same + (we && waddr == raddr);
		n_last = n_last + (sure && raddr == DEPTH - 1);
		if (we) begin
			words[waddr] = wdata;
			known[waddr] = 1'b1;
		end
		now = now + 1;
		we    <= chance(500);
		waddr <= $random(seed);
		wdata <= {$random(seed), $random(seed)};
		raddr <= chance(300) ? waddr : $random(seed);
		n_fresh = n_fresh + (we && known[waddr]);
		if (now == LENGTH) begin
			covered(n_read, "read");
			covered(n_last, "read of the last word");
			covered(n_fresh, "word written again");
			covered(n_same, "word written while it is read");
			finish(0, 0);
		end
	end
endmodule
