/* SPDX-License-Identifier: Apache-2.0 */

/* Entries to and exits from the operating system. */
#include "program/parse.h"

#include <stdlib.h>
#include <string.h>

#define VECTORED 1	/* mode bits of mtvec: interrupts begin at base + 4 * cause */
#define VECTORED_MAX 31 /* greatest cause of an interrupt of a vectored table */

const char *const gno_trap_names[] = {
    "trap_entry",	  "_trap_entry",
    "__trap_entry",	  "trap_vector",
    "_trap_vector",	  "__trap_vector",
    "irq_entry",	  "_irq_entry",
    "__irq_entry",	  "irq_vec",
    "machine_trap_entry", "_start_trap",
    "_isr_wrapper",	  "freertos_risc_v_trap_handler",
    "handle_exception",	  NULL,
};

/* Notes where branches lead to, a bit every two bytes. */
static void mark_targets(const struct gno_texts *texts, const struct gno_text *c, uint8_t *targets)
{
	struct gno_walk w;

	gno_walk_begin(&w, texts, c, c->address, c->size);
	while (gno_walk_next(&w)) {
		uint64_t to = w.insn.target - c->address;

		if (w.insn.jump != GNO_JUMP_NONE && to < c->size)
			targets[to / 16] |= (uint8_t)(1u << to / 2 % 8);
	}
}

/* The jumps of a table of vectors behind its base. */
static int add_vectored(struct gno_program *p, const struct gno_texts *texts, uint64_t base,
			struct gno_err *err)
{
	const struct gno_riscv *set = gno_decoder_riscv(texts->decoder);
	int rc = 0;

	for (unsigned k = 1; k <= VECTORED_MAX && !rc; k++) {
		const struct gno_text *c = gno_texts_at(texts, base + 4 * k, 4);
		struct gno_insn insn;

		if (!c)
			break;
		insn = gno_riscv_decode(set, c->bytes + (base + 4 * k - c->address), 4,
					base + 4 * k, NULL);
		if (insn.jump != GNO_JUMP_DIRECT)
			break;
		rc = gno_addresses_add(&p->trap_vectors, base + 4 * k, err);
	}
	return rc;
}

static int add_vector(struct gno_program *p, const struct gno_texts *texts, uint64_t value,
		      struct gno_err *err)
{
	uint64_t base = value & ~UINT64_C(3);
	int rc;

	if (!gno_texts_at(texts, base, 2)) {
		p->unseen_vectors++;
		return 0;
	}
	rc = gno_addresses_add(&p->trap_vectors, base, err);
	return rc || (value & 3) != VECTORED ? rc : add_vectored(p, texts, base, err);
}

static int scan_riscv(struct gno_program *p, const struct gno_texts *texts,
		      const struct gno_text *c, const uint8_t *targets, struct gno_err *err)
{
	const struct gno_registers first = {.known = 1, .wide = p->wide}; /* x0 */
	struct gno_registers r = first;
	struct gno_walk w;
	uint64_t value = 0;
	int rc = 0;

	gno_walk_begin(&w, texts, c, c->address, c->size);
	while (!rc && gno_walk_next(&w)) {
		uint64_t at = w.address - c->address;

		if (w.labelled || targets[at / 16] >> at / 2 % 8 & 1)
			r = first;
		if (w.insn.jump == GNO_JUMP_TRAP_END)
			rc = gno_addresses_add(&p->os_exits, w.address, err);
		switch (gno_riscv_vector(&r, &w.insn, &value)) {
		case GNO_VECTOR_SEEN:
			rc = add_vector(p, texts, value, err);
			break;
		case GNO_VECTOR_UNSEEN:
			p->unseen_vectors++;
			break;
		case GNO_VECTOR_NONE:
			break;
		}
		if (w.insn.jump == GNO_JUMP_NONE)
			gno_riscv_step(&r, &w.insn, w.address);
		else if (w.insn.jump != GNO_JUMP_BRANCH)
			r = first;
	}
	return rc;
}

static int read_riscv(struct gno_program *p, const struct gno_texts *texts,
		      const struct gno_text *c, struct gno_err *err)
{
	uint8_t *targets = calloc(c->size / 16 + 1, 1);
	int rc;

	if (!targets)
		return gno_fail_nomem(err);
	mark_targets(texts, c, targets);
	rc = scan_riscv(p, texts, c, targets, err);
	free(targets);
	return rc;
}

