// SPDX-License-Identifier: Apache-2.0
//
// What gnomon_record_slots writes into the trace buffer, for any slots of the builder, any words
// and states of a line, samples and blocks that come at any time, and any cycles with room. A data
// slot is one that is not the builder's and has bit 7 of word 1; an end slot has one of three
// kinds.
//
//  untouched: a slot of the builder is written in its cycle as it is.
//  each_word: a word that is taken from a queue is X or Y of one data slot: X is taken in the cycle
//    before, Y in that of the slot; only the first data slot of a block has no X.
//  one_stream: samples and blocks are not mixed. Nothing is taken before the end slot of the one
//    before, nor between clear_i and first_i.
//  lists: an end slot is behind the last data slot of a sample or block, or within a block; it has
//    bits 7 of the data slots since the end slot before. There are 23 of them at most.
//  there: only words that are there are taken.
//  in_room: X is taken, and an end slot is written, only where there is room.
//  rests: a word is written once, in the first cycle without a slot of the builder.
//  turned: the state of a line is written once, in the first one without a word, too.
//  halves: half_o writes HALF, and nothing else does.
//  waits_for: no HALF while a sample waits, or anything is under way, and there is room.
//  moves: where there is room, and the builder is quiet, something is written of what waits in each
//    three cycles.
//
// These tie what is followed here to the registers inside:
//  tied: what is under way.
`default_nettype none

module slots_properties #(
	parameter SAMPLES = 1,
	parameter BLOCKS  = 1,
	parameter WORDS   = 1,
	parameter LINES   = 1
) (
	input wire        clk,
	input wire        rst,
	input wire        clear,
	input wire        first,
	input wire        wr,
	input wire [63:0] slot,
	input wire        quiet,
	input wire        whole,
	input wire        ends,
	input wire        ending,
	input wire        due,
	input wire        takes,
	input wire  [7:0] word,
	input wire        nears,
	input wire        turns,
	input wire [61:0] round,
	input wire        frozen,
	input wire        room,
	input wire        sample_valid,
	input wire [31:0] sample_word,
	input wire        block_valid,
	input wire [31:0] block_word,
	input wire        block_last,
	input wire        block_busy,
	input wire        sample,
	input wire        running
);
	`include "gnomon_records.vh"
	localparam [4:0] PAIRS = 2;  // data slots of a sample
	localparam       MOST  = BLOCKS != 0 ? 7 : PAIRS;  // before an end slot

	wire        half, room_out, sample_pop, block_pop, active, put;
	wire [63:0] out;
	gnomon_record_slots #(
		.WORD_W(WORDS != 0 ? 8 : 0), .LINE(LINES),
		.SAMPLE_WORDS(SAMPLES != 0 ? 2 * PAIRS : 0),
		.BLOCKS(BLOCKS)
	) u_slots (
		.clk(clk), .rst(rst), .clear_i(clear), .first_i(first), .wr_i(wr), .slot_i(slot),
		.quiet_i(quiet), .whole_i(whole), .ends_i(ends), .ending_i(ending), .half_o(half),
		.due_i(due), .takes_i(takes), .word_i(word), .nears_i(nears), .turns_i(turns),
		.round_i(round), .frozen_i(frozen), .room_i(room),
		.room_o(room_out), .sample_valid_i(sample_valid), .sample_word_i(sample_word),
		.sample_pop_o(sample_pop), .block_valid_i(block_valid), .block_word_i(block_word),
		.block_last_i(block_last), .block_pop_o(block_pop), .block_busy_i(block_busy),
		.sample_i(sample), .running_i(running), .active_o(active), .put_o(put), .slot_o(out)
	);

	// What is written
	wire        own   = put && !wr;
	wire        data  = own && out[32 + GNO_SINGLE_DATA];
	wire        end_sample = own && out[39:32] == GNO_SINGLE_SAMPLE;
	wire        end_more   = own && out[39:32] == GNO_SINGLE_MORE;
	wire        end_block  = own && out[39:32] == GNO_SINGLE_BLOCK;
	wire        end_slot   = end_sample || end_more || end_block;
	wire        rest  = own && out[39:32] == GNO_SINGLE_REST;
	wire        turn  = own && !out[32 + GNO_SINGLE_DATA] && out[32 + GNO_SINGLE_ROUND];
	wire        pop   = sample_pop || block_pop;
	wire [31:0] taken = block_pop ? block_word : sample_word;

	// What is under way: a sample or block of which something is taken
	reg         started = 0, off = 1;
	reg         begun = 0, block = 0, has_x = 0, done = 0;
	reg  [31:0] x;
	reg  [23:0] list = 1;
	reg   [4:0] pairs = 0;       // data slots since the end slot before, or the begin
	reg         none = 1;        // no data slot is written
	wire        clears = rst || clear;
	always @(posedge clk) begin
		started <= 1'b1;
		off     <= clears || (off && !first);
		if (pop && !data)
			x <= taken;
		has_x <= pop && !data && !clears;
		if (clears || end_sample || end_block) begin
			begun <= 1'b0;
			done <= 1'b0;
			none  <= 1'b1;
		end else begin
			begun <= begun || pop;
			done <= done || (data && (block_pop ? block_last
				: pairs == PAIRS - 1));
			none  <= none && !data;
		end
		if (pop && !begun)
			block <= block_pop;
		if (clears || end_slot) begin
			list  <= 24'd1;
			pairs <= 5'd0;
		end else if (data) begin
			list  <= {list[22:0], taken[7]};
			pairs <= pairs + 5'd1;
		end
	end

	// The queues: what shows stays until it is taken, or a new run begins.
	reg         sample_stays = 0, block_stays = 0, was_first = 0;
	wire        sample_done = sample_pop && data && pairs == PAIRS - 1;
	wire        block_done  = block_pop && block_last;
	always @(posedge clk) begin
		sample_stays <= sample_valid && !sample_done && !first && !rst;
		block_stays  <= block_valid && !block_done && !first && !rst;
		was_first    <= first;
	end
	// The builder: what it said of this cycle
	reg         was_quiet = 0, was_ends = 0, was_half = 0, was_room = 0, was_due = 0,
		was_near = 0;
	reg         was_open = 0, was_sample_valid = 0;
	always @(posedge clk) begin
		was_quiet <= quiet && !half && !rst;
		was_ends  <= ends && !half;
		was_half  <= half && !rst;
		was_room  <= room;
		was_due   <= due && room_out && !frozen;
		was_near  <= nears && room_out && !frozen;
		was_sample_valid <= sample_valid && SAMPLES != 0;
		was_open  <= begun && !(end_sample || end_block);
	end
	always @* begin
		if (!started)
			assume(rst);
		assume(!first || (off && !clear));
		assume(!sample_stays || sample_valid);
		assume(!block_stays || block_valid);
		assume(!was_first || (!sample_valid && !block_valid));
		// the words of a block are odd in number
		assume(!block_last || !block_valid || !(block && begun) || has_x);
		assume(!(was_quiet || was_ends) || !wr);
		assume(!was_half || wr);
		assume(wr || slot[63:32] == 0);
		assume(!wr || !(slot[32 + GNO_SINGLE_DATA] || slot[32 + GNO_SINGLE_ROUND]));
		assume(!takes || (WORDS != 0 && wr && was_due && !ends));
		assume(!turns || (LINES != 0 && wr && was_near && !ends));
		assume(!off || !wr || !(takes || turns));
	end

	always @*
		if (started && wr)
			untouched: assert(put && out == slot);
	always @*
		if (started)
			each_word: assert((!has_x || data) && !(sample_pop && block_pop)
				&& (!data || (pop && out[63:32] == (taken | 32'h80)
					&& has_x == !(block_pop && none)
					&& (!has_x || out[31:0] == x))));
	always @*
		if (started && pop)
			one_stream: assert(!off && !done && (!begun || block == block_pop));
	always @*
		if (started)
			lists: assert((!end_slot || (out[63:40] == list && !has_x && begun
					&& (end_more ? block && pairs != 0 && !done
						: done && block == end_block)))
				&& (!data || pairs < 23));
	always @*
		if (started)
			there: assert((!sample_pop || sample_valid)
				&& (!block_pop || block_valid));
	always @*
		if (started)
			in_room: assert((!end_slot || room) && (!data || was_room));

	// The timer's word
	reg         open = 0;
	reg   [7:0] open_word;
	always @(posedge clk) begin
		open <= (takes || (open && !rest)) && !clears;
		if (takes)
			open_word <= word;
	end
	always @*
		if (started && WORDS != 0)
			rests: assert(rest == (open && !wr) && !(takes && open)
				&& (!rest || out == {24'd0, GNO_SINGLE_REST, 24'd0, open_word}));

	// The state of a line
	reg         open_turn = 0;
	reg  [61:0] open_round;
	always @(posedge clk) begin
		open_turn <= (turns || (open_turn && !turn)) && !clears;
		if (turns)
			open_round <= round;
	end
	always @*
		if (started && LINES != 0)
			turned: assert(turn == (open_turn && !open && !wr)
				&& !(turns && open_turn) && (!turn || out == {
				open_round[61:38], 2'b01, open_round[37:32], open_round[31:0]}));

	always @*
		if (started)
			halves: assert((half == (own && out[39:32] == GNO_SINGLE_HALF))
				&& (!half || out[63:32] == {1'b1, 23'd0, GNO_SINGLE_HALF}));
	always @*
		if (started && half)
			waits_for: assert(!was_room || !(was_sample_valid || was_open));

	// The registers inside
	(* hierconn *) wire       \u_slots.busy ;
	(* hierconn *) wire       \u_slots.half_q ;
	(* hierconn *) wire       \u_slots.waits ;
	(* hierconn *) wire [31:0] \u_slots.held_q ;
	(* hierconn *) wire        \u_slots.turning ;
	(* hierconn *) wire [61:0] \u_slots.round ;
	(* hierconn *) wire       \u_slots.gen_stream.off_q ;
	(* hierconn *) wire       \u_slots.gen_stream.pair_q ;
	(* hierconn *) wire       \u_slots.gen_stream.block_q ;
	(* hierconn *) wire       \u_slots.gen_stream.first_q ;
	(* hierconn *) wire       \u_slots.gen_stream.last_q ;
	(* hierconn *) wire [MOST:0] \u_slots.gen_stream.sevens_q ;
	wire        busy     = \u_slots.busy ;
	wire        in_block = \u_slots.gen_stream.block_q ;
	wire        pair     = \u_slots.gen_stream.pair_q ;
	wire [23:0] sevens   = {{(23-MOST){1'b0}}, \u_slots.gen_stream.sevens_q };
	always @*
		if (started)
			tied: assert(off == \u_slots.gen_stream.off_q && (!off || !busy)
				&& (busy || (!begun && !pair)) && (!begun || block == in_block)
				&& (!busy || (in_block ? BLOCKS != 0 : SAMPLES != 0))
				&& (!busy || sevens == list) && (list >> pairs) == 24'd1
				&& pairs <= MOST && (busy || (pairs == 0 && none && !done))
				&& (none == \u_slots.gen_stream.first_q || !busy)
				&& (begun || (none && !done && !has_x && pairs == 0))
				&& (!has_x || (pair && \u_slots.held_q == x))
				&& (!pair || has_x == !(in_block && none))
				&& (has_x || none || !pair)
				&& (!busy || !in_block || done == \u_slots.gen_stream.last_q )
				&& (!begun || in_block || (pairs <= PAIRS
					&& done == (pairs == PAIRS)))
				&& (!begun || !none || has_x) && (none || pairs != 0 || in_block)
				&& (!busy || done || (in_block ? block_stays : sample_stays))
				&& (!pair || (list >> MOST) == 0)
				&& (!pair || !done)
				&& (WORDS == 0 || (open == \u_slots.waits
					&& (!open || \u_slots.held_q == {24'd0, open_word})))
				&& (!open || (WORDS != 0 && !pair))
				&& (LINES == 0 || (open_turn == \u_slots.turning
					&& (!open_turn || \u_slots.round == open_round)))
				&& (!open_turn || (LINES != 0 && !pair))
				&& !(pair && half) && !(was_half && pair));
	reg   [2:0] idle = 0;
	always @(posedge clk)
		idle <= room && quiet && !wr && !rest && !turn && !half && !off && !clears
			&& !takes && !turns
			&& ((SAMPLES != 0 && sample_valid) || (BLOCKS != 0 && block_valid && whole)
			|| begun) && !data && !end_slot
			? idle + 3'd1 : 3'd0;
	always @*
		if (started)
			moves: assert(idle < 3'd3);

	always @*
		if (started && !rst) begin
			sampled: cover(end_sample && was_open && open_word == 8'd7);
			more:    cover(end_more);
			blocked: cover(end_block && out[63:40] == 24'b1011);
			parted:  cover(half && begun);
			both:    cover(turn && LINES != 0 && open_round == 62'd9 && begun);
		end
endmodule
