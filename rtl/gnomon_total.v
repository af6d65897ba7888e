// SPDX-License-Identifier: Apache-2.0
// Room: count
// gnomon_total: the quantity `total`: a count of events as it grows.
//
// In each clock with of_i and gate_i the value comes (valid_o, value_o: a clock later): how many such clocks there were since time 0, or since the last clock with
// clear_i and gate_i, this one included. The clock of clear_i itself still belongs to the count that ends. Clocks with the gate closed are not seen at all.
// Counts that value_o cannot hold read as its greatest value. first_i is the clock before time 0.

`resetall
`default_nettype none

module gnomon_total #(
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
	reg  anew_q;  // a new count begins with this clock
	always @(posedge clk) begin
		anew_q  <= first_i || (clear_i && gate_i);
		valid_o <= step;
	end

	gnomon_tally #(.WIDTH(WIDTH)) u_count (
		.clk       (clk),
		.restart_i (anew_q),
		.step_i    (step),
		.count_o   (value_o)
	);

endmodule

`resetall
