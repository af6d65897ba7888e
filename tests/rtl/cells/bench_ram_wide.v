// SPDX-License-Identifier: Apache-2.0
//
// Bench of gnomon_cell_ram_wide: the parts of words are written, the last one last, words read.
`timescale 1ns/1ns

module bench_ram_wide;
	parameter WRITE_W    = 2;
	parameter PARTS_LOG2 = 2;
	parameter DEPTH_LOG2 = 7;

	localparam CLOCKS = 110000;
	localparam LENGTH = 100000;
	localparam PARTS  = 1 << PARTS_LOG2;
	localparam DEPTH  = 1 << DEPTH_LOG2;
	localparam WIDTH  = WRITE_W * PARTS;
	`include "bench.vh"
	`include "bench_end.vh"

	reg                              we = 1'b0;
	reg  [DEPTH_LOG2+PARTS_LOG2-1:0] waddr = 0;
	reg  [WRITE_W-1:0]               wdata = 0;
	reg  [DEPTH_LOG2-1:0]            raddr = 0;
	wire [WIDTH-1:0]                 rdata;
	gnomon_cell_ram_wide #(.WRITE_W(WRITE_W), .PARTS_LOG2(PARTS_LOG2),
		.DEPTH_LOG2(DEPTH_LOG2)) dut (
		.clk (clk), .we_i (we), .waddr_i (waddr), .wdata_i (wdata), .raddr_i (raddr),
			.rdata_o (rdata)
	);

	reg [WIDTH-1:0] words [0:DEPTH-1];
	reg [PARTS-1:0] got [0:DEPTH-1];    // parts written since the word began
	reg [WIDTH-1:0] want;
	reg             sure = 1'b0;        // want is known, whatever the family
	reg [PARTS-1:0] had;
	integer         now = 0, i, word, part, open = -1;   // open: the word that is written
	integer         n_same = 0, n_again = 0, n_part = 0, n_sure = 0;

	initial
		for (i = 0; i < DEPTH; i = i + 1)
			got[i] = 0;

	always @(posedge clk) begin
		if (sure)
			equal(rdata, want, "word");
		want   = words[raddr];
		sure   = &got[raddr] && !(we && waddr / PARTS == raddr);
		n_same = n_same + (we && waddr / PARTS == raddr);
		n_sure = n_sure + sure;
		word   = waddr / PARTS;
		part   = waddr % PARTS;
		if (we) begin
			had     = open == word ? got[word] : 0;
			n_part  = n_part + had[part];
			n_again = n_again + (open != word && &got[word]);
			words[word][part*WRITE_W +: WRITE_W] = wdata;
			got[word] = had | (1 << part);
			open = part == PARTS - 1 ? -1 : word;
		end
		now = now + 1;
		we    <= 1'b0;
		waddr <= $random(seed);
		wdata <= $random(seed);
		if (chance(600)) begin
			we   <= 1'b1;
			had  = open < 0 ? 0 : got[open];
			word = open < 0 ? below(DEPTH) : open;
			// any part but the last one, in any order, also again, until only the last
			// one is left
			part = below(PARTS - 1);
			if (&had[PARTS-2:0] && chance(600))
				part = PARTS - 1;
			waddr <= word * PARTS + part;
			// the next clock sees it
			if (open < 0) begin
				open      = word;
				had       = &got[word];
				n_again   = n_again + had[0];
				got[word] = 0;
			end
		end
		raddr <= chance(300) ? waddr / PARTS : $random(seed);
		if (now == LENGTH) begin
			covered(n_sure, "whole word read");
			covered(n_again, "word written again");
			covered(n_part, "part written again");
			covered(n_same, "word written while it is read");
			finish(0, 0);
		end
	end
endmodule
