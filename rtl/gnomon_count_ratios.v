// SPDX-License-Identifier: Apache-2.0
// Room: count
// gnomon_count_ratios: the ratio counters of a node (A and B of each pair) and the words that are
// read from them. The counts are in a RAM.
//
//  1. Each of the N counters has only its lowest bits in flip-flops, which count freely. A frame of
//     N cycles visits the counters in turn: all lowest bits go into a shift register in one cycle,
//     and come out of it a counter a cycle. They are the lowest bits of the count, too. Its other
//     bits are one more where the lowest bits are less than at the last visit.
//  2. A frame begins when the one before has ended, or at once with a sample. Between two visits of
//     a counter are fewer than 2N cycles: so the lowest bits count those.
//  3. sample_i with ready_o: a frame begins, with the lowest bits up to and including this cycle,
//     and its counts go into the queue too. What a frame that has not ended would have visited is
//     visited by the new one.
//  4. reset_i, a bit for each pair: the lowest bits of the pair begin again with the next cycle,
//     and the next frame takes its counts as 0; if that frame does not end, the one after it does
//     so, too. Sample and reset together: first the sample, then the reset. A reset is never
//     refused.
//  5. A count that would pass 2^32-1 stays there until its reset.
//  6. first_i: the counts restart with the next cycle, and the queue is empty.
//  7. word_o is the oldest word while valid_o is 1; pop_i takes it. Full form: A and B of each
//     pair; other forms: the words of gnomon_count_form. The words of a sample are output when all
//     of them are there, a word a cycle.
// ready_o: no sample is in progress, and the queue has room for one.
// Second form for Verilator: without it sim_share (`make bench`) is 3.9 % lower.
//
// Latency: N is 4, 8, 16, 32 for PAIRS up to 2, 4, 8, 9; with FORM 1 at least 8. sample_i to
//   valid_o: N + 5 cycles with an empty queue; 1 + 35 * READ (gnomon_count_form) more with FORM 1
//   and 2; 2 more with LUT_BITS. sample_i to ready_o 0: 1 cycle; to ready_o 1: N + 4 cycles, if the
//   queue has room. pop_i to the next word: 1 cycle.
//
// With PAIRS 1, so N is 4:
//
//   cycle      0  1  2  3  4  5  6  7  8  9 10 11 12 13 14 15 16
//   first_i    1  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0
//   a_i        0  1  1  0  1  0  0  0  0  0  0  0  0  0  0  0  0
//   b_i        0  1  1  1  1  1  1  1  1  1  1  1  1  1  1  1  1
//   ready_o    -  1  1  1  1  0  0  0  0  0  0  0  1  1  1  1  1
//   sample_i   0  0  0  0  1  0  0  0  0  0  0  0  0  0  0  0  0
//   valid_o    -  0  0  0  0  0  0  0  0  0  0  0  0  1  1  0  0
//   pop_i      0  0  0  0  0  0  0  0  0  0  0  0  0  1  1  0  0
//   word_o     -  -  -  -  -  -  -  -  -  -  -  -  -  3  4  -  -
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
	input  wire [PAIRS-1:0]    reset_i,
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
	// of what is added in less than two frames
	localparam LOW_W   = N_LOG2 + 1 + (AMOUNT_W == 1 ? 0 : AMOUNT_W);
	localparam COUNT_W = LOW_W > 32 ? LOW_W : 32;
	localparam QUEUE_LOG2 = DEPTH_LOG2 > N_LOG2 ? DEPTH_LOG2 : N_LOG2 + 1;
	localparam SAMPLES_LOG2 = QUEUE_LOG2 - N_LOG2;

	// What is requested, when the lowest bits contain its cycle
	reg              sample_q;
	reg  [PAIRS-1:0] reset_q;
	always @(posedge clk) begin
		sample_q <= sample_i && ready_o && !first_i;
		reset_q  <= reset_i | {PAIRS{first_i}};
	end

	// Lowest bits: A of pair k is counter 2k, B is counter 2k + 1
	wire [N*LOW_W-1:0] lows;
	genvar k;
