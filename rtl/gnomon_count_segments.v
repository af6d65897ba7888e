// SPDX-License-Identifier: Apache-2.0
// Room: count
// gnomon_count_segments: keeps the watched word of every cycle, or of every change, around the
// cycles of a trigger, segment by segment, and outputs the segments as blocks.
//
//  1. first_i: a run begins. The first segment begins with the next cycle. The module discards what
//     is left of the run before.
//  2. The word of a cycle is that of the last cycle up to it that counted; it is 0, and not known,
//     before the first one of the run. gnomon_count_word has it a cycle later: last_i, changed_i.
//     CHANGES 0: each cycle is an entry. CHANGES 1: an entry is a run of cycles with the same word,
//     at most 65535; the first known word begins an entry.
//  3. fire_i is the trigger. The segment ends with the AFTER-th entry after the one with its
//     trigger. It has at most BEFORE entries in front of that one. The next segment begins in the
//     cycle after that, if one of the 2^COUNT_LOG2 is empty; else in the first cycle after one has
//     become empty. A segment is empty when the last word of its last record has been taken: the
//     cycle after that block_pop_i can be the first one of a segment.
//  4. A trigger is missed if it comes later in a segment that has one, or between two segments. A
//     segment has the number of triggers that were missed since the end of the segment before.
//  5. flush_i: the entry and the segment end with this cycle. A segment without a trigger is
//     dropped. The last block is an empty one, with the triggers that were missed since the last
//     segment. Nothing is kept until first_i.
//  6. The module outputs segments in their order, record by record (docs/design/preprocessors.md,
//     "Records").
// block_valid_o: block_word_o is word 1 of a record. block_pop_i takes a word. block_busy_o: the
// run continues, or something must still be read.
// CONSTRAINT: no block_pop_i without block_valid_o.
//
// Latency: last cycle of a segment to block_valid_o: 7 cycles, if no block waits before it; with
//   AFTER 2 or more 8 or 9 if the next trigger or flush_i comes two cycles after the last one.
//   flush_i to block_valid_o of the empty block: 9 cycles at most, if no block waits before it.
//   block_pop_i to the next word: 1 cycle; to the first word of the next record: 5 cycles.
//
// With BEFORE 7, AFTER 0: the segment has the entries of cycles 1 to 3.
//
//   cycle           0  1  2  3  4  5  6  7  8  9 10 11
//   first_i         1  0  0  0  0  0  0  0  0  0  0  0
//   fire_i          0  0  0  1  0  0  0  0  0  0  0  0
//   block_valid_o   0  0  0  0  0  0  0  0  0  0  1  1
//   block_pop_i     0  0  0  0  0  0  0  0  0  0  0  0
//
// Instance:
//   gnomon_count_segments #(.LUT_BITS(0), .WORD_W(32), .CHANGES(0), .BEFORE(24), .AFTER(23),
//     .COUNT_LOG2(2), .UNIT(0), .NODE(0), .TIME_W(32)
//   ) u_count_segments (
//     .clk(clk), .rst(rst), .first_i(first), .count_i(count), .last_i(last), .changed_i(changed),
//     .fire_i(fire), .flush_i(flush), .block_valid_o(block_valid), .block_word_o(block_word),
//     .block_last_o(block_last), .block_pop_i(block_pop), .block_busy_o(block_busy)
//   );

