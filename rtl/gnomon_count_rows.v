// SPDX-License-Identifier: Apache-2.0
// Room: count
// gnomon_count_rows: a queue of rows of words in one RAM. A row is written word by word. When it is
// whole, its words are output, one a cycle.
//
//  1. wr_i stores word_i as word at_i of the row that is being written. With whole_i the row is
//     whole after this cycle.
//  2. word_o is the oldest word while valid_o is 1; pop_i takes it. The next word shows in the next
//     cycle if its row is whole. done_o: the word that is taken is the last one of its row. Only
//     the first WORDS words of a row are output.
//  3. half_o: at most half of the rows are in use. full_o: all of them are.
//  4. With LUT_BITS registers follow the RAM. They take a word from it as soon as one of them is
//     free; done_o, half_o and full_o follow this, not pop_i.
// clear_i: the queue is empty.
// CONSTRAINT: no wr_i while full_o is 1.
//
// Latency: wr_i with whole_i to valid_o, word_o: 2 cycles with an empty queue, with LUT_BITS 4; to
//   half_o, full_o: 1 cycle. pop_i to the next word: 1 cycle. With LUT_BITS 0 pop_i to half_o,
//   full_o: 1 cycle; to done_o: none (combinational).
//
// With WORDS 2, ROW_LOG2 1, ROWS_LOG2 1, LUT_BITS 0: two rows.
//
//   cycle     0  1  2  3  4  5  6  7  8  9
//   wr_i      1  1  1  1  0  0  0  0  0  0
//   whole_i   0  1  0  1  -  -  -  -  -  -
//   at_i      0  1  0  1  -  -  -  -  -  -
//   word_i    1  2  3  4  -  -  -  -  -  -
//   half_o    1  1  1  1  0  0  0  1  1  1
//   full_o    0  0  0  0  1  1  1  0  0  0
//   valid_o   0  0  0  1  1  1  1  1  1  0
//   pop_i     0  0  0  0  0  1  1  1  1  0
//   word_o    -  -  -  1  1  1  2  3  4  -
//   done_o    0  0  0  0  0  0  1  0  1  0
//
// Instance:
//   gnomon_count_rows #(.LUT_BITS(0), .WORDS(8), .ROW_LOG2(3), .ROWS_LOG2(2)) u_count_rows (
//     .clk(clk), .clear_i(clear), .wr_i(wr), .whole_i(whole), .at_i(at), .word_i(word_i),
//     .half_o(half), .full_o(full), .valid_o(valid), .pop_i(pop), .done_o(done), .word_o(word_o)
//   );

module gnomon_count_rows #(
	parameter LUT_BITS  = 0,  // as gnomon_cell_ram's
	parameter WORDS     = 8,  // words of a row that are given out; requires 1..2^ROW_LOG2
	parameter ROW_LOG2  = 3,  // words of a row, log2; requires 1..6
	parameter ROWS_LOG2 = 2   // rows, log2; requires 1..11
) (
	input  wire                clk,
	input  wire                clear_i,
	input  wire                wr_i,
	input  wire                whole_i,
	input  wire [ROW_LOG2-1:0] at_i,
	input  wire [31:0]         word_i,
	output wire                half_o,
	output wire                full_o,
	output wire                valid_o,
	input  wire                pop_i,
	output wire                done_o,
	output wire [31:0]         word_o
);
	localparam [31:0] LAST = WORDS - 1;
	generate
		if (ROW_LOG2 < 1 || ROW_LOG2 > 6 || ROWS_LOG2 < 1 || ROWS_LOG2 > 11) begin
			: gen_bad_rows
			ROW_LOG2_must_be_1_to_6_and_ROWS_LOG2_1_to_11 u_bad ();
		end
		if (WORDS < 1 || WORDS > 1 << ROW_LOG2) begin : gen_bad_words
			WORDS_must_be_1_to_those_of_a_row u_bad ();
		end
	endgenerate

	reg  [ROWS_LOG2:0]  head_q, tail_q;  // rows written, given out
	reg  [ROW_LOG2-1:0] word_q;
	reg                 valid_q;
	wire                pop;      // the word that the RAM shows is taken
	wire [31:0]         word;
	wire                done      = pop && word_q == LAST[ROW_LOG2-1:0];
	wire [ROWS_LOG2:0]  tail_next = tail_q + {{ROWS_LOG2{1'b0}}, done};
	wire [ROW_LOG2-1:0] word_next = done ? {ROW_LOG2{1'b0}}
		: word_q + {{(ROW_LOG2-1){1'b0}}, pop};
	always @(posedge clk)
		if (clear_i) begin
			head_q  <= 0;
			tail_q  <= 0;
			word_q  <= 0;
			valid_q <= 1'b0;
		end else begin
			if (wr_i && whole_i)
				head_q <= head_q + 1'b1;
			tail_q  <= tail_next;
			word_q  <= word_next;
			valid_q <= head_q != tail_next;
		end
	gnomon_cell_ram #(.LUT_BITS(LUT_BITS), .WIDTH(32),
		.DEPTH_LOG2(ROWS_LOG2 + ROW_LOG2)) u_words (
		.clk     (clk),
		.we_i    (wr_i),
		.waddr_i ({head_q[ROWS_LOG2-1:0], at_i}),
		.wdata_i (word_i),
		.raddr_i ({tail_next[ROWS_LOG2-1:0], word_next}),
		.rdata_o (word)
	);

	wire [ROWS_LOG2:0] used = head_q - tail_q;
	assign full_o  = used[ROWS_LOG2];
	assign half_o  = used <= 1 << (ROWS_LOG2 - 1);
	assign done_o  = done;

	// A RAM block is slow: where there is LUT RAM, so that the rest is fast, registers follow,
	// the first of them without any logic before it.
	generate
		if (LUT_BITS != 0) begin : gen_registers
			wire ready;
			assign pop = valid_q && ready;
			gnomon_ring_skid #(.WIDTH(32), .FRONT(1)) u_skid (
				.clk     (clk),
				.clear_i (clear_i),
				.valid_i (valid_q),
				.ready_o (ready),
				.data_i  (word),
				.valid_o (valid_o),
				.ready_i (pop_i),
				.data_o  (word_o)
			);
		end else begin : gen_straight
			assign pop     = pop_i;
			assign valid_o = valid_q;
			assign word_o  = word;
		end
	endgenerate

endmodule
