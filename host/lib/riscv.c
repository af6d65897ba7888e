/* SPDX-License-Identifier: Apache-2.0 */
#include "riscv.h"

#define OP_AUIPC 0x17
#define OP_JALR 0x67
#define OP_JAL 0x6f
#define RA 1
#define T0 5
#define MRET 0x30200073u
#define SRET 0x10200073u
#define RETIRQ 0x0400000bu /* of PicoRV32 */

static uint32_t get32(const uint8_t *p)
{
	return p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static uint32_t bits(uint32_t word, unsigned lo, unsigned count)
{
	return word >> lo & ((1u << count) - 1);
}

static uint32_t sign_extend(uint32_t value, unsigned width)
{
	uint32_t top = 1u << (width - 1);

	return (value ^ top) - top;
}

static enum gno_jump through(unsigned reg)
{
	return reg == RA || reg == T0 ? GNO_JUMP_RETURN : GNO_JUMP_INDIRECT;
}

static struct gno_insn decode_short(uint32_t w, uint32_t address)
{
	struct gno_insn insn = {.bytes = 2};
	unsigned rs1 = bits(w, 7, 5);

	if (bits(w, 0, 2) == 2 && bits(w, 12, 4) == 8 && rs1 && !bits(w, 2, 5)) { /* c.jr */
		insn.jump = through(rs1);
	} else if (bits(w, 0, 2) == 1 && bits(w, 13, 3) == 5) { /* c.j */
		uint32_t offset = bits(w, 3, 3) << 1 | bits(w, 11, 1) << 4 | bits(w, 2, 1) << 5 |
				  bits(w, 7, 1) << 6 | bits(w, 6, 1) << 7 | bits(w, 9, 2) << 8 |
				  bits(w, 8, 1) << 10 | bits(w, 12, 1) << 11;

		insn.jump = GNO_JUMP_DIRECT;
		insn.target = address + sign_extend(offset, 12);
	}
	return insn;
}

static void decode_jalr(struct gno_insn *insn, uint32_t w, uint32_t address, const uint8_t *before)
{
	unsigned rs1 = bits(w, 15, 5);
	uint32_t prior = before ? get32(before) : 0;

	if (bits(prior, 0, 7) == OP_AUIPC && bits(prior, 7, 5) == rs1) {
		insn->jump = GNO_JUMP_DIRECT;
		insn->target = address - 4 + (prior & 0xfffff000u) + sign_extend(w >> 20, 12);
	} else {
		insn->jump = through(rs1);
	}
}

struct gno_insn gno_riscv_decode(const uint8_t *code, size_t left, uint32_t address, const uint8_t *before)
{
	struct gno_insn insn = {.bytes = 4};
	uint32_t w;

	if (left >= 2 && (code[0] & 3) != 3)
		return decode_short(code[0] | (uint32_t)code[1] << 8, address);
	if (left < 4) {
		insn.bytes = 0;
		return insn;
	}
	w = get32(code);
	if (w == MRET || w == SRET || w == RETIRQ) {
		insn.jump = GNO_JUMP_RETURN;
	} else if (bits(w, 0, 7) == OP_JALR && !bits(w, 7, 5)) {
		decode_jalr(&insn, w, address, before);
	} else if (bits(w, 0, 7) == OP_JAL && !bits(w, 7, 5)) {
		uint32_t offset =
		    bits(w, 21, 10) << 1 | bits(w, 20, 1) << 11 | bits(w, 12, 8) << 12 | bits(w, 31, 1) << 20;

		insn.jump = GNO_JUMP_DIRECT;
		insn.target = address + sign_extend(offset, 21);
	}
	return insn;
}
