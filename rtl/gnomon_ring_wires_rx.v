// SPDX-License-Identifier: Apache-2.0
// Room: ring
// gnomon_ring_wires_rx: receives the frames of gnomon_ring_wires_tx of another chip, and discards
// each that is damaged.
//
//  1. Frames follow each other without a pause, so where one begins is known from the one before
//     it. The receiver looks for a start bit only at first, after clear_i or deaf_i, and where two
//     frames in a row were damaged; after a false start it continues a flit behind it. So it finds
//     the frames again within FRAME * (FRAME + 2) cycles; FRAME is the number of flits of a frame.
//  2. A frame counts where its start bit and its CRC are right, and those of the frame before it.
//     So what looks like a frame in the middle of others does not count.
//  3. frame_o: a frame counts; flag_o and ack_o are those of the frame.
//  4. A frame with the expected number and room for its payload is stored, and the number goes
//     up: expect_o, which the other end gets as acknowledgement. Any other payload is discarded:
//     the other end sends it again.
//  5. The payload comes out as flits, lowest bits first, with its tag: WORDS words, or with tag 1
//     one word.
// damaged_o: a frame that does not count, where the frame before it did.
//
// Latency: last flit of a frame at wires_i to frame_o: 1 cycle; to valid_o: 3 cycles with an empty
//   queue.
//
// With RING_W 32, WORDS 1: a frame without payload; then one with the word 77, sent twice. Values
// are hexadecimal.
//
//   cycle            0    1    2    3    4    5    6    7    8
//   wires_i         39    0 3d07    1   77 f057    1   77 f057
//   frame_o          1    0    0    1    0    0    1    0    0
//   expect_o         0    0    0    0    0    0    0    1    1
//   valid_o          0    0    0    0    0    0    0    0    1
//   ready_i          1    1    1    1    1    1    1    1    1
//   data_o           -    -    -    -    -    -    -    -   77
//
// Instance:
//   gnomon_ring_wires_rx #(.LUT_BITS(0), .RING_W(8), .WORDS(2), .NUMBER_W(3), .ACK_W(3)
//   ) u_ring_wires_rx (
//     .clk(clk), .clear_i(clear), .deaf_i(deaf), .wires_i(wires), .frame_o(frame), .flag_o(flag),
//     .ack_o(ack), .expect_o(expect), .damaged_o(damaged), .some_o(some), .valid_o(valid),
//     .ready_i(ready), .tag_o(tag), .data_o(data)
//   );

