// SPDX-License-Identifier: Apache-2.0
// Room: count
// gnomon_count_total: the quantity `total`: a count of events as it grows.
//
// Each cycle with of_i and gate_i has a value: the number of these cycles since time 0, or since
// the last cycle with clear_i and gate_i, the current one included. The cycle of clear_i still
// belongs to the count that ends. Cycles with a closed gate do not count at all. A count that
// value_o cannot hold reads as the greatest value. first_i is the cycle before time 0.
//
// Latency: of_i to valid_o, value_o: 1 cycle.
//
//   cycle     0  1  2  3  4  5  6
//   first_i   1  0  0  0  0  0  0
//   of_i      0  1  1  1  0  1  0
//   clear_i   0  0  0  1  0  0  0
//   valid_o   0  0  1  1  1  0  1
//   value_o   -  -  1  2  3  -  1
//
// Instance:
//   gnomon_count_total #(.WIDTH(16)) u_count_total (
//     .clk(clk), .first_i(first), .gate_i(gate), .of_i(of), .clear_i(clear), .valid_o(valid),
//     .value_o(value)
//   );

module gnomon_count_total #(
	parameter WIDTH = 16  // bits of the value; requires 2..32
) (
	input  wire             clk,
	input  wire             first_i,
	input  wire             gate_i,
	input  wire             of_i,
	input  wire             clear_i,
	output reg              valid_o,
	output wire [WIDTH-1:0] value_o
);
	wire step = of_i && gate_i;
	reg  restart_q;  // a new count begins with this clock
	always @(posedge clk) begin
		restart_q  <= first_i || (clear_i && gate_i);
		valid_o <= step;
	end

	gnomon_count_tally #(.WIDTH(WIDTH)) u_count (
		.clk       (clk),
		.restart_i (restart_q),
		.step_i    (step),
		.count_o   (value_o)
	);

endmodule
