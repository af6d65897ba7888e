// SPDX-License-Identifier: Apache-2.0
// Room: taps
// gnomon_tap_dropped: how many dropped requests wait for their answers.
//
// more_i: one more; fewer_i: one fewer; both: the number does not change. some_o: at least one
// waits;
// one_o: exactly one. At 65535 the counter stops: some_o then stays 1 until the next reset.
// CONSTRAINT: fewer_i only with some_o.
//
// Latency: 1 cycle.
//
//   cycle     0  1  2  3  4  5
//   more_i    0  1  1  0  0  0
//   fewer_i   0  0  0  1  1  0
//   some_o    0  0  1  1  1  0
//   one_o     0  0  1  0  1  0
//
// Instance:
//   gnomon_tap_dropped u_tap_dropped (
//     .clk(clk), .rst(rst), .more_i(more), .fewer_i(fewer), .some_o(some), .one_o(one)
//   );

module gnomon_tap_dropped (
	input  wire clk,
	input  wire rst,
	input  wire more_i,
	input  wire fewer_i,
	output reg  some_o,
	output reg  one_o
);
	reg [15:0] count_q;
	reg        many_q;  // as many as can be counted
	always @(posedge clk)
		if (rst) begin
			count_q <= 16'd0;
			some_o  <= 1'b0;
			one_o   <= 1'b0;
			many_q  <= 1'b0;
		end else if (more_i != fewer_i && !many_q) begin
			count_q <= count_q + {{15{fewer_i}}, 1'b1};
			some_o  <= more_i || !one_o;
			one_o   <= more_i ? !some_o : count_q == 16'd2;
			many_q  <= more_i && count_q == 16'hfffe;
		end

endmodule