module gnomon_ring_wires_rx #(
	parameter LUT_BITS = 0,  // as gnomon_cell_ram's
	parameter RING_W   = 8,  // wires; requires 1, 2, 4, 8, 16 or 32
	parameter WORDS    = 2,  // words of a payload; requires 1 or 2
	parameter NUMBER_W = 3,  // bits of a number; requires 2..6
	parameter ACK_W    = 3   // bits of an acknowledgement; requires 2..6
) (
	input  wire                clk,
	input  wire                clear_i,
	input  wire                deaf_i,    // what comes does not count
	// wires, from the pins
	input  wire [RING_W-1:0]   wires_i,
	// frames
	output wire                frame_o,
	output wire                flag_o,
	output wire [ACK_W-1:0]    ack_o,
	output wire [NUMBER_W-1:0] expect_o,
	output wire                damaged_o,
	// words
	output wire                some_o,    // one is there
	output wire                valid_o,
	input  wire                ready_i,
	output wire                tag_o,
	output wire [RING_W-1:0]   data_o
);
	generate
		if (RING_W != 1 && RING_W != 2 && RING_W != 4 && RING_W != 8 && RING_W != 16
			&& RING_W != 32) begin : gen_bad_ring
			RING_W_must_be_1_2_4_8_16_or_32 u_bad ();
		end
		if (WORDS != 1 && WORDS != 2) begin : gen_bad_words
			WORDS_must_be_1_or_2 u_bad ();
		end
		if (NUMBER_W < 2 || NUMBER_W > 6 || ACK_W < 2 || ACK_W > 6) begin : gen_bad_numbers
			NUMBER_W_and_ACK_W_must_be_2_to_6 u_bad ();
		end
	endgenerate

	// Flits of a frame, as in gnomon_ring_wires_tx
	localparam HEAD_W  = 3 + NUMBER_W + ACK_W;
	localparam HEAD    = (HEAD_W + RING_W - 1) / RING_W;
	localparam DATA    = WORDS * 32 / RING_W;
	localparam CHECK_W = RING_W < 16 ? RING_W : 16;
	localparam CHECK   = 16 / CHECK_W;
	localparam [31:0] LAST      = HEAD + DATA + CHECK - 1;
	localparam [31:0] LAST_HEAD = HEAD - 1;
	localparam [31:0] LAST_DATA = HEAD + DATA - 1;
	localparam [31:0] WORD_END  = 32 / RING_W - 1;
	localparam [31:0] DATA_END  = DATA - 1;
	localparam DATA_LOG2 = DATA == 64 ? 6 : DATA == 32 ? 5 : DATA == 16 ? 4 : DATA == 8 ? 3
		: DATA == 4 ? 2 : DATA == 2 ? 1 : 0;
	localparam ADDR_W = 1 + DATA_LOG2;  // two payloads

	reg [RING_W-1:0] in_q;     // the register at the pins
	reg              run_q;    // a frame is on its way
	reg              trust_q;  // the frame before it counts, or would with one before it
	reg              skip_q;   // behind a false start
	reg [6:0]        at_q;     // flit of the frame; 0 between frames
	reg              head_here_q, check_q, last_q;  // it is of the header, of the CRC, the last
	reg [15:0]       crc_q;    // of the flits before this one
	reg              wrong_q;  // start bit or CRC, as far as it has come
	reg [HEAD*RING_W-1:0] head_q;

	function [15:0] crc_of;
		input [15:0]       crc;
		input [RING_W-1:0] bits;
		integer            i;
		begin
			crc_of = crc;
			for (i = 0; i < RING_W; i = i + 1)
				crc_of = {1'b0, crc_of[15:1]}
					^ (16'h8408 & {16{crc_of[0] ^ bits[i]}});
		end
	endfunction
	wire [(HEAD+1)*RING_W-1:0] head = {in_q, head_q};
	wire        unused_head = &{1'b0, head};
	wire        begins = run_q ? at_q == 7'd0 : in_q[0] && !skip_q;
	wire        counts = run_q || begins;   // this flit is one of a frame
	wire [15:0] crc    = begins ? 16'hffff : crc_q;
	wire        wrong  = begins ? !in_q[0]
		: wrong_q || (check_q && in_q[CHECK_W-1:0] != crc_q[CHECK_W-1:0]);
	wire        ends   = run_q && last_q;
	wire [6:0]  at     = deaf_i || ends || !counts ? 7'd0 : at_q + 7'd1;  // of the next one
	wire        frame  = ends && !wrong && trust_q;
	always @(posedge clk) begin
		in_q <= wires_i;
		at_q        <= at;
		head_here_q <= at <= LAST_HEAD[6:0];
		check_q     <= at > LAST_DATA[6:0];
		last_q      <= at == LAST[6:0];
		crc_q       <= check_q ? crc_q >> CHECK_W : crc_of(crc, in_q);
		wrong_q     <= wrong;
		if (head_here_q && counts)
			head_q <= head[RING_W +: HEAD*RING_W];
		skip_q <= 1'b0;
		if (deaf_i) begin
			run_q   <= 1'b0;
			trust_q <= 1'b0;
		end else begin
			if (ends) begin
				trust_q <= !wrong;
				run_q   <= !wrong || trust_q;
				skip_q  <= wrong && !trust_q;
			end else if (begins)
				run_q <= 1'b1;
		end
	end
	assign frame_o   = frame && !deaf_i;
	assign damaged_o = ends && wrong && trust_q && !deaf_i;
	assign flag_o    = head_q[2];
	assign ack_o     = head_q[3+NUMBER_W +: ACK_W];

	// Payloads: two, one is stored while the other comes out
	reg  [NUMBER_W-1:0] expect_q;
	reg  [1:0]          end_q, base_q;
	reg                 room_q;   // there is room for this payload
	reg  [1:0]          tags_q;
	wire                room  = (end_q ^ base_q) != 2'b10;
	wire                store = frame_o && room_q && head_q[3 +: NUMBER_W] == expect_q;
	wire [6:0]          in_at = at_q - LAST_HEAD[6:0] - 7'd1;

	reg         have_q;  // the RAM has read the flit that comes out
	reg  [5:0]  flit_q;
	wire        tag  = tags_q[base_q[0]];
	wire        last = flit_q == (tag ? WORD_END[5:0] : DATA_END[5:0]);
	wire        gone = have_q && ready_i;
	wire [1:0]  base = gone && last ? base_q + 2'd1 : base_q;
	wire [5:0]  flit = !gone ? flit_q : last ? 6'd0 : flit_q + 6'd1;
	always @(posedge clk)
		if (clear_i) begin
			expect_q <= 0;
			end_q    <= 2'd0;
			base_q   <= 2'd0;
			room_q   <= 1'b0;
			have_q   <= 1'b0;
			flit_q   <= 6'd0;
		end else begin
			if (begins)
				room_q <= room;
			if (store) begin
				expect_q         <= expect_q + 1'b1;
				end_q            <= end_q + 2'd1;
				tags_q[end_q[0]] <= head_q[1];
			end
			base_q <= base;
			flit_q <= flit;
			have_q <= end_q != base;
		end
	wire [6:0] waddr = ({end_q[0], 6'd0} >> (6 - DATA_LOG2)) | {1'b0, in_at[5:0]};
	wire [6:0] raddr = ({base[0], 6'd0} >> (6 - DATA_LOG2)) | {1'b0, flit};
	wire       unused_addr = &{1'b0, waddr, raddr, in_at};
	gnomon_cell_ram #(.LUT_BITS(LUT_BITS),
		.WIDTH(RING_W), .DEPTH_LOG2(ADDR_W), .BLOCK(1)) u_payloads (
		.clk     (clk),
		.we_i    (run_q && room_q && !head_here_q && !check_q),
		.waddr_i (waddr[ADDR_W-1:0]),
		.wdata_i (in_q),
		.raddr_i (raddr[ADDR_W-1:0]),
		.rdata_o (data_o)
	);
	assign expect_o = expect_q;
	assign some_o   = end_q != base_q;
	assign valid_o  = have_q;
	assign tag_o    = tag;

endmodule
