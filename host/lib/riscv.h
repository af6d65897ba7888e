/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_RISCV_H
#define GNO_RISCV_H

/* As much of a RISC-V disassembler as it takes to find where a function ends (RV32, with or without C). */

#include <stddef.h>
#include <stdint.h>

enum gno_jump {
	GNO_JUMP_NONE,
	GNO_JUMP_RETURN,   /* through ra or t0, or the end of a trap */
	GNO_JUMP_DIRECT,   /* to a known address, without a link */
	GNO_JUMP_INDIRECT, /* through another register, without a link */
};

struct gno_insn {
	unsigned bytes; /* 2 or 4; 0: cut off */
	enum gno_jump jump;
	uint32_t target; /* of a direct jump */
};

/*
 * Decodes the instruction at code[0]; `left` bytes are there, it lies at `address`. `before` is the one
 * before it (NULL: none): auipc followed by a jump through its register is a direct jump.
 */
struct gno_insn gno_riscv_decode(const uint8_t *code, size_t left, uint32_t address, const uint8_t *before);

#endif
