// SPDX-License-Identifier: Apache-2.0
// Room: record
// gnomon_record_tick: a tick in each period of 2^LOG2 cycles, for a time that is coarser than a
// cycle.
//
//  1. The first period begins two cycles after the last one with clear_i; they follow each other
//     without a cycle between.
//  2. Each period has one cycle with tick_o, in its place 0 to 2^LOG2 - 1: the last one with
//     SEED 0, else a random one.
//  3. The place of the first period is the lowest bits of a state that begins as SEED, with run_i
//     in its lowest bits inverted where it has ones. The state is multiplied by x each cycle,
//     modulo x^32 + x^22 + x^2 + x + 1, or with SHORT x^16 + x^5 + x^3 + x^2 + 1, both primitive.
//     A period takes its place from the state of its first cycle.
//  4. Over the period of the state, 2^32 - 1 or 2^16 - 1 ticks, each place comes equally often,
//     except 0, which comes once less. So does each pair of places that follow each other.
// CONSTRAINT: SEED is 0, or has a one above its lowest eight bits: the state is never 0.
//
// Latency: clear_i to the first cycle of the first period: 2 cycles.
//
// With LOG2 2, SEED 0:
//
//   cycle      0  1  2  3  4  5  6  7  8  9
//   clear_i    1  0  0  0  0  0  0  0  0  0
//   tick_o     -  -  0  0  0  1  0  0  0  1
//
// Instance:
//   gnomon_record_tick #(.LOG2(4), .SEED(32'd0), .SHORT(0)) u_record_tick (
//     .clk(clk), .clear_i(clear), .run_i(run), .tick_o(tick)
//   );

module gnomon_record_tick #(
	parameter        LOG2  = 4,      // cycles of a period, log2; 0: a tick each cycle;
	                                 // requires 0..16
	parameter [31:0] SEED  = 32'd0,  // 0: a tick is the last cycle of its period; else they
	                                 // come at random; requires a one above bit 7
	parameter        SHORT = 0       // 1: a state of 16 bits; requires LOG2 8 at most, and a
	                                 // one of SEED in bits 8 to 15
) (
	input  wire       clk,
	input  wire       clear_i,
	input  wire [7:0] run_i,   // of the run that begins, with clear_i
	output wire       tick_o
);
	localparam STATE_W = SHORT != 0 ? 16 : 32;
	generate
		if (LOG2 < 0 || LOG2 > 16 || (SHORT != 0 && LOG2 > 8)) begin : gen_bad_log2
			LOG2_must_be_0_to_16_with_SHORT_to_8 u_bad ();
		end
		if (SEED != 0 && SEED[STATE_W-1:8] == 0) begin : gen_bad_seed
			SEED_must_have_a_one_above_bit_7 u_bad ();
		end
	endgenerate

	generate
		if (LOG2 == 0) begin : gen_each
			assign tick_o = 1'b1;
			wire unused = &{1'b0, clk, clear_i, run_i};
		end else begin : gen_period
			reg  [LOG2-1:0] phase_q;
			reg             tick_q;
			wire            last = &phase_q;
			wire            comes;  // the tick, in the next cycle
			always @(posedge clk) begin
				phase_q <= clear_i ? {LOG2{1'b0}} : phase_q + 1'b1;
				tick_q  <= comes;
			end
			assign tick_o = tick_q;
			if (SEED != 0) begin : gen_jitter
				localparam [31:0] TAPS = SHORT != 0 ? 32'h0000_002d
					: 32'h0040_0007;
				wire [STATE_W-1:0] first = SEED[STATE_W-1:0]
					^ {{(STATE_W-8){1'b0}}, run_i};
				reg  [STATE_W-1:0] state_q;  // of the next cycle
				reg  [LOG2-1:0]    place_q;
				wire [STATE_W-1:0] from = clear_i ? first : state_q;
				always @(posedge clk) begin
					state_q <= {from[STATE_W-2:0], 1'b0}
						^ (TAPS[STATE_W-1:0]
							& {STATE_W{from[STATE_W-1]}});
					if (clear_i || last)
						place_q <= from[LOG2-1:0];
				end
				assign comes = phase_q == place_q;
			end else begin : gen_fixed
				assign comes = last;
				wire unused = &{1'b0, run_i};
			end
		end
	endgenerate

endmodule
