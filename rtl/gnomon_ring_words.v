// SPDX-License-Identifier: Apache-2.0
// Room: ring
// gnomon_ring_words: assembles words of 32 bits from flits, lowest bits first.
//
// valid_o is 1 for one cycle. word_o stays until the next flit.
//
// Latency: last flit of a word to valid_o, word_o: 1 cycle.
//
// With RING_W 16:
//
//   cycle        0     1     2     3     4
//   valid_i      1     0     1     0     0
//   data_i       2     -     1     -     -
//   valid_o      0     0     0     1     0
//   word_o       -     -     - 10002     -
//
// Instance:
//   gnomon_ring_words #(.RING_W(8)) u_ring_words (
//     .clk(clk), .clear_i(clear), .valid_i(valid_i), .data_i(data), .valid_o(valid_o),
//     .word_o(word)
//   );

module gnomon_ring_words #(
	parameter RING_W = 8  // bits of a flit; requires 1, 2, 4, 8, 16 or 32
) (
	input  wire              clk,
	input  wire              clear_i,
	input  wire              valid_i,
	input  wire [RING_W-1:0] data_i,
	output wire              valid_o,
	output wire [31:0]       word_o
);
	reg        valid_q;
	reg [31:0] word_q;
	wire       last;

	always @(posedge clk)
		valid_q <= !clear_i && valid_i && last;
	generate
		if (RING_W == 32) begin : gen_whole
			assign last = 1'b1;
			always @(posedge clk)
				if (valid_i)
					word_q <= data_i;
		end else begin : gen_parts
			// counts all the flits of a word, so that it needs no end
			reg [$clog2(32 / RING_W)-1:0] flit_q;
			assign last = &flit_q;
			always @(posedge clk) begin
				if (clear_i)
					flit_q <= 0;
				else if (valid_i)
					flit_q <= flit_q + 1'b1;
				if (valid_i)
					word_q <= {data_i, word_q[31:RING_W]};
			end
		end
	endgenerate
	assign valid_o = valid_q;
	assign word_o  = word_q;

endmodule
