// SPDX-License-Identifier: Apache-2.0
// Room: taps
// gnomon_tap_table: the cycles from a request to its answer where answers name the request by its
// ID: those of one ID come in the order of their requests, those of several in any order.
//
//  1. from_i is a request with ID from_id_i. to_i answers the oldest outstanding request with ID
//     to_id_i: valid_o is 1, value_o is the number of cycles from the request to the answer, and
//     id_o is its ID. With none of this ID outstanding, to_i answers a request of the same cycle
//     (value 0); without such a request the module ignores it. A value that value_o cannot hold
//     reads as the greatest value.
//  2. The table has 2^TABLE_LOG2 - 1 places. A request that finds no free place is dropped
//     (dropped_o); the place of a request that is answered in the same cycle is free. From then on
//     the module drops all requests of the same group of IDs (the lowest GROUPS_LOG2 bits) until
//     the answers to all dropped requests of this group have come, and in the cycle of the last of
//     these answers if the request has its ID. So each request in the table is older than any
//     dropped request of its ID. An answer whose ID is not in the table belongs to a dropped
//     request and gives no value. No answer is taken for another request's.
// The table is a queue of IDs, oldest first; the IDs behind an answered one move up. Each ID keeps
// the number of a word in a RAM that holds its time, modulo 2^(WIDTH+1); the numbers of free words
// follow the last ID. Every 2^WIDTH cycles all IDs are marked: an ID that is marked twice has
// waited longer than any value.
// CONSTRAINT: after 65535 dropped requests of a group without an answer the module drops all
// requests of this group until the next reset.
// Second form for Verilator: without it sim_share_model_taps (`make bench`) is 13.7 % lower.
//
// Latency: to_i to valid_o, value_o, id_o: 2 cycles. from_i to dropped_o: 1 cycle.
//
// IDs 1 and 2, answered in the other order:
//
//   cycle       0  1  2  3  4  5  6  7
//   from_i      1  1  0  0  0  0  0  0
//   from_id_i   1  2  -  -  -  -  -  -
//   to_i        0  0  0  1  1  0  0  0
//   to_id_i     -  -  -  2  1  -  -  -
//   valid_o     0  0  0  0  0  1  1  0
//   value_o     -  -  -  -  -  2  4  -
//   id_o        -  -  -  -  -  2  1  -
//
// Instance:
//   gnomon_tap_table #(.LUT_BITS(0), .ID_W(4), .WIDTH(12), .TABLE_LOG2(3), .GROUPS_LOG2(0)
//   ) u_tap_table (
//     .clk(clk), .rst(rst), .from_i(from), .from_id_i(from_id), .to_i(to), .to_id_i(to_id),
//     .valid_o(valid), .value_o(value), .id_o(id), .dropped_o(dropped)
//   );

module gnomon_tap_table #(
	parameter LUT_BITS    = 0,   // as gnomon_cell_ram's
	parameter ID_W        = 4,   // bits of an ID; requires 1..32
	parameter WIDTH       = 12,  // bits of the value; requires 2..32
	parameter TABLE_LOG2  = 3,   // places of the table and one more, log2; requires 1..6
	parameter GROUPS_LOG2 = 0    // groups of IDs, log2; requires 0..6 and at most ID_W
) (
	input  wire             clk,
	input  wire             rst,
	input  wire             from_i,
	input  wire [ID_W-1:0]  from_id_i,
	input  wire             to_i,
	input  wire [ID_W-1:0]  to_id_i,
	output reg              valid_o,
	output wire [WIDTH-1:0] value_o,
	output reg  [ID_W-1:0]  id_o,
	output reg              dropped_o
);
	generate
		if (ID_W < 1 || ID_W > 32 || WIDTH < 2 || WIDTH > 32) begin : gen_bad
			ID_W_must_be_1_to_32_WIDTH_2_to_32 u_bad ();
		end
		if (TABLE_LOG2 < 1 || TABLE_LOG2 > 6 || GROUPS_LOG2 < 0 || GROUPS_LOG2 > 6
			|| GROUPS_LOG2 > ID_W) begin : gen_bad_table
			TABLE_LOG2_must_be_1_to_6_GROUPS_LOG2_0_to_6_and_at_most_ID_W u_bad ();
		end
	endgenerate

	localparam WORDS  = 1 << TABLE_LOG2;
	localparam PLACES = WORDS - 1;

