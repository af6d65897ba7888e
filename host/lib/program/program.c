/* SPDX-License-Identifier: Apache-2.0 */

/* Look-ups in a program: functions, symbols, points, and where an address lies. */
#include "program/program.h"
#include "base/show.h"
#include "common/util.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LONGEST_SYMBOL 4096
#define MOST_SHOWN 200 /* bytes of what is no symbol */

int gno_addresses_add(struct gno_addresses *list, uint32_t address, struct gno_err *err)
{
	uint32_t *more = gno_room(list->at, list->count, sizeof(*more));

	if (!more)
		return gno_fail_nomem(err);
	list->at = more;
	list->at[list->count++] = address;
	return 0;
}

static int ascending(const void *a, const void *b)
{
	const uint32_t *m = a, *n = b;

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

static int ambiguous(const struct gno_program *p, const char *what, const char *name, uint32_t a,
		     uint32_t b, struct gno_err *err)
{
	return gno_fail(err, GNO_ERR_ARG,
			"%s '%s' occurs more than once in '%s', at 0x%08" PRIx32 " and 0x%08" PRIx32
			"; name it by its address",
			what, name, p->path, a, b);
}

/* The first symbol of that name, p->symbols where there is none. */
static size_t first_symbol(const struct gno_program *p, const char *name)
{
	size_t lo = 0, hi = p->symbols;

	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;

		if (strcmp(p->symbol[mid].name, name) < 0)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo < p->symbols && !strcmp(p->symbol[lo].name, name) ? lo : p->symbols;
}

/* Whether a symbol of that name is of the kind. */
static bool has_kind(const struct gno_program *p, const char *name, enum gno_symbol_kind kind)
{
	size_t i;

	for (i = first_symbol(p, name); i < p->symbols && !strcmp(p->symbol[i].name, name); i++)
		if (p->symbol[i].kind == kind)
			return true;
	return false;
}

int gno_program_function(const struct gno_program *p, const char *name,
			 const struct gno_function **out, struct gno_err *err)
{
	const struct gno_function *found = NULL;
	const char *near;
	size_t i;

	for (i = 0; i < p->functions; i++) {
		const struct gno_function *f = &p->function[i];

		if (strcmp(f->name, name) != 0)
			continue;
		if (found && found->entry != f->entry)
			return ambiguous(p, "function", name, found->entry, f->entry, err);
		found = f;
	}
	if (found) {
		*out = found;
		return 0;
	}
	if (has_kind(p, name, GNO_SYMBOL_CODE))
		return gno_fail(err, GNO_ERR_ARG,
				"'%s' is a label in '%s', no function with returns", name, p->path);
	near = p->functions
		   ? gno_nearest(name, &p->function[0].name, p->functions, sizeof(p->function[0]))
		   : NULL;
	return gno_fail(err, GNO_ERR_ARG, "function '%s' is not in '%s'%s%s%s", name, p->path,
			HINT(near));
}

int gno_program_entry(const struct gno_program *p, const char *name, uint32_t *out,
		      struct gno_err *err)
{
	struct gno_near near = gno_near_begin(name);
	const struct gno_function *f;
	const struct gno_symbol *s;
	size_t i;
	int ret;

	if (has_kind(p, name, GNO_SYMBOL_FUNCTION)) {
		ret = gno_program_function(p, name, &f, err);
		*out = ret ? 0 : f->entry;
		return ret;
	}
	if (has_kind(p, name, GNO_SYMBOL_CODE)) {
		ret = gno_program_symbol(p, name, &s, err);
		*out = ret ? 0 : s->address;
		return ret;
	}
	for (i = 0; i < p->symbols; i++)
		if (p->symbol[i].kind == GNO_SYMBOL_FUNCTION ||
		    p->symbol[i].kind == GNO_SYMBOL_CODE)
			gno_near_try(&near, p->symbol[i].name);
	return gno_fail(err, GNO_ERR_ARG, "function '%s' is not in '%s'%s%s%s", name, p->path,
			HINT(near.best));
}

int gno_program_symbol(const struct gno_program *p, const char *name, const struct gno_symbol **out,
		       struct gno_err *err)
{
	size_t i, first = first_symbol(p, name);
	const char *near;

	for (i = first; i < p->symbols && !strcmp(p->symbol[i].name, name); i++)
		if (p->symbol[i].address != p->symbol[first].address)
			return ambiguous(p, "symbol", name, p->symbol[first].address,
					 p->symbol[i].address, err);
	if (first < p->symbols) {
		*out = &p->symbol[first];
		return 0;
	}
	near = p->symbols ? gno_nearest(name, &p->symbol[0].name, p->symbols, sizeof(p->symbol[0]))
			  : NULL;
	return gno_fail(err, GNO_ERR_ARG, "symbol '%s' is not in '%s'%s%s%s", name, p->path,
			HINT(near));
}

/* The number behind the plus sign; false: it is none. */
static bool read_offset(const char *text, uint32_t *out)
{
	unsigned long long value;
	char *end;

	text += strspn(text, " \t");
	if (*text < '0' || *text > '9')
		return false;
	errno = 0;
	value =
	    strtoull(text, &end, text[0] == '0' && (text[1] == 'x' || text[1] == 'X') ? 16 : 10);
	*out = (uint32_t)value;
	return !errno && value <= UINT32_MAX && !end[strspn(end, " \t")];
}

int gno_program_address(const struct gno_program *p, const char *text, uint32_t *out,
			struct gno_err *err)
{
	const char *plus = strchr(text, '+');
	size_t len = plus ? (size_t)(plus - text) : strlen(text);
	const struct gno_symbol *s;
	uint32_t offset = 0;
	char name[LONGEST_SYMBOL];
	int ret;

	while (len && (text[len - 1] == ' ' || text[len - 1] == '\t'))
		len--;
	if (!len || len >= sizeof(name) || (plus && !read_offset(plus + 1, &offset)))
		return gno_fail(err, GNO_ERR_ARG,
				"'%.*s' is no symbol such as 'main' or 'main+0x10'",
				(int)base_fits(text, strlen(text), MOST_SHOWN), text);
	snprintf(name, sizeof(name), "%.*s", (int)len, text);
	ret = gno_program_symbol(p, name, &s, err);
	if (ret)
		return ret;
	if (plus && s->size && offset >= s->size)
		return gno_fail(err, GNO_ERR_ARG, "'%s' is beyond symbol '%s' of %" PRIu32 " bytes",
				text, s->name, s->size);
	*out = s->address + offset;
	return 0;
}

int gno_program_data(const struct gno_program *p, const char *name, const struct gno_symbol **out,
		     struct gno_err *err)
{
	const struct gno_symbol *s;
	int ret = gno_program_symbol(p, name, &s, err);

	if (ret)
		return ret;
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
	size_t i;
	int ret = 0;

	for (i = 0; i < p->labels && !ret; i++)
		if (!strcmp(p->label[i].name, name))
			ret = gno_addresses_add(&found, p->label[i].address, err);
	if (ret) {
		free(found.at);
		return ret;
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
static const struct gno_function *function_at(const struct gno_program *p, uint32_t address)
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

struct gno_place gno_program_at(const struct gno_program *p, uint32_t address)
{
	struct gno_place place = {.function = function_at(p, address)};
	size_t lo = 0, hi = p->rows;

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
