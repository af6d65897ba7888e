/* SPDX-License-Identifier: Apache-2.0 */
#include "program/decode.h"

#include <capstone.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "common/util.h"
#include "program/parse.h"

#ifndef EF_ARM_BE8
#define EF_ARM_BE8 0x00800000 /* of e_flags: data is big-endian, instructions are not */
#endif

struct gno_decoder {
	unsigned machine;
	struct gno_riscv riscv;
	csh handle[2]; /* of capstone, by the set; 0: it is not used */
	cs_insn *insn;
};

static const struct gno_machine machines[] = {
    {EM_RISCV, "RISC-V", 2, true},
    {EM_ARM, "ARM", 2, true},
    {EM_AARCH64, "AArch64", 4, true},
    {EM_X86_64, "x86-64", 1, true},
    {EM_386, "x86", 1, true},
    {EM_OPENRISC, "OpenRISC", 4, false},
    {EM_MIPS, "MIPS", 2, false},
    {EM_MICROBLAZE, "MicroBlaze", 4, false},
    {EM_ALTERA_NIOS2, "Nios II", 2, false},
    {EM_SPARC, "SPARC", 4, false},
    {EM_PPC, "PowerPC", 4, false},
    {EM_XTENSA, "Xtensa", 1, false},
};

struct gno_machine gno_machine_of(const GElf_Ehdr *ehdr, char *room, size_t size)
{
	for (size_t i = 0; i < sizeof(machines) / sizeof(machines[0]); i++)
		if (machines[i].number == ehdr->e_machine)
			return machines[i];
	snprintf(room, size, "machine %u", ehdr->e_machine);
	return (struct gno_machine){ehdr->e_machine, room, 1, false};
}

static bool open_set(struct gno_decoder *d, enum gno_set set, cs_arch arch, unsigned mode)
{
	return cs_open(arch, (cs_mode)mode, &d->handle[set]) == CS_ERR_OK &&
	       cs_option(d->handle[set], CS_OPT_DETAIL, CS_OPT_ON) == CS_ERR_OK;
}

/* Opens what capstone needs; false: no memory. */
static bool open_capstone(struct gno_decoder *d, const GElf_Ehdr *ehdr)
{
	const unsigned order =
	    ehdr->e_ident[EI_DATA] == ELFDATA2MSB && !(ehdr->e_flags & EF_ARM_BE8)
		? (unsigned)CS_MODE_BIG_ENDIAN
		: CS_MODE_LITTLE_ENDIAN;
	bool good = true;

	switch (ehdr->e_machine) {
	case EM_ARM:
		good = open_set(d, GNO_SET_USUAL, CS_ARCH_ARM, CS_MODE_ARM | order) &&
		       open_set(d, GNO_SET_THUMB, CS_ARCH_ARM, CS_MODE_THUMB | CS_MODE_V8 | order);
		break;
	case EM_AARCH64: /* its instructions are little-endian always */
		good = open_set(d, GNO_SET_USUAL, CS_ARCH_ARM64, CS_MODE_ARM);
		break;
	case EM_X86_64:
		good = open_set(d, GNO_SET_USUAL, CS_ARCH_X86, CS_MODE_64);
		break;
	case EM_386:
		good = open_set(d, GNO_SET_USUAL, CS_ARCH_X86, CS_MODE_32);
		break;
	default:
		return true;
	}
	if (good)
		d->insn = cs_malloc(d->handle[GNO_SET_USUAL]);
	return good && d->insn;
}

int gno_decoder_new(Elf *elf, struct gno_decoder **out, struct gno_err *err)
{
	struct gno_decoder *d;
	GElf_Ehdr ehdr;
	char room[32];

	*out = NULL;
	if (!gelf_getehdr(elf, &ehdr) || !gno_machine_of(&ehdr, room, sizeof(room)).decoded)
		return 0;
	d = calloc(1, sizeof(*d));
	if (!d)
		return gno_fail_nomem(err);
	d->machine = ehdr.e_machine;
	d->riscv =
	    (struct gno_riscv){.wide = gelf_getclass(elf) == ELFCLASS64, .zc = gno_isa_has_zc(elf)};
	if (open_capstone(d, &ehdr)) {
		*out = d;
		return 0;
	}
	gno_decoder_free(d);
	return gno_fail_nomem(err);
}

void gno_decoder_free(struct gno_decoder *d)
{
	if (!d)
		return;
	if (d->insn)
		cs_free(d->insn, 1);
	for (size_t i = 0; i < 2; i++)
		if (d->handle[i])
			cs_close(&d->handle[i]);
	free(d);
}

const struct gno_riscv *gno_decoder_riscv(const struct gno_decoder *d)
{
	return d && d->machine == EM_RISCV ? &d->riscv : NULL;
}

static bool in_group(const cs_insn *insn, unsigned group)
{
	for (unsigned i = 0; i < insn->detail->groups_count; i++)
		if (insn->detail->groups[i] == group)
			return true;
	return false;
}

