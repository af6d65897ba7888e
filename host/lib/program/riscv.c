/* SPDX-License-Identifier: Apache-2.0 */
#include "program/riscv.h"

#include <ctype.h>
#include <string.h>

#include "common/util.h"
#include "program/parse.h"

#define OP_IMM 0x13
#define OP_IMM_32 0x1b
#define OP_AUIPC 0x17
#define OP_STORE 0x23
#define OP_STORE_FP 0x27
#define OP_LUI 0x37
#define OP_BRANCH 0x63
#define OP_JALR 0x67
#define OP_JAL 0x6f
#define OP_SYSTEM 0x73
#define RA 1
#define SP 2
#define T0 5
#define MRET 0x30200073u
#define SRET 0x10200073u
#define MNRET 0x70200073u
#define RETIRQ 0x0400000bu /* of PicoRV32 */
#define STVEC 0x105
#define MTVEC 0x305

static uint32_t bits(uint32_t word, unsigned lo, unsigned count)
{
	return word >> lo & ((1u << count) - 1);
}

static uint64_t sign_extend(uint64_t value, unsigned width)
{
	uint64_t top = UINT64_C(1) << (width - 1);

	return (value ^ top) - top;
}

static enum gno_jump through(unsigned reg)
{
	return reg == RA || reg == T0 ? GNO_JUMP_RETURN : GNO_JUMP_INDIRECT;
}

/* c.j and c.jal */
static uint64_t short_jump_offset(uint32_t w)
{
	return sign_extend(bits(w, 3, 3) << 1 | bits(w, 11, 1) << 4 | bits(w, 2, 1) << 5 |
			       bits(w, 7, 1) << 6 | bits(w, 6, 1) << 7 | bits(w, 9, 2) << 8 |
			       bits(w, 8, 1) << 10 | bits(w, 12, 1) << 11,
			   12);
}

/* c.beqz and c.bnez */
static uint64_t short_branch_offset(uint32_t w)
{
	return sign_extend(bits(w, 3, 2) << 1 | bits(w, 10, 2) << 3 | bits(w, 2, 1) << 5 |
			       bits(w, 5, 2) << 6 | bits(w, 12, 1) << 8,
			   9);
}

static uint64_t jump_offset(uint32_t w)
{
	return sign_extend(bits(w, 21, 10) << 1 | bits(w, 20, 1) << 11 | bits(w, 12, 8) << 12 |
			       bits(w, 31, 1) << 20,
			   21);
}

static uint64_t branch_offset(uint32_t w)
{
	return sign_extend(bits(w, 8, 4) << 1 | bits(w, 25, 6) << 5 | bits(w, 7, 1) << 11 |
			       bits(w, 31, 1) << 12,
			   13);
}

/* Zcmp and Zcmt, which have the encodings of c.fsdsp */
static enum gno_jump decode_zc(uint32_t w)
{
	unsigned kind = bits(w, 8, 5);

	if (kind == 0x1c || kind == 0x1e) /* cm.popretz, cm.popret */
		return GNO_JUMP_RETURN;
	if (kind < 4) /* cm.jt, cm.jalt: through a table, the latter with a link */
		return bits(w, 2, 8) < 32 ? GNO_JUMP_INDIRECT : GNO_JUMP_CALL;
	return GNO_JUMP_NONE;
}

/* An address of the set: one of 32 bits wraps there. */
static uint64_t wrap(bool wide, uint64_t address)
{
	return wide ? address : (uint32_t)address;
}

static struct gno_insn decode_short(const struct gno_riscv *set, uint32_t w, uint64_t address)
{
	struct gno_insn insn = {.bytes = 2, .word = w};
	unsigned kind = bits(w, 13, 3);

