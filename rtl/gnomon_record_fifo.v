// SPDX-License-Identifier: Apache-2.0
// Room: record
// gnomon_record_fifo: what a node has recorded and not yet sent, one entry for each cycle with
// records.
//
//  1. wr_i stores an entry in any case: a slot, and with BESIDE what is recorded beside it
//     (gnomon_trigger_sources), if the slot is an event's (keep_i). The builder checks room_o
//     first, which leaves eight entries for those that are under way.
//  2. more_o: there is an entry behind the one that is out, and it may go. The first half of a gap
//     waits for the second half; a flush waits while block_busy_i is 1. With AHEAD this is known of
//     the cycle before, and more_o is 0 in the cycle after next_i.
//  3. next_i with more_o takes the oldest entry out: slot_o, kept_o, aux_o, code_o and extra_o show
//     it until the next next_i. pop_i: it has gone, and no longer counts.
//  4. slot_o is the slot, and aux_o and code_o are bits 61..56 and 55..48 of an event's. extra_o is
//     what is recorded beside it: flags, payload, word, from the lowest bit on. Beside another slot
//     the flags are 0. A flag that FLAGS does not have is not stored, and is 0. With 32 bits or
//     more of payload and word, the upper half of an event's slot is not stored: the first 32 bits
//     of the word and then the payload take its place in slot_o.
//  5. resume_o: at most half of what room_o allows is in use.
//  6. fill_o is how many entries there are, high_o its high-water mark since clear_i.
// CONSTRAINT: next_i only with more_o, and after pop_i of the entry that is out, or with it.
//
// Latency: wr_i to room_o, resume_o, fill_o: 1 cycle; to high_o: 2 cycles; to more_o: 1 cycle, with
//   AHEAD 2. block_busy_i to more_o: none (combinational), with AHEAD 1 cycle. next_i to slot_o and
//   the others: 2 cycles, with REGISTER one more, with AHEAD one less; until then they show any
//   entry.
//
//   cycle     0  1  2  3  4  5  6  7  8
//   wr_i      1  1  0  0  0  0  0  0  0
//   slot_i    1  2  -  -  -  -  -  -  -
//   fill_o    0  1  2  2  2  1  1  1  0
//   more_o    0  1  1  1  1  0  0  0  0
//   next_i    0  1  0  0  1  0  0  0  0
//   pop_i     0  0  0  0  1  0  0  1  0
//   slot_o    -  -  -  1  1  -  2  2  2
//
// Instance:
//   gnomon_record_fifo #(.LUT_BITS(0), .BESIDE(0), .CODE_W(8), .FLAGS_W(3), .WORD_W(0),
//     .EXTRA_W(3), .FLAGS({64{1'b1}}), .DEPTH_LOG2(8), .REGISTER(0), .AHEAD(0)
//   ) u_record_fifo (
//     .clk(clk), .clear_i(clear), .wr_i(wr), .keep_i(keep), .slot_i(slot_i), .extra_i(extra_i),
//     .room_o(room), .resume_o(resume), .block_busy_i(block_busy), .more_o(more), .next_i(next),
//     .pop_i(pop), .slot_o(slot_o), .kept_o(kept), .aux_o(aux), .code_o(code), .extra_o(extra_o),
//     .fill_o(fill), .high_o(high)
//   );