`ifdef VERILATOR
	// All of them in one register. No carry goes from one to the next: their highest bits are
	// added without one.
	wire [N*LOW_W-1:0] amounts;
	wire [N*LOW_W-1:0] highest = {N{1'b1, {(LOW_W-1){1'b0}}}};
	reg  [N*LOW_W-1:0] lows_q, kept;
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
	integer whose;
	always @* begin
		kept = &reset_q ? {(N*LOW_W){1'b0}} : lows_q;
		if (reset_q != 0)
			for (whose = 0; whose < PAIRS; whose = whose + 1)
				if (reset_q[whose])
					kept[2*whose*LOW_W +: 2*LOW_W] = 0;
	end
	always @(posedge clk)
		lows_q <= ((kept & ~highest) + amounts) ^ (kept & highest);
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
					if (reset_q[k/2])
						low_q <= {{(LOW_W-AMOUNT_W){1'b0}}, amount};
					else
						low_q <= low_q
							+ {{(LOW_W-AMOUNT_W){1'b0}}, amount};
				assign lows[k*LOW_W +: LOW_W] = low_q;
			end else begin : gen_unused
				assign lows[k*LOW_W +: LOW_W] = {LOW_W{1'b0}};
			end
		end
	endgenerate
`endif

	// Frames. at: the counter whose lowest bits come out of the shift register.
	reg  [N_LOG2-1:0] at_q, at1_q, at2_q;  // in this clock, one ago, two ago
	reg               read_q;              // the frame is that of a sample
	reg  [1:0]        reads_q;
	reg  [PAIRS-1:0]  due_q;               // the next frame takes the counts as 0
	wire              last = &at_q;
	wire              load = last || sample_q;
	always @(posedge clk) begin
		at1_q <= at_q;
		at2_q <= at1_q;
		due_q <= reset_q | (due_q & {PAIRS{!load}});
		if (first_i || sample_q)
			at_q <= 0;
		else
			at_q <= at_q + 1'b1;
		if (first_i) begin
			read_q  <= 1'b0;
			reads_q <= 2'd0;
		end else begin
			read_q  <= sample_q || (read_q && !last);
			reads_q <= {reads_q[0], read_q};
		end
	end

	// Visits. Clock 0: the lowest bits come out, and the count is looked up. 1: the count that
	// follows. 2: it is stored, and goes into the queue.
	reg  [31:0] sum_q;
