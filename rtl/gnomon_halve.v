// SPDX-License-Identifier: Apache-2.0
// Room: count
// gnomon_halve: one binary digit of many counters that take turns: of two streams of carries it makes one (gnomon_counters).
//
//  1. A stream brings a carry of each of its counters in turn, a counter a clock, the same again every P = 2^(LEVEL-1) clocks. Unit j joins the streams
//     2j and 2j+1: every 2P clocks the digit of a counter takes in both of the carries that came meanwhile, and what it carries goes on.
//  2. half_i is 0 for P clocks, then 1: the counters of stream 2j, then those of stream 2j+1. The earlier one of a counter's two carries, and its digit,
//     wait in RAMs for their turn (the earlier carry of level 1 in a flip-flop).
//  3. bit_o and low_o come a clock later: the carry, and the counter's digits up to this one, which go along from level to level. They are chosen for
//     the next level already (next_i is its half_i of the next clock), so there are half as many. At level 4 all come in the same clock.
//  4. zero_digit_i, zero_carry_i: in the next clock the digits (the waiting carries) are 0: for the first 2P (P) clocks of a run.
//  at_i: a number that is one more each clock, for the RAMs; what was written before it jumps is lost. ahead_i is one more, ahead_half_i the half_i of
//  the next clock.

`resetall
`default_nettype none

module gnomon_halve #(
	parameter LUT_BITS = 0,                             // as gnomon_ram's
	parameter UNITS = 8,                             // requires 1 or more; levels 1 to 3: an even number
	parameter LEVEL = 1,                             // requires 1..4
	parameter LOW_W = LEVEL > 1 ? LEVEL - 1 : 1,     // not to be set: digits that come (level 1: none)
	parameter LOWS  = LEVEL < 4 ? UNITS / 2 : UNITS  // not to be set
) (
	input  wire                     clk,
	input  wire [3:0]               at_i,
	input  wire [3:0]               ahead_i,
	input  wire                     half_i,
	input  wire                     ahead_half_i,
	input  wire                     next_i,
	input  wire                     zero_digit_i,
	input  wire                     zero_carry_i,
	input  wire [2*UNITS-1:0]       bit_i,
	input  wire [UNITS*LOW_W-1:0]   low_i,
	output wire [UNITS-1:0]         bit_o,
	output wire [LOWS*LEVEL-1:0]    low_o
);
	generate
		if (LEVEL < 1 || LEVEL > 4) begin : gen_bad_level
			LEVEL_must_be_1_to_4 u_bad ();
		end
	endgenerate

	wire [UNITS-1:0]       digit, early, late, sum, carry, evens, odds;
	wire [UNITS*LEVEL-1:0] lows;
	wire                   unused_high = &{1'b0, at_i, ahead_i};
	genvar j;
	generate
		for (j = 0; j < UNITS; j = j + 1) begin : gen_unit
			assign evens[j] = bit_i[2*j];
			assign odds[j]  = bit_i[2*j+1];
			assign late[j]  = half_i ? odds[j] : evens[j];
			assign sum[j]   = early[j] ^ late[j] ^ digit[j];
			assign carry[j] = (early[j] && late[j]) || (digit[j] && (early[j] || late[j]));
			if (LEVEL > 1) begin : gen_lower
				assign lows[LEVEL*j +: LEVEL] = {sum[j], low_i[LOW_W*j +: LOW_W]};
			end else begin : gen_lowest
				assign lows[j] = sum[j];
			end
		end
		if (LEVEL < 4) begin : gen_registers
			reg [UNITS-1:0]      bit_q;
			reg [LOWS*LEVEL-1:0] low_q;
			for (j = 0; j < LOWS; j = j + 1) begin : gen_low
				always @(posedge clk)
					low_q[LEVEL*j +: LEVEL] <= next_i ? lows[(2*j+1)*LEVEL +: LEVEL] : lows[2*j*LEVEL +: LEVEL];
			end
			always @(posedge clk)
				bit_q <= carry;
			assign bit_o = bit_q;
			assign low_o = low_q;
		end else begin : gen_last
			assign bit_o = carry;
			assign low_o = lows;
			wire unused = &{1'b0, next_i};
		end
	endgenerate

	// Of the clock 2P (P) ago
	gnomon_ram_zeros #(.LUT_BITS(LUT_BITS), .WIDTH(UNITS), .DEPTH_LOG2(LEVEL)) u_digits (
		.clk     (clk),
		.we_i    (1'b1),
		.waddr_i (at_i[LEVEL-1:0]),
		.wdata_i (sum),
		.zero_i  (zero_digit_i),
		.raddr_i (ahead_i[LEVEL-1:0]),
		.rdata_o (digit)
	);
	generate
		if (LEVEL > 1) begin : gen_carries
			gnomon_ram_zeros #(.LUT_BITS(LUT_BITS), .WIDTH(UNITS), .DEPTH_LOG2(LEVEL - 1), .PARTS_LOG2(1)) u_carries (
				.clk     (clk),
				.we_i    (1'b1),
				.waddr_i (at_i[LEVEL-2:0]),
				.wdata_i ({odds, evens}),
				.zero_i  (zero_carry_i),
				.raddr_i ({ahead_i[LEVEL-2:0], ahead_half_i}),
				.rdata_o (early)
			);
		end else begin : gen_carry
			reg [UNITS-1:0] waiting_q;
			always @(posedge clk)
				if (zero_carry_i)
					waiting_q <= 0;
				else
					waiting_q <= half_i ? evens : odds;
			assign early = waiting_q;
			wire unused = &{1'b0, low_i, ahead_half_i};
		end
	endgenerate

endmodule

`resetall
