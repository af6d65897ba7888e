/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_INSN_H
#define GNO_INSN_H

/* What an instruction does to the flow of a program. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum gno_jump {
	GNO_JUMP_NONE,
	GNO_JUMP_RETURN,   /* leaves the function that has it */
	GNO_JUMP_MAYBE,	   /* the same, on a condition */
	GNO_JUMP_TRAP_END, /* ends a trap: mret, sret, PicoRV32's retirq, eret, iret */
	GNO_JUMP_DIRECT,   /* to a known address, without a link */
	GNO_JUMP_INDIRECT, /* to one in a register or in memory, without a link */
	GNO_JUMP_BRANCH,   /* conditional, to a known address */
	GNO_JUMP_CALL,	   /* with a link; the target is 0 where it is in a register */
	GNO_JUMP_UNKNOWN,  /* cannot be decoded, and might be any of these */
};

struct gno_insn {
	unsigned bytes; /* 0: cut off */
	uint32_t word;	/* of RISC-V */
	enum gno_jump jump;
	uint64_t target; /* of a direct jump, branch or call */
};

#endif
