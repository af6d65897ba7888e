// SPDX-License-Identifier: Apache-2.0
// Room: record
// gnomon_record_sender: makes whole records of the entries of the node's FIFO and sends them, a
// word at a time, to the ring station.
//
//  1. An entry is a slot and what is recorded beside it in the same cycle (gnomon_trigger_sources:
//     {word W, state of the capture, of the line, datum, word flag, datum flag, 0, triggers}), as
//     gnomon_record_fifo shows it. Its records go out in this order: load (if bit 60 of an event's
//     slot is 1; bit 61 is its code), the record of the slot (unless it is an event with code 0),
//     triggers by number, datum, word. All have the time of the slot; the last of them has the
//     flags. With CAPTURE the last trigger is a capture record: with its state and the word. With
//     LINE two triggers of each line, from LINE_AT on, are line records, with the state of the line
//     (gnomon_trigger_line).
//  2. slot_next_o takes an entry out of the FIFO; slot_pop_o reports that it has been sent. For the
//     second half of a gap the FIFO has a next one (slot_more_i) whenever it has given the first.
//  3. ready_o: a whole entry, or with BLOCKS a block, is there, and no word of it has been taken.
//     (With RING an entry that a sample follows waits for the sample, so that no record on the ring
//     waits for it. Without it only the words of the sample wait, as nobody else has the way.)
//  4. A word passes in a cycle with valid_o and ready_i, word 0 first. last_o marks the last word
//     of the entry or block, ends_o the last one of each record.
//  5. sample_valid_i between two entries: a whole sample is there. The ratio record follows an
//     entry that was sampled, and a flush of a node with samples: the time again, its own word 1,
//     then WORDS words from the queue of the samples.
//  6. With BLOCKS, block records go out between entries: the time of the last record sent (of a gap
//     the time of its end), which the FIFO still shows, then the words of the block from word 1 up
//     to block_last_i. While entries and blocks are pending they take turns: an entry goes first,
//     and after it a block. No block goes before the first entry after clear_i, the sync record of
//     the run.
//
// Latency: slot_more_i, block_valid_i to slot_next_o; slot_i and what comes with it, sample_i,
//   sample_valid_i, block_valid_i, block_i, block_last_i to ready_o, valid_o, word_o, last_o,
//   ends_o; ready_i to slot_next_o, slot_pop_o, sample_pop_o, block_pop_o: none (combinational).
//   slot_next_o to ready_o: WAITS + 1 cycles. block_valid_i to ready_o: 1 cycle. ready_i to the
//   next word: 1 cycle; in the middle of a gap WAITS + 1.
//
// With WORDS 2, RING 1: an event with code 2 and time 10 (hexadecimal), which was sampled; ready_o
// waits for the sample. The slot is 02020001_00000010.
//
//   cycle                 0       1       2       3       4       5       6       7       8
//   slot_more_i           1       0       0       0       0       0       0       0       0
//   slot_next_o           1       0       0       0       0       0       0       0       0
//   sample_valid_i        0       0       0       1       1       1       1       1       1
//   sample_i              -       -       -       a       a       a       a       a       b
//   ready_o               0       0       0       1       0       0       0       0       0
//   valid_o               0       0       0       1       1       1       1       1       1
//   ready_i               0       0       1       1       1       1       1       1       1
//   word_o                -       -      10      10 2020001      10 2020002       a       b
//   last_o                -       -       0       0       0       0       0       0       1
//   slot_pop_o            0       0       0       0       0       0       0       0       1
//   sample_pop_o          0       0       0       0       0       0       0       1       1
//
// Instance:
//   gnomon_record_sender #(.NODE(0), .WORDS(0), .BLOCKS(0), .TRIGGERS(0), .DATUM_W(0), .WORD_W(0),
//     .TIME_W(32), .CAPTURE(0), .LINE(0), .LINE_AT(0), .STORE(0), .WAITS(1), .RING(1)
//   ) u_record_sender (
//     .clk(clk), .clear_i(clear), .slot_more_i(slot_more), .slot_next_o(slot_next),
//     .slot_pop_o(slot_pop), .slot_i(slot), .kept_i(kept), .aux_i(aux), .code_i(code),
//     .extra_i(extra), .sample_valid_i(sample_valid), .sample_i(sample), .sample_pop_o(sample_pop),
//     .block_valid_i(block_valid), .block_i(block), .block_last_i(block_last),
//     .block_pop_o(block_pop), .ready_o(ready_o), .valid_o(valid), .ready_i(ready_i),
//     .word_o(word), .last_o(last), .ends_o(ends)
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
	parameter WAITS    = 1,   // cycles after slot_next_o in which slot_i does not show yet;
	                          // requires 0..2
	parameter RING     = 1,   // 1: other nodes send on the same way
	// not to be set
	parameter LINE_W   = LINE == 0 ? 0 : STORE != 0 ? 68 : 66,
	parameter EXTRA_W  = TRIGGERS + 3 + DATUM_W + LINE_W + (CAPTURE != 0 ? 3 : 0) + WORD_W
) (
	input  wire               clk,
	input  wire               clear_i,
	// FIFO
	input  wire               slot_more_i,
	output wire               slot_next_o,
	output wire               slot_pop_o,
	input  wire [63:0]        slot_i,
	input  wire               kept_i,       // the slot is an event's
	input  wire [5:0]         aux_i,
	input  wire [7:0]         code_i,
	input  wire [EXTRA_W-1:0] extra_i,
	// queue of the samples
	input  wire               sample_valid_i,
	input  wire [31:0]        sample_i,
	output wire               sample_pop_o,
	// blocks
	input  wire               block_valid_i,
	input  wire [31:0]        block_i,
	input  wire               block_last_i,
	output wire               block_pop_o,
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
	localparam       BESIDE     = TRIGGERS != 0 || DATUM_W != 0 || WORD_W != 0;
	localparam       FLAGS_W    = TRIGGERS + 3;
	// the upper half of an event's slot is not there
	localparam       SHARED     = EXTRA_W - FLAGS_W >= 32;
	// records of an entry: load, slot, triggers, datum, word
	localparam       PARTS      = TRIGGERS + 4;
	localparam       SLOT = 1, FIRST = 2, DATUM = TRIGGERS + 2, WORD = TRIGGERS + 3;
	generate
		if (WORDS < 0 || WORDS > 42 || WORDS % 2 != 0) begin : gen_bad_words
			WORDS_must_be_even_and_0_to_42 u_bad ();
		end
		if (WAITS < 0 || WAITS > 2) begin : gen_bad_waits
			WAITS_must_be_0_to_2 u_bad ();
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

	// What is sent, or waits: nothing; an entry comes out of the FIFO; a word of a record
	// (time, info, then pairs of words of payload); of the ratio record (time, info, sample);
	// of a block (time, then the rest)
	reg        idle_q, time_q, info_q, low_q, high_q, ratio_time_q, ratio_info_q, sample_q,
		block_time_q, block_q;
	reg [1:0]  wait_q;
	localparam LEFT_W = WORDS > 32 ? 6 : WORDS != 0 ? 5 : 1;
	reg [LEFT_W-1:0] left_q;    // pairs of words or words that follow
	reg              none_q;    // there are none
	reg              ends_q;    // the word that is out is the last one of a record of the entry
	reg              first_q;   // no record of the entry is sent, or begun
	reg [PARTS-1:0]  open_q;    // records of the entry that are not sent
	reg              final_q;   // one of them is left
	reg              pairs_q;   // the one that is sent has a payload, or is a gap
	reg              gap_q;     // the entry is a gap
	reg              sampled_q; // a ratio record follows it

	// What the entry has; of the kinds that come these bits are those of a gap, or a flush,
	// alone
	wire [PARTS-1:0] there;
	wire             gap     = !kept_i && &slot_i[33:32];
	wire             flush   = !kept_i && &slot_i[34:33];
	wire             sampled = WORDS != 0 && (kept_i ? aux_i[GNO_FLAG_SAMPLED] : flush);
	assign there[0]    = BESIDE && kept_i && aux_i[4];
	assign there[SLOT] = !kept_i || code_i != 0;
	generate
		if (TRIGGERS != 0) begin : gen_triggers
			assign there[FIRST +: TRIGGERS] = extra_i[TRIGGERS-1:0];
		end
	endgenerate
	assign there[DATUM] = DATUM_W != 0 && extra_i[TRIGGERS+1];
	assign there[WORD]  = WORD_W != 0 && extra_i[TRIGGERS+2];

	// The record that is sent: the lowest one of those that are not
	wire [PARTS-1:0] lowest, others;
	genvar           k;
	generate
		assign lowest[0] = open_q[0];
		assign others[0] = 1'b0;
		for (k = 1; k < PARTS; k = k + 1) begin : gen_lowest
			assign lowest[k] = open_q[k] && open_q[k-1:0] == 0;
			assign others[k] = open_q[k] && open_q[k-1:0] != 0;
		end
	endgenerate
	// Of those that are next it is known a clock early whether one is left, and whether the
	// first has a payload: both would else be in the longest path. What the entry has comes out
	// of a RAM, and whether it has a slot comes last.
	wire [PARTS-1:0] beside = {there[PARTS-1:FIRST], 1'b0, there[0]};
	wire [PARTS-1:0] some_more, next_more, some_paid, next_paid;
	generate
		for (k = 0; k < PARTS; k = k + 1) begin : gen_next
			localparam PAYS = k == DATUM || k == WORD
				|| (CAPTURE != 0 && k == FIRST + TRIGGERS - 1)
				|| (LINE != 0 && k >= FIRST + LINE_AT
					&& k < FIRST + LINE_AT + ROUNDS);
			if (k == 0) begin : gen_first
				assign {some_more[k], next_more[k]} = 2'b00;
				assign {some_paid[k], next_paid[k]} = 2'b00;
			end else begin : gen_later
				assign some_more[k] = beside[k] && beside[k-1:0] != 0;
				assign next_more[k] = others[k] && others[k-1:0] != 0;
				assign some_paid[k] = PAYS && beside[k] && beside[k-1:0] == 0;
				assign next_paid[k] = PAYS && others[k] && others[k-1:0] == 0;
			end
		end
	endgenerate
	wire starts = time_q && first_q;
	wire one    = starts ? some_more == 0 && !(there[SLOT] && beside != 0) : next_more == 0;
	wire pays   = starts ? gap || (some_paid != 0 && !there[SLOT]) : next_paid != 0;
	wire             is_load    = BESIDE && lowest[0];
	wire             is_slot    = lowest[SLOT];
	wire             is_datum   = DATUM_W != 0 && lowest[DATUM];
	wire             is_capture = CAPTURE != 0 && lowest[FIRST+TRIGGERS-1];
	wire             is_line    = LINE != 0 && lowest[FIRST+LINE_AT +: ROUNDS] != 0;
	wire             is_word    = WORD_W != 0 && lowest[WORD];
	wire             has_word   = is_word || is_capture;
	reg [7:0] trigger;
	integer   n;
	always @* begin
		trigger = 8'd0;
		for (n = 0; n < TRIGGERS; n = n + 1)
			if (lowest[FIRST+n])
				trigger = trigger | n[7:0];
	end
	wire is_trigger = TRIGGERS != 0
		&& !(is_load || is_slot || is_datum || is_word || is_capture || is_line);

	// Payloads
	wire [137:0] datum;
	wire [63:0]  picked;
	wire [2:0]   state;
	wire [67:0]  round; // {kept, full, late, own, length, paused}
	generate
		if (DATUM_W != 0) begin : gen_datum
			assign datum = {{(138-DATUM_W){1'b0}}, extra_i[FLAGS_W +: DATUM_W]};
		end else begin : gen_no_datum
			assign datum = 138'd0;
		end
		if (WORD_W != 0) begin : gen_word
			assign picked = {{(64-WORD_W){1'b0}}, extra_i[EXTRA_W-1 -: WORD_W]};
		end else begin : gen_no_word
			assign picked = 64'd0;
		end
		if (CAPTURE != 0) begin : gen_state
			assign state = extra_i[FLAGS_W + DATUM_W + LINE_W +: 3];
		end else begin : gen_no_state
			assign state = 3'd0;
		end
		if (LINE != 0) begin : gen_round
			assign round[65:0]  = extra_i[FLAGS_W + DATUM_W +: 66];
			assign round[67:66] = STORE != 0
				? extra_i[FLAGS_W + DATUM_W + LINE_W - 2 +: 2] : 2'd0;
		end else begin : gen_no_round
			assign round = 68'd0;
		end
	endgenerate
	wire unused = &{1'b0, extra_i, aux_i};

	// What comes next. A block, or what is behind a block, follows at once; else what follows a
	// block is known a clock later.
	wire step, last, last_there, ends;
	wire ending  = ready_i && last_there;
	wire halves  = ready_i && info_q && gap_q;
	wire chooses = idle_q || ending;
	wire block_next, entry_next;
	generate
		if (BLOCKS != 0) begin : gen_blocks
			reg synced_q;  // the run's first entry is sent
			reg turn_q;    // an entry went last
			always @(posedge clk)
				if (clear_i) begin
					synced_q <= 1'b0;
					turn_q   <= 1'b0;
				end else if (ending) begin
					synced_q <= 1'b1;
					turn_q   <= !block_q;
				end
			assign block_next = block_valid_i && (idle_q
				? synced_q && (turn_q || !slot_more_i) : ending && !block_q);
		end else begin : gen_no_blocks
			assign block_next = 1'b0;
			wire unused_blocks = &{1'b0, block_valid_i, block_i, block_last_i};
		end
	endgenerate
	assign entry_next  = chooses && slot_more_i && !block_next;
	assign slot_next_o = entry_next || halves;

	// What goes out
	// (Whether there is a sample comes out of the FIFO's RAM.)
	wire whole   = RING == 0 || !sampled || sample_valid_i;
	assign ends  = ends_q;
	assign last  = sample_q ? none_q : block_q ? block_last_i
		: ends && final_q && !sampled_q;
	assign last_there = last && (sample_q ? sample_valid_i : !block_q || block_valid_i);
	wire valid   = time_q ? !first_q || whole : sample_q ? sample_valid_i
		: block_q ? block_valid_i : !idle_q && wait_q == 0;
	assign step  = valid && ready_i;
	assign ready_o      = (time_q && first_q && whole) || block_time_q;
	assign valid_o      = valid;
	assign last_o       = last;
	assign ends_o       = ends || ((sample_q || block_q) && last);
	assign slot_pop_o   = halves || (ending && !block_q);
	assign sample_pop_o = ready_i && sample_q && sample_valid_i;
	assign block_pop_o  = ready_i && block_q && block_valid_i;

	wire ratio = ends && final_q && sampled_q;
	wire [2:0] waits = {wait_q, slot_next_o};
	wire       come  = waits[WAITS];
	wire       whole_comes = come && (WAITS == 0 ? entry_next : first_q);
	wire       half_comes  = come && !(WAITS == 0 ? entry_next : first_q);
	always @(posedge clk)
		if (clear_i) begin
			idle_q <= 1'b1;
			wait_q <= 2'd0;
			ends_q <= 1'b0;
			{time_q, info_q, low_q, high_q}         <= 4'd0;
			{ratio_time_q, ratio_info_q, sample_q}  <= 3'd0;
			{block_time_q, block_q}                 <= 2'd0;
		end else begin
			idle_q       <= chooses && !entry_next && !block_next;
			wait_q       <= {WAITS > 1, WAITS > 0} & waits[1:0];
			time_q       <= whole_comes || (step ? ends && !final_q : time_q);
			info_q       <= step ? time_q : info_q;
			// known a clock early: it is at the begin of the longest path
			ends_q       <= step ? (time_q ? !(starts ? pays : pairs_q)
				: low_q && none_q) : ends_q;
			low_q        <= half_comes
				|| (step ? (info_q && pairs_q && !gap_q) || (high_q && !ends)
					: low_q);
			high_q       <= step ? low_q : high_q;
			ratio_time_q <= WORDS != 0 && (step ? ratio : ratio_time_q);
			ratio_info_q <= WORDS != 0 && (step ? ratio_time_q : ratio_info_q);
			sample_q     <= WORDS != 0
				&& (step ? ratio_info_q || (sample_q && !last) : sample_q);
			block_time_q <= BLOCKS != 0 && (block_next || (block_time_q && !step));
			block_q      <= BLOCKS != 0
				&& (step ? block_time_q || (block_q && !last) : block_q);
		end
	always @(posedge clk) begin
		first_q <= entry_next || (first_q && !step);
		if (starts) begin
			gap_q     <= gap;
			sampled_q <= sampled;
		end
		if (starts || (step && ends && !final_q)) begin
			open_q  <= starts ? there : others;
			final_q <= one;
			pairs_q <= pays;
		end
		// Payload: pairs of words that follow; sample: words.
		if (step && !low_q) begin
			left_q <= sample_q ? left_q - 1'b1 : ratio_info_q
				? WORDS_BYTE[LEFT_W-1:0] - 1'b1
				: {{(LEFT_W-1){1'b0}}, info_q && is_datum && LONG};
			none_q <= sample_q ? left_q == 1
				: !(ratio_info_q || (info_q && is_datum && LONG));
		end
	end

	// Which word it is, set a clock before: 0: one that is neither of these, or none; 1: time;
	// 2: the upper half of the slot (or what is in its place: the lower half of the watched
	// word); 3: a word 1 that is not in the slot
	localparam STORED = SHARED && WORD_W != 0;
	reg  [1:0] which_q;
	wire       makes = time_q ? BESIDE && kept_i : ratio_time_q;
	wire       times = ends && (!final_q || sampled_q);
	wire       lifts = time_q ? !makes : low_q ? gap_q : info_q && STORED && has_word;
	always @(posedge clk) begin
		which_q[0] <= come || block_next || (step ? times || makes : which_q[0]);
		which_q[1] <= !clear_i && (step ? makes || lifts : which_q[1]);
	end

	// Word 1, where the slot does not have it
	wire [3:0] flags = {4{final_q}} & aux_i[3:0];
	reg [7:0]  upper, code, kind;
	always @* begin
		upper = {4'd0, flags};
		code  = kept_i ? code_i : 8'd0;
		kind  = GNO_KIND_EVENT;
		if (is_load) begin
			upper = 8'd0;
			code  = {7'd0, aux_i[5]};
			kind  = GNO_KIND_LOAD;
		end
		if (is_trigger || is_capture || is_line)
			code = trigger;
		if (is_trigger)
			kind = GNO_KIND_TRIGGER;
		if (is_capture) begin
			upper = {1'b0, state, flags};
			kind  = GNO_KIND_CAPTURE;
		end
		if (is_line) begin
			upper = {round[67:64], flags};
			kind  = GNO_KIND_LINE;
		end
		if (is_datum) begin
			upper = {datum[9:6], flags};
			code  = {1'b0, LONG, datum[5:0]};
			kind  = GNO_KIND_DATUM;
		end
		if (is_word) begin
			code = 8'd0;
			kind = GNO_KIND_WORD;
		end
		if (ratio_info_q) begin
			upper = WORDS_BYTE;
			kind  = GNO_KIND_RATIO;
		end
	end

	// The word. A time has no bits above TIME_W, but that of a gap's end, which is not that of
	// a block.
	localparam [63:0] PICKED = WORD_W == 0 ? 64'd0 : {64{1'b1}} >> (64 - WORD_W);
	localparam [31:0] TIMES  = 32'hffffffff >> (32 - TIME_W);
	wire [31:0] stored = slot_i[63:32]
		& (STORED ? PICKED[31:0] | {32{!low_q}} : 32'hffffffff);
	wire [31:0] head   = which_q[1]
		? which_q[0] ? {upper, code, NODE_BYTE, kind} : stored
		: which_q[0] ? slot_i[31:0] & (TIMES | {32{!block_time_q}}) : 32'd0;
	wire        in_pay = !gap_q && (low_q || high_q);
	wire [31:0] low    = (has_word && !STORED ? picked[31:0] : 32'd0)
		| (is_line ? round[31:0] : 32'd0)
		| (is_datum ? none_q && LONG ? datum[105:74] : datum[41:10] : 32'd0);
	wire [31:0] high   = (has_word ? picked[63:32] : 32'd0)
		| (is_line ? round[63:32] : 32'd0)
		| (is_datum ? none_q && LONG ? datum[137:106] : datum[73:42] : 32'd0);
	assign word_o = head | (in_pay ? low_q ? low : high : 32'd0)
		| (sample_q ? sample_i : 32'd0) | (BLOCKS != 0 && block_q ? block_i : 32'd0);

endmodule
