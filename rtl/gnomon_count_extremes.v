// SPDX-License-Identifier: Apache-2.0
// Room: count
// gnomon_count_extremes: the largest and the smallest value of a quantity, and when they came.
//
//  1. The extremes are those of all values (valid_i, value_i) since time 0, the cycle after
//     first_i, or since the cycle after the last reset_i. Each has the time at which it came first
//     (time_i of the next cycle) and the code of the last event up to and including that cycle.
//     code_i is the code of the event of the cycle, 0: none. Before the first event after time 0
//     the code is 0.
//  2. take_i takes a snapshot of all values up to and including this cycle, also where reset_i
//     comes in the same cycle.
//  3. word_o is word 0 of the snapshot; shift_i shows the next of six words: largest value, its
//     time, smallest value, its time, {bit 16: there was a value; 15..8 code of the smallest; 7..0
//     of the largest}, 0. All words are 0 if there was no value.
// CONSTRAINT: no shift_i in the two cycles after take_i. The outputs have no meaning before the
// first first_i.
//
// Latency: take_i to word_o: 3 cycles. shift_i to the next word: 1 cycle.
//
//   cycle     0  1  2  3  4  5  6  7  8  9
//   first_i   1  0  0  0  0  0  0  0  0  0
//   valid_i   0  1  1  1  0  0  0  0  0  0
//   value_i   -  7  9  4  -  -  -  -  -  -
//   time_i    -  -  0  1  2  3  4  5  6  7
//   take_i    0  0  0  1  0  0  0  0  0  0
//   shift_i   0  0  0  0  0  0  1  1  1  0
//   word_o    -  -  -  -  -  -  9  1  4  2
//
// Instance:
//   gnomon_count_extremes #(.WIDTH(16), .TIME_W(32), .CODE_W(4)) u_count_extremes (
//     .clk(clk), .first_i(first), .valid_i(valid), .value_i(value), .time_i(time_i), .code_i(code),
//     .take_i(take), .reset_i(reset), .shift_i(shift), .word_o(word)
//   );

module gnomon_count_extremes #(
	parameter WIDTH  = 16,  // bits of the value; requires 1..32
	parameter TIME_W = 32,  // bits of the time; requires 12..32
	parameter CODE_W = 4    // bits of an event code; requires 4..8
) (
	input  wire              clk,
	input  wire              first_i,
	input  wire              valid_i,
	input  wire [WIDTH-1:0]  value_i,
	input  wire [TIME_W-1:0] time_i,   // of the cycle before
	input  wire [CODE_W-1:0] code_i,
	input  wire              take_i,
	input  wire              reset_i,
	input  wire              shift_i,
	output wire [31:0]       word_o
);
	generate
		if (WIDTH < 1 || WIDTH > 32 || TIME_W < 12 || TIME_W > 32 || CODE_W < 4
			|| CODE_W > 8) begin : gen_bad
			WIDTH_must_be_1_to_32_TIME_W_12_to_32_CODE_W_4_to_8 u_bad ();
		end
	endgenerate

	// Extremes
	// Each input a cycle later, as time_i is
	reg               first_q, reset_q, valid_q, restart_q, any_q;
	reg  [WIDTH-1:0]  value_q;
	reg  [CODE_W-1:0] code_q;
	reg  [CODE_W-1:0] last_q, most_code_q, least_code_q;
	reg  [WIDTH-1:0]  most_q, least_q;
	reg  [TIME_W-1:0] most_time_q, least_time_q;
	wire [CODE_W-1:0] code  = code_q != 0 ? code_q : last_q;
	wire              first = restart_q || !any_q;
	wire              more  = valid_q && (first || value_q > most_q);
	wire              less  = valid_q && (first || value_q < least_q);
	always @(posedge clk) begin
		first_q   <= first_i;
		reset_q   <= reset_i;
		valid_q   <= valid_i;
		value_q   <= value_i;
		code_q    <= code_i;
		restart_q <= first_q || reset_q;
		any_q  <= valid_q || !first;
		last_q <= first_q ? {CODE_W{1'b0}} : code;
		if (more) begin
			most_q      <= value_q;
			most_time_q <= time_i;
			most_code_q <= code;
		end
		if (less) begin
			least_q      <= value_q;
			least_time_q <= time_i;
			least_code_q <= code;
		end
	end

	// Snapshot, word by word; as wide as its widest word
	localparam WORD_W = WIDTH > 17 ? (WIDTH > TIME_W ? WIDTH : TIME_W) : TIME_W > 17 ? TIME_W
		: 17;
	reg [1:0]          take_q;
	reg [5*WORD_W-1:0] words_q;
	function [WORD_W-1:0] value_word(input [WIDTH-1:0] value);
		begin
			value_word            = {WORD_W{1'b0}};
			value_word[WIDTH-1:0] = value;
		end
	endfunction
	function [WORD_W-1:0] time_word(input [TIME_W-1:0] clocks);
		begin
			time_word             = {WORD_W{1'b0}};
			time_word[TIME_W-1:0] = clocks;
		end
	endfunction
	function [WORD_W-1:0] code_word(input [CODE_W-1:0] least, input [CODE_W-1:0] most);
		begin
			code_word               = {WORD_W{1'b0}};
			code_word[16]           = 1'b1;
			code_word[8 +: CODE_W]  = least;
			code_word[CODE_W-1:0]   = most;
		end
	endfunction
	always @(posedge clk) begin
		take_q <= {take_q[0], take_i};
		if (take_q[1])
			words_q <= any_q ? {code_word(least_code_q, most_code_q),
				time_word(least_time_q), value_word(least_q),
				time_word(most_time_q), value_word(most_q)}
			                 : {5*WORD_W{1'b0}};
		else if (shift_i)
			words_q <= words_q >> WORD_W;
	end
	generate
		if (WORD_W < 32) begin : gen_narrow
			assign word_o = {{(32-WORD_W){1'b0}}, words_q[WORD_W-1:0]};
		end else begin : gen_wide
			assign word_o = words_q[WORD_W-1:0];
		end
	endgenerate

endmodule
