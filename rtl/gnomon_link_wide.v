// SPDX-License-Identifier: Apache-2.0
// Room: link
// gnomon_link_wide: frames with CRC over a byte stream, a byte a cycle each way; gnomon_link for a
// fast PHY.
//
//  1. The link discards bytes without echo until the start byte 0xA5 comes.
//  2. From then on it echoes each byte that it takes: operation and sequence number, address (two
//     bytes), n, CRC (two bytes).
//  3. JUDGE, one cycle without a byte: If the CRC of the header is wrong, the link continues with
//     step 1. The frame has no effect.
//  4. If the CRC is right, the payload follows, (n+1)*8 bytes. READ_*: the link has read ahead
//     since the last byte of the header, and sends a byte a cycle. WRITE: it takes, writes and
//     echoes. START: it takes, passes on (nonce_o) and echoes. Other operations have no payload.
//  5. op_valid_o is 1 for one cycle behind the payload. The CRC of the payload follows (0xFFFF
//     without payload); then step 1.
// So a frame takes one cycle more than it has bytes where neither side waits. There are two
// exceptions. The CRC of the answer to WRITE, START, STOP and SELECT waits 64 cycles, so that the
// monitor has settled before the next operation. Each byte of START's payload waits 64 cycles, too:
// the registers take several cycles for it.
// The link has no time-out: a sender that stops in the middle of a frame sends fill bytes to end
// it.
//
// A byte is in data_q, and its CRC is added when it is sent. rx_ready_o and tx_valid_o depend on
// wr_ready_i in the same cycle, rx_ready_o, rd_next_o and addr_o also on tx_ready_i.
//
// Reading: the monitor has a RAM, read at addr_o in every cycle, and a register rd_data_i, which
// takes the RAM's output where rd_next_o is 1. addr_o goes on with rd_next_o, in the same cycle; so
// the RAM shows the byte behind the one in rd_data_i for as long as rd_next_o is 0.
//
// CONSTRAINT: with rd_next_o, rd_data_i is in the next cycle the byte at the addr_o of the cycle
//   before; op_o distinguishes the trace buffer from the registers. Without rd_next_o rd_data_i
//   stays.
// CONSTRAINT: between op_valid_o and the next start byte addr_o is constant; place_o is 0 while
//   busy_o is 0, except in START's payload.
//
// Latency: rx_valid_i with rx_ready_o to tx_valid_o (echo): 1 cycle. tx handshake of the last byte
//   of the payload to op_valid_o: 1 cycle; without payload, of the last byte of the header: 2
//   cycles. COUNT, the byte n, in data_q to busy_o: none; to rd_next_o: 2 cycles.
//
// The end of the header of a READ_BUFFER of 8 bytes (10, 11, ..., 17) and the start byte of the
// next frame, with rx_valid_i and tx_ready_i 1:
//
//   cycle        0  1  2  3  4  5  6  7  8  9 10 11 12 13 14
//   rx_ready_o   1  1  0  0  0  0  0  0  0  0  0  0  0  1  1
//   rx_data_i   6e 8b a5 a5 a5 a5 a5 a5 a5 a5 a5 a5 a5 a5  1
//   tx_valid_o   1  1  1  0  1  1  1  1  1  1  1  1  1  1  1
//   tx_data_o    0 6e 8b  - 10 11 12 13 14 15 16 17 4a 1a a5
//   rd_next_o    0  0  1  1  1  1  1  1  1  1  1  1  0  0  0
//   op_valid_o   0  0  0  0  0  0  0  0  0  0  0  0  1  0  0
//   busy_o       1  1  1  1  1  1  1  1  1  1  1  1  0  0  0
//
// Instance:
//   gnomon_link_wide #(.ADDR_W(16)) u_link_wide (
//     .clk(clk), .rst(rst), .rx_valid_i(rx_valid), .rx_ready_o(rx_ready), .rx_data_i(rx_data),
//     .tx_valid_o(tx_valid), .tx_ready_i(tx_ready), .tx_data_o(tx_data), .op_valid_o(op_valid),
//     .op_o(op), .arg_o(arg), .place_o(place), .wr_valid_o(wr_valid), .wr_ready_i(wr_ready),
//     .addr_o(addr), .wr_data_o(wr_data), .nonce_o(nonce), .rd_next_o(rd_next),
//     .rd_data_i(rd_data), .busy_o(busy)
//   );