/* A jump to a known address, or to one that is not. */
static enum gno_jump direct_or_not(bool known, bool conditional)
{
	if (!known)
		return GNO_JUMP_INDIRECT;
	return conditional ? GNO_JUMP_BRANCH : GNO_JUMP_DIRECT;
}

/* -- x86 -- */

static void decode_x86(const cs_insn *insn, struct gno_insn *out)
{
	const cs_x86 *x = &insn->detail->x86;
	const bool known = x->op_count == 1 && x->operands[0].type == X86_OP_IMM;

	if (known)
		out->target = (uint64_t)x->operands[0].imm;
	if (in_group(insn, CS_GRP_CALL))
		out->jump = GNO_JUMP_CALL;
	else if (in_group(insn, CS_GRP_IRET))
		out->jump = GNO_JUMP_TRAP_END;
	else if (in_group(insn, CS_GRP_RET))
		out->jump = GNO_JUMP_RETURN;
	else if (in_group(insn, CS_GRP_JUMP) || in_group(insn, CS_GRP_BRANCH_RELATIVE))
		out->jump = direct_or_not(known, insn->id != X86_INS_JMP);
}

/* -- AArch64 -- */

#define A64_BRANCHES 0x14000000u /* of an instruction's bits 28..26: branches and system */
#define A64_GROUP 0x1c000000u
#define RETAA 0xd65f0bffu
#define RETAB 0xd65f0fffu
#define ERETAA 0xd69f0bffu
#define ERETAB 0xd69f0fffu
#define BRAA 0xd61f0800u /* and its kin, by the bits of the mask */
#define BRAA_MASK 0xfefff800u
#define BLRAA 0xd63f0800u

/* What capstone 4 does not know: pointer authentication of ARMv8.3. */
static enum gno_jump decode_a64_word(uint32_t word)
{
	if (word == RETAA || word == RETAB)
		return GNO_JUMP_RETURN;
	if (word == ERETAA || word == ERETAB)
		return GNO_JUMP_TRAP_END;
	if ((word & BRAA_MASK) == BRAA)
		return GNO_JUMP_INDIRECT;
	if ((word & BRAA_MASK) == BLRAA)
		return GNO_JUMP_CALL;
	return (word & A64_GROUP) == A64_BRANCHES ? GNO_JUMP_UNKNOWN : GNO_JUMP_NONE;
}

static void decode_a64(const cs_insn *insn, struct gno_insn *out)
{
	const cs_arm64 *a = &insn->detail->arm64;
	const cs_arm64_op *last = a->op_count ? &a->operands[a->op_count - 1] : NULL;
	const bool known = last && last->type == ARM64_OP_IMM;

	if (known)
		out->target = (uint64_t)last->imm;
	switch (insn->id) {
	case ARM64_INS_RET:
		out->jump = GNO_JUMP_RETURN;
		break;
	case ARM64_INS_ERET:
	case ARM64_INS_DRPS:
		out->jump = GNO_JUMP_TRAP_END;
		break;
	case ARM64_INS_BL:
	case ARM64_INS_BLR:
		out->jump = GNO_JUMP_CALL;
		break;
	case ARM64_INS_B:
	case ARM64_INS_BR:
		out->jump = direct_or_not(known, a->cc != ARM64_CC_INVALID &&
						     a->cc != ARM64_CC_AL && a->cc != ARM64_CC_NV);
		break;
	case ARM64_INS_CBZ:
	case ARM64_INS_CBNZ:
	case ARM64_INS_TBZ:
	case ARM64_INS_TBNZ:
		out->jump = GNO_JUMP_BRANCH;
		break;
	default:
		out->target = 0;
	}
}

/* -- ARM -- */

/* Whether an operand that is written is the PC. */
static bool writes_pc(const cs_arm *a)
{
	for (unsigned i = 0; i < a->op_count; i++)
		if (a->operands[i].type == ARM_OP_REG && a->operands[i].reg == ARM_REG_PC &&
		    a->operands[i].access & CS_AC_WRITE)
			return true;
	return false;
}

static bool has_register(const cs_arm *a, unsigned from, arm_reg reg)
{
	for (unsigned i = from; i < a->op_count; i++)
		if (a->operands[i].type == ARM_OP_REG && a->operands[i].reg == (int)reg)
			return true;
	return false;
}

/* Whether it takes what it loads from the stack. */
static bool from_stack(const cs_insn *insn)
{
	const cs_arm *a = &insn->detail->arm;

	if (insn->id == ARM_INS_POP)
		return true;
	if (insn->id !=
	    ARM_INS_LDR) /* ldm: by sp, or by the frame pointer, which has sp in its list */
		return a->op_count &&
		       (a->operands[0].reg == ARM_REG_SP || has_register(a, 1, ARM_REG_SP));
	return a->op_count > 1 && a->operands[1].type == ARM_OP_MEM &&
	       a->operands[1].mem.base == ARM_REG_SP;
}

