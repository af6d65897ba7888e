// SPDX-License-Identifier: Apache-2.0
// blinker: the second target, as small as one can be: a light that is on and off for times that a
// little state machine draws from a shift register.
//
// 1. The state machine goes through off, rise, on, fall; it stays in each for 1 to 16 clocks.
// 2. step_o is high in the first clock of each state; state_o is the number of states so far, with
//    the state in its low two bits (0 off, 1 rise, 2 on, 3 fall). light_o is the light.
`resetall
`default_nettype none

module blinker (
	input  wire        clk,
	input  wire        rst,
	output wire        light_o,
	output reg         step_o,
	output reg  [31:0] state_o
);
	reg [15:0] draw;
	reg [3:0]  left;

	assign light_o = state_o[1:0] == 2'd1 || state_o[1:0] == 2'd2;

	always @(posedge clk) begin
		draw <= {draw[14:0], draw[15] ^ draw[13] ^ draw[12] ^ draw[10]};
		step_o <= left == 4'd0;
		if (left == 4'd0) begin
			state_o <= state_o + 1'b1;
			left <= draw[3:0];
		end else begin
			left <= left - 1'b1;
		end
		if (rst) begin
			draw <= 16'hace1;
			left <= 4'd0;
			step_o <= 1'b0;
			state_o <= 32'hffff_ffff;
		end
	end
endmodule

`resetall
