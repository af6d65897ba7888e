// SPDX-License-Identifier: Apache-2.0
//
// gnomon_counters: a bank of 32-bit counters, one for each input, that are never reset in a run; their snapshots go out as blocks.
//
//  1. first_i: a run begins, all counts are 0, what is left of the run before is thrown away. Counter i counts the clocks with input_i[i] up to and
//     including that of flush_i. A count that would pass 2^32-1 stays there.
//  2. Counters stand in groups of 16. Four levels (gnomon_halve) count the lowest four bits of a group's counters in turn, one a clock; so the group
//     has one carry a clock. What comes next, MIDDLE_W bits a counter, is kept in a RAM, a row of all groups a clock. All of it is the counter's row.
//  3. The rest of each count lies in another RAM and is visited in turn, in W clocks all of them: it is one more if the row is less than it was.
//  4. sample_i, if ready_o: a snapshot. F is the first multiple of 16 > t. In the rows that are written from then on, 16 of them, counter i holds the clocks up to
//     F + (i mod 16) - 1. They stand still until all counters are visited once, and their counts are stored.
//  5. flush_i: a snapshot, too, at once or after the one that is under way.
//  6. Then the counts are given out, record by record (docs/design/preprocessors.md, "Records"). ready_o: nothing of that is under way.
// block_valid_o: block_word_o is word 1 of a record; block_pop_i takes a word, the next is there in the next clock. block_busy_o: the run goes on, or
// something is yet to be given.
// CONSTRAINT: the low four bits of count_i, the time, are those of the clocks that are counted; 0 in the clock after first_i. No block_pop_i without
// block_valid_o.

