// SPDX-License-Identifier: Apache-2.0
// Room: link
// gnomon_link: frames with CRC over a byte stream; the device's end of the link.
//
//  1. The link discards bytes without echo until the start byte 0xA5 comes.
//  2. From then on it echoes each byte that it takes: operation and sequence number, address (two
//     bytes), n, CRC (two bytes). Address and n go straight into the counters that step through the
//     payload; nothing else stores the header. With ADDR_W above 19 the address of READ_BUFFER,
//     LIMIT and POST has four bytes.
//  3. If the CRC of the header is wrong, the link sends nothing more and continues with step 1. The
//     frame has no effect.
//  4. If the CRC is right, the payload follows. READ_*: the link fetches and sends (n+1)*8 bytes.
//     WRITE: it takes, writes and echoes (n+1)*8 bytes. START: it takes, passes on (nonce_o) and
//     echoes (n+1)*8 bytes. Other operations have no payload. A byte of the trace buffer waits for
//     rd_ready_i.
//  5. op_valid_o is 1 for one cycle after the payload, so that a START that is cut off has no
//     effect.
//  6. The CRC of the payload follows (0xFFFF without payload); then step 1.
// The link has no time-out: a sender that stops in the middle of a frame sends fill bytes to end
// it.
//
// A byte takes five cycles or more: FETCH (the byte from the PHY is loaded), CHECK (a wrong start
// byte is discarded, a byte of a WRITE is written), EMIT (the byte is sent and interpreted), and
// two cycles SUM, which shift data_q, upper half first, into the CRC. A byte of the trace buffer is
// loaded in CHECK; a byte of the registers or of the CRC is loaded in halves, in FETCH and CHECK.
// The state changes with the second cycle of SUM. A byte that is written, and its place, are still
// the same in EMIT.
//
// CONSTRAINT: in the cycle after rd_next_o, rd_data_i is the byte of the trace buffer at addr_o,
//   which has been constant for four cycles. rd_next_o is 1 only where rd_ready_i is. In
//   any other cycle rd_data_i is 0.
// CONSTRAINT: where op_o was READ_REGS in the cycle before, reg_data_i is half of the byte of the
//   registers at the addr_o of that cycle: the lower half if reg_lower_o was 1, else the upper
//   half. Where op_o was READ_BUFFER, reg_data_i is 0.
// CONSTRAINT: between op_valid_o and the next start byte addr_o is constant; addr_o[2:0] is 0
//   outside a payload.
//
// Latency: rx_valid_i with rx_ready_o to tx_valid_o (echo): 2 cycles; to rx_ready_o for the next
//   byte: 5 cycles. tx handshake of the last byte of header and payload to op_valid_o: 3 cycles.
//
// The last byte of the header of an operation without payload, and the CRC of the payload, with
// tx_ready_i and wr_ready_i 1:
//
//   cycle        0  1  2  3  4  5  6  7  8  9 10 11 12 13 14 15
//   rx_valid_i   1  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0
//   rx_ready_o   1  0  0  0  0  0  0  0  0  0  0  0  0  0  0  1
//   rx_data_i   f6  -  -  -  -  -  -  -  -  -  -  -  -  -  -  -
//   tx_valid_o   0  0  1  0  0  0  0  1  0  0  0  0  1  0  0  0
//   tx_data_o    -  - f6  -  -  -  - ff  -  -  -  - ff  -  -  -
//   op_valid_o   0  0  0  0  0  1  0  0  0  0  0  0  0  0  0  0
//   busy_o       1  1  1  1  1  0  0  0  0  0  0  0  0  0  0  0
//
// Instance:
//   gnomon_link #(.ADDR_W(16)) u_link (
//     .clk(clk), .rst(rst), .rx_valid_i(rx_valid), .rx_ready_o(rx_ready), .rx_data_i(rx_data),
//     .tx_valid_o(tx_valid), .tx_ready_i(tx_ready), .tx_data_o(tx_data), .op_valid_o(op_valid),
//     .op_o(op), .arg_o(arg), .place_o(place), .wr_valid_o(wr_valid), .wr_ready_i(wr_ready),
//     .addr_o(addr), .wr_data_o(wr_data), .nonce_o(nonce), .rd_ready_i(rd_ready),
//     .rd_next_o(rd_next), .rd_data_i(rd_data), .reg_lower_o(reg_lower), .reg_data_i(reg_data),
//     .busy_o(busy)
//   );

