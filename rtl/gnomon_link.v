// SPDX-License-Identifier: Apache-2.0
//
// gnomon_link: frames with CRC over a byte stream; the device's end of the link.
//
// How it lives:
//  1. It drops bytes until the start byte 0xA5 comes, without echo.
//  2. From then on it echoes what it takes: op and sequence number, address (two bytes), n, CRC (two bytes). The address and n
//     go straight into the counters that will step through the payload, so there is no header store.
//  3. If the CRC of the header is wrong it falls silent and goes to 1. Nothing was done.
//  4. If it is right, op_valid_o says so for one clock. READ_*: (n+1)*8 bytes are fetched and sent. WRITE: (n+1)*8 bytes are
//     taken, written and echoed. Other operations have no payload.
//  5. The CRC of the payload follows (0xFFFF for none); then 1.
//
// Each byte takes three clocks at least, a byte that is read six: FETCH (data_q is loaded), CHECK (it is compared with what it may have
// to be) and EMIT (it is sent, counted in the CRC, acted upon).
//
// CONSTRAINT: rd_data_i is the byte at addr_o of two clocks ago.
// CONSTRAINT: between op_valid_o and the next start byte addr_o changes only by steps of the payload.
// It does not time out: a sender that stops in the middle of a frame sends fill bytes to end it.