`ifdef VERILATOR
	// The same in fewer steps of a simulator: all counters with the beginning of the frame
	reg  [COUNT_W-1:0] counts [0:N-1];
	reg  [COUNT_W-1:0] former;
	reg  [COUNT_W:0]   total;
	reg  [31:0]        count_q;
	reg  [LOW_W-1:0]   low;
	integer            visit;
	// verilator lint_off BLKSEQ
	always @(posedge clk) begin
		if (reads_q[0])
			sum_q <= count_q;
		if (read_q)
			count_q <= {32{{{(32-N_LOG2){1'b0}}, at_q} < 2 * PAIRS}}
				& counts[at_q][31:0];
		if (load)
			for (visit = 0; visit < 2 * PAIRS; visit = visit + 1) begin
				former = due_q[visit/2] ? {COUNT_W{1'b0}} : counts[visit];
				low    = lows[visit*LOW_W +: LOW_W] - former[LOW_W-1:0];
				total  = {1'b0, former} + {{(COUNT_W+1-LOW_W){1'b0}}, low};
				counts[visit] = |total[COUNT_W:32] ? {COUNT_W{1'b1}}
					: total[COUNT_W-1:0];
			end
	end
	// verilator lint_on BLKSEQ
`else
	reg  [N*LOW_W-1:0] shift_q;
	reg  [LOW_W-1:0]   low_q;
	reg  [PAIRS-1:0]   zero_q;  // the counts are taken as 0
	reg  [1:0]         keeps_q;
	wire [N/2-1:0]     zeros = {{(N/2-PAIRS){zero_q[0]}}, zero_q};
	wire [COUNT_W-1:0] count;
	wire [COUNT_W-1:0] sum;
	wire               over;  // the count passes its end
	always @(posedge clk) begin
		shift_q <= load ? lows : shift_q >> LOW_W;
		low_q   <= shift_q[LOW_W-1:0];
		if (load)
			zero_q <= due_q | (zero_q & {PAIRS{!last}});
		// A new frame comes soon to the first counters: it does without a visit that is not
		// yet stored.
		keeps_q[0] <= !sample_q || at_q[N_LOG2-1];
		keeps_q[1] <= keeps_q[0] && (!sample_q || at1_q[N_LOG2-1]);
		sum_q      <= over ? 32'hFFFFFFFF : sum[31:0];
	end
	wire [COUNT_W-1:0] kept;
	generate
		if (LOW_W < 32) begin : gen_upper
			// One carry chain: from the lowest bits comes a carry where low_q is less.
			wire [31:0] next = count[31:0]
				+ {{(32-LOW_W){1'b0}}, ~low_q};
			// Beside the chain, as that is slow: what was 1 before a carry is then 0.
			assign over = (&count[31:LOW_W]) && !next[LOW_W];
			assign sum  = {next[31:LOW_W], low_q};
			wire   unused = &{1'b0, next[LOW_W-1:0]};
			assign kept = sum_q;
		end else if (LOW_W == 32) begin : gen_exact
			assign over = low_q < count[31:0];
			assign sum  = low_q;
			assign kept = sum_q;
		end else begin : gen_long
			reg [COUNT_W-33:0] high_q;
			assign over = low_q < count || low_q[LOW_W-1:32] != 0;
			assign sum  = low_q;
			assign kept = {high_q, sum_q};
			always @(posedge clk)
				high_q <= over ? {(COUNT_W-32){1'b1}} : {(COUNT_W-32){1'b0}};
			wire unused = &{1'b0, sum[COUNT_W-1:32]};
		end
	endgenerate
	gnomon_cell_ram_zeros #(.LUT_BITS(LUT_BITS), .WIDTH(COUNT_W),
		.DEPTH_LOG2(N_LOG2)) u_counts (
		.clk     (clk),
		.we_i    (keeps_q[1]),
		.waddr_i (at2_q),
		.wdata_i (kept),
		.zero_i  (zeros[at_q[N_LOG2-1:1]]),
		.raddr_i (at_q),
		.rdata_o (count)
	);
`endif

	// Queue, of whole samples. The equation makes no clock enable of sample_i, which is late.
	reg  taking_q;  // one is requested, and not stored
	wire push  = reads_q[1];
	wire whole = push && (&at2_q);
	wire full;
	always @(posedge clk)
		taking_q <= !first_i && !whole && (taking_q || (sample_i && !full));
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
				.at_i    (at2_q),
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
				.we_i    (push && !at2_q[0]),
				.waddr_i ({head_q[SAMPLES_LOG2-1:0], at2_q[N_LOG2-1:1]}),
				.wdata_i (falling),
				.raddr_i ({tail_q[SAMPLES_LOG2-1:0], pair, place}),
				.rdata_o (a)
			);
			gnomon_cell_ram_narrow #(.LUT_BITS(LUT_BITS), .READ_W(1), .PARTS_LOG2(5),
				.DEPTH_LOG2(QUEUE_LOG2 - 1)) u_b (
				.clk     (clk),
				.we_i    (push && at2_q[0]),
				.waddr_i ({head_q[SAMPLES_LOG2-1:0], at2_q[N_LOG2-1:1]}),
				.wdata_i (falling),
				.raddr_i ({tail_q[SAMPLES_LOG2-1:0], pair, place}),
				.rdata_o (b)
			);
		end
	endgenerate

endmodule
