// SPDX-License-Identifier: Apache-2.0
// Room: record
// gnomon_record_slots: what a monitor of one node writes into its trace buffer: the slots of the
// record builder, and in the cycles between them words, states of a line, samples and blocks. It is
// a part of gnomon_record_single; docs/design/interfaces.md ("Entries") has the slots.
//
//  1. wr_i: slot_i is written, whatever else waits.
//  2. takes_i: the event of that slot has word_i. The word is written in a slot of its own (REST),
//     in the first cycle in which the builder writes nothing. An event with a word that comes while
//     one waits, and that would have to be written before it, finds no room: a gap takes its place,
//     in wrap mode, too (but behind the freeze, where nothing is recorded). With LINE the same
//     holds for round_i of an event with turns_i: its slot (ROUND) is written once no word waits.
//  3. Samples and blocks are one stream. A sample of SAMPLE_WORDS words, or a block up to
//     block_last_i, is written whole before the next one begins; a sample goes first. In a gap no
//     block begins: the gap ends first, so that blocks and events take turns. Two words X and Y
//     make a data slot: X is put aside in the cycle before the slot is written, of which the
//     builder knows that it writes nothing then (quiet_i). A block's first data slot has no X.
//  4. An end slot follows the data slots of a sample and of a block; in a block one comes after
//     each MORE data slots, too. It has bits 7 of their Ys, which the data slots lack.
//  5. half_o: the slot HALF is written (bit 31 of its word 1 is 1, which is so in no second half of
//     a gap), because the open gap may end (ends_i). The builder writes the gap's second half in
//     the next cycle. The gap waits until words have their slots, and while a sample waits, or a
//     sample or block is under way and there is room for it.
//  6. While there is no room nothing of a stream is begun: of a data slot, X is not put aside.
//     With WRAP, while the end of the run waits for the preprocessors (ending_i), and something is
//     under way of which nothing could be written for 32 cycles, the builder finds no room
//     (room_o): events in each cycle could else keep a recorder's run from its end.
//  7. clear_i discards what waits; nothing begins before first_i.
//  8. active_o: the run is on (running_i), or something is still to be written. It is 0 from the
//     second cycle after the last slot on, when the head counts that slot.
// CONSTRAINT: where sample_valid_i or block_valid_i is 1 the whole sample or block can be read, a
// word a cycle, until first_i.
// CONSTRAINT: the upper half of slot_i is 0 without wr_i.
//
// Latency: wr_i, slot_i to put_o, slot_o: none (combinational). takes_i, turns_i to the slot of the
//   word or round: 1 cycle at least. sample_valid_i to the first data slot: 2 cycles at least; data
//   slots follow each other every second cycle. ends_i to half_o: 1 cycle. room_i to room_o: none
//   (combinational).
//
// A sample of two words a, b, of which b has bit 7; the builder writes a slot in cycle 2:
//
//   cycle            0  1  2  3  4  5
//   sample_valid_i   1  1  1  1  0  0
//   sample_word_i    a  a  a  b  -  -
//   sample_pop_o     0  0  1  1  0  0
//   quiet_i          1  0  1  1  1  1
//   wr_i             0  0  1  0  0  0
//   put_o            0  0  1  1  1  0
//   slot_o           -  -  s ba  e  -   {b, a}; e: 00000313_--------
//
// Instance:
//   gnomon_record_slots #(.WORD_W(0), .LINE(0), .SAMPLE_WORDS(8), .BLOCKS(0), .WRAP(1),
//     .QUEUE_LOG2(5)
//   ) u_record_slots (
//     .clk(clk), .rst(rst), .clear_i(clear), .first_i(first), .wr_i(wr), .slot_i(slot_i),
//     .quiet_i(quiet), .whole_i(whole), .ends_i(ends), .ending_i(ending), .half_o(half),
//     .due_i(due), .takes_i(takes), .word_i(word), .nears_i(nears), .turns_i(turns),
//     .round_i(round), .frozen_i(frozen), .room_i(room_i), .room_o(room_o),
//     .sample_valid_i(sample_valid), .sample_word_i(sample_word), .sample_pop_o(sample_pop),
//     .block_valid_i(block_valid), .block_word_i(block_word), .block_last_i(block_last),
//     .block_pop_o(block_pop), .block_busy_i(block_busy), .sample_i(sample), .running_i(running),
//     .active_o(active), .put_o(put), .slot_o(slot_o)
//   );