module gnomon_link #(
	parameter ADDR_W = 16  // bits of a byte address in the largest space; requires 12..32
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
	output wire [ADDR_W-4:0] arg_o,       // the address field; in a payload, the slot
	output wire [2:0]        place_o,     // and the place of the byte in it
	// payload
	output wire              wr_valid_o,
	input  wire              wr_ready_i,  // the byte can be taken; an operation before it has
	                                      // been passed on
	output wire [ADDR_W-1:0] addr_o,      // byte address: both
	output wire [7:0]        wr_data_o,
	output wire              nonce_o,     // wr_data_o is byte place_o of START's payload
	input  wire              rd_ready_i,  // there is the byte of the trace buffer at addr_o
	output wire              rd_next_o,   // a byte of the trace buffer is taken in the next
	                                      // clock
	input  wire [7:0]        rd_data_i,
	output wire              reg_lower_o, // which half of a byte of the registers
	input  wire [3:0]        reg_data_i,
	output wire              busy_o       // there is a payload, or soon, and not of START: the
	                                      // registers do not change
);

	`include "gnomon_records.vh"

	generate
		if (ADDR_W < 12 || ADDR_W > 32) begin : gen_bad_addr
			ADDR_W_must_be_12_to_32 u_bad ();
		end
	endgenerate

	localparam SLOT_W = ADDR_W - 3;
	localparam FAR    = ADDR_W > 19;  // slots that an address of two bytes does not reach
	localparam [7:0] START_BYTE = GNO_FRAME_MARK;

	// One-hot state, in the order of the bytes of a frame; PCRC is both bytes of the payload's
	// CRC, PCRC1 in the second one too. ADDR2 and ADDR3 come behind ADDR1, if at all.
	localparam SOF = 0, OP = 1, ADDR0 = 2, ADDR1 = 3, COUNT = 4, CRC0 = 5, CRC1 = 6,
		PAYLOAD = 7, PCRC = 8, PCRC1 = 9, ADDR2 = 10, ADDR3 = 11;

	reg  [11:0]       state_q;
	reg               header_q;                         // one of SOF .. CRC1
	reg               fetch_q, check_q, emit_q, sum_q;  // the phase
	reg               half_q;                           // second clock of SUM
	reg  [7:0]        data_q;
	reg  [2:0]        op_q;
	reg  [SLOT_W-1:0] slot_q;
	reg  [2:0]        byte_q;
	reg  [8:0]        left_q;                           // slots of payload left, less one; -1
	                                                    // after the last one
	reg  [15:0]       crc_q;
	reg               op_valid_q;

	// The operations with a payload are the first four, so that one bit then distinguishes
	// reading from writing.
	wire has_payload = !op_q[2];  // READ_REGS, READ_BUFFER, WRITE, START
	wire reads       = !op_q[1];
	wire done        = left_q[8] || !has_payload;
	wire from_rx     = header_q || (state_q[PAYLOAD] && !reads);
	wire from_inside = state_q[PCRC] || (state_q[PAYLOAD] && reads);

	// Phases
	wire buffer = state_q[PAYLOAD] && reads && op_q[0];  // a byte of the trace buffer
	wire fetch  = fetch_q && (from_rx ? rx_valid_i : rd_ready_i || !buffer);
	wire drop  = state_q[SOF] && data_q != START_BYTE;   // in CHECK: no frame begins
	wire write = state_q[PAYLOAD] && !reads;
	wire stay  = write && !wr_ready_i;           // in CHECK: it is written before it is echoed
	reg  offer_q;                                // tx_valid_o was 1 for this byte
	wire hold  = state_q[PCRC] && !wr_ready_i && !offer_q;  // in EMIT
	wire emit  = emit_q && tx_ready_i && !hold;
	always @(posedge clk)
		offer_q <= emit_q && !hold && !tx_ready_i;
	always @(posedge clk)
		if (rst) begin
			fetch_q <= 1'b1;
			check_q <= 1'b0;
			emit_q  <= 1'b0;
			sum_q   <= 1'b0;
			half_q  <= 1'b0;
		end else begin
			fetch_q <= half_q || (check_q && drop) || (fetch_q && !fetch);
			check_q <= fetch || (check_q && stay);
			emit_q  <= (check_q && !drop && !stay) || (emit_q && !emit);
			sum_q   <= emit || (sum_q && !half_q);
			half_q  <= sum_q && !half_q;
		end
	assign rx_ready_o = fetch_q && from_rx;
	assign tx_valid_o = emit_q && !hold;
	assign tx_data_o  = data_q;
	assign wr_valid_o = check_q && write && !op_q[0] && wr_ready_i;
	assign wr_data_o  = data_q;

	// The byte. It leaves zeros behind, so that one that is read is joined by an or.
	wire [3:0] half = state_q[PCRC] ? crc_q[15:12] : reg_data_i;
	always @(posedge clk)
		if (fetch || (check_q && from_inside) || (sum_q && !state_q[PCRC]))
			data_q <= rx_ready_o ? rx_data_i : {data_q[3:0], half} | rd_data_i;

	// CRC-16/IBM-3740, half a byte at a time: x^16 + x^12 + x^5 + 1. It is right while its own
	// bytes leave nothing over. What comes in behind the bytes of the CRC does not matter.
	wire [3:0] over = crc_q[15:12] ^ data_q[7:4];
	wire [3:0] t    = state_q[PCRC] ? 4'd0 : over;
	reg        good_q;
	wire       good = good_q && over == 0;
	always @(posedge clk)
		if ((state_q[SOF] && fetch_q) || (state_q[CRC1] && half_q))
			crc_q <= 16'hFFFF;
		else if (state_q[PCRC] ? fetch_q || check_q : sum_q)
			crc_q <= {crc_q[11:0], over | {4{state_q[PCRC]}}} ^ {t, 12'h0}
				^ {7'h0, t, 5'h0};
	always @(posedge clk)
		if (sum_q)
			good_q <= good || state_q[COUNT];

	// State
	wire acts = state_q[CRC1] && good;
	wire more = acts || state_q[PAYLOAD];  // a byte of the payload is next, if there is one
	// READ_BUFFER, LIMIT, POST
	wire far  = FAR && (op_q == GNO_OP_READ_BUFFER || op_q[2:1] == 2'b11);
	wire last = more && done;              // there is none
	always @(posedge clk)
		if (rst) begin
			state_q  <= 12'd1 << SOF;
			header_q <= 1'b1;
		end else if (half_q) begin
			state_q[OP]      <= state_q[SOF];
			state_q[ADDR0]   <= state_q[OP];
			state_q[ADDR1]   <= state_q[ADDR0];
			state_q[ADDR2]   <= state_q[ADDR1] && far;
			state_q[ADDR3]   <= state_q[ADDR2];
			state_q[COUNT]   <= (state_q[ADDR1] && !far) || state_q[ADDR3];
			state_q[CRC0]    <= state_q[COUNT];
			state_q[CRC1]    <= state_q[CRC0];
			state_q[PAYLOAD] <= more && !done;
			state_q[PCRC]    <= last || (state_q[PCRC] && !state_q[PCRC1]);
			state_q[PCRC1]   <= state_q[PCRC] && !state_q[PCRC1];
			state_q[SOF]     <= state_q[PCRC1] || (state_q[CRC1] && !good);
			header_q         <= state_q[PCRC1] || (header_q && !acts);
		end

	always @(posedge clk)
		if (rst)
			op_valid_q <= 1'b0;
		else
			op_valid_q <= half_q && last;

	always @(posedge clk)
		if (emit && state_q[OP])
			op_q <= data_q[2:0];

	// The byte in its slot. It is the same for some cycles before it is sent, so that a
	// register knows the last one; outside the payload it is the first one.
	wire step = emit && state_q[PAYLOAD];
	reg  ends_q;  // with this byte a slot ends
	always @(posedge clk)
		ends_q <= &byte_q;
	always @(posedge clk)
		if (header_q)
			byte_q <= 3'd0;
		else
			byte_q <= byte_q ^ {&byte_q[1:0] && step, byte_q[0] && step, step};

	// Slot and count are loaded from the header and step through the payload. The second
	// summand has ones where they are loaded, when the sum is not used, so that loading shares
	// the logic cells of the carry chains.
	wire [8:0]        left_less = left_q + {9{state_q[PAYLOAD]}};
	wire [SLOT_W-1:0] slot_sum =
		slot_q + {{(SLOT_W-8){header_q}}, {7{state_q[ADDR0]}}, state_q[PAYLOAD]};
	generate
		if (FAR) begin : gen_far
			// Each byte has its enable. The first one leaves zeros above it, so that an
			// address of two bytes has them. The uppermost byte is wider than its
			// place.
			wire [3:0]  loads = {state_q[ADDR3], state_q[ADDR2], state_q[ADDR1],
				state_q[ADDR0]};
			wire [31:0] sum   = {{(32-SLOT_W){1'b0}}, slot_sum};
			wire [31:0] next;
			genvar      k;
			for (k = 0; k < 4; k = k + 1) begin : gen_byte
				reg [7:0] part_q;
				always @(posedge clk)
					if (emit && (loads[0] || loads[k] || ends_q)) begin
						if (k != 0 && loads[0])
							part_q <= 8'd0;
						else
							part_q <= header_q ? data_q
								: sum[8*k +: 8];
					end
				assign next[8*k +: 8] = part_q;
			end
			always @*
				slot_q = next[SLOT_W-1:0];
			wire unused = &{1'b0, next};
		end else begin : gen_near
			always @(posedge clk)
				if (emit && (state_q[ADDR0] || state_q[ADDR1] || ends_q))
					slot_q <= {header_q ? data_q[SLOT_W-9:0]
						: slot_sum[SLOT_W-1:8], state_q[ADDR0] ? data_q
						: slot_sum[7:0]};
		end
	endgenerate
	always @(posedge clk)
		if (emit && (state_q[COUNT] || ends_q))
			left_q <= {!header_q && left_less[8], state_q[PAYLOAD] ? left_less[7:0]
				: data_q};

	assign nonce_o     = step && write && op_q[0];
	assign op_valid_o  = op_valid_q;
	assign op_o        = op_q;
	assign arg_o       = slot_q;
	assign place_o     = byte_q;
	assign addr_o      = {slot_q, byte_q};
	assign rd_next_o   = fetch_q && buffer && rd_ready_i;
	assign reg_lower_o = fetch_q;
	assign busy_o      = (state_q[CRC1] || state_q[PAYLOAD]) && !(op_q[1] && op_q[0]);

endmodule
