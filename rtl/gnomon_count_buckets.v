// SPDX-License-Identifier: Apache-2.0
// Room: count
// gnomon_count_buckets: counts how often the values of a quantity lie in each of its buckets, bank
// by bank, and outputs the banks as blocks.
//
//  1. first_i: a run begins. The first bank begins with the next cycle. The module discards what is
//     left of the run before.
//  2. Each cycle with valid_i adds one to the bucket of value_i (gnomon_count_ranges), in the bank
//     of this cycle; with APART 1 a value can come in every cycle, also for the same bucket. A
//     count that reaches 2^16 - 1, of 32 bits 2^32 - 2^16, is saturated: it does not change any
//     more, and reads as 2^BITS - 1.
//  3. bank_i: the bank ends with this cycle. The next bank begins with the next cycle if one is
//     free.
//     flush_i: the bank ends, and nothing counts until first_i.
//     With frozen_i no bank ends: the one that counts is discarded with the next first_i.
//  4. While no bank is free, values are lost and counted. The bank after that is late. A flush in
//     the meantime makes an empty bank: it is late, and its first and last cycle are that of the
//     flush. So each value of a run and each lost_i is in the words 6 and 7 of exactly one block.
//  5. Banks are in two RAMs in turn, with APART 2 in one RAM, which never counts in two successive
//     cycles. A bank that ended is read and cleared in cycles in which its RAM does not count:
//     record by record into a buffer, which outputs the record (docs/design/preprocessors.md,
//     "Records"). The bank is free when its last record is in the buffer.
//  6. first_i and rst leave banks that must be cleared, 2^COUNT_LOG2 cycles each. A run uses clean
//     banks at once; without a clean bank 4. applies.
// block_valid_o: block_word_o is the first word of a record that has not been read, word 1.
// block_pop_i takes a word. block_busy_o: the run continues, or something must still be read or
// cleared.
// CONSTRAINT: no block_pop_i without block_valid_o. Bounds are not written during a run. With
// APART 2 valid_i is never 1 in two successive cycles.
// Second form for Verilator: without it sim_share_taps (`make bench`) is 10 % lower.
//
// Latency: bank_i or flush_i to block_valid_o: 2^min(COUNT_LOG2, 6) + COUNT_LOG2 + 4 cycles, if no
//   bank waits before it and its RAM does not count meanwhile; 2 cycles more for each bank that
//   ends meanwhile, and for each count of another bank that passes a multiple of 2^16. block_pop_i
//   to the next word: 1 cycle.
//
// With COUNT_LOG2 3, a bank that ends in cycle 1:
//
//   cycle           0  1  2  3  4  5  6  7  8  9 10 11 12 13 14 15 16 17
//   valid_i         1  1  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0
//   bank_i          0  1  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0
//   block_valid_o   0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  1  1
//   block_pop_i     0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0
//
// Instance:
//   gnomon_count_buckets #(.LUT_BITS(0), .WIDTH(16), .COUNT_LOG2(6), .BANKS_LOG2(3), .BITS(32),
//     .APART(1), .LOSES(1), .UNIT(0), .NODE(0), .TIME_W(32), .CELL_W(14), .BASE(0)
//   ) u_count_buckets (
//     .clk(clk), .rst(rst), .first_i(first), .count_i(count), .wr_valid_i(wr_valid),
//     .wr_addr_i(wr_addr), .wr_data_i(wr_data), .valid_i(valid), .value_i(value), .lost_i(lost),
//     .bank_i(bank), .flush_i(flush), .frozen_i(frozen), .block_valid_o(block_valid),
//     .block_word_o(block_word), .block_last_o(block_last), .block_pop_i(block_pop),
//     .block_busy_o(block_busy)
//   );

