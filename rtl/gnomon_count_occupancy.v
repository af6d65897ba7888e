// SPDX-License-Identifier: Apache-2.0
// Room: count
// gnomon_count_occupancy: the quantity `occupancy`: how many elements are in a queue.
//
// The value is the number of cycles with from_i less the number of cycles with to_i, up to and
// including the current one. Each cycle with gate_i has a value. At 0 the module ignores a to_i
// without from_i, at the greatest value a from_i without to_i. It counts whether the gate is open
// or not, and rst empties it. An emitted monitor asserts rst also at time 0 of each run, where the
// target may be reset: what is in the queue of a target that runs on does not count.
//
// Latency: 1 cycle.
//
//   cycle     0  1  2  3  4  5  6
//   from_i    1  1  0  0  0  0  0
//   to_i      0  0  1  0  1  0  0
//   gate_i    1  1  1  0  1  1  1
//   valid_o   0  1  1  1  0  1  1
//   value_o   -  1  2  1  -  0  0
//
// Instance:
//   gnomon_count_occupancy #(.WIDTH(16)) u_count_occupancy (
//     .clk(clk), .rst(rst), .gate_i(gate), .from_i(from), .to_i(to), .valid_o(valid),
//     .value_o(value)
//   );

module gnomon_count_occupancy #(
	parameter WIDTH = 16  // bits of the value; requires 2..32
) (
	input  wire             clk,
	input  wire             rst,
	input  wire             gate_i,
	input  wire             from_i,
	input  wire             to_i,
	output reg              valid_o,
	output wire [WIDTH-1:0] value_o
);
	generate
		if (WIDTH < 2 || WIDTH > 32) begin : gen_bad_width
			WIDTH_must_be_2_to_32 u_bad ();
		end
	endgenerate

	localparam [WIDTH-1:0] ONE = 1;

	reg [WIDTH-1:0] count_q;
	reg             some_q;  // it is not 0
	reg             full_q;  // it is at its greatest value
	always @(posedge clk) begin
		if (rst) begin
			count_q <= {WIDTH{1'b0}};
			some_q  <= 1'b0;
			full_q  <= 1'b0;
		end else if (from_i != to_i && (to_i ? some_q : !full_q)) begin
			count_q <= count_q + (to_i ? {WIDTH{1'b1}} : ONE);
			some_q  <= from_i || count_q != ONE;
			full_q  <= from_i && count_q == ~ONE;
		end
		valid_o <= gate_i;
	end
	assign value_o = count_q;

endmodule
