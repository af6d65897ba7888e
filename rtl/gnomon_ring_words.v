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
	localparam [31:0] LAST_FLIT = 32 / RING_W - 1;

	reg [4:0]  flit_q;
	reg        valid_q;
	reg [31:0] word_q;

	wire last = flit_q == LAST_FLIT[4:0];
	always @(posedge clk)
		if (clear_i) begin
			flit_q  <= 5'd0;
			valid_q <= 1'b0;
		end else if (valid_i) begin
			flit_q  <= last ? 5'd0 : flit_q + 5'd1;
			valid_q <= last;
		end else
			valid_q <= 1'b0;
	generate
		if (RING_W == 32) begin : gen_whole
			always @(posedge clk)
				if (valid_i)
					word_q <= data_i;
		end else begin : gen_parts
			always @(posedge clk)
				if (valid_i)
					word_q <= {data_i, word_q[31:RING_W]};
		end
	endgenerate
	assign valid_o = valid_q;
	assign word_o  = word_q;

endmodule
