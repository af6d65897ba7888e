// SPDX-License-Identifier: Apache-2.0
// Room: record
// gnomon_sync: what one pulse of the sync line does, and in what clock.
//
// Call the clock in which sync_i is 1 clock 0, and DEPTH the clocks from a word on the wires to its actions at the record builder. The word on the wires
// in clock 1 has time 0; its actions are there in clock DEPTH + 1, it reaches the decisions of the builder in clock DEPTH + 2 and is written in DEPTH + 3.
//  eve_o    clock EVE: sequences are idle until then, timer and watchdog begin with the next clock; gnomon_single empties its trace buffer then.
//  start_o  clock DEPTH: the builder listens from the next clock on.
//  clear_o  clocks 1 to 4: what is left of an earlier run is thrown away (FIFOs, ring, trace buffer).
//  first_o  clock DEPTH + 1, the one before time 0 for all that is measured at the stage of the builder's decisions; the sync record is written in clock
//           DEPTH + 2.
//  zero_o   clocks DEPTH - 1 to DEPTH + 2: the time counter is cleared, so that it is 0 in clock DEPTH + 2 (sync record) and in clock DEPTH + 3
//           (first word), and no change of its top bit is left to be seen when the builder begins.
// Every headend and the center see sync_i in the same clock: the skew is zero. Where depths differ each node's records bear the time at which
// the word was on the wires all the same.

`resetall
`default_nettype none

module gnomon_sync #(
	parameter DEPTH = 4,         // clocks; requires 4..20
	parameter EVE   = DEPTH - 2  // clock; requires 1..DEPTH
) (
	input  wire clk,
	input  wire rst,
	input  wire sync_i,
	output wire eve_o,
	output wire start_o,
	output wire clear_o,
	output wire first_o,
	output wire zero_o
);
	generate
		if (DEPTH < 4 || DEPTH > 20) begin : gen_bad_depth
			DEPTH_must_be_4_to_20 u_bad ();
		end
		if (EVE < 1 || EVE > DEPTH) begin : gen_bad_eve
			EVE_must_be_1_to_DEPTH u_bad ();
		end
	endgenerate

	reg [DEPTH+2:1] clock_q;

	always @(posedge clk)
		clock_q <= rst ? {(DEPTH+2){1'b0}} : {clock_q[DEPTH+1:1], sync_i};

	assign eve_o   = clock_q[EVE];
	assign start_o = clock_q[DEPTH];
	assign clear_o = |clock_q[4:1];
	assign first_o = clock_q[DEPTH+1];
	assign zero_o  = |clock_q[DEPTH+2:DEPTH-1];

endmodule

`resetall
