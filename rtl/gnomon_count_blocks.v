// SPDX-License-Identifier: Apache-2.0
// Room: count
// gnomon_count_blocks: joins the block streams of several units (gnomon_count_buckets,
// gnomon_count_counters, gnomon_count_segments), record by record, in turn.
//
//  1. The module polls the units one after the other, one a cycle. A unit that has a record sends
//     the whole record.
//  2. Meanwhile the module looks for the next unit that has a record. So no unit waits for more
//     than one record of each other unit, and no cycle is lost between two units.
// block_valid_o to block_pop_i are those of the current unit: the whole record can be read, a word
// a cycle. The next record begins at the earliest in the cycle after the last word. block_busy_o:
// some unit has still something to send.
// CONSTRAINT: block_valid_i of a unit is 1 until its record has been sent, except where a new run
// begins; the unit has nothing to send in the cycle after that.
//
// Latency: block_valid_i, block_word_i, block_last_i of the current unit to the outputs,
//   block_pop_i to block_pop_o: none (combinational). Search for a unit that has a record: at most
//   UNITS - 1 cycles.
//
// Two units; both have a record of two words:
//
//   cycle           0  1  2  3  4  5
//   block_valid_i   3  3  2  2  0  0
//   block_last_i    0  1  0  2  0  0
//   block_valid_o   1  1  1  1  0  0
//   block_last_o    0  1  0  1  0  0
//   block_pop_i     1  1  1  1  0  0
//   block_pop_o     1  1  2  2  0  0
//
// Instance:
//   gnomon_count_blocks #(.UNITS(2)) u_count_blocks (
//     .clk(clk), .rst(rst), .block_valid_i(block_valid_i), .block_word_i(block_word_i),
//     .block_last_i(block_last_i), .block_pop_o(block_pop_o), .block_busy_i(block_busy_i),
//     .block_valid_o(block_valid_o), .block_word_o(block_word_o), .block_last_o(block_last_o),
//     .block_pop_i(block_pop_i), .block_busy_o(block_busy_o)
//   );

module gnomon_count_blocks #(
	parameter UNITS = 2  // requires 1..8
) (
	input  wire                clk,
	input  wire                rst,
	input  wire [UNITS-1:0]    block_valid_i,
	input  wire [32*UNITS-1:0] block_word_i,   // unit 0 lowest
	input  wire [UNITS-1:0]    block_last_i,
	output wire [UNITS-1:0]    block_pop_o,
	input  wire [UNITS-1:0]    block_busy_i,
	output wire                block_valid_o,
	output wire [31:0]         block_word_o,
	output wire                block_last_o,
	input  wire                block_pop_i,
	output wire                block_busy_o
);
	localparam UNIT_W = UNITS <= 2 ? 1 : UNITS <= 4 ? 2 : 3;
	localparam [31:0] LAST = UNITS - 1;
	generate
		if (UNITS < 1 || UNITS > 8) begin : gen_bad_units
			UNITS_must_be_1_to_8 u_bad ();
		end
	endgenerate

	reg [UNIT_W-1:0] unit_q;  // the one that is polled
	reg [UNIT_W-1:0] next_q;  // the one after it
	wire next_valid = block_valid_i[next_q] && next_q != unit_q;

	always @(posedge clk)
		if (rst) begin
			unit_q <= 0;
			next_q <= 0;
		end else begin
			if (!block_valid_o || (block_pop_i && block_last_o))
				unit_q <= next_q;
			if (!next_valid || !block_valid_o || (block_pop_i && block_last_o))
				next_q <= next_q == LAST[UNIT_W-1:0] ? 0 : next_q + 1'b1;
		end

	assign block_valid_o = block_valid_i[unit_q];
	assign block_word_o  = block_word_i[32*unit_q +: 32];
	assign block_last_o  = block_last_i[unit_q];
	assign block_busy_o  = block_busy_i != 0;
	genvar k;
	generate
		for (k = 0; k < UNITS; k = k + 1) begin : gen_pop
			localparam [31:0] K = k;
			assign block_pop_o[k] = block_pop_i && unit_q == K[UNIT_W-1:0];
		end
	endgenerate

endmodule
