// SPDX-License-Identifier: Apache-2.0
// Room: taps
// gnomon_tap_rvfi: a passive tap of a RISC-V core's formal interface (RVFI), one retire channel:
// its wires in, signals and values for a monitor out.
//
//  1. retired_o: an instruction retired (rvfi_valid). Either it has exactly one class, or trap_o is
//     1: an instruction that traps has no class. class_o is the number of the class:
//     0 none (nothing retired, or a trap), 1 load_o, 2 store_o (floating-point ones as well),
//     3 atomic_o, 4 branch_o (conditional), 5 jump_o (jal, jalr), 6 alu_o, 7 muldiv_o,
//     8 system_o (csr accesses, ecall, ebreak, mret, wfi, ...), 9 fence_o (fence, fence.i, cache
//     blocks), 10 other_o (floating-point arithmetic, vector, custom).
//     compressed_o: the instruction has 16 bits, whatever its class.
//  2. taken_o: a branch after which the program does not continue with the instruction behind it.
//  3. interrupt_o: the first instruction of a trap handler (rvfi_intr).
//  4. load_valid_o, load_addr_o; store_valid_o, store_addr_o: addresses of memory accesses by the
//     byte masks, which are 0 where no memory is accessed. An atomic instruction has both.
// The tap drives nothing of the core.
// CONSTRAINT: rvfi_insn has a compressed instruction as it is in memory, in its lowest 16 bits.
// Vector loads and stores count as loads and stores.
// Second form for Verilator: without it sim_share_model_taps (`make bench`) is 1.9 % lower, below
// its mark.
//
// Latency: all outputs 1 cycle after the wires.
//
// A load (lw), a taken branch (beq), an instruction that traps:
//
//   cycle            0    1    2    3    4    5
//   rvfi_valid_i     0    1    1    1    0    0
//   rvfi_trap_i      0    0    0    1    0    0
//   rvfi_insn_i      - 2003   63   63    -    -
//   retired_o        0    0    1    1    1    0
//   load_o           0    0    1    0    0    0
//   load_valid_o     0    0    1    0    0    0
//   branch_o         0    0    0    1    0    0
//   taken_o          0    0    0    1    0    0
//   trap_o           0    0    0    0    1    0
//   class_o          0    0    1    4    0    0
//
// Instance: docs/reference/instances.md

