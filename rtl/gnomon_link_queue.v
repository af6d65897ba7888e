// SPDX-License-Identifier: Apache-2.0
// Room: link
// gnomon_link_queue: a queue of bytes in one RAM block, between a PHY that cannot wait and the
// link.
//
//  1. push_i stores a byte. A byte that comes when the queue is full is discarded: the CRC of the
//     link detects this.
//  2. data_o is the oldest byte while valid_o is 1; ready_i takes it. valid_o is 0 for one cycle
//     after each byte that was taken.
// The queue is full when its head is in the quarter before the quarter of its tail. It holds at
// least half of its depth, and at most three quarters.
// CONSTRAINT: two pushes are at least three cycles apart.
//
// Latency: push_i to valid_o, data_o: 2 cycles with an empty queue.
//
//   cycle     0  1  2  3  4  5  6  7  8
//   push_i    1  0  0  1  0  0  0  0  0
//   data_i    1  -  -  2  -  -  -  -  -
//   valid_o   0  0  1  1  1  0  1  0  0
//   ready_i   0  0  0  0  1  1  1  1  0
//   data_o    -  -  1  1  1  -  2  -  -
//
// Instance:
//   gnomon_link_queue #(.LUT_BITS(0), .DEPTH_LOG2(7)) u_link_queue (
//     .clk(clk), .rst(rst), .push_i(push), .data_i(data_i), .valid_o(valid), .ready_i(ready),
//     .data_o(data_o)
//   );

module gnomon_link_queue #(
	parameter LUT_BITS   = 0,  // as gnomon_cell_ram's
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

	gnomon_cell_ram #(.LUT_BITS(LUT_BITS), .WIDTH(8), .DEPTH_LOG2(DEPTH_LOG2)) u_bytes (
		.clk     (clk),
		.we_i    (push),
		.waddr_i (head_q),
		.wdata_i (data_i),
		.raddr_i (tail_q),
		.rdata_o (data_o)
	);

endmodule
