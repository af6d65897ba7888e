// SPDX-License-Identifier: Apache-2.0
// Room: record
// gnomon_record_sender: makes whole records of the entries of the node's FIFO and sends them, a
// word at a time, to the ring station.
//
//  1. An entry is a slot and what is recorded beside it in the same cycle (gnomon_trigger_sources:
//     {word W, state of the capture, of the line, datum, word flag, datum flag, 0, triggers}). Its
//     records go out in this order: load (if bit 60 of an event's slot is 1; bit 61 is its code),
//     the record of the slot (unless it is an event with code 0), triggers by number, datum, word.
//     All have the time of the slot; the last of them has the flags. With CAPTURE the last trigger
//     is a capture record: with its state and the word. With LINE two triggers of each line, from
//     LINE_AT on, are line records, with the state of the line (gnomon_trigger_line).
//  2. ready_o: a whole entry, or with BLOCKS a block, is there, and no word of it has been taken.
//     (The first half of a gap waits for the second half. An entry that a sample follows waits for
//     the sample, so that no record on the ring waits for it.)
//  3. A word passes in a cycle with valid_o and ready_i, word 0 first. last_o marks the last word
//     of the entry or block, ends_o the last one of each record.
//  4. sample_valid_i between two entries: a whole sample is there. The ratio record follows an
//     entry that was sampled, and a flush of a node with samples: the time again, its own word 1,
//     then WORDS words from the queue of the samples.
//  5. With BLOCKS, block records go out between entries: the time of the last record sent (of a gap
//     the time of its end), then the words of the block from word 1 up to block_last_i. While
//     entries and blocks are pending they take turns: an entry goes first, and after it a block. No
//     block goes before the first entry after clear_i, the sync record of the run. A flush waits
//     until block_busy_i is 0.
//
// Latency: slot_valid_i, slot_more_i, slot_i, extra_i, sample_valid_i, sample_i, block_valid_i,
//   block_i, block_last_i, block_busy_i to ready_o, valid_o, word_o, last_o; ready_i to slot_pop_o,
//   sample_pop_o, block_pop_o: none (combinational). ready_i to the next word: 1 cycle.
//
// With WORDS 2: an event with code 2 and time 10 (hexadecimal), which was sampled; ready_o waits
// for the sample. The slot is 02020001_00000010.
//
//   cycle                 0       1       2       3       4       5       6       7       8
//   slot_valid_i          1       1       1       1       1       1       1       1       0
//   sample_valid_i        0       1       1       1       1       1       1       1       0
//   sample_i              -       a       a       a       a       a       a       b       -
//   ready_o               0       1       1       0       0       0       0       0       0
//   valid_o               0       1       1       1       1       1       1       1       0
//   ready_i               0       0       1       1       1       1       1       1       1
//   word_o                -      10      10 2020001      10 2020002       a       b       -
//   last_o                -       0       0       0       0       0       0       1       -
//   slot_pop_o            0       0       0       0       0       0       0       1       0
//   sample_pop_o          0       0       0       0       0       0       1       1       0
//
// Instance:
//   gnomon_record_sender #(.NODE(0), .WORDS(0), .BLOCKS(0), .TRIGGERS(0), .DATUM_W(0), .WORD_W(0),
//     .TIME_W(32), .CAPTURE(0), .LINE(0), .LINE_AT(0), .STORE(0)
//   ) u_record_sender (
//     .clk(clk), .clear_i(clear), .slot_valid_i(slot_valid), .slot_more_i(slot_more),
//     .slot_i(slot), .extra_i(extra), .slot_pop_o(slot_pop), .sample_valid_i(sample_valid),
//     .sample_i(sample), .sample_pop_o(sample_pop), .block_valid_i(block_valid), .block_i(block),
//     .block_last_i(block_last), .block_pop_o(block_pop), .block_busy_i(block_busy),
//     .ready_o(ready_o), .valid_o(valid), .ready_i(ready_i), .word_o(word), .last_o(last),
//     .ends_o(ends)
//   );