module gnomon_count_buckets #(
	parameter LUT_BITS   = 0,   // as gnomon_cell_ram's
	parameter WIDTH      = 16,  // bits of a value; requires 1..32
	parameter COUNT_LOG2 = 6,   // buckets of a bank, log2; requires 3..12
	parameter BANKS_LOG2 = 3,   // banks, log2; requires 1..4
	parameter BITS       = 32,  // bits of a count; requires 16 or 32
	parameter APART      = 1,   // cycles from a value to the next one at least; requires 1 or 2
	parameter LOSES      = 1,   // 0: lost_i is always 0
	parameter UNIT       = 0,   // requires 0..255
	parameter NODE       = 0,   // requires 0..254
	parameter TIME_W     = 32,  // bits of the time; requires 12..32
	parameter CELL_W     = 14,  // bits of a table address; requires at least COUNT_LOG2 + 2
	parameter BASE       = 0    // address of the table, a multiple of its size
) (
	input  wire              clk,
	input  wire              rst,
	input  wire              first_i,
	input  wire [TIME_W+6:0] count_i,     // {epoch, time} of the cycle before, less the bit
	                                      // that they share
	// bounds
	input  wire              wr_valid_i,
	input  wire [CELL_W-1:0] wr_addr_i,
	input  wire [7:0]        wr_data_i,
	// values
	input  wire              valid_i,
	input  wire [WIDTH-1:0]  value_i,
	input  wire              lost_i,      // a value that will never come
	input  wire              bank_i,
	input  wire              flush_i,
	input  wire              frozen_i,    // a bank that ended now would not be recorded
	// blocks
	output wire              block_valid_o,
	output wire [31:0]       block_word_o,
	output wire              block_last_o,
	input  wire              block_pop_i,
	output wire              block_busy_o
);

	`include "gnomon_records.vh"

	generate
		if (BITS != 16 && BITS != 32) begin : gen_bad_bits
			BITS_must_be_16_or_32 u_bad ();
		end
		if (BANKS_LOG2 < 1 || BANKS_LOG2 > 4) begin : gen_bad_banks
			BANKS_LOG2_must_be_1_to_4 u_bad ();
		end
		if (TIME_W < 12 || TIME_W > 32 || UNIT < 0 || UNIT > 255 || NODE < 0
			|| NODE > 254) begin : gen_bad
			TIME_W_must_be_12_to_32_UNIT_to_255_NODE_to_254 u_bad ();
		end
	endgenerate

	localparam PART_LOG2 = COUNT_LOG2 < 6 ? COUNT_LOG2 : 6;  // counts of a record
	localparam RAMS      = APART > 1 ? 1 : 2;                // of the counts
	localparam ADDR_W    = COUNT_LOG2 + BANKS_LOG2 + 1 - RAMS;   // a count in its RAM
	// clocks from a value to its bucket
	localparam STAGES    = COUNT_LOG2 + 1;
	localparam [BANKS_LOG2:0] ALL = 1 << BANKS_LOG2;
	localparam [31:0] UNIT_32 = UNIT, NODE_32 = NODE, PART = 1 << PART_LOG2, WORDS = PART + 6;

	wire acts;  // something may change

	// The bank of this clock. Banks are numbered modulo twice as many as there are: their
	// headers outlive their counts.
	reg                run_q, open_q;  // open: a bank counts; else in a run: none is free
	reg [BANKS_LOG2:0] head_q;         // the bank that counts, or is to
	reg [BANKS_LOG2:0] used_q;         // banks that are not clean, or count
	reg                empty_q;        // one that never began is to be given after them
	wire               done;           // all of a bank was read and cleared

	wire freed  = done && used_q != 0;
	wire full   = used_q[BANKS_LOG2];
	wire waits  = run_q && !open_q;
	wire ends   = open_q && (((bank_i || flush_i) && !frozen_i) || first_i);
	wire empty  = waits && flush_i && !frozen_i && !first_i;
	wire begins = (first_i || (run_q && !flush_i && (waits || (bank_i && !frozen_i)))) && !full;

	always @(posedge clk)
		if (acts || rst) begin
			if (rst) begin
				run_q   <= 1'b0;
				open_q  <= 1'b0;
				empty_q <= 1'b0;
				head_q  <= ALL;
				used_q  <= ALL;
			end else begin
				run_q   <= first_i || (run_q && !flush_i);
				open_q  <= begins || (open_q && !ends);
				empty_q <= empty || (empty_q && !first_i && !(done && used_q == 0));
				head_q  <= head_q + {{BANKS_LOG2{1'b0}}, ends};
				used_q  <= used_q + {{BANKS_LOG2{1'b0}}, begins}
					- {{BANKS_LOG2{1'b0}}, freed};
			end
		end

	// The header of a bank: its first and last clock, each written in the clock after it;
	// of a bank of one clock only the last. With the last one go the lowest bits
	// of the two counts. Their upper bits are written after that, into the buffer of a record:
	// they do not change so soon, since the lowest bits begin with 0 again.
	localparam TOTAL_W = 2;                    // lowest bits
	localparam LOST_W  = LOSES != 0 ? 3 : 2;  // of lost values: two a clock
	reg                begun_q, fresh_q, late_q, told_q, told_late_q, told_flush_q,
	                   told_empty_q, restart_q;
	reg [BANKS_LOG2:0] told_row_q, tell_row_q;
	wire               young;  // the bank ends too soon: nothing of upper bits is written
	wire               tell_total, tell_lost;  // upper bits are written
	wire               tells;                  // they are in the next clock
	wire [31:TOTAL_W]  total_high;  // while tell_total
	wire [31:LOST_W]   lost_high;   // while tell_lost
	wire [TOTAL_W-1:0] total_low;   // while told_q
	wire [LOST_W-1:0]  lost_low;
	wire               lasts;       // tell_row_q does not change

	wire accept = open_q && run_q && valid_i;
	wire lose   = waits && valid_i;
	wire late   = begins && waits && !first_i;
	always @(posedge clk)
		if (acts || rst) begin
			fresh_q       <= begins;
			begun_q       <= fresh_q;
			told_q        <= ends || empty;
			told_row_q    <= head_q;
			told_late_q   <= late_q || waits;
			told_flush_q  <= flush_i;
			told_empty_q  <= empty;
			restart_q     <= ends || first_i || (LOSES == 0 && late);
			if (!lasts)
				tell_row_q <= told_row_q;
			if (begins)
				late_q <= late;
		end
	generate
		if (LOSES != 0) begin : gen_both
			// Two counters. A bank that ends while upper bits are written has none.
			reg                tell_total_q, tell_lost_q, lost_carry_q, total_carry_q;
			reg  [LOST_W-1:0]  lost_q;
			reg  [TOTAL_W-1:0] total_q;
			reg  [31:LOST_W]   lost_high_q;
			reg  [31:TOTAL_W]  total_high_q;
			wire               drop      = run_q && lost_i;
			wire [LOST_W:0]    lost_sum  = {1'b0, lost_q & {LOST_W{!restart_q}}}
				+ {{(LOST_W-1){1'b0}}, lose && drop, lose != drop};
			wire [TOTAL_W:0]   total_sum = {1'b0, total_q & {TOTAL_W{!restart_q}}}
				+ {{TOTAL_W{1'b0}}, accept};
			// what was counted is of no bank
			wire               strike    = restart_q && !told_q;
			always @(posedge clk)
				if (acts || rst) begin
					tell_total_q  <= told_q && !young && !rst;
					tell_lost_q   <= tell_total_q && !rst;
					lost_q        <= lost_sum[LOST_W-1:0];
					lost_carry_q  <= lost_sum[LOST_W];
					total_q       <= total_sum[TOTAL_W-1:0];
					total_carry_q <= total_sum[TOTAL_W];
					if (tell_lost_q || strike)
						lost_high_q <= 0;
					else
						lost_high_q <= lost_high_q
							+ {{(31-LOST_W){1'b0}}, lost_carry_q};
					if (tell_total_q || strike)
						total_high_q <= 0;
					else
						total_high_q <= total_high_q
							+ {{(31-TOTAL_W){1'b0}}, total_carry_q};
				end
			assign young      = tell_total_q || tell_lost_q;
			assign lasts      = young;
			assign tells      = told_q || tell_total_q;
			assign tell_total = tell_total_q;
			assign tell_lost  = tell_lost_q;
			assign total_high = total_high_q;
			assign lost_high  = lost_high_q;
			assign total_low  = total_q;
			assign lost_low   = lost_q;
		end else begin : gen_one
			// Values are lost only before the bank begins. So one counter serves both:
			// what it has when a late bank begins is lost.
			reg                tell_total_q, tell_lost_q, carry_q, late_tell_q,
			                   strike_q;
			reg  [TOTAL_W-1:0] low_q, lost_q;
			reg  [31:TOTAL_W]  high_q;
			wire [TOTAL_W:0]   sum = {1'b0, low_q & {TOTAL_W{!restart_q}}}
				+ {{TOTAL_W{1'b0}}, run_q && valid_i};
			wire               unused = &{1'b0, lost_i, lose};
			always @(posedge clk)
				if (acts || rst) begin
					late_tell_q  <= late;
					strike_q     <= first_i && !ends;
					tell_lost_q  <= !rst && (late_tell_q
						|| (told_q && told_empty_q));
					tell_total_q <= ((told_q && !told_empty_q)
						|| (tell_lost_q && empty_q)) && !rst;
					low_q        <= sum[TOTAL_W-1:0];
					carry_q      <= sum[TOTAL_W];
					if (fresh_q)
						lost_q <= low_q & {TOTAL_W{late_tell_q}};
					if (tell_total_q || tell_lost_q || strike_q)
						high_q <= 0;
					else
						high_q <= high_q + {{(31-TOTAL_W){1'b0}}, carry_q};
				end
			assign young      = 1'b0;
			assign lasts      = 1'b0;
			assign tells      = told_q || late_tell_q || tell_lost_q;
			assign tell_total = tell_total_q;
			assign tell_lost  = tell_lost_q;
			assign total_high = high_q;
			assign lost_high  = high_q;
			assign total_low  = low_q & {TOTAL_W{!told_empty_q}};
			assign lost_low   = told_empty_q ? low_q : lost_q;
		end
	endgenerate

	reg  [BANKS_LOG2:0] row_q;  // the bank whose record is given out
	reg  [PART_LOG2:0]  word_q;
	reg  [PART_LOG2:0]  after_q;  // the word after it: block_pop_i comes late
	wire                after_third = after_q[PART_LOG2] && after_q[2:0] == 3'd3;
	wire                word_third  = word_q[PART_LOG2] && word_q[2:0] == 3'd3;
	wire                begin_next  = block_pop_i ? after_third : word_third;
	wire [TIME_W+6:0]   told_time;
	wire                told_flush, told_late, told_young;
	wire                told_one;  // the last clock of the bank is its first one
	wire [LOST_W-1:0]   told_lost;
	wire [TOTAL_W-1:0]  told_total;
	gnomon_cell_ram #(.LUT_BITS(LUT_BITS), .WIDTH(TIME_W + 11 + LOST_W + TOTAL_W),
		.DEPTH_LOG2(BANKS_LOG2 + 2)) u_told (
		.clk     (clk),
		.we_i    (told_q || begun_q),
		.waddr_i ({told_row_q, told_q}),
		.wdata_i ({count_i, told_flush_q, told_late_q, young,
			told_q && (begun_q || told_empty_q), lost_low, total_low}),
		.raddr_i ({row_q, told_one || !begin_next}),
		.rdata_o ({told_time, told_flush, told_late, told_young, told_one, told_lost,
			told_total})
	);

	// The search; what ends goes along, so that a bank is read after its last value was counted
	wire                  counts;   // a value was found
	wire [COUNT_LOG2-1:0] index;
	reg  [BANKS_LOG2:0]   bank_q;   // its bank
	reg  [STAGES:1]       ends_q;
	wire [WIDTH-1:0]      searched;
	gnomon_count_ranges #(.LUT_BITS(LUT_BITS), .WIDTH(WIDTH), .COUNT_LOG2(COUNT_LOG2),
		.APART(APART), .CELL_W(CELL_W), .BASE(BASE)) u_ranges (
		.clk        (clk),
		.rst        (rst),
		.wr_valid_i (wr_valid_i),
		.wr_addr_i  (wr_addr_i),
		.wr_data_i  (wr_data_i),
		.valid_i    (accept),
		.value_i    (searched),
		.valid_o    (counts),
		.index_o    (index)
	);
	always @(posedge clk)
		if (acts || rst) begin
			ends_q <= rst ? {STAGES{1'b0}} : {ends_q[STAGES-1:1], ends};
			bank_q <= rst ? ALL : bank_q + {{BANKS_LOG2{1'b0}}, ends_q[STAGES]};
		end

	// Reading and clearing of banks that ended, a record at a time
	reg [BANKS_LOG2:0]   tail_q;     // the bank that is read next, or is being read
	reg [BANKS_LOG2:0]   discard_q;  // of the banks from it on: those of an earlier run
	reg [COUNT_LOG2-1:0] at_q;       // the count that is read next
	reg [COUNT_LOG2-1:0] from_q;     // the first of the record
	reg                  fill_q, load_q, give_q;

	wire carries;  // a count has its carry, which needs the upper halves
	wire go       = fill_q && !first_i && !carries && !tells
		&& !(counts && (RAMS == 1 || bank_q[0] == tail_q[0]));
	wire part_end = &at_q[PART_LOG2-1:0];
	wire discard  = discard_q != 0;
	wire due      = bank_q != tail_q || (empty_q && used_q == 0);
	assign done   = go && &at_q;

	always @(posedge clk)
		if (acts || rst) begin
			if (rst || first_i) begin
				fill_q <= 1'b0;
				load_q <= 1'b0;
				give_q <= 1'b0;
				at_q   <= 0;
			end else begin
				fill_q <= fill_q ? !(go && (discard ? &at_q : part_end))
					: due && !load_q && !give_q;
				load_q <= go && part_end && !discard;
				give_q <= load_q || (give_q && !(block_pop_i && block_last_o));
				at_q   <= at_q + {{(COUNT_LOG2-1){1'b0}}, go};
			end
			if (!fill_q && !load_q && !give_q) begin
				row_q  <= tail_q;
				from_q <= at_q;
			end
			if (rst) begin
				tail_q    <= 0;
				discard_q <= ALL;
			end else begin
				tail_q  <= tail_q + {{BANKS_LOG2{1'b0}}, freed};
				if (first_i)
					discard_q <= used_q;
				else if (done && discard)
					discard_q <= discard_q - 1'b1;
			end
		end

	// The counts. A count is read in one clock, written in the next; what is written is kept
	// for a count that comes right behind it. Of 32 bits the upper halves of all banks are in
	// one RAM; one of them is one more where the lower half wraps. For one count that cannot
	// come twice within 2^16 clocks, so nothing is kept for it; a clear waits meanwhile.
	wire [COUNT_LOG2+BANKS_LOG2-1:0] count_at = {index, bank_q[BANKS_LOG2-1:0]};
	wire [COUNT_LOG2+BANKS_LOG2-1:0] clear_at = {at_q, tail_q[BANKS_LOG2-1:0]};
	wire [RAMS-1:0]                  cleared, wraps;
	wire [16*RAMS-1:0]               lows;
	wire [ADDR_W*RAMS-1:0]           addrs;
	genvar p;
	generate
		for (p = 0; p < RAMS; p = p + 1) begin : gen_ram
			localparam [0:0]  PARITY = p;
			wire              count = counts && (RAMS == 1 || count_at[0] == PARITY);
			wire [ADDR_W-1:0] addr  = count ? count_at[ADDR_W+RAMS-2:RAMS-1]
				: clear_at[ADDR_W+RAMS-2:RAMS-1];
			reg               counted_q, clear_q, same_q;
			reg  [ADDR_W-1:0] addr_q;
			reg  [15:0]       low_q;
			wire [15:0]       low;
			wire [15:0]       base  = APART == 1 && same_q ? low_q : low;
			wire [16:0]       sum   = {1'b0, base} + 17'd1;
			wire [15:0]       next  = sum[15:0] & {16{!clear_q}};
			wire              stays = BITS == 16 && sum[16];
			always @(posedge clk)
				if (acts || rst) begin
					counted_q <= count && !rst;
					clear_q   <= go && (RAMS == 1 || clear_at[0] == PARITY)
						&& !rst;
					addr_q    <= addr;
					same_q    <= count && counted_q && !stays && addr == addr_q;
					low_q     <= next;
				end
			gnomon_cell_ram #(.LUT_BITS(LUT_BITS), .WIDTH(16),
				.DEPTH_LOG2(ADDR_W)) u_low (
				.clk     (clk),
				.we_i    (clear_q || (counted_q && !stays)),
				.waddr_i (addr_q),
				.wdata_i (next),
				.raddr_i (addr),
				.rdata_o (low)
			);
			assign cleared[p] = clear_q;
			assign wraps[p]   = counted_q && sum[16];
			assign lows[16*p +: 16] = low;
			assign addrs[ADDR_W*p +: ADDR_W] = addr_q;
		end
	endgenerate

	// The buffer of a record, and the upper bits of what the headers count
	localparam BUFFER_W = PART_LOG2 > BANKS_LOG2 + 2 ? PART_LOG2 : BANKS_LOG2 + 2;
	wire [15:0]           read = cleared[RAMS-1] ? lows[16*RAMS-1 -: 16] : lows[15:0];
	wire [31:0]           drained;
	wire                  saturated;
	generate
		if (BITS == 32) begin : gen_high
			reg                              carry_q, more_q, clear_q;
			reg  [COUNT_LOG2+BANKS_LOG2-1:0] carry_at_q, at_high_q;
			wire [COUNT_LOG2+BANKS_LOG2-1:0] counted_at;  // of the cycle before
			wire [COUNT_LOG2+BANKS_LOG2-1:0] at_high = carry_q ? carry_at_q : clear_at;
			wire [15:0]                      high;
			wire [16:0]                      more = {1'b0, high} + 17'd1;
			if (RAMS == 1) begin : gen_same
				assign counted_at = addrs;
			end else begin : gen_own
				reg [COUNT_LOG2+BANKS_LOG2-1:0] count_at_q;
				always @(posedge clk)
					if (acts || rst)
						count_at_q <= count_at;
				assign counted_at = count_at_q;
				wire unused = &{1'b0, addrs};
			end
			always @(posedge clk)
				if (acts || rst) begin
					carry_q    <= wraps != 0 && !rst;
					more_q     <= carry_q && !rst;
					clear_q    <= go && !rst;
					carry_at_q <= counted_at;
					at_high_q  <= at_high;
				end
			gnomon_cell_ram #(.LUT_BITS(LUT_BITS), .WIDTH(16),
				.DEPTH_LOG2(COUNT_LOG2 + BANKS_LOG2)) u_high (
				.clk     (clk),
				.we_i    (clear_q || (more_q && !more[16])),
				.waddr_i (at_high_q),
				.wdata_i (more[15:0] & {16{!clear_q}}),
				.raddr_i (at_high),
				.rdata_o (high)
			);
			assign carries   = carry_q || more_q;
			assign saturated = &high;
			assign drained   = {high, read | {16{saturated}}};
		end else begin : gen_short
			assign carries   = 1'b0;
			assign saturated = &read;
			assign drained   = {16'd0, read};
			wire unused = &{1'b0, wraps, addrs};
		end
	endgenerate
`ifdef VERILATOR
	// What a simulator need not evaluate: without a value, a new bank and a bank that is read
	// or cleared nothing changes, once what came before has settled. The search gets the last
	// value again.
	localparam [4:0]  SETTLED = STAGES + 5;  // cycles
	reg  [4:0]        settles_q;
	reg  [WIDTH-1:0]  searched_q;
	wire              comes = valid_i || lost_i || bank_i || flush_i || first_i || block_pop_i;
	initial begin
		settles_q  = SETTLED;
		searched_q = 0;
	end
	always @(posedge clk)
		if (acts || rst) begin
			settles_q  <= rst || comes || fill_q || load_q || give_q
				|| ends_q != 0 || due || begins || restart_q || tells ? SETTLED
				: settles_q - {4'd0, settles_q != 0};
			searched_q <= searched;
		end
	assign acts     = comes || settles_q != 0;
	assign searched = accept ? value_i : searched_q;
`else
	assign acts     = 1'b1;
	assign searched = value_i;
`endif
	// It is written a clock later, as a RAM block and what follows it are slow.
	wire                tell = tell_total || tell_lost;
	wire                header;
	wire [31:0]         buffered;
	reg                 saturated_q, put_q;
	reg  [PART_LOG2-1:0] slot_q;
	reg  [31:0]         put_word_q;
	reg  [BUFFER_W:0]   put_at_q;
	wire [BUFFER_W:0]   at_after, at_word;  // where the words after_q and word_q are
	wire [BUFFER_W-1:0] slot    = {{(BUFFER_W-PART_LOG2){1'b0}}, slot_q};
	wire [BUFFER_W-1:0] tell_at =
		{{(BUFFER_W-BANKS_LOG2-2){1'b0}}, tell_row_q, tell_total};
	assign at_after = {after_q[PART_LOG2], after_q[PART_LOG2]
		? {{(BUFFER_W-BANKS_LOG2-2){1'b0}}, row_q, after_q[0]}
		: {{(BUFFER_W-PART_LOG2){1'b0}}, after_q[PART_LOG2-1:0]}};
	assign at_word  = {word_q[PART_LOG2], word_q[PART_LOG2]
		? {{(BUFFER_W-BANKS_LOG2-2){1'b0}}, row_q, word_q[0]}
		: {{(BUFFER_W-PART_LOG2){1'b0}}, word_q[PART_LOG2-1:0]}};
	always @(posedge clk)
		if (acts || rst) begin
			slot_q      <= at_q[PART_LOG2-1:0];
			saturated_q <= (fill_q || load_q || give_q)
				&& (saturated_q || (cleared != 0 && saturated));
			put_q       <= cleared != 0 || tell;
			put_at_q    <= {tell, tell ? tell_at : slot};
			put_word_q  <= tell_total ? {total_high, {TOTAL_W{1'b0}}}
				: tell_lost ? {lost_high, {LOST_W{1'b0}}} : drained;
		end
	gnomon_cell_ram #(.LUT_BITS(LUT_BITS), .WIDTH(32),
		.DEPTH_LOG2(BUFFER_W + 1)) u_buffer (
		.clk     (clk),
		.we_i    (put_q),
		.waddr_i (put_at_q),
		.wdata_i (put_word_q),
		.raddr_i (block_pop_i ? at_after : at_word),
		.rdata_o (buffered)
	);

	// Words of a record: 1 to 7, then the counts. word_q: a count, or less than 0: the number
	// of the word in its low bits. What the memories do not have is joined by or.
	localparam [PART_LOG2:0] FIRST =
		{1'b1, {(PART_LOG2-1){1'b0}}, 1'b1} | ({(PART_LOG2+1){1'b1}} << 3);
	reg  [7:0]  epoch_q;  // of the first clock
	reg  [31:0] rest;
	wire        time_there   = header && word_q[2:1] == 2'd1;
	// Upper bits may not have been written: both, or those of lost values of a bank that was
	// not late. That is known long before these words.
	reg         none_q, none_lost_q;
	wire        counts_there = !header || (&word_q[2:1] && !none_q
		&& (word_q[0] || !none_lost_q));
	// all of it but the lowest PART_LOG2 bits, which are 0
	wire [COUNT_LOG2-1:0] from = from_q & ({COUNT_LOG2{1'b1}} << PART_LOG2);
	wire        last = &(from_q | {{(COUNT_LOG2-PART_LOG2){1'b0}}, {PART_LOG2{1'b1}}});
	assign      header = word_q[PART_LOG2];
	always @(posedge clk)
		if (acts || rst) begin
			if (!give_q) begin
				word_q  <= FIRST;
				after_q <= FIRST + 1'b1;
			end else if (block_pop_i) begin
				word_q  <= after_q;
				after_q <= after_q + 1'b1;
			end
			none_q      <= told_young;
			none_lost_q <= LOSES == 0 && !told_late;
			if (word_q[2:0] == 3'd3)
				epoch_q <= told_time[TIME_W+6 -: 8];
		end
	always @*
		case (header ? word_q[2:0] : 3'd0)
		3'd1:    rest = {WORDS[7:0], UNIT_32[7:0], NODE_32[7:0], GNO_KIND_BUCKET};
		3'd4:    rest = {12'd0, told_flush, saturated_q, told_late, last, epoch_q,
			told_time[TIME_W+6 -: 8]};
		3'd5:    rest = {PART[15:0], {(16-COUNT_LOG2){1'b0}}, from};
		3'd6:    rest = {{(32-LOST_W){1'b0}}, told_lost};
		3'd7:    rest = {{(32-TOTAL_W){1'b0}}, told_total};
		default: rest = 32'd0;
		endcase
	assign block_word_o  = rest | ({32{counts_there}} & buffered)
		| ({32{time_there}} & {{(32-TIME_W){1'b0}}, told_time[TIME_W-1:0]});
	assign block_valid_o = give_q;
	assign block_last_o  = !header && &word_q[PART_LOG2-1:0];
	// behind a flush that was frozen a bank is open, of which nothing is read
	assign block_busy_o  = run_q || used_q != {{BANKS_LOG2{1'b0}}, open_q} || empty_q
		|| load_q || give_q;

endmodule
