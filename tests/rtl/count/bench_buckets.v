// SPDX-License-Identifier: Apache-2.0
//
// Bench of gnomon_count_buckets: values in every clock or seldom, banks switched in each clock or
// never, blocks taken at once or slowly, new runs at any time. What was put in is kept clock by
// clock; each block is compared with it, and the blocks of a run must cover all of it: from time 0
// to the flush each clock belongs to one bank, or to a time without one whose values are reported
// as lost. Whether a bank may be late is known from the blocks that were given. Of a run that
// freezes each bank that ended before is given, and no other.
`timescale 1ns/1ns

module bench_buckets;
	parameter WIDTH      = 12;
	parameter COUNT_LOG2 = 6;
	parameter BANKS_LOG2 = 3;
	parameter BITS       = 32;
	parameter APART      = 1;
	parameter LOSES      = 1;
	parameter TIME_W     = 12;
	parameter UNIT       = 2;
	parameter NODE       = 5;
	parameter RUNS       = 40;
	parameter MOST       = 6000;  // clocks of a run

	localparam COUNT  = 1 << COUNT_LOG2;
	localparam BANKS  = 1 << BANKS_LOG2;
	localparam PART   = COUNT < 64 ? COUNT : 64;
	localparam PARTS  = COUNT / PART;
	localparam RAMS   = APART == 1 ? 2 : 1;
	localparam BASE   = 4 * COUNT;
	localparam SPAN   = 1 << 18;
	localparam CLOCKS = RUNS * (3 * MOST + 40 * BANKS * COUNT);
	localparam [63:0] TOP = (64'd1 << WIDTH) - 1, CAP = (64'd1 << BITS) - 1, FULL = BITS == 32
		? CAP - 65535 : CAP;
	localparam [7:0]  KIND = 9;
	`include "bench.vh"
	`include "bench_end.vh"

	reg               rst = 1'b1, first = 1'b0, wr_valid = 1'b0, wish = 1'b0, given = 1'b0,
		lost = 1'b0, bank = 1'b0, flush = 1'b0, pop = 1'b0,
		frozen = 1'b0;
	reg  [TIME_W+6:0] count = 0, past = 0;
	reg  [15:0]       wr_addr = 0;
	reg  [7:0]        wr_data = 0;
	reg  [WIDTH-1:0]  value = 0;
	wire              valid = wish && !(APART > 1 && given);
	wire              block_valid, block_last, busy;
	wire [31:0]       word;

	gnomon_count_buckets #(.WIDTH(WIDTH), .COUNT_LOG2(COUNT_LOG2), .BANKS_LOG2(BANKS_LOG2),
		.BITS(BITS), .APART(APART), .LOSES(LOSES),
		.UNIT(UNIT), .NODE(NODE), .TIME_W(TIME_W),
		.CELL_W(16), .BASE(BASE)) dut (
		.clk (clk), .rst (rst), .first_i (first), .count_i (past), .wr_valid_i (wr_valid),
			.wr_addr_i (wr_addr), .wr_data_i (wr_data),
		.valid_i (valid), .value_i (value), .lost_i (lost), .bank_i (bank),
			.flush_i (flush), .frozen_i (frozen),
		.block_valid_o (block_valid), .block_word_o (word), .block_last_o (block_last),
			.block_pop_i (pop), .block_busy_o (busy)
	);

	// What was put in, by time; of a run
	reg         h_valid [0:SPAN-1], h_lost [0:SPAN-1], h_switch [0:SPAN-1];
	reg [31:0]  h_value [0:SPAN-1];
	reg [63:0]  bounds [0:COUNT];
	integer     now = 0;           // time of this clock
	reg         running = 1'b0;    // between first and flush
	reg         clean = 1'b0;      // the run began with all banks free
	integer     flush_at = -1;     // -1: not yet
	integer     started = 0;
	integer     ends_at = -1;      // behind a run that has frozen, until all is given

	// What came out
	reg [31:0]  record [0:127];
	integer     at = 0, part = 0, block = 0, end_before = -1;
	integer     gone [0:SPAN-1];   // when the last record of a block was there
	reg         done = 1'b0;       // the block of the flush was taken
	reg         held = 1'b0;
	reg [31:0]  held_word;
	reg [31:0]  b_end, b_begin, b_lost, b_total, b_flags;
	integer     sums [0:COUNT-1], poke_block = -1, poke_bucket = 0;
	reg [63:0]  poke_more = 0, sum, want;
	integer     from, till, i, j, t;
	reg         any;
	integer     n_block = 0, n_late = 0, n_empty = 0, n_saturated = 0, n_one = 0,
		n_row = 0, n_cut = 0, n_cut_block = 0, n_first_late = 0, n_lost = 0,
	            n_both = 0, n_switch_value = 0, n_full_rate = 0, n_flush = 0,
	            	n_epoch = 0, n_fresh = 0, n_long = 0, n_unpaused = 0, n_flush_lost = 0,
	            	n_reset = 0, n_frozen = 0, n_frozen_just = 0;

	`include "bucket_records.vh"

	// Each clock: what is seen, what was put in
	always @(posedge clk) begin
		if (block_valid) begin
			if (held)
				equal(word, held_word, "a word waits");
			if (at == 0 && part == PARTS - 1 && !held)
				gone[block] = now;
			if (pop) begin
				record[at] = word;
				at = at + 1;
				if (block_last) begin
					take_record;
					at = 0;
				end else
					check(at < PART + 7, "the record has an end");
			end
			held      = !pop;
			held_word = word;
		end else begin
			check(at == 0, "a record without a pause");
			held = 1'b0;
		end
		if (running && !first)
			check(busy, "busy in a run");
		if (started > 0 && !running && !busy && !frozen)
			check(done, "not busy before all is given");
		if (ends_at >= 0 && !busy && !first && !rst) begin
			check_frozen;
			ends_at = -1;
		end
		if (running && !first && now < SPAN) begin
			h_valid[now]  = valid;
			h_value[now]  = value;
			h_lost[now]   = lost;
			h_switch[now] = (bank || flush) && !frozen;
			n_both = n_both + (valid && lost);
			if (flush) begin
				if (frozen)
					ends_at = now + 1;
				else
					flush_at = now;
				running = 1'b0;
			end
		end
		given <= valid;
		now   = now + 1;
		count <= count + 1;
		past  <= count;
		if (first) begin
			n_cut       = n_cut + running;
			n_cut_block = n_cut_block + (at != 0);
			clean       = !busy && !frozen;
			n_fresh     = n_fresh + clean;
			running     = 1'b1;
			started     = started + 1;
			flush_at    = -1;
			ends_at     = -1;
			now         = 0;
			at          = 0;
			part        = 0;
			block       = 0;
			end_before  = -1;
			done        = 1'b0;
			held        = 1'b0;
			poke_block  = -1;
			count      <= 0;
		end
		if (rst) begin
			running = 1'b0;
			started = 0;
			ends_at = -1;
			at      = 0;
			held    = 1'b0;
		end
	end

	// When all is given of a run that has frozen, no bank has ended but those that were given.
	task check_frozen;
		begin
			from = end_before + 1;
			if (block >= BANKS && gone[block-BANKS] >= from)
				from = gone[block-BANKS] + 1;
			if (clean || block >= BANKS)
				for (t = from; t < ends_at; t = t + 1)
					check(!h_switch[t], "not busy before each bank is given");
			n_frozen = n_frozen + (end_before < ends_at - 1);
			n_frozen_just = n_frozen_just + (end_before >= ends_at - 24);
		end
	endtask

	// A word is taken in the clock in which it is there
	integer pop_rate = 1000;
	always @(negedge clk)
		pop <= block_valid && !rst && chance(pop_rate);

	// Inputs
	integer value_rate = 0, bank_rate = 0, lost_rate = 0, same_rate = 0,
		phase = 0, length, run_no, n;
	reg     quiet = 1'b0;
	reg     froze = 1'b0;
	reg     calm  = 1'b0;  // banks are long
	reg [WIDTH-1:0] usual = 0;
	task new_rates;
		begin
			case (below(4))
			0:       value_rate = 1000;
			1:       value_rate = 500;
			2:       value_rate = below(100);
			default: value_rate = below(3) * 500;
			endcase
			case (below(6))
			0:       bank_rate = 0;
			1:       bank_rate = 1000;
			2:       bank_rate = 300;
			3:       bank_rate = 1;
			default: bank_rate = below(20);
			endcase
			if (calm)
				bank_rate = below(2);
			case (below(4))
			0:       pop_rate = 0;
			1:       pop_rate = below(200);
			default: pop_rate = 1000;
			endcase
			same_rate = below(3) * 500;
			lost_rate = below(3) * below(3) * 100;
			phase = 1 + below(bank_rate > 100 ? 20 : 600);
		end
	endtask
	task inputs;
		begin
			if (phase == 0)
				new_rates;
			else
				phase = phase - 1;
			if (chance(50))
				usual = $random(seed);
			wish  <= !quiet && chance(value_rate);
			value <= chance(same_rate) ? usual ^ (below(3) == 0) : chance(500)
				? $random(seed) : bounds[below(COUNT)] - below(2);
			lost  <= !quiet && chance(lost_rate) && LOSES;
			bank  <= !quiet && chance(bank_rate);
			frozen <= froze;
		end
	endtask

	// Makes a count of the bank that counts almost full; behind the back of the module, after
	// clocks without values
	reg  [15:0] poke_bank;
	integer     poke_at, poke_ram, head_first = 0;
	reg         began = 1'b0;
	always @(posedge clk) begin
		if (began)
			head_first = dut.head_q;
		began = first;
	end
	reg  [63:0] old_count, new_count;
	event       peeks, poked;
	genvar      ram;
	generate
		for (ram = 0; ram < RAMS; ram = ram + 1) begin : gen_low
			always @(peeks)
				if (poke_ram == ram)
					old_count = dut.gen_ram[ram].u_low.mem[poke_at];
			always @(poked)
				if (poke_ram == ram)
					dut.gen_ram[ram].u_low.mem[poke_at] = new_count[15:0];
		end
		if (BITS == 32) begin : gen_high
			always @(poked)
				dut.gen_high.u_high.mem[poke_bucket << BANKS_LOG2
					| poke_bank % BANKS] = new_count[31:16];
		end
	endgenerate
	task poke;
		begin
			quiet = 1'b1;
			repeat (COUNT_LOG2 + 6) begin
				inputs;
				flush <= 1'b0;
				first <= 1'b0;
				@(posedge clk);
			end
			quiet = 1'b0;
			if (dut.open_q && poke_block < 0) begin
				poke_bank   = dut.head_q;
				poke_bucket = bucket_of(usual);
				poke_at     = (poke_bucket << BANKS_LOG2 | poke_bank % BANKS)
					/ RAMS;
				poke_ram    = poke_bank % RAMS;
				-> peeks;
				#0;
				new_count = (BITS == 16 || chance(400) ? FULL : chance(500) ? CAP
					: 64'h1ffff) - below(4);
				// no count of a run comes to 2^16 by itself
				poke_more = new_count - old_count;
				-> poked;
				// the first block not yet taken that can lie in this bank
				poke_block = block + (poke_bank - head_first - block
					+ 8 * SPAN) % (2 * BANKS);
				same_rate  = 1000;
				value_rate = 1000;
				bank_rate  = 0;
				phase      = 20;
			end
		end
	endtask
	task write_bounds;
		reg [63:0] step;
		begin
			bounds[0] = 0;
			step = 1 + below(3) * (TOP >> COUNT_LOG2);
			for (n = 1; n < COUNT; n = n + 1) begin
				bounds[n] = bounds[n-1] + (chance(800)
					? below((step & 32'hfffff) + 1) : 0);
				if (bounds[n] > TOP)
					bounds[n] = 64'hffffffff;
			end
			bounds[COUNT] = 64'h1_0000_0000;
			for (n = 0; n < 4 * COUNT; n = n + 1) begin
				wr_valid <= 1'b1;
				wr_addr  <= BASE + n;
				wr_data  <= bounds[n/4] >> 8 * (n % 4);
				@(posedge clk);
			end
			wr_valid <= 1'b0;
		end
	endtask

	task clocks_of(input integer many);
		repeat (many) begin
			inputs;
			@(posedge clk);
		end
	endtask
	task start_run;
		begin
			first <= 1'b1;
			clocks_of(1);
			first <= 1'b0;
			froze = 1'b0;
		end
	endtask
	task end_run;
		begin
			flush <= 1'b1;
			clocks_of(1);
			flush <= 1'b0;
			while (busy) begin
				if (pop_rate == 0)
					pop_rate = 1000;
				clocks_of(1);
			end
		end
	endtask
	task steady_rates;
		begin
			value_rate = 1000;
			bank_rate  = 0;
			same_rate  = 1000;
			pop_rate   = 1000;
			phase      = 4 * COUNT * BANKS;
		end
	endtask
	// A freeze right behind the ends of banks; values come until all is given.
	task end_frozen;
		begin
			start_run;
			clocks_of(below(1000));
			steady_rates;
			phase = CLOCKS;
			bank <= 1'b1;
			repeat (1 + below(BANKS)) @(posedge clk);
			froze = 1'b1;
			clocks_of(1 + below(20));
			end_run;
			phase = 0;
		end
	endtask
	// A bank with a saturated count is thrown away; the next one to be read is another.
	integer n_left = 0;
	task leave_saturated;
		begin
			start_run;
			poke;
			clocks_of(12);
			n_left = n_left + (poke_block >= 0 && running);
			start_run;
			clocks_of(1 + below(3 * COUNT));
			end_run;
		end
	endtask
	// The next run begins while a record is given out.
	task leave_record;
		begin
			start_run;
			steady_rates;
			clocks_of(3);
			bank <= 1'b1;
			@(posedge clk);
			for (n = 0; n < 2 * BANKS * COUNT + 200 && at == 0; n = n + 1)
				clocks_of(1);
			phase = 0;
		end
	endtask
	// Of two banks the one is all read, or cleared after a new start, just when the other ended
	// and the flush came: what is lost is reported after that one.
	task end_tightly;
		begin
			start_run;
			end_run;
			start_run;
			steady_rates;
			clocks_of(3);
			first <= chance(700);
			bank  <= 1'b1;
			@(posedge clk);
			first <= 1'b0;
			quiet = 1'b1;
			clocks_of(COUNT + COUNT_LOG2 + below(4));
			quiet = 1'b0;
			inputs;
			wish  <= 1'b1;
			value <= 0;
			bank  <= 1'b1;
			@(posedge clk);
			end_run;
		end
	endtask
	// A reset while values are on their way to the bank that is cleared first
	task reset_counting;
		begin
			rst <= 1'b1;
			@(posedge clk);
			rst <= 1'b0;
			write_bounds;
			start_run;
			end_run;
			rst <= 1'b1;
			@(posedge clk);
			rst <= 1'b0;
			write_bounds;
			while (busy)
				@(posedge clk);
			start_run;
			steady_rates;
			clocks_of(20);
			quiet = 1'b1;
			clocks_of(COUNT_LOG2 + 2);
			quiet = 1'b0;
			wish  <= 1'b1;
			value <= 0;
			if (chance(500))
				@(posedge clk);
			rst <= 1'b1;
			n_reset = n_reset + 1;
			@(posedge clk);
		end
	endtask
	integer n_tight = 0;
	always @(posedge clk)
		if (dut.empty_q && dut.bank_q == dut.tail_q && dut.used_q != 0 && !dut.load_q
			&& !dut.give_q)
			n_tight = n_tight + 1;

	initial begin
		for (i = 0; i < SPAN; i = i + 1)
			gone[i] = 0;
		repeat (4) @(posedge clk);
		for (run_no = 0; run_no < RUNS; run_no = run_no + 1) begin
			if (run_no > 0 && !rst)
				case (run_no % 8)
				1: leave_saturated;
				0, 2, 3: if (BANKS == 2 && PARTS == 1) end_tightly;
				5, 6: reset_counting;
				7: leave_record;
				4: end_frozen;
				endcase
			if (rst) begin
				rst <= 1'b0;
				write_bounds;
			end
			// a new run, at times in the middle of the one before
			start_run;
			calm   = chance(300);
			length = chance(300) ? 1 + below(50) : 1 + below(MOST);
			for (n = 0; n < length; n = n + 1) begin
				clocks_of(1);
				if (below(1500) == 0)
					poke;
			end
			if (chance(850)) begin
				flush <= 1'b1;
				inputs;
				@(posedge clk);
				flush <= 1'b0;
				for (n = below(3) * below(BANKS * COUNT); n > 0; n = n - 1) begin
					inputs;
					@(posedge clk);
				end
				if (chance(700)) begin
					while (busy) begin
						if (pop_rate == 0)
							pop_rate = 1000;
						inputs;
						@(posedge clk);
					end
					if (chance(500))
						write_bounds;
				end
			end
			if (chance(100)) begin
				rst <= 1'b1;
				n_reset = n_reset + 1;
				repeat (1 + below(2)) @(posedge clk);
				quiet = 1'b0;
			end
		end
		covered(n_block > 100, "hundred blocks");
		covered(n_late, "a late bank");
		covered(n_empty, "an empty bank");
		covered(n_saturated, "a saturated count");
		covered(n_one, "a bank of one clock");
		covered(n_row, "banks in adjacent clocks");
		covered(n_cut, "a new run in the middle");
		covered(n_cut_block, "a new run in a record");
		covered(n_first_late, "a run that begins without a bank");
		covered(n_lost, "lost values");
		covered(n_flush_lost, "values lost at the flush");
		covered(n_both || !LOSES, "two lost in one clock");
		covered(n_switch_value, "a value with a switch");
		covered(n_full_rate, "a value every clock");
		covered(n_flush, "a flush");
		covered(n_left, "a saturated count that is thrown away");
		covered(n_tight || BANKS > 2
			|| PARTS > 1, "the last bank but one free at the flush");
		covered(n_epoch || TIME_W > 14
			|| MOST < 2 << TIME_W - 1, "a bank over a change of the epoch");
		covered(n_fresh, "a run with clean banks");
		covered(n_long || MOST < 4000, "a long bank");
		covered(n_reset, "a reset");
		covered(n_frozen, "a run that has frozen");
		covered(n_frozen_just, "a bank that ended just before a freeze");
		finish(0, 0);
	end
endmodule