module gnomon_record_slots #(
	parameter WORD_W       = 0,  // bits of a word that is recorded, 0: there is none; requires
	                             // 0..56
	parameter LINE         = 0,  // 1: there is a line that has rounds
	parameter SAMPLE_WORDS = 8,  // words of a sample, even; 0: there are none; requires 0..46
	parameter BLOCKS       = 0,  // 1: there are units that send blocks
	parameter WRAP         = 1,  // 0: there is no flight recorder
	parameter QUEUE_LOG2   = 5,  // samples that are taken and not yet written: less than
	                             // 2^QUEUE_LOG2; requires 1..16
	// not to be set
	parameter TAKEN_W      = WORD_W == 0 ? 1 : WORD_W
) (
	input  wire               clk,
	input  wire               rst,
	input  wire               clear_i,   // the trace buffer is emptied
	input  wire               first_i,
	// builder
	input  wire               wr_i,
	input  wire [63:0]        slot_i,
	input  wire               quiet_i,   // it writes nothing in the next cycle
	input  wire               whole_i,   // no gap is open
	input  wire               ends_i,
	input  wire               ending_i,  // the run would end, but for the preprocessors
	output wire               half_o,
	// words and rounds
	input  wire               due_i,     // the event that is decided has a word, in a run
	input  wire               takes_i,
	input  wire [TAKEN_W-1:0] word_i,
	input  wire               nears_i,   // the event that is decided has a round, in a run
	input  wire               turns_i,
	input  wire [61:0]        round_i,   // {length without its two lowest bits, paused}
	// trace buffer
	input  wire               frozen_i,
	input  wire               room_i,
	output wire               room_o,    // for the builder
	// samples
	input  wire               sample_valid_i,
	input  wire [31:0]        sample_word_i,
	output wire               sample_pop_o,
	// blocks
	input  wire               block_valid_i,
	input  wire [31:0]        block_word_i,
	input  wire               block_last_i,
	output wire               block_pop_o,
	input  wire               block_busy_i,
	// run
	input  wire               sample_i,   // a sample is taken
	input  wire               running_i,
	output wire               active_o,
	// trace buffer
	output wire               put_o,
	output wire [63:0]        slot_o
);

	`include "gnomon_records.vh"

	localparam SAMPLES = SAMPLE_WORDS != 0;
	localparam STREAM  = SAMPLES || BLOCKS != 0;
	localparam PAIRS   = SAMPLE_WORDS / 2;   // data slots of a sample
	localparam MORE    = PAIRS < 7 ? 7 : PAIRS;  // of a block before an end slot
	localparam MOST    = BLOCKS != 0 ? MORE : PAIRS;
	localparam HELD_W  = WORD_W > 32 || !STREAM ? TAKEN_W : 32;
	generate
		if (WORD_W < 0 || WORD_W > 56) begin : gen_bad_word
			WORD_W_must_be_0_to_56 u_bad ();
		end
		if (SAMPLE_WORDS < 0 || SAMPLE_WORDS > 46 || SAMPLE_WORDS % 2 != 0) begin
			: gen_bad_words
			SAMPLE_WORDS_must_be_even_and_0_to_46 u_bad ();
		end
		if (QUEUE_LOG2 < 1 || QUEUE_LOG2 > 16) begin : gen_bad_queue
			QUEUE_LOG2_must_be_1_to_16 u_bad ();
		end
	endgenerate

	wire        waits;   // a word waits
	wire        turning; // a round waits
	wire        taking;  // one of them may come in this cycle (takes_i, turns_i: they are late)
	wire        busy;    // a sample or block is under way
	wire        follows; // something of a stream is still to be written
	wire        pair;    // a data slot is written
	wire        ended;   // an end slot is written
	wire [7:0]  ended_kind;
	wire [23:0] sevens;  // bits 7 of its data slots
	wire [31:0] word;    // of the sample or block that is next
	wire        rest = waits && !wr_i;
	wire        turn = turning && !waits && !wr_i;  // a round is written

	// The end of a gap. Nothing is written in this cycle, and nothing of a stream in the next
	// one. So the head is where room_i and ends_i have it, and there is room behind the gap.
	reg  half_q;
	wire hold = wr_i || waits || turning || (room_i && (busy || (SAMPLES && sample_valid_i)));
	always @(posedge clk)
		half_q <= ends_i && !hold && !half_q && !rst;
	assign half_o = half_q;

	// What waits for its cycle: a word, or X (which is there in each cycle without a word);
	// and a round.
	reg [HELD_W-1:0] held_q;
	wire [55:0]      held = {{(56-HELD_W){1'b0}}, held_q};
	generate
		if (WORD_W != 0) begin : gen_words
			reg                 waits_q;
			wire [TAKEN_W+31:0] next =
				takes_i ? {32'd0, word_i} : {{TAKEN_W{1'b0}}, word};
			always @(posedge clk) begin
				waits_q <= (takes_i || (waits_q && wr_i)) && !clear_i && !rst;
				if (!waits_q)
					held_q <= next[HELD_W-1:0];
			end
			assign waits = waits_q;
			wire unused = &{1'b0, next};
		end else begin : gen_no_words
			always @(posedge clk)
				held_q <= word[HELD_W-1:0];
			assign waits = 1'b0;
			wire unused = &{1'b0, takes_i, word_i, due_i};
		end
	endgenerate
	reg was_due_q;
	always @(posedge clk)
		was_due_q <= (WORD_W != 0 && due_i) || (LINE != 0 && nears_i);
	assign taking = was_due_q && wr_i;
	wire [61:0] round;
	generate
		if (LINE != 0) begin : gen_rounds
			reg        turning_q;
			reg [61:0] round_q;
			always @(posedge clk) begin
				turning_q <= (turns_i || (turning_q && !turn)) && !clear_i && !rst;
				if (turns_i)
					round_q <= round_i;
			end
			assign turning = turning_q;
			assign round   = round_q;
		end else begin : gen_no_rounds
			assign turning = 1'b0;
			assign round   = 62'd0;
			wire unused_round = &{1'b0, nears_i, turns_i, round_i};
		end
	endgenerate
	wire conflict = (WORD_W != 0 && due_i && (takes_i || (waits && wr_i)))
		|| (LINE != 0 && nears_i && (turns_i || (turning && !turn)));
	wire starves;
	assign room_o = frozen_i || (room_i && !(conflict || starves));

	generate
		if (STREAM) begin : gen_stream
			reg  off_q;    // the run has not begun
			reg  busy_q, pair_q;
			reg  block_q;  // a block is under way, else a sample
			reg  first_q;  // its first data slot is not written
			reg  last_q;   // its last one is
			reg  [MOST:0] sevens_q;  // 1 before those since the last end slot
			wire due   = block_q ? last_q || sevens_q[MOST] : sevens_q[PAIRS];
			wire free  = room_i && busy_q && !pair_q && !half_q && !waits && !turning;
			wire load  = free && quiet_i && !due && !taking;
			wire final_one = !block_q || last_q;
			wire blocks = BLOCKS != 0
				&& ((busy_q && block_q) || block_valid_i || block_busy_i);
			wire comes = (SAMPLES && sample_valid_i)
				|| (BLOCKS != 0 && block_valid_i && whole_i);
			assign ended = free && due && !wr_i;
			assign pair  = pair_q;
			assign busy  = busy_q;
			if (WRAP != 0) begin : gen_starves
				reg [5:0] stuck_q;
				always @(posedge clk)
					stuck_q <= !ending_i || !busy_q || pair_q || ended ? 6'd0
						: stuck_q + {5'd0, !stuck_q[5]};
				assign starves = stuck_q[5];
			end else begin : gen_no_starves
				assign starves = 1'b0;
				wire unused = &{1'b0, ending_i};
			end
			always @(posedge clk) begin
				off_q   <= rst || clear_i || (off_q && !first_i);
				busy_q  <= !rst && !clear_i
					&& (busy_q ? !(ended && final_one) : comes && !off_q);
				pair_q  <= load && !clear_i && !rst;
				first_q <= !busy_q || (first_q && !pair_q);
				block_q <= BLOCKS != 0
					&& (busy_q ? block_q : !(SAMPLES && sample_valid_i));
				last_q  <= pair_q ? block_last_i : last_q && busy_q;
				if (!busy_q || ended)
					sevens_q <= 1;
				else if (pair_q)
					sevens_q <= {sevens_q[MOST-1:0], word[7]};
			end
			assign word = block_q ? block_word_i
				: SAMPLES ? sample_word_i : 32'd0;
			if (SAMPLES) begin : gen_samples
				reg  [QUEUE_LOG2-1:0] taken_q;  // and not yet written
				wire written = ended && !block_q;
				always @(posedge clk)
					if (rst || clear_i)
						taken_q <= 0;
					else if (sample_i != written)
						taken_q <= taken_q
							+ {{(QUEUE_LOG2-1){written}}, 1'b1};
				assign follows = taken_q != 0 || blocks;
			end else begin : gen_blocks
				assign follows = blocks;
				wire unused = &{1'b0, sample_i};
			end
			assign sample_pop_o = (load || pair_q) && !block_q;
			assign block_pop_o  = ((load && !first_q) || pair_q) && block_q;
			assign sevens       = {{(23-MOST){1'b0}}, sevens_q};
			assign ended_kind   = !block_q ? GNO_SINGLE_SAMPLE
				: last_q ? GNO_SINGLE_BLOCK : GNO_SINGLE_MORE;
		end else begin : gen_no_stream
			assign {busy, follows, pair, ended, starves, word} = 37'd0;
			assign {sample_pop_o, block_pop_o} = 2'b00;
			assign sevens     = 24'd0;
			assign ended_kind = 8'd0;
			wire unused = &{1'b0, clear_i, first_i, whole_i, ending_i, sample_i,
				sample_valid_i, sample_word_i, block_valid_i, block_word_i,
				block_last_i, block_busy_i, taking};
		end
	endgenerate

	reg active_q;
	always @(posedge clk)
		active_q <= running_i || !quiet_i || wr_i || waits || turning || follows;
	assign active_o = active_q;

	// The slot. A part of word 1 that is not chosen is 0.
	localparam [31:0] DATA  = 32'd1 << GNO_SINGLE_DATA;
	localparam [1:0]  ROUND = 2'd1 << (GNO_SINGLE_ROUND - 6);
	assign put_o  = wr_i || rest || turn || half_q || pair || ended;
	assign slot_o = {slot_i[63:32]
			| ({32{pair}} & (word | DATA))
			| ({32{ended}} & {sevens, ended_kind})
			| ({32{rest}} & {held[55:32], GNO_SINGLE_REST})
			| ({32{half_q}} & {1'b1, 23'd0, GNO_SINGLE_HALF})
			| ({32{turn}} & {round[61:38], ROUND, round[37:32]}),
		wr_i ? slot_i[31:0] : turn ? round[31:0] : held[31:0]};

endmodule
