// SPDX-License-Identifier: Apache-2.0
// Room: count
// gnomon_count_join: joins the words of the ratio counters of several groups into one sample.
//
//  1. A node with groups has a gnomon_count_ratios for each run of pairs of the same group. All of
//     them are sampled in the same cycles; each is reset by itself.
//  2. word_o is the oldest word while valid_o is 1; pop_i takes it. A sample has the words of run
//     0, then those of run 1, ...
//  3. A sample shows when all runs have theirs. Then it can be read a word a cycle.
//  4. first_i: the next word is the first of a sample.
// CONSTRAINT: a run that shows the first word of a sample shows the others a word a cycle, as
// gnomon_count_ratios does.
//
// Latency: run_valid_i, run_word_i to valid_o, word_o, pop_i to run_pop_o: none (combinational).
//
// Two runs of one word each (bit 0: run 0):
//
//   cycle         0  1  2  3  4  5
//   run_valid_i   0  1  3  3  2  0
//   valid_o       0  0  1  1  1  0
//   pop_i         0  0  0  1  1  0
//   run_pop_o     0  0  0  1  2  0
//
// Instance:
//   gnomon_count_join #(.RUNS(2), .ENDS({8'd16, 8'd8})) u_count_join (
//     .clk(clk), .first_i(first), .run_valid_i(run_valid), .run_word_i(run_word),
//     .run_pop_o(run_pop), .valid_o(valid), .pop_i(pop), .word_o(word)
//   );

module gnomon_count_join #(
	parameter              RUNS = 2,               // requires 2..9
	// of each run: words of a sample up to its last one, run 0 lowest; rising, requires 1..63
	parameter [8*RUNS-1:0] ENDS = {8'd16, 8'd8}
) (
	input  wire               clk,
	input  wire               first_i,
	input  wire [RUNS-1:0]    run_valid_i,
	input  wire [32*RUNS-1:0] run_word_i,
	output wire [RUNS-1:0]    run_pop_o,
	output wire               valid_o,
	input  wire               pop_i,
	output wire [31:0]        word_o
);
	localparam [7:0] WORDS = ENDS[8*RUNS-1 -: 8];
	generate
		if (RUNS < 2 || RUNS > 9) begin : gen_bad_runs
			RUNS_must_be_2_to_9 u_bad ();
		end
		if (WORDS < 1 || WORDS > 63) begin : gen_bad_words
			ENDS_must_be_1_to_63 u_bad ();
		end
	endgenerate

	reg  [5:0]      word_q;  // of a sample
	reg  [RUNS-1:0] turn_q;  // the run that it is of
	wire [5:0]      next = word_q + 6'd1;
	wire [RUNS-1:0] ends;    // the word is the last one of that run
	genvar k;
	generate
		for (k = 0; k < RUNS; k = k + 1) begin : gen_end
			assign ends[k] = {2'b00, next} == ENDS[8*k +: 8];
		end
	endgenerate
	always @(posedge clk)
		if (first_i) begin
			word_q <= 6'd0;
			turn_q <= {{(RUNS-1){1'b0}}, 1'b1};
		end else if (pop_i) begin
			word_q <= ends[RUNS-1] ? 6'd0 : next;
			if (ends != 0)
				turn_q <= {turn_q[RUNS-2:0], turn_q[RUNS-1]};
		end
	assign valid_o   = word_q == 6'd0 ? &run_valid_i : |(run_valid_i & turn_q);
	assign run_pop_o = turn_q & {RUNS{pop_i}};

	reg [31:0] word;
	integer    n;
	always @* begin
		word = 32'd0;
		for (n = 0; n < RUNS; n = n + 1)
			word = word | (run_word_i[32*n +: 32] & {32{turn_q[n]}});
	end
	assign word_o = word;

endmodule
