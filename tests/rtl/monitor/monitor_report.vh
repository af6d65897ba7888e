// SPDX-License-Identifier: Apache-2.0
// The REPORT line of bench_monitor with STORE: a side of each node's local store, and one of a
// processor, whose routine is short, long, or does not end before the limit; included in the body
// of the bench.

	wire [NODES:0]   report, report_drive;   // the last one is the processor's
	wire [NODES-1:0] store_full, store_sent;
	integer          stores [0:8];           // what the nodes' watches counted
	initial begin : clear_stores
		integer i;
		for (i = 0; i < 9; i = i + 1)
			stores[i] = 0;
	end
	generate
		if (STORE != 0) begin : gen_report
			reg        raise = 1'b0, done = 1'b0;
			reg        in_run = 1'b0;
			reg        after  = 1'b0;  // it asserts after STOP, too
			reg  [3:0] number = 0;
			integer    own = 7, rate_of_raise = 2, rate_of_done = 100, for_long = 0,
				held = 0;
			wire       expire, here, asked;
			wire       reset = rst || sync;
			wire [7:0] state_of [0:NODES];
			wire [NODES:0] irq, began, finished, ended, is_own, timed_out;
			wire [31:0] length_of;
			gnomon_line_wire #(.NODES(NODES + 1)) u_wire (
				.clk (clk), .rst (reset), .drive_i (report_drive),
					.line_o (report),
				.wait_i (1'b0), .here_o (here), .asked_o (asked)
			);
			gnomon_line_limit #(.WIDTH(32)) u_limit (
				.clk (clk), .rst (reset), .line_i (report[0]),
					.limit_i (REPORT_LIMIT), .length_o (length_of),
					.expire_o (expire)
			);
			genvar s;
			for (s = 0; s <= NODES; s = s + 1) begin : side
				wire is_node = s < NODES;
				gnomon_line_node u_side (
					.clk (clk), .rst (reset),
						.raise_i (is_node ? store_full[s % NODES] : raise),
						.done_i (is_node ? store_sent[s % NODES] : done),
						.round_i (state_of[s][3:0]),
						.irq_o (irq[s]), .state_o (state_of[s]),
					.line_i (report[s]), .expire_i (expire),
						.drive_o (report_drive[s]),
					.began_o (began[s]), .finished_o (finished[s]),
						.ended_o (ended[s]), .own_o (is_own[s]),
						.timed_out_o (timed_out[s])
				);
			end
			// The processor; and the ring: while the center takes words, something
			// comes, tokens at least
			always @(posedge clk) begin
				if (sync) begin
					in_run <= 1'b1;
					after  <= $random(own);
				end else if (node[0].u_headend.stop)
					in_run <= 1'b0;
				raise <= !quiet && (in_run || after)
					&& $unsigned($random(own)) % 10000 < rate_of_raise;
				done  <= irq[NODES]
					&& $unsigned($random(own)) % 1000 < rate_of_done;
				if ($unsigned($random(own)) % 2000 == 0) begin
					rate_of_raise = $unsigned($random(own)) % 3 == 0 ? 0
						: $unsigned($random(own)) % 60;
					rate_of_done  = $unsigned($random(own)) % 4 == 0 ? 1 : 100;
				end
				for_long = rst || u_center.clear || up_valid[0] || !up_ready[0] ? 0
					: for_long + 1;
				held     = for_long > held ? for_long : held;
				check(for_long < 16 * NODES + 64, "the token goes on");
			end
		end else begin : gen_no_report
			assign report       = {(NODES+1){1'b0}};
			assign report_drive = {(NODES+1){1'b0}};
		end
	endgenerate

	task cover_stores;
		begin
			covered(stores[0] > 10, "ten rounds of REPORT");
			covered(stores[1] > 5, "rounds in which events were sent");
			covered(stores[2] || REPORT_LIMIT == 0, "round that was cut");
			covered(stores[3], "store at its mark");
			covered(stores[4], "record that waits for a round");
			covered(stores[5], "rest of a record after a round");
			covered(stores[6], "gap in a run");
			covered(stores[7], "gap that counts lost events");
			covered(stores[8], "records after the end of a run");
		end
	endtask
