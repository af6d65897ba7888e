// SPDX-License-Identifier: Apache-2.0
// Room: count
// gnomon_count_pulse: the quantity `pulse`: for how many cycles a line was 1.
//
// The value comes in the first cycle in which of_i is 0 again, if gate_i is 1 in this cycle. Pulses
// are measured whether the gate is open or not. A width that value_o cannot hold reads as the
// greatest value. A pulse that was 1 in the cycle of first_i, the one before time 0, has no value.
//
// Latency: first cycle with of_i 0 to valid_o, value_o: 1 cycle.
//
//   cycle     0  1  2  3  4  5  6  7
//   of_i      0  1  1  1  0  1  0  0
//   valid_o   0  0  0  0  0  1  0  1
//   value_o   -  -  -  -  -  3  -  1
//
// Instance:
//   gnomon_count_pulse #(.WIDTH(16)) u_count_pulse (
//     .clk(clk), .rst(rst), .first_i(first), .gate_i(gate), .of_i(of), .valid_o(valid),
//     .value_o(value)
//   );

module gnomon_count_pulse #(
	parameter WIDTH = 16  // bits of the value; requires 2..32
) (
	input  wire             clk,
	input  wire             rst,
	input  wire             first_i,
	input  wire             gate_i,
	input  wire             of_i,
	output reg              valid_o,
	output wire [WIDTH-1:0] value_o
);
	reg was_q;   // of_i in the clock before
	reg skip_q;  // the pulse is left out
	always @(posedge clk) begin
		was_q   <= of_i;
		skip_q  <= (first_i || rst || skip_q) && of_i;
		valid_o <= was_q && !of_i && !skip_q && gate_i;
	end

	// The count does not change in the clock after the pulse, when it is the value.
	gnomon_count_tally #(.WIDTH(WIDTH)) u_count (
		.clk       (clk),
		.restart_i (!was_q),
		.step_i    (of_i),
		.count_o   (value_o)
	);

endmodule
