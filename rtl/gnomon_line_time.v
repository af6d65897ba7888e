// SPDX-License-Identifier: Apache-2.0
// Room: line
// gnomon_line_time: the time counter of a node, which pauses, and the real time, which does not.
//
//  1. time_o counts the cycles with pause_i 0. pause_i is the OR of the lines that pause the
//     counter: CAPTURE, REPORT.
//  2. real_o counts all cycles. real_o - time_o is the number of paused cycles so far. Both wrap.
//  3. clear_i sets both to 0; the cycle itself still counts.
// All nodes see a line in the same cycle, so the counters that were cleared in the same cycle are
// equal in each cycle. A counter whose 0 lies D cycles behind the wires delays pause_i by D cycles.
// CONSTRAINT: clear_i for one cycle at least after power-up.
//
// Latency: pause_i to time_o: 2 cycles. clear_i to time_o, real_o: 1 cycle.
//
//   cycle     0  1  2  3  4  5  6  7  8
//   clear_i   1  0  0  0  0  0  0  0  0
//   pause_i   0  0  0  1  1  0  0  0  0
//   time_o    -  0  1  2  3  3  3  4  5
//   real_o    -  0  1  2  3  4  5  6  7
//
// Instance:
//   gnomon_line_time #(.WIDTH(32), .REAL(1)) u_line_time (
//     .clk(clk), .clear_i(clear), .pause_i(pause), .time_o(time_o), .real_o(real_o)
//   );

module gnomon_line_time #(
	parameter WIDTH = 32,  // bits; requires 10..64
	parameter REAL  = 1    // 0: no real_o (it is 0)
) (
	input  wire             clk,
	input  wire             clear_i,
	input  wire             pause_i,
	output wire [WIDTH-1:0] time_o,
	output wire [WIDTH-1:0] real_o
);
	generate
		if (WIDTH < 10 || WIDTH > 64) begin : gen_bad_width
			WIDTH_must_be_10_to_64 u_bad ();
		end
	endgenerate

	gnomon_cell_count #(.WIDTH(WIDTH)) u_time (
		.clk     (clk),
		.clear_i (clear_i),
		.step_i  (!pause_i),
		.count_o (time_o)
	);
	generate
		if (REAL != 0) begin : gen_real
			gnomon_cell_count #(.WIDTH(WIDTH)) u_real (
				.clk     (clk),
				.clear_i (clear_i),
				.step_i  (1'b1),
				.count_o (real_o)
			);
		end else begin : gen_no_real
			assign real_o = {WIDTH{1'b0}};
		end
	endgenerate

endmodule