module gnomon_tap_rvfi #(
	parameter XLEN = 32  // 32 or 64
) (
	input  wire              clk,
	input  wire              rst,
	// RVFI
	input  wire              rvfi_valid_i,
	input  wire [31:0]       rvfi_insn_i,
	input  wire              rvfi_trap_i,
	input  wire              rvfi_intr_i,
	input  wire [XLEN-1:0]   rvfi_pc_rdata_i,
	input  wire [XLEN-1:0]   rvfi_pc_wdata_i,
	input  wire [XLEN-1:0]   rvfi_mem_addr_i,
	input  wire [XLEN/8-1:0] rvfi_mem_rmask_i,
	input  wire [XLEN/8-1:0] rvfi_mem_wmask_i,
	// what was retired
	output wire              retired_o,
	output wire              load_o,
	output wire              store_o,
	output wire              atomic_o,
	output wire              branch_o,
	output wire              jump_o,
	output wire              alu_o,
	output wire              muldiv_o,
	output wire              system_o,
	output wire              fence_o,
	output wire              other_o,
	output wire [3:0]        class_o,
	output wire              compressed_o,
	output wire              taken_o,
	output wire              trap_o,
	output wire              interrupt_o,
	output wire              load_valid_o,
	output wire [XLEN-1:0]   load_addr_o,
	output wire              store_valid_o,
	output wire [XLEN-1:0]   store_addr_o
);
	generate
		if (XLEN != 32 && XLEN != 64) begin : gen_bad_xlen
			XLEN_must_be_32_or_64 u_bad ();
		end
	endgenerate

	localparam [9:0] LOAD = 1, STORE = 2, ATOMIC = 4, BRANCH = 8, JUMP = 16, ALU = 32,
		MULDIV = 64, SYSTEM = 128, FENCE = 256, OTHER = 512;

	// The class, one bit of ten, by the bits of an instruction that decide about it
	function [9:0] full(input [6:0] funct7, input [4:0] opcode);
		case (opcode)
		5'b00000, 5'b00001:                     full = LOAD;
		5'b01000, 5'b01001:                     full = STORE;
		5'b00011:                               full = FENCE;
		5'b00100, 5'b00110, 5'b00101, 5'b01101: full = ALU;
		5'b01100, 5'b01110:                     full = funct7 == 7'd1 ? MULDIV : ALU;
		5'b01011:                               full = ATOMIC;
		5'b11000:                               full = BRANCH;
		5'b11001, 5'b11011:                     full = JUMP;
		5'b11100:                               full = SYSTEM;
		default:                                full = OTHER;
		endcase
	endfunction
	function [9:0] compressed(input [15:0] insn);
		case ({insn[1:0], insn[15:13]})
		// c.addi4spn
		5'b00_000:                              compressed = ALU;
		5'b00_001, 5'b00_010, 5'b00_011:        compressed = LOAD;
		5'b00_101, 5'b00_110, 5'b00_111:        compressed = STORE;
		// c.jal, c.addiw
		5'b01_001:                              compressed = XLEN == 32 ? JUMP : ALU;
		5'b01_101:                              compressed = JUMP;
		5'b01_110, 5'b01_111:                   compressed = BRANCH;
		5'b01_000, 5'b01_010, 5'b01_011, 5'b01_100, 5'b10_000: compressed = ALU;
		5'b10_001, 5'b10_010, 5'b10_011:        compressed = LOAD;
		5'b10_101, 5'b10_110, 5'b10_111:        compressed = STORE;
		// c.mv, c.add, which have a second register; c.ebreak; c.jr, c.jalr
		5'b10_100:                              compressed = insn[6:2] != 5'd0 ? ALU
			: insn[12] && insn[11:7] == 5'd0 ? SYSTEM : JUMP;
		default:                                compressed = OTHER;
		endcase
	endfunction

	wire unused = &{1'b0, rvfi_insn_i[24:16]};

	// What retires, in the order of the outputs
	localparam BITS = 17;
	function [BITS-1:0] what(input valid, input [6:0] funct7, input [15:0] insn, input trap,
			input interrupt, input [XLEN-1:0] pc, input [XLEN-1:0] next,
			input loads, input stores);
		reg       good, short;
		reg [9:0] kind;
		begin
			good  = valid && !trap;
			short = insn[1:0] != 2'b11;
			kind  = (short ? compressed(insn) : full(funct7, insn[6:2])) & {10{good}};
			what  = {good && stores, good && loads, valid && interrupt, valid && trap,
				kind[3] && next != pc + (short ? 2 : 4), valid && short, kind,
				valid};
		end
	endfunction

	reg [BITS-1:0] what_q;
	reg [XLEN-1:0] addr_q;
	always @(posedge clk)
`ifdef VERILATOR
		// The same in fewer steps of a simulator: none while nothing retires
		if (rvfi_valid_i || rst || what_q[0])
`endif
		begin
			what_q <= what(rvfi_valid_i && !rst, rvfi_insn_i[31:25], rvfi_insn_i[15:0],
				rvfi_trap_i, rvfi_intr_i, rvfi_pc_rdata_i, rvfi_pc_wdata_i,
				|rvfi_mem_rmask_i, |rvfi_mem_wmask_i);
			addr_q <= rvfi_mem_addr_i;
		end
	assign {store_valid_o, load_valid_o, interrupt_o, trap_o, taken_o, compressed_o, other_o,
		fence_o, system_o, muldiv_o, alu_o, jump_o, branch_o, atomic_o, store_o, load_o,
		retired_o} = what_q;
	assign load_addr_o  = addr_q;
	assign store_addr_o = addr_q;
	assign class_o      = {system_o || fence_o || other_o, branch_o || jump_o || alu_o
		|| muldiv_o, store_o || atomic_o || alu_o || muldiv_o || other_o,
	                       load_o || atomic_o || jump_o || muldiv_o || fence_o};

endmodule