module gnomon_count_segments #(
	parameter LUT_BITS   = 0,   // as gnomon_cell_ram's
	parameter WORD_W     = 32,  // bits of the watched word; requires 8..64
	parameter CHANGES    = 0,   // 0: an entry is a cycle; 1: a run of cycles with the same word
	parameter BEFORE     = 24,  // entries before that of the trigger; requires 0..1023
	parameter AFTER      = 23,  // entries after that of the trigger; requires 0..1023, and
	                            // BEFORE + 1 + AFTER 8..1024
	parameter COUNT_LOG2 = 2,   // segments, log2; requires 1..4
	parameter UNIT       = 0,   // requires 0..255
	parameter NODE       = 0,   // requires 0..254
	parameter TIME_W     = 32,  // bits of the time; requires 12..32
	parameter LENGTH_W   = 16   // not to be set: bits of a length; less only in the bench;
	                            // requires 2..16
) (
	input  wire              clk,
	input  wire              rst,
	input  wire              first_i,
	input  wire [TIME_W+6:0] count_i,  // {epoch, time} of the cycle before, less the bit that
	                                   // they share
	input  wire [WORD_W+1:0] last_i,    // {word, known, current} of the cycle before
	input  wire              changed_i, // it has another word than the one before it
	input  wire              fire_i,
	input  wire              flush_i,
	// blocks
	output wire              block_valid_o,
	output reg  [31:0]       block_word_o,
	output wire              block_last_o,
	input  wire              block_pop_i,
	output wire              block_busy_o
);

	`include "gnomon_records.vh"

	generate
		if (WORD_W < 8 || WORD_W > 64 || LENGTH_W < 2 || LENGTH_W > 16) begin : gen_bad_word
			WORD_W_must_be_8_to_64_LENGTH_W_2_to_16 u_bad ();
		end
		if (CHANGES < 0 || CHANGES > 1) begin : gen_bad_changes
			CHANGES_must_be_0_or_1 u_bad ();
		end
		if (BEFORE < 0 || AFTER < 0 || BEFORE + AFTER < 7
			|| BEFORE + AFTER > 1023) begin : gen_bad_entries
			BEFORE_and_AFTER_must_be_0_at_least_and_7_to_1023_together u_bad ();
		end
		if (COUNT_LOG2 < 1 || COUNT_LOG2 > 4) begin : gen_bad_count
			COUNT_LOG2_must_be_1_to_4 u_bad ();
		end
		if (TIME_W < 12 || TIME_W > 32 || UNIT < 0 || UNIT > 255 || NODE < 0
			|| NODE > 254) begin : gen_bad
			TIME_W_must_be_12_to_32_UNIT_to_255_NODE_to_254 u_bad ();
		end
	endgenerate

	localparam MOST     = BEFORE + AFTER;  // entries of a segment, less one
	localparam SLOT_W   = MOST > 511 ? 10 : MOST > 255 ? 9 : MOST > 127 ? 8 : MOST > 63 ? 7
		: MOST > 31 ? 6 : MOST > 15 ? 5 : MOST > 7 ? 4 : 3;
	localparam LONG     = WORD_W > 32;     // an entry has three words
	// entries of a record, log2
	localparam MANY_W   = $clog2(LONG ? GNO_ENTRY_MANY_LONG : GNO_ENTRY_MANY);
	localparam SEVERAL  = SLOT_W > MANY_W; // a segment can have several records
	localparam [31:0] BEFORE_32 = BEFORE, AFTER_32 = AFTER, UNIT_32 = UNIT, NODE_32 = NODE;

	// Run: nothing is kept outside. What follows is a cycle later, about the cycle before: act:
	// it is of a run. close: the one before it was the last.
	wire clear = rst || first_i;
	reg  run_q, act_q, end_q, close_q, fire_q;
	always @(posedge clk) begin
		run_q   <= !rst && (first_i || (run_q && !flush_i));
		act_q   <= run_q && !clear;
		end_q   <= run_q && flush_i && !clear;
		close_q <= end_q && !clear;
		fire_q  <= fire_i;
	end

	// Where the cycle belongs
	reg                  keep_q;     // so far: there is a segment,
	reg                  under_q;    //   and its trigger has come
	reg                  empty_q;    // the empty block waits for a segment
	reg                  told_q;     // the empty block has its segment
	reg [SLOT_W:0]       left_q;     // entries that are due, less one
	reg [COUNT_LOG2-1:0] head_q;     // the segment
	reg [COUNT_LOG2-1:0] next_q;     // the one after it
	reg [COUNT_LOG2:0]   used_q;     // segments that are not empty
	wire                 freed;      // one more is empty
	wire                 change;     // another entry must begin
	wire full    = used_q[COUNT_LOG2];
	wire last    = under_q && left_q[SLOT_W];            // the entry is the last of its segment
	wire room    = !full || (keep_q && !last);           // for another entry
	wire opens   = act_q && room && (change || !keep_q); // another entry begins
	wire kept    = act_q && (room || (keep_q && !change));
	wire later   = act_q && under_q && !(change && last);  // than the trigger of its segment
	wire first   = fire_q && (!under_q || (change && last));  // if it is kept: the trigger
	wire under   = (fire_q && kept) || later;
	wire missed  = act_q && fire_q && !(first && kept);
	wire begins  = !full && (empty_q || (act_q && (!keep_q || (change && last))));
	wire dropped = close_q && keep_q && !under_q;
	wire tells   = dropped || (empty_q && !full);
	wire done    = (change && last) || (close_q && under_q) || told_q;
	wire [COUNT_LOG2-1:0] segment = begins ? next_q : head_q;
	always @(posedge clk) begin
		keep_q  <= kept;
		under_q <= under && !clear;
		told_q  <= tells && !clear;
		empty_q <= ((close_q && !dropped) || (empty_q && full)) && !clear;
		if (clear) begin
			next_q <= 0;
			used_q <= 0;
		end else begin
			next_q <= next_q + {{(COUNT_LOG2-1){1'b0}}, begins};
			used_q <= used_q + {{COUNT_LOG2{1'b0}}, begins}
				- {{COUNT_LOG2{1'b0}}, freed};
		end
		if (begins)
			head_q <= next_q;
		if (first)
			left_q <= AFTER_32[SLOT_W:0] - 1'b1;
		else if (change)
			left_q <= left_q - 1'b1;
	end

	// Entries of the segment, and the slot of the next one. Slots are used in a circle.
	reg [SLOT_W-1:0] place_q;  // entries before this one
	reg [SLOT_W-1:0] slot_q;
	always @(posedge clk) begin
		if (begins)
			place_q <= 0;
		else if (change && (under_q || place_q != BEFORE_32[SLOT_W-1:0]))
			place_q <= place_q + 1'b1;
		if (clear)
			slot_q <= 0;
		else
			slot_q <= slot_q + {{(SLOT_W-1){1'b0}}, opens};
	end

	// The end of a segment, and the triggers that were missed; a cycle later. A segment that
	// has ended waits until its end is written: at most until the trigger of the next one and
	// the end of the run are. What is missed meanwhile (once, as the other is a trigger that is
	// kept) counts for the next one.
	reg                  miss_q, due_q, late_q, one_q;
	reg  [COUNT_LOG2-1:0] ended_q;
	reg  [2*SLOT_W+2:0]  end_size_q;
	reg  [31:0]          missed_q;
	wire                 put;  // the end is written
	always @(posedge clk) begin
		miss_q <= missed && !clear;
		due_q  <= (done || (due_q && !put)) && !clear;
		late_q <= due_q && !put && (miss_q || late_q) && !clear;
		one_q  <= !later;
		if (done) begin
			ended_q    <= head_q;
			end_size_q <= {close_q || told_q, told_q, one_q, place_q, slot_q};
		end
		if (clear)
			missed_q <= 32'd0;
		else if (put)
			missed_q <= {30'd0, miss_q && late_q, miss_q ^ late_q};
		else if (!due_q)
			missed_q <= missed_q + {31'd0, miss_q};
	end

	// What is read: a record of a segment, word by word
	localparam [3:0] INFO = 4'd1, AT = 4'd2, FLAGS = 4'd4, PART = 4'd5, MISSED = 4'd6,
		TOTAL = 4'd7, LENGTH = 4'd8, LOW = 4'd9, HIGH = 4'd10, ZERO = 4'd11;
	reg                  load_q, prepare_q, give_q, parted_q;
	reg [COUNT_LOG2-1:0] tail_q;    // the segment
	reg [COUNT_LOG2:0]   ready_q;   // segments that can be read
	reg [9-MANY_W:0]     record_q;  // the record of the segment
	reg [3:0]            at_q;      // the word of the record
	reg [MANY_W-1:0]     todo_q;    // entries of the record after this one
	reg                  rest_q;    // the record is the last one
	reg                  none_q;    // the segment is the empty block
	reg                  odd_q;     // entries of three words, an odd number of them
	reg [SLOT_W-1:0]     read_q;    // slot of the entry
	reg [SLOT_W-1:0]     next_read_q;  // the one after it: block_pop_i comes late
	reg [SLOT_W:0]       total_q;   // entries of the segment
	reg [6:0]            half_q;    // words of payload, halved
	reg                  last_q;    // the word is the last one of the record

	// Headers of the segments: the time of the trigger; the time of the last cycle, which is
	// written in each cycle after the trigger; the end. What is of the last cycle of the run
	// has a row of its own, to which the segment that ends then and the empty block both come.
	// The cycle after that of a trigger is the last one only with AFTER 0 or 1: with more it
	// leaves its place to the end of the segment before.
	wire [TIME_W+6:0]    told_time;
	wire [31:0]          told_missed;
	wire                 told_flush, told_empty;
	wire                 told_one;  // the cycle of the trigger was the last one
	wire [SLOT_W-1:0]    told_top;  // entries, less one
	wire [SLOT_W-1:0]    told_slot; // behind the last entry
	reg                  flush_q, single_q;  // these of the segment that is read
	// block_pop_i comes late: both addresses are there before it
	wire                 ending_now  = at_q[2] || (&at_q[1:0]);
	wire                 ending_next = at_q[2] || at_q[1];
	wire                 at_told = !give_q || (at_q[2] && at_q[1:0] != 0);
	localparam           END_W  = 32 + 2*SLOT_W + 3;
	localparam           WIDE_W = END_W > TIME_W + 7 ? END_W : TIME_W + 7;
	localparam           ALONE  = AFTER < 2;  // the ends have a memory of their own
	wire                 time_at = (kept && (fire_q || under_q)) || end_q;
	wire [COUNT_LOG2+1:0] time_row = {end_q, {segment, later} & {(COUNT_LOG2+1){!end_q}}};
	wire                  at_end_now  = flush_q && (single_q || ending_now);
	wire                  at_end_next = flush_q && (single_q || ending_next);
	wire [COUNT_LOG2+1:0] row_now  = {at_end_now,
		{tail_q, ending_now && !single_q} & {(COUNT_LOG2+1){!at_end_now}}};
	wire [COUNT_LOG2+1:0] row_next = {at_end_next,
		{tail_q, ending_next && !single_q} & {(COUNT_LOG2+1){!at_end_next}}};
	wire [END_W-1:0]     end_now = {end_size_q, missed_q};
	wire [END_W-1:0]     told_end;
	generate
		if (ALONE) begin : gen_ends
			assign put = due_q;
			gnomon_cell_ram #(.LUT_BITS(LUT_BITS), .WIDTH(TIME_W + 7),
				.DEPTH_LOG2(COUNT_LOG2 + 2), .BLOCK(1)) u_times (
				.clk     (clk),
				.we_i    (time_at),
				.waddr_i (time_row),
				.wdata_i (count_i),
				.raddr_i (block_pop_i ? row_next : row_now),
				.rdata_o (told_time)
			);
			gnomon_cell_ram #(.LUT_BITS(LUT_BITS), .WIDTH(END_W),
				.DEPTH_LOG2(COUNT_LOG2), .BLOCK(1)) u_ends (
				.clk     (clk),
				.we_i    (put),
				.waddr_i (ended_q),
				.wdata_i (end_now),
				.raddr_i (tail_q),
				.rdata_o (told_end)
			);
			wire unused = &{1'b0, at_told};
		end else begin : gen_shared
			reg  begun_q;  // the cycle before was that of a trigger
			// time_at, and at times when a segment ends and none is empty
			wire may_time = act_q && (fire_q || under_q) && (!full || keep_q);
			wire [WIDE_W-1:0] told;
			wire [COUNT_LOG2+1:0] row_told = {1'b1, tail_q, 1'b1};
			always @(posedge clk)
				begun_q <= kept && first;
			assign put = due_q && !end_q && (!may_time || begun_q);
			gnomon_cell_ram #(.LUT_BITS(LUT_BITS), .WIDTH(WIDE_W),
				.DEPTH_LOG2(COUNT_LOG2 + 2), .BLOCK(1)) u_times (
				.clk     (clk),
				.we_i    (time_at || put),
				.waddr_i (put ? {1'b1, ended_q, 1'b1} : time_row),
				.wdata_i (put ? {{(WIDE_W-END_W){1'b0}}, end_now}
					: {{(WIDE_W-TIME_W-7){1'b0}}, count_i}),
				.raddr_i (block_pop_i ? at_told ? row_told : row_next
					: at_told ? row_told : row_now),
				.rdata_o (told)
			);
			assign told_time = told[TIME_W+6:0];
			assign told_end  = told[END_W-1:0];
		end
	endgenerate
	assign {told_flush, told_empty, told_one, told_top, told_slot, told_missed} = told_end;

	// Entries. The length of one is written when it has ended.
	wire              entry_end = at_q[3] && (LONG ? at_q[1:0] == HIGH[1:0] : at_q[0]);
	wire              advance   = block_pop_i && entry_end;
	wire              ahead     = LUT_BITS != 0 ? block_pop_i && at_q == LENGTH : advance;
	wire [SLOT_W-1:0] read      = ahead ? next_read_q : read_q;
	wire [WORD_W+1:0] entry;
	wire [15:0]       length;
	gnomon_cell_ram #(.LUT_BITS(LUT_BITS), .WIDTH(WORD_W + 2),
		.DEPTH_LOG2(COUNT_LOG2 + SLOT_W)) u_words (
		.clk     (clk),
		.we_i    (opens),
		.waddr_i ({segment, slot_q}),
		.wdata_i (last_i),
		.raddr_i ({tail_q, read}),
		.rdata_o (entry)
	);
	generate
		if (CHANGES != 0) begin : gen_changes
			localparam [LENGTH_W-1:0] FULL = {LENGTH_W{1'b1}};
			reg                 full_q;     // the entry is as long as it can be
			reg  [LENGTH_W-1:0] length_q;
			reg  [SLOT_W-1:0]   begun_at_q; // slot of the entry
			wire [LENGTH_W-1:0] read_length;
			always @(posedge clk) begin
				if (opens) begin
					length_q <= {{(LENGTH_W-1){1'b0}}, 1'b1};
					full_q   <= 1'b0;
				end else begin
					length_q <= length_q + 1'b1;
					full_q   <= length_q == FULL - 1'b1;
				end
				if (opens)
					begun_at_q <= slot_q;
			end
			gnomon_cell_ram #(.LUT_BITS(LUT_BITS), .WIDTH(LENGTH_W),
				.DEPTH_LOG2(COUNT_LOG2 + SLOT_W)) u_lengths (
				.clk     (clk),
				.we_i    (keep_q && (change || close_q)),
				.waddr_i ({head_q, begun_at_q}),
				.wdata_i (length_q),
				.raddr_i ({tail_q, read}),
				.rdata_o (read_length)
			);
			assign change = changed_i || full_q;
			assign length = {{(16-LENGTH_W){1'b0}}, read_length};
		end else begin : gen_cycles
			assign change = 1'b1;
			assign length = 16'd1;
			wire unused = &{1'b0, LENGTH_W != 0, changed_i};
		end
	endgenerate

	// Reading. load: the header of the segment is there. prepare: what follows from its size.
	wire [9:0]  top    = {{(10-SLOT_W){1'b0}}, told_top};
	wire [10:0] total  = {{(10-SLOT_W){1'b0}}, total_q};
	wire [MANY_W:0] many = {!rest_q || (total[MANY_W-1:0] == 0 && !none_q),
		total[MANY_W-1:0] & {MANY_W{rest_q}}};
	wire [6:0]  pairs  = {{(6-MANY_W){1'b0}}, many};  // of words, without the third ones
	wire [6:0]  more   = LONG ? (pairs + 7'd1) >> 1 : 7'd0;
	wire        parted = block_pop_i && block_last_o;
	assign      freed  = parted_q && rest_q;
	always @(posedge clk) begin
		load_q    <= ready_q != 0 && !load_q && !prepare_q && !give_q && !parted_q
			&& !clear;
		prepare_q <= load_q && !clear;
		give_q    <= (prepare_q || (give_q && !parted)) && !clear;
		parted_q  <= parted && !clear;
		if (clear) begin
			tail_q   <= 0;
			ready_q  <= 0;
			record_q <= 0;
		end else begin
			tail_q  <= tail_q + {{(COUNT_LOG2-1){1'b0}}, freed};
			ready_q <= ready_q + {{COUNT_LOG2{1'b0}}, put}
				- {{COUNT_LOG2{1'b0}}, freed};
			if (parted_q)
				record_q <= rest_q ? 0 : record_q + 1'b1;
		end
		if (load_q) begin
			none_q   <= told_empty;
			flush_q  <= told_flush;
			single_q <= told_one;
			rest_q   <= !SEVERAL || told_empty || record_q == top[9:MANY_W];
			total_q  <= told_empty ? 0 : {1'b0, told_top} + 1'b1;
		end
		if (prepare_q) begin
			half_q <= 7'd3 + pairs + more;
			odd_q  <= LONG && many[0];
		end
		if (prepare_q)
			todo_q <= rest_q ? top[MANY_W-1:0] : {MANY_W{1'b1}};
		else if (advance)
			todo_q <= todo_q - 1'b1;
		if (prepare_q && record_q == 0)
			read_q <= told_slot - total_q[SLOT_W-1:0];
		else if (ahead)
			read_q <= next_read_q;
		next_read_q <= read_q + 1'b1;  // in time: an entry has two words at least
		// known a cycle early, as what comes behind the record follows from it
		if (!give_q)
			last_q <= 1'b0;
		else if (block_pop_i)
			last_q <= (at_q == MISSED && none_q) || (todo_q == 0
				&& (odd_q ? entry_end : at_q == (LONG ? LOW : LENGTH)));
		if (!give_q)
			at_q <= INFO;
		else if (block_pop_i)
			at_q <= !entry_end ? at_q + 4'd1 : todo_q == 0 ? ZERO : LENGTH;
	end

	// Words
	// A RAM block is slow: where there is LUT RAM, so that the rest is fast, registers follow.
	// The RAMs show an entry until its length is taken, and then the next one, a word or more
	// before its length; what was missed is kept from the load.
	wire [63:0] wide;
	wire [31:0] shown_missed;
	wire [17:0] shown_length;
	generate
		if (LUT_BITS != 0) begin : gen_registers
			reg [WORD_W-1:0] entry_q;
			reg [31:0]       shown_q;
			reg [17:0]       shown_length_q;
			always @(posedge clk) begin
				if (at_q == LENGTH)
					entry_q <= entry[WORD_W+1:2];
				if (load_q)
					shown_q <= told_missed;
				shown_length_q <= {entry[0], entry[1], length};
			end
			assign wide         = {{(64-WORD_W){1'b0}}, entry_q};
			assign shown_missed = shown_q;
			assign shown_length = shown_length_q;
		end else begin : gen_straight
			assign wide         = {{(64-WORD_W){1'b0}}, entry[WORD_W+1:2]};
			assign shown_missed = told_missed;
			assign shown_length = {entry[0], entry[1], length};
		end
	endgenerate
	reg  [7:0]  epoch_q;  // of the trigger
	always @(posedge clk)
		if (at_q == AT)
			epoch_q <= told_time[TIME_W+6 -: 8];
	always @*
		case (at_q)
		INFO:    block_word_o = {half_q, 1'b0, UNIT_32[7:0], NODE_32[7:0],
			GNO_KIND_SEGMENT};
		FLAGS:   block_word_o = {12'd0, flush_q, 2'd0, rest_q, told_time[TIME_W+6 -: 8],
			epoch_q};
		PART:    block_word_o = {9'd0, pairs, 6'd0, record_q, {MANY_W{1'b0}}};
		MISSED:  block_word_o = shown_missed;
		TOTAL:   block_word_o = {21'd0, total};
		LENGTH:  block_word_o = {14'd0, shown_length};
		LOW:     block_word_o = wide[31:0];
		HIGH:    block_word_o = wide[63:32];
		ZERO:    block_word_o = 32'd0;
		default: block_word_o = {{(32-TIME_W){1'b0}}, told_time[TIME_W-1:0]};
		endcase
	assign block_valid_o = give_q;
	assign block_last_o  = last_q;
	assign block_busy_o  = run_q || act_q || used_q != 0;

endmodule