	if (bits(w, 0, 2) == 2 && kind == 4 && bits(w, 7, 5) && !bits(w, 2, 5)) { /* c.jr, c.jalr */
		insn.jump = bits(w, 12, 1) ? GNO_JUMP_CALL : through(bits(w, 7, 5));
	} else if (bits(w, 0, 2) == 1 && (kind == 5 || (kind == 1 && !set->wide))) {
		/* c.j, c.jal; of RV64 c.addiw */
		insn.jump = kind == 5 ? GNO_JUMP_DIRECT : GNO_JUMP_CALL;
		insn.target = wrap(set->wide, address + short_jump_offset(w));
	} else if (bits(w, 0, 2) == 1 && kind >= 6) { /* c.beqz, c.bnez */
		insn.jump = GNO_JUMP_BRANCH;
		insn.target = wrap(set->wide, address + short_branch_offset(w));
	} else if (bits(w, 0, 2) == 2 && kind == 5 && set->zc) {
		insn.jump = decode_zc(w);
	}
	return insn;
}

static void decode_jalr(const struct gno_riscv *set, struct gno_insn *insn, uint64_t address,
			const uint8_t *before)
{
	uint32_t w = insn->word;
	unsigned rd = bits(w, 7, 5), rs1 = bits(w, 15, 5);
	uint32_t prior = before ? gno_le32(before) : 0;
	bool direct = bits(prior, 0, 7) == OP_AUIPC && bits(prior, 7, 5) == rs1;

	if (direct)
		insn->target = wrap(set->wide, address - 4 + sign_extend(prior & 0xfffff000u, 32) +
						   sign_extend(w >> 20, 12));
	if (rd)
		insn->jump = GNO_JUMP_CALL;
	else
		insn->jump = direct ? GNO_JUMP_DIRECT : through(rs1);
}

struct gno_insn gno_riscv_decode(const struct gno_riscv *set, const uint8_t *code, size_t left,
				 uint64_t address, const uint8_t *before)
{
	struct gno_insn insn = {.bytes = 4};
	uint32_t w;

	if (left >= 2 && (code[0] & 3) != 3)
		return decode_short(set, code[0] | (uint32_t)code[1] << 8, address);
	if (left < 4) {
		insn.bytes = 0;
		return insn;
	}
	w = gno_le32(code);
	insn.word = w;
	if (w == MRET || w == SRET || w == RETIRQ) {
		insn.jump = GNO_JUMP_TRAP_END;
	} else if (w == MNRET) {
		insn.jump = GNO_JUMP_RETURN;
	} else if (bits(w, 0, 7) == OP_JALR) {
		decode_jalr(set, &insn, address, before);
	} else if (bits(w, 0, 7) == OP_JAL) {
		insn.jump = bits(w, 7, 5) ? GNO_JUMP_CALL : GNO_JUMP_DIRECT;
		insn.target = wrap(set->wide, address + jump_offset(w));
	} else if (bits(w, 0, 7) == OP_BRANCH) {
		insn.jump = GNO_JUMP_BRANCH;
		insn.target = wrap(set->wide, address + branch_offset(w));
	}
	return insn;
}

static void forget(struct gno_registers *r, unsigned reg)
{
	if (reg)
		r->known &= ~(1u << reg);
}

static void set(struct gno_registers *r, unsigned reg, uint64_t value)
{
	if (!reg)
		return;
	r->known |= 1u << reg;
	r->value[reg] = wrap(r->wide, value);
}

/* rd = rs + imm where rs is known */
static void set_sum(struct gno_registers *r, unsigned rd, unsigned rs, uint64_t imm)
{
	if (r->known >> rs & 1)
		set(r, rd, r->value[rs] + imm);
	else
		forget(r, rd);
}

/* rd = rs + imm of 32 bits, which the sign extends */
static void set_word(struct gno_registers *r, unsigned rd, unsigned rs, uint64_t imm)
{
	set_sum(r, rd, rs, imm);
	r->value[rd] = sign_extend((uint32_t)r->value[rd], 32);
}