`resetall
`default_nettype none
`include "gnomon_records.vh"

module gnomon_link #(
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
	// operations: one clock, after a good header
	output wire              op_valid_o,
	output wire [2:0]        op_o,
	output wire [ADDR_W-4:0] arg_o,       // the address field
	// payload
	output wire              wr_valid_o,
	input  wire              wr_ready_i,  // the byte can be taken; an operation before it has been passed on
	output wire              rd_regs_o,   // the space that is read: 1 registers, 0 trace buffer
	output wire [ADDR_W-1:0] addr_o,      // byte address (WRITE: cell address)
	output wire [7:0]        wr_data_o,
	input  wire [7:0]        rd_data_i,
	output wire              busy_o       // registers are being read and stand still
);
	generate
		if (ADDR_W < 12 || ADDR_W > 19) begin : gen_bad_addr
			ADDR_W_must_be_12_to_19 u_bad ();
		end
	endgenerate

	localparam [7:0] START_BYTE = `GNO_FRAME_MARK;

	// One-hot state, in the order of the bytes of a frame.
	localparam SOF = 0, OP = 1, ADDR0 = 2, ADDR1 = 3, COUNT = 4, CRC0 = 5, CRC1 = 6, PAYLOAD = 7, PCRC0 = 8, PCRC1 = 9;

	reg  [9:0]        state_q;
	reg               check_q, emit_q;  // CHECK, EMIT; neither: FETCH
	reg  [7:0]        data_q;
	reg  [2:0]        op_q = 3'd0;  // it and wait_q begin known: an X in a simulator would never leave wait_q
	reg  [ADDR_W-1:0] addr_q;
	reg  [7:0]        left_q;       // slots of payload left, less one
	reg  [15:0]       crc_q;
	reg               op_valid_q;

	// The operations with a payload are the first three, so that where there is one, one bit tells reading from writing.
	wire has_payload = op_q == `GNO_OP_READ_REGS || op_q == `GNO_OP_READ_BUFFER || op_q == `GNO_OP_WRITE;
	wire reads       = !op_q[1];
	wire from_rx     = !(state_q[PCRC0] || state_q[PCRC1] || (state_q[PAYLOAD] && reads));

	// FETCH
	reg  [1:0] wait_q = 2'd0;  // clocks until the byte after a step is there
	wire       ready = !check_q && !emit_q && wait_q == 0;
	wire       fetch = ready && (rx_valid_i || !from_rx);
	assign rx_ready_o = ready && from_rx;
	always @(posedge clk)
		if (fetch)
			data_q <= from_rx ? rx_data_i : state_q[PAYLOAD] ? rd_data_i : crc_q[15:8];

	// CHECK
	wire drop = state_q[SOF] && data_q != START_BYTE;

	// EMIT; a byte of the payload is written, and counted, a clock later
	reg  write_q, step_q;
	wire write_now = state_q[PAYLOAD] && !reads;
	wire hold      = (write_now || state_q[PCRC0]) && !wr_ready_i;
	wire emit      = emit_q && tx_ready_i && !hold;
	assign tx_valid_o = emit_q && !hold;
	assign tx_data_o  = data_q;
	assign wr_valid_o = write_q;
	assign wr_data_o  = data_q;

	always @(posedge clk) begin
		check_q <= fetch && !rst;
		if (rst || emit)
			emit_q <= 1'b0;
		else if (check_q)
			emit_q <= !drop;
		wait_q  <= emit && reads ? 2'd3 : {wait_q[1] && wait_q[0], wait_q[1] && !wait_q[0]};
		write_q <= emit && write_now && !rst;
		step_q  <= emit && state_q[PAYLOAD];
	end

	// CRC-16/IBM-3740, a byte at a time: x^16 + x^12 + x^5 + 1. t is 0 just where the byte is the CRC's own upper byte.
	wire [7:0] t0 = crc_q[15:8] ^ data_q;
	wire [7:0] t  = t0 ^ {4'b0, t0[7:4]};
	reg        good_q;   // this byte is right as the CRC's next, and so was the first of the CRC

	always @(posedge clk)
		if (emit ? state_q[CRC1] : state_q[SOF])
			crc_q <= 16'hFFFF;
		else if (emit)
			crc_q <= {crc_q[7:0], 8'h00} ^ {t[3:0], 12'h0} ^ {3'b0, t, 5'b0} ^ {8'h0, t};
	always @(posedge clk)
		if (check_q)
			good_q <= t == 0 && (good_q || !state_q[CRC1]);

	// State
	wire       load        = !state_q[PAYLOAD];
	wire       end_of_slot = &addr_q[2:0];
	wire [8:0] left_next   = load ? {1'b0, data_q} : {1'b0, left_q} + {9{!load}};
	reg        last_q;
	always @(posedge clk)
		last_q <= end_of_slot && left_next[8];
	always @(posedge clk)
		if (rst)
			state_q <= 10'd1 << SOF;
		else if (emit) begin
			state_q[OP]      <= state_q[SOF];
			state_q[ADDR0]   <= state_q[OP];
			state_q[ADDR1]   <= state_q[ADDR0];
			state_q[COUNT]   <= state_q[ADDR1];
			state_q[CRC0]    <= state_q[COUNT];
			state_q[CRC1]    <= state_q[CRC0];
			state_q[PAYLOAD] <= (state_q[CRC1] && good_q && has_payload) || (state_q[PAYLOAD] && !last_q);
			state_q[PCRC0]   <= (state_q[CRC1] && good_q && !has_payload) || (state_q[PAYLOAD] && last_q);
			state_q[PCRC1]   <= state_q[PCRC0];
			state_q[SOF]     <= state_q[PCRC1] || (state_q[CRC1] && !good_q);
		end

	always @(posedge clk)
		op_valid_q <= emit && state_q[CRC1] && good_q && !rst;

	always @(posedge clk)
		if (emit && state_q[OP])
			op_q <= data_q[2:0];

	// Address and count are loaded from the header and step through the payload. The second summand is all ones while they are
	// loaded, when the sum is not used, so that loading shares the cells of the carry chains.
	wire [15:0]       both      = {data_q, data_q};
	wire              unused    = &{1'b0, both};
	wire [ADDR_W-1:0] addr_next = load ? {both[ADDR_W-4:0], 3'b0} : addr_q + {ADDR_W{load}} + 1'b1;
	always @(posedge clk)
		if ((emit && state_q[ADDR0]) || step_q)
			addr_q[10:0] <= addr_next[10:0];
	always @(posedge clk)
		if ((emit && state_q[ADDR1]) || step_q)
			addr_q[ADDR_W-1:11] <= addr_next[ADDR_W-1:11];

	always @(posedge clk)
		if ((emit && state_q[COUNT]) || (step_q && end_of_slot))
			left_q <= left_next[7:0];

	assign op_valid_o = op_valid_q;
	assign op_o       = op_q;
	assign arg_o      = addr_q[ADDR_W-1:3];
	assign addr_o     = addr_q;
	assign rd_regs_o  = !op_q[0];
	assign busy_o     = state_q[PAYLOAD] && reads && rd_regs_o;

endmodule

`resetall
