// SPDX-License-Identifier: Apache-2.0
//
// Bench of the ring's throughput: gnomon_ring_center and NODES gnomon_record_headend that have more
// to send than the wires carry, from watched words to slots of the trace buffer. WHAT is recorded:
// 0 events, 1 events with samples in full, 2 in 16 bits a pair (where SPARE of the nodes record
// plain events), 3 events with blocks of counters and buckets. Prints `share` in 1/10000: words
// that come to the trace buffer, of what the wires carry. With EVERY each node has an event
// every so many clocks, and the sample of each must be taken.
`timescale 1ns/1ns

module bench_share;
	parameter NODES    = 3;
	parameter RING_W   = 32;     // 0: there is no ring, and NODES is 1
	localparam WIRES   = RING_W == 0 ? 32 : RING_W;
	parameter WHAT     = 0;
	parameter WRAP     = 0;
	parameter SPARE    = 0;      // so many of the nodes, the first ones, have events only
	parameter EVERY    = 0;      // 0: events in most clocks
	parameter MARK     = EVERY == 0 ? 9000 : 0;  // least share
	parameter LENGTH   = 10000;  // clocks that are measured

	localparam CLOCKS     = LENGTH + 20000;
	localparam CODE_W     = 4, CELL_W = 14, SLOTS_LOG2 = 10, TIME_W = 32,
		FIFO_LOG2 = 6, COUNTERS = 32;
	localparam ADDR_W     = 14;
	localparam SAMPLES    = WHAT == 1
		|| WHAT == 2, BLOCKS = WHAT == 3, PAIRS = 4, FORM = WHAT == 2;
	localparam [CELL_W-1:0] ACTIONS = 0;
	`include "bench.vh"
	`include "bench_end.vh"
	localparam ALONE = RING_W == 0;  // there is no ring
	`include "link_side.vh"

	reg  rst = 1'b1;
	wire sync;
	wire [NODES:0] dn_valid, up_valid, up_ready, up_tag;
	wire [WIRES-1:0] dn_data [0:NODES];
	wire [WIRES-1:0] up_data [0:NODES];
	assign up_valid[NODES] = 1'b0;
	assign up_tag[NODES]   = 1'b0;
	assign up_data[NODES]  = {WIRES{1'b0}};

	gnomon_ring_center #(.ADDR_W(ADDR_W), .NODES(NODES), .SLOTS_LOG2(SLOTS_LOG2), .LONG(BLOCKS),
		.RING_W(RING_W)) u_center (
		.clk (clk), .rst (rst),
		.op_valid_i (op_valid), .op_i (op), .arg_i (arg), .place_i (place),
		.wr_valid_i (wr_valid), .wr_ready_o (wr_ready), .rd_next_i (rd_next),
			.reg_lower_i (reg_lower), .reg_data_o (reg_data), .addr_i (addr),
			.wr_data_i (wr_data), .nonce_i (nonce_valid), .taken_i (1'b0),
		.rd_data_o (rd_data), .busy_i (busy), .sync_o (sync), .sync_i (sync),
		.dn_valid_o (dn_valid[0]), .dn_data_o (dn_data[0]),
		.up_valid_i (up_valid[0]), .up_ready_o (up_ready[0]), .up_tag_i (up_tag[0]),
			.up_data_i (up_data[0]), .fifo_high_i (16'd0),
		.rd_ready_o (), .mem_o (), .mem_i (66'd0)
	);

	reg     quiet = 1'b1;
	integer clocks = 0, n_event = 0, n_taken = 0;
	always @(posedge clk)
		clocks <= clocks + 1;
	integer lost = 0;
	genvar  k;
	generate
		for (k = 0; k < NODES; k = k + 1) begin : node
			localparam PLAIN  = k < SPARE;
			localparam SAMPLE = SAMPLES && !PLAIN, BLOCK = BLOCKS && !PLAIN;
			integer            own = k + 1;
			reg                when = 1'b0;
			reg  [CODE_W-1:0]  code = 1;
			reg  [COUNTERS-1:0] signals = 0;
			wire [TIME_W+6:0]  count;
			wire               first, sample, reset, bank, flush;
			wire               sample_ready, sample_valid, sample_pop, snap_ready,
				block_valid, block_last, block_pop, block_busy;
			wire [31:0]        sample_word, block_word;
			always @(posedge clk) begin
				when    <= !quiet && (EVERY == 0 ? $unsigned($random(own)) % 8 != 0
					: clocks % EVERY == 0);
				n_event = n_event + (SAMPLE && when);
				n_taken = n_taken + (SAMPLE && sample === 1'b1);
				code    <= 1 + $unsigned($random(own)) % 15;
				signals <= {$random(own), $random(own)};
			end
			if (SAMPLE) begin : gen_samples
				gnomon_count_ratios #(.PAIRS(PAIRS), .FORM(FORM),
					.DEPTH_LOG2(6)) u_ratios (
					.clk (clk), .first_i (first), .a_i (signals[PAIRS-1:0]),
						.b_i (signals[2*PAIRS-1:PAIRS]),
					.ready_o (sample_ready), .sample_i (sample),
						.reset_i ({PAIRS{reset}}),
					.valid_o (sample_valid), .pop_i (sample_pop),
						.word_o (sample_word)
				);
			end else begin : gen_no_samples
				assign sample_ready = 1'b1;
				assign sample_valid = 1'b0;
				assign sample_word  = 32'd0;
			end
			if (BLOCK) begin : gen_units
				wire [1:0]  valids, lasts, pops, busys;
				wire [63:0] words;
				gnomon_count_counters #(.COUNT(COUNTERS), .UNIT(0),
					.NODE(k)) u_counters (
					.clk (clk), .rst (rst), .first_i (first), .count_i (count),
						.input_i (signals),
					.ready_o (snap_ready), .sample_i (sample), .flush_i (flush),
					.block_valid_o (valids[0]), .block_word_o (words[31:0]),
						.block_last_o (lasts[0]), .block_pop_i (pops[0]),
						.block_busy_o (busys[0])
				);
				gnomon_count_buckets #(.WIDTH(16), .COUNT_LOG2(6), .UNIT(0),
					.NODE(k),
					.BASE(4096)) u_buckets (
					.clk (clk), .rst (rst), .first_i (first), .count_i (count),
					.wr_valid_i (1'b0), .wr_addr_i (14'd0), .wr_data_i (8'd0),
					.valid_i (signals[0]), .value_i (signals[31:16]),
						.lost_i (1'b0), .bank_i (bank), .flush_i (flush),
						.frozen_i (1'b0),
					.block_valid_o (valids[1]), .block_word_o (words[63:32]),
						.block_last_o (lasts[1]), .block_pop_i (pops[1]),
						.block_busy_o (busys[1])
				);
				gnomon_count_blocks #(.UNITS(2)) u_blocks (
					.clk (clk), .rst (rst), .block_valid_i (valids),
						.block_word_i (words), .block_last_i (lasts),
						.block_pop_o (pops), .block_busy_i (busys),
					.block_valid_o (block_valid), .block_word_o (block_word),
						.block_last_o (block_last),
						.block_pop_i (block_pop), .block_busy_o (block_busy)
				);
			end else begin : gen_no_units
				assign snap_ready  = 1'b1;
				assign block_valid = 1'b0;
				assign block_word  = 32'd0;
				assign block_last  = 1'b0;
				assign block_busy  = 1'b0;
			end
			gnomon_record_headend #(.NODE(k), .LAST(k + 1 == NODES), .TIME_W(TIME_W),
				.CODE_W(CODE_W), .FIFO_LOG2(FIFO_LOG2),
				.SAMPLE_WORDS(!SAMPLE ? 0 : FORM ? PAIRS / 2 : 2 * PAIRS),
			                 .BLOCKS(BLOCK), .PREPROCESSORS(SAMPLE || BLOCK),
			                 	.RING_W(RING_W), .CELL_W(CELL_W),
			                 	.ACTIONS_BASE(ACTIONS)) u_headend (
				.clk (clk), .rst (rst), .sync_i (sync),
				.word_i (32'd0), .when_i (when), .fire_i (1'b0), .count_o (count),
					.first_o (first),
				.kept_i (34'd0),
				.sample_ready_i (sample_ready), .snap_ready_i (snap_ready),
					.sample_o (sample), .reset_o (reset), .bank_o (bank),
					.flush_o (flush),
				.sample_valid_i (sample_valid), .sample_word_i (sample_word),
					.sample_pop_o (sample_pop),
				.block_valid_i (block_valid), .block_word_i (block_word),
					.block_last_i (block_last), .block_pop_o (block_pop),
					.block_busy_i (block_busy),
				.port_valid_i (1'b0), .port_addr_i (10'd0), .port_data_i (32'd0),
					.port_pc_i (32'd0), .raise_o (), .capture_i (1'b0),
					.line_i (1'b0), .own_i (1'b0), .late_i (1'b0),
					.store_i (2'b00), .send_i (1'b0),
				.code_i (code), .actions_i (8'd0),
				.dn_valid_i (dn_valid[k]), .dn_data_i (dn_data[k]),
					.dn_valid_o (dn_valid[k+1]), .dn_data_o (dn_data[k+1]),
				.up_valid_i (up_valid[k+1]), .up_ready_o (up_ready[k+1]),
					.up_tag_i (up_tag[k+1]), .up_data_i (up_data[k+1]),
				.up_valid_o (up_valid[k]), .up_ready_i (up_ready[k]),
					.up_tag_o (up_tag[k]), .up_data_o (up_data[k])
			);
		end
	endgenerate

	// The buffer is never full: the limit follows the head.
	reg follow = 1'b0;
	always @(posedge clk)
		if (follow && !WRAP) begin
			op_valid <= 1'b1;
			op       <= LIMIT;
			arg      <= u_center.u_collector.head_o - 16;
		end

	integer words = 0, measured = 0, i, share;
	reg     measure = 1'b0;
	always @(posedge clk)
		if (measure) begin
			measured = measured + 1;
			words    = words + (u_center.u_collector.word_valid_i
				&& u_center.u_collector.word_ready_o);
		end

	initial begin
		repeat (5) @(posedge clk);
		rst <= 1'b0;
		operate(SELECT, 255);
		for (i = 1; i < 16; i = i + 1)
			write_cell(ACTIONS + i, SAMPLES ? 8'h03 : BLOCKS && i == 1 ? 8'h83 : 8'h01);
		operate(SELECT, 255 | 1 << 8 | 1 << 9 | WRAP << 10);
		repeat (NODES + 50) @(posedge clk);
		operate(START, 0);
		quiet  = 1'b0;
		follow = 1'b1;
		repeat (3000) @(posedge clk);
		measure = 1'b1;
		repeat (LENGTH) @(posedge clk);
		measure = 1'b0;
		quiet   = 1'b1;
		repeat (100) @(posedge clk);
		if (EVERY != 0) begin
			equal(n_taken, n_event, "samples taken");
			covered(n_event > 20 * NODES, "twenty samples of each node");
		end
		share   = words * 32 * 10000.0 / WIRES / measured;
		$display("share %0d", share);
		check(share >= MARK && share <= 10000, "share of what the wires carry");
		finish(0, 0);
	end
endmodule
