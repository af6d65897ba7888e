/* SPDX-License-Identifier: Apache-2.0 */

/* Look-ups in a program: functions, symbols, points, and where an address lies. */
#include "program/parse.h"
#include "base/number.h"
#include "base/show.h"
#include "common/util.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_SHOWN 200 /* bytes of what is no symbol */

int gno_addresses_add(struct gno_addresses *list, uint64_t address, struct gno_err *err)
{
	uint64_t *more = gno_room(list->at, list->count, sizeof(*more));

	if (!more)
		return gno_fail_nomem(err);
	list->at = more;
	list->at[list->count++] = address;
	return 0;
}

static int ascending(const void *a, const void *b)
{
	const uint64_t *m = a, *n = b;

	return (*m > *n) - (*m < *n);
}

void gno_addresses_sort(struct gno_addresses *list)
{
	size_t i, kept = 0;

	if (!list->count)
		return;
	qsort(list->at, list->count, sizeof(*list->at), ascending);
	for (i = 1; i < list->count; i++)
		if (list->at[i] != list->at[kept])
			list->at[++kept] = list->at[i];
	list->count = kept + 1;
}

/* "; did you mean 'x'?", as an argument list for "%s%s%s". */
#define HINT(near) (near) ? "; did you mean '" : "", (near) ? (near) : "", (near) ? "'?" : ""

/* Kinds of symbols, as bits of a set. */
#define KIND(kind) (1u << GNO_SYMBOL_##kind)
#define CODE (KIND(FUNCTION) | KIND(CODE))
#define ALL (CODE | KIND(DATA) | KIND(OTHER))

size_t gno_function_from(const struct gno_program *p, uint64_t address)
{
	size_t lo = 0, hi = p->functions;

	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;

		if (p->function[mid].entry < address)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo;
}

/* The symbols that a name fits best. */
struct found {
	enum gno_fit fit;
	const struct gno_symbol *first, *other; /* other: at another address, NULL: none is */
};

static void take_fitting_symbol(struct found *found, const struct gno_symbol *s, enum gno_fit fit)
{
	if (fit > found->fit) {
		*found = (struct found){fit, s, NULL};
	} else if (fit && fit == found->fit) {
		if (s->address != found->first->address)
			found->other = found->other ? found->other : s;
		else if (s->size && !found->first->size)
			found->first = s;
	}
}

static const char *file_of(const struct gno_program *p, const struct gno_symbol *s)
{
	return CODE >> s->kind & 1 ? gno_program_at(p, s->address).file : NULL;
}

/* The symbols of those kinds that a name fits. */
static struct found find_symbols(const struct gno_program *p, const char *name, unsigned kinds)
{
	const char *colon = gno_name_colon(name);
	struct found found = {GNO_FIT_NONE, NULL, NULL};
	uint64_t address = 0;
	const bool number = gno_name_address(name, &address);
	enum gno_fit fit;

	for (size_t i = gno_symbol_from(p, name);
	     i < p->symbols && !strcmp(p->symbol[i].symbol, name); i++)
		if (kinds >> p->symbol[i].kind & 1)
			take_fitting_symbol(&found, &p->symbol[i], GNO_FIT_SYMBOL);
	for (size_t i = 0; i < p->symbols && found.fit != GNO_FIT_SYMBOL; i++) {
		const struct gno_symbol *s = &p->symbol[i];

		if (!(kinds >> s->kind & 1))
			continue;
		if (number) {
			take_fitting_symbol(&found, s,
					    s->address == address ? GNO_FIT_NAME : GNO_FIT_NONE);
			continue;
		}
		fit = gno_name_fit(name, s->symbol, s->name);
		if (!fit && colon) {
			fit = gno_name_fit(colon + 1, s->symbol, s->name);
			if (fit && !gno_name_is_in(name, colon, file_of(p, s), s->scope))
				fit = GNO_FIT_NONE;
		}
		take_fitting_symbol(&found, s, fit < GNO_FIT_SYMBOL ? fit : GNO_FIT_NAME);
	}
	return found;
}

/* The source file of a local symbol; not the object file, which linkers name for assembler and
 * whose name may be another one each time. */
static const char *source_of(const struct gno_symbol *s)
{
	const size_t len = s->scope ? strlen(s->scope) : 0;

	return len > 2 && !strcmp(s->scope + len - 2, ".o") ? NULL : s->scope;
}

/* A name of the symbol that the other one has not, in `room`: another form, its file, its address.
 */
static const char *distinct(const struct gno_program *p, const struct gno_symbol *s,
			    const struct gno_symbol *other, char *room, size_t size)
{
	const char *file = file_of(p, s), *others = file_of(p, other);

	if (strcmp(s->name, other->name) != 0)
		return s->name;
	if (strcmp(s->symbol, other->symbol) != 0)
		return s->symbol;
	if (!file || !others) {
		file = source_of(s);
		others = source_of(other);
	}
	if (file && others && strcmp(gno_path_base(file), gno_path_base(others)) != 0)
		file = gno_path_base(file);
	if (file && others && strcmp(file, others) != 0)
		snprintf(room, size, "%s:%s", file, s->name);
	else
		snprintf(room, size, "0x%08" PRIx64, s->address);
	return room;
}

