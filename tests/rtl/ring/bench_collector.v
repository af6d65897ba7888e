// SPDX-License-Identifier: Apache-2.0
//
// Bench of gnomon_ring_collector: random records in both modes; where they are, what is dropped,
// and every byte that is read. In wrap mode the records of NODES nodes, each in order of its own
// times and with a backlog of its own, and several stop events: their true times decide what is
// kept. Words come in every clock at times. With PORT a slow memory is behind the collector; with
// BASE all positions begin there, so that they wrap at 2^SLOTS_LOG2.
`timescale 1ns/1ns

module bench_collector;
	parameter SLOTS_LOG2 = 7;
	parameter POST_W     = 8;
	parameter LONG       = 0;
	parameter NODES      = 5;   // 1: no two records have the same time
	parameter TIME_W     = 12;
	parameter RUNS       = 32;
	parameter SPRAM      = 0;
	parameter PORT       = 0;
	parameter BASE       = 0;   // with PORT; a multiple of 16
	parameter IN_ORDER   = 0;
	parameter ENDS       = 0;
	parameter WRAP       = 1;   // 0: no run is in wrap mode, and wrap_i is 1 all the same
	parameter WORD_CLOCKS = 1;  // parameter of the collector; words come in every clock all the
	                            // same

	localparam CLOCKS = RUNS * (PORT ? 400000 : 40000);
	localparam TIMES  = PORT ? 4 : 1;  // records of a run in wrap mode
	localparam FEW    = SLOTS_LOG2 > 16;   // a run does not fill the buffer
	localparam SLOTS  = 1 << SLOTS_LOG2;
	localparam EVENT = 1, RATIO = 2, GAP = 3, BEAT = 4, SYNC = 5, FLUSH = 6, DATUM = 7,
		BUCKET = 9, TRIGGER = 11, WORD = 12, LOAD = 13, COUNTER = 14,
		SEGMENT = 16;
	// slots of a record, slots kept free, granules before the limit
	localparam PART = PORT ? SLOTS / 64 : 0;   // discarded together
	localparam MOST = LONG ? 36 : 15, FREE = LONG ? 48 : 32, BEFORE = LONG ? 3 : 1;
	`include "bench.vh"
	`include "bench_end.vh"

	reg         clear = 1'b1, wrap = 1'b0, limit_valid = 1'b0, post_valid = 1'b0,
		word_valid = 1'b0, word_ends = 1'b0;
	reg  [SLOTS_LOG2-1:0] limit = 0;
	reg  [POST_W-1:0]     post = 0;
	reg  [SLOTS_LOG2+2:0] addr = 0;
	reg  [31:0]           word = 0;
	reg                   rst = 1'b1, reads = 1'b0;
	wire [7:0]            data;
	wire [SLOTS_LOG2-1:0] head_is, tail_is;
	wire [SLOTS_LOG2-1:0] head = head_is - BASE, tail = tail_is - BASE;
	wire                  ready, mem_valid, mem_write, mem_ready, mem_come;
	wire [SLOTS_LOG2-1:0] mem_addr;
	wire [63:0]           mem_wdata, mem_rdata;
	wire                  word_ready, full, wrapped, frozen;
	wire [3:0]            high;
	gnomon_ring_collector #(.SLOTS_LOG2(SLOTS_LOG2), .LONG(LONG), .NODES(NODES),
		.TIME_W(TIME_W), .POST_W(POST_W), .SPRAM(SPRAM), .PORT(PORT),
		.WORD_CLOCKS(WORD_CLOCKS), .WRAP(WRAP), .IN_ORDER(IN_ORDER),
			.ENDS(ENDS)) dut (
		.clk (clk), .rst (rst), .clear_i (clear), .wrap_i (wrap || WRAP == 0),
			.limit_valid_i (limit_valid), .limit_i (limit),
		.post_valid_i (post_valid), .post_i (post), .reads_i (reads), .rd_addr_i (addr),
			.rd_ready_o (ready), .rd_data_o (data),
		.word_valid_i (word_valid), .word_ready_o (word_ready), .word_i (word),
			.ends_i (word_valid ? word_ends : 1'bx),
		.head_o (head_is), .tail_o (tail_is), .full_o (full), .wrapped_o (wrapped),
			.frozen_o (frozen), .high_o (high),
		.mem_o ({mem_valid, mem_write, mem_addr, mem_wdata}),
		.mem_i ({mem_ready, mem_come, mem_rdata})
	);
	generate
		if (PORT) begin : gen_memory
			soc_slots #(.SLOTS_LOG2(SLOTS_LOG2), .DEPTH_LOG2(FEW ? 15 : SLOTS_LOG2)
			) memory (
				.clk (clk), .rst (rst), .valid_i (mem_valid), .ready_o (mem_ready),
				.write_i (mem_write), .addr_i (mem_addr), .wdata_i (mem_wdata),
				.rvalid_o (mem_come), .rdata_o (mem_rdata)
			);
		end
		if (BASE != 0) begin : gen_base
			always @(negedge clear) begin
				dut.head_q                   = BASE;
				dut.tail_q                   = BASE;
				dut.at_q                     = 2 * BASE;
				dut.gen_port.u_buffer.sent_q = BASE;
			end
		end
	endgenerate

	// The record that goes out, and what is to be kept of it. Positions are in slots from the
	// start of the run.
	reg [31:0] record [0:127], kept [0:131071];
	reg        begins [0:65535];  // a kept record begins in this slot
	integer    settled = 9, position_was = 0, length, at = -1, i, position, freed, tail_at,
		tail_was, oldest, most, after, posts, used, quiet_clocks;
	reg [63:0] true_time [0:NODES-1], stop_time, latest, t, when, resumed;
	integer    node, most_late = 0;
	reg        keeps, stopping, last_event_kept, mute = 1'b1, sampled = 1'b0, only_flush;
	reg        taken = 1'b0, taken_was = 1'b0;
	integer    rate = 500, stop_rate = 0, since = 0, n_long_gap = 0;
	integer    n_full = 0, n_wait = 0, n_limit = 0, n_evict = 0, n_long = 0,
		n_frozen = 0, n_dropped = 0, n_flush_late = 0,
	           n_sample_kept = 0, n_sample_dropped = 0, n_posts0 = 0, n_within = 0, n_most = 0,
	           	n_no_wrap_stop = 0, n_block = 0, n_at_once = 0, n_old = 0,
	           	n_earlier = 0, n_block_old = 0, synced = 0, n_slow = 0, n_base = 0;

	localparam [63:0] MASK = (64'd1 << TIME_W) - 1, REACH = TIME_W > 24 ? 64'd1 << 30
		: 64'd1 << (TIME_W + 5);
	function fired(input [7:0] kind);
		fired = kind == EVENT || kind == DATUM || kind == WORD || kind == TRIGGER;
	endfunction

	task make_record;
		begin
			for (i = 0; i < 128; i = i + 1)
				record[i] = $random(seed);
			length = 2;
			if (!sampled)
				advance;
			record[0] = t & MASK;
			record[1][15:8] = node;
			when = t;
			if (sampled) begin
				length = 4 + 2 * below(chance(300) ? (LONG ? 21 : 14) : 3);
				record[1][31:24] = length - 2;
				record[1][7:0]   = RATIO;
				sampled = 1'b0;
			end else
				if (synced != NODES) begin
					record[1][7:0]   = SYNC;
					record[1][23:16] = 0;
					synced = synced + 1;
				end else
				case (only_flush ? 0 : below(LONG ? 14 : 12))
				0: begin
					record[1][7:0] = FLUSH;
					record[1][23:16] = t >> (TIME_W - 1);
					sampled = chance(500);
				end
				1: begin
					record[1][7:0]   = GAP;
					record[1][23:16] = t >> (TIME_W - 1);
					length  = 4;
					resumed = t + (chance(300)
						? below(1 << (TIME_W > 26 ? 28 : TIME_W + 1))
						: below(200));
					// nor may a lone node go beyond what its time reaches
					if (resumed + 4096 > latest + REACH
						|| (NODES == 1 && TIME_W > 26))
						resumed = t;
					n_long_gap = n_long_gap + (resumed >> (TIME_W
						- 1) > (t >> (TIME_W - 1)) + 1);
					record[2]  = resumed & (TIME_W < 25
						? (1 << (TIME_W + 7)) - 1 : 32'hffffffff);
					true_time[node] = resumed;
					latest = resumed > latest ? resumed : latest;
				end
				2: begin
					record[1][7:0]   = BEAT;
					record[1][23:16] = t >> (TIME_W - 1);
				end
				3:       record[1][7:0] = LOAD;
				4: begin
					record[1][7:0] = DATUM;
					record[1][26]  = chance(stop_rate);
					length  = record[1][22] ? 6 : 4;
					sampled = chance(300);
				end
				5: begin
					record[1][7:0] = WORD;
					record[1][26]  = chance(stop_rate);
					length  = 4;
					sampled = chance(300);
				end
				6: begin
					record[1][7:0] = TRIGGER;
					record[1][26]  = chance(stop_rate);
					sampled = chance(300);
				end
				12, 13: begin
					length = 10 + 2 * below(chance(500) ? 32 : 2);
					if (chance(200))
						length = 72;
					record[1][7:0]   = chance(500) ? BUCKET
						: chance(500) ? COUNTER : SEGMENT;
					record[1][31:24] = length - 2;
					// its end, or what requested it
					when = t < 300 ? t : t - below(300);
					// of a lone node only blocks come late, maybe very late
					if (NODES == 1 && stopping && stop_time > 0)
						if (chance(500))
							when = stop_time + below(3) - 1;
					record[2]      = when & MASK;
					record[4][7:0] = when >> (TIME_W - 1);
				end
				default: begin
					record[1][7:0] = EVENT;
					record[1][26]  = chance(stop_rate);
					sampled = chance(300);
				end
				endcase
			at = 0;
		end
	endtask

	task next_word;
		begin
			n_at_once = n_at_once + word_valid;
			if (at < 0)
				make_record;
			word_valid <= 1'b1;
			word       <= record[at];
			word_ends  <= at == length - 1;
		end
	endtask

	// The next record is one of some node, which is as late as it likes but for REACH; a half
	// of a period at most between two of its records.
	task advance;
		reg [63:0] step;
		begin
			node = below(NODES);
			if (synced != NODES) begin   // every node begins with its sync
				node   = synced;
				t      = 0;
			end else begin
				step = chance(500) ? below(4) : chance(900) ? below(200)
					: below(1 << (TIME_W > 20 ? 20 : TIME_W - 2));
				if (latest - true_time[node] > REACH - 4096)
					step = 1 << (TIME_W > 30 ? 29 : TIME_W - 2);
				else if (true_time[node] + step + 4096 > latest + REACH)
					step = 0;
				t = true_time[node] + (NODES == 1 && step == 0 ? 1 : step);
			end
			true_time[node] = t;
			latest = t;
			for (i = 0; i < NODES; i = i + 1)   // the one that is behind most
				if (true_time[i] < latest)
					latest = true_time[i];
			if (synced == NODES && t - latest > most_late)
				most_late = t - latest;
			latest = 0;
			for (i = 0; i < NODES; i = i + 1)
				if (true_time[i] > latest)
					latest = true_time[i];
		end
	endtask

	// The word that was taken was a record's last: it is kept or not.
	task end_record;
		begin
			if (record[1][7:0] != RATIO)
				keeps = !(wrap && stopping && after >= posts && when > stop_time)
					|| record[1][7:0] == FLUSH;
			if (record[1][7:0] != RATIO && wrap && stopping && after >= posts
				&& when <= stop_time)
				n_old = n_old + 1;
			n_sample_kept    = n_sample_kept
				+ (record[1][7:0] == RATIO && wrap && stopping && after >= posts
				&& keeps);
			n_sample_dropped = n_sample_dropped + (record[1][7:0] == RATIO && !keeps);
			n_dropped        = n_dropped + !keeps;
			n_long           = n_long + (length == (LONG ? 72 : 30));
			n_block          = n_block
				+ ((record[1][7:0] == BUCKET || record[1][7:0] == COUNTER
				|| record[1][7:0] == SEGMENT) && !keeps);
			settled      = 0;
			position_was = position;
			if (keeps) begin
				n_flush_late = n_flush_late
					+ (wrap && stopping && after >= posts
					&& record[1][7:0] == FLUSH);
				for (i = 0; i < length; i = i + 1)
					kept[2*position+i] = record[i];
				for (i = 0; i < length / 2; i = i + 1)
					begins[position+i] = i == 0;
				position = position + length / 2;
				if (wrap && fired(record[1][7:0])) begin
					if (stopping && t > stop_time)
						after = after + 1;
					else if (record[1][26]) begin
						n_earlier = n_earlier + (stopping && t < stop_time);
						stopping  = 1'b1;
						stop_time = t;
					end
				end
				n_no_wrap_stop = n_no_wrap_stop
					+ (!wrap && fired(record[1][7:0]) && record[1][26]);
			end
			at = -1;
		end
	endtask

	always @(posedge clk)
		if (clear) begin
			position = 0;
			freed    = 0;
			tail_at  = 0;
			most     = 0;
			after    = 0;
			stopping = 1'b0;
			synced   = 0;
			latest   = 0;
			for (i = 0; i < NODES; i = i + 1)
				true_time[i] = 0;
			sampled  = 1'b0;
			at       = -1;
			since    = 0;
			word_valid <= 1'b0;
		end else begin
			// the tail moves up only, and is where a record begins or where the host
			// put it
			tail_was = tail_at;
			oldest   = tail_at;
			while (oldest % SLOTS != tail && oldest - tail_at < SLOTS)
				oldest = oldest + 1;
			if (oldest != tail_at) begin
				n_evict = n_evict + wrap;
				if (wrap) begin
					check(oldest - tail_at <= MOST + PART
						&& begins[oldest] === 1'b1,
						"tail where a record begins");
					// the first that begins in its part of the buffer
					if (PART != 0)
						for (i = oldest - oldest % PART; i < oldest;
							i = i + 1)
							check(begins[i] !== 1'b1,
								"tail at the begin of a part");
					check(position - tail_at > SLOTS - FREE,
						"nothing dropped without need");
				end
			end
			tail_at = oldest;
			if (!wrap)
				equal(tail_at, freed, "tail where the host put it");
			// a record after a stop is kept, or not, two clocks after its last word
			settled = settled + 1;
			if (settled > (wrap ? 3 : 1))
				equal(head, position % SLOTS, "head");
			else
				check(head === position % SLOTS
					|| head === position_was % SLOTS,
					"head while a record is settled");
			check(position - tail_at < SLOTS, "nothing written over");
			check(wrapped === (wrap && tail_at > 0), "wrapped");
			check(settled < 4 || at > 0
				|| frozen === (wrap && stopping && after >= posts), "frozen");
			used  = position - tail_at;
			since = since + 1;
			if (used > most)
				most = used;
			if (!wrap && since > 2 && at <= 0 && tail_at == tail_was)
				equal(full, (SLOTS / 16 + tail_at / 16
					- position / 16 % (SLOTS / 16)) % (SLOTS / 16) - 1 < BEFORE
				      && tail_at / 16 % (SLOTS / 16)
				      	!= position / 16 % (SLOTS / 16), "full");
			n_full = n_full + (!wrap && full);
			// what is taken
			taken_was = taken;
			taken     = word_valid && word_ready;
			check(!(SPRAM && taken && taken_was), "no two words in a row");
			if (taken) begin
				if (at == 0 && !wrap)
					check(position - tail_at <= SLOTS - 16 * BEFORE,
						"record begins in the limit granule");
				if (at == 0 && wrap)
					check(position - tail_at < SLOTS - MOST,
						"record begins without room for the longest");
				at           = at + 1;
				quiet_clocks = 0;
				if (at == length)
					end_record;
				word_valid <= 1'b0;
				if (chance(rate) && !(mute && at < 0))
					next_word;
			end else begin
				quiet_clocks = word_valid && oldest == tail_was ? quiet_clocks + 1
					: 0;
				n_wait = n_wait + (quiet_clocks > 50);
				check(quiet_clocks < (PORT ? 400 : 60) || (!wrap && at == 0
					&& used >= SLOTS - 16 * BEFORE), "word taken in time");
				n_slow = n_slow + (PORT && word_valid && at > 0);
				check(!(word_valid && at > 0) || (SPRAM && taken_was) || PORT,
					"whole records are taken");
				if (!word_valid && chance(rate) && !(mute && at < 0))
					next_word;
			end
			if (used != position - tail_at || tail_at != tail_was)
				since = 0;
		end

	// The host: the slots from..upto-1 are what was kept; then the limit.
	task read(input integer from, input integer upto);
		integer k;
		if (PORT) begin
			for (k = 8 * from; k < 8 * upto; k = k + 1) begin
				addr <= k + 8 * BASE;
				repeat (reads ? 1 : 4) @(posedge clk);
				reads <= 1'b1;
				repeat (3) @(posedge clk);
				while (!ready)
					@(posedge clk);
				equal(data, kept[k/4] >> (k % 4 * 8) & 255, "byte");
				if (k % 2048 == 2047 || k == 8 * upto - 1
					|| k == 8 * from + 799) begin
					reads <= 1'b0;   // the end of a frame
					@(posedge clk);
				end
				if (k == 8 * from + 799 && upto - from > 200)
					k = 8 * (upto - 100) - 1;   // the last slots
			end
			n_base = n_base + (upto > from && BASE != 0
				&& (BASE + from) / SLOTS != (BASE + upto) / SLOTS);
		end else for (k = 8 * from; k < 8 * upto + 1; k = k + 1) begin
			addr <= k % (8 * SLOTS);
			@(posedge clk);
			if (SPRAM) begin   // a byte is requested for three clocks
				repeat (2) @(posedge clk);
				if (k < 8 * upto)
					equal(data, kept[k/4] >> (k % 4 * 8) & 255, "byte");
			end else begin
				if (k > 8 * from)  // what was requested a clock ago
					equal(data, kept[(k-1)/4] >> ((k - 1) % 4 * 8) & 255,
						"byte");
				if (k % 4 == 0)    // a word is requested for two clocks at least
					@(posedge clk);
			end
		end
	endtask

	integer r, done, upto, next_posts, sixteenths;
	task settle;
		begin
			mute = 1'b1;
			while (at >= 0 && quiet_clocks < (PORT ? 395 : 55))
				@(posedge clk);
			repeat (40) @(posedge clk);
			sixteenths = (most * 16 + SLOTS - 1) / SLOTS;
			equal(high, sixteenths > 15 ? 15 : sixteenths, "high-water mark");
			n_most = n_most + (sixteenths > 10);
		end
	endtask

	initial begin
		repeat (3) @(posedge clk);
		rst <= 1'b0;
		for (r = 0; r < RUNS; r = r + 1) begin
			next_posts = r % 8 == 1 ? 0 : below(r % 3 == 0 ? 6 : 1 << (POST_W - 2));
			mute       = 1'b1;
			word_valid <= 1'b0;
			posts      <= next_posts;
			post_valid <= 1'b1;
			post       <= next_posts - 1;
			wrap       <= r % 2 && WRAP != 0;
			clear      <= 1'b1;
			n_within   = n_within + (at > 0);
			@(posedge clk);
			post_valid <= 1'b0;
			@(posedge clk);
			clear      <= 1'b0;
			@(posedge clk);
			@(posedge clk);
			rate       = chance(500) ? 1000 : 50 + below(900);
			stop_rate  = 0;
			only_flush = 1'b0;
			mute       = 1'b0;
			done       = 0;
			if (wrap) begin
				repeat (below(TIMES * 6000)) @(posedge clk);
				stop_rate = 100;
				repeat (below(6000)) @(posedge clk);
				only_flush = chance(500);
				repeat (200) @(posedge clk);
				n_frozen = n_frozen + frozen;
				n_posts0 = n_posts0 + (frozen && posts == 0);
			end else begin
				stop_rate = 100;
				if (r % 4 == 2)  // else nothing is freed
					repeat (below(40)) begin
						repeat (below(300)) @(posedge clk);
						upto = position;
						read(done, upto);
						done = upto;
						if (done >= 16 && chance(800)) begin
							limit_valid <= 1'b1;
							limit       <= done - 16 + BASE
								+ (SLOTS << 3);
							@(posedge clk);
							limit_valid <= 1'b0;
							freed      <= done / 16 * 16;
							n_limit     = n_limit + 1;
						end
					end
				else
					repeat (below(TIMES * 4000)) @(posedge clk);
			end
			if (chance(300))  // clear in the middle
				repeat (below(100)) @(posedge clk);
			else begin
				settle;
				read(wrap ? tail_at : done, position);
			end
		end
		if (BASE != 0)
			covered(n_base, "bytes on both sides of the wrap of positions");
		covered(FEW || n_full, "full");
		covered(n_at_once > 1000, "words in every clock");
		covered(FEW || n_wait, "words that wait");
		covered(n_limit, "limit");
		covered(FEW || !WRAP || n_evict, "oldest record dropped");
		covered(n_long, "longest record");
		covered(!WRAP || n_frozen, "frozen");
		covered(!WRAP || n_posts0, "frozen at once");
		covered(!WRAP || n_dropped, "record dropped while frozen");
		covered(!WRAP || IN_ORDER || n_old, "record of before the stop while frozen");
		covered(!WRAP || NODES == 1 || n_earlier, "earlier stop event that comes later");
		covered(TIME_W > 26 || n_long_gap, "gap longer than half a period of the time");
		if (LONG)
			covered(n_block, "block dropped while frozen");
		covered(!WRAP || n_flush_late, "flush while frozen");
		covered(!WRAP || n_sample_kept, "sample of such a flush");
		covered(!WRAP || n_sample_dropped, "sample dropped with its event");
		covered(n_within || PORT != 0, "clear within a record");
		covered(FEW || n_most, "high-water mark above half");
		covered(n_no_wrap_stop, "stop action without wrap");
		finish(0, 0);
	end
endmodule
