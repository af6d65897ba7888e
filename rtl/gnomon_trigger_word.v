// SPDX-License-Identifier: Apache-2.0
// Room: trigger
// gnomon_trigger_word: the watched word as it is recorded beside what fired, CLOCKS cycles later.
// It is a part of gnomon_trigger_sources.
//
//  1. Without CAPTURE word_o is {0, 0, word_i} of the cycle CLOCKS cycles ago.
//  2. With CAPTURE it is {the last word that counted (when_i) up to this cycle, 0 without one; one
//     counted since the start; it is of this cycle}, from the highest bit on.
// sync_i is 1 in the cycle before time 0.
//
// Latency: word_i, when_i to word_o: CLOCKS cycles.
//
// With CAPTURE 1, WORD_W 8, CLOCKS 3 (hexadecimal; known, current: the lower bits of word_o):
//
//   cycle     0  1  2  3  4  5  6
//   sync_i    1  0  0  0  0  0  0
//   word_i    5  6  7  8  9  a  b
//   when_i    1  0  1  0  0  0  0
//   word      -  -  -  -  0  7  7
//   known     -  -  -  -  0  1  1
//   current   -  -  -  -  0  1  0
//
// Instance:
//   gnomon_trigger_word #(.LUT_BITS(0), .WORD_W(32), .CAPTURE(0), .CLOCKS(9)) u_trigger_word (
//     .clk(clk), .rst(rst), .sync_i(sync), .word_i(word_i), .when_i(when), .word_o(word_o)
//   );

module gnomon_trigger_word #(
	parameter LUT_BITS = 0,   // as gnomon_cell_ram's
	parameter WORD_W   = 32,  // requires 8..64
	parameter CAPTURE  = 0,
	parameter CLOCKS   = 9    // requires 1..128
) (
	input  wire              clk,
	input  wire              rst,
	input  wire              sync_i,
	input  wire [WORD_W-1:0] word_i,
	input  wire              when_i,
	output wire [WORD_W+1:0] word_o
);
	generate
		if (CLOCKS < 1 || CLOCKS > 128) begin : gen_bad_clocks
			CLOCKS_must_be_1_to_128 u_bad ();
		end
		if (CAPTURE != 0) begin : gen_last
			reg [WORD_W-1:0] last_q;
			reg              known_q, current_q;
			wire             begins = sync_i || rst;
			always @(posedge clk) begin
				if (begins)
					last_q <= {WORD_W{1'b0}};
				else if (when_i)
					last_q <= word_i;
				current_q <= when_i;
				known_q   <= (known_q || when_i) && !begins;
			end
			gnomon_cell_delay #(.LUT_BITS(LUT_BITS), .WIDTH(WORD_W + 2),
				.CLOCKS(CLOCKS - 1), .RAM(1)) u_last (
				.clk (clk), .d_i ({last_q, known_q, current_q}),
				.q_o (word_o)
			);
		end else begin : gen_word
			wire unused = &{1'b0, rst, sync_i, when_i};
			assign word_o[WORD_W+1:WORD_W] = 2'b00;
			gnomon_cell_delay #(.LUT_BITS(LUT_BITS), .WIDTH(WORD_W), .CLOCKS(CLOCKS),
				.RAM(1)) u_word (
				.clk (clk), .d_i (word_i),
				.q_o (word_o[WORD_W-1:0])
			);
		end
	endgenerate

endmodule
