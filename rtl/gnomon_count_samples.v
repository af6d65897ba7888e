// SPDX-License-Identifier: Apache-2.0
// Room: count
// gnomon_count_samples: the words of a node's samples in the order of their record: those of the
// ratio counters, then those of the extremes.
//
//  1. sample_i comes in the cycle in which the extremes take their snapshots too. From the third
//     cycle after it on, their words go into a queue, a word a cycle: six of extreme 0, six of
//     extreme 1, ... extreme_shift_o requests the next word of an extreme.
//  2. word_o is the oldest word while valid_o is 1; pop_i takes it. A sample whose first word shows
//     can be read a word a cycle. PAIR_WORDS of each sample come from the ratio counters
//     (gnomon_count_ratios, pair_*), then six words of each extreme from the queue.
//  3. first_i: the queue is empty, and the next word is the first of a sample.
// ready_o: the module reads no snapshot, and the queue has room for one.
// CONSTRAINT: sample_i only with ready_o.
//
// Latency: sample_i to extreme_shift_o: 3 cycles; to ready_o again: 6 * EXTREMES + 3 cycles, if the
//   queue has room. pair_valid_i, pair_word_i to valid_o, word_o, pop_i to pair_pop_o: none
//   (combinational).
//
// With EXTREMES 1:
//
//   cycle             0  1  2  3  4  5  6  7  8  9
//   sample_i          1  0  0  0  0  0  0  0  0  0
//   ready_o           1  0  0  0  0  0  0  0  0  1
//   extreme_shift_o   0  0  0  1  1  1  1  1  1  0
//
// Instance:
//   gnomon_count_samples #(.LUT_BITS(0), .PAIR_WORDS(8), .EXTREMES(1), .DEPTH_LOG2(8)
//   ) u_count_samples (
//     .clk(clk), .first_i(first), .ready_o(ready), .sample_i(sample),
//     .extreme_word_i(extreme_word), .extreme_shift_o(extreme_shift), .pair_valid_i(pair_valid),
//     .pair_word_i(pair_word), .pair_pop_o(pair_pop), .valid_o(valid), .pop_i(pop), .word_o(word)
//   );

module gnomon_count_samples #(
	parameter LUT_BITS   = 0,  // as gnomon_cell_ram's
	parameter PAIR_WORDS = 8,  // words of the ratio counters in a sample; requires 0..18
	parameter EXTREMES   = 1,  // requires 1..4
	parameter DEPTH_LOG2 = 8   // words of the queue, log2, eight for each extreme; requires
	                           // 6..12
) (
	input  wire                   clk,
	input  wire                   first_i,
	output wire                   ready_o,
	input  wire                   sample_i,
	input  wire [32*EXTREMES-1:0] extreme_word_i,   // extreme 0 lowest
	output wire [EXTREMES-1:0]    extreme_shift_o,
	input  wire                   pair_valid_i,
	input  wire [31:0]            pair_word_i,
	output wire                   pair_pop_o,
	output wire                   valid_o,
	input  wire                   pop_i,
	output wire [31:0]            word_o
);
	localparam [31:0] WORDS  = PAIR_WORDS + 6 * EXTREMES;
	localparam [31:0] PAIRED = PAIR_WORDS;
	localparam [31:0] LAST   = EXTREMES - 1;
	generate
		if (PAIR_WORDS < 0 || PAIR_WORDS > 18 || EXTREMES < 1 || EXTREMES > 4) begin
			: gen_bad_words
			PAIR_WORDS_must_be_0_to_18_and_EXTREMES_1_to_4 u_bad ();
		end
		if (DEPTH_LOG2 < 6 || DEPTH_LOG2 > 12) begin : gen_bad_depth
			DEPTH_LOG2_must_be_6_to_12 u_bad ();
		end
	endgenerate

	// Reading the snapshots into the queue
	reg       wait_q, wait1_q, reading_q;
	reg [2:0] part_q;     // word of an extreme
	reg [1:0] extreme_q;
	always @(posedge clk) begin
		wait_q  <= sample_i && !first_i;
		wait1_q <= wait_q && !first_i;
		if (first_i)
			reading_q <= 1'b0;
		else if (wait1_q)
			reading_q <= 1'b1;
		else if (part_q == 3'd5 && extreme_q == LAST[1:0])
			reading_q <= 1'b0;
		part_q <= !reading_q || part_q == 3'd5 ? 3'd0 : part_q + 3'd1;
		if (!reading_q)
			extreme_q <= 2'd0;
		else if (part_q == 3'd5)
			extreme_q <= extreme_q + 2'd1;
	end
	genvar k;
	generate
		for (k = 0; k < EXTREMES; k = k + 1) begin : gen_shift
			assign extreme_shift_o[k] = reading_q && extreme_q == k;
		end
	endgenerate

	// Queue: a row an extreme
	wire        queued, extreme_pop, half, unused_full, unused_done;
	wire [31:0] queue_word;
	gnomon_count_rows #(.LUT_BITS(LUT_BITS), .WORDS(6), .ROW_LOG2(3),
		.ROWS_LOG2(DEPTH_LOG2 - 3)) u_words (
		.clk     (clk),
		.clear_i (first_i),
		.wr_i    (reading_q),
		.whole_i (part_q == 3'd5),
		.at_i    (part_q),
		.word_i  (extreme_word_i[32*extreme_q +: 32]),
		.half_o  (half),
		.full_o  (unused_full),
		.valid_o (queued),
		.pop_i   (extreme_pop),
		.done_o  (unused_done),
		.word_o  (queue_word)
	);
	assign ready_o = half && !wait_q && !wait1_q && !reading_q;

	// Words in order
	reg  [5:0] word_q;  // of a sample
	wire       paired = {26'd0, word_q} + 32'd1 <= PAIRED;
	always @(posedge clk)
		if (first_i)
			word_q <= 6'd0;
		else if (pop_i)
			word_q <= {26'd0, word_q} == WORDS - 32'd1 ? 6'd0 : word_q + 6'd1;
	assign valid_o     = paired ? pair_valid_i : queued;
	assign word_o      = paired ? pair_word_i : queue_word;
	assign pair_pop_o  = paired && pop_i;
	assign extreme_pop = !paired && pop_i;

endmodule
