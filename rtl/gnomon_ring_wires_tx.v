// SPDX-License-Identifier: Apache-2.0
// Room: ring
// gnomon_ring_wires_tx: sends payloads of one or two words in frames over RING_W wires to another
// chip, each again until the other end has acknowledged it.
//
//  1. Words come as 32/RING_W flits, lowest bits first. A payload is WORDS words with tag 0, or one
//     word with tag 1. Payloads wait in a RAM until they are acknowledged.
//  2. Frames follow each other without a pause. A frame carries the oldest payload that was not yet
//     sent; where each was sent, the oldest one that is not acknowledged, and so on from there:
//     there is no timer. Where all are acknowledged, it carries none.
//  3. A frame is, lowest bits first: a start bit 1, the tag, flag_i, the number of the payload
//     (NUMBER_W bits), the number that this end expects of the other (expect_i, EXPECT_W bits),
//     zeros up to a whole flit; the payload; CRC-16 (reflected 1021, from ffff) of all before it.
//     A frame without payload has the number before the oldest one, and zeros.
//  4. ack_valid_i: the other end expects number ack_i. All numbers before it are acknowledged.
//  5. At most 2^NUMBER_W - 1 payloads are not acknowledged. ready_o is 0 then.
// While silent_i is 1 the wires are 0; the first frame begins after it. clear_i discards the
// payloads and begins with number 0 again.
//
// Latency: last flit of a payload to the start of its frame at wires_o: 3 cycles at least.
//   ack_valid_i to ready_o, idle_o: 1 cycle.
//
// With RING_W 32, WORDS 1, NUMBER_W 3, EXPECT_W 3: a word that is acknowledged in cycle 9. A frame
// has three cycles: header, word, CRC. Values are hexadecimal.
//
//   cycle            0    1    2    3    4    5    6    7    8    9   10   11   12   13
//   valid_i          1    0    0    0    0    0    0    0    0    0    0    0    0    0
//   data_i          77    -    -    -    -    -    -    -    -    -    -    -    -    -
//   idle_o           1    0    0    0    0    0    0    0    0    0    1    1    1    1
//   wires_o          0 3d07   39    0 3d07    1   77 f057    1   77 f057    1   77 f057
//   ack_valid_i      0    0    0    0    0    0    0    0    0    1    0    0    0    0
//   ack_i            -    -    -    -    -    -    -    -    -    1    -    -    -    -
//
// Instance:
//   gnomon_ring_wires_tx #(.LUT_BITS(0), .RING_W(8), .WORDS(2), .NUMBER_W(3), .EXPECT_W(3)
//   ) u_ring_wires_tx (
//     .clk(clk), .clear_i(clear), .silent_i(silent), .valid_i(valid), .ready_o(ready), .tag_i(tag),
//     .data_i(data), .idle_o(idle), .flag_i(flag), .expect_i(expect), .ack_valid_i(ack_valid),
//     .ack_i(ack), .wires_o(wires)
//   );

