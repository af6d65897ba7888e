// SPDX-License-Identifier: Apache-2.0
// Room: link
// gnomon_queue: a queue of bytes in one RAM block, between a PHY that cannot wait and the link.
//
//  1. A byte with push_i is stored; it is dropped where the queue is full (the link's CRC finds that out).
//  2. The oldest byte stands at data_o while valid_o is 1; ready_i takes it. After a byte was taken valid_o is 0 for one clock.
// Full is when the head stands in the quarter before the tail's: it holds half its depth at least, three quarters at most.
// CONSTRAINT: two pushes are three clocks apart at least.

`resetall
`default_nettype none

module gnomon_queue #(
	parameter LUT_BITS   = 0,  // as gnomon_ram's
	parameter DEPTH_LOG2 = 7  // bytes, log2; requires 4..9 (one block of 4 kbit)
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
		if (DEPTH_LOG2 < 4 || DEPTH_LOG2 > 9) begin : gen_bad_depth
			DEPTH_LOG2_must_be_4_to_9 u_bad ();
		end
	endgenerate

	reg [DEPTH_LOG2-1:0] head_q, tail_q;
	reg                  full_q, valid_q;

	wire [1:0] head_quarter = head_q[DEPTH_LOG2-1 -: 2];
	wire [1:0] tail_quarter = tail_q[DEPTH_LOG2-1 -: 2];
	wire push = push_i && !full_q;
	wire pop  = valid_q && ready_i;

	always @(posedge clk) begin
		full_q  <= head_quarter + 2'd1 == tail_quarter;
		valid_q <= head_q != tail_q && !pop && !rst;
		if (rst) begin
			head_q <= 0;
			tail_q <= 0;
		end else begin
			head_q <= head_q + {{(DEPTH_LOG2-1){1'b0}}, push};
			tail_q <= tail_q + {{(DEPTH_LOG2-1){1'b0}}, pop};
		end
	end
	assign valid_o = valid_q;

	gnomon_ram #(.LUT_BITS(LUT_BITS), .WIDTH(8), .DEPTH_LOG2(DEPTH_LOG2)) u_bytes (
		.clk     (clk),
		.we_i    (push),
		.waddr_i (head_q),
		.wdata_i (data_i),
		.raddr_i (tail_q),
		.rdata_o (data_o)
	);

endmodule

`resetall
