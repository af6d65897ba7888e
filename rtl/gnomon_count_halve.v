// SPDX-License-Identifier: Apache-2.0
// Room: count
// gnomon_count_halve: one binary digit of many counters that take turns: it makes one stream of
// carries from two (gnomon_count_counters).
//
//  1. A stream brings a carry of each of its counters in turn, a counter a cycle, the same again
//     every P = 2^(LEVEL-1) cycles. Unit j joins the streams 2j and 2j+1: every 2P cycles the digit
//     of a counter adds both carries that came meanwhile, and passes its own carry on.
//  2. half_i is 0 for P cycles, then 1: the counters of stream 2j, then those of stream 2j+1. The
//     earlier one of a counter's two carries waits P cycles for its turn, its digit 2P cycles: in
//     flip-flops, which are cheaper than a RAM block for so few; only the digits of many are in a
//     RAM. With OUTSIDE the digits are not here: sum_o has them, digit_i what sum_o was 2P cycles
//     ago, or 0.
//  3. bit_o is the carry. low_o has the counter's digits up to this one, which travel from level to
//     level. They are already chosen for the next level (next_i is its half_i of the next cycle),
//     so that there are half as many. At level 4 all of them are there.
//  4. zero_digit_i, zero_carry_i: in the next cycle the digits (the waiting carries) are 0: for the
//     first 2P (P) cycles of a run.
// at_i is a number that rises by one each cycle, for the RAM; after a jump of at_i the RAM has lost
// what was written before. ahead_i is at_i + 1.
//
// Latency: bit_i, low_i to bit_o, low_o: 1 cycle at levels 1 to 3, none (combinational) at level 4.
//   A counter's first carry of a turn to bit_o: P cycles more.
//
// Instance:
//   gnomon_count_halve #(.LUT_BITS(0), .UNITS(8), .LEVEL(1), .OUTSIDE(0)) u_count_halve (
//     .clk(clk), .at_i(at), .ahead_i(ahead), .half_i(half), .next_i(next),
//     .zero_digit_i(zero_digit), .zero_carry_i(zero_carry), .bit_i(bit_i), .low_i(low_i),
//     .digit_i(digit), .sum_o(sum), .bit_o(bit_o), .low_o(low_o)
//   );

module gnomon_count_halve #(
	parameter LUT_BITS = 0,                             // as gnomon_cell_ram's
	parameter UNITS = 8,                             // requires 1 or more; levels 1 to 3: an
	                                                 // even number
	parameter LEVEL = 1,                             // requires 1..4
	parameter OUTSIDE = 0,                           // 1: the digits are not kept here
	parameter LOW_W = LEVEL > 1 ? LEVEL - 1 : 1,     // not to be set: digits that come (level
	                                                 // 1: none)
	parameter LOWS  = LEVEL < 4 ? UNITS / 2 : UNITS  // not to be set
) (
	input  wire                     clk,
	input  wire [3:0]               at_i,
	input  wire [3:0]               ahead_i,
	input  wire                     half_i,
	input  wire                     next_i,
	input  wire                     zero_digit_i,
	input  wire                     zero_carry_i,
	input  wire [2*UNITS-1:0]       bit_i,
	input  wire [UNITS*LOW_W-1:0]   low_i,
	input  wire [UNITS-1:0]         digit_i,
	output wire [UNITS-1:0]         sum_o,
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
	wire                   unused_in = &{1'b0, at_i, ahead_i, low_i, digit_i, zero_digit_i};
	localparam P        = 1 << (LEVEL - 1);
	localparam IN_FLOPS = LUT_BITS == 0 && UNITS * 2 * P <= 32 * ((UNITS + 15) / 16);
	assign sum_o = sum;
	genvar j;
	generate
		for (j = 0; j < UNITS; j = j + 1) begin : gen_unit
			assign evens[j] = bit_i[2*j];
			assign odds[j]  = bit_i[2*j+1];
			assign late[j]  = half_i ? odds[j] : evens[j];
			assign sum[j]   = early[j] ^ late[j] ^ digit[j];
			assign carry[j] = (early[j] && late[j])
				|| (digit[j] && (early[j] || late[j]));
			if (LEVEL > 1) begin : gen_lower
				assign lows[LEVEL*j +: LEVEL] = {sum[j], low_i[LOW_W*j +: LOW_W]};
			end else begin : gen_lowest
				assign lows[j] = sum[j];
			end
		end
		if (LEVEL < 4) begin : gen_registers
			reg [UNITS-1:0] bit_q;
			always @(posedge clk)
				bit_q <= carry;
			assign bit_o = bit_q;
			if (LEVEL == 1 && IN_FLOPS) begin : gen_late
				// chosen behind the registers: these are those of the digits, too
				reg [UNITS-1:0] sum_q;
				reg             next_q;
				always @(posedge clk) begin
					sum_q  <= sum;
					next_q <= next_i;
				end
				for (j = 0; j < LOWS; j = j + 1) begin : gen_low
					assign low_o[j] = next_q ? sum_q[2*j+1] : sum_q[2*j];
				end
				wire unused = &{1'b0, lows};
			end else begin : gen_early
				reg [LOWS*LEVEL-1:0] low_q;
				for (j = 0; j < LOWS; j = j + 1) begin : gen_low
					always @(posedge clk)
						low_q[LEVEL*j +: LEVEL] <= next_i
							? lows[(2*j+1)*LEVEL +: LEVEL]
							: lows[2*j*LEVEL +: LEVEL];
				end
				assign low_o = low_q;
			end
		end else begin : gen_last
			assign bit_o = carry;
			assign low_o = lows;
			wire unused = &{1'b0, next_i};
		end
	endgenerate

	// Of the clock 2P (P) ago
	wire [UNITS-1:0] former;  // P - 1 clocks ago
	reg  [UNITS-1:0] waiting_q;
	gnomon_cell_delay #(.WIDTH(UNITS), .CLOCKS(P - 1)) u_carries (
		.clk (clk), .d_i (half_i ? evens : odds), .q_o (former)
	);
	always @(posedge clk)
		if (zero_carry_i)  // the clear of a flip-flop, which costs no logic
			waiting_q <= 0;
		else
			waiting_q <= former;
	assign early = waiting_q;
	generate
		if (OUTSIDE != 0) begin : gen_outside
			assign digit = digit_i;
		end else if (IN_FLOPS) begin : gen_flops
			wire [UNITS-1:0] former_digit;  // 2P - 1 clocks ago
			reg  [UNITS-1:0] digit_q;
			gnomon_cell_delay #(.WIDTH(UNITS), .CLOCKS(2 * P - 1)) u_digits (
				.clk (clk), .d_i (sum), .q_o (former_digit)
			);
			always @(posedge clk)
				digit_q <= former_digit & {UNITS{!zero_digit_i}};
			assign digit = digit_q;
		end else begin : gen_ram
			gnomon_cell_ram_zeros #(.LUT_BITS(LUT_BITS), .WIDTH(UNITS),
				.DEPTH_LOG2(LEVEL)) u_digits (
				.clk     (clk),
				.we_i    (1'b1),
				.waddr_i (at_i[LEVEL-1:0]),
				.wdata_i (sum),
				.zero_i  (zero_digit_i),
				.raddr_i (ahead_i[LEVEL-1:0]),
				.rdata_o (digit)
			);
		end
	endgenerate

endmodule
