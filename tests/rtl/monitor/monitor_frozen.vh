// SPDX-License-Identifier: Apache-2.0
// A frozen trace buffer of bench_monitor: the nodes record on, and their triggers go off and live,
// but what is kept stays as it is; then STOP, or START over the backlog. Included in the body of
// the bench.

	integer    n_frozen_load = 0, n_frozen_event = 0, n_frozen_gap = 0, n_frozen_beat = 0,
		n_frozen_node = 0, n_frozen_start = 0, n_frozen_backlog = 0, n_frozen_half = 0;
	reg        still = 1'b0;   // head and tail must not move
	reg        restarts = 1'b0;
	reg        posts_spent = 1'b0;   // events of the run before may have counted
	reg [15:0] still_head, still_tail;
	reg [63:0] still_slot [0:SLOTS-1];

	// What comes to the trace buffer meanwhile, and where head and tail are
	reg        frozen_info = 1'b0;   // the next word is word 1 of a record
	integer    frozen_left = 0;      // words of the record after that
	always @(posedge clk)
		if (rst || sync) begin
			frozen_info = 1'b0;
			frozen_left = 0;
			n_frozen_backlog = n_frozen_backlog + (restarts && sync && backlog != 0);
		end else begin
			if (still) begin
				equal(u_center.u_collector.head_o, still_head,
					"head of a frozen buffer");
				equal(u_center.u_collector.tail_o, still_tail,
					"tail of a frozen buffer");
			end
			if (u_center.word_valid && u_center.word_ready) begin
				if (frozen_left != 0)
					frozen_left = frozen_left - 1;
				else if (!frozen_info)
					frozen_info = 1'b1;
				else begin
					frozen_info = 1'b0;
					case (u_center.word[7:0])
					8'd2, 8'd9: frozen_left = u_center.word[31:24];
					8'd3:       frozen_left = 2;
					default:    frozen_left = 0;
					endcase
					if (still)
						case (u_center.word[7:0])
						8'd1:  n_frozen_event = n_frozen_event + 1;
						8'd3:  n_frozen_gap   = n_frozen_gap + 1;
						8'd4:  n_frozen_beat  = n_frozen_beat + 1;
						8'd13: n_frozen_load  = n_frozen_load + 1;
						default: ;
						endcase
				end
			end
		end

	// Nothing is on its way to the trace buffer.
	task settle;
		integer idle;
		begin
			quiet = 1'b1;
			idle  = 0;
			while (idle < 300 * (WIRES < 8 ? 4 : 1)) begin
				@(posedge clk);
				idle = backlog != 0 ? 0 : idle + 1;
			end
		end
	endtask

	task compare_frozen(input first);
		reg [63:0] slot;
		integer    at;
		begin
			look;
			equal(state[3], 1, "state of a frozen buffer");
			if (first) begin
				still_head = head;
				still_tail = tail_reg;
				still      = 1'b1;
			end
			for (at = still_tail; at % SLOTS != still_head; at = at + 1) begin
				read_slot(at % SLOTS, slot);
				if (first)
					still_slot[at%SLOTS] = slot;
				equal(slot, still_slot[at%SLOTS], "slot of a frozen buffer");
			end
		end
	endtask

	// A SELECT without a pause: what is recorded meanwhile is not kept, so the model need not
	// know since when the triggers are live.
	task load_one(input integer which, input live);
		begin
			flags   = {2'b11, live};
			asked_a = flags;
			ask(which, FLAGS);
			operate(SELECT, (3 << 9) | (live << 8) | which);
		end
	endtask

	task load_frozen;
		integer i;
		begin
			// blocks take the ring from the events after the stop
			for (i = 0; FROZEN == 2 && i < 4000 && !u_center.u_collector.frozen_o;
				i = i + 1)
				@(posedge clk);
			repeat (12) @(posedge clk);
			look;
			if (state[3]) begin
				settle;
				compare_frozen(1'b1);
				for (i = 4 + below(12); i > 0; i = i - 1) begin
					quiet = 1'b0;
					rate  = chance(500) ? 1000 : below(300);
					n_frozen_node = n_frozen_node + 1;
					load_one(chance(500) ? 255 : below(NODES), chance(500));
					repeat (below(chance(700) ? 20 : 300)) @(posedge clk);
				end
				if (TIME_W == 12) begin  // the times of the nodes wrap
					load_one(255, 1'b1);
					rate = 20;
					repeat (2048 + below(6000)) @(posedge clk);
					n_frozen_half = n_frozen_half + 1;
					load_one(255, 1'b0);
				end
				if (chance(700)) begin
					settle;
					compare_frozen(1'b0);
				end
				// live again, maybe in a gap, and as many events as the ring takes
				quiet = 1'b0;
				rate  = 1000;
				repeat (below(200)) @(posedge clk);
				load_one(255, 1'b0);
				load_one(255, 1'b1);
				if (chance(500)) begin
					// POST is for the next run, but acts at once: the buffer is
					// not frozen any more, and events of this run count
					still       = 1'b0;
					restarts    = 1'b1;
					posts_spent = 1'b1;
					operate(POST, posts - 1);
					begin_run(chance(500) ? 100 : 0);
					restarts = 1'b0;
					n_frozen_start = n_frozen_start + 1;
					length = 20 + below(chance(500) ? 100 : LENGTH / 2);
					while (now[0] < length)
						@(posedge clk);
				end else begin
					settle;
					still = 1'b0;
				end
			end
		end
	endtask

	task cover_frozen;
		begin
			covered(n_frozen, "frozen");
			covered(n_frozen_load, "load record while frozen");
			covered(n_frozen_event, "event while frozen");
			if (WIRES < 32)
				covered(n_frozen_gap, "gap while frozen");
			covered(n_frozen_beat, "beat while frozen");
			covered(n_frozen_start, "START while frozen");
			covered(n_frozen_backlog, "START over the backlog of a frozen run");
			if (TIME_W == 12)
				covered(n_frozen_half, "half a period while frozen");
		end
	endtask