`ifdef VERILATOR
	// The same in fewer steps of a simulator: none while no request is outstanding. Time goes
	// on only while one is, and has so many bits that none is late.
	localparam [63:0] LONGEST = (64'd1 << WIDTH) - 64'd1;
	localparam        GROUP_W = GROUPS_LOG2 == 0 ? 1 : GROUPS_LOG2;
	localparam        RAM     = LUT_BITS;  // there is none
	reg  [63:0]           now_q, age;
	reg  [63:0]           starts_q [0:WORDS-1];  // oldest first
	reg  [ID_W-1:0]       ids_q [0:WORDS-1];
	reg  [15:0]           dropped_q [0:(1<<GROUP_W)-1];
	reg  [GROUP_W-1:0]    from_group, to_group;
	reg                   answer, fewer, at_once, drop, valid_q;
	reg                   busy_q;               // a request or an output
	reg  [ID_W-1:0]       to_id_q;
	reg  [WIDTH-1:0]      age_q, value_q;
	reg  [TABLE_LOG2-1:0] some_q;               // outstanding
	integer               k;
	wire                  unused = RAM[0];
	assign value_o = value_q;
	initial begin
		now_q   = 64'd0;
		valid_q = 1'b0;
		busy_q  = 1'b0;
		valid_o = 1'b0;
	end
	// verilator lint_off BLKSEQ
	always @(posedge clk)
		if (from_i || to_i || busy_q || rst) begin
			// the answer of the cycle before
			valid_o <= valid_q;
			id_o    <= to_id_q;
			value_q <= age_q;
			busy_q  = valid_q;
			from_group = GROUPS_LOG2 == 0 ? 0 : from_id_i[GROUP_W-1:0];
			to_group   = GROUPS_LOG2 == 0 ? 0 : to_id_i[GROUP_W-1:0];
			// what is answered leaves
			answer     = 1'b0;
			age        = 64'd0;
			drop       = &some_q;
			for (k = 0; k < PLACES; k = k + 1)
				if (k[TABLE_LOG2-1:0] >= some_q) begin
				end else if (answer) begin
					ids_q[k-1]    = ids_q[k];
					starts_q[k-1] = starts_q[k];
				end else if (to_i && ids_q[k] == to_id_i) begin
					answer = 1'b1;
					age    = now_q - starts_q[k];
				end
			if (answer)
				some_q = some_q - 1'b1;
			fewer   = to_i && !answer && dropped_q[to_group] != 16'd0;
			at_once = to_i && !answer && !fewer && from_i && from_id_i == to_id_i;
			drop    = from_i && !at_once && ((drop && !answer)
				|| (dropped_q[from_group] != 16'd0 && !(fewer
					&& dropped_q[from_group] == 16'd1
					&& from_group == to_group && from_id_i != to_id_i)));
			if (from_i && !at_once && !drop) begin
				ids_q[some_q]    = from_id_i;
				starts_q[some_q] = now_q;
				some_q          = some_q + 1'b1;
			end
			if (!(drop && fewer && from_group == to_group)) begin
				if (drop && dropped_q[from_group] != 16'hffff)
					dropped_q[from_group] = dropped_q[from_group] + 16'd1;
				if (fewer && dropped_q[to_group] != 16'hffff)
					dropped_q[to_group] = dropped_q[to_group] - 16'd1;
			end
			valid_q   = !rst && (answer || at_once);
			to_id_q   = to_id_i;
			age_q     = age > LONGEST ? LONGEST[WIDTH-1:0] : age[WIDTH-1:0];
			dropped_o <= !rst && drop;
			if (rst) begin
				some_q = 0;
				for (k = 0; k < (1 << GROUP_W); k = k + 1)
					dropped_q[k] = 16'd0;
			end
			now_q  = now_q + 64'd1;
			busy_q = busy_q || valid_q || drop || some_q != 0;
		end
	// verilator lint_on BLKSEQ
`else
	localparam GROUPS = 1 << GROUPS_LOG2;

	// The queue. used_q has a 1 for each place that is taken, lowest first.
	reg  [PLACES-1:0]           used_q, mark_q, late_q;
	reg  [ID_W*PLACES-1:0]      id_q;
	reg  [TABLE_LOG2*WORDS-1:0] word_q;
	reg  [WIDTH:0]              now_q;
	wire                        mark = now_q[WIDTH-1:0] == {WIDTH{1'b1}};

	// What to_i answers: the oldest of its ID; move: the places from that on
	reg  [PLACES-1:0] move;
	integer k;
	always @* begin
		move[0] = used_q[0] && id_q[ID_W-1:0] == to_id_i;
		for (k = 1; k < PLACES; k = k + 1)
			move[k] = move[k-1] || (used_q[k] && id_q[ID_W*k +: ID_W] == to_id_i);
	end
	wire [PLACES-1:0] first  = move & ~(move << 1);
	wire              answer = to_i && move[PLACES-1];

	// Dropped requests
	wire [GROUPS-1:0] some, one, of_from, of_to;
	// some of the answer's group were dropped
	wire              many    = |(some & of_to);
	// it answers one of them,
	wire              fewer   = to_i && !answer && many;
	wire              same    = from_id_i == to_id_i;
	// or the request of this clock
	wire              at_once = to_i && !answer && !many && from_i && same;
	// with the same ID it may be the request of this clock that it answers
	wire              last    = fewer && |(one & of_to & of_from) && !same;
	wire              closed  = |(some & of_from) && !last;
	wire              drop    = from_i && !at_once && (closed || (used_q[PLACES-1] && !answer));
	wire              push    = from_i && !at_once && !drop;
	genvar g;
	generate
		for (g = 0; g < GROUPS; g = g + 1) begin : gen_group
			if (GROUPS_LOG2 == 0) begin : gen_all
				assign of_from[g] = 1'b1;
				assign of_to[g]   = 1'b1;
			end else begin : gen_some
				assign of_from[g] = from_id_i[GROUPS_LOG2-1:0] == g;
				assign of_to[g]   = to_id_i[GROUPS_LOG2-1:0] == g;
			end
			gnomon_tap_dropped u_dropped (
				.clk     (clk),
				.rst     (rst),
				.more_i  (drop && of_from[g]),
				.fewer_i (fewer && of_to[g]),
				.some_o  (some[g]),
				.one_o   (one[g])
			);
		end
	endgenerate

	// The word of the answered request, and the first that is free
	wire [WORDS-1:0]      free = ~{1'b0, used_q} & {used_q, 1'b1};
	reg  [TABLE_LOG2-1:0] answered, next;
	integer m;
	always @* begin
		answered = {TABLE_LOG2{1'b0}};
		next     = {TABLE_LOG2{1'b0}};
		for (m = 0; m < PLACES; m = m + 1)
			answered = answered | (word_q[TABLE_LOG2*m +: TABLE_LOG2]
				& {TABLE_LOG2{first[m]}});
		for (m = 0; m < WORDS; m = m + 1)
			next = next | (word_q[TABLE_LOG2*m +: TABLE_LOG2] & {TABLE_LOG2{free[m]}});
	end

	// Places that are still taken without the answered one. What comes goes behind them: a
	// place that is free takes it, whether it is a request or not.
	wire [PLACES-1:0] stay  = answer ? used_q >> 1 : used_q;
	wire [PLACES-1:0] shift = {PLACES{answer}} & move;
	integer n;
	always @(posedge clk) begin
		used_q <= rst ? {PLACES{1'b0}} : push ? (stay << 1) | {{(PLACES-1){1'b0}}, 1'b1}
			: stay;
		for (n = 0; n < PLACES; n = n + 1) begin
			if (!stay[n]) begin
				id_q[ID_W*n +: ID_W] <= from_id_i;
				mark_q[n]            <= mark;
				late_q[n]            <= 1'b0;
			end else begin
				// a place that stays and moves is not the last one
				if (shift[n])
					id_q[ID_W*n +: ID_W] <= id_q[ID_W*((n+1)%PLACES) +: ID_W];
				mark_q[n] <= mark || (shift[n] ? mark_q[(n+1)%PLACES] : mark_q[n]);
				late_q[n] <= (shift[n] ? late_q[(n+1)%PLACES] : late_q[n])
					|| (mark && (shift[n] ? mark_q[(n+1)%PLACES] : mark_q[n]));
			end
			if (rst)
				word_q[TABLE_LOG2*n +: TABLE_LOG2] <= n[TABLE_LOG2-1:0];
			else if (shift[n])
				word_q[TABLE_LOG2*n +: TABLE_LOG2]
					<= word_q[TABLE_LOG2*(n+1) +: TABLE_LOG2];
		end
		if (rst)
			word_q[TABLE_LOG2*PLACES +: TABLE_LOG2] <= {TABLE_LOG2{1'b1}};
		else if (answer)
			word_q[TABLE_LOG2*PLACES +: TABLE_LOG2] <= answered;
	end

	wire [WIDTH:0] start;
	gnomon_cell_ram #(.LUT_BITS(LUT_BITS), .WIDTH(WIDTH + 1),
		.DEPTH_LOG2(TABLE_LOG2)) u_starts (
		.clk     (clk),
		.we_i    (push),
		.waddr_i (next),
		.wdata_i (now_q),
		.raddr_i (answered),
		.rdata_o (start)
	);

	// The value: the time of the answer is now_q of the clock before.
	reg            valid_q, zero_q, too_late_q;
	reg [ID_W-1:0] to_id_q;
	reg [WIDTH:0]  at_q, age_q;
	always @(posedge clk) begin
		now_q      <= rst ? {(WIDTH+1){1'b0}} : now_q + 1'b1;
		valid_q    <= !rst && (answer || at_once);
		zero_q     <= !answer;
		too_late_q <= |(first & late_q);
		to_id_q    <= to_id_i;
		at_q       <= now_q;
		valid_o    <= valid_q;
		id_o       <= to_id_q;
		age_q      <= zero_q ? {(WIDTH+1){1'b0}}
			: {too_late_q, {WIDTH{1'b0}}} | (at_q - start);
		dropped_o  <= !rst && drop;
	end
	assign value_o = {WIDTH{age_q[WIDTH]}} | age_q[WIDTH-1:0];
`endif

endmodule
