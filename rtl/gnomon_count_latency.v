// SPDX-License-Identifier: Apache-2.0
// Room: count
// gnomon_count_latency: the quantity `latency`: the cycles from a request to its answer, answers in
// the order of requests.
//
//  1. to_i answers the oldest outstanding request. The cycles since this request are the value, if
//     gate_i is 1 in the cycle of to_i. With no outstanding request to_i answers a from_i of the
//     same cycle (value 0); without from_i the module ignores it. A value that value_o cannot hold
//     reads as the greatest value.
//  2. from_i is a request. If the table is full of outstanding requests, one that is answered in
//     this cycle not counted, the request is dropped. So are the requests after it until the
//     answers to all dropped requests have come. lost_o reports each of them, whether the gate is
//     open or not. The answer to a dropped request gives no value.
//  3. first_i, the cycle before time 0: the module discards all outstanding requests, and a request
//     of this cycle. (A later answer to a discarded request is taken for that of a new request, if
//     there is one: the order is the only information.) rst does the same; a cycle with rst gives
//     no value, and no request of it is lost.
// The table holds the time of each request, modulo 2^(WIDTH+1). Every 2^WIDTH cycles the
// outstanding requests are marked by their place. A request that is marked twice has waited longer
// than any value.
// CONSTRAINT: after 65535 dropped requests without an answer all requests are dropped until the
// next first_i.
// Second form for Verilator: without it sim_share_model_taps (`make bench`) is 5.4 % lower.
//
// Latency: to_i to valid_o, value_o: 1 cycle. from_i to lost_o: 1 cycle.
//
// Two requests at a time:
//
//   cycle     0  1  2  3  4  5  6
//   from_i    1  1  0  0  0  0  0
//   to_i      0  0  0  1  1  0  0
//   valid_o   0  0  0  0  1  1  0
//   value_o   -  -  -  -  3  3  -
//
// Instance:
//   gnomon_count_latency #(.LUT_BITS(0), .WIDTH(16), .OUTSTANDING_LOG2(3)) u_count_latency (
//     .clk(clk), .rst(rst), .first_i(first), .gate_i(gate), .from_i(from), .to_i(to),
//     .valid_o(valid), .value_o(value), .lost_o(lost)
//   );

module gnomon_count_latency #(
	parameter LUT_BITS         = 0,   // as gnomon_cell_ram's
	parameter WIDTH            = 16,  // bits of the value; requires 2..32
	parameter OUTSTANDING_LOG2 = 3,   // requests at a time, log2; requires 0..6
	parameter PLACE_W          = OUTSTANDING_LOG2 == 0 ? 1 : OUTSTANDING_LOG2  // not to be set
) (
	input  wire             clk,
	input  wire             rst,
	input  wire             first_i,
	input  wire             gate_i,
	input  wire             from_i,
	input  wire             to_i,
	output reg              valid_o,
	output wire [WIDTH-1:0] value_o,
	output reg              lost_o
);
	generate
		if (WIDTH < 2 || WIDTH > 32 || OUTSTANDING_LOG2 < 0 || OUTSTANDING_LOG2 > 6) begin
			: gen_bad
			WIDTH_must_be_2_to_32_OUTSTANDING_LOG2_0_to_6 u_bad ();
		end
	endgenerate

