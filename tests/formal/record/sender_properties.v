// SPDX-License-Identifier: Apache-2.0
//
// What the sender of a node promises (gnomon_record_sender), for any entries, as the FIFO shows
// them (fifo_properties.v), and any waiting of the one who takes the words. A node with one trigger
// and eight watched bits, with samples, with blocks, or with neither. What an entry consists of is
// stated here as a list of words, of which `number` says how many are sent.
//
//  words: each word that is there is the one of the list. So the words of an entry go out whole and
//    in order, and never those of two entries mixed.
//  marks: last_o is 1 with the last word of the list alone, ends_o with the last one of each
//    record.
//  there: a word is there as soon as the FIFO shows the entry, until the last one is taken; but in
//    a ring an entry with a sample waits for that, and a word of the sample for itself. ready_o
//    comes with the first word.
//  takes: an entry is taken out where one is there and no other one is out, or ends; and the second
//    half of a gap behind the first. It goes with its last word, a word of a sample or of a block
//    when it is taken. A block goes between entries, and behind one where both are pending; none
//    before the first entry.
//
// These go by the ports. The last one ties the number to the registers inside:
//  state: what is sent is the word of that number.
`default_nettype none

module sender_properties #(
	parameter WAITS = 1,
	parameter WORDS = 0,
	parameter BLOCKS = 0,
	parameter RING = 1
) (
	input wire        clk,
	input wire        clear,
	input wire        more,
	input wire        take,
	input wire        sample_valid,
	input wire [31:0] sample,
	input wire        block_valid,
	input wire [31:0] block,
	input wire        block_last,
	// the next entry, and what the FIFO shows until it is there
	input wire [63:0] next_slot,
	input wire [26:0] next_beside,
	input wire [63:0] any_slot,
	input wire [26:0] any_beside
);
	localparam [7:0] NODE = 5;
	localparam [7:0] EVENT = 1, RATIO = 2, GAP = 3, FLUSH = 6, TRIGGER = 11, WORD = 12,
		LOAD = 13;

	reg         busy = 0;     // an entry is out
	reg   [1:0] age = 0;      // cycles since it was taken out
	reg   [4:0] number = 0;   // words of it that are sent
	reg         second = 0;   // of a gap the second half
	reg  [63:0] slot;
	reg  [26:0] beside;
	reg         blocks = 0;   // a block goes
	reg         begun = 0;    // of it the time is sent
	reg         synced = 0;   // an entry was sent since clear
	reg         turn = 0;     // it was sent last
	wire        visible = age >= WAITS;
	wire        shown = busy && visible;
	wire [63:0] slot_in = visible ? slot : any_slot;
	wire        kept;
	wire  [5:0] aux;
	wire  [7:0] code, watched;
	wire  [3:0] flags;        // word, datum, 0, trigger
	assign {kept, aux, code, watched, flags} = visible ? beside : any_beside;

	wire        next, pop, sample_pop, block_pop, ready, valid, last, ends;
	wire [31:0] word;
	gnomon_record_sender #(
		.NODE(NODE), .TRIGGERS(1), .WORD_W(8), .WORDS(WORDS), .BLOCKS(BLOCKS),
		.WAITS(WAITS), .RING(RING)
	) u_sender (
		.clk(clk), .clear_i(clear), .slot_more_i(more), .slot_next_o(next),
		.slot_pop_o(pop), .slot_i(slot_in), .kept_i(kept), .aux_i(aux), .code_i(code),
		.extra_i({watched, flags}), .sample_valid_i(sample_valid),
		.sample_i(sample), .sample_pop_o(sample_pop),
		.block_valid_i(block_valid), .block_i(block), .block_last_i(block_last),
		.block_pop_o(block_pop), .ready_o(ready), .valid_o(valid), .ready_i(take),
		.word_o(word), .last_o(last), .ends_o(ends)
	);

	reg started = 1'b0;
	always @(posedge clk)
		started <= 1'b1;

	// The list: where the records of the entry end
	wire       gap     = second || (!kept && slot_in[39:32] == GAP);
	wire       loads   = !gap && kept && aux[4];
	wire       is_slot = gap || !kept || code != 0;
	wire       fires   = !gap && flags[0];
	wire       picks   = !gap && flags[3];
	wire       sampled = WORDS != 0 && !gap && (kept ? aux[1] : slot_in[39:32] == FLUSH);
	wire [4:0] load_end  = loads ? 5'd2 : 5'd0;
	wire [4:0] slot_end  = load_end + (gap ? 5'd4 : is_slot ? 5'd2 : 5'd0);
	wire [4:0] fired_end = slot_end + (fires ? 5'd2 : 5'd0);
	wire [4:0] sent_end  = fired_end + (picks ? 5'd4 : 5'd0);
	wire [4:0] all       = sent_end + (sampled ? 5'd2 + WORDS : 5'd0);
	wire       in_load   = number < load_end;
	wire       in_slot   = !in_load && number < slot_end;
	wire       in_fired  = number >= slot_end && number < fired_end;
	wire       in_picked = number >= fired_end && number < sent_end;
	wire       in_ratio  = number >= sent_end;
	wire [4:0] record_end = in_load ? load_end : in_slot ? slot_end : in_fired ? fired_end
		: in_picked ? sent_end : all;
	wire [4:0] part = number - (in_load ? 5'd0 : in_slot ? load_end : in_fired ? slot_end
		: in_picked ? fired_end : sent_end);
	wire       in_sample = in_ratio && part >= 2;
	wire [3:0] marks_of = record_end == sent_end ? aux[3:0] : 4'd0;
	wire [7:0] samples = WORDS;
	wire [31:0] listed = in_sample ? sample
		: in_ratio && part == 1
			? {samples, kept && !fires && !picks ? code : 8'd0, NODE, RATIO}
		: part == 0 || (gap && part == 2) ? slot_in[31:0]
		: part == 2 ? {24'd0, watched} : part == 3 && !gap ? 32'd0
		: in_load ? {15'd0, aux[5], NODE, LOAD}
		: in_fired ? {4'd0, marks_of, 8'd0, NODE, TRIGGER}
		: in_picked ? {4'd0, marks_of, 8'd0, NODE, WORD}
		: !kept || gap ? slot_in[63:32] : {4'd0, marks_of, code, NODE, EVENT};

	wire is_there = shown && ((number == 0 ? !sampled || RING == 0 : !in_sample)
		|| sample_valid);
	wire step    = is_there && take;
	wire ending  = step && number == all - 5'd1;
	wire between = step && gap && number == 1;
	wire block_step = blocks && take && (!begun || block_valid);
	wire block_ends = block_step && begun && block_last;
	wire idle       = !busy && !blocks;
	wire goes_block = BLOCKS != 0 && block_valid
		&& (idle ? synced && (turn || !more) : ending);
	always @(posedge clk)
		if (clear) begin
			{busy, second} <= 2'b00;
			{blocks, begun, synced, turn} <= 4'd0;
			number         <= 5'd0;
		end else begin
			busy   <= next || (busy && !ending);
			age    <= next ? 2'd0 : age + (age != 3);
			second <= between || (second && !ending);
			blocks <= goes_block || (blocks && !block_ends);
			begun  <= blocks && (begun || block_step) && !block_ends;
			synced <= synced || ending;
			turn   <= ending || (turn && !block_ends);
			if (step)
				number <= ending ? 5'd0 : number + 5'd1;
			if (next) begin
				slot   <= next_slot;
				beside <= next_beside;
			end
		end

	// What the builder records: an event, with something that is sent, or one of the four other
	// kinds, with nothing beside it. Flags have a record that they can be in.
	always @* begin
		if (!started)
			assume(clear);
		if (busy && !second) begin
			assume(!flags[1] && !flags[2]);
			if (kept)
				assume(slot_in[39:32] == EVENT && (code != 0 || flags != 0
					|| (aux[4] && aux[3:0] == 0)));
			else
				assume(slot_in[39:32] >= GAP && slot_in[39:32] <= FLUSH
					&& flags == 0);
		end
	end

	always @*
		if (started && valid)
			words: assert(word == (!blocks ? listed : begun ? block : slot_in[31:0]));
	always @*
		if (started && valid)
			marks: assert(blocks ? last == (begun && block_last) && ends == last
				: last == (number == all - 5'd1)
				&& ends == (number == record_end - 5'd1));
	always @*
		if (started)
			there: assert(valid == (is_there || (blocks && (!begun || block_valid)))
				&& ready == ((is_there && number == 0) || (blocks && !begun)));
	always @*
		if (started)
			takes: assert(next == (between || (more && !goes_block
					&& (idle || ending || block_ends)))
				&& pop == (between || ending) && sample_pop == (step && in_sample)
				&& block_pop == (block_step && begun));

	// The registers inside
	localparam LEFT_W = WORDS != 0 ? 5 : 1;
	(* hierconn *) wire       \u_sender.idle_q ;
	(* hierconn *) wire       \u_sender.time_q ;
	(* hierconn *) wire       \u_sender.info_q ;
	(* hierconn *) wire       \u_sender.low_q ;
	(* hierconn *) wire       \u_sender.high_q ;
	(* hierconn *) wire [1:0] \u_sender.wait_q ;
	(* hierconn *) wire [LEFT_W-1:0] \u_sender.left_q ;
	(* hierconn *) wire       \u_sender.none_q ;
	(* hierconn *) wire       \u_sender.ends_q ;
	(* hierconn *) wire       \u_sender.ratio_time_q ;
	(* hierconn *) wire       \u_sender.ratio_info_q ;
	(* hierconn *) wire       \u_sender.sample_q ;
	(* hierconn *) wire       \u_sender.block_time_q ;
	(* hierconn *) wire       \u_sender.block_q ;
	(* hierconn *) wire       \u_sender.gen_blocks.synced_q ;
	(* hierconn *) wire       \u_sender.gen_blocks.turn_q ;
	wire       turns = {\u_sender.gen_blocks.synced_q , \u_sender.gen_blocks.turn_q }
		== {synced, turn};
	(* hierconn *) wire       \u_sender.first_q ;
	(* hierconn *) wire [4:0] \u_sender.open_q ;
	(* hierconn *) wire       \u_sender.final_q ;
	(* hierconn *) wire       \u_sender.pairs_q ;
	(* hierconn *) wire       \u_sender.gap_q ;
	(* hierconn *) wire       \u_sender.sampled_q ;
	(* hierconn *) wire [1:0] \u_sender.which_q ;
	wire [1:0] which = blocks ? {1'b0, !begun} : part == 0 || (gap && part == 2) ? 2'd1
		: part == 1 && (in_ratio || (kept && !gap)) ? 2'd3
		: part == 1 || (gap && part == 3) ? 2'd2 : 2'd0;
	// the last record stays open while the sample is sent
	wire [4:0] open = {picks, 1'b0, fires && (number < fired_end || (in_ratio && !picks)),
		is_slot && (number < slot_end || (in_ratio && !picks && !fires)),
		loads && number < load_end};
	wire       in_record = shown && !in_ratio;
	wire [4:0] left = in_sample ? WORDS + 5'd1 - part : 5'd0;
	always @*
		if (started)
			state: assert(\u_sender.idle_q == idle && (BLOCKS == 0 || turns)
				&& {\u_sender.block_time_q , \u_sender.block_q }
					== {blocks && !begun, blocks && begun}
				&& !(busy && blocks) && (blocks || !begun)
				&& (BLOCKS != 0 || !blocks)
				&& (busy || !synced || visible) && (!blocks || synced)
				&& (!turn || synced)
				&& {\u_sender.time_q , \u_sender.info_q , \u_sender.low_q ,
					\u_sender.high_q } == (in_record ? 4'd8 >> part : 4'd0)
				&& {\u_sender.ratio_time_q , \u_sender.ratio_info_q ,
					\u_sender.sample_q } == (!shown || !in_ratio ? 3'd0
					: in_sample ? 3'd1 : 3'd4 >> part)
				&& \u_sender.wait_q == (busy && age < WAITS ? age + 2'd1 : 2'd0)
				&& \u_sender.ends_q == (in_record && part != 0
					&& number + 5'd1 == record_end)
				&& (!busy || \u_sender.first_q == (number == 0))
				&& (!(shown || blocks) || \u_sender.which_q == which)
				&& (shown || blocks || !\u_sender.which_q [1])
				&& (busy || number == 0) && (!second || (busy && number[4:1] == 1))
				&& (!busy || second || !gap || !shown || number < 2)
				&& (shown || second || number == 0)
				&& (!shown || number < all)
				&& (number == 0 || (\u_sender.left_q == left
					&& \u_sender.none_q == (left == 0)
					&& \u_sender.gap_q == gap
					&& \u_sender.sampled_q == sampled
					&& \u_sender.final_q == ((open & (open - 5'd1)) == 0)
					&& \u_sender.pairs_q == (gap || open == 5'd16)
					&& \u_sender.open_q == open)));

	always @*
		if (started) begin
			longest: cover(step && number == (WORDS != 0 ? 15 : 9));
			a_block: cover(BLOCKS == 0 || (block_ends && synced && next));
			halves:  cover(second && ending && more);
		end
endmodule
