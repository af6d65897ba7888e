// SPDX-License-Identifier: Apache-2.0
//
// gnomon_ratios: the ratio counters of a node and the words that are read from them.
//
//  1. The inputs are delayed by the depth of the trigger less one, so that in the clock in which an event's actions are there the
//     counts hold all clocks up to and including the event's own.
//  2. sample_i takes a snapshot of all pairs in one clock, if ready_o; then WORDS words go into a queue, a word a clock: A and B of each pair,
//     or two compressed forms a word, padded with zeros to an even number of words.
//  3. reset_i: the counts begin anew with the clock after the event's own. first_i the same, and the queue is emptied.
//  4. word_o is the oldest word while valid_o is 1; pop_i takes it. After it valid_o is 0 for one clock.
// ready_o: no snapshot is being read, and the queue has room for one.

`resetall
`default_nettype none

module gnomon_ratios #(
	parameter PAIRS      = 4,  // requires 1..8
	parameter COMPRESSED = 0,  // 1: 16-bit forms
	parameter DEPTH_LOG2 = 8,  // words of the queue, log2; requires 5..13
	parameter DELAY      = 4   // clocks; requires at least 1
) (
	input  wire             clk,
	input  wire             first_i,
	input  wire [PAIRS-1:0] a_i,
	input  wire [PAIRS-1:0] b_i,
	output wire             ready_o,
	input  wire             sample_i,
	input  wire             reset_i,
	output wire             valid_o,
	input  wire             pop_i,
	output wire [31:0]      word_o
);
	localparam FULL_WORDS  = 2 * PAIRS;
	localparam SHORT_WORDS = 2 * ((PAIRS + 3) / 4);
	localparam WORDS       = COMPRESSED != 0 ? SHORT_WORDS : FULL_WORDS;
	localparam [31:0] LAST   = WORDS - 1;
	localparam [31:0] ENOUGH = (1 << DEPTH_LOG2) - WORDS;
	generate
		if (PAIRS < 1 || PAIRS > 8) begin : gen_bad_pairs
			PAIRS_must_be_1_to_8 u_bad ();
		end
		if (DEPTH_LOG2 < 5 || DEPTH_LOG2 > 13) begin : gen_bad_depth
			DEPTH_LOG2_must_be_5_to_13 u_bad ();
		end
	endgenerate

	// Delay
	reg [2*PAIRS*DELAY-1:0] delay_q;
	always @(posedge clk)
		delay_q <= {delay_q[2*PAIRS*(DELAY-1)-1:0], a_i, b_i};
	wire [PAIRS-1:0] a, b;
	assign {a, b} = delay_q[2*PAIRS*DELAY-1 -: 2*PAIRS];

	// Counters; all words of a snapshot beside each other, word 0 lowest
	wire                take = sample_i && ready_o;
	wire [PAIRS-1:0]    busy;
	wire [32*WORDS-1:0] words;
	genvar k;
	generate
		for (k = 0; k < PAIRS; k = k + 1) begin : gen_pair
			wire [31:0] a_count, b_count;
			wire [15:0] form;
			gnomon_pair #(.COMPRESSED(COMPRESSED)) u_pair (
				.clk       (clk),
				.a_i       (a[k]),
				.b_i       (b[k]),
				.restart_i (first_i || reset_i),
				.take_i    (take),
				.busy_o    (busy[k]),
				.a_o       (a_count),
				.b_o       (b_count),
				.form_o    (form)
			);
			if (COMPRESSED != 0) begin : gen_form
				assign words[16*k +: 16] = form;
				wire unused = &{1'b0, a_count, b_count};
			end else begin : gen_counts
				assign words[64*k +: 64] = {b_count, a_count};
				wire unused = &{1'b0, form};
			end
		end
		if (COMPRESSED != 0 && 32*WORDS > 16*PAIRS) begin : gen_pad
			assign words[32*WORDS-1:16*PAIRS] = 0;
		end
	endgenerate

	// Reading a snapshot into the queue
	reg       reading_q, fresh_q;
	reg [4:0] word_q;
	reg [DEPTH_LOG2-1:0] head_q, tail_q;
	reg [DEPTH_LOG2:0]   fill_q;

	wire push = reading_q && busy == 0;
	always @(posedge clk)
		if (first_i) begin
			reading_q <= 1'b0;
			head_q    <= 0;
			tail_q    <= 0;
			fill_q    <= 0;
			fresh_q   <= 1'b0;
		end else if (take || reading_q || fill_q != 0) begin  // else nothing is read, and the queue is empty
			if (take)
				reading_q <= 1'b1;
			else if (push && word_q == LAST[4:0])
				reading_q <= 1'b0;
			word_q <= !push ? 5'd0 : word_q + 5'd1;
			if (push)
				head_q <= head_q + 1'b1;
			if (pop_i)
				tail_q <= tail_q + 1'b1;
			if (push && !pop_i)
				fill_q <= fill_q + 1'b1;
			else if (pop_i && !push)
				fill_q <= fill_q - 1'b1;
			fresh_q <= fill_q != 0 && !pop_i;
		end
	assign ready_o = !reading_q && fill_q <= ENOUGH[DEPTH_LOG2:0];
	assign valid_o = fresh_q;

	gnomon_ram #(.WIDTH(32), .DEPTH_LOG2(DEPTH_LOG2)) u_words (
		.clk     (clk),
		.we_i    (push),
		.waddr_i (head_q),
		.wdata_i (words[32*word_q +: 32]),
		.raddr_i (tail_q),
		.rdata_o (word_o)
	);

endmodule

`resetall
