// SPDX-License-Identifier: Apache-2.0
// Room: count
// gnomon_count_form: makes the compressed forms of the counts A and B
// (docs/design/preprocessors.md, Ratio counters), a bit of both a cycle, the highest first.
//
//  1. While there_i is 1 and full_i is 0 the module reads the counts of a sample in the order of
//     the pairs. a_i and b_i are the bits at pair_o and place_o of the cycle before. Place 0 is the
//     highest bit.
//  2. Both are shifted in until the form is full: its top is then the highest 1 of either, or, of
//     small counts, the bit that is at the top if the form ends with bit 0. The number of the bit
//     that came last is the exponent.
//  3. All bits are examined. 16 bits a pair: a count that is all ones is saturated. 32 bits a pair:
//     a count is saturated if its exponent has a fifth bit.
//  4. With wr_o word_o is word at_o of the sample. 16 bits a pair: the earlier pair is in the low
//     half. The word is output with each of the two pairs; the later output is the valid one.
//  5. done_o, with wr_o: it is the last word. The number of words is even: for this the module also
//     reads pairs beyond PAIRS, whose counts are 0.
// first_i: the module discards the sample in progress.
// CONSTRAINT: from the first pair of a sample to done_o full_i is 0 and there_i is 1.
//
// Latency: there_i to wr_o of pair k, from 0 on: 35 * (k + 1) cycles; to done_o: 35 * READ cycles,
//   with READ: PAIRS, rounded up to a multiple of 4 (FORM 1) or of 2 (FORM 2). The next sample
//   begins in the cycle after done_o at the earliest.
//
// With PAIRS 1, FORM 2: the counts 5 and 9; the second pair is beyond PAIRS. word_o is
// hexadecimal.
//
//   cycle         0      1      2     31     32     33     34     35     36     37     70
//   there_i       1      1      1      1      1      1      1      1      1      1      1
//   pair_o        -      0      0      0      0      -      -      -      1      1      -
//   place_o       -      0      1     30     31      -      -      -      0      1      -
//   a_i           -      -      0      1      0      1      -      -      -      0      -
//   b_i           -      -      0      0      0      1      -      -      -      0      -
//   wr_o          0      0      0      0      0      0      0      1      0      0      1
//   at_o          -      -      -      -      -      -      -      0      -      -      1
//   word_o        -      -      -      -      -      -      - 140090      -      -      0
//   done_o        0      0      0      0      0      0      0      0      0      0      1
//
// Instance:
//   gnomon_count_form #(.LUT_BITS(0), .PAIRS(4), .FORM(1), .PAIR_W(2)) u_count_form (
//     .clk(clk), .first_i(first), .there_i(there), .full_i(full), .done_o(done), .pair_o(pair),
//     .place_o(place), .a_i(a), .b_i(b), .wr_o(wr), .at_o(at), .word_o(word)
//   );

