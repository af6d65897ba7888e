// SPDX-License-Identifier: Apache-2.0
// Room: count
// gnomon_pulse: the quantity `pulse`: for how many clocks a line was 1.
//
// The value comes in the first clock in which of_i is 0 again (valid_o, value_o: a clock later), if gate_i is 1 in that clock; pulses are measured whether the gate is
// open or not. Widths that value_o cannot hold read as its greatest value. A pulse that was 1 in the clock of first_i, the one before time 0, is left out.

`resetall
`default_nettype none

module gnomon_pulse #(
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

	// The count stands still in the clock after the pulse, when it is the value.
	gnomon_tally #(.WIDTH(WIDTH)) u_count (
		.clk       (clk),
		.restart_i (!was_q),
		.step_i    (of_i),
		.count_o   (value_o)
	);

endmodule

`resetall
