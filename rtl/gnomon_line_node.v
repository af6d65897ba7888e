// SPDX-License-Identifier: Apache-2.0
// Room: line
// gnomon_line_node: a node's side of a CAPTURE or REPORT line: it asserts the line, interrupts its
// processor and holds the line until the processor's routine has finished (Carpenter, Figure 3).
//
// line_i is the line: the OR of drive_o of all nodes, some cycles later and at all nodes in the
// same cycle (gnomon_line_wire). A round is one assertion of the line.
//  1. raise_i asserts the line: drive_o is 1 in the same cycle and stays 1. Each cycle with raise_i
//     is an assertion.
//  2. The round begins in the first cycle with line_i 1 (began_o). From the next cycle on, each
//     node interrupts its processor (irq_o) and drives the line.
//  3. The routine reads the number of the round from state_o and at its end writes this number
//     back: done_i with round_i. irq_o and drive_o are then 0 (finished_o). A done_i with another
//     number, or without irq_o, has no effect: a routine that a time-out has cut short does not
//     finish a later round.
//  4. After the last node has finished, line_i becomes 0 at all nodes in the same cycle: the round
//     has ended (ended_o).
//  5. An assertion up to and including the first cycle of a round, which no routine can have begun
//     before, joins this round. own_o, valid from began_o to the next one: this node has asserted
//     the line for this round.
//     Any number of later assertions are kept (pending) and cause one further round: drive_o is 1
//     again in the second cycle after line_i became 0. No assertion is lost.
//  6. expire_i ends the wait for routines: a node whose routine has not finished releases the line
//     (timed_out_o until the next round begins). gnomon_line_limit gives the same cycle of
//     expire_i to all nodes. A done_i in the same cycle counts as finished.
// state_o: bit 7 irq_o, bit 6 timed_out_o, bit 5 the line is asserted, bit 4 pending, bits 3..0
//   number of the last round, modulo 16. It is the same number at all nodes.
// A node without a processor: done_i is 1 and round_i is state_o[3:0].
// CONSTRAINT: rst of all nodes of a line and of its wire in the same cycle.
// CONSTRAINT: raise_i for one cycle per assertion; of a level that lasts, its first cycle.
//
// Latency: raise_i to drive_o: none (combinational). line_i to began_o, ended_o, irq_o: 1 cycle.
//   done_i to irq_o, drive_o, finished_o: 1 cycle. expire_i to irq_o, drive_o, timed_out_o: 1
//   cycle.
//
// With a wire of latency 1; round_i is right; another node drives the line up to cycle 6:
//
//   cycle        0  1  2  3  4  5  6  7  8  9 10 11 12
//   raise_i      0  1  0  0  0  1  0  0  0  0  0  0  0
//   done_i       0  0  0  0  0  0  1  0  0  0  0  0  1
//   line_i       0  0  1  1  1  1  1  1  0  0  1  1  1
//   drive_o      0  1  1  1  1  1  1  0  0  1  1  1  1
//   irq_o        0  0  0  1  1  1  1  0  0  0  0  1  1
//   began_o      0  0  0  1  0  0  0  0  0  0  0  1  0
//   finished_o   0  0  0  0  0  0  0  1  0  0  0  0  0
//   ended_o      0  0  0  0  0  0  0  0  0  1  0  0  0
//
// Instance:
//   gnomon_line_node u_line_node (
//     .clk(clk), .rst(rst), .raise_i(raise), .done_i(done), .round_i(round), .irq_o(irq),
//     .state_o(state), .line_i(line), .expire_i(expire), .drive_o(drive), .began_o(began),
//     .finished_o(finished), .ended_o(ended), .own_o(own), .timed_out_o(timed_out)
//   );

module gnomon_line_node (
	input  wire       clk,
	input  wire       rst,
	// target
	input  wire       raise_i,      // assert the line
	input  wire       done_i,       // the routine of this round has finished:
	input  wire [3:0] round_i,      // its number
	output wire       irq_o,        // run the routine
	output wire [7:0] state_o,
	// line
	input  wire       line_i,
	input  wire       expire_i,
	output wire       drive_o,
	// records
	output reg        began_o,
	output reg        finished_o,
	output reg        ended_o,
	output wire       own_o,
	output wire       timed_out_o
);
	reg       seen_q;       // line_i a cycle ago
	reg       pending_q;    // asserted, and not yet by a round
	reg       hold_q;       // the routine has to run
	reg       own_q;
	reg       timed_out_q;
	reg [3:0] round_q;

	wire begins = line_i && !seen_q;
	wire want   = raise_i || pending_q;
	wire finish = hold_q && done_i && round_i == round_q;

	always @(posedge clk)
		if (rst) begin
			seen_q      <= 1'b0;
			pending_q   <= 1'b0;
			hold_q      <= 1'b0;
			own_q       <= 1'b0;
			timed_out_q <= 1'b0;
			round_q     <= 4'd0;
			began_o     <= 1'b0;
			finished_o  <= 1'b0;
			ended_o     <= 1'b0;
		end else begin
			seen_q      <= line_i;
			pending_q   <= want && !begins;
			hold_q      <= begins || (hold_q && !finish && !expire_i);
			own_q       <= begins ? want : own_q;
			timed_out_q <= !begins && (timed_out_q || (hold_q && !finish && expire_i));
			round_q     <= round_q + {3'd0, begins};
			began_o     <= begins;
			finished_o  <= finish;
			ended_o     <= seen_q && !line_i;
		end

	assign drive_o     = hold_q || (want && !seen_q);
	assign irq_o       = hold_q;
	assign own_o       = own_q;
	assign timed_out_o = timed_out_q;
	assign state_o     = {hold_q, timed_out_q, line_i, pending_q, round_q};

endmodule
