// SPDX-License-Identifier: Apache-2.0
// Room: count
// gnomon_count_word: the watched word of a cycle for all segments of a node, and for what the
// headend records of it.
//
//  1. word_i and when_i are of the wires. CLOCKS cycles later, which is where first_i is, they are
//     at D.
//  2. A cycle after D last_o is {word, known, current}: the word of the last cycle with when_i up
//     to that one since first_i; there was one; it was that cycle itself. Before it the word is 0.
//  3. changed_o: with that cycle another word has begun: the first one, or a different one.
//
// Latency: word_i to last_o, changed_o: CLOCKS + 1 cycles. first_i to last_o, changed_o: 1 cycle.
//
// With CLOCKS 0:
//
//   cycle      0  1  2  3  4  5
//   first_i    1  0  0  0  0  0
//   when_i     -  0  1  0  1  1
//   word_i     -  -  5  -  5  6
//   last_o     -  0  0 17 16 17  {word, known, current}, hexadecimal
//   changed_o  -  0  0  1  0  0
//
// Instance:
//   gnomon_count_word #(.LUT_BITS(0), .WORD_W(32), .CLOCKS(8)) u_count_word (
//     .clk(clk), .first_i(first), .word_i(word), .when_i(when), .last_o(last), .changed_o(changed)
//   );

module gnomon_count_word #(
	parameter LUT_BITS = 0,   // as gnomon_cell_ram's
	parameter WORD_W   = 32,  // bits of the watched word; requires 8..64
	parameter CLOCKS   = 8    // from the wires to D; requires 0..128
) (
	input  wire              clk,
	input  wire              first_i,  // at D
	input  wire [WORD_W-1:0] word_i,
	input  wire              when_i,
	output wire [WORD_W+1:0] last_o,
	output wire              changed_o
);
	generate
		if (WORD_W < 8 || WORD_W > 64) begin : gen_bad_word
			WORD_W_must_be_8_to_64 u_bad ();
		end
	endgenerate

	wire [WORD_W-1:0] word;
	wire              when;
	gnomon_cell_delay #(.LUT_BITS(LUT_BITS), .WIDTH(WORD_W), .CLOCKS(CLOCKS), .RAM(1)) u_word (
		.clk (clk), .d_i (word_i), .q_o (word)
	);
	gnomon_cell_delay #(.WIDTH(1), .CLOCKS(CLOCKS)) u_when (
		.clk (clk), .d_i (when_i), .q_o (when)
	);

	reg [WORD_W-1:0] word_q;
	reg              known_q, current_q, changed_q;
	always @(posedge clk) begin
		current_q <= when;
		changed_q <= when && (!known_q || word != word_q);
		if (first_i) begin
			known_q <= 1'b0;
			word_q  <= {WORD_W{1'b0}};
		end else if (when) begin
			known_q <= 1'b1;
			word_q  <= word;
		end
	end
	assign last_o    = {word_q, known_q, current_q};
	assign changed_o = changed_q;

endmodule
