// SPDX-License-Identifier: Apache-2.0
// Room: link
// gnomon_link_queue: a queue of bytes in one RAM block, between a PHY that cannot wait and the
// link.
//
//  1. we_i writes two bits of the next byte into the queue: pair 0 is the lowest two bits. They can
//     be written again until the push.
//  2. push_i ends the byte: it is in the queue, and what is written next is another one.
//  3. The PHY pushes no byte in the cycle after one with full_o: the CRC of the link detects that
//     it is missing.
//  4. data_o is the oldest byte while valid_o is 1; ready_i takes it. valid_o is 0 for one cycle
//     after each byte that was taken.
// The queue is full when its head is in the quarter before the quarter of its tail. It holds at
// least half of its depth, and at most three quarters.
// CONSTRAINT: two pushes are at least three cycles apart. A push comes in the cycle after the write
// of pair 3, or later.
//
// Latency: push_i to valid_o, data_o: 2 cycles with an empty queue; to full_o: 2 cycles.
//
//   cycle     0  1  2  3  4  5  6  7  8  9
//   we_i      1  1  1  1  0  0  0  0  0  0
//   pair_i    0  1  2  3  -  -  -  -  -  -
//   data_i    1  0  0  2  -  -  -  -  -  -
//   push_i    0  0  0  0  1  0  0  0  0  0
//   valid_o   0  0  0  0  0  0  1  1  0  0
//   ready_i   0  0  0  0  0  0  0  1  1  1
//   data_o    -  -  -  -  -  - 81 81  -  -
//
// Instance:
//   gnomon_link_queue #(.LUT_BITS(0), .DEPTH_LOG2(7)) u_link_queue (
//     .clk(clk), .rst(rst), .we_i(we), .pair_i(pair), .data_i(data_i), .push_i(push),
//     .full_o(full), .valid_o(valid), .ready_i(ready), .data_o(data_o)
//   );

module gnomon_link_queue #(
	parameter LUT_BITS   = 0,  // as gnomon_cell_ram's
	parameter DEPTH_LOG2 = 7  // bytes, log2; requires 4..9 (one block of 4 kbit)
) (
	input  wire       clk,
	input  wire       rst,
	input  wire       we_i,
	input  wire [1:0] pair_i,
	input  wire [1:0] data_i,
	input  wire       push_i,
	output wire       full_o,
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
	wire pop = valid_q && ready_i;

	always @(posedge clk) begin
		full_q <= head_quarter + 2'd1 == tail_quarter;
		if (rst) begin
			valid_q <= 1'b0;
			head_q  <= 0;
			tail_q  <= 0;
		end else begin
			valid_q <= head_q != tail_q && !pop;
			head_q  <= head_q + {{(DEPTH_LOG2-1){1'b0}}, push_i};
			tail_q  <= tail_q + {{(DEPTH_LOG2-1){1'b0}}, pop};
		end
	end
	assign full_o  = full_q;
	assign valid_o = valid_q;

	// The byte at the head is not in the queue, also where it is full.
	gnomon_cell_ram_wide #(.LUT_BITS(LUT_BITS), .WRITE_W(2), .PARTS_LOG2(2),
		.DEPTH_LOG2(DEPTH_LOG2)) u_bytes (
		.clk     (clk),
		.we_i    (we_i),
		.waddr_i ({head_q, pair_i}),
		.wdata_i (data_i),
		.raddr_i (tail_q),
		.rdata_o (data_o)
	);

endmodule