module gnomon_count_form #(
	parameter LUT_BITS = 0,  // as gnomon_cell_ram's
	parameter PAIRS  = 4,  // requires 1 or more
	parameter FORM   = 1,  // 1: 5, 6 and 5 bits; 2: 14, 14 and 4 bits
	parameter PAIR_W = 2   // bits of a pair's number; requires room for those beyond PAIRS, too
) (
	input  wire              clk,
	input  wire              first_i,
	input  wire              there_i,
	input  wire              full_i,
	output wire              done_o,
	output wire [PAIR_W-1:0] pair_o,
	output wire [4:0]        place_o,
	input  wire              a_i,
	input  wire              b_i,
	output wire              wr_o,
	output wire [PAIR_W-1:0] at_o,
	output wire [31:0]       word_o
);
	localparam        SHORT   = FORM == 1;
	localparam        READ    = SHORT ? (PAIRS + 3) / 4 * 4 : (PAIRS + 1) / 2 * 2;  // pairs
	localparam [31:0] LAST    = READ - 1;
	localparam        A_W     = SHORT ? 5 : 14;
	localparam        B_W     = SHORT ? 6 : 14;
	localparam        STEPS_W = SHORT ? 3 : 4;
	localparam [31:0] FLOOR   = B_W - 1;
	generate
		if (FORM != 1 && FORM != 2) begin : gen_bad_form
			FORM_must_be_1_or_2 u_bad ();
		end
		if (READ > 1 << PAIR_W) begin : gen_bad_pairs
			PAIRS_must_be_numbers_of_PAIR_W_bits u_bad ();
		end
	endgenerate

	// A pair at a time: its bits are requested, and come a cycle later; then the end, and the
	// form is there.
	reg [PAIR_W-1:0] pair_q;
	reg [4:0]        place_q;
	reg              ask_q, bit_q, end_q, form_q;
	always @(posedge clk)
		if (first_i) begin
			ask_q   <= 1'b0;
			bit_q   <= 1'b0;
			end_q   <= 1'b0;
			form_q  <= 1'b0;
			pair_q  <= 0;
			place_q <= 5'd0;
		end else begin
			ask_q  <= ask_q ? !(&place_q)
				: there_i && !full_i && !bit_q && !end_q && !done_o;
			bit_q  <= ask_q;
			end_q  <= bit_q && !ask_q;
			form_q <= end_q;
			if (form_q)
				pair_q <= READ != 1 << PAIR_W && done_o ? {PAIR_W{1'b0}}
					: pair_q + 1'b1;
			if (ask_q)
				place_q <= place_q + 5'd1;
		end
	assign pair_o  = pair_q;
	assign place_o = place_q;
	assign wr_o    = form_q;
	assign at_o    = pair_q >> SHORT;
	assign done_o  = form_q && pair_q == LAST[PAIR_W-1:0];

	// The bits from the highest 1 on
	reg  [A_W-1:0]     a_q;
	reg  [B_W-1:0]     b_q;
	reg  [4:0]         e_q;      // number of the bits that are there, until it stops
	reg  [STEPS_W-1:0] steps_q;  // bits from the highest 1 on
	wire               one  = a_i || b_i;
	wire               full = &steps_q[STEPS_W-1:1];
	wire               stop = steps_q == FLOOR[STEPS_W-1:0];  // with this one the form is full
	always @(posedge clk)
		if (!bit_q)
			steps_q <= 0;
		else if (!full && (steps_q != 0 || one || e_q == FLOOR[4:0]))
			steps_q <= steps_q + 1'b1;

	wire saturated, hold_a, hold_e;
	generate
		if (SHORT) begin : gen_short
			// A's unit is twice B's but where both are small. Where B has not the
			// highest 1 the exponent is one higher: it stops a bit earlier.
			reg small_q, ones_a_q, ones_b_q;
			always @(posedge clk) begin
				if (steps_q == 0)
					small_q <= !one;
				if (!bit_q && !end_q) begin
					ones_a_q <= 1'b1;
					ones_b_q <= 1'b1;
				end else if (bit_q) begin
					ones_a_q <= ones_a_q && a_i;
					ones_b_q <= ones_b_q && b_i;
				end
			end
			assign saturated = ones_a_q || ones_b_q;
			assign hold_a    = stop && !small_q;
			assign hold_e    = stop || (steps_q == FLOOR[STEPS_W-1:0] - 1'b1
				&& !b_q[B_W-3] && !small_q);
		end else begin : gen_long
			assign saturated = e_q[4];
			assign hold_a    = 1'b0;
			assign hold_e    = stop;
		end
	endgenerate
	always @(posedge clk) begin
		if (end_q && saturated)
			a_q <= 0;
		else if (bit_q && !full && !hold_a)
			a_q <= {a_q[A_W-2:0], a_i};
		if (end_q && saturated)
			b_q <= 0;
		else if (bit_q && !full)
			b_q <= {b_q[B_W-2:0], b_i};
		if (end_q && saturated)
			e_q <= 5'd31;
		else if (ask_q && !full && !hold_e)
			e_q <= ~place_q;
	end

	generate
		if (SHORT) begin : gen_halves
			// The earlier pair waits in a RAM block: that takes no logic cells. (The
			// later one is written there, too, but never read.)
			wire [15:0] early;
			gnomon_cell_ram #(.LUT_BITS(LUT_BITS), .WIDTH(16), .DEPTH_LOG2(1),
				.BLOCK(1)) u_early (
				.clk     (clk),
				.we_i    (form_q),
				.waddr_i (1'b0),
				.wdata_i ({a_q, b_q, e_q}),
				.raddr_i (1'b0),
				.rdata_o (early)
			);
			assign word_o = {a_q, b_q, e_q, early};
		end else begin : gen_words
			assign word_o = {a_q, b_q, e_q[3:0]};
		end
	endgenerate

endmodule
