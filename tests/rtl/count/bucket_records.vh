// SPDX-License-Identifier: Apache-2.0
// Blocks of buckets, read and held against what was counted by time; included in the body of
// bench_buckets.

	function integer bucket_of(input [31:0] v);
		begin
			bucket_of = -1;
			for (j = 0; j < COUNT; j = j + 1)
				if (bounds[j] <= v && (v < bounds[j+1] || j == COUNT - 1))
					bucket_of = j;
		end
	endfunction

	// {epoch, time} of words to a number of clocks
	task clock_of(input [31:0] low, input [7:0] epoch, output integer clock);
		begin
			check(low >> (TIME_W - 1) >> 1 == 0, "time of so many bits");
			check(low[TIME_W-1] == epoch[0], "epoch and time");
			clock = {epoch, low[TIME_W-2:0]};
		end
	endtask

	task take_record;
		begin
			equal(at, PART + 7, "words of the record");
			equal(record[0], {PART[7:0] + 8'd6, UNIT[7:0], NODE[7:0], KIND}, "word 1");
			equal(record[4], PART << 16 | part * PART, "word 5");
			equal(record[3][31:20], 0, "upper bits of word 4");
			equal(record[3][16], part == PARTS - 1, "last record");
			if (part == 0) begin
				b_end   = record[1];
				b_begin = record[2];
				b_flags = record[3];
				b_lost  = record[5];
				b_total = record[6];
				take_times;
			end else begin
				equal(record[1], b_end, "word 2 again");
				equal(record[2], b_begin, "word 3 again");
				equal(record[3] | 5 << 16, b_flags | 5 << 16, "word 4 again");
				equal(record[5], b_lost, "word 6 again");
				equal(record[6], b_total, "word 7 again");
			end
			any = 1'b0;
			for (i = 0; i < PART; i = i + 1) begin
				want = sums[part*PART+i];
				if (poke_block == block && poke_bucket == part * PART + i)
					want = want + poke_more;
				if (want >= FULL) begin
					want = CAP;
					any  = 1'b1;
				end
				equal(record[7+i], want, "count");
			end
			equal(record[3][18], any, "saturated");
			n_saturated = n_saturated + any;
			part = part + 1;
			if (part == PARTS) begin
				part       = 0;
				block      = block + 1;
				end_before = till;
				done       = b_flags[19];
			end
		end
	endtask

	// Where the bank lies between the one before and the next; the sums of its buckets
	task take_times;
		begin
			clock_of(b_begin, b_flags[15:8], from);
			clock_of(b_end, b_flags[7:0], till);
			check(from <= till && till < now, "the bank's clocks");
			check(!done, "nothing after the block of the flush");
			check(from > end_before, "no clock in two banks");
			if (b_flags[17]) begin
				// late: it waited for the bank before the last BANKS ones
				check(from > end_before + 1
					|| (till == flush_at && b_total == 0),
					"late, and not at once");
				check(!clean || block >= BANKS, "late only if all were used");
				if (block >= BANKS) begin
					check(!(gone[block-BANKS] <= end_before),
						"late without need");
					if (from != till || from != flush_at)
						check(from <= gone[block-BANKS] + 1,
							"begins as soon as it can");
				end
			end else
				equal(from, end_before + 1, "begins behind the one before");
			for (i = 0; i < COUNT; i = i + 1)
				sums[i] = 0;
			sum = 0;
			for (t = end_before + 1; t <= till; t = t + 1)
				sum = sum + h_lost[t] + (h_valid[t]
					&& (t < from || (b_flags[17] && b_total == 0 && from == till
					&& from == flush_at)));
			equal(b_lost, sum, "lost");
			n_lost = n_lost + (sum != 0);
			n_flush_lost = n_flush_lost
				+ (b_flags[17] && b_flags[19] && from == till && sum != 0);
			sum = 0;
			if (!(b_flags[17] && b_total == 0 && from == till && from == flush_at))
				for (t = from; t <= till; t = t + 1)
					if (h_valid[t]) begin
						sums[bucket_of(h_value[t])] =
							sums[bucket_of(h_value[t])] + 1;
						sum = sum + 1;
					end
			equal(b_total, sum, "values");
			for (t = from; t < till; t = t + 1)
				if (h_switch[t])
					check(1'b0, "no switch within a bank");
			check(h_switch[till], "ends with a switch");
			equal(b_flags[19], flush_at == till, "ended by the flush");
			n_block = n_block + 1;
			n_late  = n_late + b_flags[17];
			n_empty = n_empty + (sum == 0);
			n_one   = n_one + (from == till);
			n_row   = n_row + (from == till && from == end_before + 1 && h_valid[from]);
			n_flush = n_flush + b_flags[19];
			n_epoch = n_epoch + (b_flags[7:0] != 0 && b_flags[7:0] != b_flags[15:8]);
			n_full_rate  = n_full_rate
				+ (sum > 100 && (sum + 1) * APART > till - from + 1);
			n_first_late = n_first_late + (b_flags[17] && block < BANKS);
			n_switch_value = n_switch_value + (h_valid[till] && !b_flags[19]);
			n_long = n_long + (till - from > 2000);
		end
	endtask
