// SPDX-License-Identifier: Apache-2.0
//
// gnomon_pair: one ratio counter: A (subset) and B (all), 32 bits each, and the snapshot that is read (Carpenter, Figure 8).
//
//  1. In every clock A counts a_i and B counts b_i. When either is at its greatest value both stand still.
//  2. restart_i: the counts begin anew with the inputs of this very clock, so that none is lost and none counted twice.
//  3. take_i copies the counts, without the inputs of this clock, into the snapshot. They are read from there.
//  4. Compressed form: while busy_o is 1 the snapshot is shifted right, a bit a clock, until B has six bits; e counts the shifts.
//     form_o is then {A 5 bits, B 6 bits, e 5 bits}; where B has its sixth bit, A's unit is twice B's; A saturates at 31.

`resetall
`default_nettype none

module gnomon_pair #(
	parameter COMPRESSED = 0  // 1: the snapshot is normalised
) (
	input  wire        clk,
	input  wire        a_i,
	input  wire        b_i,
	input  wire        restart_i,
	input  wire        take_i,
	output wire        busy_o,
	output wire [31:0] a_o,
	output wire [31:0] b_o,
	output wire [15:0] form_o
);
	reg [31:0] a_q, b_q, a_taken_q, b_taken_q;
	wire       full = &a_q || &b_q;

	generate
		if (COMPRESSED != 0) begin : gen_compressed
			reg [4:0] e_q;
			always @(posedge clk)
				if (take_i) begin
					a_taken_q <= a_q;
					b_taken_q <= b_q;
					e_q       <= 5'd0;
				end else if (busy_o) begin
					a_taken_q <= a_taken_q >> 1;
					b_taken_q <= b_taken_q >> 1;
					e_q       <= e_q + 5'd1;
				end
			wire [31:0] a_unit = b_taken_q[5] ? a_taken_q >> 1 : a_taken_q;
			assign busy_o = |b_taken_q[31:6];
			assign form_o = {|a_unit[31:5] ? 5'd31 : a_unit[4:0], b_taken_q[5:0], e_q};
		end else begin : gen_full
			always @(posedge clk)
				if (take_i) begin
					a_taken_q <= a_q;
					b_taken_q <= b_q;
				end
			assign busy_o = 1'b0;
			assign form_o = 16'd0;
		end
	endgenerate
	always @(posedge clk)
		if (restart_i) begin
			a_q <= {31'd0, a_i};
			b_q <= {31'd0, b_i};
		end else if (!full) begin
			a_q <= a_q + {31'd0, a_i};
			b_q <= b_q + {31'd0, b_i};
		end

	assign a_o = a_taken_q;
	assign b_o = b_taken_q;

endmodule

`resetall