module gnomon_record_fifo #(
	parameter LUT_BITS   = 0,   // as gnomon_cell_ram's
	parameter BESIDE     = 0,   // 1: something is recorded beside slots
	parameter CODE_W     = 8,   // bits of an event code; requires 4..8
	parameter FLAGS_W    = 3,   // flags, which say what there is; requires 1..64
	parameter WORD_W     = 0,   // bits of the word
	parameter EXTRA_W    = 3,   // flags, payload and word; requires FLAGS_W + WORD_W at least
	parameter [63:0] FLAGS = {64{1'b1}},  // bit k: flag k can be 1; the others are always 0
	parameter DEPTH_LOG2 = 8,   // entries, log2; requires 4..12
	parameter REGISTER   = 0,   // 1: one more register follows the RAM
	parameter AHEAD      = 0    // 1: next_i addresses the RAM without a register between
) (
	input  wire                clk,
	input  wire                clear_i,
	// builder
	input  wire                wr_i,
	input  wire                keep_i,
	input  wire [63:0]         slot_i,
	input  wire [EXTRA_W-1:0] extra_i,
	output wire                room_o,
	output wire                resume_o,
	// sender
	input  wire                block_busy_i,
	output wire                more_o,
	input  wire                next_i,
	input  wire                pop_i,
	output wire [63:0]         slot_o,
	output wire                kept_o,
	output wire [5:0]          aux_o,
	output wire [7:0]          code_o,
	output wire [EXTRA_W-1:0] extra_o,
	// status
	output wire [DEPTH_LOG2:0] fill_o,
	output wire [DEPTH_LOG2:0] high_o
);

	`include "gnomon_records.vh"

	generate
		if (DEPTH_LOG2 < 4 || DEPTH_LOG2 > 12) begin : gen_bad_depth
			DEPTH_LOG2_must_be_4_to_12 u_bad ();
		end
		if (EXTRA_W < FLAGS_W + WORD_W || FLAGS_W > 64) begin : gen_bad_extra
			EXTRA_W_must_be_FLAGS_W_and_WORD_W_at_least_FLAGS_W_64_at_most u_bad ();
		end
	endgenerate

	localparam PAYLOAD_W = EXTRA_W - FLAGS_W;
	localparam SHARED    = PAYLOAD_W >= 32;  // by upper half and payload
	localparam REST_W    = SHARED ? PAYLOAD_W - 32 : PAYLOAD_W;
	// Flags below flag k that are stored; all of them: KNOWN_W
	function integer stored_below(input integer k);
		integer i;
		begin
			stored_below = 0;
			for (i = 0; i < k; i = i + 1)
				if (FLAGS[i])
					stored_below = stored_below + 1;
		end
	endfunction
	localparam KNOWN_W   = stored_below(FLAGS_W);
	localparam INFO_W    = 64 + 1 + KNOWN_W + (SHARED ? 6 + CODE_W : 0);
	localparam WIDTH     = BESIDE == 0 ? 64 : INFO_W + REST_W;

	// What is stored
	wire [WIDTH-1:0] entry, stored, out;
	assign slot_o = out[63:0];
	generate
		if (BESIDE == 0) begin : gen_slot
			assign entry   = slot_i;
			assign kept_o  = out[39:32] == GNO_KIND_EVENT;
			assign aux_o   = out[61:56];
			assign code_o  = out[55:48];
			assign extra_o = {EXTRA_W{1'b0}};
			wire unused = &{1'b0, keep_i, extra_i};
		end else begin : gen_beside
			wire [KNOWN_W:0] known;  // flags, and whether the slot is kept
			assign known[0] = keep_i;
			assign kept_o   = out[64];
			genvar k;
			for (k = 0; k < FLAGS_W; k = k + 1) begin : gen_flag
				if (FLAGS[k]) begin : gen_stored
					localparam AT = 1 + stored_below(k);
					assign known[AT]  = extra_i[k] && keep_i;
					assign extra_o[k] = out[64+AT];
				end else begin : gen_never
					assign extra_o[k] = 1'b0;
					wire unused = &{1'b0, extra_i[k]};
				end
			end
			if (!SHARED) begin : gen_whole
				assign aux_o  = out[61:56];
				assign code_o = out[55:48];
			end
			if (PAYLOAD_W == 0) begin : gen_flags
				assign entry = {known, slot_i};
			end else begin : gen_payload
				// as it is stored: the word first
				wire [PAYLOAD_W-1:0] beside = extra_i[EXTRA_W-1:FLAGS_W];
				wire [PAYLOAD_W-1:0] payload, was;
				assign payload = (beside << WORD_W)
					| (beside >> (PAYLOAD_W - WORD_W));
				assign extra_o[EXTRA_W-1:FLAGS_W] = (was >> WORD_W)
					| (was << (PAYLOAD_W - WORD_W));
				if (!SHARED) begin : gen_rest
					assign entry = {payload, known, slot_i};
					assign was   = out[WIDTH-1 -: PAYLOAD_W];
				end else begin : gen_shared
					wire [31:0] upper = keep_i ? payload[31:0] : slot_i[63:32];
					wire [CODE_W+5:0] info =
						{slot_i[61:56], slot_i[48 +: CODE_W]};
					wire [INFO_W-1:0] first =
						{info, known, upper, slot_i[31:0]};
					assign code_o = {{(8-CODE_W){1'b0}},
						out[65+KNOWN_W +: CODE_W]};
					assign aux_o  = out[65+KNOWN_W+CODE_W +: 6];
					if (REST_W == 0) begin : gen_all
						assign entry = first;
						assign was   = out[63:32];
					end else begin : gen_more
						assign entry = {payload[PAYLOAD_W-1:32], first};
						assign was   = {out[WIDTH-1 -: REST_W], out[63:32]};
					end
				end
			end
		end
	endgenerate

	reg [DEPTH_LOG2-1:0] head_q, tail_q;  // of the entry that is out
	reg [DEPTH_LOG2:0]   fill_q, high_q;
	reg                  out_q;    // an entry is out
	reg                  half_q;   // the last entry is the first half of a gap
	reg                  flush_q;  // the last entry is the flush
	wire                 hold = half_q || (flush_q && block_busy_i);

	// more than the entry that is out, and than one that waits
	wire more = fill_q[DEPTH_LOG2:2] != 0 || (out_q && hold ? &fill_q[1:0]
		: out_q || hold ? fill_q[1] : fill_q[1:0] != 0);
	// With AHEAD next_i is late: it chooses between two addresses that are there.
	wire [DEPTH_LOG2-1:0] tail_next;
	generate
		if (AHEAD != 0) begin : gen_ahead
			reg [DEPTH_LOG2-1:0] after_q;  // the place behind tail_q
			always @(posedge clk)
				if (clear_i)
					after_q <= 0;
				else
					after_q <= after_q + {{(DEPTH_LOG2-1){1'b0}}, next_i};
			assign tail_next = next_i ? after_q : tail_q;
			// whether there is more is known of the cycle before
			reg more_q;
			always @(posedge clk)
				more_q <= more && !next_i && !clear_i;
			assign more_o = more_q;
		end else begin : gen_behind
			assign tail_next = tail_q + {{(DEPTH_LOG2-1){1'b0}}, next_i};
			assign more_o    = more;
		end
	endgenerate

	// (Of the kinds that are written, these bits are those of a gap or of a flush alone.)
	always @(posedge clk)
		if (clear_i) begin
			head_q  <= 0;
			tail_q  <= {DEPTH_LOG2{1'b1}};
			fill_q  <= 0;
			high_q  <= 0;
			out_q   <= 1'b0;
			half_q  <= 1'b0;
			flush_q <= 1'b0;
		end else begin
			if (wr_i) begin
				head_q  <= head_q + 1'b1;
				half_q  <= !half_q && &slot_i[33:32];
				flush_q <= !half_q && &slot_i[34:33];
			end
			tail_q <= tail_next;
			out_q <= next_i || (out_q && !pop_i);
			if (wr_i != pop_i)
				fill_q <= fill_q + {{DEPTH_LOG2{pop_i}}, 1'b1};
			if (fill_q > high_q)
				high_q <= fill_q;
		end
	// less than DEPTH - 8; DEPTH / 2 - 4 at most
	assign room_o   = !(fill_q[DEPTH_LOG2] || &fill_q[DEPTH_LOG2-1:3]);
	assign resume_o = fill_q[DEPTH_LOG2:DEPTH_LOG2-1] == 0
		&& !(&fill_q[DEPTH_LOG2-2:2] && fill_q[1:0] != 0);
	assign fill_o   = fill_q;
	assign high_o   = high_q;

	gnomon_cell_ram #(.LUT_BITS(LUT_BITS), .WIDTH(WIDTH), .DEPTH_LOG2(DEPTH_LOG2)) u_entries (
		.clk     (clk),
		.we_i    (wr_i),
		.waddr_i (head_q),
		.wdata_i (entry),
		.raddr_i (AHEAD != 0 ? tail_next : tail_q),
		.rdata_o (stored)
	);
	generate
		if (REGISTER != 0) begin : gen_register
			reg [WIDTH-1:0] stored_q;
			always @(posedge clk)
				stored_q <= stored;
			assign out = stored_q;
		end else begin : gen_straight
			assign out = stored;
		end
	endgenerate

endmodule
