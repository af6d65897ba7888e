// SPDX-License-Identifier: Apache-2.0
// Room: link
// gnomon_link_rom: joins the monitor's ROM to the registers that the host reads.
//
// READ_REGS reads the registers below the byte address of the ROM (GNO_REG_ROM), and the ROM from
// there on. The ROM itself is beside this module: a memory of bytes with a registered output, whose
// address is the lower bits of addr_i. It repeats itself behind its end. The module passes on the
// halves of the registers' bytes as they come, so gnomon_link's rules for addr_i and lower_i hold.
// With WIDE it passes on whole bytes of what gnomon_link_wide reads, and next_i is its rd_next_o:
// the byte of the ROM is taken where the monitor takes its own.
//
// Latency: addr_i, op_i and lower_i to reg_data_o: 1 cycle; rom_data_i and regs_data_i to
//   reg_data_o: none (combinational). WIDE: addr_i and op_i to reg_data_o: 2 cycles; rom_data_i
//   with next_i to reg_data_o: 1 cycle.
//
// The ROM's byte ab (hexadecimal) at its address 2:
//
//   cycle            0      1      2      3
//   addr_i       10002  10002  10003  10003
//   lower_i          0      1      0      0
//   rom_data_i       -     ab     ab      -
//   reg_data_o       -      a      b      -
//
// Instance:
//   gnomon_link_rom #(.ADDR_W(17), .WIDE(0)) u_link_rom (
//     .clk(clk), .op_i(op), .addr_i(addr), .lower_i(lower), .next_i(next), .rom_data_i(rom_data),
//     .regs_data_i(regs_data), .reg_data_o(reg_data)
//   );

module gnomon_link_rom #(
	parameter ADDR_W = 17, // as gnomon_link's; requires 17..32
	parameter WIDE   = 0   // behind gnomon_link_wide; 0: behind gnomon_link
) (
	input  wire              clk,
	input  wire [2:0]        op_i,
	input  wire [ADDR_W-1:0] addr_i,
	input  wire              lower_i,      // without WIDE
	input  wire              next_i,       // WIDE: the byte of this clock is taken
	input  wire [7:0]        rom_data_i,   // the byte at the addr_i of the clock before
	input  wire [(WIDE != 0 ? 7 : 3):0] regs_data_i,  // half of the registers' byte
	                                       // WIDE: the byte that the monitor has taken
	output wire [(WIDE != 0 ? 7 : 3):0] reg_data_o
);

	`include "gnomon_records.vh"

	localparam [31:0] BASE = GNO_REG_ROM;
	generate
		if (ADDR_W < 17 || ADDR_W > 32) begin : gen_bad_addr
			ADDR_W_must_be_17_to_32 u_bad ();
		end
	endgenerate

	reg rom_q;
	always @(posedge clk)
		rom_q <= op_i == GNO_OP_READ_REGS && (addr_i & BASE[ADDR_W-1:0]) != 0;
	generate
		if (WIDE != 0) begin : gen_wide
			reg       taken_q;  // of the ROM
			reg [7:0] data_q;
			always @(posedge clk)
				if (next_i) begin
					taken_q <= rom_q;
					data_q  <= rom_data_i;
				end
			assign reg_data_o = taken_q ? data_q : regs_data_i;
			wire unused = &{1'b0, lower_i};
		end else begin : gen_small
			reg lower_q;
			always @(posedge clk)
				lower_q <= lower_i;
			assign reg_data_o = !rom_q ? regs_data_i
				: lower_q ? rom_data_i[3:0] : rom_data_i[7:4];
			wire unused = &{1'b0, next_i};
		end
	endgenerate

endmodule