`resetall
`default_nettype none
`include "gnomon_records.vh"

module gnomon_counters #(
	parameter COUNT  = 64,  // requires 16..256
	parameter UNIT   = 0,   // requires 0..255
	parameter NODE   = 0,   // requires 0..254
	parameter TIME_W = 32   // bits of the time; requires 12..32
) (
	input  wire              clk,
	input  wire              rst,
	input  wire              first_i,
	input  wire [TIME_W+6:0] count_i,  // {epoch, time}, less the bit that they share
	input  wire [COUNT-1:0]  input_i,
	output wire              ready_o,
	input  wire              sample_i,
	input  wire              flush_i,
	// blocks
	output wire              block_valid_o,
	output reg  [31:0]       block_word_o,
	output wire              block_last_o,
	input  wire              block_pop_i,
	output wire              block_busy_o
);
	generate
		if (COUNT < 16 || COUNT > 256) begin : gen_bad_count
			COUNT_must_be_16_to_256 u_bad ();
		end
		if (TIME_W < 12 || TIME_W > 32 || UNIT < 0 || UNIT > 255 || NODE < 0 || NODE > 254) begin : gen_bad
			TIME_W_must_be_12_to_32_UNIT_to_255_NODE_to_254 u_bad ();
		end
	endgenerate

	localparam GROUPS_LOG2 = COUNT > 128 ? 4 : COUNT > 64 ? 3 : COUNT > 32 ? 2 : 1;
	localparam GROUPS   = 1 << GROUPS_LOG2;
	localparam W_LOG2   = GROUPS_LOG2 + 4;
	localparam W        = 1 << W_LOG2;
	localparam MIDDLE_W = GROUPS_LOG2 + 2;  // between two visits: two rounds and 16 clocks at most
	localparam ROW_W    = MIDDLE_W + 4;
	localparam HIGH_W   = 32 - ROW_W;

	// Run: nothing counts outside
	reg  run_q;
	wire [3:0] at = count_i[3:0];
	always @(posedge clk)
		run_q <= !rst && (first_i || (run_q && !flush_i));

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
	reg  [2:0]  young3_q;
	reg  [2:0]  young4_q;
	reg         half2_q;
	reg  [1:0]  half3_q;
	reg  [2:0]  half4_q;
	always @(posedge clk) begin
		young_q    <= young & ~({at == 4'd14, at == 4'd6, at == 4'd2, at == 4'd0} & {4{!first_i}});
		young1_1_q <= young[1];
		young2_q   <= {young2_q[0], young[2]};
		young3_q   <= {young3_q[1:0], young[3]};
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
	gnomon_halve #(.UNITS(8 * GROUPS), .LEVEL(1)) u_level1 (
		.clk (clk), .at_i (at), .half_i (at[0]), .next_i (at[1]), .zero_digit_i (young[1]), .zero_carry_i (first_i),
		.bit_i (turns), .low_i ({8*GROUPS{1'b0}}), .bit_o (bits1), .low_o (lows1)
	);
	gnomon_halve #(.UNITS(4 * GROUPS), .LEVEL(2)) u_level2 (
		.clk (clk), .at_i (at), .half_i (half2_q), .next_i (half3_q[0]), .zero_digit_i (young2_q[0]), .zero_carry_i (young1_1_q),
		.bit_i (bits1), .low_i (lows1), .bit_o (bits2), .low_o (lows2)
	);
	gnomon_halve #(.UNITS(2 * GROUPS), .LEVEL(3)) u_level3 (
		.clk (clk), .at_i (at), .half_i (half3_q[1]), .next_i (half4_q[1]), .zero_digit_i (young3_q[1]), .zero_carry_i (young2_q[1]),
		.bit_i (bits2), .low_i (lows2), .bit_o (bits3), .low_o (lows3)
	);
	gnomon_halve #(.UNITS(GROUPS), .LEVEL(4)) u_level4 (
		.clk (clk), .at_i (at), .half_i (half4_q[2]), .next_i (1'b0), .zero_digit_i (young4_q[2]), .zero_carry_i (young3_q[2]),
		.bit_i (bits3), .low_i (lows3), .bit_o (carries), .low_o (lows)
	);

	// Rows. That of counter i of each group is written in clocks i + 2 modulo 16.
	wire [GROUPS*MIDDLE_W-1:0] middles, sums;
	wire [GROUPS*ROW_W-1:0]    rows;
	generate
		for (i = 0; i < GROUPS; i = i + 1) begin : gen_group
			assign sums[i*MIDDLE_W +: MIDDLE_W] = middles[i*MIDDLE_W +: MIDDLE_W] + {{(MIDDLE_W-1){1'b0}}, carries[i]};
			assign rows[i*ROW_W +: ROW_W] = {sums[i*MIDDLE_W +: MIDDLE_W], lows[4*i +: 4]};
		end
	endgenerate
	gnomon_ram_zeros #(.WIDTH(GROUPS * MIDDLE_W), .DEPTH_LOG2(4)) u_middles (
		.clk     (clk),
		.we_i    (1'b1),
		.waddr_i (at),
		.wdata_i (sums),
		.zero_i  (young4_q[2]),
		.raddr_i (at + 4'd1),
		.rdata_o (middles)
	);

	// Snapshots: wait for F; for its first row; 16 rows; they stand still until a group begins, then until all groups were visited; give
	localparam [2:0] IDLE = 3'd0, WAIT = 3'd1, LEAD = 3'd2, ROWS = 3'd3, HOLD = 3'd4, WALK = 3'd5, GIVE = 3'd6;
	reg  [2:0]        state_q;
	reg               flush_q;  // a flush waits
	reg               final_q;  // the snapshot is that of the flush
	reg  [W_LOG2-1:0] walk_q;   // the counter that is visited
	reg  [GROUPS_LOG2-1:0] walked_q;  // groups that are visited
	wire              turn = at == 4'd6;
	wire              given;
	wire              begins = state_q == IDLE && sample_i && !flush_q && !flush_i && run_q;
	assign ready_o = state_q == IDLE && !flush_q;
	always @(posedge clk)
		if (rst || first_i) begin
			state_q <= IDLE;
			flush_q <= 1'b0;
		end else begin
			flush_q <= (flush_i && run_q) || (flush_q && state_q != IDLE);
			case (state_q)
			IDLE: begin
				final_q <= flush_q;
				if (flush_q || begins)
					state_q <= WAIT;
			end
			WAIT: if (at == 4'd0) state_q <= LEAD;
			LEAD: if (at == 4'd1) state_q <= ROWS;
			ROWS: if (at == 4'd1) state_q <= HOLD;
			HOLD: if (turn) state_q <= WALK;
			WALK: if (turn && (&walked_q)) state_q <= GIVE;
			default: if (given) state_q <= IDLE;
			endcase
		end
	always @(posedge clk)
		if (state_q != WALK)
			walked_q <= 0;
		else if (turn)
			walked_q <= walked_q + 1'b1;

	// Visits. Clock 0: the row is looked up, and what it was. 1: they are compared; the rest of the count is looked up. 2: the count. 3: it is stored.
	reg                zero_q, zero1_q;  // until all rows are of this run, and all counters are visited: the counts were 0
	reg  [2:0]         walks_q;
	reg                more_q;
	reg  [ROW_W-1:0]   row_q, low_q;
	reg  [HIGH_W-1:0]  high_q;
	wire [ROW_W-1:0]   row, former;
	wire [HIGH_W-1:0]  high;
	wire [HIGH_W:0]    sum   = {1'b0, high} + {{HIGH_W{1'b0}}, more_q};
	wire [W_LOG2-1:0]  walk1 = walk_q - 1'b1;
	wire [W_LOG2-1:0]  walk3 = walk_q - {{(W_LOG2-2){1'b0}}, 2'd3};
	always @(posedge clk) begin
		if (first_i)
			walk_q <= {{(W_LOG2-4){1'b0}}, 4'd9};  // in turn with the clocks of the rows, and never at the row that is written
		else
			walk_q <= walk_q + 1'b1;
		zero_q  <= first_i || (zero_q && !(&count_i[W_LOG2+1:W_LOG2]));
		zero1_q <= zero_q;
		walks_q <= {walks_q[1:0], state_q == WALK};
		row_q   <= row;
		more_q  <= row < former;
		if (sum[HIGH_W]) begin
			low_q  <= {ROW_W{1'b1}};
			high_q <= {HIGH_W{1'b1}};
		end else begin
			low_q  <= row_q;
			high_q <= sum[HIGH_W-1:0];
		end
	end
	gnomon_ram_narrow #(.READ_W(ROW_W), .PARTS_LOG2(GROUPS_LOG2), .DEPTH_LOG2(4), .BLOCK(1)) u_rows (
		.clk     (clk),
		.we_i    (state_q != HOLD && state_q != WALK),
		.waddr_i (at - 4'd2),
		.wdata_i (rows),
		.raddr_i ({walk_q[3:0], walk_q[W_LOG2-1:4]}),
		.rdata_o (row)
	);
	gnomon_ram_zeros #(.WIDTH(ROW_W), .DEPTH_LOG2(W_LOG2)) u_lows (
		.clk     (clk),
		.we_i    (1'b1),
		.waddr_i (walk3),
		.wdata_i (low_q),
		.zero_i  (zero_q),
		.raddr_i (walk_q),
		.rdata_o (former)
	);
	gnomon_ram_zeros #(.WIDTH(HIGH_W), .DEPTH_LOG2(W_LOG2)) u_highs (
		.clk     (clk),
		.we_i    (1'b1),
		.waddr_i (walk3),
		.wdata_i (high_q),
		.zero_i  (zero1_q),
		.raddr_i (walk1),
		.rdata_o (high)
	);

	// The times of a snapshot: t and F, and those of the flush, t and t + 1, which may come while they are written: then F is one of them.
	reg                flushed_q, alias_q, alias_to_q;
	wire               flush  = flush_i && run_q;
	wire               now_f  = state_q == WAIT && at == 4'd0 && !final_q;
	wire               second;  // F is read
	wire [TIME_W+6:0]  told;
	always @(posedge clk) begin
		flushed_q <= flush;
		if (begins)
			alias_q <= 1'b0;
		else if (now_f) begin
			alias_q    <= flush || flushed_q;
			alias_to_q <= flushed_q;
		end
	end
	gnomon_ram #(.WIDTH(TIME_W + 7), .DEPTH_LOG2(2), .BLOCK(1)) u_times (
		.clk     (clk),
		.we_i    (begins || now_f || flush || flushed_q),
		.waddr_i (flush || flushed_q ? {1'b1, flushed_q} : {1'b0, now_f}),
		.wdata_i (count_i),
		.raddr_i (final_q ? {1'b1, second} : second && alias_q ? {1'b1, alias_to_q} : {1'b0, second}),
		.rdata_o (told)
	);

	// Records of 64 counts, the last one of what is left
	localparam RECORDS = (COUNT + 63) / 64;
	localparam REST    = COUNT - 64 * (RECORDS - 1);
	localparam [31:0] UNIT_32 = UNIT, NODE_32 = NODE, REST_32 = REST, WORDS = (REST + 1) / 2 * 2 + 6, LAST_COUNT = (REST + 1) / 2 * 2 - 1;
	localparam [31:0] LAST_RECORD = RECORDS - 1;
	localparam [6:0]  FIRST = 7'b1111001;  // less than 0: the number of the word in its low bits
	reg  [1:0]  record_q;
	reg  [6:0]  word_q;
	reg         give_q;
	reg  [3:0]  full_q;   // a count of the record is saturated
	reg  [7:0]  epoch_q;  // of t
	wire [6:0]  next   = word_q + {6'd0, block_pop_i};
	wire        header = word_q[6];
	wire        rest   = record_q == LAST_RECORD[1:0];
	wire [31:0] count;
	wire [7:0]  stored = {{(8-W_LOG2){1'b0}}, walk3};
	always @(posedge clk) begin
		if (state_q != GIVE || first_i) begin
			give_q   <= 1'b0;
			record_q <= 2'd0;
		end else begin
			give_q <= !(block_pop_i && block_last_o);
			if (block_pop_i && block_last_o)
				record_q <= record_q + 2'd1;
		end
		word_q <= give_q ? next : FIRST;
		if (word_q[2:0] == 3'd2)
			epoch_q <= told[TIME_W+6 -: 8];
		if (state_q == IDLE)
			full_q <= 4'd0;
		else if (walks_q[2] && (&high_q) && (&low_q))
			full_q[stored[7:6]] <= 1'b1;
	end
	assign second = next[2:0] != 3'd2;
	assign given  = block_pop_i && block_last_o && rest;
	wire [7:0] place  = {record_q, next[5:0]};
	wire       unused = &{1'b0, stored, place};  // their highest bits
	gnomon_ram #(.WIDTH(32), .DEPTH_LOG2(W_LOG2 < 6 ? 6 : W_LOG2), .BLOCK(1)) u_counts (
		.clk     (clk),
		.we_i    (walks_q[2]),
		.waddr_i (stored[(W_LOG2 < 6 ? 6 : W_LOG2)-1:0]),
		.wdata_i ({high_q, low_q}),
		.raddr_i (place[(W_LOG2 < 6 ? 6 : W_LOG2)-1:0]),
		.rdata_o (count)
	);
	always @*
		if (!header)
			block_word_o = count;
		else case (word_q[2:0])
		3'd1:    block_word_o = {rest ? WORDS[7:0] : 8'd70, UNIT_32[7:0], NODE_32[7:0], `GNO_KIND_COUNTER};
		3'd2,
		3'd3:    block_word_o = {{(32-TIME_W){1'b0}}, told[TIME_W-1:0]};
		3'd4:    block_word_o = {12'd0, final_q, full_q[record_q], 1'b0, rest, told[TIME_W+6 -: 8], epoch_q};
		3'd5:    block_word_o = {9'd0, rest ? REST_32[6:0] : 7'd64, 8'd0, record_q, 6'd0};
		default: block_word_o = 32'd0;
		endcase
	assign block_valid_o = give_q;
	assign block_last_o  = !header && word_q[5:0] == (rest ? LAST_COUNT[5:0] : 6'd63);
	assign block_busy_o  = run_q || flush_q || state_q != IDLE;

endmodule

`resetall