/* Of other machines the ends of traps are known. */
static int read_other(struct gno_program *p, const struct gno_texts *texts,
		      const struct gno_text *c, struct gno_err *err)
{
	struct gno_walk w;
	int rc = 0;

	gno_walk_begin(&w, texts, c, c->address, c->size);
	while (!rc && gno_walk_next(&w))
		if (w.insn.jump == GNO_JUMP_TRAP_END)
			rc = gno_addresses_add(&p->os_exits, w.address, err);
	return rc;
}

int gno_program_read_os(struct gno_program *p, const struct gno_texts *texts, struct gno_err *err)
{
	int rc = 0;

	for (size_t i = 0; i < texts->count && !rc; i++)
		rc = gno_decoder_riscv(texts->decoder) ? read_riscv(p, texts, &texts->text[i], err)
						       : read_other(p, texts, &texts->text[i], err);
	gno_addresses_sort(&p->trap_vectors);
	gno_addresses_sort(&p->os_exits);
	return rc;
}

/* The usual names that are there. */
static int named_entries(const struct gno_program *p, struct gno_addresses *out,
			 struct gno_err *err)
{
	size_t k;
	int rc = 0;

	for (size_t i = 0; i < p->symbols && !rc; i++) {
		const struct gno_symbol *s = &p->symbol[i];

		for (k = 0; gno_trap_names[k] && strcmp(gno_trap_names[k], s->symbol); k++)
			;
		if (gno_trap_names[k] &&
		    (s->kind == GNO_SYMBOL_FUNCTION || s->kind == GNO_SYMBOL_CODE))
			rc = gno_addresses_add(out, s->address, err);
	}
	gno_addresses_sort(out);
	return rc;
}

static int copy(const struct gno_addresses *from, struct gno_addresses *to, struct gno_err *err)
{
	int rc = 0;

	for (size_t i = 0; i < from->count && !rc; i++)
		rc = gno_addresses_add(to, from->at[i], err);
	return rc;
}

static int find_entries(const struct gno_program *p, const char *symbol, struct gno_addresses *out,
			struct gno_err *err)
{
	uint64_t address;
	int rc;

	if (symbol) {
		rc = gno_program_address(p, symbol, &address, err);
		return rc ? rc : gno_addresses_add(out, address, err);
	}
	rc = p->trap_vectors.count ? copy(&p->trap_vectors, out, err) : named_entries(p, out, err);
	if (!rc && !out->count && p->unseen_vectors)
		return gno_fail(
		    err, GNO_ERR_ARG,
		    "the code of '%s' does not show to what it sets its trap vector (%u times), and no symbol has a usual name such as '%s'; name the entry",
		    p->path, p->unseen_vectors, gno_trap_names[0]);
	if (!rc && !out->count && p->machine != EM_RISCV)
		return gno_fail(
		    err, GNO_ERR_ARG,
		    "where traps enter '%s' is not known: that is seen of RISC-V only, and no symbol has a usual name such as '%s'; name the entry",
		    p->path, gno_trap_names[0]);
	if (!rc && !out->count)
		return gno_fail(
		    err, GNO_ERR_ARG,
		    "'%s' does not set a trap vector, and no symbol has a usual name such as '%s'; name the entry",
		    p->path, gno_trap_names[0]);
	return rc;
}

int gno_program_os_entry(const struct gno_program *p, const char *symbol, struct gno_addresses *out,
			 struct gno_err *err)
{
	struct gno_addresses found = {0};
	int rc = find_entries(p, symbol, &found, err);

	if (rc)
		free(found.at);
	else
		*out = found;
	return rc;
}

int gno_program_os_exit(const struct gno_program *p, struct gno_addresses *out, struct gno_err *err)
{
	struct gno_addresses found = {0};
	int rc;

	if (!p->os_exits.count)
		return gno_fail(
		    err, GNO_ERR_ARG,
		    p->machine == EM_RISCV ? "no mret, sret or retirq in '%s'"
		    : p->decoded
			? "no instruction that ends a trap in '%s'"
			: "ends of traps in '%s' are not known: instructions of %s are not decoded; name them by 'symbol' or 'address'",
		    p->path, p->machine_name);
	rc = copy(&p->os_exits, &found, err);
	if (rc)
		free(found.at);
	else
		*out = found;
	return rc;
}
