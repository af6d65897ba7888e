// SPDX-License-Identifier: Apache-2.0
//
// comparators_fpga: what the ranks are measured against: COUNT plain comparators of a whole word,
// each with a value of its own that is loaded at run time, a byte at a time, over the same bus as
// tables are. The code of the one that matches comes out a clock later. The word and the bus come
// out of a shift register, whose WORD_W + ADDR_W + 9 flip-flops do not count.

`default_nettype none

module comparators_fpga #(
	parameter WORD_W = 32,
	parameter COUNT  = 15,
	parameter ADDR_W = 6,  // of a byte of a value: two bits for it below those for the
	                       // comparator
	parameter CODE_W = 4
) (
	input  wire              clk,
	input  wire              serial_i,
	output reg  [CODE_W-1:0] code_o
);
	localparam FEED_W = WORD_W + ADDR_W + 9;
	reg [FEED_W-1:0] feed_q;
	always @(posedge clk)
		feed_q <= {feed_q[FEED_W-2:0], serial_i};

	wire              wr_valid = feed_q[WORD_W+ADDR_W+8];
	wire [ADDR_W-1:0] wr_addr  = feed_q[WORD_W+8 +: ADDR_W];
	wire [7:0]        wr_data  = feed_q[WORD_W +: 8];
	wire [WORD_W-1:0] word     = feed_q[WORD_W-1:0];

	wire [COUNT-1:0] hit;
	genvar k;
	generate
		for (k = 0; k < COUNT; k = k + 1) begin : gen_comparators
			reg [WORD_W-1:0] value_q;
			integer          i;
			always @(posedge clk)
				for (i = 0; i < WORD_W / 8; i = i + 1)
					if (wr_valid && wr_addr == 4 * k + i)
						value_q[8*i +: 8] <= wr_data;
			assign hit[k] = word == value_q;
		end
	endgenerate

	genvar b, n;
	generate
		for (b = 0; b < CODE_W; b = b + 1) begin : gen_code
			wire [COUNT-1:0] sets;
			for (n = 0; n < COUNT; n = n + 1) begin : gen_sets
				assign sets[n] = hit[n] && ((n + 1) >> b) % 2 == 1;
			end
			always @(posedge clk)
				code_o[b] <= |sets;
		end
	endgenerate

endmodule
