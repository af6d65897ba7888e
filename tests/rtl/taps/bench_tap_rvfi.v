// SPDX-License-Identifier: Apache-2.0
//
// Bench of gnomon_tap_rvfi: instructions of every kind, made from a list of encodings with random
// operands, with gaps, traps, interrupts and resets. The list is the truth: the class is beside
// each encoding.
`timescale 1ns/1ns

module bench_tap_rvfi;
	parameter XLEN   = 32;
	parameter LENGTH = 60000;

	localparam CLOCKS = 400000;
	localparam LOAD = 1, STORE = 2, ATOMIC = 3, BRANCH = 4, JUMP = 5, ALU = 6,
		MULDIV = 7, SYSTEM = 8, FENCE = 9, OTHER = 10;
	`include "bench.vh"
	`include "bench_end.vh"

	reg               rst = 1'b1, retire = 1'b0, trap = 1'b0, intr = 1'b0;
	reg  [31:0]       insn = 0;
	reg  [XLEN-1:0]   pc = 0, next = 0, addr = 0;
	reg  [XLEN/8-1:0] rmask = 0, wmask = 0;
	wire              retired, load, store, atomic, branch, jump, alu, muldiv, system, fence,
		other, compressed, taken, trapped, interrupt, load_valid, store_valid;
	wire [3:0]        number;
	wire [XLEN-1:0]   load_addr, store_addr;
	gnomon_tap_rvfi #(.XLEN(XLEN)) dut (
		.clk (clk), .rst (rst), .rvfi_valid_i (retire), .rvfi_insn_i (insn),
			.rvfi_trap_i (trap), .rvfi_intr_i (intr), .rvfi_pc_rdata_i (pc),
			.rvfi_pc_wdata_i (next),
		.rvfi_mem_addr_i (addr), .rvfi_mem_rmask_i (rmask), .rvfi_mem_wmask_i (wmask),
		.retired_o (retired), .load_o (load), .store_o (store), .atomic_o (atomic),
			.branch_o (branch), .jump_o (jump), .alu_o (alu), .muldiv_o (muldiv),
		.system_o (system), .fence_o (fence), .other_o (other), .class_o (number),
			.compressed_o (compressed), .taken_o (taken), .trap_o (trapped),
		.interrupt_o (interrupt), .load_valid_o (load_valid), .load_addr_o (load_addr),
			.store_valid_o (store_valid), .store_addr_o (store_addr)
	);

	// Encodings: the fixed bits, which bits are fixed, the class
	integer    kinds = 0;
	reg [31:0] fixed [0:255];
	reg [31:0] mask  [0:255];
	integer    class_of [0:255];
	integer    n_kind [0:255];
	task kind(input [31:0] match, input [31:0] bits, input integer its_class);
		begin
			fixed[kinds]    = match;
			mask[kinds]     = bits;
			class_of[kinds] = its_class;
			n_kind[kinds]   = 0;
			kinds           = kinds + 1;
		end
	endtask

	task list;
		begin
			kind(32'h00000003, 32'h0000707f, LOAD);    // lb
			kind(32'h00001003, 32'h0000707f, LOAD);    // lh
			kind(32'h00002003, 32'h0000707f, LOAD);    // lw
			kind(32'h00004003, 32'h0000707f, LOAD);    // lbu
			kind(32'h00005003, 32'h0000707f, LOAD);    // lhu
			kind(32'h00002007, 32'h0000707f, LOAD);    // flw
			kind(32'h00003007, 32'h0000707f, LOAD);    // fld
			kind(32'h00000023, 32'h0000707f, STORE);   // sb
			kind(32'h00001023, 32'h0000707f, STORE);   // sh
			kind(32'h00002023, 32'h0000707f, STORE);   // sw
			kind(32'h00002027, 32'h0000707f, STORE);   // fsw
			kind(32'h00003027, 32'h0000707f, STORE);   // fsd
			kind(32'h1000202f, 32'hf9f0707f, ATOMIC);  // lr.w
			kind(32'h1800202f, 32'hf800707f, ATOMIC);  // sc.w
			kind(32'h0800202f, 32'hf800707f, ATOMIC);  // amoswap.w
			kind(32'h0000202f, 32'hf800707f, ATOMIC);  // amoadd.w
			kind(32'h00000063, 32'h0000707f, BRANCH);  // beq
			kind(32'h00001063, 32'h0000707f, BRANCH);  // bne
			kind(32'h00004063, 32'h0000707f, BRANCH);  // blt
			kind(32'h00005063, 32'h0000707f, BRANCH);  // bge
			kind(32'h00006063, 32'h0000707f, BRANCH);  // bltu
			kind(32'h00007063, 32'h0000707f, BRANCH);  // bgeu
			kind(32'h0000006f, 32'h0000007f, JUMP);    // jal
			kind(32'h00000067, 32'h0000707f, JUMP);    // jalr
			kind(32'h00000037, 32'h0000007f, ALU);     // lui
			kind(32'h00000017, 32'h0000007f, ALU);     // auipc
			kind(32'h00000013, 32'h0000707f, ALU);     // addi
			kind(32'h00002013, 32'h0000707f, ALU);     // slti
			kind(32'h00003013, 32'h0000707f, ALU);     // sltiu
			kind(32'h00004013, 32'h0000707f, ALU);     // xori
			kind(32'h00006013, 32'h0000707f, ALU);     // ori
			kind(32'h00007013, 32'h0000707f, ALU);     // andi
			kind(32'h00001013, 32'hfe00707f, ALU);     // slli
			kind(32'h00005013, 32'hfe00707f, ALU);     // srli
			kind(32'h40005013, 32'hfe00707f, ALU);     // srai
			kind(32'h00000033, 32'hfe00707f, ALU);     // add
			kind(32'h40000033, 32'hfe00707f, ALU);     // sub
			kind(32'h00001033, 32'hfe00707f, ALU);     // sll
			kind(32'h00002033, 32'hfe00707f, ALU);     // slt
			kind(32'h00003033, 32'hfe00707f, ALU);     // sltu
			kind(32'h00004033, 32'hfe00707f, ALU);     // xor
			kind(32'h00005033, 32'hfe00707f, ALU);     // srl
			kind(32'h40005033, 32'hfe00707f, ALU);     // sra
			kind(32'h00006033, 32'hfe00707f, ALU);     // or
			kind(32'h00007033, 32'hfe00707f, ALU);     // and
			kind(32'h20002033, 32'hfe00707f, ALU);     // sh1add
			kind(32'h0a005033, 32'hfe00707f, ALU);     // minu
			kind(32'h02000033, 32'hfe00707f, MULDIV);  // mul
			kind(32'h02001033, 32'hfe00707f, MULDIV);  // mulh
			kind(32'h02002033, 32'hfe00707f, MULDIV);  // mulhsu
			kind(32'h02003033, 32'hfe00707f, MULDIV);  // mulhu
			kind(32'h02004033, 32'hfe00707f, MULDIV);  // div
			kind(32'h02005033, 32'hfe00707f, MULDIV);  // divu
			kind(32'h02006033, 32'hfe00707f, MULDIV);  // rem
			kind(32'h02007033, 32'hfe00707f, MULDIV);  // remu
			kind(32'h00001073, 32'h0000707f, SYSTEM);  // csrrw
			kind(32'h00002073, 32'h0000707f, SYSTEM);  // csrrs
			kind(32'h00003073, 32'h0000707f, SYSTEM);  // csrrc
			kind(32'h00005073, 32'h0000707f, SYSTEM);  // csrrwi
			kind(32'h00000073, 32'hffffffff, SYSTEM);  // ecall
			kind(32'h00100073, 32'hffffffff, SYSTEM);  // ebreak
			kind(32'h30200073, 32'hffffffff, SYSTEM);  // mret
			kind(32'h10500073, 32'hffffffff, SYSTEM);  // wfi
			kind(32'h12000073, 32'hfe007fff, SYSTEM);  // sfence.vma
			kind(32'h0000000f, 32'h0000707f, FENCE);   // fence
			kind(32'h0000100f, 32'h0000707f, FENCE);   // fence.i
			kind(32'h0010200f, 32'hfff07fff, FENCE);   // cbo.clean
			kind(32'h00000053, 32'hfe00007f, OTHER);   // fadd.s
			kind(32'h18000053, 32'hfe00007f, OTHER);   // fdiv.s
			kind(32'h00000043, 32'h0600007f, OTHER);   // fmadd.s
			kind(32'h0000004f, 32'h0600007f, OTHER);   // fnmadd.s
			kind(32'h00000057, 32'hfc00707f, OTHER);   // vadd.vv
			kind(32'h0000000b, 32'h0000007f, OTHER);   // custom-0
			kind(32'h0000007b, 32'h0000007f, OTHER);   // custom-3
			kind(32'h00000020, 32'hffffe023, ALU);     // c.addi4spn
			kind(32'h00002000, 32'hffffe003, LOAD);    // c.fld
			kind(32'h00004000, 32'hffffe003, LOAD);    // c.lw
			kind(32'h00006000, 32'hffffe003, LOAD);    // c.flw, c.ld
			kind(32'h0000a000, 32'hffffe003, STORE);   // c.fsd
			kind(32'h0000c000, 32'hffffe003, STORE);   // c.sw
			kind(32'h0000e000, 32'hffffe003, STORE);   // c.fsw, c.sd
			kind(32'h00000001, 32'hffffe003, ALU);     // c.addi
			// c.jal, c.addiw
			kind(32'h00002001, 32'hffffe003, XLEN == 32 ? JUMP : ALU);
			kind(32'h00004001, 32'hffffe003, ALU);     // c.li
			kind(32'h00006001, 32'hffffe003, ALU);     // c.lui, c.addi16sp
			kind(32'h00008001, 32'hfffffc03, ALU);     // c.srli
			kind(32'h00008401, 32'hfffffc03, ALU);     // c.srai
			kind(32'h00008801, 32'hffffec03, ALU);     // c.andi
			kind(32'h00008c01, 32'hfffffc63, ALU);     // c.sub
			kind(32'h00008c21, 32'hfffffc63, ALU);     // c.xor
			kind(32'h0000a001, 32'hffffe003, JUMP);    // c.j
			kind(32'h0000c001, 32'hffffe003, BRANCH);  // c.beqz
			kind(32'h0000e001, 32'hffffe003, BRANCH);  // c.bnez
			kind(32'h00000002, 32'hffffe003, ALU);     // c.slli
			kind(32'h00002002, 32'hffffe003, LOAD);    // c.fldsp
			kind(32'h00004002, 32'hffffe003, LOAD);    // c.lwsp
			kind(32'h00006002, 32'hffffe003, LOAD);    // c.flwsp, c.ldsp
			// c.jr, a register of x1, x3, ...
			kind(32'h00008082, 32'hfffff0ff, JUMP);
			kind(32'h00008006, 32'hfffff007, ALU);     // c.mv, likewise
			kind(32'h00009002, 32'hffffffff, SYSTEM);  // c.ebreak
			kind(32'h00009082, 32'hfffff0ff, JUMP);    // c.jalr, likewise
			kind(32'h00009006, 32'hfffff007, ALU);     // c.add, likewise
			kind(32'h0000a002, 32'hffffe003, STORE);   // c.fsdsp
			kind(32'h0000c002, 32'hffffe003, STORE);   // c.swsp
			kind(32'h0000e002, 32'hffffe003, STORE);   // c.fswsp, c.sdsp
			if (XLEN == 64) begin
				kind(32'h00003003, 32'h0000707f, LOAD);    // ld
				kind(32'h00003023, 32'h0000707f, STORE);   // sd
				kind(32'h0000001b, 32'h0000707f, ALU);     // addiw
				kind(32'h0000003b, 32'hfe00707f, ALU);     // addw
				kind(32'h0200003b, 32'hfe00707f, MULDIV);  // mulw
				kind(32'h0200703b, 32'hfe00707f, MULDIV);  // remuw
				kind(32'h0000302f, 32'hf800707f, ATOMIC);  // amoadd.d
				kind(32'h00009c01, 32'hfffffc63, ALU);     // c.subw
			end
		end
	endtask

	integer       clocks, k, n, its, length;
	reg           went;
	integer       n_taken = 0, n_not = 0, n_trap = 0, n_intr = 0, n_reset = 0,
		n_near = 0, n_load = 0, n_store = 0, n_both = 0, n_gap = 0;
	integer       sum_class = 0, sum_retired = 0;
	reg    [10:0] ones;

	initial begin
		list;
		repeat (3) @(negedge clk);
		rst = 1'b0;
		for (clocks = 0; clocks < LENGTH; clocks = clocks + 1) begin
			rst    = chance(10);
			retire = chance(clocks[12] ? 1000 : 500);
			k      = below(kinds);
			insn   = ($random(seed) & ~mask[k]) | fixed[k];
			its    = class_of[k];
			length = mask[k][31:16] == 16'hffff && fixed[k][1:0] != 3 ? 2 : 4;
			trap   = chance(50);
			intr   = chance(50);
			pc     = {$random(seed), $random(seed)};
			if (chance(20))
				pc = -length;
			pc[0]  = 1'b0;
			went   = chance(500);
			next   = pc + length;
			if (went || its == JUMP)
				next = chance(300) ? pc + (chance(500) ? 6 - length : 8)
					: {$random(seed), $random(seed)};
			addr   = {$random(seed), $random(seed)};
			rmask  = its == LOAD || its == ATOMIC ? 1 + below(15) : 0;
			wmask  = its == STORE || its == ATOMIC ? 1 + below(15) : 0;
			@(negedge clk);
			n = retire && !rst;
			equal(retired, n, "retired");
			equal(trapped, n && trap, "trap");
			equal(interrupt, n && intr, "interrupt");
			equal(compressed, n && length == 2, "compressed");
			n = n && !trap;
			equal(number, n ? its : 0, "class");
			ones = {other, fence, system, muldiv, alu, jump, branch, atomic, store,
				load, 1'b0};
			equal(ones, n ? 1 << its : 0, "one class");
			equal(taken, n && its == BRANCH && next != pc + length, "taken");
			equal(load_valid, n && rmask != 0, "a load");
			equal(store_valid, n && wmask != 0, "a store");
			if (load_valid)
				equal(load_addr, addr, "address of a load");
			if (store_valid)
				equal(store_addr, addr, "address of a store");
			for (n = 1; n < 11; n = n + 1)
				sum_class = sum_class + ones[n];
			sum_class   = sum_class + trapped;
			sum_retired = sum_retired + retired;
			n = retire && !rst && !trap;
			n_kind[k] = n_kind[k] + n;
			n_gap     = n_gap + !retire;
			n_reset   = n_reset + (rst && retire);
			n_trap    = n_trap + (retire && trap);
			n_intr    = n_intr + (n && intr);
			n_taken   = n_taken + (n && its == BRANCH && went);
			n_not     = n_not + (n && its == BRANCH && !went);
			n_near    = n_near + (n && its == BRANCH && next == pc + 6 - length);
			n_load    = n_load + (n && rmask != 0);
			n_store   = n_store + (n && wmask != 0);
			n_both    = n_both + (n && rmask != 0 && wmask != 0);
		end
		equal(sum_class, sum_retired, "classes and traps are all that was retired");
		for (k = 0; k < kinds; k = k + 1)
			covered(n_kind[k], "an instruction of the list");
		covered(n_taken, "branch taken");
		covered(n_not, "branch not taken");
		covered(n_near, "branch two bytes from the next instruction");
		covered(n_trap, "trap");
		covered(n_intr, "interrupt");
		covered(n_reset, "reset");
		covered(n_gap, "clock without an instruction");
		covered(n_load, "load");
		covered(n_store, "store");
		covered(n_both, "load and store in one");
		finish(0, 0);
	end
endmodule