/* An instruction other than a branch that writes the PC. */
static enum gno_jump decode_arm_write(const cs_insn *insn)
{
	const cs_arm *a = &insn->detail->arm;

	if (a->usermode || (a->update_flags && has_register(a, 1, ARM_REG_LR)))
		return GNO_JUMP_TRAP_END; /* ldm ... ^, subs pc, lr, #4, movs pc, lr */
	switch (insn->id) {
	case ARM_INS_MOV:
		return has_register(a, 1, ARM_REG_LR) ? GNO_JUMP_RETURN : GNO_JUMP_INDIRECT;
	case ARM_INS_POP:
	case ARM_INS_LDR:
	case ARM_INS_LDM:
	case ARM_INS_LDMDA:
	case ARM_INS_LDMDB:
	case ARM_INS_LDMIB:
		return from_stack(insn) ? GNO_JUMP_RETURN : GNO_JUMP_INDIRECT;
	default:
		return GNO_JUMP_INDIRECT;
	}
}

/* One that leaves a function only if its condition holds. */
static enum gno_jump on_condition(enum gno_jump jump)
{
	return jump == GNO_JUMP_RETURN || jump == GNO_JUMP_TRAP_END ? GNO_JUMP_MAYBE : jump;
}

/* What a branch does if it is taken; `last`: its last operand, an address where that is known. */
static enum gno_jump arm_branch(const cs_insn *insn, const cs_arm_op *last, bool known,
				bool conditional)
{
	switch (insn->id) {
	case ARM_INS_BL:
	case ARM_INS_BLX:
		return GNO_JUMP_CALL;
	case ARM_INS_B:
		return direct_or_not(known, conditional);
	case ARM_INS_CBZ:
	case ARM_INS_CBNZ:
		return GNO_JUMP_BRANCH;
	case ARM_INS_BX:
	case ARM_INS_BXJ:
		return last && last->reg == ARM_REG_LR ? GNO_JUMP_RETURN : GNO_JUMP_INDIRECT;
	case ARM_INS_TBB:
	case ARM_INS_TBH:
		return GNO_JUMP_INDIRECT;
	case ARM_INS_ERET:
	case ARM_INS_RFEDA:
	case ARM_INS_RFEDB:
	case ARM_INS_RFEIA:
	case ARM_INS_RFEIB:
		return GNO_JUMP_TRAP_END;
	default:
		return writes_pc(&insn->detail->arm) ? decode_arm_write(insn) : GNO_JUMP_NONE;
	}
}

static void decode_arm(const cs_insn *insn, struct gno_insn *out)
{
	const cs_arm *a = &insn->detail->arm;
	const cs_arm_op *last = a->op_count ? &a->operands[a->op_count - 1] : NULL;
	const bool known = last && last->type == ARM_OP_IMM;
	const bool conditional = a->cc != ARM_CC_AL && a->cc != ARM_CC_INVALID;

	out->jump = arm_branch(insn, last, known, conditional);
	if (conditional)
		out->jump = on_condition(out->jump);
	if (known && (out->jump == GNO_JUMP_CALL || out->jump == GNO_JUMP_DIRECT ||
		      out->jump == GNO_JUMP_BRANCH))
		out->target = (uint32_t)last->imm & ~1u;
}

/* -- any -- */

/* What capstone cannot decode. */
static struct gno_insn undecoded(const struct gno_decoder *d, enum gno_set set, const uint8_t *code,
				 size_t left)
{
	struct gno_insn insn = {.bytes = 1, .jump = GNO_JUMP_UNKNOWN};

	if (d->machine == EM_AARCH64) {
		insn.bytes = 4;
		if (left >= 4)
			insn.jump = decode_a64_word(gno_le32(code));
	} else if (d->machine == EM_ARM) {
		insn.bytes = set == GNO_SET_THUMB ? 2 : 4;
	}
	if (insn.bytes > left)
		insn.bytes = 0;
	return insn;
}

static struct gno_insn decode_by_capstone(const struct gno_decoder *d, enum gno_set set,
					  const uint8_t *code, size_t left, uint64_t address)
{
	const cs_insn *insn = d->insn;
	struct gno_insn out = {0};

	if (!left || !cs_disasm_iter(d->handle[set], &code, &left, &address, d->insn))
		return undecoded(d, set, code, left);
	out.bytes = insn->size;
	if (d->machine == EM_ARM)
		decode_arm(insn, &out);
	else if (d->machine == EM_AARCH64)
		decode_a64(insn, &out);
	else
		decode_x86(insn, &out);
	return out;
}

struct gno_insn gno_decode(const struct gno_decoder *d, enum gno_set set, const uint8_t *code,
			   size_t left, uint64_t address, const uint8_t *before)
{
	if (d->machine == EM_RISCV)
		return gno_riscv_decode(&d->riscv, code, left, address, before);
	return decode_by_capstone(d, set, code, left, address);
}
