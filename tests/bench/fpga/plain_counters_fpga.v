// SPDX-License-Identifier: Apache-2.0
//
// plain_counters_fpga: what ratio counters and counter banks are measured against: COUNT plain
// counters of 32 bits, a common reset, and a multiplexer through which one is read. They have no
// snapshot. What goes in comes out of a shift register, whose COUNT + COUNT_LOG2 + 1 flip-flops do
// not count.

`default_nettype none

module plain_counters_fpga #(
	parameter COUNT_LOG2 = 4
) (
	input  wire        clk,
	input  wire        serial_i,
	output reg  [31:0] word_o
);
	localparam COUNT = 1 << COUNT_LOG2;
	reg [COUNT+COUNT_LOG2:0] feed_q;
	always @(posedge clk)
		feed_q <= {feed_q[COUNT+COUNT_LOG2-1:0], serial_i};

	wire [32*COUNT-1:0] counts;
	genvar k;
	generate
		for (k = 0; k < COUNT; k = k + 1) begin : gen_counters
			reg [31:0] count_q;
			always @(posedge clk)
				if (feed_q[COUNT+COUNT_LOG2])
					count_q <= 32'd0;
				else
					count_q <= count_q + {31'd0, feed_q[k]};
			assign counts[32*k +: 32] = count_q;
		end
	endgenerate
	always @(posedge clk)
		word_o <= counts[32*feed_q[COUNT +: COUNT_LOG2] +: 32];

endmodule