module gnomon_ring_wires_tx #(
	parameter LUT_BITS = 0,  // as gnomon_cell_ram's
	parameter RING_W   = 8,  // wires; requires 1, 2, 4, 8, 16 or 32
	parameter WORDS    = 2,  // words of a payload; requires 1 or 2
	parameter NUMBER_W = 3,  // bits of a number; requires 2..6
	parameter EXPECT_W = 3   // bits of the other end's numbers; requires 2..6
) (
	input  wire                clk,
	input  wire                clear_i,
	input  wire                silent_i,
	// words
	input  wire                valid_i,
	output wire                ready_o,
	input  wire                tag_i,
	input  wire [RING_W-1:0]   data_i,
	output wire                idle_o,    // all that came is acknowledged
	// what a frame says beside them
	input  wire                flag_i,
	input  wire [EXPECT_W-1:0] expect_i,
	// what the other end says
	input  wire                ack_valid_i,
	input  wire [NUMBER_W-1:0] ack_i,
	// wires, out of registers
	output wire [RING_W-1:0]   wires_o
);
	generate
		if (RING_W != 1 && RING_W != 2 && RING_W != 4 && RING_W != 8 && RING_W != 16
			&& RING_W != 32) begin : gen_bad_ring
			RING_W_must_be_1_2_4_8_16_or_32 u_bad ();
		end
		if (WORDS != 1 && WORDS != 2) begin : gen_bad_words
			WORDS_must_be_1_or_2 u_bad ();
		end
		if (NUMBER_W < 2 || NUMBER_W > 6 || EXPECT_W < 2 || EXPECT_W > 6)
		begin : gen_bad_numbers
			NUMBER_W_and_EXPECT_W_must_be_2_to_6 u_bad ();
		end
	endgenerate

	// Flits of a frame
	localparam HEAD_W  = 3 + NUMBER_W + EXPECT_W;
	localparam HEAD    = (HEAD_W + RING_W - 1) / RING_W;
	localparam DATA    = WORDS * 32 / RING_W;
	localparam CHECK_W = RING_W < 16 ? RING_W : 16;  // bits of the CRC in a flit
	localparam CHECK   = 16 / CHECK_W;
	localparam [31:0] LAST      = HEAD + DATA + CHECK - 1;
	localparam [31:0] LAST_HEAD = HEAD - 1;
	localparam [31:0] LAST_DATA = HEAD + DATA - 1;
	localparam [31:0] WORD_END  = 32 / RING_W - 1;  // last flit of the first word
	localparam [31:0] DATA_END  = DATA - 1;
	localparam DATA_LOG2 = DATA == 64 ? 6 : DATA == 32 ? 5 : DATA == 16 ? 4 : DATA == 8 ? 3
		: DATA == 4 ? 2 : DATA == 2 ? 1 : 0;
	localparam ADDR_W = NUMBER_W + DATA_LOG2;

	// Payloads: `base` is the oldest that is not acknowledged, `next` is sent next, `end` comes
	reg  [NUMBER_W-1:0] base_q, next_q, end_q;
	reg  [5:0]          flit_q;   // flit of the payload that comes
	wire                take = valid_i && ready_o;
	wire                done = take
		&& flit_q == (tag_i ? WORD_END[5:0] : DATA_END[5:0]);
	wire [NUMBER_W-1:0] waiting = end_q - base_q;
	assign ready_o = !(&waiting);
	assign idle_o  = waiting == 0 && flit_q == 6'd0;

	reg  [6:0] at_q;       // flit of the frame that goes out next
	wire       choose = silent_i || at_q == LAST[6:0];
	wire       fresh  = next_q != end_q;
	wire [NUMBER_W-1:0] chosen = fresh ? next_q : base_q;
	wire                any    = waiting != 0;
	wire [NUMBER_W-1:0] after  = choose && any ? chosen + 1'b1 : next_q;
	wire [NUMBER_W-1:0] acked  = ack_i - base_q;
	wire [NUMBER_W-1:0] passed = after - base_q;
	always @(posedge clk)
		if (clear_i) begin
			base_q <= 0;
			next_q <= 0;
			end_q  <= 0;
			flit_q <= 6'd0;
		end else begin
			if (take)
				flit_q <= done ? 6'd0 : flit_q + 6'd1;
			if (done)
				end_q <= end_q + 1'b1;
			if (ack_valid_i)
				base_q <= ack_i;
			next_q <= ack_valid_i && acked > passed ? ack_i : after;
		end

	// The payload of the frame, a flit ahead
	reg  [NUMBER_W-1:0] number_q;
	reg                 any_q;
	wire                in_data = at_q > LAST_HEAD[6:0] && at_q <= LAST_DATA[6:0];
	wire [6:0]          ahead   = at_q - LAST_HEAD[6:0];
	wire [5:0]          flit    = choose || (at_q <= LAST_HEAD[6:0]) ? 6'd0 : ahead[5:0];
	wire [NUMBER_W-1:0] reads   = choose ? chosen : number_q;
	wire [NUMBER_W+5:0] waddr   = ({end_q, 6'd0} >> (6 - DATA_LOG2))
		| {{NUMBER_W{1'b0}}, flit_q};
	wire [NUMBER_W+5:0] raddr   = ({reads, 6'd0} >> (6 - DATA_LOG2))
		| {{NUMBER_W{1'b0}}, flit};
	wire                unused_addr = &{1'b0, waddr, raddr, ahead};
	wire                tag;
	wire [RING_W-1:0]   data;
	gnomon_cell_ram #(.LUT_BITS(LUT_BITS), .WIDTH(RING_W + 1), .DEPTH_LOG2(ADDR_W)) u_payloads (
		.clk     (clk),
		.we_i    (take),
		.waddr_i (waddr[ADDR_W-1:0]),
		.wdata_i ({tag_i, data_i}),
		.raddr_i (raddr[ADDR_W-1:0]),
		.rdata_o ({tag, data})
	);

	// The frame
	reg                     flag_q, tag_q;
	reg  [EXPECT_W-1:0]     expect_q;
	reg  [15:0]             crc_q;
	reg  [RING_W-1:0]       wires_q;
	wire [HEAD*RING_W-1:0]  head = {{(HEAD*RING_W-HEAD_W){1'b0}}, expect_q, number_q, flag_q,
		tag && any_q, 1'b1};
	wire [6:0]              of_data = at_q - LAST_HEAD[6:0] - 7'd1;
	wire                    fills = !any_q || (tag_q && of_data > WORD_END[6:0]);
	wire [HEAD*RING_W-1:0]  head_at = head >> (RING_W * {25'd0, at_q});
	wire [RING_W-1:0]       out  = in_data ? data & {RING_W{!fills}} : head_at[RING_W-1:0];
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
	wire [31:0] check       = {{(32-CHECK_W){1'b0}}, crc_q[CHECK_W-1:0]};
	wire        unused_head = &{1'b0, head_at, check};
	always @(posedge clk) begin
		if (choose) begin
			number_q <= any ? chosen : base_q - 1'b1;
			any_q    <= any;
			flag_q   <= flag_i;
			expect_q <= expect_i;
		end
		if (at_q == 7'd0)
			tag_q <= tag;
		at_q  <= choose ? 7'd0 : at_q + 7'd1;
		crc_q <= choose ? 16'hffff
			: at_q <= LAST_DATA[6:0] ? crc_of(crc_q, out) : crc_q >> CHECK_W;
		if (silent_i)
			wires_q <= 0;
		else if (at_q <= LAST_DATA[6:0])
			wires_q <= out;
		else
			wires_q <= check[RING_W-1:0];
	end
	assign wires_o = wires_q;

endmodule