`ifdef VERILATOR
	// The same in fewer steps of a simulator: none while no request is outstanding. Time goes
	// on only while one is, and has so many bits that none is late.
	localparam [6:0]  PLACES  = 1 << OUTSTANDING_LOG2;
	localparam [63:0] LONGEST = (64'd1 << WIDTH) - 64'd1;
	localparam        RAM     = LUT_BITS;  // there is none
	reg  [63:0]        now_q, age;
	reg  [63:0]        times_q [0:(1<<PLACE_W)-1];
	reg  [PLACE_W-1:0] head_q, tail_q;     // where the next one goes; the oldest
	reg  [6:0]         some_q;             // outstanding
	reg  [15:0]        dropped_q;
	reg                answer, fewer, at_once, drop;
	reg                busy_q;             // a request or an output
	reg  [WIDTH-1:0]   value_q;
	wire               unused = RAM[0];
	assign value_o = value_q;
	initial begin
		now_q     = 64'd0;
		some_q    = 7'd0;
		head_q    = 0;
		tail_q    = 0;
		dropped_q = 16'd0;
		busy_q    = 1'b0;
		valid_o   = 1'b0;
		lost_o    = 1'b0;
	end
	// verilator lint_off BLKSEQ
	always @(posedge clk)
		if (from_i || to_i || busy_q) begin
			answer  = to_i && some_q != 7'd0;
			fewer   = to_i && !answer && dropped_q != 16'd0;
			at_once = to_i && !answer && !fewer && from_i;
			drop    = from_i && (dropped_q == 16'd0 ? some_q == PLACES && !answer
				: !(dropped_q == 16'd1 && fewer));
			valid_o <= (answer || at_once) && gate_i;
			lost_o  <= drop;
			if (rst) begin
				valid_o <= 1'b0;
				lost_o  <= 1'b0;
			end
			age     = answer ? now_q - times_q[tail_q] : 64'd0;
			value_q <= age > LONGEST ? LONGEST[WIDTH-1:0] : age[WIDTH-1:0];
			if (dropped_q != 16'hffff && drop != fewer)
				dropped_q = drop ? dropped_q + 16'd1 : dropped_q - 16'd1;
			if (answer) begin
				tail_q = tail_q + 1'b1;
				some_q = some_q - 7'd1;
			end
			if (from_i && !at_once && !drop) begin
				times_q[head_q] = now_q;
				head_q = head_q + 1'b1;
				some_q = some_q + 7'd1;
			end
			if (rst || first_i) begin
				tail_q    = head_q;
				some_q    = 7'd0;
				dropped_q = 16'd0;
			end
			now_q  = now_q + 64'd1;
			busy_q = answer || at_once || drop || some_q != 7'd0 || dropped_q != 16'd0;
		end
	// verilator lint_on BLKSEQ
`else
	localparam AT_W      = OUTSTANDING_LOG2 + 1;  // a place in the table, and whether it is its
	                                              // turn once more
	localparam DROPPED_W = 16;
	localparam [AT_W-1:0]      ROUND = 1 << OUTSTANDING_LOG2;
	localparam [DROPPED_W-1:0] NONE  = 0;
	localparam [DROPPED_W-1:0] MOST  = ~NONE;

	// Requests that are outstanding, and how many were dropped after them
	reg  [AT_W-1:0]      head_q, tail_q;       // where the next one goes; the oldest
	reg                  some_q, full_q;
	reg  [DROPPED_W-1:0] dropped_q;
	reg                  dropping_q, one_q;    // some were dropped; just one
	reg                  many_q;               // as many as can be counted
	wire                 clear   = rst || first_i;
	// to a request in the table,
	wire                 answer  = to_i && some_q;
	// to a dropped one,
	wire                 fewer   = to_i && !some_q && dropping_q;
	// to the one of this clock
	wire                 at_once = to_i && !some_q && !dropping_q && from_i;
	wire                 closed  = dropping_q && !(fewer && one_q);
	wire                 drop    = from_i && (closed || (full_q && !answer));
	wire                 push    = from_i && !drop && !at_once;
	wire [AT_W-1:0]      head    = head_q + {{(AT_W-1){1'b0}}, push};
	wire [AT_W-1:0]      tail    = tail_q + {{(AT_W-1){1'b0}}, answer};
	always @(posedge clk)
		if (clear) begin
			head_q     <= 0;
			tail_q     <= 0;
			some_q     <= 1'b0;
			full_q     <= 1'b0;
			dropped_q  <= NONE;
			dropping_q <= 1'b0;
			one_q      <= 1'b0;
			many_q     <= 1'b0;
		end else begin
			head_q <= head;
			tail_q <= tail;
			if (push != answer) begin
				some_q <= push || head != tail;
				full_q <= push && head == (tail ^ ROUND);
			end
			if (drop != fewer && !many_q) begin
				dropped_q  <= dropped_q + {{(DROPPED_W-1){fewer}}, 1'b1};
				dropping_q <= drop || !one_q;
				one_q      <= drop ? !dropping_q : dropped_q == 2;
				many_q     <= drop && dropped_q == MOST - 1;
			end
		end

	// Their times. One that comes when the table is empty cannot be read in the next clock: it
	// is 1 old then.
	reg  [WIDTH:0] now_q;
	reg            fresh_q;
	reg  [WIDTH:0] not_q;     // the clock before, inverted: a sum with it is the difference
	wire [WIDTH:0] not_start;
	always @(posedge clk) begin
		now_q   <= rst ? {(WIDTH+1){1'b0}} : now_q + 1'b1;
		not_q   <= rst ? {(WIDTH+1){1'b0}} : ~now_q;
		fresh_q <= push && tail == head_q;
	end
	generate
		if (OUTSTANDING_LOG2 == 0) begin : gen_one
			reg [WIDTH:0] start_q;
			always @(posedge clk)
				if (push)
					start_q <= not_q;
			assign not_start = start_q;
		end else begin : gen_table
			gnomon_cell_ram #(.LUT_BITS(LUT_BITS), .WIDTH(WIDTH + 1),
				.DEPTH_LOG2(PLACE_W)) u_times (
				.clk     (clk),
				.we_i    (push),
				.waddr_i (head_q[PLACE_W-1:0]),
				.wdata_i (not_q),
				.raddr_i (tail[PLACE_W-1:0]),
				.rdata_o (not_start)
			);
		end
	endgenerate

	// Those that were outstanding when requests were last marked are before marked_q, those of
	// the time before that before late_q, if the flags are set.
	reg            top_q, some_marked_q, some_late_q;
	reg [AT_W-1:0] marked_q, late_q;
	wire           mark = now_q[WIDTH] != top_q;
	always @(posedge clk) begin
		// the first clock after a reset is marked, as is every other with the same time
		top_q <= rst || now_q[WIDTH];
		if (mark) begin
			marked_q <= head;
			late_q   <= marked_q;
		end
		some_marked_q <= !clear && (mark ? tail != head
			: some_marked_q && tail != marked_q);
		some_late_q   <= !clear && (mark ? some_marked_q && tail != marked_q
			: some_late_q && tail != late_q);
	end

	// The value, with a bit more than it has: it is too long then.
	reg  [WIDTH:0] age_q;
	always @(posedge clk) begin
		age_q   <= !some_q ? {(WIDTH+1){1'b0}} : fresh_q ? {{WIDTH{1'b0}}, 1'b1}
			: {some_late_q, {WIDTH{1'b0}}} | (now_q + not_start);
		valid_o <= (answer || at_once) && gate_i;
		lost_o  <= drop;
		if (rst) begin
			valid_o <= 1'b0;
			lost_o  <= 1'b0;
		end
	end
	assign value_o = {WIDTH{age_q[WIDTH]}} | age_q[WIDTH-1:0];
`endif

endmodule
