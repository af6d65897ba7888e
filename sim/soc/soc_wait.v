// SPDX-License-Identifier: Apache-2.0
// soc_wait: the wait instruction, a co-processor on PicoRV32's PCPI.
//
// 1. `wait rd, rs1` (custom-1: opcode 0x2b, funct3 0, funct7 0) holds the core until one of the
//    lines selected by the mask in rs1 is high, at once if one is already; rd becomes the state of
//    all lines.
// 2. waiting_o is high in each clock in which the core is held by it.
//
// It takes no interrupt by itself: a program that wants to be interrupted while it waits selects
// the interrupt's line too, and the interrupt is taken before the next instruction.
`resetall
`default_nettype none

module soc_wait (
	input  wire        pcpi_valid_i,
	input  wire [31:0] pcpi_insn_i,
	input  wire [31:0] pcpi_rs1_i,
	output wire        pcpi_wait_o,
	output wire        pcpi_ready_o,
	output wire [31:0] pcpi_rd_o,
	input  wire [1:0]  lines_i, // bit 0: timer or CAPTURE, bit 1: barrier passed
	output wire        waiting_o
);
	wire mine = pcpi_valid_i && pcpi_insn_i[6:0] == 7'h2b && pcpi_insn_i[14:12] == 3'd0
		&& pcpi_insn_i[31:25] == 7'd0;
	wire go = (lines_i & pcpi_rs1_i[1:0]) != 2'd0;

	assign pcpi_wait_o = mine;
	assign pcpi_ready_o = mine && go;
	assign pcpi_rd_o = {30'd0, lines_i};
	assign waiting_o = mine && !go;
endmodule

`resetall
