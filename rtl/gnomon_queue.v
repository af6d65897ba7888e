// SPDX-License-Identifier: Apache-2.0
//
// gnomon_queue: a queue of bytes in one RAM block, between a PHY that cannot wait and the link.
//
//  1. A byte with push_i is stored if there is room; if there is none it is dropped (the link's CRC finds that out).
//  2. The oldest byte stands at data_o while valid_o is 1; ready_i takes it. After a byte was taken valid_o is 0 for one clock.
// Holds 2^DEPTH_LOG2 - 1 bytes.

`resetall
`default_nettype none

module gnomon_queue #(
	parameter DEPTH_LOG2 = 7  // bytes, log2; requires 2..9 (one block of 4 kbit)
) (
	input  wire       clk,
	input  wire       rst,
	input  wire       push_i,
	input  wire [7:0] data_i,
	output wire       valid_o,
	input  wire       ready_i,
	output wire [7:0] data_o
);
	generate
		if (DEPTH_LOG2 < 2 || DEPTH_LOG2 > 9) begin : gen_bad_depth
			DEPTH_LOG2_must_be_2_to_9 u_bad ();
		end
	endgenerate

	localparam [DEPTH_LOG2-1:0] ONE = 1;

	reg [DEPTH_LOG2-1:0] head_q, tail_q;
	reg                  full_q, valid_q;

	// full_q is one clock late and one slot early: a push comes every ten bit times at most, or not at all.
	wire [DEPTH_LOG2-1:0] room = tail_q - ONE;
	wire push = push_i && !full_q;
	wire pop  = valid_q && ready_i;

	always @(posedge clk) begin
		full_q  <= head_q == room;
		valid_q <= head_q != tail_q && !pop && !rst;
		if (rst) begin
			head_q <= 0;
			tail_q <= 0;
		end else begin
			if (push)
				head_q <= head_q + ONE;
			if (pop)
				tail_q <= tail_q + ONE;
		end
	end
	assign valid_o = valid_q;

	gnomon_ram #(.WIDTH(8), .DEPTH_LOG2(DEPTH_LOG2)) u_bytes (
		.clk     (clk),
		.we_i    (push),
		.waddr_i (head_q),
		.wdata_i (data_i),
		.raddr_i (tail_q),
		.rdata_o (data_o)
	);

endmodule

`resetall
