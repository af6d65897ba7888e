// SPDX-License-Identifier: Apache-2.0
//
// What must hold for the sync pulse on its wire, with any wrong cycles, of which at most four are
// in any 31: it is in its very cycle on both chips, and never else.
`default_nettype none

module wires_properties #(
	parameter WAIT = 1
) (
	input wire clk,
	input wire rst,
	input wire sync,
	input wire flip
);
	localparam LATENCY = WAIT + 33;

	reg awake = 1'b0;
	always @(posedge clk)
		awake <= 1'b1;
	always @*
		if (!awake)
			assume(rst);

	wire sent, there, far_sync, near_sync, near_quiet;
	reg  wire_q = 1'b0;  // a cycle of delay
	gnomon_ring_wires_pulse #(.WAIT(WAIT)) u_pulse (
		.clk     (clk),
		.rst     (rst),
		.sync_i  (sync),
		.sync_o  (near_sync),
		.quiet_o (near_quiet),
		.wire_o  (sent)
	);
	always @(posedge clk)
		wire_q <= sent && !rst;
	gnomon_ring_wires_sync #(.WAIT(0)) u_sync (
		.clk    (clk),
		.rst    (rst),
		.wire_i (wire_q ^ flip),
		.wire_o (there),
		.sync_o (far_sync)
	);
	wire unused = &{1'b0, there};

	reg [LATENCY+31:1] pulses = 0;  // cycles ago
	reg [30:1]         flips = 0;
	reg [4:0]          wrong;
	integer            i;
	always @* begin
		wrong = {4'd0, flip};
		for (i = 1; i < 31; i = i + 1)
			wrong = wrong + {4'd0, flips[i]};
		assume(wrong <= 5'd4);
		if (rst || |pulses)
			assume(!sync);
	end
	always @(posedge clk) begin
		pulses <= rst ? 0 : {pulses, sync};
		flips  <= rst ? 0 : {flips, flip};
	end
	always @*
		if (awake && !rst) begin
			near_pulse:  assert(near_sync == pulses[LATENCY]);
			far_pulse:   assert(far_sync == pulses[LATENCY]);
			pulse_quiet: assert(near_quiet == !(sync || |pulses[LATENCY:1]));
			pulse_comes: cover(far_sync && flips != 0);
		end
endmodule
