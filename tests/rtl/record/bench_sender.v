// SPDX-License-Identifier: Apache-2.0
//
// Bench of gnomon_record_sender behind gnomon_record_fifo: random entries and a queue of samples,
// both of which come late; every word that goes out. With BLOCKS a third stream comes between:
// whole blocks, never before the first entry, none after a flush; neither side waits for more than
// one of the other.
`timescale 1ns/1ns

module bench_sender;
	parameter WORDS  = 4;
	parameter BLOCKS = 0;
	parameter NODE   = 37;
	parameter LENGTH = 60000;
	parameter TRIGGERS = 0;
	parameter DATUM_W  = 0;
	parameter WORD_W   = 0;
	parameter TIME_W   = 32;
	parameter CAPTURE  = 0;   // the last trigger is the CAPTURE line
	parameter LINE     = 0;   // lines: the 2 * LINE triggers from LINE_AT on are their rounds
	parameter LINE_AT  = 0;
	parameter STORE    = 0;   // their state has two bits of a local store
	parameter WAITS    = 1;
	parameter RING     = 1;   // an entry waits for its sample
	parameter CODE_W   = 8;

	localparam CLOCKS = 2 * LENGTH;
	localparam LINE_W  = LINE == 0 ? 0 : STORE != 0 ? 68 : 66;
	localparam STATE_W = LINE_W + (CAPTURE != 0 ? 3 : 0);
	localparam EXTRA_W = TRIGGERS + 3 + DATUM_W + STATE_W + WORD_W;
	localparam EVENT = 1, GAP = 3, BEAT = 4, SYNC = 5, FLUSH = 6;
	`include "bench.vh"
	`include "bench_end.vh"

	reg         clear = 1'b1, ready_in = 1'b0;
	reg         wr = 1'b0, keep = 1'b0, sample_valid = 1'b0, block_valid = 1'b0,
		block_busy = 1'b0;
	wire        slot_valid;   // an entry is there, wholly or in part
	reg  [31:0] block_word = 0;
	reg         block_last = 1'b0;
	wire        block_pop;
	wire        slot_more, slot_next, slot_pop, sample_pop, ready, valid, last, ends, room,
		kept;
	wire [5:0]  aux;
	wire [7:0]  code;
	wire [63:0] entry_slot;
	wire [EXTRA_W-1:0] entry_extra;
	reg  [63:0] slot = 0;
	reg  [255:0] beside = 0;
	wire [31:0] word;
	reg  [63:0] slots [0:65535];
	reg  [255:0] extras [0:65535];
	reg  [31:0] samples [0:524287], words [0:1048575];
	reg         lasts [0:1048575];
	reg         halves [0:65535];
	integer     slots_made = 0, slots_in = 0, slots_at = 0, slots_out = 0, samples_made = 0,
		samples_in = 0, samples_out = 0, made = 0, out = 0;

	// slots_at of them are in the FIFO, slots_in are, or are written now
	assign slot_valid = slots_at > slots_out;
	localparam   BESIDE = TRIGGERS != 0 || DATUM_W != 0 || WORD_W != 0;
	gnomon_record_fifo #(
		.BESIDE(BESIDE), .CODE_W(CODE_W), .FLAGS_W(TRIGGERS + 3), .WORD_W(WORD_W),
		.EXTRA_W(EXTRA_W), .DEPTH_LOG2(6), .REGISTER(WAITS == 2),
			.AHEAD(WAITS == 0)
	) u_fifo (
		.clk (clk), .clear_i (clear), .wr_i (wr), .keep_i (keep), .slot_i (slot),
			.extra_i (beside[EXTRA_W-1:0]), .room_o (room), .resume_o (),
		.block_busy_i (block_busy), .more_o (slot_more), .next_i (slot_next),
			.pop_i (slot_pop), .slot_o (entry_slot), .kept_o (kept), .aux_o (aux),
			.code_o (code), .extra_o (entry_extra),
		.fill_o (), .high_o ()
	);
	gnomon_record_sender #(
		.NODE(NODE), .WORDS(WORDS), .BLOCKS(BLOCKS), .TRIGGERS(TRIGGERS), .DATUM_W(DATUM_W),
		.WORD_W(WORD_W), .TIME_W(TIME_W), .CAPTURE(CAPTURE), .LINE(LINE),
			.LINE_AT(LINE_AT), .STORE(STORE), .WAITS(WAITS),
			.RING(RING)
	) dut (
		.clk (clk), .clear_i (clear),
		.slot_more_i (slot_more), .slot_next_o (slot_next), .slot_pop_o (slot_pop),
			.slot_i (entry_slot), .kept_i (kept), .aux_i (aux), .code_i (code),
			.extra_i (entry_extra),
		.sample_valid_i (sample_valid),
			.sample_i (sample_valid ? samples[samples_out] : 32'hx),
			.sample_pop_o (sample_pop),
		.block_valid_i (block_valid), .block_i (block_valid ? block_word : 32'hx),
			.block_last_i (block_last), .block_pop_o (block_pop),
		.ready_o (ready), .valid_o (valid), .ready_i (ready_in), .word_o (word),
			.last_o (last), .ends_o (ends)
	);

	// The word of the record that is shown, and how many are behind it, by the format
	integer part = 0, left = 0;
	function integer words_after(input [31:0] info);
		case (info[7:0])
		8'd2:                      words_after = info[31:24];
		8'd3, 8'd8, 8'd10, 8'd12: words_after = 2;
		8'd7:                      words_after = info[22] ? 4 : 2;
		default:                   words_after = 0;
		endcase
	endfunction

	task say(input [31:0] w, input is_last);
		begin
			words[made] = w;
			lasts[made] = is_last;
			made = made + 1;
		end
	endtask

	// What is beside a slot: {word, state of a capture, of a line {[kept, full,] late, own,
	// length, paused},
	// datum, word flag, datum flag, 0, triggers}; datum {process time, PC, state, data,
	// address}
	reg [255:0]  extra;
	reg [137:0]  datum;
	reg [63:0]   picked;
	reg [70:0]   state;
	reg [2:0]    capture;
	reg [7:0]    last_code;
	reg          loads;        // a load record goes with the entry
	reg [7:0]    shown_flags;
	integer      records, said, n_load = 0, n_beside = 0, n_hidden = 0, n_all = 0,
		n_capture = 0, n_line = 0, n_last = 0;
	task make_beside(input happens);
		integer n;
		begin
			extra   = 0;
			records = 0;
			datum   = {$random(seed), $random(seed), $random(seed), $random(seed),
				$random(seed)};
			picked  = {$random(seed), $random(seed)};
			state   = {$random(seed), $random(seed), $random(seed)};
			capture = state >> LINE_W;
			for (n = 0; n < TRIGGERS; n = n + 1)
				extra[n] = happens && chance(300);
			extra[TRIGGERS+1] = DATUM_W != 0 && happens && chance(500);
			extra[TRIGGERS+2] = WORD_W != 0 && happens && chance(500);
			for (n = 0; n < TRIGGERS + 3; n = n + 1)
				records = records + extra[n];
			for (n = 0; n < DATUM_W; n = n + 1)
				extra[TRIGGERS+3+n] = datum[n];
			for (n = 0; n < STATE_W; n = n + 1)
				extra[TRIGGERS+3+DATUM_W+n] = state[n];
			for (n = 0; n < WORD_W; n = n + 1)
				extra[TRIGGERS+3+DATUM_W+STATE_W+n] = picked[n];
			if (WORD_W < 64)
				picked = picked & ((64'd1 << WORD_W) - 1);
		end
	endtask

	// A record beside the slot: its word 1 without flags, and its payload
	task say_beside(input [31:0] now, input [31:0] info, input [7:0] flags, input sampled,
		input [127:0] rest, input integer count);
		integer n;
		begin
			said = said + 1;
			last_code = info[23:16];
			say(now, 1'b0);
			say(info | (said == records ? {flags, 24'd0} : 32'd0), count == 0
				&& said == records && !sampled);
			for (n = 0; n < count; n = n + 1)
				say(rest[32*n +: 32], n == count - 1 && said == records
					&& !sampled);
		end
	endtask

	integer i, n_plain = 0, n_sampled = 0, n_gap = 0, n_flush = 0, n_false = 0,
		n_half = 0, n_late = 0, n_clear = 0, n_idle = 0, n_no_sample = 0;
	task add_record;
		reg [63:0] slot;
		reg        sampled;
		begin
			slot = {$random(seed), $random(seed)};
			case (below(7))
			0, 1, 2: slot[39:32] = EVENT;
			3:       slot[39:32] = GAP;
			4:       slot[39:32] = BEAT;
			5:       slot[39:32] = SYNC;
			default: slot[39:32] = below(4) == 0 ? FLUSH : EVENT;
			endcase
			if (slot[39:32] == EVENT)
				slot[55:48] = slot[55:48] & ((1 << CODE_W) - 1);
			slot[47:40] = NODE[7:0];
			sampled = WORDS != 0 && ((slot[39:32] == EVENT && slot[57])
				|| slot[39:32] == FLUSH);
			make_beside(slot[39:32] == EVENT);
			loads = BESIDE && slot[39:32] == EVENT && chance(200);
			if (BESIDE && slot[39:32] == EVENT)
				slot[63:60] = {2'd0, slot[61], loads};
			if (slot[39:32] == EVENT && records != 0 && chance(300)) begin
				slot[55:48] = 8'd0;
				n_hidden    = n_hidden + 1;
			end else if (slot[39:32] == EVENT && slot[55:48] == 0)
				slot[55:48] = 8'd1;
			n_beside = n_beside + (records != 0);
			n_all    = n_all + (records == TRIGGERS + (DATUM_W != 0) + (WORD_W != 0)
				&& slot[55:48] != 0);
			slots[slots_made]  = slot;
			extras[slots_made] = extra;
			halves[slots_made] = 1'b0;
			slots_made = slots_made + 1;
			said       = 0;
			last_code  = slot[39:32] == FLUSH ? 0 : slot[55:48];
			shown_flags = BESIDE && slot[39:32] == EVENT ? {4'd0, slot[59:56]}
				: slot[63:56];
			if (loads) begin
				say(slot[31:0], 1'b0);
				say({15'd0, slot[61], NODE[7:0], 8'd13}, 1'b0);
				n_load = n_load + 1;
			end
			if (slot[39:32] != EVENT || slot[55:48] != 0) begin
				records = records + 1;
				said    = 1;
				say(slot[31:0], 1'b0);
				say({records == 1 ? shown_flags : 8'd0, slot[55:32]},
					slot[39:32] != GAP && !sampled && records == 1);
			end
			for (i = 0; i < TRIGGERS; i = i + 1)
				if (extra[i] && CAPTURE != 0 && i == TRIGGERS - 1) begin
					n_capture = n_capture + 1;
					say_beside(slot[31:0], {1'b0, capture, 4'd0, i[7:0],
						NODE[7:0], 8'd8}, shown_flags, sampled, picked, 2);
				end else if (extra[i] && LINE != 0 && i >= LINE_AT
					&& i < LINE_AT + 2 * LINE) begin
					n_line = n_line + 1;
					n_last = n_last + (i == LINE_AT + 2 * LINE - 1);
					say_beside(slot[31:0], {STORE != 0 ? state[67:66] : 2'd0,
						state[65:64], 4'd0, i[7:0],
						NODE[7:0], 8'd10}, shown_flags, sampled,
						state[63:0], 2);
				end else if (extra[i])
					say_beside(slot[31:0], {8'd0, i[7:0], NODE[7:0], 8'd11},
						shown_flags, sampled, 128'd0, 0);
			if (extra[TRIGGERS+1])
				say_beside(slot[31:0], {datum[9:6], 4'd0, 1'b0, DATUM_W == 138,
					datum[5:0], NODE[7:0], 8'd7}, shown_flags, sampled,
				           {datum[137:74], datum[73:10]}, DATUM_W == 138 ? 4 : 2);
			if (extra[TRIGGERS+2])
				say_beside(slot[31:0], {16'd0, NODE[7:0], 8'd12}, shown_flags,
					sampled, picked, 2);
			n_plain   = n_plain + (slot[39:32] == EVENT && !slot[57]);
			n_sampled = n_sampled + (slot[39:32] == EVENT && slot[57]);
			n_false   = n_false + ((slot[39:32] == BEAT || slot[39:32] == SYNC)
				&& slot[57]);
			n_flush   = n_flush + (slot[39:32] == FLUSH);
			if (slot[39:32] == GAP) begin
				n_gap = n_gap + 1;
				slots[slots_made]  = {$random(seed), $random(seed)};
				extras[slots_made] = extra;
				halves[slots_made] = 1'b1;
				if (chance(500))
					slots[slots_made][57:56] = 2'b10;
				if (chance(500))
					slots[slots_made][39:32] = EVENT;
				say(slots[slots_made][31:0], 1'b0);
				say(slots[slots_made][63:32], 1'b1);
				slots_made = slots_made + 1;
			end
			if (sampled) begin
				say(slot[31:0], 1'b0);
				say((WORDS << 24) | (last_code << 16) | (NODE << 8) | 2, 1'b0);
				for (i = 0; i < WORDS; i = i + 1) begin
					samples[samples_made] = $random(seed);
					say(samples[samples_made], i == WORDS - 1);
					samples_made = samples_made + 1;
				end
			end
		end
	endtask

	// Blocks: where the one that comes is; how many of a side went since the other has been
	// waiting
	reg  [31:0] last_time;          // of the last slot that went out
	reg         in_block = 1'b0, synced = 1'b0;
	integer     block_at = 0, block_length = 8, blocks_after = 0, entries_after = 0;
	integer     n_block = 0, n_block_waits = 0, n_block_first = 0,
		n_block_both = 0, n_flush_waits = 0, n_block_clear = 0, n_block_pause = 0;
	integer     block_rate = 0;
	integer clocks = 0, waits = 0, in_rate = 500, sample_rate = 500, out_rate = 500;
	integer block_waits = 0;
	reg     ended = 1'b0;
	wire    is_flush = slots[slots_out][39:32] == FLUSH;
	wire    with_sample = WORDS != 0
		&& (is_flush || (slots[slots_out][39:32] == EVENT && slots[slots_out][57]));
	wire    whole = slot_valid && (slots[slots_out][39:32] != GAP || slots_at > slots_out + 1)
		&& !(BLOCKS && is_flush && block_busy)
		&& (RING == 0 || sample_valid || !with_sample);
	wire    block_may = BLOCKS && block_valid && synced;
	// times are random
	wire    block_first = block_may && word === last_time && !(whole && words[out] === word);
	reg     shown = 1'b0;
	reg  [31:0] shown_word;
	reg     begins = 1'b1;
	always @(posedge clk) begin
		clocks = clocks + 1;
		if (!clear) begin
			check(!ready || (begins && (whole || block_may)),
				"ready with a whole record only");
			// an entry that is out of the FIFO may wait for its sample
			block_waits = !begins || ready || (!whole && (!block_may
				|| (slot_valid && with_sample && !sample_valid)))
				? 0 : block_waits + 1;
			check(block_waits < 4 + WAITS, "ready with a whole record");
			check(!begins || valid === ready, "first word comes with ready");
			check(!slot_pop || slot_valid, "slot taken that is there");
			check(!sample_pop || sample_valid, "sample taken that is there");
			n_half = n_half + (begins && slot_valid && !with_sample && !whole);
			n_no_sample = n_no_sample + (begins && slot_valid && with_sample
				&& !sample_valid && (RING != 0 || (ready && ready_in)));
			n_late = n_late + (!begins && slot_valid && !valid && !sample_valid);
			n_idle = n_idle + (ready && !ready_in);
			waits  = valid || in_block || !slot_valid
				|| !(begins ? whole : sample_valid) ? 0 : waits + 1;
			check(!block_pop || (in_block && block_valid),
				"word of a block taken that is there");
			n_block_waits = n_block_waits + (begins && block_valid && !synced);
			n_flush_waits = n_flush_waits
				+ (BLOCKS && begins && slot_valid
				&& slots[slots_out][39:32] == FLUSH && block_busy);
			check(waits < 4, "word in time");
			check(!shown || (valid && word === shown_word),
				"word that was shown stays");
			shown      = valid && !ready_in;
			shown_word = word;
			if (valid && in_block) begin
				equal(word, block_word, "word of a block");
				equal(last, block_last, "last word of a block");
				equal(ends, block_last, "end of a block");
				equal(block_pop, ready_in, "word of a block is taken");
				check(!slot_pop && !sample_pop, "nothing else is taken");
				if (ready_in && last) begin
					in_block = 1'b0;
					begins   = 1'b1;
				end
			end else if (in_block) begin
				n_block_pause = n_block_pause + 1;
				check(!block_valid, "word of a block in time");
			end else if (valid && begins && block_first) begin
				check(block_may, "block that is there");
				equal(word, last_time, "time of a block");
				check(!last && !ends, "a block has more than its time");
				if (ready_in) begin
					n_block       = n_block + 1;
					n_block_both  = n_block_both + whole;
					n_block_first = n_block_first + !whole;
					blocks_after  = whole ? blocks_after + 1 : 0;
					entries_after = 0;
					check(blocks_after < 2,
						"entry waits for one block at most");
					in_block = 1'b1;
					begins   = 1'b0;
				end
			end else if (valid) begin
				if (begins && ready_in) begin
					blocks_after  = 0;
					entries_after = block_may ? entries_after + 1 : 0;
					check(entries_after < 2,
						"block waits for one entry at most");
				end
				check(out < made, "nothing there, nothing valid");
				equal(word, words[out], "word");
				equal(last, lasts[out], "last");
				if (part == 1)
					left = words_after(word);
				equal(ends, part != 0 && left == 0, "end of a record");
				if (ready_in) begin
					part = part != 0 && left == 0 ? 0 : part + 1;
					left = left - 1;
					begins = lasts[out];
					out    = out + 1;
				end
			end
		end
		// after a pop something may be valid at once; the second half of a gap may come
		// much later than the first
		if (clear) begin
			shown        = 1'b0;
			part         = 0;
			slots_made   = 0;
			slots_in     = 0;
			slots_at     = 0;
			slots_out    = 0;
			samples_made = 0;
			samples_in   = 0;
			samples_out  = 0;
			made         = 0;
			out          = 0;
			begins       = 1'b1;
			n_block_clear = n_block_clear + in_block;
			in_block     = 1'b0;
			synced       = 1'b0;
			blocks_after = 0;
			entries_after = 0;
			wr           <= 1'b0;
			sample_valid <= 1'b0;
		end else begin
			if (slot_pop === 1'b1) begin
				last_time = slots[slots_out][31:0] & 32'hffffffff >> (32 - TIME_W);
				synced    = 1'b1;
			end
			slots_out    = slots_out + (slot_pop === 1'b1);
			samples_out  = samples_out + (sample_pop === 1'b1);
			sample_valid <= samples_in > samples_out
				&& ((sample_valid && !sample_pop) || chance(700));
			slots_at = slots_in;
			wr      <= 1'b0;
			// a flush is the last entry of its run
			if (slots_out == slots_in)
				ended = 1'b0;
			if (chance(in_rate) && slots_made < 65000 && !ended
				&& slots_in - slots_out < 40) begin
				if (slots_in == slots_made)
					add_record;
				wr       <= 1'b1;
				keep     <= !halves[slots_in] && slots[slots_in][39:32] == EVENT;
				slot     <= slots[slots_in];
				beside   <= extras[slots_in];
				ended    = !halves[slots_in] && slots[slots_in][39:32] == FLUSH;
				slots_in = slots_in + 1;
			end
			if (chance(sample_rate) && samples_in < samples_made)
				samples_in = samples_in + 1;
		end
		// blocks, some of which pause
		if (block_pop === 1'b1) begin
			block_at = block_last ? 0 : block_at + 1;
			if (block_at == 0)
				block_length = 2 + below(chance(200) ? 70 : 6);
			block_valid <= block_at == 0 ? chance(block_rate) : !chance(50);
			block_word  <= $random(seed);
			block_last  <= block_at == block_length - 1;
		end else if (!block_valid)
			block_valid <= BLOCKS && (block_at > 0 ? chance(500) : chance(block_rate));
		// what is left of a block comes first in the bench's next run: the sender shall not
		// care
		if (clear) begin
			block_at    = 0;
			block_last  <= block_length == 1;
		end
		block_busy <= BLOCKS && (block_busy ? !chance(30)
			: chance(20) && !ended);
		if (below(200) == 0)
			block_rate = chance(300) ? 1000 : chance(500) ? below(20) : 0;
		if (below(200) == 0) begin
			in_rate     = below(2) == 0 ? below(50) : below(1001);
			sample_rate = 20 + below(981);
			out_rate    = 50 + below(951);
		end
		n_clear  = n_clear + (clear && !begins);
		clear    <= clocks < 4 || below(700) == 0;
		ready_in <= chance(out_rate);
		if (clear && clocks > 4)
			n_clear = n_clear + 1;
		if (clocks == LENGTH) begin
			covered(n_plain, "event");
			covered(n_sampled, "event with a sample");
			covered(n_false, "bit of a sample elsewhere");
			covered(n_gap, "gap");
			covered(n_flush, "flush");
			covered(n_half, "half a gap waited");
			covered(n_idle, "record not taken at once");
			covered(n_clear, "clear");
			if (EXTRA_W > 3) begin
				covered(n_beside, "records beside the slot");
				if (BESIDE)
					covered(n_load, "load record with an event");
				covered(n_hidden, "records beside the slot only");
				covered(n_all, "all of them");
				covered(n_line > 100 || LINE == 0, "hundred rounds of a line");
				covered(n_last > 20 || LINE == 0, "ends of the last line's rounds");
				covered(n_capture || CAPTURE == 0, "capture");
			end
			if (BLOCKS) begin
				covered(n_block, "block");
				covered(n_block_both, "block while an entry waits");
				covered(n_block_first, "block alone");
				covered(n_block_waits, "block that waits for the first entry");
				covered(n_flush_waits, "flush that waits");
				covered(n_block_clear, "clear within a block");
				covered(n_block_pause, "block that pauses");
			end
			if (WORDS != 0)
				covered(n_late, "sample that came late");
			if (WORDS != 0)
				covered(n_no_sample, RING == 0
					? "entry that goes before its sample is there"
					: "entry that waits for its sample");
			finish(0, 0);
		end
	end
endmodule
