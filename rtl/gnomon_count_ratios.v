// SPDX-License-Identifier: Apache-2.0
// Room: count
// gnomon_count_ratios: the ratio counters of a node (A and B of each pair) and the words that are
// read from them. The counts are in a RAM.
//
//  1. Each of the N counters has only its lowest bits in flip-flops, which count freely. All of
//     them are written into a row of a RAM in one cycle. A frame of N cycles then visits the
//     counters in turn. It adds to each count by how much its lowest bits have risen since the
//     frame before.
//  2. A frame uses a row that is written in the cycle before it, or the oldest row that an event
//     requested.
//  3. sample_i with ready_o: the lowest bits up to and including this cycle get a row of their own,
//     and the counts of its frame go into the queue too. reset_i: the lowest bits get a row in the
//     same way, and the frame after that of this row takes all counts as 0. Both together: first
//     the sample, then the reset.
//  4. A reset is never refused. At most a reset, a sample (or a sample and reset) and a further
//     reset are pending, in this order; a reset replaces one that is pending last. With the row in
//     use that makes four rows; a row is four frames old at most.
//  5. A count that would pass 2^32-1 stays there until its reset.
//  6. first_i: the counts restart with the next cycle, and the queue is empty.
//  7. word_o is the oldest word while valid_o is 1; pop_i takes it. Full form: A and B of each
//     pair; other forms: the words of gnomon_count_form. The words of a sample are output when all
//     of them are there, a word a cycle.
// ready_o: no sample is in progress, and the queue has room for one.
// Second form for Verilator: without it sim_share (`make bench`) is 3.9 % lower.
//
// Latency: N is 4, 8, 16, 32 for PAIRS up to 2, 4, 8, 9; with FORM 1 at least 8. sample_i to
//   valid_o: N + 6 to 2N + 5 cycles with an empty queue; N more if a reset is pending before the
//   sample; 1 + 35 * READ (gnomon_count_form) more with FORM 1 and 2; 2 more with LUT_BITS.
//   sample_i to ready_o 0: 1 cycle; to ready_o 1: N + 5 to 2N + 4 cycles, N more after a reset, if
//   the queue has room. pop_i to the next word: 1 cycle.
//
// With PAIRS 1, so N is 4:
//
//   cycle      0  1  2  3  4  5  6  7  8  9 10 11 12 13 14 15 16
//   first_i    1  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0
//   a_i        0  1  1  0  1  0  0  0  0  0  0  0  0  0  0  0  0
//   b_i        0  1  1  1  1  1  1  1  1  1  1  1  1  1  1  1  1
//   ready_o    -  1  1  1  1  0  0  0  0  0  0  0  0  1  1  1  1
//   sample_i   0  0  0  0  1  0  0  0  0  0  0  0  0  0  0  0  0
//   valid_o    -  0  0  0  0  0  0  0  0  0  0  0  0  0  1  1  0
//   pop_i      0  0  0  0  0  0  0  0  0  0  0  0  0  0  1  1  0
//   word_o     -  -  -  -  -  -  -  -  -  -  -  -  -  -  3  4  -
//
// Instance:
//   gnomon_count_ratios #(.LUT_BITS(0), .PAIRS(4), .FORM(0), .AMOUNT_W(1), .DEPTH_LOG2(8)
//   ) u_count_ratios (
//     .clk(clk), .first_i(first), .a_i(a), .b_i(b), .ready_o(ready), .sample_i(sample),
//     .reset_i(reset), .valid_o(valid), .pop_i(pop), .word_o(word)
//   );

