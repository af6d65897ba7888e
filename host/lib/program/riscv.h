/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_RISCV_H
#define GNO_RISCV_H

/*
 * As much of a RISC-V disassembler as it takes to find where a function ends, where traps end, and
 * what is written to the trap vector (RV32 and RV64, with or without C). Returns are jumps through
 * ra or t0 without a link, and mnret; ends of traps are mret, sret and PicoRV32's retirq.
 */

#include "program/insn.h"

/* Which instructions a program may have. */
struct gno_riscv {
	bool wide; /* RV64 */
	bool zc;   /* what c.fsdsp would be is Zcmp or Zcmt */
};

/*
 * Decodes the instruction at code[0]; `left` bytes are there, it lies at `address`. `before` is the
 * one before it (NULL: none): auipc followed by a jump through its register is a direct jump.
 */
struct gno_insn gno_riscv_decode(const struct gno_riscv *set, const uint8_t *code, size_t left,
				 uint64_t address, const uint8_t *before);

/* What is known of the registers. */
struct gno_registers {
	uint32_t known; /* a bit a register */
	bool wide;	/* they have 64 bits */
	uint64_t value[32];
};

/* Does to the registers what the instruction (no jump) at `address` does, as far as constants are
 * built so.
 */
void gno_riscv_step(struct gno_registers *r, const struct gno_insn *insn, uint64_t address);

enum gno_vector {
	GNO_VECTOR_NONE,   /* the instruction does not write the trap vector */
	GNO_VECTOR_SEEN,   /* it writes *value */
	GNO_VECTOR_UNSEEN, /* it writes what is not known */
};

/* Whether the instruction writes mtvec or stvec, and what (mode bits included). */
enum gno_vector gno_riscv_vector(const struct gno_registers *r, const struct gno_insn *insn,
				 uint64_t *value);

#endif
