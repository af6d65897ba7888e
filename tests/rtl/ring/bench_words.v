// SPDX-License-Identifier: Apache-2.0
//
// Bench of gnomon_ring_words: random words in flits with pauses; a word is there in the clock after
// its last flit, and in no other.
`timescale 1ns/1ns

module bench_words;
	parameter RING_W = 8;
	parameter LENGTH = 60000;

	localparam CLOCKS = 2 * LENGTH;
	localparam FLITS  = 32 / RING_W;
	`include "bench.vh"
	`include "bench_end.vh"

	reg               clear = 1'b1, valid_in = 1'b0;
	reg  [RING_W-1:0] data_in = 0;
	wire              valid;
	wire [31:0]       word;
	gnomon_ring_words #(.RING_W(RING_W)) dut (
		.clk (clk), .clear_i (clear), .valid_i (valid_in), .data_i (data_in),
			.valid_o (valid), .word_o (word)
	);

	integer    clocks = 0, flits = 0, rate = 500, n_word = 0, n_clear = 0, n_next = 0;
	reg [31:0] value, want;
	reg        due = 1'b0;
	always @(posedge clk) begin
		clocks = clocks + 1;
		if (clocks > 3) begin
			check(valid === due, "valid after the last flit");
			if (due)
				equal(word, want, "word");
			n_next = n_next + (due && valid_in);
		end
		due = 1'b0;
		if (clear) begin
			n_clear = n_clear + (flits != 0 || FLITS == 1);
			flits   = 0;
		end else if (valid_in) begin
			value = flits == 0 ? data_in : value | (data_in << RING_W * flits);
			flits = flits + 1;
			if (flits == FLITS) begin
				flits  = 0;
				due    = 1'b1;
				want   = value;
				n_word = n_word + 1;
			end
		end
		if (below(300) == 0)
			rate = below(3) * 300 + 400;
		clear    <= clocks < 3 || below(200) == 0;
		valid_in <= chance(rate);
		data_in  <= $random(seed);
		if (clocks == LENGTH) begin
			covered(n_word > 500, "five hundred words");
			covered(n_clear > 10, "clear within a word");
			covered(n_next, "flit beside a word");
			finish(0, 0);
		end
	end
endmodule
