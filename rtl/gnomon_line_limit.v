// SPDX-License-Identifier: Apache-2.0
// Room: line
// gnomon_line_limit: for how many cycles a CAPTURE or REPORT line is asserted, and the time-out of
// a line that a node does not release: one whose core is halted or masks its interrupts.
//
//  1. length_o is the number of cycles with line_i 1 of this assertion, or of the last one: real
//     cycles, in which the time counters pause. It stops at 2^(WIDTH-1) + 1, so a length with its
//     highest bit 1 is a lower bound. rst sets it to 0.
//  2. expire_o is 1 for one cycle if an assertion lasts for more than limit_i + 1 cycles: all nodes
//     then release the line (gnomon_line_node). limit_i 0: never. A constant limit_i costs less.
//  3. All nodes get expire_o in the same cycle. Several modules of one line, one on each chip, have
//     the same outputs in each cycle, as they see the line in the same cycle.
// A line that expires is asserted for limit_i + 3 + L cycles in all, where L is the latency of
// gnomon_line_wire.
// CONSTRAINT: limit_i is less than 2^(WIDTH-1), and changes only while line_i is 0.
//
// Latency: line_i to length_o: 2 cycles. expire_o: the third cycle after limit_i cycles with line_i
//   1.
//
// With limit_i 3:
//
//   cycle      0  1  2  3  4  5  6  7  8  9 10
//   line_i     0  1  1  1  1  1  1  1  0  0  0
//   length_o   0  0  0  1  2  3  4  5  6  7  7
//   expire_o   0  0  0  0  0  0  1  0  0  0  0
//
// Instance:
//   gnomon_line_limit #(.WIDTH(32)) u_line_limit (
//     .clk(clk), .rst(rst), .line_i(line), .limit_i(limit), .length_o(length), .expire_o(expire)
//   );

module gnomon_line_limit #(
	parameter WIDTH = 32  // bits of limit and length; requires 10..64
) (
	input  wire             clk,
	input  wire             rst,
	input  wire             line_i,
	input  wire [WIDTH-1:0] limit_i,
	output wire [WIDTH-1:0] length_o,
	output reg              expire_o
);
	generate
		if (WIDTH < 10 || WIDTH > 64) begin : gen_bad_width
			WIDTH_must_be_10_to_64 u_bad ();
		end
	endgenerate

	reg seen_q;  // line_i a cycle ago
	reg late_q;  // and two cycles ago: length_o is that of this assertion and not 0
	gnomon_cell_count #(.WIDTH(WIDTH)) u_length (
		.clk     (clk),
		.clear_i (rst || (line_i && !seen_q)),
		.step_i  (line_i && !rst && !(seen_q && length_o[WIDTH-1])),
		.count_o (length_o)
	);
	always @(posedge clk)
		if (rst) begin
			seen_q   <= 1'b0;
			late_q   <= 1'b0;
			expire_o <= 1'b0;
		end else begin
			seen_q   <= line_i;
			late_q   <= line_i && seen_q;
			expire_o <= line_i && seen_q && late_q && length_o == limit_i;
		end

endmodule
