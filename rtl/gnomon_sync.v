// SPDX-License-Identifier: Apache-2.0
//
// gnomon_sync: what one pulse of the sync line does, and in what clock.
//
// Call the clock in which sync_i is 1 clock 0. The word on the wires in clock 1 has time 0 and reaches the record builder in clock 6.
//  clear_o  clocks 1 to 4: what is left of an earlier run is thrown away (FIFOs, ring, trace buffer).
//  zero_o   clocks 4 and 5: the time counter is cleared, so that it is 0 in clock 5 (sync record) and in clock 6 (first word).
//  first_o  clock 5: the sync record is written, the ratio counters begin.
// Every headend and the center see sync_i in the same clock, so all of them do this in the same clocks: the skew is zero.

`resetall
`default_nettype none

module gnomon_sync (
	input  wire clk,
	input  wire rst,
	input  wire sync_i,
	output wire clear_o,
	output wire zero_o,
	output wire first_o
);
	reg [5:1] clock_q;

	always @(posedge clk)
		clock_q <= rst ? 5'd0 : {clock_q[4:1], sync_i};

	assign clear_o = |clock_q[4:1];
	assign zero_o  = |clock_q[5:4];
	assign first_o = clock_q[5];

endmodule

`resetall
