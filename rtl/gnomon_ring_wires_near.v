// SPDX-License-Identifier: Apache-2.0
// Room: ring
// gnomon_ring_wires_near: the end of a hop over wires on the center's side: for the stations above
// it, it is the next station; gnomon_ring_wires_far on another chip is the other end.
//
//  1. Commands go to the far end, records and tokens come from it, in frames over RING_W wires each
//     way (gnomon_ring_wires_tx). A damaged frame is sent again. So a bit error on a wire costs
//     cycles: no word of a record is lost or comes twice, nor a token, nor a command. Where a FIFO
//     of a node overflows meanwhile, its gap record reports what is lost, as ever.
//  2. There is no ready wire: a word for which there is no room is not acknowledged, and is sent
//     again. Nothing is counted down that a bit error could take away.
//  3. quiet_o is 1 where each command has passed all stations below. The link must not answer an
//     operation before.
//  4. sync_i: what is left of an earlier run is discarded, up to both ends. Commands stay.
// CONSTRAINT: both ends are reset together (the resets may end in different cycles), and get sync_i
//   in the same cycle.
// CONSTRAINT: a record has an even number of words.
// CONSTRAINT: 2^3 - 1 commands at most come while quiet_o is 0.
//
// Latency: last flit of a command at dn_valid_i to the start of its frame at wires_o: 3 cycles at
//   least. Last flit of a frame at wires_i to up_valid_o: 4 cycles at least.
//
// With RING_W 32: a token (tag 1, node 5) arrives; in the next frame a bit is wrong. Values are
// hexadecimal.
//
//   cycle            0    1    2    3    4    5    6    7    8
//   wires_i          3    5    0 8fae   47    5  100 ddb8    -
//   up_valid_o       0    0    0    0    0    0    0    1    0
//   up_ready_i       1    1    1    1    1    1    1    1    1
//   up_tag_o         -    -    -    -    -    -    -    1    -
//   up_data_o        -    -    -    -    -    -    -    5    -
//   damaged_o        0    0    0    0    0    0    0    0    1
//
// Instance:
//   gnomon_ring_wires_near #(.LUT_BITS(0), .RING_W(8), .NUMBER_W(3), .DELAY(1)) u_ring_wires_near (
//     .clk(clk), .rst(rst), .sync_i(sync), .dn_valid_i(dn_valid), .dn_data_i(dn_data),
//     .quiet_o(quiet), .up_valid_o(up_valid), .up_ready_i(up_ready), .up_tag_o(up_tag),
//     .up_data_o(up_data), .wires_o(wires_o), .wires_i(wires_i), .damaged_o(damaged)
//   );

module gnomon_ring_wires_near #(
	parameter LUT_BITS = 0,  // as gnomon_cell_ram's
	parameter RING_W   = 8,  // wires each way; requires 1, 2, 4, 8, 16 or 32
	parameter NUMBER_W = 3,  // bits of the number of a payload of records; requires 2..6
	parameter DELAY    = 1   // cycles from wires_o of one end to wires_i of the other, at most;
	                         // requires 0..200
) (
	input  wire              clk,
	input  wire              rst,
	input  wire              sync_i,
	// the ring above
	input  wire              dn_valid_i,
	input  wire [RING_W-1:0] dn_data_i,
	output wire              quiet_o,
	output wire              up_valid_o,
	input  wire              up_ready_i,
	output wire              up_tag_o,
	output wire [RING_W-1:0] up_data_o,
	// wires to the far end and from it
	output wire [RING_W-1:0] wires_o,
	input  wire [RING_W-1:0] wires_i,
	output wire              damaged_o  // a frame from the far end is damaged
);
	generate
		if (DELAY < 0 || DELAY > 200) begin : gen_bad_delay
			DELAY_must_be_0_to_200 u_bad ();
		end
	endgenerate

	// Behind a sync pulse both ends are silent and deaf until the wires are empty.
	localparam [31:0] HOLD = DELAY + 8;
	reg [7:0] hold_q;
	wire      hold = hold_q != 8'd0;
	always @(posedge clk)
		if (rst || sync_i)
			hold_q <= HOLD[7:0];
		else if (hold)
			hold_q <= hold_q - 8'd1;

	wire                frame, flag, idle;
	wire [2:0]          ack;
	wire [NUMBER_W-1:0] expects;
	reg                 passing_q;  // the far end says that a command has not passed
	always @(posedge clk)
		if (rst)
			passing_q <= 1'b0;
		else if (frame)
			passing_q <= flag;
	assign quiet_o = idle && !passing_q && !dn_valid_i;

	wire unused_ready;
	gnomon_ring_wires_tx #(.LUT_BITS(LUT_BITS), .RING_W(RING_W), .WORDS(1), .NUMBER_W(3),
		.EXPECT_W(NUMBER_W)) u_tx (
		.clk         (clk),
		.clear_i     (rst),
		.silent_i    (rst || hold),
		.valid_i     (dn_valid_i),
		.ready_o     (unused_ready),
		.tag_i       (1'b0),
		.data_i      (dn_data_i),
		.idle_o      (idle),
		.flag_i      (1'b0),
		.expect_i    (expects),
		.ack_valid_i (frame),
		.ack_i       (ack),
		.wires_o     (wires_o)
	);

	wire              valid, ready, tag, unused_some;
	wire [RING_W-1:0] data;
	gnomon_ring_wires_rx #(.LUT_BITS(LUT_BITS), .RING_W(RING_W), .WORDS(2),
		.NUMBER_W(NUMBER_W), .ACK_W(3)) u_rx (
		.clk       (clk),
		.clear_i   (rst || hold),
		.deaf_i    (rst || hold),
		.wires_i   (wires_i),
		.frame_o   (frame),
		.flag_o    (flag),
		.ack_o     (ack),
		.expect_o  (expects),
		.damaged_o (damaged_o),
		.some_o    (unused_some),
		.valid_o   (valid),
		.ready_i   (ready),
		.tag_o     (tag),
		.data_o    (data)
	);
	gnomon_ring_skid #(.WIDTH(RING_W + 1)) u_skid (
		.clk     (clk),
		.clear_i (rst || hold),
		.valid_i (valid),
		.ready_o (ready),
		.data_i  ({tag, data}),
		.valid_o (up_valid_o),
		.ready_i (up_ready_i),
		.data_o  ({up_tag_o, up_data_o})
	);

endmodule
