// SPDX-License-Identifier: Apache-2.0
// The preprocessors of bench_entries: a queue of samples and a unit that sends blocks, both of
// which come late; what they gave out in a run, and what the monitor asked of them; included in
// its body.
//
// A sample, or a block, that shows can be read a word a cycle. Where the queues are ready for a
// sample they stay so until it comes. The words of a run before stay until the first cycle of the
// next one.

	localparam COUNTED = SAMPLE_WORDS != 0 || BLOCKS != 0;
	localparam WORDS   = SAMPLE_WORDS == 0 ? 1 : SAMPLE_WORDS;
	localparam STORED  = 1 << 18;
	reg        sample_ready = 1'b1, snap_ready = 1'b1;
	reg        sample_valid = 1'b0, block_valid = 1'b0, block_last = 1'b0;
	reg [31:0] sample_word = 0, block_word = 0;
	wire       sample, reset, bank, flush, first, frozen, sample_pop, block_pop;
	wire [TIME_W+6:0] count;

	// Samples of the run: the time of each, its words, the cycle from which on it shows
	integer    samples = 0, samples_out = 0, word_out = 0, cycle = 0;
	integer    sample_time [0:STORED/8-1], shows_at [0:STORED/8-1];
	reg [31:0] sample_words [0:STORED-1];
	// Blocks of the run: where the words of each begin; how many of it are out
	integer    blocks = 0, block_words = 0, block_out = 0;
	integer    block_at [0:STORED/8-1];
	reg [31:0] words_of_blocks [0:STORED-1];
	// What came of the cycle with each time: of the monitor, and of the queues
	reg        sample_at [0:MOST-1], reset_at [0:MOST-1], bank_at [0:MOST-1],
		ready_at [0:MOST-1], snap_at [0:MOST-1], waits_at [0:MOST-1];
	integer    flush_at, stop_at;     // the time of the last cycle; the cycle of STOP
	// How the queues behave in this run
	integer    capacity = 2, delay_most = 1, ready_share = 1000, gap_share = 0,
		block_share = 0, length_most = 4, blocks_behind = 0, blocks_frozen = 0,
		behind_share = 50;
	reg        in_run = 1'b0, ended = 1'b0, short = 1'b0;
	integer    stalled = 0, head_before = 0;
	integer    n_samples = 0, n_blocks = 0, n_wait_sample = 0, n_pop_short = 0,
		n_first_sample = 0, n_first_block = 0, n_block_after = 0,
		n_block_frozen = 0;
	task plan_stand;
		begin
			capacity    = 1 + below(5);
			delay_most  = chance(500) ? 1 : 1 + below(60);
			ready_share = chance(500) ? 1000 : 100 + below(900);
			gap_share   = chance(300) ? 1000 : below(1000);
			block_share = chance(250) ? 0 : chance(200) ? 1000 : below(60);
			length_most = chance(500) ? 6 : 50;
			if (BLOCKS != 0) begin
				blocks_frozen = below(4);
				behind_share  = chance(500) ? 50 : 5;
			end
		end
	endtask

	task begin_block;
		begin
			block_at[blocks] = block_words;
			block_out        = block_words;
			blocks           = blocks + 1;
			for (n = 2 * below(length_most); n >= 0; n = n - 1) begin
				words_of_blocks[block_words] = {$random(seed)};
				block_words = block_words + 1;
			end
			n_blocks      = n_blocks + 1;
			n_block_after = n_block_after + ended;
			n_block_frozen = n_block_frozen + (frozen && !ended);
			if (ended)
				blocks_behind = blocks_behind - 1;
			else if (frozen)
				blocks_frozen = blocks_frozen - 1;
		end
	endtask

	// The words of the cycle that ends are those that were taken
	task step_samples(input integer at);
		begin
			check(rst || !sample_pop || sample_valid, "a word of a sample that is there");
			if (sample_valid && sample_pop) begin
				word_out    = (word_out + 1) % WORDS;
				samples_out = samples_out + (word_out == 0);
			end
			if (sample && SAMPLE_WORDS != 0) begin
				check(sample_ready, "a sample only with sample_ready_i");
				sample_time[samples] = at;
				shows_at[samples]    = cycle + below(delay_most);
				for (n = 0; n < WORDS; n = n + 1)
					sample_words[samples * WORDS + n] = {$random(seed)};
				samples   = samples + 1;
				n_samples = n_samples + 1;
			end
			sample_ready <= samples - samples_out < capacity
				&& ((sample_ready && !sample) || chance(ready_share));
			snap_ready   <= (snap_ready && !sample) || chance(ready_share);
			sample_valid <= word_out != 0 || (samples_out < samples
				&& cycle >= shows_at[samples_out]);
			sample_word  <= samples_out < samples && cycle >= shows_at[samples_out]
				? sample_words[samples_out * WORDS + word_out] : {$random(seed)};
		end
	endtask
	task step_blocks;
		reg more;
		begin
			check(rst || !block_pop || block_valid, "a word of a block that is there");
			if (block_valid && block_pop)
				block_out = block_out + 1;
			more = block_out < block_words;
			if (!more && in_run && BLOCKS != 0
				&& (ended ? blocks_behind > 0 : !frozen || blocks_frozen > 0)
				&& chance(block_pop ? gap_share
					: ended ? behind_share : block_share)) begin
				begin_block;
				more = 1'b1;
			end
			block_valid <= more;
			block_last  <= more ? block_out == block_words - 1 : $random(seed);
			block_word  <= more ? words_of_blocks[block_out] : {$random(seed)};
		end
	endtask

	// Where there is room nothing waits without end: the builder writes, or a word is taken.
	task step_waits;
		begin
			n_wait_sample = n_wait_sample + (sample_valid && !sample_pop);
			n_pop_short   = n_pop_short + ((sample_pop || block_pop) && short);
			short         = !dut.store_room;
			stalled = in_run && (sample_valid || block_valid) && !sample_pop
				&& !block_pop && !short && head_before == dut.u_buffer.head_q
				? stalled + 1 : 0;
			check(stalled < 6, "what waits is written where there is room");
			head_before = dut.u_buffer.head_q;
		end
	endtask

	task step_stand(input integer at);
		begin
			cycle = cycle + 1;
			if (at >= 0 && in_run) begin
				sample_at[at] = sample;
				reset_at[at]  = reset;
				bank_at[at]   = bank;
				ready_at[at]  = sample_ready;
				snap_at[at]   = snap_ready;
				waits_at[at]  = sample_valid;
				if (at > 0 && sample)
					equal(count, at - 1, "count_o with a sample");
				if (flush) begin
					check(!ended, "one flush of a run");
					flush_at      = at;
					ended         = 1'b1;
					blocks_behind = BLOCKS == 0 ? 0 : below(4);
				end
			end
			step_waits;
			step_samples(at);
			step_blocks;
			if (first) begin
				n_first_sample = n_first_sample + sample_valid;
				n_first_block  = n_first_block + block_valid;
				samples        = 0;
				samples_out    = 0;
				word_out       = 0;
				blocks         = 0;
				block_words    = 0;
				block_out      = 0;
				in_run         = 1'b1;
				ended          = 1'b0;
				sample_valid  <= 1'b0;
				block_valid   <= 1'b0;
			end
		end
	endtask
	wire block_busy = block_valid || !ended || blocks_behind > 0;
	// all is taken
	function integer idle(input dummy);
		idle = ended && samples_out == samples && block_out == block_words
			&& blocks_behind == 0;
	endfunction

	task cover_stand;
		begin
			if (SAMPLE_WORDS != 0) begin
				covered(n_samples, "sample");
				covered(n_wait_sample, "sample that waits");
				covered(n_first_sample || RUNS < 40, "sample of the run before");
			end
			if (BLOCKS != 0) begin
				covered(n_blocks, "block");
				covered(n_block_after, "block behind the flush");
				covered(n_block_frozen || WRAP == 0, "block behind the freeze");
				covered(n_first_block || RUNS < 40, "block of the run before");
			end
		end
	endtask
