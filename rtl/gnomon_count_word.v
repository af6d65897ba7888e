// SPDX-License-Identifier: Apache-2.0
// Room: count
// gnomon_count_word: the watched word of a cycle for all segments of a node, and for what the
// headend records of it.
//
//  1. word_i and when_i are of the wires. CLOCKS cycles later, which is where first_i is, they are
//     at D.
//  2. A cycle after D last_o is {word, known, current}: the word of the last cycle with when_i up
//     to that one since first_i; there was one; it was that cycle itself. Before it the word is 0.
//  3. changed_o, with COMPARES: with that cycle another word has begun: the first one, or a
//     different one.
//  4. Without LUT RAM (iCE40), without COMPARES and with CLOCKS 2 or more, a RAM has the words of
//     cycles with when_i in a queue, and goes on giving out the last one that has come to D: no
//     flip-flops keep it. rst empties the queue.
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
//   gnomon_count_word #(.LUT_BITS(0), .WORD_W(32), .CLOCKS(8), .COMPARES(1)) u_count_word (
//     .clk(clk), .rst(rst), .first_i(first), .word_i(word), .when_i(when), .last_o(last),
//     .changed_o(changed)
//   );

module gnomon_count_word #(
	parameter LUT_BITS = 0,   // as gnomon_cell_ram's
	parameter WORD_W   = 32,  // bits of the watched word; requires 8..64
	parameter CLOCKS   = 8,   // from the wires to D; requires 0..128
	parameter COMPARES = 1    // 0: changed_o is not used, and 0
) (
	input  wire              clk,
	input  wire              rst,
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

	wire when;  // at D
	reg  known_q, current_q;
	always @(posedge clk) begin
		current_q <= when;
		known_q   <= !first_i && (known_q || when);
	end
	generate
		if (LUT_BITS == 0 && COMPARES == 0 && CLOCKS > 1) begin : gen_queue
			// Those between the wires and D are CLOCKS words at most, and one is given
			// out.
			localparam AT_W = CLOCKS < 4 ? 2 : CLOCKS < 8 ? 3 : CLOCKS < 16 ? 4
				: CLOCKS < 32 ? 5 : CLOCKS < 64 ? 6 : CLOCKS < 128 ? 7 : 8;
			reg  [AT_W-1:0]   put_q, last_q;
			reg  [CLOCKS-1:0] whens_q;
			wire [AT_W-1:0]   last = last_q + {{(AT_W-1){1'b0}}, when};
			wire [WORD_W-1:0] word;
			always @(posedge clk)
				if (rst) begin
					put_q   <= 1;
					last_q  <= 0;
					whens_q <= 0;
				end else begin
					put_q   <= put_q + {{(AT_W-1){1'b0}}, when_i};
					last_q  <= last;
					whens_q <= {whens_q[CLOCKS-2:0], when_i};
				end
			gnomon_cell_ram_zeros #(.LUT_BITS(LUT_BITS), .WIDTH(WORD_W),
				.DEPTH_LOG2(AT_W)) u_words (
				.clk     (clk),
				.we_i    (when_i),
				.waddr_i (put_q),
				.wdata_i (word_i),
				.zero_i  (first_i || !(known_q || when)),
				.raddr_i (last),
				.rdata_o (word)
			);
			assign when      = whens_q[CLOCKS-1];
			assign last_o    = {word, known_q, current_q};
			assign changed_o = 1'b0;
		end else begin : gen_kept
			wire [WORD_W-1:0] word;
			reg  [WORD_W-1:0] word_q;
			reg               changed_q;
			wire              unused = &{1'b0, rst};
			gnomon_cell_delay #(.LUT_BITS(LUT_BITS), .WIDTH(WORD_W), .CLOCKS(CLOCKS),
				.RAM(1)) u_word (
				.clk (clk), .d_i (word_i), .q_o (word)
			);
			gnomon_cell_delay #(.WIDTH(1), .CLOCKS(CLOCKS)) u_when (
				.clk (clk), .d_i (when_i), .q_o (when)
			);
			always @(posedge clk) begin
				changed_q <= when && (!known_q || word != word_q);
				if (first_i)
					word_q <= {WORD_W{1'b0}};
				else if (when)
					word_q <= word;
			end
			assign last_o    = {word_q, known_q, current_q};
			assign changed_o = COMPARES != 0 && changed_q;
		end
	endgenerate

endmodule
