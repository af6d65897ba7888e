// SPDX-License-Identifier: Apache-2.0
// Room: ring
// gnomon_ring_wires_sync: recognises the sync pulse of gnomon_ring_wires_pulse on its wire, in its
// very cycle, and passes the wire on to a further chip.
//
// The pulse is recognised with up to four wrong cycles of its 31. An idle wire with fewer than
// twelve wrong cycles in 31 gives no pulse, nor does a wire that becomes stuck; where the wire has
// random values, one cycle in 59,000 does.
// CONSTRAINT: two pulses are more than WAIT + 33 cycles apart.
//
// Latency: last cycle of the code at wire_i to sync_o: WAIT + 2 cycles. wire_i to wire_o: 1 cycle.
//
// With WAIT 0, the code's last cycles:
//
//   cycle     0  1  2  3  4  5  6  7  8
//   wire_i    0  0  1  1  0  1  0  0  0
//   wire_o    1  0  0  1  1  0  1  0  0
//   sync_o    0  0  0  0  0  0  0  1  0
//
// Instance:
//   gnomon_ring_wires_sync #(.WAIT(0)) u_ring_wires_sync (
//     .clk(clk), .rst(rst), .wire_i(wire_i), .wire_o(wire_o), .sync_o(sync)
//   );

module gnomon_ring_wires_sync #(
	parameter WAIT = 0  // cycles that the wire takes from this chip to the last one, as
	                    // gnomon_ring_wires_pulse's; requires 0..1000
) (
	input  wire clk,
	input  wire rst,
	input  wire wire_i,
	output wire wire_o,
	output wire sync_o
);
	generate
		if (WAIT < 0 || WAIT > 1000) begin : gen_bad_wait
			WAIT_must_be_0_to_1000 u_bad ();
		end
	endgenerate

	localparam [30:0] CODE = 31'b1111010001001010110000111001101;
	localparam [31:0] UNTIL = WAIT;
	reg  [30:0] seen_q;
	reg         match_q;
	reg  [9:0]  left_q;
	wire [30:0] wrong = seen_q ^ CODE;
	reg  [4:0]  count;
	integer     i;
	always @* begin
		count = 5'd0;
		for (i = 0; i < 31; i = i + 1)
			count = count + {4'd0, wrong[i]};
	end
	always @(posedge clk)
		if (rst) begin
			seen_q  <= 31'd0;
			match_q <= 1'b0;
			left_q  <= 10'd0;
		end else begin
			seen_q  <= {seen_q[29:0], wire_i};
			match_q <= count <= 5'd4;
			if (match_q)
				left_q <= UNTIL[9:0];
			else if (left_q != 10'd0)
				left_q <= left_q - 10'd1;
		end
	assign wire_o = seen_q[0];
	assign sync_o = WAIT == 0 ? match_q : left_q == 10'd1;

endmodule