module gnomon_link_wide #(
	parameter ADDR_W = 16  // bits of a byte address in the largest space; requires 12..19
) (
	input  wire              clk,
	input  wire              rst,
	// from the PHY
	input  wire              rx_valid_i,
	output wire              rx_ready_o,
	input  wire [7:0]        rx_data_i,
	// to the PHY; tx_valid_o does not wait for tx_ready_i
	output wire              tx_valid_o,
	input  wire              tx_ready_i,
	output wire [7:0]        tx_data_o,
	// operations: one clock, after a good header and the payload
	output wire              op_valid_o,
	output wire [2:0]        op_o,
	output wire [ADDR_W-4:0] arg_o,       // the address field; in a payload that is written,
	                                      // the slot
	output wire [2:0]        place_o,     // place in its slot of the byte that is written
	// payload
	output wire              wr_valid_o,
	input  wire              wr_ready_i,  // the byte can be taken; an operation before it has
	                                      // been passed on
	output wire [ADDR_W-1:0] addr_o,      // byte address that is read
	output wire [7:0]        wr_data_o,
	output wire              nonce_o,     // wr_data_o is byte place_o of START's payload
	output wire              rd_next_o,   // the byte read at the addr_o of the clock before is
	                                      // taken into rd_data_i
	input  wire [7:0]        rd_data_i,
	output wire              busy_o       // there is a payload, or soon, and not of START: the
	                                      // registers do not change
);

	`include "gnomon_records.vh"

	generate
		if (ADDR_W < 12 || ADDR_W > 19) begin : gen_bad_addr
			ADDR_W_must_be_12_to_19 u_bad ();
		end
	endgenerate

	localparam SLOT_W = ADDR_W - 3;
	localparam SETTLE_LOG2 = 6;  // clocks, log2, that the monitor gets to settle
	localparam [7:0] START_BYTE = GNO_FRAME_MARK;

	// One-hot state, in the order of the bytes of a frame; PCRC is both bytes of the payload's
	// CRC, PCRC1 in the second one too.
	localparam SOF = 0, OP = 1, ADDR0 = 2, ADDR1 = 3, COUNT = 4, CRC0 = 5, CRC1 = 6,
		JUDGE = 7, PAYLOAD = 8, PCRC = 9, PCRC1 = 10;

	reg  [10:0]         state_q;
	reg                 header_q;  // one of SOF .. CRC1
	reg                 valid_q;   // there is a byte of this state: data_q, or of the CRC
	reg  [7:0]          data_q;
	reg  [1:0]          mark_q;    // each half of data_q is that of the start byte
	reg                 passed_q;  // wr_ready_i was 1 for this byte
	reg                 settle_q;  // this byte waits for the monitor to settle
	reg  [SETTLE_LOG2-1:0] pace_q; // clocks for which this byte is there
	reg  [2:0]          op_q;
	reg  [SLOT_W-1:0]   slot_q;
	reg  [2:0]          byte_q;
	reg  [11:0]         left_q;    // bytes of payload behind this one, less one
	reg  [15:0]         crc_q;
	reg                 good_q;    // the bytes of the CRC were right
	reg                 op_valid_q;

	// The operations with a payload are the first four, so that one bit then distinguishes
	// reading from writing.
	wire has_payload = !op_q[2];  // READ_REGS, READ_BUFFER, WRITE, START
	wire reads       = !op_q[2] && !op_q[1];
	wire writes      = state_q[PAYLOAD] && op_q[1];
	wire last        = left_q[11];
	wire answers     = state_q[PCRC] && !state_q[PCRC1];

	// When the byte may be sent
	wire waits   = writes || (answers && !reads);
	wire passed  = !waits || passed_q || wr_ready_i;
	wire drop    = state_q[SOF] && !(&mark_q);
	wire send    = tx_valid_o && tx_ready_i;
	wire free    = !valid_q || drop || send;  // data_q is loaded
	assign tx_valid_o = valid_q && !drop && !settle_q && passed;
	assign tx_data_o  = state_q[PCRC] ? crc_q[15:8] : data_q;
	assign wr_valid_o = valid_q && writes && !op_q[0] && wr_ready_i && !passed_q;
	assign wr_data_o  = data_q;
	always @(posedge clk) begin
		passed_q <= valid_q && !send && waits && !settle_q && passed;
		pace_q   <= free ? {SETTLE_LOG2{1'b0}} : pace_q + 1'b1;
	end

	// The next byte: from the PHY, or from inside
	wire acts     = state_q[JUDGE] && good_q;
	wire now_rx   = header_q || writes || (acts && has_payload && op_q[1]);
	wire then_rx  = (header_q && !state_q[CRC1]) || (writes && !last) || state_q[PCRC1];
	wire made     = (state_q[PAYLOAD] && (reads || last)) || answers;
	wire take     = rx_valid_i && rx_ready_o;
	assign rx_ready_o = valid_q ? drop || (send && then_rx) : now_rx;
	always @(posedge clk) begin
		valid_q <= !rst && (!free || take || (send && made)
			|| (acts && (reads || !has_payload)));
		if (free) begin
			data_q <= (state_q[JUDGE] || state_q[PAYLOAD]) && reads ? rd_data_i
				: rx_data_i;
			// (both behind a slow RAM block would be too much for a clock)
			mark_q <= {rx_data_i[7:4] == START_BYTE[7:4],
				rx_data_i[3:0] == START_BYTE[3:0]};
		end
	end

	// CRC-16/IBM-3740, a byte at a time: x^16 + x^12 + x^5 + 1. It is right while its own bytes
	// leave nothing over; then, and where it is sent, it is shifted out.
	wire [7:0]  over = (crc_q[15:8] ^ data_q) & {8{!state_q[PCRC]}};
	wire [7:0]  t    = {over[7:4], over[3:0] ^ over[7:4]};
	always @(posedge clk)
		if (state_q[JUDGE] || (state_q[PCRC1] && send))
			crc_q <= 16'hFFFF;
		else if (send)
			crc_q <= {crc_q[7:0], 8'h00} ^ {t[3:0], 12'h0} ^ {3'h0, t, 5'h0}
				^ {8'h0, t};
	always @(posedge clk)
		if (rst)
			good_q <= 1'b0;
		else if (send)
			good_q <= over == 0 && (good_q || state_q[CRC0]);

	// State. A reset ends a frame as a wrong header does.
	wire ends = state_q[PAYLOAD] && last;  // with the byte that is sent
	wire pays = (acts && has_payload) || (state_q[PAYLOAD] && !last);
	wire sums = (acts && !has_payload) || ends;
	always @(posedge clk)
		if (rst)
			settle_q <= 1'b0;
		else if (send || state_q[JUDGE])
			settle_q <= (sums && (op_q[2] ^ op_q[1])) || (pays && op_q[1] && op_q[0]);
		else if (&pace_q)
			settle_q <= 1'b0;
	always @(posedge clk)
		if (rst) begin
			state_q  <= 11'd1 << JUDGE;
			header_q <= 1'b0;
		end else if (send || state_q[JUDGE]) begin
			state_q[OP]      <= state_q[SOF];
			state_q[ADDR0]   <= state_q[OP];
			state_q[ADDR1]   <= state_q[ADDR0];
			state_q[COUNT]   <= state_q[ADDR1];
			state_q[CRC0]    <= state_q[COUNT];
			state_q[CRC1]    <= state_q[CRC0];
			state_q[JUDGE]   <= state_q[CRC1];
			state_q[PAYLOAD] <= pays;
			state_q[PCRC]    <= sums || answers;
			state_q[PCRC1]   <= answers;
			state_q[SOF]     <= state_q[PCRC1] || (state_q[JUDGE] && !good_q);
			header_q         <= state_q[PCRC1] || (state_q[JUDGE] && !good_q)
				|| (header_q && !state_q[CRC1]);
		end

	always @(posedge clk)
		op_valid_q <= !rst && ((acts && !has_payload) || (ends && send));

	always @(posedge clk)
		if (send && state_q[OP])
			op_q <= data_q[2:0];

	// Address and count are loaded from the header and step through the payload. The second
	// summand has ones where they are loaded, when the sum is not used, so that loading shares
	// the logic cells of the carry chains. Where the link reads, the address that is kept is
	// that of the byte that the RAM shows; where it writes, that of the byte that is written,
	// so that tables are written at an address from registers. A byte that is read waits for
	// nothing but tx_ready_i, which makes `goes` a shorter path than `send`.
	wire        goes  = valid_q && (state_q[CRC1] || state_q[PAYLOAD]);
	wire        ahead = reads && (state_q[JUDGE] || (goes && tx_ready_i));
	wire        step  = ahead || writes;
	wire        loads = state_q[ADDR0] || state_q[ADDR1];
	wire [ADDR_W-1:0] addr = {slot_q, byte_q}
		+ {{(SLOT_W-8){loads}}, {8{state_q[ADDR0]}}, 2'b00, step};
	wire [11:0] left_less = left_q + {12{state_q[PAYLOAD]}};
	always @(posedge clk) begin
		if (ahead || (send && (loads || writes)))
			slot_q <= {loads ? data_q[SLOT_W-9:0] : addr[ADDR_W-1:11],
				state_q[ADDR0] ? data_q : addr[10:3]};
		if ((state_q[JUDGE] && !good_q) || (ends && send))
			byte_q <= 3'd0;
		else if (ahead || (send && writes))
			byte_q <= addr[2:0];
		if (send && (state_q[COUNT] || state_q[PAYLOAD]))
			left_q <= state_q[PAYLOAD] ? left_less : {1'b0, data_q, 3'b110};
	end

	assign nonce_o    = send && writes && op_q[0];
	assign op_valid_o = op_valid_q;
	assign op_o       = op_q;
	assign arg_o      = slot_q;
	assign place_o    = byte_q;
	assign addr_o     = addr;
	assign rd_next_o  = ahead;
	assign busy_o     = (state_q[COUNT] || state_q[CRC0] || state_q[CRC1]
		|| state_q[JUDGE] || state_q[PAYLOAD]) && !(op_q[1] && op_q[0]);

endmodule
