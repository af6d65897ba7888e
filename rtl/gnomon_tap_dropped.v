// SPDX-License-Identifier: Apache-2.0
// Room: taps
// gnomon_tap_dropped: how many dropped requests wait for their answers.
//
// more_i: one more from the next clock on; fewer_i: one fewer; both: as many as before. some_o: at least one; one_o: just one.
// CONSTRAINT: fewer_i only with some_o. With 65535 the count stands still: some_o stays 1 until the next reset.

`resetall
`default_nettype none

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

`resetall
