// SPDX-License-Identifier: Apache-2.0
// The data slots of bench_entries: cuts samples and blocks out of the slots of a run, and compares
// each word with what the queues gave out; included in its body.
//
// In wrap mode the oldest of them are overwritten: what is kept are the last ones of each stream,
// and the first that is kept may have lost its first slots.

	integer    data_now, cut_words, kind_now, ends_sample, ends_block, sampled, sample_ends,
		block_ends, sampled_before, sampled_here;
	integer    time_sampled [0:MOST-1];
	reg [31:0] cut_word [0:1023];
	integer    n_more = 0, n_cut_short = 0, n_behind = 0, n_in_gap = 0, n_parted = 0,
		n_overwritten = 0, n_both = 0;

	// The end slot's list: a 1, then bit 7 of each of the words, the last one lowest
	task take_list(input [23:0] list, input part);
		integer there, k, at;
		begin
			there = 23;
			while (there >= 0 && !list[there])
				there = there - 1;
			check(there >= 0 && (part ? there >= data_now : there == data_now),
				"data slots before an end slot");
			check(kind_now != MORE || there > 0, "an end slot without a data slot");
			for (k = 0; k < data_now; k = k + 1) begin
				at = cut_words - 1 - 2 * k;
				cut_word[at][7] = list[k];
			end
			data_now = 0;
		end
	endtask

	// The words of a sample or block that ends, against those that begin at `from`. The first
	// word of a block's first slot means nothing.
	task take_unit(input integer from, input integer length, input block, input part);
		integer k, due;
		begin
			due = length + block;
			check(part ? cut_words <= due : cut_words == due,
				"words of a sample or block");
			n_cut_short = n_cut_short + (cut_words < due);
			for (k = 0; k < cut_words && k < length; k = k + 1)
				equal(cut_word[cut_words - 1 - k], block
					? words_of_blocks[from + length - 1 - k]
					: sample_words[from + length - 1 - k],
					block ? "word of a block" : "word of a sample");
			cut_words = 0;
		end
	endtask

	task cut_data(input integer count, input wrapped);
		integer i, at;
		reg     part, began, in_gap, flushed;
		begin
			ends_sample = 0;
			ends_block  = 0;
			sampled     = 0;
			for (i = 0; i < count; i = i + 1) begin
				ends_sample = ends_sample + (kind_at[i] == SAMPLE_END);
				ends_block  = ends_block + (kind_at[i] == BLOCK_END);
				if ((kind_at[i] == EVENT && taken[i][57])
					|| (kind_at[i] == FLUSH && SAMPLE_WORDS != 0)) begin
					time_sampled[sampled] = full_at[i] - (kind_at[i] == FLUSH);
					sampled = sampled + 1;
				end
			end
			check(ends_sample >= sampled && (wrapped || ends_sample == sampled),
				"as many samples as slots that have one, and those overwritten");
			check(wrapped ? ends_sample <= samples && ends_block <= blocks
				: ends_sample == samples && ends_block == blocks,
				"each sample, each block");
			n_overwritten = n_overwritten + (ends_sample > sampled);
			n_both        = n_both + (ends_sample != 0 && ends_block != 0);
			for (i = 0; i < sampled; i = i + 1)
				equal(time_sampled[i], sample_time[samples - sampled + i],
					"time of the slot of a sample");
			sampled_before = ends_sample - sampled;
			sampled_here   = 0;
			sample_ends    = samples - ends_sample;
			block_ends     = blocks - ends_block;
			data_now       = 0;
			cut_words      = 0;
			part           = wrapped;
			began          = 1'b0;
			in_gap         = 1'b0;
			flushed        = 1'b0;
			for (i = 0; i < count; i = i + 1) begin
				kind_now = kind_at[i];
				in_gap   = kind_now == GAP || (in_gap && kind_now != RAW);
				case (kind_now)
				EVENT: sampled_here = sampled_here + taken[i][57];
				FLUSH: begin
					sampled_here = sampled_here + 1;
					flushed      = 1'b1;
				end
				DATA: begin
					if (cut_words == 0)
						began = sample_ends - (samples - ends_sample)
							< sampled_before + sampled_here;
					cut_word[cut_words]     = taken[i][31:0];
					cut_word[cut_words + 1] = taken[i][63:32];
					cut_words = cut_words + 2;
					data_now  = data_now + 1;
					n_behind  = n_behind + flushed;
					n_in_gap  = n_in_gap + in_gap;
					n_parted  = n_parted + (i > 0 && cut_words > 2
						&& kind_at[i-1] == EVENT);
				end
				MORE: begin
					take_list(taken[i][63:40], part);
					n_more = n_more + 1;
				end
				SAMPLE_END: begin
					check(part || began, "a sample behind its slot");
					take_list(taken[i][63:40], part);
					take_unit(sample_ends * WORDS, WORDS, 1'b0, part);
					sample_ends = sample_ends + 1;
					part        = 1'b0;
				end
				BLOCK_END: begin
					take_list(taken[i][63:40], part);
					at = block_at[block_ends];
					take_unit(at, (block_ends == blocks - 1
						? block_words : block_at[block_ends + 1]) - at,
						1'b1, part);
					block_ends = block_ends + 1;
					part       = 1'b0;
				end
				default: ;
				endcase
			end
			equal(cut_words, 0, "words behind the last end slot");
		end
	endtask

	task cover_data;
		begin
			if (COUNTED) begin
				covered(n_parted, "event within a sample or block");
				covered(n_cut_short || WRAP == 0, "begin that is overwritten");
				covered(n_in_gap, "data slot in a gap");
				covered(n_behind, "data slot behind the flush");
			end
			if (SAMPLE_WORDS != 0)
				covered(n_overwritten || WRAP == 0,
					"sample whose event is overwritten");
			if (BLOCKS != 0)
				covered(n_more, "end slot in the middle of a block");
			if (SAMPLE_WORDS != 0 && BLOCKS != 0)
				covered(n_both, "samples and blocks in a run");
		end
	endtask
