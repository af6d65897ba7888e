/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Runs the program of a line table (DWARF 2 to 5, section 6.2). libdw runs it, too, but sorts its
 * rows by address: where sequences lie at one address, of overlays or of functions that a linker
 * dropped, it is no longer known which row is of which.
 */
#include "program/parse.h"
#include "common/util.h"

#include <dwarf.h>
#include <stdlib.h>

#define NEWEST 5
#define LONG_FORM 0xffffffffu /* a length of 64 bits follows */

/* Bytes that are left to read. */
struct bytes {
	const uint8_t *at, *end;
	bool beyond; /* more were read than there are */
	bool big;    /* their numbers are big-endian */
};

/* What the head of a table says. */
struct head {
	unsigned min_bytes, line_range, opcode_base;
	int line_base;
	bool statement;
	const uint8_t *operands; /* of each standard opcode, from 1 on */
};

/* The machine that makes rows. */
struct machine {
	struct head head;
	struct gno_line now;
	struct gno_line *row; /* of this sequence */
	size_t rows;
};

static uint64_t fixed(struct bytes *b, size_t size)
{
	uint64_t value = 0;

	if ((size_t)(b->end - b->at) < size) {
		b->beyond = true;
		b->at = b->end;
		return 0;
	}
	for (size_t i = 0; i < size && i < sizeof(value); i++)
		value |= (uint64_t)b->at[b->big ? size - 1 - i : i] << 8 * i;
	b->at += size;
	return value;
}

/* LEB128; of a signed one the upper bits are those of its sign. */
static uint64_t variable(struct bytes *b, bool is_signed)
{
	uint64_t value = 0;
	unsigned shift = 0;
	uint8_t byte;

	do {
		byte = (uint8_t)fixed(b, 1);
		if (shift < 64)
			value |= (uint64_t)(byte & 0x7f) << shift;
		shift += 7;
	} while (byte & 0x80);
	if (is_signed && byte & 0x40 && shift < 64)
		value |= ~UINT64_C(0) << shift;
	return value;
}

static int read_head(struct bytes *b, struct head *h, unsigned *version)
{
	size_t word = 4;
	uint64_t size = fixed(b, 4);
	const uint8_t *program;

	if (size == LONG_FORM) {
		word = 8;
		size = fixed(b, 8);
	}
	if (size > (uint64_t)(b->end - b->at))
		return GNO_ERR_FORMAT;
	b->end = b->at + size;
	*version = (unsigned)fixed(b, 2);
	if (*version < 2 || *version > NEWEST)
		return GNO_ERR_FORMAT;
	if (*version >= 5)
		fixed(b, 2); /* sizes of an address and of a segment */
	size = fixed(b, word);
	if (size > (uint64_t)(b->end - b->at))
		return GNO_ERR_FORMAT;
	program = b->at + size;
	h->min_bytes = (unsigned)fixed(b, 1);
	if (*version >= 4)
		fixed(b, 1); /* operations of an instruction: machines here have one */
	h->statement = fixed(b, 1);
	h->line_base = (int8_t)fixed(b, 1);
	h->line_range = (unsigned)fixed(b, 1);
	h->opcode_base = (unsigned)fixed(b, 1);
	h->operands = b->at;
	if (b->beyond || !h->line_range || !h->opcode_base ||
	    h->opcode_base - 1 > (size_t)(b->end - b->at))
		return GNO_ERR_FORMAT;
	b->at = program;
	return 0;
}

static void begin_sequence(struct machine *m)
{
	m->rows = 0;
	m->now = (struct gno_line){.file = 1, .line = 1, .statement = m->head.statement};
}

static int add_row(struct machine *m, struct gno_err *err)
{
	struct gno_line *more = gno_room(m->row, m->rows, sizeof(*more));

	if (!more)
		return gno_fail_nomem(err);
	m->row = more;
	more[m->rows++] = m->now;
	return 0;
}

/* `by` counts the special opcodes. */
static void advance(struct machine *m, unsigned by)
{
	m->now.address += (uint64_t)(by / m->head.line_range) * m->head.min_bytes;
}

static int extended(struct machine *m, struct bytes *b, gno_take_sequence take, void *to,
		    struct gno_err *err)
{
	uint64_t size = variable(b, false);
	const uint8_t *next;
	unsigned code;
	int rc = 0;

	if (!size || size > (uint64_t)(b->end - b->at)) {
		b->beyond = true;
		return 0;
	}
	next = b->at + size;
	code = (unsigned)fixed(b, 1);
	if (code == DW_LNE_end_sequence) {
		rc = take(to, m->row, m->rows, m->now.address, err);
		begin_sequence(m);
	} else if (code == DW_LNE_set_address) {
		m->now.address = fixed(b, (size_t)(next - b->at));
	}
	b->at = next;
	return rc;
}

static int standard(struct machine *m, struct bytes *b, unsigned code, struct gno_err *err)
{
	switch (code) {
	case DW_LNS_copy:
		return add_row(m, err);
	case DW_LNS_advance_pc:
		m->now.address += variable(b, false) * m->head.min_bytes;
		break;
	case DW_LNS_advance_line:
		m->now.line += variable(b, true);
		break;
	case DW_LNS_set_file:
		m->now.file = variable(b, false);
		break;
	case DW_LNS_negate_stmt:
		m->now.statement = !m->now.statement;
		break;
	case DW_LNS_const_add_pc:
		advance(m, 255 - m->head.opcode_base);
		break;
	case DW_LNS_fixed_advance_pc:
		m->now.address += fixed(b, 2);
		break;
	default: /* of no interest here, or not known */
		for (unsigned i = 0; i < m->head.operands[code - 1]; i++)
			variable(b, false);
	}
	return 0;
}

static int special(struct machine *m, unsigned code, struct gno_err *err)
{
	const unsigned by = code - m->head.opcode_base;

	advance(m, by);
	m->now.line += (uint64_t)(m->head.line_base + (int)(by % m->head.line_range));
	return add_row(m, err);
}

int gno_lines_read(const uint8_t *data, size_t size, bool big, gno_take_sequence take, void *to,
		   unsigned *version, struct gno_err *err)
{
	struct bytes b = {data, data + size, false, big};
	struct machine m = {.row = NULL};
	int rc = 0;

	*version = 0;
	if (read_head(&b, &m.head, version))
		return gno_fail(err, GNO_ERR_FORMAT, "the head of a line table is damaged");
	begin_sequence(&m);
	while (!rc && b.at < b.end && !b.beyond) {
		const unsigned code = (unsigned)fixed(&b, 1);

		if (!code)
			rc = extended(&m, &b, take, to, err);
		else if (code >= m.head.opcode_base)
			rc = special(&m, code, err);
		else
			rc = standard(&m, &b, code, err);
	}
	free(m.row);
	if (!rc && b.beyond)
		rc = gno_fail(err, GNO_ERR_FORMAT, "a line table ends within an instruction");
	return rc;
}
