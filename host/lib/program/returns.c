/* SPDX-License-Identifier: Apache-2.0 */

/* Where functions are left. A compiler puts the unlikely part of a function elsewhere, under the
 * name FUNCTION.cold: jumps there and back do not leave it. */
#include "program/parse.h"
#include "common/util.h"

#include <stdlib.h>
#include <string.h>

#define COLD ".cold"

/* The function that is walked through. */
struct walked {
	struct gno_program *p;
	struct gno_function *f;
	char *whole;		    /* of a cold part: the name of all of it; else NULL */
	char *part;		    /* what the names of its cold parts begin with */
	struct gno_addresses found; /* where it is left */
	struct gno_addresses parts; /* where its cold parts begin that it jumps to */
};

/* Characters of a symbol before ".cold" or ".cold.NUMBER"; 0: it is none of these. */
static size_t cold_base(const char *symbol)
{
	const char *cold = strstr(symbol, COLD), *rest;

	if (!cold || cold == symbol)
		return 0;
	rest = cold + strlen(COLD);
	if (*rest == '.')
		rest += 1 + strspn(rest + 1, "0123456789");
	return *rest ? 0 : (size_t)(cold - symbol);
}

static bool within(uint64_t address, uint64_t begin, uint64_t size)
{
	return address >= begin && address - begin < size;
}

/* Whether a function symbol of that name holds the address, and where it begins; `whole`: the name
 * is all of the symbol's. */
static bool named_holds(const struct walked *w, const char *name, bool whole, uint64_t address,
			uint64_t *begin)
{
	const struct gno_program *p = w->p;
	const size_t len = strlen(name);

	for (size_t i = gno_symbol_from(p, name); i < p->symbols; i++) {
		const struct gno_symbol *s = &p->symbol[i];

		if (strncmp(s->symbol, name, len) != 0 || (whole && s->symbol[len]))
			return false;
		*begin = s->address;
		if (s->kind == GNO_SYMBOL_FUNCTION && within(address, s->address, s->size) &&
		    (whole || cold_base(s->symbol)))
			return true;
	}
	return false;
}

/* Whether the jump stays in the function: in this part of it, or to or from a cold one. */
static bool stays(struct walked *w, uint64_t target, int *rc, struct gno_err *err)
{
	uint64_t begin;

	if (within(target, w->f->entry, w->f->size))
		return true;
	if (w->whole && named_holds(w, w->whole, true, target, &begin)) {
		w->f->loops = w->f->loops || target == begin;
		return true;
	}
	if (!named_holds(w, w->part, false, target, &begin))
		return false;
	if (!w->whole)
		*rc = gno_addresses_add(&w->parts, begin, err);
	return true;
}

static int take_jump(struct walked *w, const struct gno_walk *at, struct gno_err *err)
{
	struct gno_function *f = w->f;
	const enum gno_jump jump = at->insn.jump;
	int rc = 0;

	if (jump == GNO_JUMP_INDIRECT)
		f->indirect++;
	if (jump == GNO_JUMP_UNKNOWN)
		f->undecoded++;
	if (jump == GNO_JUMP_MAYBE)
		f->branches++;
	if (jump == GNO_JUMP_RETURN || jump == GNO_JUMP_TRAP_END)
		return gno_addresses_add(&w->found, at->address, err);
	if (jump != GNO_JUMP_DIRECT && jump != GNO_JUMP_BRANCH)
		return 0;
	if (at->insn.target == f->entry)
		f->loops = true;
	if (stays(w, at->insn.target, &rc, err))
		return rc;
	if (jump == GNO_JUMP_DIRECT)
		return gno_addresses_add(&w->found, at->address, err);
	f->branches++;
	return 0;
}

static int walk_function(struct gno_program *p, struct gno_function *f,
			 const struct gno_texts *texts, const struct gno_text *text,
			 struct gno_addresses *parts, struct gno_err *err)
{
	const size_t base = cold_base(f->symbol);
	struct walked w = {.p = p, .f = f};
	struct gno_walk at;
	int rc = 0;

	if (base)
		w.whole = strndup(f->symbol, base);
	if (!base || w.whole)
		w.part = gno_format("%s" COLD, base ? w.whole : f->symbol);
	if (!w.part)
		rc = gno_fail_nomem(err);
	gno_walk_begin(&at, texts, text, f->entry, f->size);
	while (!rc && gno_walk_next(&at))
		rc = take_jump(&w, &at, err);
	f->returns = w.found.at;
	f->return_count = w.found.count;
	gno_addresses_sort(&w.parts);
	*parts = w.parts;
	free(w.whole);
	free(w.part);
	return rc;
}

/* The function that begins there and is a cold part, NULL: there is none. */
static struct gno_function *part_at(const struct gno_program *p, uint64_t entry)
{
	for (size_t i = gno_function_from(p, entry);
	     i < p->functions && p->function[i].entry == entry; i++)
		if (cold_base(p->function[i].symbol))
			return &p->function[i];
	return NULL;
}

/* Where the parts of a function are left, it is left, too. */
static int join(const struct gno_program *p, struct gno_function *f,
		const struct gno_addresses *parts, struct gno_err *err)
{
	struct gno_addresses all = {f->returns, f->return_count};
	int rc = 0;

	for (size_t i = 0; i < parts->count && !rc; i++) {
		struct gno_function *part = part_at(p, parts->at[i]);

		for (size_t k = 0; part && k < part->return_count && !rc; k++)
			rc = gno_addresses_add(&all, part->returns[k], err);
		if (!part)
			continue;
		part->part = true;
		f->indirect += part->indirect;
		f->branches += part->branches;
		f->undecoded += part->undecoded;
		f->loops = f->loops || part->loops;
	}
	gno_addresses_sort(&all);
	f->returns = all.at;
	f->return_count = all.count;
	for (size_t i = 0; i < all.count; i++)
		f->at_once = f->at_once || all.at[i] == f->entry;
	return rc;
}

int gno_program_read_returns(struct gno_program *p, const struct gno_texts *texts,
			     struct gno_err *err)
{
	struct gno_addresses *parts = calloc(p->functions + 1, sizeof(*parts));
	int rc = 0;

	if (!parts)
		return gno_fail_nomem(err);
	for (size_t i = 0; i < p->functions && !rc; i++) {
		struct gno_function *f = &p->function[i];
		const struct gno_text *text = gno_texts_of(texts, f->section, f->entry, f->size);

		if (text && f->size)
			rc = walk_function(p, f, texts, text, &parts[i], err);
		else
			f->size = 0;
	}
	for (size_t i = 0; i < p->functions && !rc; i++)
		rc = join(p, &p->function[i], &parts[i], err);
	for (size_t i = 0; i < p->functions; i++)
		free(parts[i].at);
	free(parts);
	return rc;
}
