// SPDX-License-Identifier: Apache-2.0
// Room: count
// gnomon_count_counters: a bank of 32-bit counters, one for each input, that are never reset during
// a run.
//
//  1. first_i: a run begins. All counts are 0; the module discards what is left of the run before.
//     Counter i counts the cycles with input_i[i] up to and including that of flush_i. A count
//     stops at 2^32 - 1.
//  2. The counters form groups of 16. Four levels (gnomon_count_halve) count the lowest four bits
//     of the counters of a group in turn, one a cycle; so a group has one carry a cycle. The next
//     MIDDLE_W bits of a counter are in a RAM, which is read a row of all groups a cycle. These
//     bits are the row of the counter.
//  3. The rest of each count is in another RAM. The module visits the counts in turn, all of them
//     in W cycles. A row rises by at most 3W between two visits, and its range is 4W. So the count
//     is one more if the quarter of the row is less than at the last visit.
//  4. sample_i with ready_o takes a snapshot. F is the first multiple of 16 > t. In the 16 rows
//     that are written from then on, counter i has the cycles up to F + (i mod 16) - 1. The rows do
//     not change until all counters have been visited once and their counts are stored.
//  5. flush_i, together with sample_i, takes the last snapshot.
//  6. Then the module outputs the counts, record by record (docs/design/preprocessors.md,
//     "Records").
//     ready_o: no snapshot is in progress.
// The counters go out as blocks. block_valid_o: block_word_o is word 1 of a record. block_pop_i
// takes a word. block_busy_o: the run continues, or something must still be read.
// count_i is the time of the cycle before. The first cycle after first_i has time 0.
// CONSTRAINT: count_i is 0 in that cycle, too. No flush_i without ready_o. No block_pop_i without
// block_valid_o.
// Second form for Verilator: without it sim_share_taps (`make bench`) is 24 % lower.
//
// Latency: sample_i to block_valid_o: at cycle F + W + 20, with W: COUNT, rounded up to 32, 64, 128
//   or 256. block_pop_i to the next word: 1 cycle. sample_i to ready_o 0: 1 cycle.
//
// With COUNT 16: a snapshot at time 3. The first word is there at time 16 + 32 + 20 = 68.
//
//   cycle      0  1  2  3  4  5  6
//   first_i    1  0  0  0  0  0  0
//   count_i    0  0  0  1  2  3  4
//   sample_i   0  0  0  0  1  0  0
//   ready_o    1  1  1  1  1  0  0
//
// Instance:
//   gnomon_count_counters #(.LUT_BITS(0), .COUNT(64), .UNIT(0), .NODE(0), .TIME_W(32)
//   ) u_count_counters (
//     .clk(clk), .rst(rst), .first_i(first), .count_i(count), .input_i(input_i), .ready_o(ready),
//     .sample_i(sample), .flush_i(flush), .block_valid_o(block_valid), .block_word_o(block_word),
//     .block_last_o(block_last), .block_pop_i(block_pop), .block_busy_o(block_busy)
//   );

