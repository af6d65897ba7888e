// SPDX-License-Identifier: Apache-2.0
// Room: trigger
// gnomon_trigger_line: two triggers of a node, that a round of a line in its interrupt form began
// and that it ended, and what their records say of it. It is a part of gnomon_trigger_sources.
//
//  1. A round is one assertion of the line (gnomon_line_node). It begins in the first cycle with
//     line_i 1, at time 0 at the earliest, and ends in the first one with line_i 0 again: these are
//     the times of the records.
//  2. fire_o is {ended, began} of the cycle FIRE cycles ago, where the triggers were live (live_i,
//     a cycle before fire_o).
//  3. state_o is {late, own, length, paused} of the cycle SHOW cycles ago. paused: in how many
//     cycles before it, from time 0 on, line_i was 1. length: the same of this round alone; 0 where
//     it begins. own: this node asserted the line for this round. late: the round has ended by its
//     limit before the node's routine. Both counts wrap.
// sync_i is 1 in the cycle before time 0, eve_i FIRE - 1 cycles later.
// CONSTRAINT: line_i is 0 for two cycles at least between two rounds, as gnomon_line_node keeps it.
//   own_i and late_i are those of this round in the cycle after it began or ended.
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
//   gnomon_trigger_line #(.LUT_BITS(0), .FIRE(6), .SHOW(9)) u_trigger_line (
//     .clk(clk), .sync_i(sync), .eve_i(eve), .live_i(live), .line_i(line), .own_i(own),
//     .late_i(late), .fire_o(fire), .state_o(state)
//   );

`resetall
`default_nettype none

module gnomon_trigger_line #(
	parameter LUT_BITS = 0,  // as gnomon_cell_ram's
	parameter FIRE     = 6,  // cycles; requires 1..SHOW - 1
	parameter SHOW     = 9   // cycles; requires 3..128
) (
	input  wire        clk,
	input  wire        sync_i,
	input  wire        eve_i,
	input  wire        live_i,
	// line
	input  wire        line_i,
	input  wire        own_i,
	input  wire        late_i,
	// records
	output wire [1:0]  fire_o,
	output wire [65:0] state_o
);
	generate
		if (FIRE < 1 || SHOW < FIRE + 1 || SHOW < 3 || SHOW > 128) begin : gen_bad
			FIRE_must_be_1_to_SHOW_less_1_and_SHOW_3_to_128 u_bad ();
		end
	endgenerate

	// Triggers
	wire      line;
	reg       before_q;
	reg [1:0] fire_q;
	gnomon_cell_delay #(.WIDTH(1), .CLOCKS(FIRE - 1)) u_line (
		.clk (clk), .d_i (line_i),
		.q_o (line)
	);
	always @(posedge clk) begin
		before_q <= line && !eve_i;
		fire_q   <= {!line && before_q, line && !before_q} & {2{live_i}};
	end
	assign fire_o = fire_q;

	// Counts. A step of a count is seen two cycles later.
	reg         sync_q, seen_q;
	wire        synced, counted, own, late;
	wire [31:0] paused, length;
	gnomon_cell_delay #(.LUT_BITS(LUT_BITS), .WIDTH(4), .CLOCKS(SHOW - 1),
		.RAM(SHOW > 4 ? 1 : 0)) u_shown (
		.clk (clk), .d_i ({sync_q, line_i, own_i, late_i}),
		.q_o ({synced, counted, own, late})
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
	assign state_o = {late, own, length, paused};

endmodule

`resetall