static void step_short(struct gno_registers *r, uint32_t w)
{
	unsigned rd = bits(w, 7, 5), rs2 = bits(w, 2, 5);
	uint64_t imm = sign_extend(bits(w, 2, 5) | bits(w, 12, 1) << 5, 6);

	switch (bits(w, 0, 2) << 3 | bits(w, 13, 3)) {
	case 010: /* c.addi */
		set_sum(r, rd, rd, imm);
		break;
	case 012: /* c.li */
		set(r, rd, imm);
		break;
	case 013: /* c.lui, c.addi16sp */
		if (rd == SP)
			forget(r, rd);
		else
			set(r, rd, imm << 12);
		break;
	case 014: /* c.srli and the like */
		forget(r, 8 + bits(w, 7, 3));
		break;
	case 024: /* c.mv, c.add */
		if (bits(w, 12, 1))
			forget(r, rd);
		else
			set_sum(r, rd, rs2, 0);
		break;
	case 025: /* cm.pop and the like write several, c.fsdsp none */
		r->known &= 1;
		break;
	case 011: /* c.addiw, where c.jal is none */
		set_word(r, rd, rd, imm);
		break;
	case 020: /* c.slli */
	case 022: /* c.lwsp */
	case 023: /* c.ldsp, or c.flwsp */
		forget(r, rd);
		break;
	case 000: /* c.addi4spn */
	case 002: /* c.lw */
	case 003: /* c.ld, or c.flw */
		forget(r, 8 + bits(w, 2, 3));
		break;
	default: /* stores, branches, floating point */
		break;
	}
}

void gno_riscv_step(struct gno_registers *r, const struct gno_insn *insn, uint64_t address)
{
	uint32_t w = insn->word;
	unsigned rd = bits(w, 7, 5), rs1 = bits(w, 15, 5);
	uint64_t imm = sign_extend(w >> 20, 12);

	if (insn->bytes == 2) {
		step_short(r, w);
		return;
	}
	switch (bits(w, 0, 7)) {
	case OP_LUI:
		set(r, rd, sign_extend(w & 0xfffff000u, 32));
		break;
	case OP_AUIPC:
		set(r, rd, address + sign_extend(w & 0xfffff000u, 32));
		break;
	case OP_IMM:
		if (bits(w, 12, 3) == 0)
			set_sum(r, rd, rs1, imm);
		else if (bits(w, 12, 3) == 6 && r->known >> rs1 & 1)
			set(r, rd, r->value[rs1] | imm);
		else if (bits(w, 12, 3) == 7 && r->known >> rs1 & 1)
			set(r, rd, r->value[rs1] & imm);
		else
			forget(r, rd);
		break;
	case OP_IMM_32:
		if (r->wide && bits(w, 12, 3) == 0)
			set_word(r, rd, rs1, imm);
		else
			forget(r, rd);
		break;
	case OP_STORE:
	case OP_STORE_FP:
	case OP_BRANCH:
		break;
	default:
		forget(r, rd);
	}
}

enum gno_vector gno_riscv_vector(const struct gno_registers *r, const struct gno_insn *insn,
				 uint64_t *value)
{
	uint32_t w = insn->word;
	unsigned csr = w >> 20, kind = bits(w, 12, 3), rs1 = bits(w, 15, 5);

	if (insn->bytes != 4 || bits(w, 0, 7) != OP_SYSTEM || (csr != MTVEC && csr != STVEC) ||
	    !(kind & 3))
		return GNO_VECTOR_NONE;
	if ((kind & 3) != 1) /* csrrs, csrrc: they write only with a source */
		return rs1 ? GNO_VECTOR_UNSEEN : GNO_VECTOR_NONE;
	if (kind & 4) {
		*value = rs1;
		return GNO_VECTOR_SEEN;
	}
	*value = r->value[rs1];
	return r->known >> rs1 & 1 ? GNO_VECTOR_SEEN : GNO_VECTOR_UNSEEN;
}

/* -- extensions that a program's attributes name (ELF psABI, section .riscv.attributes) -- */

