// SPDX-License-Identifier: Apache-2.0
// Room: record
// gnomon_record_store: makes a node's FIFO its local store. Its records go to the ring while the
// REPORT line is asserted, and after the run (Carpenter, Figure 4).
//
// The module lies between gnomon_record_sender and the ring station.
//  1. The words of a record or block pass from its first word on if line_i is 1, or if the run has
//     ended: stop_i came, or there was none since rst. What has been shown, or has begun to pass,
//     passes in any case: records are not divided.
//  2. full_o asserts the line: 1 for one cycle when the store reaches its almost-full mark, FULL
//     entries, in a run (active_i). It comes again after a round that left as many.
//  3. sent_o: the store has sent, in this round, what belongs to it: the entries of all cycles up
//     to the first one of the round, and no block waits. They are in the store SETTLE cycles after
//     that cycle; those that come later may stay for the next round. Of a gap whose second half
//     came later the last two words may be still to pass.
// sent_o is the done_i of a gnomon_line_node, full_o its raise_i.
// CONSTRAINT: clear_i in the cycles in which the FIFO is cleared: a run begins. stop_i in a run.
// CONSTRAINT: what is shown at valid_i, stays until it is taken.
//
// Latency: line_i, stop_i to ready_o, valid_o: 1 cycle for stop_i, else none (combinational).
//   fill_i to full_o: none (combinational). line_i to sent_o: SETTLE + 2 cycles at least, and 0
//   from the next cycle on. ready_i, valid_i to ready_o, valid_o, take_i to take_o: none
//   (combinational).
//
// With FULL 2, SETTLE 1: two entries of two words; the line is asserted from cycle 2 on.
//
//   cycle      0  1  2  3  4  5  6  7  8  9
//   active_i   1  1  1  1  1  1  1  1  1  1
//   fill_i     1  2  2  2  2  1  1  0  0  0
//   full_o     0  1  0  0  0  0  0  0  0  0
//   line_i     0  0  1  1  1  1  1  1  1  0
//   valid_i    1  1  1  1  1  1  1  0  0  0
//   last_i     0  0  0  0  1  0  1  -  -  -
//   valid_o    0  0  1  1  1  1  1  0  0  0
//   take_i     0  0  0  1  1  1  1  0  0  0
//   pop_i      0  0  0  0  1  0  1  0  0  0
//   sent_o     0  0  0  0  0  0  0  0  1  1
//
// Instance:
//   gnomon_record_store #(.DEPTH_LOG2(8), .FULL(192), .SETTLE(16)) u_record_store (
//     .clk(clk), .rst(rst), .clear_i(clear), .stop_i(stop), .active_i(active), .line_i(line),
//     .full_o(full), .sent_o(sent), .fill_i(fill), .pop_i(pop), .block_valid_i(block_valid),
//     .ready_i(ready_i), .valid_i(valid_i), .last_i(last), .take_o(take_o), .ready_o(ready_o),
//     .valid_o(valid_o), .take_i(take_i)
//   );

module gnomon_record_store #(
	parameter DEPTH_LOG2 = 8,    // entries of the FIFO, log2; requires 4..12
	parameter FULL       = 192,  // almost-full mark, entries; requires 1..2^DEPTH_LOG2 - 8
	parameter SETTLE     = 16    // cycles from a cycle to its entry in the FIFO; requires
	                             // 1..127
) (
	input  wire                clk,
	input  wire                rst,
	input  wire                clear_i,
	input  wire                stop_i,
	input  wire                active_i,
	// REPORT line
	input  wire                line_i,
	output wire                full_o,
	output wire                sent_o,
	// FIFO and blocks
	input  wire [DEPTH_LOG2:0] fill_i,
	input  wire                pop_i,
	input  wire                block_valid_i,
	// words of the sender
	input  wire                ready_i,
	input  wire                valid_i,
	input  wire                last_i,
	output wire                take_o,
	// to the ring station
	output wire                ready_o,
	output wire                valid_o,
	input  wire                take_i
);
	generate
		if (DEPTH_LOG2 < 4 || DEPTH_LOG2 > 12) begin : gen_bad_depth
			DEPTH_LOG2_must_be_4_to_12 u_bad ();
		end
		if (FULL < 1 || FULL > (1 << DEPTH_LOG2) - 8) begin : gen_bad_full
			FULL_must_be_1_to_8_less_than_the_entries u_bad ();
		end
		if (SETTLE < 1 || SETTLE > 127) begin : gen_bad_settle
			SETTLE_must_be_1_to_127 u_bad ();
		end
	endgenerate

	localparam [31:0]         FULL_32   = FULL;
	localparam [DEPTH_LOG2:0] MARK      = FULL_32[DEPTH_LOG2:0];
	localparam [31:0]         SETTLE_32 = SETTLE;

	// The gate
	reg  ended_q;  // there is no run
	reg  shown_q;  // a record, or the rest of one, passes in any case
	wire open   = line_i || ended_q;
	wire passes = open || shown_q;
	assign ready_o = ready_i && passes;
	assign valid_o = valid_i && passes;
	assign take_o  = take_i && passes;
	always @(posedge clk)
		if (clear_i || rst) begin
			ended_q <= rst;
			shown_q <= 1'b0;
		end else begin
			ended_q <= ended_q || stop_i;
			shown_q <= (shown_q || (valid_i && open)) && !(valid_o && take_i && last_i);
		end

	// The almost-full mark
	wire high = fill_i >= MARK && active_i && !line_i;
	reg  high_q;
	always @(posedge clk)
		high_q <= high && !clear_i && !rst;
	assign full_o = high && !high_q;

	// What belongs to the round
	reg                line_q;
	reg [6:0]          wait_q;  // cycles until it is all in the FIFO
	reg [DEPTH_LOG2:0] left_q;
	reg                sent_q;
	wire [DEPTH_LOG2:0] popped = {{DEPTH_LOG2{1'b0}}, pop_i};
	always @(posedge clk)
		if (clear_i || rst) begin
			line_q <= 1'b0;
			wait_q <= 7'd0;
			left_q <= {(DEPTH_LOG2+1){1'b0}};
			sent_q <= 1'b0;
		end else begin
			line_q <= line_i;
			if (line_i && !line_q)
				wait_q <= SETTLE_32[6:0];
			else if (wait_q != 0)
				wait_q <= wait_q - 7'd1;
			if (wait_q != 0)
				left_q <= fill_i - popped;
			else if (left_q != 0)
				left_q <= left_q - popped;
			sent_q <= line_i && line_q && wait_q == 0 && left_q == 0 && !block_valid_i;
		end
	assign sent_o = sent_q;

endmodule
