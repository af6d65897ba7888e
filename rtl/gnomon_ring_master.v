// SPDX-License-Identifier: Apache-2.0
// Room: ring
// gnomon_ring_master: the center's end of the ring.
//
//  1. command_ready_o with command_valid_i takes a command. It goes down as 32/RING_W flits, lowest
//     bits first. After a command that is no write, command_ready_o stays 0 until the command has
//     reached the last of NODES stations.
//  2. The module assembles the words that come up, at most one a cycle. A word of a record comes
//     out at word_valid_o, word_ready_i. A token ends here: it comes out at mark_valid_o,
//     mark_ready_i with the high-water mark of a node.
// A command has GNO_RING_* in bits 31..30, an address in bits 29..8, data in bits 7..0.
//
// Latency: command_valid_i with command_ready_o to the first flit at dn_valid_o: 1 cycle; to
//   command_ready_o: 32/RING_W + 1 cycles after a write, 32/RING_W + NODES + 5 after another
//   command. Last flit of a word at up_valid_i to word_valid_o or mark_valid_o: 1 cycle.
//
// With RING_W 8: a write down; a word up that waits for word_ready_i.
//
//   cycle                   0        1        2        3        4        5        6        7
//   command_valid_i         1        0        0        0        0        0        0        0
//   command_ready_o         1        0        0        0        0        1        1        1
//   dn_valid_o              0        1        1        1        1        0        0        0
//   dn_data_o               -       22       33       44        0        -        -        -
//   up_valid_i              1        1        1        1        1        1        0        0
//   up_ready_o              1        1        1        1        0        1        1        1
//   up_data_i              d1       d2       d3       d4       e1       e1        -        -
//   word_valid_o            0        0        0        0        1        1        0        0
//   word_ready_i            0        0        0        0        0        1        0        0
//   word_o                  -        -        -        - d4d3d2d1 d4d3d2d1        -        -
//
// Instance:
//   gnomon_ring_master #(.NODES(1), .RING_W(8)) u_ring_master (
//     .clk(clk), .rst(rst), .clear_i(clear), .command_valid_i(command_valid),
//     .command_ready_o(command_ready), .command_i(command), .word_valid_o(word_valid),
//     .word_ready_i(word_ready), .word_o(word), .mark_valid_o(mark_valid),
//     .mark_ready_i(mark_ready), .mark_node_o(mark_node), .mark_o(mark), .dn_valid_o(dn_valid),
//     .dn_data_o(dn_data), .up_valid_i(up_valid), .up_ready_o(up_ready), .up_tag_i(up_tag),
//     .up_data_i(up_data)
//   );

module gnomon_ring_master #(
	parameter NODES  = 1,  // stations on the ring; requires 1..255
	parameter RING_W = 8   // wires each way; requires 1, 2, 4, 8, 16 or 32
) (
	input  wire              clk,
	input  wire              rst,
	input  wire              clear_i,
	// commands
	input  wire              command_valid_i,
	output wire              command_ready_o,
	input  wire [31:0]       command_i,
	// words and high-water marks
	output wire              word_valid_o,
	input  wire              word_ready_i,
	output wire [31:0]       word_o,
	output wire              mark_valid_o,
	input  wire              mark_ready_i,
	output wire [7:0]        mark_node_o,
	output wire [15:0]       mark_o,
	// ring
	output wire              dn_valid_o,
	output wire [RING_W-1:0] dn_data_o,
	input  wire              up_valid_i,
	output wire              up_ready_o,
	input  wire              up_tag_i,
	input  wire [RING_W-1:0] up_data_i
);

	`include "gnomon_records.vh"

	localparam [31:0] SENT   = 32 / RING_W;
	localparam [31:0] PASSED = 32 / RING_W + NODES + 4;
	localparam        LEFT_W  = $clog2(PASSED + 1);
	localparam        FLITS_W = $clog2(SENT + 1);

	// Down
	reg  [31:0] down_q;
	reg  [LEFT_W-1:0]  left_q;   // clocks until the next command may come
	reg  [FLITS_W-1:0] flits_q;  // flits that are still to be sent
	wire        take = command_valid_i && command_ready_o;
	always @(posedge clk)
		if (rst) begin
			left_q  <= 0;
			flits_q <= 0;
		end else if (take) begin
			left_q  <= command_i[31:30] == GNO_RING_WRITE ? SENT[LEFT_W-1:0]
				: PASSED[LEFT_W-1:0];
			flits_q <= SENT[FLITS_W-1:0];
			down_q  <= command_i;
		end else if (left_q != 0) begin
			left_q <= left_q - 1'b1;
			if (flits_q != 0)
				flits_q <= flits_q - 1'b1;
			down_q <= down_q >> RING_W;
		end
	assign command_ready_o = left_q == 0;
	assign dn_valid_o = flits_q != 0;
	assign dn_data_o  = down_q[RING_W-1:0];

	// Up
	reg         held_q;  // a word waits to be taken
	wire        word_done;
	wire [31:0] word;
	reg         tag_q;
	wire        there = word_done || held_q;
	wire        gone  = tag_q ? mark_ready_i : word_ready_i;
	assign up_ready_o = !there || gone;
	gnomon_ring_words #(.RING_W(RING_W)) u_up (
		.clk     (clk),
		.clear_i (clear_i || rst),
		.valid_i (up_valid_i && up_ready_o),
		.data_i  (up_data_i),
		.valid_o (word_done),
		.word_o  (word)
	);
	always @(posedge clk) begin
		if (clear_i || rst)
			held_q <= 1'b0;
		else
			held_q <= there && !gone;
		if (up_valid_i && up_ready_o)
			tag_q <= up_tag_i;
	end
	assign word_valid_o = there && !tag_q;
	assign word_o       = word;
	assign mark_valid_o = there && tag_q;
	assign mark_node_o  = word[7:0];
	assign mark_o       = word[31:16];

endmodule
