// SPDX-License-Identifier: Apache-2.0
// Room: trigger
// gnomon_trigger_line: two triggers of a node for each line in its interrupt form, that a round of
// it began and that it ended, and what their records say of it. It is a part of
// gnomon_trigger_sources.
//
//  1. A round is one assertion of a line (gnomon_line_node). It begins in the first cycle with its
//     line_i 1, at time 0 at the earliest, and ends in the first one with line_i 0 again: these are
//     the times of the records.
//  2. fire_o has {ended, began} of each line, of the cycle FIRE cycles ago, where the triggers were
//     live (live_i, a cycle before fire_o).
//  3. state_o is {[kept, full,] late, own, length, paused} of the cycle SHOW cycles ago. paused: in
//     how many cycles before it, from time 0 on, a line was 1. length: the same of this round
//     alone; 0 where it begins. own: this node asserted the line for this round. late: the round
//     has ended by its limit before the node's routine. Both counts wrap. With STORE, of a round of
//     the highest line (else 0): full: the node's local store asserted it; kept: the limit came
//     before the store was sent.
// sync_i is 1 in the cycle before time 0, eve_i FIRE - 1 cycles later.
// CONSTRAINT: one line at most is 1. A line is 0 for two cycles at least between two of its rounds,
//   as gnomon_line_node keeps it; all are 0 in a cycle between two rounds (gnomon_line_wire).
//   own_i, late_i and store_i are those of a round in the cycle after it began or ended.
//
// Latency: line_i to fire_o: FIRE cycles; to state_o: SHOW. live_i to fire_o: 1.
//
// With FIRE 2, SHOW 4; the line is asserted for three cycles, by this node:
//
//   cycle     0  1  2  3  4  5  6  7  8
//   sync_i    1  0  0  0  0  0  0  0  0
//   line_i    0  1  1  1  0  0  0  0  0
//   own_i     0  0  1  1  1  1  1  1  1
//   began     0  0  0  1  0  0  0  0  0
//   ended     0  0  0  0  0  0  1  0  0
//   paused    -  -  -  -  -  0  1  2  3
//   own       -  -  -  -  -  1  1  1  1
//
// Instance:
//   gnomon_trigger_line #(.LUT_BITS(0), .FIRE(6), .SHOW(9), .LINES(1), .STORE(0)) u_trigger_line (
//     .clk(clk), .sync_i(sync), .eve_i(eve), .live_i(live), .line_i(line), .own_i(own),
//     .late_i(late), .store_i(store), .fire_o(fire), .state_o(state)
//   );

module gnomon_trigger_line #(
	parameter LUT_BITS = 0,  // as gnomon_cell_ram's
	parameter FIRE     = 6,  // cycles; requires 1..SHOW - 1
	parameter SHOW     = 9,  // cycles; requires 3..128
	parameter LINES    = 1,  // requires 1..2
	parameter STORE    = 0,  // 1: with full and kept
	// not to be set
	parameter STATE_W  = STORE != 0 ? 68 : 66
) (
	input  wire               clk,
	input  wire               sync_i,
	input  wire               eve_i,
	input  wire               live_i,
	// lines
	input  wire [LINES-1:0]   line_i,
	input  wire [LINES-1:0]   own_i,
	input  wire [LINES-1:0]   late_i,
	input  wire [1:0]         store_i,  // {kept, full}
	// records
	output wire [2*LINES-1:0] fire_o,
	output wire [STATE_W-1:0] state_o
);
	generate
		if (FIRE < 1 || SHOW < FIRE + 1 || SHOW < 3 || SHOW > 128) begin : gen_bad
			FIRE_must_be_1_to_SHOW_less_1_and_SHOW_3_to_128 u_bad ();
		end
		if (LINES < 1 || LINES > 2) begin : gen_bad_lines
			LINES_must_be_1_to_2 u_bad ();
		end
	endgenerate

	// Triggers
	wire [LINES-1:0] line;
	gnomon_cell_delay #(.WIDTH(LINES), .CLOCKS(FIRE - 1)) u_line (
		.clk (clk), .d_i (line_i),
		.q_o (line)
	);
	genvar n;
	generate
		for (n = 0; n < LINES; n = n + 1) begin : gen_fire
			reg       before_q;
			reg [1:0] fire_q;
			always @(posedge clk) begin
				before_q <= line[n] && !eve_i;
				fire_q   <= {!line[n] && before_q, line[n] && !before_q}
					& {2{live_i}};
			end
			assign fire_o[2*n +: 2] = fire_q;
		end
	endgenerate

	// Which line is that of the last round
	wire any = |line_i;
	wire last;
	generate
		if (LINES > 1) begin : gen_last
			reg last_q;
			always @(posedge clk)
				if (any)
					last_q <= line_i[LINES-1];
			assign last = last_q;
		end else begin : gen_only
			assign last = 1'b1;
		end
	endgenerate
	wire own_now  = last ? own_i[LINES-1] : own_i[0];
	wire late_now = last ? late_i[LINES-1] : late_i[0];

	// Counts. A step of a count is seen two cycles later.
	localparam  BITS = STATE_W - 62;  // with sync and line
	reg         sync_q, seen_q;
	wire        synced, counted;
	wire [BITS-3:0] shown;
	wire [31:0] paused, length;
	wire [BITS-3:0] bits;
	generate
		if (STORE != 0) begin : gen_store
			assign bits = {store_i & {2{last}}, late_now, own_now};
		end else begin : gen_no_store
			wire unused = &{1'b0, store_i};
			assign bits = {late_now, own_now};
		end
	endgenerate
	gnomon_cell_delay #(.LUT_BITS(LUT_BITS), .WIDTH(BITS), .CLOCKS(SHOW - 1),
		.RAM(SHOW > 4 ? 1 : 0)) u_shown (
		.clk (clk), .d_i ({sync_q, any, bits}),
		.q_o ({synced, counted, shown})
	);
	always @(posedge clk) begin
		sync_q <= sync_i;
		seen_q <= counted;
	end
	gnomon_cell_count #(.WIDTH(32)) u_paused (
		.clk     (clk),
		.clear_i (synced),
		.step_i  (counted),
		.count_o (paused)
	);
	gnomon_cell_count #(.WIDTH(32)) u_length (
		.clk     (clk),
		.clear_i (synced || (counted && !seen_q)),
		.step_i  (counted),
		.count_o (length)
	);
	assign state_o = {shown, length, paused};

endmodule