#define ATTRIBUTES 0x70000003 /* type of the section */
#define VERSION 'A'
#define VENDOR "riscv"
#define OF_FILE 1 /* the attributes that follow are those of the whole file */
#define ARCH 5
#define HEAD 5 /* bytes of a tag and a length */

/* Bytes of the attributes that are left to read. */
struct bytes {
	const uint8_t *at, *end;
};

static bool read_decimal(struct bytes *b, uint32_t *out)
{
	unsigned shift = 0;

	for (*out = 0; b->at < b->end && shift < 32; shift += 7) {
		*out |= (uint32_t)(*b->at & 0x7f) << shift;
		if (!(*b->at++ & 0x80))
			return true;
	}
	return false;
}

/* A text that ends within them, NULL: there is none. */
static const char *text(struct bytes *b)
{
	const char *start = (const char *)b->at;
	const uint8_t *zero = memchr(b->at, 0, (size_t)(b->end - b->at));

	b->at = zero ? zero + 1 : b->end;
	return zero ? start : NULL;
}

/* The attributes of the file: odd ones are texts, even ones are numbers. */
static const char *find_arch(struct bytes b)
{
	const char *found;
	uint32_t tag, value;

	while (read_decimal(&b, &tag)) {
		if (tag % 2) {
			found = text(&b);
			if (tag == ARCH || !found)
				return found;
		} else if (!read_decimal(&b, &value)) {
			return NULL;
		}
	}
	return NULL;
}

static const char *read_arch(const uint8_t *data, size_t size)
{
	struct bytes b = {data, data + size}, of_file;
	const char *vendor;
	uint32_t len;

	if (size < 1 + 4 || *b.at++ != VERSION)
		return NULL;
	b.at += 4; /* the length of what the only vendor says */
	vendor = text(&b);
	if (!vendor || strcmp(vendor, VENDOR) != 0 || b.end - b.at < HEAD || *b.at != OF_FILE)
		return NULL;
	len = gno_le32(b.at + 1);
	if (len < HEAD || len > (size_t)(b.end - b.at))
		return NULL;
	of_file = (struct bytes){b.at + HEAD, b.at + len};
	return find_arch(of_file);
}

/* The program's set in words such as "rv32i2p1_m2p0_zcmp1p0", NULL: not known. */
static const char *arch_of(Elf *elf)
{
	Elf_Scn *scn = NULL;
	GElf_Shdr shdr;
	Elf_Data *data;

	while ((scn = elf_nextscn(elf, scn))) {
		if (!gelf_getshdr(scn, &shdr) || shdr.sh_type != ATTRIBUTES)
			continue;
		data = elf_getdata(scn, NULL);
		return data && data->d_buf ? read_arch(data->d_buf, data->d_size) : NULL;
	}
	return NULL;
}

/* Whether a word of single letters, each with or without its version, has one of them. */
static bool has_letter(const char *word, const char *letters)
{
	for (; *word && *word != '_'; word++) {
		if (*word == 'z' || *word == 's' || *word == 'x') /* a name of several letters */
			return false;
		if (strchr(letters, *word))
			return true;
		if (isdigit((unsigned char)word[1])) {
			word += strspn(word + 1, "0123456789");
			if (word[1] == 'p')
				word += 1 + strspn(word + 2, "0123456789");
		}
	}
	return false;
}

bool gno_isa_has_zc(Elf *elf)
{
	const char *arch = arch_of(elf);
	bool doubles = false;

	if (!arch || (strncmp(arch, "rv32", 4) != 0 && strncmp(arch, "rv64", 4) != 0))
		return true;
	for (const char *word = arch + 4; word; word = strchr(word, '_')) {
		word += *word == '_';
		if (!strncmp(word, "zcmp", 4) || !strncmp(word, "zcmt", 4))
			return true;
		doubles = doubles || has_letter(word, "dgq");
	}
	return !doubles;
}
