// SPDX-License-Identifier: Apache-2.0
// Room: record
// gnomon_record_sync: what one pulse of the sync line does, and in which cycle.
//
// sync_i is 1 in cycle 0. DEPTH is the number of cycles from a word on the wires to its actions at
// the record builder. The word on the wires in cycle 1 has time 0. Its actions are at the builder
// in cycle DEPTH + 1, the builder decides on it in cycle DEPTH + 2 and writes it in cycle DEPTH +
// 3.
//  eve_o    cycle EVE: sequences are idle until then, timer and watchdog begin with the next cycle;
//           gnomon_record_single empties its trace buffer then.
//  start_o  cycle DEPTH: the builder collects from the next cycle on.
//  clear_o  cycles 1 to 4: FIFOs, ring and trace buffer discard what is left of an earlier run.
//  first_o  cycle DEPTH + 1, the one before time 0 for all preprocessors at the stage of the
//           builder's decisions. The builder writes the sync record in cycle DEPTH + 2.
//  zero_o   cycles DEPTH - 1 to DEPTH + 2: the time counter is cleared. So it is 0 in cycle DEPTH +
//           2 (sync record) and in cycle DEPTH + 3 (first word), and the builder sees no earlier
//           change of its top bit.
// Every headend and the center get sync_i in the same cycle: the skew is zero. Where depths differ,
// the records of each node still have the time at which the word was on the wires.
//
// Latency: sync_i to eve_o: EVE cycles; to start_o: DEPTH; to first_o: DEPTH + 1; to clear_o: 1 to
//   4; to zero_o: DEPTH - 1 to DEPTH + 2.
//
// With DEPTH 4, EVE 2:
//
//   cycle     0  1  2  3  4  5  6  7
//   sync_i    1  0  0  0  0  0  0  0
//   clear_o   0  1  1  1  1  0  0  0
//   eve_o     0  0  1  0  0  0  0  0
//   zero_o    0  0  0  1  1  1  1  0
//   start_o   0  0  0  0  1  0  0  0
//   first_o   0  0  0  0  0  1  0  0
//
// Instance:
//   gnomon_record_sync #(.DEPTH(4), .EVE(4 - 2)) u_record_sync (
//     .clk(clk), .rst(rst), .sync_i(sync), .eve_o(eve), .start_o(start), .clear_o(clear),
//     .first_o(first), .zero_o(zero)
//   );

module gnomon_record_sync #(
	parameter DEPTH = 4,         // clocks; requires 4..64
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
		if (DEPTH < 4 || DEPTH > 64) begin : gen_bad_depth
			DEPTH_must_be_4_to_64 u_bad ();
		end
		if (EVE < 1 || EVE > DEPTH) begin : gen_bad_eve
			EVE_must_be_1_to_DEPTH u_bad ();
		end
	endgenerate

	reg [DEPTH+2:1] clock_q;

	always @(posedge clk)
		clock_q <= rst ? {(DEPTH+2){1'b0}} : {clock_q[DEPTH+1:1], sync_i};
	assign clear_o = |clock_q[4:1];
	assign zero_o  = |clock_q[DEPTH+2:DEPTH-1];
	assign eve_o   = clock_q[EVE];
	assign start_o = clock_q[DEPTH];
	assign first_o = clock_q[DEPTH+1];

endmodule