static int ambiguous(const struct gno_program *p, const char *what, const char *name,
		     const struct found *found, struct gno_err *err)
{
	const struct gno_symbol *a = found->first, *b = found->other;
	char of_a[GNO_LONGEST_NAME], of_b[GNO_LONGEST_NAME];

	if (a->address > b->address) {
		a = found->other;
		b = found->first;
	}
	return gno_fail(err, GNO_ERR_ARG,
			"%s '%s' occurs more than once in '%s', at 0x%08" PRIx64 " and 0x%08" PRIx64
			"; name it '%s' or '%s'",
			what, name, p->path, a->address, b->address,
			distinct(p, a, b, of_a, sizeof(of_a)),
			distinct(p, b, a, of_b, sizeof(of_b)));
}

/* The name of a symbol of those kinds that is nearest to one that is not there. */
static const char *nearest(const struct gno_program *p, const char *name, unsigned kinds)
{
	const char *colon = gno_name_colon(name);
	struct gno_near near = gno_near_begin(colon ? colon + 1 : name);

	for (size_t i = 0; i < p->symbols; i++) {
		if (!(kinds >> p->symbol[i].kind & 1))
			continue;
		gno_near_try(&near, p->symbol[i].name);
		if (p->symbol[i].name != p->symbol[i].symbol)
			gno_near_try(&near, p->symbol[i].symbol);
	}
	return near.best;
}

/* The function of a symbol that is one. */
static const struct gno_function *function_of(const struct gno_program *p,
					      const struct gno_symbol *s)
{
	size_t i = gno_function_from(p, s->address);

	while (
	    i < p->functions && p->function[i].entry == s->address &&
	    (p->function[i].section != s->section || strcmp(p->function[i].symbol, s->symbol) != 0))
		i++;
	return &p->function[i];
}

/* Says that a function is not there, and what may be meant. */
static int no_function(const struct gno_program *p, const char *name, unsigned kinds,
		       struct gno_err *err)
{
	const struct gno_inlined *inlined = gno_program_inlined(p, name);
	const char *near = inlined ? NULL : nearest(p, name, kinds);

	if (inlined)
		return gno_fail(
		    err, GNO_ERR_ARG,
		    "function '%s' has no code of its own in '%s': it is inlined at %u place%s; compile it with __attribute__((noinline)), or name a line of it",
		    inlined->name, p->path, inlined->places, inlined->places == 1 ? "" : "s");
	return gno_fail(err, GNO_ERR_ARG, "function '%s' is not in '%s'%s%s%s", name, p->path,
			HINT(near));
}

int gno_program_function(const struct gno_program *p, const char *name,
			 const struct gno_function **out, struct gno_err *err)
{
	struct found found = find_symbols(p, name, KIND(FUNCTION));

	if (found.other)
		return ambiguous(p, "function", name, &found, err);
	if (found.first) {
		*out = function_of(p, found.first);
		return 0;
	}
	if (find_symbols(p, name, KIND(CODE)).first)
		return gno_fail(err, GNO_ERR_ARG,
				"'%s' is a label in '%s', not a function with returns", name,
				p->path);
	return no_function(p, name, KIND(FUNCTION), err);
}

int gno_program_returns(const struct gno_program *p, const struct gno_function *f,
			struct gno_err *err)
{
	if (f->return_count)
		return 0;
	if (!p->decoded)
		return gno_fail(
		    err, GNO_ERR_ARG,
		    "has returns that are not known: instructions of %s are not decoded; name a line with 'source', or an address",
		    p->machine_name);
	if (!f->size)
		return gno_fail(err, GNO_ERR_ARG,
				"has no size in the program, so its returns cannot be found");
	if (f->branches)
		return gno_fail(
		    err, GNO_ERR_ARG,
		    "is left only on conditions: name a line behind each with 'source', or an address");
	return gno_fail(err, GNO_ERR_ARG, "never returns");
}

int gno_program_entry(const struct gno_program *p, const char *name, uint64_t *out,
		      const struct gno_function **function, struct gno_err *err)
{
	struct found found = find_symbols(p, name, KIND(FUNCTION));

	*function = found.first && !found.other ? function_of(p, found.first) : NULL;
	if (!found.first)
		found = find_symbols(p, name, KIND(CODE));
	if (found.other)
		return ambiguous(p, "function", name, &found, err);
	if (found.first) {
		*out = found.first->address;
		return 0;
	}
	return no_function(p, name, CODE, err);
}

int gno_program_symbol(const struct gno_program *p, const char *name, const struct gno_symbol **out,
		       struct gno_err *err)
{
	struct found found = find_symbols(p, name, ALL);
	const char *near;