module gnomon_count_ratios #(
	parameter LUT_BITS   = 0,                 // as gnomon_cell_ram's
	parameter PAIRS      = 4,                 // requires 1..9
	parameter FORM       = 0,                 // 0: full, 1: 16 bits a pair, 2: 32 bits a pair
	parameter AMOUNT_W   = 1,                 // bits of an input: what it adds; requires 1..32
	parameter DEPTH_LOG2 = 8,                 // words of the queue, log2, but at least two
	                                          // samples; requires 5..13
	parameter INPUTS_W   = PAIRS * AMOUNT_W   // not to be set
) (
	input  wire                clk,
	input  wire                first_i,
	input  wire [INPUTS_W-1:0] a_i,
	input  wire [INPUTS_W-1:0] b_i,
	output wire                ready_o,
	input  wire                sample_i,
	input  wire                reset_i,
	output wire                valid_o,
	input  wire                pop_i,
	output wire [31:0]         word_o
);
	generate
		if (PAIRS < 1 || PAIRS > 9) begin : gen_bad_pairs
			PAIRS_must_be_1_to_9 u_bad ();
		end
		if (FORM < 0 || FORM > 2) begin : gen_bad_form
			FORM_must_be_0_to_2 u_bad ();
		end
		if (AMOUNT_W < 1 || AMOUNT_W > 32) begin : gen_bad_amount
			AMOUNT_W_must_be_1_to_32 u_bad ();
		end
		if (DEPTH_LOG2 < 5 || DEPTH_LOG2 > 13) begin : gen_bad_depth
			DEPTH_LOG2_must_be_5_to_13 u_bad ();
		end
	endgenerate

	// Counters, some of them never used: the 16-bit form reads four pairs for every two words.
	localparam N_LOG2  = PAIRS > 8 ? 5 : PAIRS > 4 ? 4 : PAIRS > 2 || FORM == 1 ? 3 : 2;
	localparam N       = 1 << N_LOG2;
	// of what is added in four frames
	localparam LOW_W   = N_LOG2 + 2 + (AMOUNT_W == 1 ? 0 : AMOUNT_W);
	localparam SUM_W   = (LOW_W > 32 ? LOW_W : 32) + 1;
	localparam QUEUE_LOG2 = DEPTH_LOG2 > N_LOG2 ? DEPTH_LOG2 : N_LOG2 + 1;
	localparam SAMPLES_LOG2 = QUEUE_LOG2 - N_LOG2;

	// Lowest bits: A of pair k is counter 2k, B is counter 2k + 1
	wire [N*LOW_W-1:0] lows;
	genvar k;
