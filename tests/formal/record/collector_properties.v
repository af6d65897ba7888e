// SPDX-License-Identifier: Apache-2.0
//
// What the trace buffer of one node without blocks promises (gnomon_ring_collector with IN_ORDER
// and ENDS), for any records of 2 to 30 words, any cycles in which their words come, and any limits
// that the host may set. Without wrap, and with it as far as whole records are concerned; which
// ones a stop keeps is not stated here.
//
//  whole: the head moves by the slots of a whole record, behind its last word, where the record is
//    kept; and never else.
//  outside: no word is written between tail and head, and each one in the place that it has from
//    the head on. (Words of a record that is not kept lie at the head.)
//  begins: no record begins behind the first slot of the granule before the tail's, nor while
//    full_o is 1. One that has begun never waits.
//  lands: what is discarded is the oldest record, whole: the marked one, which may be any. It is
//    assumed that the records before it were discarded whole, which is what is proven of each.
//
// These tie what is counted here to the registers inside:
//  counted: head, tail, and the word that is next.
//  stored: the end of the marked record.
`default_nettype none

module collector_properties #(
	parameter WRAP = 0
) (
	input wire        clk,
	input wire        clear,
	input wire        wrap,
	input wire        limit_valid,
	input wire  [5:0] limit,
	input wire        post_valid,
	input wire [10:0] post,
	input wire        word_valid,
	input wire [31:0] word,
	input wire        ends
);
	localparam [7:0] RATIO = 2, FLUSH = 6;

	wire       ready, full, wrapped, frozen;
	wire [5:0] head, tail;
	gnomon_ring_collector #(
		.SLOTS_LOG2(6), .WRAP(WRAP), .IN_ORDER(1), .ENDS(1)
	) u_collector (
		.clk(clk), .rst(1'b0), .clear_i(clear), .wrap_i(wrap),
		.limit_valid_i(limit_valid), .limit_i(limit), .post_valid_i(post_valid),
		.post_i(post), .reads_i(1'b0), .rd_addr_i(9'd0), .word_valid_i(word_valid),
		.word_ready_o(ready), .word_i(word), .ends_i(ends), .head_o(head), .tail_o(tail),
		.full_o(full), .wrapped_o(wrapped), .frozen_o(frozen), .mem_i(66'd0)
	);
	(* hierconn *) wire [6:0] \u_collector.at_q ;
	(* hierconn *) wire [2:0] \u_collector.part_q ;
	(* hierconn *) wire       \u_collector.keep_q ;
	(* hierconn *) wire       \u_collector.evict_q ;
	(* hierconn *) wire       \u_collector.judging_q ;
	(* hierconn *) wire       \u_collector.ended_q ;
	(* hierconn *) wire [4:0] \u_collector.oldest ;
	(* hierconn *) wire [5:0] \u_collector.genblk11.gen_blocks.u_lengths.marked ;
	(* hierconn *) wire [4:0] \u_collector.genblk11.gen_blocks.u_lengths.kept_q ;
	wire [4:0] end_kept = \u_collector.genblk11.gen_blocks.u_lengths.kept_q ;
	wire       wraps  = WRAP != 0 && wrap;
	wire       evicts = \u_collector.evict_q ;
	wire [4:0] oldest = \u_collector.oldest ;
	wire [5:0] marked = \u_collector.genblk11.gen_blocks.u_lengths.marked ;

	reg started = 1'b0, cleared = 1'b0, wraps_q;
	always @(posedge clk) begin
		started <= 1'b1;
		cleared <= clear;
		wraps_q <= wraps;
	end

	// The words of a record that are there, whether it is kept, the slots between tail and head
	reg  [4:0] number = 0;
	reg        first = 1;     // of the run
	reg        keeps = 1;     // from word 1 on, and until the next one's
	reg  [6:0] used = 0;
	reg  [5:0] at_head = 0;
	wire       take = word_valid && ready;
	wire       done = take && ends;
	wire       keep = number != 1 || word[7:0] == RATIO ? keeps
		: !frozen || word[7:0] == FLUSH;
	wire       lies = number < 2 || keeps;  // where it belongs
	wire [5:0] length = {2'd0, number[4:1]} + 6'd1;
	wire [5:0] limit_tail = {limit[5:4] + 2'd1, 4'd0};
	wire [5:0] freed = limit_tail - tail;
	wire [3:0] evicted = oldest[3:0] - tail[3:0];
	wire [6:0] gone = evicts ? {3'd0, evicted} : limit_valid && !wraps ? {1'b0, freed} : 7'd0;
	always @(posedge clk)
		if (clear) begin
			number  <= 5'd0;
			keeps   <= 1'b1;
			first   <= 1'b1;
			used    <= 7'd0;
			at_head <= 6'd0;
		end else begin
			if (take) begin
				number <= ends ? 5'd0 : number + 5'd1;
				keeps  <= keep;
				first  <= first && number != 1;
			end
			used <= used + (done && keep ? {1'b0, length} : 7'd0) - gone;
			if (done && keep)
				at_head <= at_head + length;
		end

	// The marked record, from its last word on
	reg        in = 0;
	reg  [5:0] in_slots;
	wire [5:0] before = marked - tail;
	wire [5:0] in_end = marked + in_slots;
	wire [4:0] in_stored = {in_end[3:0] < marked[3:0], in_end[3:0]};
	always @(posedge clk)
		if (clear)
			in <= 1'b0;
		else if (done && keep && head == marked) begin
			in       <= 1'b1;
			in_slots <= length;
		end else if (gone > before)
			in <= 1'b0;

	// Records of whole slots; a run does not begin with a sample, nor change its mode; the host
	// frees what there is. Records before the marked one are discarded whole.
	always @* begin
		if (!started)
			assume(clear);
		if (word_valid) begin
			assume(!ends || number[0]);
			assume(ends || number != 29);
			assume(number != 1 || word[7:4] == 0);  // as all kinds without blocks
			assume(number != 1 || word[7:0] != RATIO || !first);
		end
		if (started && !cleared)
			assume(wraps == wraps_q);
		assume(!limit_valid || {1'b0, freed} <= used);
		if (evicts && tail != marked) begin
			assume(evicted != 0 && oldest[4] == (oldest[3:0] < tail[3:0]));
			assume({3'd0, evicted} <= used);
			if (in)
				assume({2'd0, evicted} <= before);
			else
				assume({2'd0, evicted} != before || {3'd0, evicted} == used);
		end
	end

	always @*
		if (started)
			whole: assert(head == at_head);
	always @*
		if (started && take)
			outside: assert(used + number[4:1] < 64 && \u_collector.at_q
				== {head, 1'b0} + (lies ? {2'd0, number} : 7'd0));
	always @*
		if (started)
			begins: assert((number == 0 || ready) && (number != 0 || !ready
				|| (!full && used <= 48)));
	always @*
		if (started && evicts && tail == marked)
			lands: assert(in && oldest == in_stored);

	always @*
		if (started)
			counted: assert(tail == at_head - used[5:0] && used < 64
				&& \u_collector.at_q
					== {head, 1'b0} + (lies ? {2'd0, number} : 7'd0)
				&& \u_collector.part_q == (number < 2 ? {2'd0, number[0]} : 3'd2)
				&& number < 30 && (number < 2 || !first)
				&& (first || \u_collector.keep_q == keeps)
				&& (number == 0 || used <= 48)
				&& !\u_collector.judging_q && !\u_collector.ended_q
				&& (wraps || (tail[3:0] == 0 && !evicts))
				&& (!evicts || used > 32));
	always @*
		if (started)
			stored: assert((!in || (in_slots != 0 && in_slots < 16
					&& {1'b0, before} + {1'b0, in_slots} <= used
					&& end_kept == in_stored))
				&& (!wraps || tail != marked || in || used == 0));

	always @*
		if (started && !clear)
			drops: cover(done && !keep && number > 3 && in);
endmodule
