// SPDX-License-Identifier: Apache-2.0
//
// Bench of gnomon_link_time: bytes at random, alone and in bursts, against a count of the bench's
// own. What was written last into four words must be the cycle of the last byte. The count is also
// set in front of each carry between words, and START and reset come between.
`timescale 1ns/1ns

module bench_time;
	parameter LATE = 0;

	localparam CLOCKS = 500000;
	localparam TRIES  = 20000;
	`include "bench.vh"
	`include "bench_end.vh"

	reg         rst = 1'b1, sync = 1'b0, taken = 1'b0;
	wire        we;
	wire [1:0]  word;
	wire [15:0] data;
	gnomon_link_time #(.LATE(LATE)) dut (
		.clk (clk), .rst (rst), .sync_i (sync), .taken_i (taken), .we_o (we),
			.word_o (word), .data_o (data)
	);

	// The cycle that is under way: behind an edge, of the edge that ends it
	reg  [63:0] now = 0, noted;
	reg  [63:0] words = 0;
	integer     writes = 0, behind = 0;
	always @(posedge clk) begin
		now <= rst ? 64'd0 : sync ? 64'd0 + LATE : now + 64'd1;
		if (taken) begin
			noted  = now;
			behind = 0;
		end else
			behind = behind + 1;
		if (we) begin
			writes = writes + 1;
			words[16*word +: 16] = data;
			check(behind >= 0 && behind < 8, "writes long after a byte");
		end
	end

	// Sets the count; a turn of the words begins then, and has what the turn before left
	task jump(input [63:0] to);
		begin
			@(posedge clk);
			#1 while (dut.place_q != 2'd0) begin
				@(posedge clk);
				#1 ;
			end
			now = to & ~64'd3;
			{dut.word3_q, dut.word2_q, dut.word1_q, dut.word0_q} = (to & ~64'd3)
				- 64'd4;
			dut.carry_q = 1'b0;
		end
	endtask

	// With LATE the pulse comes in the cycle that is 0 itself
	task start;
		begin
			@(posedge clk);
			sync <= 1'b1;
			@(posedge clk);
			sync <= 1'b0;
			repeat (8 + below(30)) @(posedge clk);
		end
	endtask

	integer i, k, burst, n_place [0:3], n_burst = 0, n_start = 0, n_reset = 0, n_carry [1:3];
	initial begin
		for (i = 0; i < 4; i = i + 1)
			n_place[i] = 0;
		for (i = 1; i < 4; i = i + 1)
			n_carry[i] = 0;
		repeat (3) @(posedge clk);
		rst <= 1'b0;
		repeat (8) @(posedge clk);
		for (i = 0; i < TRIES; i = i + 1) begin
			k = below(3) + 1;
			if (chance(20)) begin
				start;
				n_start = n_start + 1;
			end else if (chance(10)) begin
				rst <= 1'b1;
				repeat (1 + below(5)) @(posedge clk);
				rst <= 1'b0;
				repeat (8) @(posedge clk);
				n_reset = n_reset + 1;
			end else if (chance(300)) begin
				jump(({$random(seed), $random(seed)} << (16 * k))
					- 64'd4 * (2 + below(4)));
				n_carry[k] = n_carry[k] + 1;
			end else if (chance(50))
				jump({$random(seed), $random(seed)});
			repeat (below(20)) @(posedge clk);
			burst = chance(200) ? 2 + below(3) : 1;
			n_burst = n_burst + (burst > 1);
			while (burst > 0) begin
				taken <= 1'b1;
				@(posedge clk);
				taken <= 1'b0;
				burst = burst - 1;
				if (burst > 0)
					repeat (below(9)) @(posedge clk);
			end
			#1 n_place[noted[1:0]] = n_place[noted[1:0]] + 1;
			writes = 0;
			repeat (8) @(posedge clk);
			#1 equal(words, noted, "cycle of the last byte");
			check(writes >= 4 && writes < 8, "four words, and what a byte before left");
		end
		for (i = 0; i < 4; i = i + 1)
			covered(n_place[i], "place in a turn");
		for (i = 1; i < 4; i = i + 1)
			covered(n_carry[i], "carry into a word");
		covered(n_burst, "burst");
		covered(n_start, "START");
		covered(n_reset, "reset");
		finish(0, 0);
	end
endmodule