module gnomon_count_counters #(
	parameter LUT_BITS = 0,   // as gnomon_cell_ram's
	parameter COUNT  = 64,  // requires 16..256
	parameter UNIT   = 0,   // requires 0..255
	parameter NODE   = 0,   // requires 0..254
	parameter TIME_W = 32   // bits of the time; requires 12..32
) (
	input  wire              clk,
	input  wire              rst,
	input  wire              first_i,
	input  wire [TIME_W+6:0] count_i,  // {epoch, time} of the cycle before, less the bit that
	                                   // they share
	input  wire [COUNT-1:0]  input_i,
	output wire              ready_o,
	input  wire              sample_i,
	input  wire              flush_i,
	// blocks
	output wire              block_valid_o,
	output wire [31:0]       block_word_o,
	output wire              block_last_o,
	input  wire              block_pop_i,
	output wire              block_busy_o
);

	`include "gnomon_records.vh"

	generate
		if (COUNT < 16 || COUNT > 256) begin : gen_bad_count
			COUNT_must_be_16_to_256 u_bad ();
		end
		if (TIME_W < 12 || TIME_W > 32 || UNIT < 0 || UNIT > 255 || NODE < 0
			|| NODE > 254) begin : gen_bad
			TIME_W_must_be_12_to_32_UNIT_to_255_NODE_to_254 u_bad ();
		end
	endgenerate

	localparam GROUPS_LOG2 = COUNT > 128 ? 4 : COUNT > 64 ? 3 : COUNT > 32 ? 2 : 1;
	localparam W_LOG2   = GROUPS_LOG2 + 4;
	localparam W        = 1 << W_LOG2;

	// Run: nothing counts outside
	reg  run_q;
	reg  [3:0] at;  // the time, modulo 16
	always @(posedge clk) begin
		run_q <= !rst && (first_i || (run_q && !flush_i));
		// known before the first run, too: addresses are made of it
		at    <= rst || first_i ? 4'd0 : at + 4'd1;
	end

`ifndef VERILATOR
	localparam GROUPS   = 1 << GROUPS_LOG2;
	localparam MIDDLE_W = GROUPS_LOG2 + 2;  // between two visits: two rounds and 16 clocks at
	                                        // most
	localparam ROW_W    = MIDDLE_W + 4;
	localparam HIGH_W   = 32 - ROW_W;
	localparam HALF_W   = HIGH_W / 2;      // its carry chain is cut in two

	// Inputs by the clock in which they have their turn: counter i in clocks i - 1 modulo 16
	wire [W-1:0] turns;
	genvar i;
	generate
		for (i = 0; i < W; i = i + 1) begin : gen_turn
			localparam COUNTER = i / 16 * 16 + (i + 1) % 16;
			if (COUNTER < COUNT) begin : gen_used
				assign turns[i] = input_i[COUNTER] && run_q;
			end else begin : gen_unused
				assign turns[i] = 1'b0;
			end
		end
	endgenerate

	// The first 2, 4, 8, 16 clocks of a run, a clock early, and as the levels see them
	reg  [4:1]  young_q;
	wire [4:1]  young = young_q | {4{first_i}};
	reg         young1_1_q;
	reg  [1:0]  young2_q;
	reg  [3:0]  young3_q;
	reg  [2:0]  young4_q;
	reg         half2_q;
	reg  [1:0]  half3_q;
	reg  [2:0]  half4_q;
	always @(posedge clk) begin
		young_q    <= young & ~({at == 4'd14, at == 4'd6, at == 4'd2, at == 4'd0}
			& {4{!first_i}});
		young1_1_q <= young[1];
		young2_q   <= {young2_q[0], young[2]};
		young3_q   <= {young3_q[2:0], young[3]};
		young4_q   <= {young4_q[1:0], young[4]};
		half2_q    <= at[1];
		half3_q    <= {half3_q[0], at[2]};
		half4_q    <= {half4_q[1:0], at[3]};
	end

	wire [8*GROUPS-1:0] bits1;
	wire [4*GROUPS-1:0] bits2, lows1, lows2;
	wire [2*GROUPS-1:0] bits3;
	wire [3*GROUPS-1:0] lows3;
	wire [GROUPS-1:0]   carries;
	wire [4*GROUPS-1:0] lows;
	wire [3:0]          ahead = at + 4'd1;
	localparam SHARED = LUT_BITS == 0 && GROUPS == 4 ? 1 : 0;
	wire [2*GROUPS-1:0] sums3, digits3;
	wire [GROUPS-1:0]   sums4, digits4;
	wire [8*GROUPS-1:0] sums1;
	wire [4*GROUPS-1:0] sums2;
	wire                unused_sums = &{1'b0, sums1, sums2};
	gnomon_count_halve #(.LUT_BITS(LUT_BITS), .UNITS(8 * GROUPS), .LEVEL(1)) u_level1 (
		.clk (clk), .at_i (at), .ahead_i (ahead), .half_i (at[0]), .next_i (at[1]),
		.zero_digit_i (young[1]), .zero_carry_i (first_i), .bit_i (turns),
		.low_i ({8*GROUPS{1'b0}}), .digit_i ({8*GROUPS{1'b0}}), .sum_o (sums1), .bit_o (bits1),
		.low_o (lows1)
	);
	gnomon_count_halve #(.LUT_BITS(LUT_BITS), .UNITS(4 * GROUPS), .LEVEL(2)) u_level2 (
		.clk (clk), .at_i (at), .ahead_i (ahead), .half_i (half2_q), .next_i (half3_q[0]),
		.zero_digit_i (young2_q[0]), .zero_carry_i (young1_1_q), .bit_i (bits1),
		.low_i (lows1), .digit_i ({4*GROUPS{1'b0}}), .sum_o (sums2), .bit_o (bits2),
		.low_o (lows2)
	);
	gnomon_count_halve #(.LUT_BITS(LUT_BITS), .UNITS(2 * GROUPS), .LEVEL(3),
		.OUTSIDE(SHARED)) u_level3 (
		.clk (clk), .at_i (at), .ahead_i (ahead), .half_i (half3_q[1]),
		.next_i (half4_q[1]), .zero_digit_i (young3_q[1]),
		.zero_carry_i (young2_q[1]), .bit_i (bits2),
		.low_i (lows2), .digit_i (digits3), .sum_o (sums3), .bit_o (bits3),
		.low_o (lows3)
	);
	gnomon_count_halve #(.LUT_BITS(LUT_BITS), .UNITS(GROUPS), .LEVEL(4),
		.OUTSIDE(SHARED)) u_level4 (
		.clk (clk), .at_i (at), .ahead_i (ahead), .half_i (half4_q[2]), .next_i (1'b0),
		.zero_digit_i (young4_q[2]), .zero_carry_i (young3_q[2]), .bit_i (bits3),
		.low_i (lows3), .digit_i (digits4), .sum_o (sums4), .bit_o (carries),
		.low_o (lows)
	);

	// The digits of levels 3 and 4: those of four groups in one RAM block, in which a digit of
	// level 4 stays for two rounds of 8 clocks. The zeros of level 3 come a clock too early for
	// level 4, so the digit of its last clock before the run is masked.
	generate
		if (SHARED != 0) begin : gen_shared
			wire [GROUPS-1:0] halfway;  // of 8 clocks ago
			gnomon_cell_ram_zeros #(.LUT_BITS(LUT_BITS), .WIDTH(4 * GROUPS),
				.DEPTH_LOG2(3)) u_digits (
				.clk     (clk),
				.we_i    (1'b1),
				.waddr_i (at[2:0]),
				.wdata_i ({halfway & {GROUPS{!young3_q[3]}}, sums4, sums3}),
				.zero_i  (young3_q[1]),
				.raddr_i (ahead[2:0]),
				.rdata_o ({digits4, halfway, digits3})
			);
		end else begin : gen_apart
			assign digits3 = {2*GROUPS{1'b0}};
			assign digits4 = {GROUPS{1'b0}};
			wire unused = &{1'b0, sums3, sums4, young3_q[3]};
		end
	endgenerate

	// Rows. That of counter i of each group is written in clocks i + 2 modulo 16.
	wire [GROUPS*MIDDLE_W-1:0] middles, sums;
	wire [GROUPS*ROW_W-1:0]    rows;
	generate
		for (i = 0; i < GROUPS; i = i + 1) begin : gen_group
			assign sums[i*MIDDLE_W +: MIDDLE_W] = middles[i*MIDDLE_W +: MIDDLE_W]
				+ {{(MIDDLE_W-1){1'b0}}, carries[i]};
			assign rows[i*ROW_W +: ROW_W] =
				{sums[i*MIDDLE_W +: MIDDLE_W], lows[4*i +: 4]};
		end
	endgenerate
	gnomon_cell_ram_zeros #(.LUT_BITS(LUT_BITS), .WIDTH(GROUPS * MIDDLE_W),
		.DEPTH_LOG2(4)) u_middles (
		.clk     (clk),
		.we_i    (1'b1),
		.waddr_i (at),
		.wdata_i (sums),
		.zero_i  (young4_q[2]),
		.raddr_i (ahead),
		.rdata_o (middles)
	);
`endif

	// Snapshots: wait for F; for its first row; 16 rows; then they stop until all groups were
	// visited; give
	reg                    busy_q, wait_q, lead_q, rows_q, hold_q, walking_q, giving_q;
	reg                    flush_q;         // flush_i of the cycle before
	reg                    final_q;         // the snapshot is that of the flush
	reg                    was_q;           // busy_q of the cycle before
	reg                    zeroth_q, turn_q;  // at is 1, 2: groups begin after that
	reg  [W_LOG2-1:0]      walk_q;          // the counter that is visited
	reg  [GROUPS_LOG2-1:0] walked_q;        // groups that are visited
	wire                   begins = sample_i && run_q && !busy_q;
	wire                   zeroth = at == 4'd0;
	wire                   walked = walking_q && turn_q && (&walked_q);
	wire                   given;
	assign ready_o = !busy_q;
	always @(posedge clk) begin
		zeroth_q <= zeroth;
		turn_q   <= zeroth_q;
		if (rst || first_i) begin
			busy_q    <= 1'b0;
			wait_q    <= 1'b0;
			lead_q    <= 1'b0;
			rows_q    <= 1'b0;
			hold_q    <= 1'b0;
			walking_q <= 1'b0;
			giving_q  <= 1'b0;
		end else begin
			busy_q    <= begins || (busy_q && !given);
			wait_q    <= begins || (wait_q && !zeroth);
			lead_q    <= wait_q && zeroth;
			rows_q    <= lead_q || (rows_q && !zeroth_q);
			hold_q    <= rows_q && zeroth_q;
			walking_q <= hold_q || (walking_q && !walked);
			giving_q  <= walked || (giving_q && !given);
		end
		flush_q  <= flush_i;
		if (busy_q && !was_q)
			final_q <= flush_q;
		if (!walking_q)
			walked_q <= 0;
		else if (turn_q)
			walked_q <= walked_q + 1'b1;
	end

	// Visits. Clock 0: the row is looked up, its quarter when it was visited last, and the rest
	// of the count. 1: the count. 2: it is stored. A RAM block is slow: where there is LUT RAM,
	// so that the rest is fast, registers follow, and clock 1 is two.
	localparam LATE = LUT_BITS != 0 ? 1 : 0;
	localparam [31:0] BACK = LATE + 2;
	reg  [LATE+1:0]    stores_q;
	wire               store = stores_q[LATE+1];
	wire [W_LOG2-1:0]  walk2 = walk_q - BACK[W_LOG2-1:0];
	wire [31:0]        visited;  // what is stored
	wire               full;     // it is saturated
	always @(posedge clk) begin
		if (first_i)
			// in turn with the clocks of the rows, and never at the row that is written
			walk_q <= {{(W_LOG2-4){1'b0}}, 4'd13};
		else
			walk_q <= walk_q + 1'b1;
		stores_q <= {stores_q[LATE:0], walking_q};
	end
`ifdef VERILATOR
	// The same in fewer steps of a simulator: how long each input was 1, less the time since
	// when, where it still is. A level that does not change takes no steps.
	wire [COUNT-1:0]  level = input_i & {COUNT{run_q}};
	reg  [COUNT-1:0]  level_q;
	reg  [63:0]       time_q, total;
	reg  [63:0]       totals [0:COUNT-1];
	reg  [31:0]       taken [0:W-1];  // of the snapshot
	reg               taking_q;
	integer           c;
	initial begin
		level_q  = 0;
		time_q   = 64'd0;
		taking_q = 1'b0;
		for (c = 0; c < W; c = c + 1)
			taken[c] = 32'd0;
	end
	// verilator lint_off BLKSEQ
	always @(posedge clk) begin
		if (taking_q || (wait_q && zeroth)) begin
			taking_q = at != 4'd15;
			for (c = 0; c < COUNT; c = c + 1)
				if (c[3:0] == at) begin
					total    = totals[c] + (level_q[c] ? time_q : 64'd0);
					taken[c] = |total[63:32] ? 32'hFFFFFFFF : total[31:0];
				end
		end
		if (first_i) begin
			for (c = 0; c < COUNT; c = c + 1)
				totals[c] = 64'd0;
			level_q = 0;
		end else if (level != level_q) begin
			for (c = 0; c < COUNT; c = c + 1)
				if (level[c] != level_q[c])
					totals[c] = level[c] ? totals[c] - time_q
						: totals[c] + time_q;
			level_q = level;
		end
		time_q = time_q + 64'd1;
	end
	// verilator lint_on BLKSEQ
	assign visited = taken[walk2];
	assign full    = &visited;
`else
	localparam FOUND_W = ROW_W + HIGH_W + 5;
	reg                zero_q;  // until all rows are of this run, and all counters are visited:
	                            // the counts were 0
	reg                most_q;  // the count would have passed its end
	reg  [ROW_W-1:0]   low_q;
	reg  [HIGH_W-1:0]  high_q;
	wire [FOUND_W-1:0] found_now, found;
	wire [ROW_W-1:0]   row;
	wire [1:0]         quarter;
	wire [HIGH_W-1:0]  high;
	wire               was_most, was_ones, was_half;  // all of high were ones, its lower half
	wire               more  = row[ROW_W-1 -: 2] < quarter;
	wire               most  = was_most || (was_ones && more);
	wire               ones  = &high_q[HIGH_W-1:HALF_W];
	wire               half  = &high_q[HALF_W-1:0];
	assign visited = {high_q, low_q};
	assign full    = ones && half && (&low_q);
	always @(posedge clk) begin
		zero_q    <= first_i || (zero_q && !(&count_i[W_LOG2+1:W_LOG2]));
		most_q    <= most;
		if (most) begin
			low_q  <= {ROW_W{1'b1}};
			high_q <= {HIGH_W{1'b1}};
		end else begin
			low_q                   <= row;
			high_q[HALF_W-1:0]      <= high[HALF_W-1:0] + {{(HALF_W-1){1'b0}}, more};
			high_q[HIGH_W-1:HALF_W] <= high[HIGH_W-1:HALF_W]
				+ {{(HIGH_W-HALF_W-1){1'b0}}, more && was_half};
		end
	end
	gnomon_cell_ram_narrow #(.LUT_BITS(LUT_BITS), .READ_W(ROW_W), .PARTS_LOG2(GROUPS_LOG2),
		.DEPTH_LOG2(4), .BLOCK(1)) u_rows (
		.clk     (clk),
		.we_i    (!hold_q && !walking_q),
		.waddr_i (at - 4'd2),
		.wdata_i (rows),
		.raddr_i ({walk_q[3:0], walk_q[W_LOG2-1:4]}),
		.rdata_o (found_now[FOUND_W-1 -: ROW_W])
	);
	gnomon_cell_ram_zeros #(.LUT_BITS(LUT_BITS), .WIDTH(HIGH_W + 5),
		.DEPTH_LOG2(W_LOG2)) u_highs (
		.clk     (clk),
		.we_i    (1'b1),
		.waddr_i (walk2),
		.wdata_i ({low_q[ROW_W-1 -: 2], most_q, ones && half, half, high_q}),
		.zero_i  (zero_q),
		.raddr_i (walk_q),
		.rdata_o (found_now[HIGH_W+4:0])
	);
	gnomon_cell_delay #(.WIDTH(FOUND_W), .CLOCKS(LATE)) u_found (
		.clk (clk),
		.d_i (found_now),
		.q_o (found)
	);
	assign {row, quarter, was_most, was_ones, was_half, high} = found;
`endif

	// Records of 64 counts, the last one of what is left. What is known late of word 4 is
	// joined by or.
	localparam RECORDS      = (COUNT + 63) / 64;
	localparam RECORDS_LOG2 = RECORDS > 2 ? 2 : RECORDS > 1 ? 1 : 0;
	localparam WORDS_LOG2   = RECORDS_LOG2 + 7;
	localparam REST         = COUNT - 64 * (RECORDS - 1);
	localparam [31:0] UNIT_32 = UNIT, NODE_32 = NODE,
		LAST_COUNT = (REST + 1) / 2 * 2 - 1, LAST_RECORD = RECORDS - 1;
	localparam [6:0]  FIRST = 7'b1111001;  // less than 0: the number of the word in its low
	                                       // bits
	reg  [1:0]  record_q;
	reg  [6:0]  word_q;
	reg  [6:0]  after_q;  // the word after it: block_pop_i comes late
	reg         give_q;
	reg  [3:0]  full_q;   // a count of the record is saturated
	wire        give   = giving_q && !first_i && !(block_pop_i && block_last_o);
	wire [6:0]  next   = block_pop_i ? after_q : word_q;
	wire        fourth = word_q[6] && word_q[2:0] == 3'd4;
	wire        rest   = record_q == LAST_RECORD[1:0];
	wire [6:0]  last   = {1'b0, rest ? LAST_COUNT[5:0] : 6'd63};
	wire [7:0]  stored = {{(8-W_LOG2){1'b0}}, walk2};
	always @(posedge clk) begin
		give_q <= give;
		if (!giving_q) begin
			word_q  <= FIRST;
			after_q <= FIRST + 7'd1;
		end else if (block_pop_i) begin
			word_q  <= after_q;
			after_q <= after_q == last ? FIRST : after_q + 7'd1;
		end
		if (!giving_q)
			record_q <= 2'd0;
		else if (block_pop_i && block_last_o)
			record_q <= record_q + 2'd1;
		if (!busy_q)
			full_q <= 4'd0;
		else if (store && full)
			full_q[stored[7:6]] <= 1'b1;
	end
	assign given = block_pop_i && block_last_o && rest;

	// Counts, and behind them the headers: constants are there from the start; t is written
	// until the snapshot begins, F until it comes, which at the flush is t + 1. Both are in the
	// first record's header, for all records.
	localparam [31:0] HEADERS = 1 << (WORDS_LOG2 - 1), TIMES = HEADERS + 58,
		WORDS = (REST + 1) / 2 * 2 + 6;
	reg                   waited_q;
	reg                   tell_q;  // a time is written; as was_q of the cycle of count_i
	wire [WORDS_LOG2-1:0] at_write = tell_q ? {TIMES[WORDS_LOG2-1:1], was_q}
		: {1'b0, stored[WORDS_LOG2-2:0]};
	wire [WORDS_LOG2-1:0] at_read;
	wire [31:0]           written = tell_q ? {{(32-TIME_W){1'b0}}, count_i[TIME_W-1:0]}
		: visited;
	reg  [31:0]           word;
	reg  [15:0]           epochs_q;
	(* no_rw_check, ram_style = "block" *)  // Yosys: the collision is a don't care
	reg  [31:0]           words [0:(1<<WORDS_LOG2)-1];
	integer               k;
	initial begin
		for (k = 0; k < 1 << WORDS_LOG2; k = k + 1)
			words[k] = 32'd0;
		for (k = 0; k < RECORDS; k = k + 1) begin
			words[HEADERS+64*k+57] = {k == RECORDS - 1 ? WORDS[7:0]
				: 8'd70, UNIT_32[7:0], NODE_32[7:0], GNO_KIND_COUNTER};
			words[HEADERS+64*k+60] = k == RECORDS - 1 ? 32'd1 << 16 : 32'd0;
			words[HEADERS+64*k+61] = (k == RECORDS - 1 ? REST : 64) * 65536 + 64 * k;
		end
	end
	always @(posedge clk) begin
		waited_q <= wait_q;
		tell_q <= !busy_q || (wait_q && !(final_q && waited_q));
		was_q  <= busy_q;
		if (!was_q)
			epochs_q[7:0] <= count_i[TIME_W+6 -: 8];
		if (tell_q)
			epochs_q[15:8] <= count_i[TIME_W+6 -: 8];
		if (tell_q || store)
			words[at_write] <= written;
		word <= words[at_read];
`ifdef GNOMON_COLLISIONS
		if ((tell_q || store) && at_write == at_read)
			word <= $random;
`endif
	end
	generate
		if (RECORDS_LOG2 == 0) begin : gen_record
			assign at_read = next;
		end else begin : gen_records
			wire timed = next[6] && next[2:1] == 2'b01;
			assign at_read = {next[6], timed ? {RECORDS_LOG2{1'b0}}
				: record_q[RECORDS_LOG2-1:0], next[5:0]};
		end
	endgenerate
	assign block_word_o  = word
		| {12'd0, fourth && final_q, fourth && full_q[record_q], 2'd0,
			{16{fourth}} & epochs_q};
	assign block_valid_o = give_q;
	assign block_last_o  = word_q == last;
	assign block_busy_o  = run_q || busy_q;

endmodule
