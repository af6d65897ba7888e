// SPDX-License-Identifier: Apache-2.0
// Room: ring
// gnomon_ring_wires_far: the end of a hop over wires on the side away from the center: for the
// stations below it, it is the next station above; gnomon_ring_wires_near on another chip is the
// other end.
//
//  1. Commands come from the near end and go down; records and tokens of the stations below go to
//     it: two words of a record in a frame, a token in one of its own. The rules are those of
//     gnomon_ring_wires_near.
//  2. The far end says in each frame whether a command is still passing the STATIONS of this chip,
//     or a further hop below them (quiet_i 0).
//
// Latency: last flit of a frame at wires_i to dn_valid_o: 3 cycles. Last flit of two words at
//   up_valid_i to the start of their frame at wires_o: 3 cycles at least.
//
// With RING_W 32: a frame without payload, then one with a command, sent twice. Values are
// hexadecimal.
//
//   cycle            0    1    2    3    4    5    6    7    8
//   wires_i         39    0 3d07    1   77 f057    1   77 f057
//   dn_valid_o       0    0    0    0    0    0    0    0    1
//   dn_data_o        -    -    -    -    -    -    -    -   77
//
// Instance:
//   gnomon_ring_wires_far #(.LUT_BITS(0), .RING_W(8), .NUMBER_W(3), .DELAY(1), .STATIONS(1)
//   ) u_ring_wires_far (
//     .clk(clk), .rst(rst), .sync_i(sync), .dn_valid_o(dn_valid), .dn_data_o(dn_data),
//     .quiet_i(quiet), .up_valid_i(up_valid), .up_ready_o(up_ready), .up_tag_i(up_tag),
//     .up_data_i(up_data), .wires_o(wires_o), .wires_i(wires_i), .damaged_o(damaged)
//   );

module gnomon_ring_wires_far #(
	parameter LUT_BITS = 0,  // as gnomon_cell_ram's
	parameter RING_W   = 8,  // as gnomon_ring_wires_near's
	parameter NUMBER_W = 3,  // as gnomon_ring_wires_near's
	parameter DELAY    = 1,  // as gnomon_ring_wires_near's
	parameter STATIONS = 1   // on this chip; requires 1..240
) (
	input  wire              clk,
	input  wire              rst,
	input  wire              sync_i,
	// the ring below
	output wire              dn_valid_o,
	output wire [RING_W-1:0] dn_data_o,
	input  wire              quiet_i,     // quiet_o of the next hop; 1 where there is none
	input  wire              up_valid_i,
	output wire              up_ready_o,
	input  wire              up_tag_i,
	input  wire [RING_W-1:0] up_data_i,
	// wires to the near end and from it
	output wire [RING_W-1:0] wires_o,
	input  wire [RING_W-1:0] wires_i,
	output wire              damaged_o  // a frame from the near end is damaged
);
	generate
		if (DELAY < 0 || DELAY > 200) begin : gen_bad_delay
			DELAY_must_be_0_to_200 u_bad ();
		end
		if (STATIONS < 1 || STATIONS > 240) begin : gen_bad_stations
			STATIONS_must_be_1_to_240 u_bad ();
		end
	endgenerate

	localparam [31:0] HOLD = DELAY + 8;
	reg [7:0] hold_q;
	wire      hold = hold_q != 8'd0;
	always @(posedge clk)
		if (rst || sync_i)
			hold_q <= HOLD[7:0];
		else if (hold)
			hold_q <= hold_q - 8'd1;

	// Commands
	wire                frame, some, unused_flag, unused_tag;
	wire [NUMBER_W-1:0] ack;
	wire [2:0]          expects;
	gnomon_ring_wires_rx #(.LUT_BITS(LUT_BITS), .RING_W(RING_W), .WORDS(1), .NUMBER_W(3),
		.ACK_W(NUMBER_W)) u_rx (
		.clk       (clk),
		.clear_i   (rst),
		.deaf_i    (rst || hold),
		.wires_i   (wires_i),
		.frame_o   (frame),
		.flag_o    (unused_flag),
		.ack_o     (ack),
		.expect_o  (expects),
		.damaged_o (damaged_o),
		.some_o    (some),
		.valid_o   (dn_valid_o),
		.ready_i   (1'b1),
		.tag_o     (unused_tag),
		.data_o    (dn_data_o)
	);
	localparam [31:0] PASS = STATIONS + 8;
	reg [7:0] pass_q;  // cycles until the flit has passed the stations
	always @(posedge clk)
		if (rst)
			pass_q <= 8'd0;
		else if (dn_valid_o)
			pass_q <= PASS[7:0];
		else if (pass_q != 8'd0)
			pass_q <= pass_q - 8'd1;

	// Records and tokens
	wire ready, unused_idle;
	assign up_ready_o = ready && !hold;
	gnomon_ring_wires_tx #(.LUT_BITS(LUT_BITS), .RING_W(RING_W), .WORDS(2),
		.NUMBER_W(NUMBER_W), .EXPECT_W(3)) u_tx (
		.clk         (clk),
		.clear_i     (rst || hold),
		.silent_i    (rst || hold),
		.valid_i     (up_valid_i && up_ready_o),
		.ready_o     (ready),
		.tag_i       (up_tag_i),
		.data_i      (up_data_i),
		.idle_o      (unused_idle),
		.flag_i      (some || pass_q != 8'd0 || !quiet_i),
		.expect_i    (expects),
		.ack_valid_i (frame),
		.ack_i       (ack),
		.wires_o     (wires_o)
	);

endmodule
