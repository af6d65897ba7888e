// SPDX-License-Identifier: Apache-2.0
//
// Bench of gnomon_link_rom: random operations and addresses, with memories of random contents for
// the registers and the ROM beside it.
`timescale 1ns/1ns

module bench_rom #(
	parameter ADDR_W = 17,
	parameter WIDE   = 0,
	parameter LENGTH = 100000
);
	localparam CLOCKS = 110000;
	`include "bench.vh"
	`include "bench_end.vh"

	reg  [2:0]        op = 0;
	reg  [ADDR_W-1:0] addr = 0;
	reg               lower = 1'b0;
	reg  [7:0]        rom_data = 0;
	localparam PART_W = WIDE ? 8 : 4;
	reg               next = 1'b0;
	reg  [PART_W-1:0] regs_data = 0;
	wire [PART_W-1:0] data;
	gnomon_link_rom #(.ADDR_W(ADDR_W), .WIDE(WIDE)) dut (
		.clk (clk), .op_i (op), .addr_i (addr), .lower_i (lower), .next_i (next),
			.rom_data_i (rom_data), .regs_data_i (regs_data), .reg_data_o (data)
	);

	reg        in_rom = 1'b0, is_lower = 1'b0;  // of the clock before
	reg        taken_rom = 1'b0, taken = 1'b0;  // WIDE: where the last byte was taken from
	reg  [7:0] taken_data = 0;
	integer    now = 0;
	integer    n_rom [0:1], n_regs = 0, n_other = 0, n_high = 0;

	initial
		{n_rom[0], n_rom[1]} = 0;

	always @(posedge clk) begin
		if (WIDE && taken)
			equal(data, taken_rom ? taken_data : regs_data, "byte");
		if (WIDE && next && now > 0)
			{taken, taken_rom, taken_data} = {1'b1, in_rom, rom_data};
		if (!WIDE && now > 1)
			equal(data, in_rom ? is_lower ? rom_data % 16 : rom_data / 16 : regs_data,
				"half a byte");
		if (in_rom)
			n_rom[is_lower] = n_rom[is_lower] + 1;
		n_regs  = n_regs + (op == 0 && addr < 65536);
		n_other = n_other + (op != 0 && addr >= 65536);
		n_high  = n_high + (op == 0 && addr >= 65536 + 60000);
		in_rom   = op == 0 && addr / 65536 % 2 == 1;
		is_lower = lower;
		now = now + 1;
		op        <= chance(500) ? 0 : below(8);
		addr      <= $random(seed);
		lower     <= chance(500);
		next      <= chance(500);
		rom_data  <= $random(seed);
		regs_data <= $random(seed);
		if (now == LENGTH) begin
			covered(n_rom[0], "upper half");
			covered(n_rom[1], "lower half");
			covered(n_regs, "registers");
			covered(n_other, "another operation at the ROM's place");
			covered(n_high, "end of the ROM");
			finish(0, 0);
		end
	end
endmodule