`ifdef VERILATOR
	// All of them in one register. No carry goes from one to the next: their highest bits are
	// added without one.
	wire [N*LOW_W-1:0] amounts;
	wire [N*LOW_W-1:0] highest = {N{1'b1, {(LOW_W-1){1'b0}}}};
	reg  [N*LOW_W-1:0] lows_q;
	localparam PAIR_W = 2 * LOW_W;
	generate
		if (AMOUNT_W == 1 && N * LOW_W <= 64) begin : gen_spread
			// Bits to every PAIR_W-th place: the product has bit k at
			// k + j * (PAIR_W - 1), for all k and j, no two of them at the same place.
			localparam [N*LOW_W-1:0] COPIES = {{(N/2){1'b0}},
				{(N/2){{(PAIR_W-2){1'b0}}, 1'b1}}};
			localparam [N*LOW_W-1:0] PLACES = {(N/2){{(PAIR_W-1){1'b0}}, 1'b1}};
			wire [N*LOW_W-1:0] a = {{(N*LOW_W-PAIRS){1'b0}}, a_i} * COPIES & PLACES;
			wire [N*LOW_W-1:0] b = {{(N*LOW_W-PAIRS){1'b0}}, b_i} * COPIES & PLACES;
			assign amounts = a | b << LOW_W;
		end else begin : gen_amounts
			for (k = 0; k < N; k = k + 1) begin : gen_amount
				if (k < 2 * PAIRS) begin : gen_used
					assign amounts[k*LOW_W +: LOW_W] = {
						{(LOW_W-AMOUNT_W){1'b0}},
						k % 2 == 0 ? a_i[k/2*AMOUNT_W +: AMOUNT_W]
							: b_i[k/2*AMOUNT_W +: AMOUNT_W]};
				end else begin : gen_unused
					assign amounts[k*LOW_W +: LOW_W] = {LOW_W{1'b0}};
				end
			end
		end
	endgenerate
	always @(posedge clk)
		lows_q <= first_i ? {(N*LOW_W){1'b0}}
			: ((lows_q & ~highest) + amounts) ^ (lows_q & highest);
	assign lows = lows_q;
`else
	generate
		for (k = 0; k < N; k = k + 1) begin : gen_low
			if (k < 2 * PAIRS) begin : gen_used
				wire [AMOUNT_W-1:0] amount = k % 2 == 0
					? a_i[k/2*AMOUNT_W +: AMOUNT_W]
					: b_i[k/2*AMOUNT_W +: AMOUNT_W];
				reg  [LOW_W-1:0]    low_q;
				always @(posedge clk)
					low_q <= first_i ? {LOW_W{1'b0}}
						: low_q + {{(LOW_W-AMOUNT_W){1'b0}}, amount};
				assign lows[k*LOW_W +: LOW_W] = low_q;
			end else begin : gen_unused
				assign lows[k*LOW_W +: LOW_W] = {LOW_W{1'b0}};
			end
		end
	endgenerate
`endif

	// What is requested, when the lowest bits contain its cycle
	reg  sample_q, reset_q;
	always @(posedge clk) begin
		sample_q <= sample_i && ready_o && !first_i;
		reset_q  <= reset_i || first_i;
	end

	// Slots: in use, then what waits: a reset, a sample, a reset after the sample
	reg  [N_LOG2+2:0] order_q;      // counters that are looked up, the newest in the lowest
	                                // bits
	reg  [1:0]        slot_q;
	reg               early_q, waits_q, with_q, late_q;
	reg               read_q, clear_q, zero_q;  // the frame's counts are read; cleared after
	                                            // it; cleared before it
	wire [N_LOG2-1:0] at    = order_q[N_LOG2-1:0];
	wire              last  = &at;  // the next frame's row is settled in this cycle
	// A shift register makes their order: the maximal sequence of a feedback of two bits, with
	// 0 put in between 10..0 and 0..01. So it holds the counters of one and three cycles ago as
	// well.
	wire              next  = order_q[N_LOG2-1] ^ order_q[N_LOG2 == 5 ? 2 : N_LOG2 - 2]
	                        ^ (order_q[N_LOG2-2:0] == 0);
	// Without these the slots do not change: a simulator need not evaluate them.
`ifdef VERILATOR
	wire              moves = last || sample_q || reset_q;
`else
	wire              moves = 1'b1;
`endif
	reg               early, waits, with_reset, late, write;
	reg  [1:0]        after;
	always @* begin
		early      = 1'b0;
		waits      = 1'b0;
		with_reset = 1'b0;
		late       = 1'b0;
		write      = 1'b0;
		after      = 2'd0;
		if (moves) begin
			early      = early_q || (reset_q && !sample_q && !waits_q);
			waits      = waits_q || sample_q;
			with_reset = sample_q ? reset_q : with_q;
			late       = late_q || (reset_q && waits_q);
			write      = sample_q || reset_q || (last && !early_q && !waits_q);
			after      = sample_q ? {1'b0, early_q} : reset_q && waits_q
				? {early_q, !early_q} : 2'd0;
		end
	end
	always @(posedge clk)
		if (first_i) begin
			order_q <= {(N_LOG2+3){1'b1}};
			slot_q  <= 2'd0;
			early_q <= 1'b0;
			waits_q <= 1'b0;
			late_q  <= 1'b0;
			read_q  <= 1'b0;
		end else begin
			order_q <= {order_q[N_LOG2+1:0], next};
			if (moves) begin
				early_q <= early;
				waits_q <= waits;
				with_q  <= with_reset;
				late_q  <= late;
			end
			if (last) begin
				slot_q  <= slot_q + 2'd1;
				early_q <= !early && late;
				waits_q <= early && waits;
				late_q  <= early && late;
				read_q  <= !early && waits;
				clear_q <= early || (waits && with_reset);
				zero_q  <= clear_q;
			end
		end

	// Visits. Cycle 0: the lowest bits are looked up, and those of the frame before. 1: their
	// difference; the count is looked up. 2: the sum. 3: it is stored, and goes into the queue.
	reg  [2:0]         reads_q;
	wire [N_LOG2-1:0]  at3 = order_q[N_LOG2+2:3];
	wire [1:0]         row = slot_q + 2'd1 + after;
	reg  [31:0]        sum_q;
	always @(posedge clk)
		reads_q <= first_i ? 3'd0 : {reads_q[1:0], read_q};
`ifdef VERILATOR
	// The same in fewer steps of a simulator: all counters in the cycle before the first of the
	// frame is stored
	reg  [N*LOW_W-1:0] rows [0:3];
	reg  [N*LOW_W-1:0] now, former_q;
	reg  [31:0]        counts [0:N-1];
	reg  [LOW_W-1:0]   added;
	reg  [SUM_W-1:0]   sum;
	integer            visit;
	// verilator lint_off BLKSEQ
	always @(posedge clk) begin
		if (&at3) begin
			now = rows[slot_q];
			for (visit = 0; visit < N; visit = visit + 1) begin
				added = now[visit*LOW_W +: LOW_W] - former_q[visit*LOW_W +: LOW_W];
				sum   = {{(SUM_W-LOW_W){1'b0}}, added}
					+ {{(SUM_W-32){1'b0}}, zero_q ? 32'd0 : counts[visit]};
				counts[visit] = |sum[SUM_W-1:32] ? 32'hFFFFFFFF : sum[31:0];
			end
			former_q = now;
		end
		if (reads_q[1])
			sum_q <= counts[order_q[N_LOG2+1:2]];
		if (write)
			rows[row] = lows;
	end
	// verilator lint_on BLKSEQ
`else
	reg                zero1_q;
	wire [N_LOG2-1:0]  at1 = order_q[N_LOG2:1];
	wire [LOW_W-1:0]   low, former;
	reg  [LOW_W-1:0]   added_q;
	wire [31:0]        count;
	wire [SUM_W-1:0]   sum = {{(SUM_W-32){1'b0}}, count} + {{(SUM_W-LOW_W){1'b0}}, added_q};
	always @(posedge clk) begin
		zero1_q <= zero_q;
		added_q <= low - former;
		if (|sum[SUM_W-1:32])
			sum_q <= 32'hFFFFFFFF;
		else
			sum_q <= sum[31:0];
	end
	gnomon_cell_ram_narrow #(.LUT_BITS(LUT_BITS), .READ_W(LOW_W), .PARTS_LOG2(N_LOG2),
		.DEPTH_LOG2(2), .BLOCK(1)) u_lows (
		.clk     (clk),
		.we_i    (write),
		.waddr_i (row),
		.wdata_i (lows),
		.raddr_i ({slot_q, at}),
		.rdata_o (low)
	);
	gnomon_cell_ram #(.LUT_BITS(LUT_BITS), .WIDTH(LOW_W), .DEPTH_LOG2(N_LOG2),
		.BLOCK(1)) u_former (
		.clk     (clk),
		.we_i    (1'b1),
		.waddr_i (at1),
		.wdata_i (low),
		.raddr_i (at),
		.rdata_o (former)
	);
	gnomon_cell_ram_zeros #(.LUT_BITS(LUT_BITS), .WIDTH(32), .DEPTH_LOG2(N_LOG2)) u_counts (
		.clk     (clk),
		.we_i    (1'b1),
		.waddr_i (at3),
		.wdata_i (sum_q),
		.zero_i  (zero1_q),
		.raddr_i (at1),
		.rdata_o (count)
	);
`endif

	// Queue, of whole samples
	reg  taking_q;  // one is requested, and not stored
	wire push  = reads_q[2];
	wire whole = push && (&at3);
	wire full;
	always @(posedge clk)
		if (first_i)
			taking_q <= 1'b0;
		else if (whole)
			taking_q <= 1'b0;
		else if (sample_i && ready_o)
			taking_q <= 1'b1;
	assign ready_o = !taking_q && !full;

	generate
		if (FORM == 0) begin : gen_full
			wire unused_half, unused_done;
			gnomon_count_rows #(.LUT_BITS(LUT_BITS), .WORDS(2 * PAIRS),
				.ROW_LOG2(N_LOG2),
				.ROWS_LOG2(SAMPLES_LOG2)) u_words (
				.clk     (clk),
				.clear_i (first_i),
				.wr_i    (push),
				.whole_i (whole),
				.at_i    (at3),
				.word_i  (sum_q),
				.half_o  (unused_half),
				.full_o  (full),
				.valid_o (valid_o),
				.pop_i   (pop_i),
				.done_o  (unused_done),
				.word_o  (word_o)
			);
		end else begin : gen_form
			reg  [SAMPLES_LOG2:0] head_q, tail_q;  // samples stored, read
			wire [N_LOG2-2:0] pair;
			wire [4:0]        place;
			wire [31:0]       falling;  // the highest bit is read first
			wire              a, b;
			wire              done;
			genvar            n;
			always @(posedge clk)
				if (first_i) begin
					head_q <= 0;
					tail_q <= 0;
				end else begin
					head_q <= head_q + {{SAMPLES_LOG2{1'b0}}, whole};
					tail_q <= tail_q + {{SAMPLES_LOG2{1'b0}}, done};
				end
			assign full = head_q == {!tail_q[SAMPLES_LOG2], tail_q[SAMPLES_LOG2-1:0]};
			for (n = 0; n < 32; n = n + 1) begin : gen_falling
				assign falling[n] = sum_q[31-n];
			end

			// A sample is formed while others wait; its words are given out when all of
			// them are there.
			// words
			localparam FORMED   = FORM == 1 ? (PAIRS + 3) / 4 * 2 : (PAIRS + 1) / 2 * 2;
			localparam ROW_LOG2 = FORMED > 8 ? 4 : FORMED > 4 ? 3 : FORMED > 2 ? 2 : 1;
			wire                formed, formed_full, unused_half, unused_done;
			wire [31:0]         formed_word;
			wire [N_LOG2-2:0]   formed_at;
			wire                unused_at = &{1'b0, formed_at};
			gnomon_count_form #(.LUT_BITS(LUT_BITS), .PAIRS(PAIRS), .FORM(FORM),
				.PAIR_W(N_LOG2 - 1)) u_form (
				.clk     (clk),
				.first_i (first_i),
				.there_i (head_q != tail_q),
				.full_i  (formed_full),
				.done_o  (done),
				.pair_o  (pair),
				.place_o (place),
				.a_i     (a),
				.b_i     (b),
				.wr_o    (formed),
				.at_o    (formed_at),
				.word_o  (formed_word)
			);
			gnomon_count_rows #(.LUT_BITS(LUT_BITS), .WORDS(FORMED),
				.ROW_LOG2(ROW_LOG2),
				.ROWS_LOG2(2)) u_words (
				.clk     (clk),
				.clear_i (first_i),
				.wr_i    (formed),
				.whole_i (done),
				.at_i    (formed_at[ROW_LOG2-1:0]),
				.word_i  (formed_word),
				.half_o  (unused_half),
				.full_o  (formed_full),
				.valid_o (valid_o),
				.pop_i   (pop_i),
				.done_o  (unused_done),
				.word_o  (word_o)
			);
			gnomon_cell_ram_narrow #(.LUT_BITS(LUT_BITS), .READ_W(1), .PARTS_LOG2(5),
				.DEPTH_LOG2(QUEUE_LOG2 - 1)) u_a (
				.clk     (clk),
				.we_i    (push && !at3[0]),
				.waddr_i ({head_q[SAMPLES_LOG2-1:0], at3[N_LOG2-1:1]}),
				.wdata_i (falling),
				.raddr_i ({tail_q[SAMPLES_LOG2-1:0], pair, place}),
				.rdata_o (a)
			);
			gnomon_cell_ram_narrow #(.LUT_BITS(LUT_BITS), .READ_W(1), .PARTS_LOG2(5),
				.DEPTH_LOG2(QUEUE_LOG2 - 1)) u_b (
				.clk     (clk),
				.we_i    (push && at3[0]),
				.waddr_i ({head_q[SAMPLES_LOG2-1:0], at3[N_LOG2-1:1]}),
				.wdata_i (falling),
				.raddr_i ({tail_q[SAMPLES_LOG2-1:0], pair, place}),
				.rdata_o (b)
			);
		end
	endgenerate

endmodule
