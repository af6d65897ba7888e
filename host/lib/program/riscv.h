/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_RISCV_H
#define GNO_RISCV_H

/*
 * As much of a RISC-V disassembler as it takes to find where a function ends, where traps end, and
 * what is written to the trap vector (RV32, with or without C).
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum gno_jump {
	GNO_JUMP_NONE,
	GNO_JUMP_RETURN,   /* through ra or t0, without a link; mnret */
	GNO_JUMP_TRAP_END, /* mret, sret, PicoRV32's retirq */
	GNO_JUMP_DIRECT,   /* to a known address, without a link */
	GNO_JUMP_INDIRECT, /* through another register, without a link */
	GNO_JUMP_BRANCH,   /* conditional, to a known address */
	GNO_JUMP_CALL,	   /* with a link; the target is 0 where it is in a register */
};

struct gno_insn {
	unsigned bytes; /* 2 or 4; 0: cut off */
	uint32_t word;
	enum gno_jump jump;
	uint32_t target; /* of a direct jump, branch or call */
};

/*
 * Decodes the instruction at code[0]; `left` bytes are there, it lies at `address`. `before` is the
 * one before it (NULL: none): auipc followed by a jump through its register is a direct jump.
 * `zc`: what c.fsdsp would be is Zcmp or Zcmt.
 */
struct gno_insn gno_riscv_decode(const uint8_t *code, size_t left, uint32_t address,
				 const uint8_t *before, bool zc);

/* What is known of the registers. */
struct gno_registers {
	uint32_t known; /* a bit a register */
	uint32_t value[32];
};

/* Does to the registers what the instruction (no jump) at `address` does, as far as constants are
 * built so.
 */
void gno_riscv_step(struct gno_registers *r, const struct gno_insn *insn, uint32_t address);

enum gno_vector {
	GNO_VECTOR_NONE,   /* the instruction does not write the trap vector */
	GNO_VECTOR_SEEN,   /* it writes *value */
	GNO_VECTOR_UNSEEN, /* it writes what is not known */
};

/* Whether the instruction writes mtvec or stvec, and what (mode bits included). */
enum gno_vector gno_riscv_vector(const struct gno_registers *r, const struct gno_insn *insn,
				 uint32_t *value);

#endif