	if (found.other)
		return ambiguous(p, "symbol", name, &found, err);
	if (found.first) {
		*out = found.first;
		return 0;
	}
	near = nearest(p, name, ALL);
	return gno_fail(err, GNO_ERR_ARG, "symbol '%s' is not in '%s'%s%s%s", name, p->path,
			HINT(near));
}

/* The number behind the plus sign; false: it is none. */
static bool read_offset(const char *text, uint64_t *out)
{
	uint64_t value;

	text += strspn(text, " \t");
	if (base_number_take(&text, &value) != BASE_NUMBER_OK)
		return false;
	*out = value;
	return !text[strspn(text, " \t")];
}

int gno_program_address(const struct gno_program *p, const char *text, uint64_t *out,
			struct gno_err *err)
{
	const char *plus = strrchr(text, '+'); /* operator+ is a name */
	size_t len = plus ? (size_t)(plus - text) : strlen(text);
	const struct gno_symbol *s;
	uint64_t offset = 0;
	char name[GNO_LONGEST_NAME];
	int rc;

	while (len && (text[len - 1] == ' ' || text[len - 1] == '\t'))
		len--;
	if (!len || len >= sizeof(name) || (plus && !read_offset(plus + 1, &offset)))
		return gno_fail(err, GNO_ERR_ARG,
				"'%.*s' is not a symbol such as 'main' or 'main+0x10'",
				(int)base_fits(text, strlen(text), MOST_SHOWN), text);
	snprintf(name, sizeof(name), "%.*s", (int)len, text);
	rc = gno_program_symbol(p, name, &s, err);
	if (rc)
		return rc;
	if (plus && s->size && offset >= s->size)
		return gno_fail(err, GNO_ERR_ARG, "'%s' is beyond symbol '%s' of %" PRIu64 " bytes",
				text, s->name, s->size);
	*out = s->address + offset;
	return 0;
}

int gno_program_data(const struct gno_program *p, const char *name, const struct gno_symbol **out,
		     struct gno_err *err)
{
	const struct gno_symbol *s;
	int rc = gno_program_symbol(p, name, &s, err);

	if (rc)
		return rc;
	if (s->kind == GNO_SYMBOL_FUNCTION || s->kind == GNO_SYMBOL_CODE)
		return gno_fail(err, GNO_ERR_ARG, "symbol '%s' of '%s' is code, not data", name,
				p->path);
	if (!s->size)
		return gno_fail(err, GNO_ERR_ARG, "symbol '%s' of '%s' has no size", name, p->path);
	*out = s;
	return 0;
}

int gno_program_label(const struct gno_program *p, const char *name, struct gno_addresses *out,
		      struct gno_err *err)
{
	struct gno_addresses found = {0};
	const char *near;
	int rc = 0;

	for (size_t i = 0; i < p->labels && !rc; i++)
		if (!strcmp(p->label[i].name, name))
			rc = gno_addresses_add(&found, p->label[i].address, err);
	if (rc) {
		free(found.at);
		return rc;
	}
	if (found.count) {
		*out = found;
		return 0;
	}
	if (!p->labels)
		return gno_fail(err, GNO_ERR_ARG, "no points are placed in the source of '%s'",
				p->path);
	near = gno_nearest(name, &p->label[0].name, p->labels, sizeof(p->label[0]));
	return gno_fail(err, GNO_ERR_ARG, "point '%s' is not placed in the source of '%s'%s%s%s",
			name, p->path, HINT(near));
}

/* The function with the greatest entry that holds the address; of several the first. */
static const struct gno_function *function_at(const struct gno_program *p, uint64_t address)
{
	size_t lo = 0, hi = p->functions, i;
	const struct gno_function *found = NULL;

	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;

		if (p->function[mid].entry <= address)
			lo = mid + 1;
		else
			hi = mid;
	}
	for (i = lo; i-- && !found;) {
		const struct gno_function *f = &p->function[i];
		bool open = !f->size && f->entry == p->function[lo - 1].entry;

		if (open || address - f->entry < f->size)
			found = f;
	}
	while (found > p->function && found[-1].entry == found->entry &&
	       found[-1].size == found->size)
		found--;
	return found;
}

bool gno_program_overlaid(const struct gno_program *p, uint64_t address)
{
	for (size_t i = 0; i + 1 < p->overlays.count; i += 2)
		if (address >= p->overlays.at[i] && address <= p->overlays.at[i + 1])
			return true;
	return false;
}

struct gno_place gno_program_at(const struct gno_program *p, uint64_t address)
{
	struct gno_place place = {0};
	size_t lo = 0, hi = p->rows;

	if (gno_program_overlaid(p, address))
		return place;
	place.function = function_at(p, address);
	if (place.function)
		place.offset = address - place.function->entry;
	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;

		if (p->row[mid].address <= address)
			lo = mid + 1;
		else
			hi = mid;
	}
	if (lo && p->row[lo - 1].line) {
		place.file = p->file[p->row[lo - 1].file];
		place.line = p->row[lo - 1].line;
	}
	return place;
}
