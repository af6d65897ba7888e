// SPDX-License-Identifier: Apache-2.0
//
// Bench of gnomon_cell_ram_narrow: whole words are written at random, parts of them read.
`timescale 1ns/1ns

module bench_ram_narrow;
	parameter READ_W     = 8;
	parameter PARTS_LOG2 = 1;
	parameter DEPTH_LOG2 = 8;

	localparam CLOCKS = 110000;
	localparam LENGTH = 100000;
	localparam PARTS  = 1 << PARTS_LOG2;
	localparam DEPTH  = 1 << DEPTH_LOG2;
	localparam WIDTH  = READ_W * PARTS;
	`include "bench.vh"
	`include "bench_end.vh"

	reg                              we = 1'b0;
	reg  [DEPTH_LOG2-1:0]            waddr = 0;
	reg  [WIDTH-1:0]                 wdata = 0;
	reg  [DEPTH_LOG2+PARTS_LOG2-1:0] raddr = 0;
	wire [READ_W-1:0]                rdata;
	gnomon_cell_ram_narrow #(.READ_W(READ_W), .PARTS_LOG2(PARTS_LOG2),
		.DEPTH_LOG2(DEPTH_LOG2)) dut (
		.clk (clk), .we_i (we), .waddr_i (waddr), .wdata_i (wdata), .raddr_i (raddr),
			.rdata_o (rdata)
	);

	reg [WIDTH-1:0]  words [0:DEPTH-1];
	reg              known [0:DEPTH-1];
	reg [READ_W-1:0] want;
	reg              sure = 1'b0;   // want is known, whatever the family
	integer          now = 0, i, word, part;
	integer          n_same = 0, n_again = 0, n_part [0:PARTS-1];

	initial begin
		for (i = 0; i < DEPTH; i = i + 1)
			known[i] = 1'b0;
		for (i = 0; i < PARTS; i = i + 1)
			n_part[i] = 0;
	end

	always @(posedge clk) begin
		if (sure)
			equal(rdata, want, "part");
		word   = raddr / PARTS;
		part   = raddr % PARTS;
		want   = words[word] >> (part * READ_W);
		sure   = known[word] && !(we && waddr == word);
		n_same = n_same + (we && waddr == word);
		n_part[part] = n_part[part] + sure;
		if (we) begin
			n_again      = n_again + known[waddr];
			words[waddr] = wdata;
			known[waddr] = 1'b1;
		end
		now = now + 1;
		we    <= chance(400);
		waddr <= $random(seed);
		wdata <= {$random(seed), $random(seed)};
		raddr <= chance(300) ? waddr * PARTS + below(PARTS) : $random(seed);
		if (now == LENGTH) begin
			covered(n_again, "word written again");
			covered(n_same, "word written while it is read");
			for (i = 0; i < PARTS; i = i + 1)
				covered(n_part[i], "part read");
			finish(0, 0);
		end
	end
endmodule
