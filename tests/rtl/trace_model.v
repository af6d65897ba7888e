// SPDX-License-Identifier: Apache-2.0
//
// trace_model: what a node has to record, by the contract alone, and a reader that holds the recorded slots against it.
//
//  1. It looks at the node's inputs in each clock, counts time from the sync pulse, looks the word up in its own copy of the tables, and
//     lists the events that happen and the counts of the ratio pairs.
//  2. After a run, open() and then take() for each slot, in order, explain the records: each event is recorded or in a gap, exactly once; times,
//     flags, codes, beats, samples, blocks of measure_stand are right; close() says what must have been there at the end.
// Flags of the node (live, collect_flag, wrap) and table cells are written by the bench.

`timescale 1ns/1ns

module trace_model #(
	parameter NODE       = 0,
	parameter TIME_W     = 32,
	parameter CODE_W     = 4,
	parameter PAIRS      = 0,
	parameter BLOCKS     = 0,
	parameter PAIRS_W    = PAIRS == 0 ? 1 : PAIRS
) (
	input wire               clk,
	input wire               sync,
	input wire [31:0]        word,
	input wire               when,
	input wire [PAIRS_W-1:0] a,
	input wire [PAIRS_W-1:0] b
);
	`include "bench.vh"

	localparam INDEX_W = 2*CODE_W > 11 ? 2*CODE_W : 11;
	localparam MOST    = 1 << 17;   // clocks and events of a run
	localparam HALF    = 1 << (TIME_W < 30 ? TIME_W - 1 : 29);
	localparam RECORD = 0, SAMPLE = 1, RESET = 2, START = 3, STOP = 4, BANK = 7;

	// What happens
	reg  [7:0]  cells [0:(8<<INDEX_W)-1];
	reg         live = 1'b0, collect_flag = 1'b0, wrap = 1'b0, active = 1'b0, collects = 1'b0;
	reg  [7:0]  run = 8'd0;
	integer     now;
	integer     events;                  // that should be recorded
	integer     event_time [0:MOST-1];
	reg [7:0]   event_code [0:MOST-1];
	reg [4:0]   event_acts [0:MOST-1];
	reg [31:0]  history_a [0:(PAIRS == 0 ? 1 : MOST*PAIRS)-1];
	reg [31:0]  history_b [0:(PAIRS == 0 ? 1 : MOST*PAIRS)-1];
	reg [31:0]  count_a [0:PAIRS_W-1];   // since the start of the run
	reg [31:0]  count_b [0:PAIRS_W-1];
	integer     resets, reset_time [0:MOST-1];   // that come without a sample
	reg  [31:0] ones [0:MOST-1];         // clocks with a[0], up to and including this
	integer     banks, bank_end [0:MOST-1];
	integer     n_start = 0, n_stop = 0, n_reset = 0, n_off = 0, n_dead = 0;  // coverage

	function [CODE_W-1:0] look(input integer which, input [INDEX_W-1:0] index);
		look = cells[(which << INDEX_W) + index];
	endfunction

	function [CODE_W-1:0] code_of(input [31:0] w);
		reg [CODE_W-1:0] c01;
		begin
			c01     = look(3, {look(1, w[20:10]), look(0, w[9:0])});
			code_of = look(4, {look(2, w[31:21]), c01});
		end
	endfunction

	reg [CODE_W-1:0] code;
	reg [7:0]        acts;
	integer          k;
	always @(posedge clk)
		if (sync) begin
			now      = 0;
			events   = 0;
			resets   = 0;
			banks    = 0;
			active   = 1'b1;
			collects = collect_flag;
			run      = {1'b1, run[6:0] + 7'd1};
			for (k = 0; k < PAIRS; k = k + 1) begin
				count_a[k] = 0;
				count_b[k] = 0;
			end
		end else if (active) begin
			for (k = 0; k < PAIRS; k = k + 1) begin
				count_a[k] = count_a[k] + a[k];
				count_b[k] = count_b[k] + b[k];
				history_a[now*PAIRS+k] = count_a[k];
				history_b[now*PAIRS+k] = count_b[k];
			end
			ones[now] = (now == 0 ? 0 : ones[now-1]) + a[0];
			code = code_of(word);
			acts = cells[(5 << INDEX_W) + code];
			if (!live && when && code != 0)
				n_dead = n_dead + 1;
			if (live && when && code != 0) begin
				if (acts[RECORD] && (collects || acts[START])) begin
					event_time[events] = now;
					event_code[events] = code;
					event_acts[events] = acts;
					events = events + 1;
				end else if (acts[RECORD])
					n_off = n_off + 1;
				if (acts[START] && !collects)
					n_start = n_start + 1;
				if (acts[STOP] && collects)
					n_stop = n_stop + 1;
				if (acts[STOP] && !wrap)
					collects = 1'b0;
				else if (acts[START])
					collects = 1'b1;
				if (BLOCKS && acts[BANK]) begin
					bank_end[banks] = now;
					banks = banks + 1;
				end
				if (acts[RESET] && !acts[SAMPLE]) begin
					n_reset = n_reset + 1;
					reset_time[resets] = now;
					resets = resets + 1;
				end
			end
			now = now + 1;
		end

	// What was recorded
	localparam WORDS = 2*PAIRS;
	integer    n_event = 0, n_lost = 0, n_gap = 0, n_toggle_beat = 0, n_gap_beat = 0, n_ratio = 0, n_flush = 0, n_sync = 0;
	integer    n_kept = 0, n_gap_event = 0, n_unsampled = 0, n_owed = 0, n_epochs = 0, n_block = 0, n_beat_gap = 0;
	integer    next;        // event that is not explained yet
	integer    last_full;   // time of the record before
	integer    may_beat;    // a beat is due for: 1 a change of the top bit, 2 a gap
	integer    end_of_run;
	reg        frozen;      // a recorder froze: what came then is missing, but for the flush
	integer    late;        // events since it is due
	reg        cut, synced, flushed, owed, unsure, seen;
	reg        unknown;     // since when the counts are is not known: a reset may be in a record that is not there
	integer    pending;     // a reset that the sample before it brings; -1: none
	integer    part;        // 0: a record begins; 1: second half of a gap; 2: a ratio record; 3: its payload; 4: a block's payload
	integer    next_bank;   // -1: any
	integer    flush_end;   // of the bank that the flush ended, -1: it did not come
	integer    block_words;
	reg [31:0] block [0:127];
	integer    gap_from;
	integer    payload;     // words of it that were taken
	integer    sampled_at;
	reg [7:0]  sampled_code;
	integer    since;       // the counts of the sample begin with the clock after this one; -1: with the run
	integer    first_full;  // time of the last event that is not in the part of the trace
	integer    next_reset;  // of those without a sample

	// Time t in full, not before `from`
	function integer extend(input [31:0] t, input integer from);
		extend = TIME_W >= 30 ? t : from + ((t - from) & ((1 << TIME_W) - 1));
	endfunction

	function [31:0] low(input integer t);
		low = TIME_W == 32 ? t : t & ((1 << TIME_W) - 1);
	endfunction

	function [31:0] payload_word(input integer at, input integer index);
		if (index % 2 == 0)
			payload_word = history_a[at*PAIRS + index/2] - (since < 0 ? 0 : history_a[since*PAIRS + index/2]);
		else
			payload_word = history_b[at*PAIRS + index/2] - (since < 0 ? 0 : history_b[since*PAIRS + index/2]);
	endfunction

	// The resets without a sample before that clock
	task reset_until(input integer at);
		while (next_reset < resets && reset_time[next_reset] < at) begin
			if (reset_time[next_reset] > since)
				since = reset_time[next_reset];
			if (since >= first_full)
				unknown = 1'b0;
			next_reset = next_reset + 1;
		end
	endtask

	// first: number of the event that comes first; whole: the run is there from its sync on; last: events from that time on may be missing
	task open(input integer first, input whole, input integer last);
		begin
			end_of_run = last < 0 ? -last : last;
			frozen     = last <= 0;
			next      = first;
			last_full = first == 0 ? 0 : event_time[first-1];
			may_beat  = whole ? 0 : 1;
			late      = whole ? 0 : -MOST;
			cut       = !whole;
			synced    = !whole;
			seen      = 1'b0;
			flushed   = 1'b0;
			owed      = 1'b0;
			unsure    = !whole;
			part      = 0;
			next_bank = whole ? 0 : -1;
			flush_end = -1;
			since      = -1;
			next_reset = 0;
			unknown    = !whole;
			pending    = -1;
			first_full = last_full;
		end
	endtask

	// A record at full time t: is a beat due by now?
	task passed(input integer t);
		begin
			check(t >= last_full, "times decrease");
			if (TIME_W < 30 && t / HALF != last_full / HALF) begin
				may_beat = may_beat | 1;
				late     = 0;
			end
			last_full = t;
		end
	endtask

	// No event that must be recorded is before time t
	function next_is_after(input integer t);
		next_is_after = next >= events || event_time[next] >= t || event_time[next] >= end_of_run;
	endfunction

	task take_status(input [31:0] t, input [7:0] epoch, input [7:0] of_run);
		integer full;
		begin
			equal(of_run, run, "run");
			full = extend(t, last_full);
			if (TIME_W < 30) begin
				// the 64-bit time of the contract, modulo 2^(TIME_W+7)
				full = epoch * HALF + (t & (HALF - 1));
				full = last_full + ((full - last_full) & ((1 << (TIME_W + 7)) - 1));
				check(epoch[0] == t[TIME_W-1], "top bit of time is low bit of epoch");
				if (epoch != 0)
					n_epochs = n_epochs + 1;
			end else
				equal(epoch, TIME_W == 32 ? t >> 31 : t >> (TIME_W - 1), "epoch");
			check(full - last_full < (1 << 20) && next_is_after(full), "time of beat or flush");
			passed(full);
		end
	endtask

	task take_header(input [31:0] t, input [31:0] info);
		reg [7:0] id, of_node, of_code, aux;
		begin
			{aux, of_code, of_node, id} = info;
			equal(of_node, NODE, "node");
			check(synced || id == 5, "first record is sync");
			check(!flushed, "record after flush");
			case (id)
			8'd1: begin
				check(next < events, "event that did not happen");
				equal({t, of_code}, {low(event_time[next]), event_code[next]}, "event");
				check(aux[7:3] == 0, "flags of event");
				// what the first event of a part of a trace owes is not there to be seen
				check(aux[2] ? unsure || event_acts[next][STOP] || owed : !event_acts[next][STOP] && !(owed && wrap), "stop flag");
				if (owed && !event_acts[next][STOP])
					n_owed = n_owed + 1;
				// after STOP a node without pairs reports a snapshot that its blocks leave out
				if (!(PAIRS == 0 && BLOCKS != 0 && aux[1:0] == 2'b01 && event_acts[next][SAMPLE] && event_time[next] >= end_of_run))
					equal(aux[1] + aux[0], PAIRS != 0 && event_acts[next][SAMPLE], "one of sampled, unsampled");
				n_unsampled = n_unsampled + aux[0];
				if (aux[1]) begin
					part         = 2;
					sampled_at   = event_time[next];
					sampled_code = event_code[next];
					reset_until(sampled_at);
					if (event_acts[next][RESET])
						pending = sampled_at;
				end else if (PAIRS != 0 && event_acts[next][RESET] && event_acts[next][SAMPLE])
					n_kept = n_kept + 1;
				owed    = 1'b0;
				unsure  = 1'b0;
				n_event = n_event + 1;
				passed(event_time[next]);
				late = late + 1;
				check(may_beat == 0 || late < 500, "beat is late");
				next = next + 1;
			end
			8'd2: begin  // a part of a trace may begin with the sample of an event that is not there any more
				check(unsure && aux == WORDS, "ratio record without event");
				part       = 3;
				payload    = 0;
				sampled_at = t;
			end
			8'd3: begin  // of the event, or of a beat before it that found no room
				gap_from = extend(t, last_full);
				passed(gap_from);
				check(may_beat != 0 ? next_is_after(gap_from) : next < events && gap_from == event_time[next], "time of gap");
				equal(of_code, TIME_W >= 30 ? gap_from >> (TIME_W - 1) : gap_from / HALF & 255,
				      "epoch of a gap");
				equal({1'b1, aux[6:0]}, run, "run of a gap");
				part  = 1;
				n_gap = n_gap + 1;
			end
			8'd4: begin
				take_status(t, of_code, aux);
				check(may_beat != 0, "beat that was not due");
				if (may_beat[0])
					n_toggle_beat = n_toggle_beat + 1;
				if (may_beat[1])
					n_gap_beat = n_gap_beat + 1;
				may_beat = 0;
			end
			8'd5: begin
				check(!synced || !seen, "second sync");
				equal({t, of_code, aux}, {32'd0, 8'd0, run}, "sync");
				synced = 1'b1;
				n_sync = n_sync + 1;
			end
			8'd6: begin
				take_status(t, of_code, aux);
				if (BLOCKS && (!frozen || flush_end >= 0))
					equal(flush_end, last_full - 1, "bank that the flush ended");
				if (!frozen)
					end_of_run = last_full;  // all before it is recorded or counted
				flushed = 1'b1;
				n_flush = n_flush + 1;
				if (PAIRS != 0) begin
					part         = 2;
					sampled_at   = last_full - 1;
					sampled_code = 8'd0;
					reset_until(sampled_at);
					if (frozen)   // resets after a recorder had frozen are in no record
						unknown = 1'b1;
				end
			end
			8'd9: begin
				check(BLOCKS && flush_end < 0 && of_code == 0, "block that was not due");
				if (seen)
					equal(t, low(last_full), "time of a block");
				else
					last_full = extend(t, last_full);
				part        = 4;
				payload     = 0;
				block_words = aux;
			end
			default: check(1'b0, "kind");
			endcase
			seen = 1'b1;
		end
	endtask

	task take_gap_end(input [31:0] t, input [31:0] lost);
		integer i;
		begin
			check(next + lost <= events, "number of records lost");
			check(lost != 0 || may_beat != 0, "gap without need");
			if (lost == 0)
				n_beat_gap = n_beat_gap + 1;
			for (i = next; i < next + lost && i < events; i = i + 1)
				owed = owed || event_acts[i][STOP];
			next   = next + lost;
			n_lost = n_lost + lost;
			if (next <= events) begin
				i = lost == 0 ? gap_from : event_time[next-1];
				passed(i + ((t - i) & (TIME_W < 25 ? (1 << (TIME_W + 7)) - 1 : -1)));  // with its epoch
				check(last_full >= i, "gap ends with its last event or after it");
				n_gap_event = n_gap_event + (lost != 0 && last_full == i);
				check(next_is_after(last_full + 1), "gap ends before the next event");
			end
			may_beat = may_beat | 2;
			late     = 0;
			part     = 0;
		end
	endtask

	// All words of a block are there.
	task take_block;
		integer bank, many, from, upto, i;
		begin
			n_block = n_block + 1;
			part    = 0;
			bank    = next_bank < 0 ? block[4] : next_bank;
			many    = bank % 16 == 15 ? 64 : bank % 4;
			from    = bank == 0 ? 0 : bank_end[bank-1] + 1;
			upto    = bank_end[bank];
			check(bank <= banks, "bank that did not end");
			if (block[2][19]) begin   // the one that the flush ends
				upto = TIME_W >= 30 ? block[0] : block[2][7:0] * HALF + (block[0] & (HALF - 1));
				check(upto <= now && upto + 1 >= from && upto >= last_full, "end of the flush's bank");
				check(bank == banks || bank_end[bank] >= upto, "bank that ended before the flush");
				flush_end = upto;
			end else
				check(bank < banks && last_full >= 0, "bank that did not end");
			equal({block[0], block[1]}, {low(upto), low(from)}, "end and begin of a bank");
			equal(block[3], many, "words of a bank");
			equal(block[4], bank, "number of a bank");
			equal(block[5], ones[upto] - (from == 0 ? 0 : ones[from-1]), "what counted in a bank");
			equal(block_words, 6 + many + many % 2, "payload of a bank");
			for (i = 0; i < many; i = i + 1)
				equal(block[6+i], bank + i, "word of a bank");
			next_bank = bank + 1;
		end
	endtask

	task take(input [63:0] slot);
		case (part)
		0: take_header(slot[31:0], slot[63:32]);
		1: take_gap_end(slot[31:0], slot[63:32]);
		2: begin
			equal(slot[31:0], low(flushed ? last_full : sampled_at), "time of ratio record");
			equal(slot[63:32], {WORDS[7:0], sampled_code, NODE[7:0], 8'd2}, "word 1 of ratio record");
			n_ratio = n_ratio + 1;
			part    = 3;
			payload = 0;
		end
		4: begin
			block[payload]   = slot[31:0];
			block[payload+1] = slot[63:32];
			payload = payload + 2;
			if (payload == block_words)
				take_block;
		end
		default: begin
			if (!unknown) begin
				equal(slot[31:0], payload_word(sampled_at, payload), "sample");
				equal(slot[63:32], payload_word(sampled_at, payload + 1), "sample");
			end
			payload = payload + 2;
			if (payload == WORDS) begin
				part = 0;
				if (pending >= 0) begin
					since   = pending;
					unknown = 1'b0;
				end
				pending = -1;
			end
		end
		endcase
	endtask

	task close;
		begin
			check(part == 0, "last record is whole");
			check(flushed || cut, "last record is flush");  // what others had left may have pushed it out
			check(!BLOCKS || cut || frozen || flush_end >= 0, "block that did not come");
			check(synced, "there is a sync");
			check(next_is_after(end_of_run), "event that was not recorded");
		end
	endtask
endmodule