module gnomon_record_sender #(
	parameter NODE     = 0,   // requires 0..254
	parameter WORDS    = 0,   // words of a sample, even; 0: the node has no samples; requires
	                          // 0..42
	parameter BLOCKS   = 0,   // 1: the node has units that send blocks
	parameter TRIGGERS = 0,   // requires 0..48
	parameter DATUM_W  = 0,   // bits of a datum: 0: there are none, 74 or 138
	parameter WORD_W   = 0,   // bits of the watched word, 0: it is not recorded; requires 0..64
	parameter TIME_W   = 32,  // bits of the time; requires 12..32
	parameter CAPTURE  = 0,   // 1: the last trigger is the CAPTURE line; requires TRIGGERS and
	                          // WORD_W above 0
	parameter LINE     = 0,   // lines that have triggers; requires 0..2
	parameter LINE_AT  = 0,   // number of the first of them; requires 0..TRIGGERS - 2 * LINE
	parameter STORE    = 0,   // 1: the state has that of a local store
	// not to be set
	parameter LINE_W   = LINE == 0 ? 0 : STORE != 0 ? 68 : 66,
	parameter EXTRA_W  = TRIGGERS + 3 + DATUM_W + LINE_W + (CAPTURE != 0 ? 3 : 0) + WORD_W
) (
	input  wire               clk,
	input  wire               clear_i,
	// FIFO
	input  wire               slot_valid_i,
	input  wire               slot_more_i,
	input  wire [63:0]        slot_i,
	input  wire [EXTRA_W-1:0] extra_i,
	output wire               slot_pop_o,
	// queue of the samples
	input  wire               sample_valid_i,
	input  wire [31:0]        sample_i,
	output wire               sample_pop_o,
	// blocks
	input  wire               block_valid_i,
	input  wire [31:0]        block_i,
	input  wire               block_last_i,
	output wire               block_pop_o,
	input  wire               block_busy_i,   // something of the run is still to come
	// ring station
	output wire               ready_o,
	output wire               valid_o,
	input  wire               ready_i,
	output wire [31:0]        word_o,
	output wire               last_o,
	output wire               ends_o
);

	`include "gnomon_records.vh"

	localparam [31:0] NODE_32 = NODE;
	localparam [7:0] NODE_BYTE  = NODE_32[7:0];
	localparam [31:0] WORDS_32  = WORDS;
	localparam [7:0] WORDS_BYTE = WORDS_32[7:0];
	localparam       LONG       = DATUM_W == 138;
	localparam       ROUNDS     = LINE == 0 ? 2 : 2 * LINE;  // triggers of lines
	localparam       BESIDE     = TRIGGERS != 0 || DATUM_W != 0;
	localparam       PARTS      = TRIGGERS + 3;  // records of an entry beside that of a load:
	                                             // slot, triggers, datum, word
	generate
		if (WORDS < 0 || WORDS > 42 || WORDS % 2 != 0) begin : gen_bad_words
			WORDS_must_be_even_and_0_to_42 u_bad ();
		end
		if (TIME_W < 12 || TIME_W > 32) begin : gen_bad_time
			TIME_W_must_be_12_to_32 u_bad ();
		end
		if (CAPTURE != 0 && (TRIGGERS == 0 || WORD_W == 0)) begin : gen_bad_capture
			CAPTURE_must_have_TRIGGERS_and_WORD_W u_bad ();
		end
		if (LINE < 0 || LINE > 2) begin : gen_bad_lines
			LINE_must_be_0_to_2 u_bad ();
		end
		if (LINE != 0 && (LINE_AT < 0 || LINE_AT + 2*LINE > TRIGGERS)) begin : gen_bad_line
			LINE_AT_must_be_0_to_TRIGGERS_less_2_of_each_LINE u_bad ();
		end
	endgenerate

	// Words of a record: time, info, then the payload; then those of the ratio record. Of a
	// block: time, then the rest.
	localparam [2:0] TIME = 3'd0, INFO = 3'd1, LOW = 3'd2, HIGH = 3'd3,
		RATIO_TIME = 3'd4, RATIO_INFO = 3'd5, SAMPLE = 3'd6, BLOCK = 3'd7;
	reg [2:0]       at_q;
	localparam      LEFT_W = WORDS > 32 ? 6 : 5;
	reg [LEFT_W-1:0] left_q;
	reg [PARTS-1:0] sent_q;  // records of the entry that are sent
	reg             loaded_q; // so is that of a load
	reg             half_q;  // the slot is the second one of a gap

	wire [7:0] kind  = slot_i[39:32];

	// The record to send: the lowest one that is there and not sent
	wire [PARTS-1:0] there, open, lowest;
	wire             plain = kind == GNO_KIND_EVENT;
	wire             is_load = BESIDE && plain && !half_q && slot_i[60] && !loaded_q;
	wire [7:0]       flags = {slot_i[63:60] & {4{!(BESIDE && plain)}}, slot_i[59:56]};
	assign there[0]          = !plain || slot_i[55:48] != 0;
	genvar k;
	generate
		for (k = 1; k <= TRIGGERS; k = k + 1) begin : gen_there
			assign there[k] = extra_i[k-1];
		end
	endgenerate
	assign there[TRIGGERS+1] = DATUM_W != 0 && extra_i[TRIGGERS+1];
	assign there[TRIGGERS+2] = WORD_W != 0 && extra_i[TRIGGERS+2];
	assign open   = there & ~sent_q;
	assign lowest = open & (~open + 1'b1);
	wire   final_record = open == lowest && !is_load;
	wire   is_datum = DATUM_W != 0 && lowest[TRIGGERS+1] && !is_load;
	wire   is_capture = CAPTURE != 0 && lowest[TRIGGERS] && !is_load;
	wire   is_line  = LINE != 0 && lowest[LINE_AT+1 +: ROUNDS] != 0 && !is_load;
	wire   is_word  = WORD_W != 0 && (lowest[TRIGGERS+2] && !is_load || is_capture);
	reg [7:0] trigger;
	integer   n;
	always @* begin
		trigger = 8'd0;
		for (n = 0; n < TRIGGERS; n = n + 1)
			if (lowest[n+1])
				trigger = trigger | n[7:0];
	end
	wire is_trigger = TRIGGERS != 0 && !lowest[0] && !is_datum && !is_word && !is_load;

	// Payload of datum, word and capture, two words at a time
	wire [137:0] datum;
	wire [63:0]  picked;
	wire [2:0]   state;
	generate
		if (DATUM_W != 0) begin : gen_datum
			assign datum = {{(138-DATUM_W){1'b0}}, extra_i[PARTS +: DATUM_W]};
		end else begin : gen_no_datum
			assign datum = 138'd0;
		end
		if (WORD_W != 0 && WORD_W < 64) begin : gen_word
			assign picked = {{(64-WORD_W){1'b0}}, extra_i[EXTRA_W-1 -: WORD_W]};
		end else if (WORD_W != 0) begin : gen_whole_word
			assign picked = extra_i[EXTRA_W-1 -: 64];
		end else begin : gen_no_word
			assign picked = 64'd0;
		end
		if (CAPTURE != 0) begin : gen_state
			assign state = extra_i[PARTS + DATUM_W + LINE_W +: 3];
		end else begin : gen_no_state
			assign state = 3'd0;
		end
	endgenerate
	wire [67:0] round; // {kept, full, late, own, length, paused}
	generate
		if (LINE != 0) begin : gen_round
			assign round[65:0]  = extra_i[PARTS + DATUM_W +: 66];
			assign round[67:66] = STORE != 0
				? extra_i[PARTS + DATUM_W + LINE_W - 2 +: 2] : 2'd0;
		end else begin : gen_no_round
			assign round = 68'd0;
		end
	endgenerate
	wire [63:0] pair   = is_line ? round[63:0] : picked;
	wire        paired = is_line || is_word;  // the payload is those two words
	wire unused = &{1'b0, extra_i};

	// Word 1
	wire [7:0]  shown = final_record || !plain ? flags : 8'd0;
	reg  [31:0] info;
	reg  [7:0]  code;  // for the ratio record
	always @* begin
		info = {shown, slot_i[55:40], kind};
		code = kind == GNO_KIND_FLUSH ? 8'd0 : slot_i[55:48];
		if (is_load)
			info = {15'd0, slot_i[61], NODE_BYTE, GNO_KIND_LOAD};
		if (is_trigger) begin
			info = {shown, trigger, NODE_BYTE, GNO_KIND_TRIGGER};
			code = trigger;
		end
		if (is_datum) begin
			info = {datum[9:6], shown[3:0], 1'b0, LONG, datum[5:0], NODE_BYTE,
				GNO_KIND_DATUM};
			code = {1'b0, LONG, datum[5:0]};
		end
		if (is_word && !is_capture) begin
			info = {shown, 8'd0, NODE_BYTE, GNO_KIND_WORD};
			code = 8'd0;
		end
		if (is_capture) begin
			info = {1'b0, state, shown[3:0], trigger, NODE_BYTE, GNO_KIND_CAPTURE};
			code = trigger;
		end
		if (is_line) begin
			info = {round[67:64], shown[3:0], trigger, NODE_BYTE,
				GNO_KIND_LINE};
			code = trigger;
		end
	end

	reg  is_gap, ready, valid, ends, last;
	wire step = valid && ready_i;

	// The next is a block, not an entry. What was shown once stays so.
	wire        in_block = BLOCKS != 0 && at_q == BLOCK;
	wire        between = at_q == TIME && sent_q == 0 && !loaded_q;
	wire        sampled = WORDS != 0 && !half_q
		&& (kind == GNO_KIND_FLUSH || (plain && flags[GNO_FLAG_SAMPLED]));
	wire        slot_whole = slot_valid_i && (slot_more_i || kind != GNO_KIND_GAP)
		&& (BLOCKS == 0 || kind != GNO_KIND_FLUSH || !block_busy_i)
	                       && (sample_valid_i || !sampled);
	wire        block;
	wire [31:0] block_time;
	generate
		if (BLOCKS != 0) begin : gen_blocks
			reg        synced_q;        // the run's first entry is sent
			reg        held_q, block_q; // the next is shown: it is a block
			reg        turn_q;          // an entry went last
			reg [31:0] time_q;          // of the last record sent
			always @(posedge clk)
				if (clear_i) begin
					synced_q <= 1'b0;
					held_q   <= 1'b0;
					turn_q   <= 1'b0;
				end else begin
					held_q  <= between && valid && !ready_i;
					block_q <= block;
					if (slot_pop_o) begin
						synced_q <= 1'b1;
						// a gap's end has an epoch above its time
						time_q   <= slot_i[31:0]
							& (32'hffffffff >> (32 - TIME_W));
					end
					if (step && last)
						turn_q <= !in_block;
				end
			assign block      = held_q ? block_q
				: block_valid_i && synced_q && (!slot_whole || turn_q);
			assign block_time = time_q;
		end else begin : gen_no_blocks
			assign block      = 1'b0;
			assign block_time = 32'd0;
			wire unused_blocks = &{1'b0, block_valid_i, block_i, block_last_i,
				block_busy_i, slot_pop_o};
		end
	endgenerate

	// Without a slot no record is due. (A slot stays until its last word is sent, the sample's
	// included.)
	always @* begin
		is_gap  = 1'b0;
		ready   = 1'b0;
		valid   = 1'b0;
		ends    = 1'b0;
		last    = 1'b0;
		if (slot_valid_i) begin
			is_gap  = kind == GNO_KIND_GAP;
			ready   = between && slot_whole;
			valid   = between ? ready : at_q != SAMPLE || sample_valid_i;
			case (at_q)
			INFO:    ends = !is_gap && !is_datum && !paired;
			HIGH:    ends = left_q == 0;
			SAMPLE:  ends = left_q == 0;
			default: ends = 1'b0;
			endcase
			last = ends && (at_q == SAMPLE || (final_record && !sampled));
		end
		if (in_block) begin
			valid = block_valid_i;
			ends  = 1'b0;
			last  = block_last_i;
		end else if (between && block) begin
			ready = 1'b1;
			valid = 1'b1;
		end
	end
	assign ready_o = ready;
	assign valid_o = valid;
	assign last_o  = last;
	assign ends_o  = in_block ? block_last_i : ends;

	reg [31:0] word;
	always @*
		case (at_q)
		INFO:       word = info;
		LOW:        word = paired ? pair[31:0] : is_datum
			? (left_q == 0 && LONG ? datum[105:74] : datum[41:10]) : slot_i[31:0];
		HIGH:       word = paired ? pair[63:32] : is_datum
			? (left_q == 0 && LONG ? datum[137:106] : datum[73:42]) : slot_i[63:32];
		RATIO_INFO: word = {WORDS_BYTE, code, NODE_BYTE, GNO_KIND_RATIO};
		SAMPLE:     word = sample_i;
		default:    word = in_block ? block_i : between && block ? block_time
			: slot_i[31:0];
		endcase
	assign word_o = word;

	reg    slot_pop, sample_pop;
	always @* begin
		slot_pop   = 1'b0;
		sample_pop = 1'b0;
		if (step) begin
			slot_pop   = !in_block && (last || (at_q == INFO && is_gap));
			sample_pop = at_q == SAMPLE;
		end
	end
	assign slot_pop_o   = slot_pop;
	assign sample_pop_o = sample_pop;
	assign block_pop_o  = step && in_block;

	always @(posedge clk)
		if (clear_i) begin
			at_q     <= TIME;
			sent_q   <= {PARTS{1'b0}};
			loaded_q <= 1'b0;
			half_q   <= 1'b0;
		end else if (step) begin
			case (at_q)
			TIME:       at_q <= between && block ? BLOCK : INFO;
			INFO:       at_q <= !ends ? LOW : final_record && sampled ? RATIO_TIME
				: TIME;
			LOW:        at_q <= HIGH;
			HIGH:       at_q <= !ends ? LOW : final_record && sampled ? RATIO_TIME
				: TIME;
			RATIO_TIME: at_q <= RATIO_INFO;
			RATIO_INFO: at_q <= SAMPLE;
			SAMPLE:     at_q <= ends ? TIME : SAMPLE;
			default:    at_q <= in_block && !last ? BLOCK : TIME;
			endcase
			// Payload: pairs of words that follow; sample: words.
			left_q <= at_q == SAMPLE ? left_q - 1'b1 : at_q == RATIO_INFO
				? WORDS_BYTE[LEFT_W-1:0] - 1'b1
			        : at_q == INFO ? {{(LEFT_W-1){1'b0}}, is_datum && LONG}
			        	: at_q == HIGH ? {LEFT_W{1'b0}} : left_q;
			half_q <= !last && (half_q || (at_q == INFO && is_gap));
			if (last)
				sent_q <= {PARTS{1'b0}};
			else if (ends && !final_record && !is_load)
				sent_q <= sent_q | lowest;
			loaded_q <= !last && (loaded_q || (at_q == INFO && is_load));
		end

endmodule
