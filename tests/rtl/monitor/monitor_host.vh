// SPDX-License-Identifier: Apache-2.0
// The host of bench_monitor: loads tables, starts and ends runs, drains the trace buffer and checks
// what a run left; included in the body of the bench.

	task select(input integer which, input live, input collect, input wrap);
		begin
			quiet = 1'b1;
			repeat (10) @(posedge clk);
			operate(SELECT, (wrap << 10) | (collect << 9) | (live << 8) | which);
			repeat (NODES + 40) @(posedge clk);
			flags   = (wrap << 2) | (collect << 1) | live;
			asked_a = flags;
			ask(which, FLAGS);
		end
	endtask

	task write(input integer which, input integer table_number, input integer index,
		input [7:0] cell_value);
		begin
			asked_a = (table_number << INDEX_W) + index;
			asked_b = cell_value;
			ask(which, CELL);
			write_cell(asked_a, cell_value);
		end
	endtask

	// Rank 1 is the same for all nodes; the others are their own.
	task load_tables;
		integer i, n;
		begin
			select(255, 1'b0, 1'b0, 1'b0);
			for (i = 0; i < 1024; i = i + 1)
				if ((i & ~MASK[9:0]) == 0)
					write(255, 0, i, $random(seed));
			for (i = 0; i < 2048; i = i + 1) begin
				if ((i & ~MASK[20:10]) == 0)
					write(255, 1, i, $random(seed));
				if ((i & ~MASK[31:21]) == 0)
					write(255, 2, i, $random(seed));
			end
			for (n = 0; n < NODES; n = n + 1) begin
				select(n, 1'b0, 1'b0, 1'b0);
				for (i = 0; i < 1 << 2*CODE_W; i = i + 1)
					write(n, 3, i, $random(seed));
				for (i = 0; i < 1 << 2*CODE_W; i = i + 1)
					write(n, 4, i, chance(100) ? 0 : $random(seed));
				for (i = 0; i < 1 << CODE_W; i = i + 1)
					write(n, 5, i, {BLOCKS && i % 8 == 2, 2'd0, i % 8 == 5,
						i % 4 == 3, i % 3 == 1, i % 5 < 3, i % 16 != 7});
			end
		end
	endtask

	task look;
		begin
			read_status;
			equal(run, node[0].model.run, "run register");
			equal(head >> SLOTS_LOG2, 0, "upper bits of head");
			equal(tail_reg >> SLOTS_LOG2, 0, "upper bits of tail");
		end
	endtask

	// The slots of a run as they lie in the buffer
	reg [63:0] taken [0:65535];
	integer    tail, freed, position;

	function integer slots_of(input [63:0] slot);
		slots_of = slot[39:32] == 3 ? 2 : slot[39:32] == 2 || slot[39:32] == 9
			? 1 + slot[63:56] / 2 : 1;
	endfunction

	task check_whole(input integer from, input integer upto);
		integer i;
		begin
			i = from;
			while (i < upto)
				i = i + slots_of(taken[i]);
			equal(i, upto, "head is where a record ends");
		end
	endtask

	task drain;
		reg [63:0] slot;
		integer    from;
		begin
			look;
			position = freed + ((head - freed) & (SLOTS - 1));
			from     = tail;
			check(position >= tail, "head continues");
			equal(tail_reg, freed % SLOTS, "tail");
			while (tail < position) begin
				read_slot(tail % SLOTS, slot);
				taken[tail] = slot;
				tail = tail + 1;
			end
			check_whole(from, tail);
		end
	endtask

	task free(input integer upto);
		begin
			freed = upto / 16 * 16;
			operate(LIMIT, (upto - 16) & (SLOTS - 1));
		end
	endtask

	integer i, n, started, stopped_at, posts, after, latest, stops_kept, frozen_at,
		last_drained, length, mode;
	integer n_full = 0, n_frozen = 0, n_wrapped = 0, n_restart = 0, n_reset = 0, n_twice =
		0, n_cut = 0, n_marks = 0, n_gap_full = 0, n_gap_ring = 0, n_wrap_run = 0;

	task begin_run(input integer stops);
		begin
			quiet     = 1'b0;
			rate      = below(4) == 0 ? 1000 : below(3) == 0 ? 20 : below(500);
			stop_rate = stops;
			tail      = 0;
			freed     = 0;
			start_run($random(seed));  // the nodes count their runs
		end
	endtask

	// Events continue while STOP is on its way, while the flush waits for the samples, and
	// after it.
	task stop_run;
		begin
			if (chance(300)) begin
				quiet = 1'b1;
				repeat (10) @(posedge clk);
			end else if (chance(300))
				rate = 1000;
			// without a ring STOP is at the builder before the words of its cycle are
			stopped_at = now[0] - (RING_W == 0 ? 16 : 0);
			operate(STOP, 0);
			repeat (NODES + 40) @(posedge clk);
			quiet = 1'b0;
			if (chance(500)) begin
				repeat (below(100)) @(posedge clk);
				operate(STOP, 0);
				n_twice = n_twice + 1;
			end
		end
	endtask

	// The earliest time of an event that has not gone before that record, the oldest one of its
	// node. A ratio record and a block have the time of a record that went before. A beat and a
	// flush have an epoch; what else may be the oldest comes in the first period.
	function integer begins_at(input [63:0] slot);
		case (slot[39:32])
		8'd4, 8'd6: begins_at = TIME_W < 24 ? {slot[55:48], slot[TIME_W-2:0]} : slot[31:0];
		8'd2, 8'd9: begins_at = slot[31:0] + 1;
		default:    begins_at = slot[31:0];
		endcase
	endfunction

	// Explains taken[0 .. count-1]; whole: from the syncs on
	task explain(input integer count, input whole);
		integer j, m, of_node, next_record, first_time, oldest;
		begin
			for (m = 0; m < NODES; m = m + 1) begin
				first_time = -1;
				oldest     = -1;
				j = 0;
				while (j < count && first_time < 0) begin
					if (taken[j][47:40] == m) begin
						if (oldest < 0)
							oldest = begins_at(taken[j]);
						if (taken[j][39:32] == 1 || taken[j][39:32] == 3)
							first_time = taken[j][31:0];
					end
					j = j + slots_of(taken[j]);
				end
				asked_a     = first_time < 0 ? oldest : first_time;
				// once frozen, events after the stop may be missing, none up to it
				asked_b     = !state[3] ? stopped_at : frozen_at == 0 ? 0
					: -(frozen_at + 1);
				asked_whole = whole;
				ask(m, OPEN);
			end
			j = 0;
			while (j < count) begin
				of_node = taken[j][47:40];
				check(of_node < NODES, "node of a record");
				if (taken[j][39:32] == 3) begin
					n_gap_full = n_gap_full + !taken[j][63];
					n_gap_ring = n_gap_ring + taken[j][63];
				end
				next_record = j + slots_of(taken[j]);
				while (j < next_record && j < count) begin
					asked_slot = taken[j];
					ask(of_node, TAKE);
					j = j + 1;
				end
			end
			ask(255, CLOSE);
			ask(255, END);
		end
	endtask

	// A node whose FIFO never came to its reserve has lost nothing.
	task check_marks(input integer count);
		integer   m, j;
		reg [7:0] low_byte, high_byte;
		reg       lost;
		begin
			busy <= 1'b1;
			@(posedge clk);
			for (m = 0; m < NODES; m = m + 1) begin
				read_byte(128 + 2*m, low_byte);
				read_byte(129 + 2*m, high_byte);
				check({high_byte, low_byte} >= 1
					&& {high_byte, low_byte} <= 1 << FIFO_LOG2,
					"high-water mark");
				lost = 1'b0;
				j = 0;
				while (j < count) begin
					lost = lost || taken[j][47:32] == {m[7:0], 8'd3};
					j = j + slots_of(taken[j]);
				end
				check(!lost || {high_byte, low_byte} >= (1 << FIFO_LOG2) - 8,
					"loss without need");
				if (lost)
					n_marks = n_marks + 1;
			end
			busy <= 1'b0;
			@(posedge clk);
		end
	endtask

	// Drain until nothing comes any more.
	task drain_all;
		begin
			last_drained = -1;
			while (tail != last_drained) begin
				last_drained = tail;
				drain;
				if (tail >= 16)
					free(tail);
				repeat (1500 * (WIRES < 8 ? 4 : 1)) @(posedge clk);
				drain;
			end
		end
	endtask

	// The monitor is reset, in a run or between two: no run is left.
	task reset_monitor;
		begin
			quiet = 1'b1;
			repeat (below(40)) @(posedge clk);
			rst <= 1'b1;
			repeat (4 + below(3)) @(posedge clk);
			rst <= 1'b0;
			n_reset = n_reset + 1;
			ask(255, RESET);
			read_status;
			equal(run, 0, "run number after a reset");
			equal(state[0], 0, "active after a reset");
		end
	endtask
