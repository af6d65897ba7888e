// SPDX-License-Identifier: Apache-2.0
//
// gnomon_sync: what one pulse of the sync line does, and in what clock.
//
// Call the clock in which sync_i is 1 clock 0. The word on the wires in clock 1 has time 0, reaches the record builder in clock 6 and is
// written in clock 7.
//  start_o  clock 4: the builder listens from the next clock on, in which the actions of the first word are read.
//  clear_o  clocks 1 to 4: what is left of an earlier run is thrown away (FIFOs, ring, trace buffer).
//  first_o  clock 5: the ratio counters begin; the sync record is written in clock 6.
//  zero_o   clocks 3 to 6: the time counter is cleared, so that it is 0 in clock 6 (sync record) and in clock 7 (first word), and no
//           change of its top bit is left to be seen when the builder begins.
// Every headend and the center see sync_i in the same clock, so all of them do this in the same clocks: the skew is zero.

`resetall
`default_nettype none

module gnomon_sync (
	input  wire clk,
	input  wire rst,
	input  wire sync_i,
	output wire start_o,
	output wire clear_o,
	output wire zero_o,
	output wire first_o
);
	reg [6:1] clock_q;

	always @(posedge clk)
		clock_q <= rst ? 6'd0 : {clock_q[5:1], sync_i};

	assign start_o = clock_q[4];
	assign clear_o = |clock_q[4:1];
	assign zero_o  = |clock_q[6:3];
	assign first_o = clock_q[5];

endmodule

`resetall
