// SPDX-License-Identifier: Apache-2.0
// Room: ring
// gnomon_ring_wires_pulse: sends a sync pulse over a wire to other chips, as a code of 31 cycles
// that gnomon_ring_wires_sync recognises, and delays it for the headends of its own chip.
//
// The code is 1111010001001010110000111001101, its leftmost digit first; else the wire is 0. sync_o
// is 1 in the cycle in which it is 1 on all other chips. Until then quiet_o is 0, and the link must
// not answer START.
// CONSTRAINT: two pulses are more than WAIT + 33 cycles apart.
//
// Latency: sync_i to the first cycle of the code at wire_o: 1 cycle; to sync_o: WAIT + 33 cycles.
//
//   cycle     0  1  2  3  4  5  6  7  8  9 10 11 12 13 14 15 16
//   sync_i    1  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0
//   wire_o    0  1  1  1  1  0  1  0  0  0  1  0  0  1  0  1  0
//
// Instance:
//   gnomon_ring_wires_pulse #(.WAIT(1)) u_ring_wires_pulse (
//     .clk(clk), .rst(rst), .sync_i(sync_i), .sync_o(sync_o), .quiet_o(quiet), .wire_o(wire)
//   );

module gnomon_ring_wires_pulse #(
	parameter WAIT = 1  // cycles that the wire takes to the last chip: those from each chip's
	                    // output to the next one's input, and one for each chip that passes
	                    // the wire on; requires 0..1000
) (
	input  wire clk,
	input  wire rst,
	input  wire sync_i,
	output wire sync_o,
	output wire quiet_o,
	output wire wire_o
);
	generate
		if (WAIT < 0 || WAIT > 1000) begin : gen_bad_wait
			WAIT_must_be_0_to_1000 u_bad ();
		end
	endgenerate

	localparam [30:0] CODE  = 31'b1111010001001010110000111001101;
	localparam [31:0] UNTIL = WAIT + 33;
	reg [30:0] code_q;
	reg [10:0] left_q;
	always @(posedge clk)
		if (rst) begin
			code_q <= 31'd0;
			left_q <= 11'd0;
		end else if (sync_i) begin
			code_q <= CODE;
			left_q <= UNTIL[10:0];
		end else begin
			code_q <= code_q << 1;
			if (left_q != 11'd0)
				left_q <= left_q - 11'd1;
		end
	assign wire_o = code_q[30];
	assign sync_o  = left_q == 11'd1;
	assign quiet_o = left_q == 11'd0 && !sync_i;

endmodule
