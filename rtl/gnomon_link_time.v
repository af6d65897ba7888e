// SPDX-License-Identifier: Apache-2.0
// Room: link
// gnomon_link_time: the register TIME: in which cycle a byte of the host arrived.
//
//  1. A count of 64 bits counts all cycles. It lies in four words of 16 bits that take turns at one
//     adder, so that it needs no long carry chain. No line pauses it.
//  2. sync_i is 1 in cycle 0 of START: the cycle behind it is 0, with LATE sync_i's own. The first
//     cycle after a reset is 0, too.
//  3. With taken_i the module notes the cycle. When the words begin their next turn, at most four
//     cycles later, it writes the noted cycle into the registers, a word a cycle, the lowest first.
//     Where taken_i comes again the later one counts.
// CONSTRAINT: no taken_i in the eight cycles behind sync_i.
//
// Latency: taken_i to the first cycle with we_o: 1 to 4 cycles; to the last one: 4 to 7.
//
// With LATE 0; the byte is taken in cycle 10 of the table, which is 9 since START:
//
//   cycle      0  1  2  3  4  5  6  7  8  9 10 11 12 13 14 15 16 17
//   sync_i     1  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0
//   taken_i    0  0  0  0  0  0  0  0  0  0  1  0  0  0  0  0  0  0
//   we_o       0  0  0  0  0  0  0  0  0  0  0  0  0  1  1  1  1  0
//   word_o     -  -  -  -  -  -  -  -  -  -  -  -  -  0  1  2  3  -
//   data_o     -  -  -  -  -  -  -  -  -  -  -  -  -  9  0  0  0  -
//
// Instance:
//   gnomon_link_time #(.LATE(0)) u_link_time (
//     .clk(clk), .rst(rst), .sync_i(sync), .taken_i(taken), .we_o(we), .word_o(word), .data_o(data)
//   );

module gnomon_link_time #(
	parameter LATE = 0  // cycles by which sync_i comes late; requires 0 or 1
) (
	input  wire        clk,
	input  wire        rst,
	input  wire        sync_i,   // all time counters become 0
	input  wire        taken_i,  // a byte that may be the last one of a request
	output wire        we_o,
	output wire [1:0]  word_o,
	output wire [15:0] data_o
);
	generate
		if (LATE != 0 && LATE != 1) begin : gen_bad_late
			LATE_must_be_0_or_1 u_bad ();
		end
	endgenerate

	// The place of a cycle in a turn of the words is the count modulo 4. It is not in the
	// words: a turn adds 4 to them.
	reg  [1:0]  place_q;
	wire        first = place_q == 2'd0;
	wire        last  = place_q == 2'd3;

	// The first turn leaves zeros, so the words that a turn finds are those of the turn before.
	reg         zero_q;
	reg         carry_q;
	reg  [15:0] word0_q, word1_q, word2_q, word3_q;
	wire [16:0] sum = {1'b0, word0_q} + {14'd0, first, 1'b0, carry_q};
	always @(posedge clk) begin
		if (rst || sync_i)
			place_q <= rst ? 2'd0 : LATE[1:0];
		else
			place_q <= place_q + 2'd1;
		zero_q  <= rst || sync_i || (zero_q && !last);
		carry_q <= sum[16] && !last && !sync_i && !zero_q;
		word3_q <= sync_i || zero_q ? 16'd0 : sum[15:0];
		{word2_q, word1_q, word0_q} <= {word3_q, word2_q, word1_q};
	end

	// The turn behind taken_i writes
	reg         noted_q, writes_q;
	reg  [1:0]  low_q;
	always @(posedge clk) begin
		noted_q  <= (noted_q || taken_i) && !last && !rst;
		if (last || rst)
			writes_q <= (noted_q || taken_i) && !rst;
		if (taken_i)
			low_q <= place_q;
	end
	assign we_o   = writes_q;
	assign word_o = place_q;
	assign data_o = {word0_q[15:2], word0_q[1:0] | (low_q & {2{first}})};

endmodule
