// SPDX-License-Identifier: Apache-2.0
//
// Bench of gnomon_record_builder: random hits, room, stops and restarts. A model that runs a clock
// behind computes what each clock had to decide, and compares the slot that is written after it.
// The time jumps forward now and then, to just before its top bit changes.
`timescale 1ns/1ns

module bench_builder;
	parameter NODE    = 0;
	parameter TIME_W  = 32;
	parameter CODE_W  = 4;
	parameter SAMPLES = 0;
	parameter BLOCKS  = 0;
	parameter LOSES   = 1;
	parameter BESIDE  = 0;
	parameter LENGTH  = 99000;

	localparam CLOCKS = LENGTH + 1000;
	localparam RECORD = 0, SAMPLE = 1, RESET = 2, START = 3, STOP = 4, MARK = 6, BANK = 7;
	localparam COUNTED = SAMPLES != 0 || BLOCKS != 0;
	localparam [7:0] NODE_BYTE = NODE;

	`include "bench.vh"
	`include "bench_end.vh"

	reg               rst = 1'b1, sync = 1'b0, start = 1'b0, first = 1'b0,
		stop = 1'b0, collect = 1'b1, wrap = 1'b0, halt = 1'b0, hit = 1'b0;
	reg               sample_ready = 1'b1, snap_ready = 1'b1, room = 1'b1, resume = 1'b1,
		full = 1'b0;
	reg  [7:0]        actions = 0;
	reg  [5:0]        records = 1, records_next = 1;
	reg               live = 1'b1;
	wire              keep, told, due;
	reg  [CODE_W-1:0] code = 0, code_next = 0;
	reg  [TIME_W+6:0] count = 0;
	wire              sample, reset, bank, flush, wr, event_now, stopped, active;
	wire [63:0]       slot;
	reg  [7:0]        run = 0;

	gnomon_record_builder #(.NODE(NODE), .TIME_W(TIME_W), .CODE_W(CODE_W), .SAMPLES(SAMPLES),
		.BLOCKS(BLOCKS), .LOSES(LOSES), .BESIDE(BESIDE)) dut (
		.clk (clk), .rst (rst), .sync_i (sync), .start_i (start), .first_i (first),
			.stop_i (stop),
		.collect_i (collect), .wrap_i (wrap), .halt_i (halt), .count_i (count),
		.live_i (live), .hit_i (hit), .actions_i (actions), .code_i (code),
			.records_i (records),
		.sample_ready_i (sample_ready), .snap_ready_i (snap_ready), .sample_o (sample),
			.reset_o (reset), .bank_o (bank), .flush_o (flush),
		.room_i (room), .resume_i (resume), .full_i (full), .half_i (1'b0),
			.wr_o (wr), .slot_o (slot),
			.keep_o (keep), .told_o (told),
		.event_o (event_now), .due_o (due), .stopped_o (stopped),
			.active_o (active), .run_i (run)
	);

	reg was_due = 1'b0;
	always @(posedge clk)
		was_due <= due;
	always @(negedge clk)
		if (!rst)
			equal(event_now, was_due && active && !halt, "due_o");

	// Stimulus. phase: clocks since sync; a run ends with a stop, or with the next sync.
	integer phase = 100, left = 20, ended = 0, hit_share = 0, room_share = 0,
		ready_share = 0, stop_share = 0, live_share = 0, fill = 0, jump,
		full_seed = 7;
	reg     real_store = 1'b0;
	always @(posedge clk) begin
		rst   <= $time < 50;
		sync  <= 1'b0;
		start <= phase == 3;
		first <= start;
		stop  <= 1'b0;
		count <= phase >= 2 && phase < 7 ? 0 : count + 1'b1;
		phase = phase + 1;
		if (left == 0) begin
			sync        <= 1'b1;
			run         <= run * 5 + 77;
			phase       = 0;
			left        = 50 + below(1500);
			ended       = chance(800) ? 20 + below(left) : 100000;
			hit_share   = below(4) == 0 ? 1000 : below(4) == 0 ? 0 : below(700);
			room_share  = below(3) == 0 ? 1000 : below(1000);
			ready_share = below(1000);
			stop_share  = chance(500) ? 0 : 100;
			live_share  = hit_share == 1000 || chance(500) ? 0 : chance(500) ? 5 : 100;
			real_store  = chance(500);
			collect     <= chance(700);
			wrap        <= chance(500);
		end else
			left = left - 1;
		if (phase > 12 && (phase == ended || (phase > ended && chance(100))))
			stop <= 1'b1;
		if (phase > 10 && chance(4)) begin
			jump = 2 + below(10);
			count <= {count[TIME_W+6:TIME_W-1] + below(3), {(TIME_W-1){1'b1}}} - jump;
		end
		// The triggers go off and live; those that fire by code are off with them, and
		// until told_o is 1.
		live      <= chance(live_share) ? !live : live;
		hit       <= chance(hit_share) && (BESIDE != 0 || (live && told === 1'b1));
		actions   <= {chance(300), chance(200), chance(300), chance(stop_share),
			chance(100), chance(200), chance(400), !chance(100)};
		code_next = BESIDE != 0 && chance(200) ? 0 : 1 + below((1 << CODE_W) - 1);
		code      <= code_next;
		records_next = BESIDE != 0 ? 1 + below(40) : 1;
		records   <= records_next;
		sample_ready <= chance(ready_share) || left == 60;
		if (COUNTED)
			snap_ready <= chance(ready_share) || left == 60;
		// A store: a FIFO of 16 slots that is drained at random, or anything at all
		if (phase >= 1 && phase < 4)
			fill = 0;
		else
			fill = fill + (wr === 1'b1) - (fill > 0 && chance(room_share / 3));
		check(!real_store || fill <= 8 + 6, "slots in reserve");
		if (phase > 1 && phase < 10) begin
			room   <= 1'b1;
			resume <= 1'b1;
		end else if (real_store) begin
			room   <= fill < 8;
			resume <= fill <= 4;
		end else begin
			room   <= chance(room_share) || resume;
			resume <= chance(room_share / 2);
		end
		full <= $unsigned($random(full_seed)) % 10 < 3;
		halt <= phase > 20 && wrap && room_share == 1000 && !real_store
			&& (halt || chance(5));
	end

	// The model: what was seen of the clock before (p_), and of the one before that
	reg        p_full;
	integer    n_full = 0;
	reg        p_room, p_resume, p_ready, p_snapshot, p_halt, p_sample, p_event, p_stopped,
		p_start, p_first, pp_halt, p_reset, due_reset, p_bank, due_bank, p_flush;
	reg [CODE_W-1:0] p_code;
	reg        running = 0, ending = 0, p_running = 0, p_ending = 0, collects = 0,
		gap = 0, owed = 0, in_run = 0;
	reg [10:0] heard = 0;          // in this clock: bank, reset, event, actions
	reg        p_live = 1, pp_live = 1, is_told = 1;
	reg [5:0]  p_records;
	reg        now_event, kept, stop_flag, flushed, saw_flush, wanted, opened, may_take,
		finish_now, changed, flush_due = 0;
	reg        next_event = 0;
	reg [7:0]  next_actions = 0;
	reg [31:0] lost = 0;
	reg        must = 0, may = 0, top_before = 0, toggled;
	integer    beat_wait = 0;
	reg [7:0]  kind, flags;
	reg [63:0] expected;
	integer    n_event = 0, n_lost = 0, n_open = 0, n_close = 0, n_close_end = 0,
		n_beat = 0, n_beat_gap = 0, n_flush = 0, n_sync = 0, n_sampled = 0;
	integer    n_unsampled = 0, n_partly = 0, n_wait_bank = 0, n_owed = 0, n_stop = 0,
		n_start = 0, n_halt = 0, n_many = 0, n_restart = 0, n_twice = 0, n_off = 0,
		n_wait = 0, n_reset = 0, n_bank = 0, n_bank_lost = 0;
	integer    n_stop_event = 0, n_load_on = 0, n_load_off = 0, n_load_wait = 0,
		n_load_gap = 0, n_mark = 0;
	integer    load_wait = 0, n_close_hit = 0, n_end_hit = 0, n_load_hit = 0,
		n_reset_with = 0, n_reset_kept = 0, n_reset_lost = 0;

	function [63:0] status(input [7:0] which);
		status = {run, count[TIME_W+6 -: 8], NODE_BYTE, which, {(32-TIME_W){1'b0}},
			count[TIME_W-1:0]};
	endfunction
	wire [31:0] now = count[TIME_W-1:0];
	wire [63:0] now_long = count;   // with the epoch above the time, for the end of a gap

	always @(posedge clk) begin
		// The clock before decided ...
		toggled   = count[TIME_W-1] != top_before;
		now_event = next_event && p_running && !p_halt;
		kept      = 1'b0;
		saw_flush = 1'b0;
		stop_flag = next_actions[STOP] || owed;
		kind      = wr ? slot[39:32] : 8'd0;
		if (in_run) begin
			equal(p_event, now_event, "event_o");
			if (next_event && p_running && p_halt)
				n_halt = n_halt + 1;
			wanted   = 1'b1;
			expected = 64'd0;
			opened   = 1'b0;
			may_take = p_ready && !p_ending;
			finish_now = p_running && p_ending
				&& (!COUNTED || (p_ready && p_snapshot));
			changed  = p_running && !p_halt && pp_live != is_told;
			if (flush_due) begin
				expected  = status(8'd6);
				flushed   = 1'b1;
				flush_due = 1'b0;
				n_flush   = n_flush + 1;
			end else if (p_first) begin
				expected = status(8'd5);
				n_sync   = n_sync + 1;
				equal(now, 0, "time of sync (bench)");
			end else if (gap) begin
				lost   = lost + (now_event ? p_records : 0);
				n_lost = n_lost + now_event;
				n_many = n_many + (lost > 40);
				wanted = p_resume || finish_now;
				if (wanted) begin
					expected = {lost, now_long[31:0]};
					gap      = 1'b0;
					must     = 1'b1;
					may      = 1'b1;
					n_close     = n_close + 1;
					n_close_end = n_close_end + finish_now;
					n_close_hit = n_close_hit + now_event;
				end
			end else if (now_event && p_room) begin
				kept     = 1'b1;
				flags    = COUNTED && next_actions[SAMPLE]
					? {SAMPLES != 0 && may_take, !may_take || !p_snapshot} : 0;
				flags    = flags | {next_actions[MARK], stop_flag, 2'b00};
				// the entry bears the load record, too
				if (BESIDE != 0 && changed) begin
					flags      = flags | {pp_live, 5'h10};
					is_told    = pp_live;
					n_load_hit = n_load_hit + 1;
				end
				n_mark   = n_mark + next_actions[MARK];
				expected = {flags, {(8-CODE_W){1'b0}}, p_code, NODE_BYTE, 8'd1,
					now};
				n_event  = n_event + 1;
				n_sampled    = n_sampled + flags[1];
				n_unsampled  = n_unsampled + (flags[1:0] == 2'b01);
				n_partly     = n_partly + (flags[1:0] == 2'b11);
				n_owed       = n_owed + (stop_flag && !next_actions[STOP]);
				n_stop_event = n_stop_event + next_actions[STOP];
				n_end_hit    = n_end_hit + finish_now;
			end else if (now_event) begin
				expected = status(8'd3) ^ {p_full, 63'd0};
				n_full = n_full + p_full;
				gap    = 1'b1;
				opened = 1'b1;
				lost   = p_records;
				n_lost = n_lost + 1;
				n_open = n_open + 1;
			end else begin
				// ... or, in a clock or two, a time beat, a gap for want of room
				// for it
				beat_wait  = must && p_running && !p_halt && !wr ? beat_wait + 1
					: 0;
				check(beat_wait <= 4, "beat is late");
				load_wait = changed && !wr ? load_wait + 1 : 0;
				check(load_wait == 0,
					"load record in the first clock without an event");
				if (kind == 8'd13) begin
					check(changed && p_room, "load record that was not due");
					expected = {8'd0, 7'd0, pp_live, NODE_BYTE, 8'd13, now};
					is_told  = pp_live;
					n_load_on  = n_load_on + pp_live;
					n_load_off = n_load_off + !pp_live;
				end else if (kind == 8'd4) begin
					check((may || toggled) && p_room && p_running
						&& !(p_halt && pp_halt), "beat that was not due");
					expected = status(8'd4);
					n_beat   = n_beat + 1;
					must     = 1'b0;
					may      = 1'b0;
				end else if (kind == 8'd3) begin
					check((may || toggled || changed) && p_room == 0
						&& p_running, "gap that was not due");
					n_load_gap = n_load_gap + changed;
					expected = status(8'd3) ^ {p_full, 63'd0};
					n_full   = n_full + p_full;
					gap      = 1'b1;
					opened   = 1'b1;
					lost     = 0;
					n_beat_gap = n_beat_gap + 1;
				end else
					wanted = 1'b0;
			end
			saw_flush = finish_now && !opened;
			flush_due = flush_due || saw_flush;
			equal(wr, wanted, "a slot is written");
			equal(keep, kept, "keep_o");
			n_load_wait = n_load_wait + (p_running && pp_live != is_told && gap);
			if (!p_running)
				is_told = pp_live;
			if (wr)
				equal(slot, expected, "slot");
			check(!flushed || !wr || slot[39:32] == 8'd6, "slot after the flush");
			equal(p_sample, (kept && COUNTED && next_actions[SAMPLE] && may_take)
				|| saw_flush, "sample_o");
			equal(p_flush, saw_flush, "flush_o");
			equal(p_bank, BLOCKS != 0 && due_bank && p_running, "bank_o");
			n_bank      = n_bank + p_bank;
			n_bank_lost = n_bank_lost + (p_bank && !kept);
			equal(p_stopped, kept && stop_flag, "stopped_o");
			equal(p_reset, SAMPLES != 0 && due_reset && p_running
				&& (!next_actions[SAMPLE] || (kept && may_take)), "reset_o");
			n_reset      = n_reset + p_reset;
			n_reset_with = n_reset_with + (p_reset && next_actions[SAMPLE]);
			n_reset_kept = n_reset_kept + (due_reset && !p_reset && p_running && kept);
			n_reset_lost = n_reset_lost
				+ (due_reset && !p_reset && p_running && now_event && !kept);
			n_wait = n_wait + (p_ending && !p_ready && SAMPLES != 0);
			n_wait_bank = n_wait_bank
				+ (p_ending && p_ready && !p_snapshot && COUNTED);
			if (now_event)
				owed = LOSES != 0 && !kept && stop_flag;
			if (toggled) begin
				may  = 1'b1;
				must = must || kind != 8'd4;
			end
		end
		// ... and this one hears.
		if (!rst)
			equal(active, running && !saw_flush, "active");
		{due_bank, due_reset, next_event, next_actions} = heard;
		if (in_run && !p_start)
			equal(told, is_told, "told_o");
		heard = {hit && actions[BANK], hit && actions[RESET], hit && actions[RECORD]
			&& (collects || actions[START]), actions};
		n_off = n_off + (running && hit && actions[RECORD] && !heard[8]);
		if (saw_flush) begin
			ending  = 1'b0;
			running = 1'b0;
		end
		p_running = running;
		p_ending  = ending;
		n_twice = n_twice + (stop && ending);
		if (hit && actions[STOP] && !wrap) begin
			n_stop   = n_stop + (running && collects);
			collects = 1'b0;
		end else if (hit && actions[START]) begin
			n_start  = n_start + (running && !collects);
			collects = 1'b1;
		end
		if (stop && running)
			ending = 1'b1;
		if (sync) begin
			n_restart = n_restart + (running && gap);
			running   = 1'b0;
			ending    = 1'b0;
			in_run    = 1'b0;
		end
		if (p_start) begin
			in_run  = 1'b1;
			running = 1'b1;
		end
		if (start) begin
			collects = collect;
			gap      = 1'b0;
			owed     = 1'b0;
			must     = 1'b0;
			may      = 1'b0;
			flushed  = 1'b0;
			flush_due = 1'b0;
			is_told  = live;
		end
		p_full = full;
		{p_room, p_resume, p_ready, p_snapshot, pp_halt, p_halt} =
			{room, resume, sample_ready, snap_ready, p_halt, halt};
		{p_sample, p_event, p_stopped, p_reset, p_bank, p_flush, p_code, p_records} =
			{sample, event_now, stopped, reset, bank, flush, code, records};
		pp_live = p_live;
		p_live  = live;
		{p_first, p_start} = {p_start, start};
		top_before = count[TIME_W-1];
	end

	initial begin
		repeat (LENGTH) @(posedge clk);
		covered(n_sync, "sync");
		covered(n_event, "event");
		covered(n_lost, "lost event");
		covered(n_many, "many lost");
		covered(n_open, "gap");
		covered(n_close, "end of a gap");
		covered(n_close_end, "end of a gap by the end of the run");
		covered(n_beat, "beat");
		covered(n_beat_gap, "beat without room");
		covered(n_flush, "flush");
		covered(n_restart, "sync while a gap is open");
		covered(n_start, "start action");
		covered(n_stop, "stop action");
		covered(n_stop_event, "event with the stop flag");
		covered(n_mark, "mark");
		covered(n_load_on, "triggers live");
		covered(n_load_off, "triggers off");
		covered(n_load_gap, "gap for want of room for a load record");
		covered(n_close_hit, "end of a gap in a clock with an event");
		covered(n_end_hit, "end of the run in a clock with an event");
		if (BESIDE != 0) begin
			covered(n_load_wait, "load record that waits");
			covered(n_load_hit, "load record in a clock with an event");
		end
		covered(n_off, "event while not collecting");
		covered(n_halt, "event while halted");
			covered(n_full, "gap with a full buffer");
		if (LOSES != 0)
			covered(n_owed, "stop flag of a lost event");
		if (BLOCKS != 0) begin
			covered(n_bank, "end of a bank");
			covered(n_bank_lost, "end of a bank with an event that is lost");
		end
		if (COUNTED)
			covered(n_wait_bank, "flush that waits for the counter banks");
		if (SAMPLES != 0) begin
			covered(n_partly, "snapshot alone not taken");
			covered(n_sampled, "sample");
			covered(n_unsampled, "sample not taken");
			covered(n_wait, "flush that waits for the counters");
			covered(n_twice, "STOP while ending");
			covered(n_reset, "reset of the counters");
			covered(n_reset_with, "reset with its sample");
			covered(n_reset_kept, "reset that stays away with its sample");
			covered(n_reset_lost, "reset that stays away with its event");
		end
		finish(0, 0);
	end
endmodule
