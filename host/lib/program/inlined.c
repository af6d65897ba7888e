/* SPDX-License-Identifier: Apache-2.0 */

/* Places where a compiler inlined a function: there it is neither entered nor left. */
#include "program/parse.h"
#include "base/show.h"
#include "common/util.h"

#include <dwarf.h>
#include <stdlib.h>
#include <string.h>

/* The entries of a unit that are still to be looked through, one of each level. */
struct walk {
	Dwarf_Die *level;
	size_t levels;
	Dwarf_Die *origin; /* of each inlined place: what was inlined */
	size_t origins;
};

static int grow_dies(Dwarf_Die **list, size_t *count, const Dwarf_Die *die, struct gno_err *err)
{
	Dwarf_Die *more = gno_room(*list, *count, sizeof(*more));

	if (!more)
		return gno_fail_nomem(err);
	*list = more;
	more[(*count)++] = *die;
	return 0;
}

static bool has_functions(int tag)
{
	switch (tag) {
	case DW_TAG_namespace:
	case DW_TAG_module:
	case DW_TAG_structure_type:
	case DW_TAG_class_type:
	case DW_TAG_union_type:
	case DW_TAG_subprogram:
	case DW_TAG_inlined_subroutine:
	case DW_TAG_lexical_block:
	case DW_TAG_try_block:
	case DW_TAG_catch_block:
		return true;
	default:
		return false;
	}
}

/* Whether there is code, and where it is entered. */
static bool has_code(Dwarf_Die *die, uint64_t *entry)
{
	Dwarf_Addr base, start, end;

	if (!dwarf_entrypc(die, &start) || dwarf_ranges(die, 0, &base, &start, &end) > 0) {
		*entry = start;
		return true;
	}
	return false;
}

/* The name that the linker knows it by. */
static const char *linked_name(Dwarf_Die *die)
{
	Dwarf_Attribute attr;
	const char *name = dwarf_formstring(dwarf_attr_integrate(die, DW_AT_linkage_name, &attr));

	if (!name)
		name = dwarf_formstring(dwarf_attr_integrate(die, DW_AT_MIPS_linkage_name, &attr));
	return name ? name : dwarf_diename(die);
}

/* Where it is declared, NULL: not known. libdw's dwarf_decl_file ends the program where it finds no
 * list of files. */
static const char *source_of(Dwarf_Die *die)
{
	Dwarf_Attribute attr;
	Dwarf_Files *files;
	Dwarf_Word number;
	Dwarf_Die unit;
	size_t count;

	if (dwarf_formudata(dwarf_attr_integrate(die, DW_AT_decl_file, &attr), &number) ||
	    dwarf_cu_info(attr.cu, NULL, NULL, &unit, NULL, NULL, NULL, NULL) ||
	    dwarf_getsrcfiles(&unit, &files, &count) || number >= count)
		return NULL;
	return dwarf_filesrc(files, number, NULL, NULL);
}

static int add_inlined(struct gno_program *p, Dwarf_Die *die, const struct gno_inlined *what,
		       struct gno_err *err)
{
	const char *name = linked_name(die), *file = source_of(die);
	struct gno_inlined *more;
	int line = 0;

	if (!name)
		return 0;
	more = gno_room(p->inlined, p->inlines, sizeof(*more));
	if (!more)
		return gno_fail_nomem(err);
	p->inlined = more;
	more += p->inlines;
	*more = *what;
	more->symbol = base_show_new(name);
	more->file = base_show_new(file ? file : "");
	p->inlines++;
	if (!dwarf_decl_line(die, &line) && line > 0)
		more->line = (unsigned)line;
	return more->symbol && more->file ? 0 : gno_fail_nomem(err);
}

static int look_at_die(struct gno_program *p, struct walk *w, Dwarf_Die *die, int tag,
		       struct gno_err *err)
{
	struct gno_inlined own = {.own = true};
	Dwarf_Attribute attr;
	Dwarf_Die origin;
	uint64_t entry;

	if (tag != DW_TAG_subprogram && tag != DW_TAG_inlined_subroutine)
		return 0;
	if (!has_code(die, &entry))
		return 0;
	own.entry = entry;
	if (tag == DW_TAG_subprogram)
		return add_inlined(p, die, &own, err);
	if (!dwarf_formref_die(dwarf_attr(die, DW_AT_abstract_origin, &attr), &origin))
		return 0;
	return grow_dies(&w->origin, &w->origins, &origin, err);
}

/* Goes through the entries below `root`, not deeper by the machine's own stack. */
static int go_through(struct gno_program *p, struct walk *w, Dwarf_Die *root, struct gno_err *err)
{
	Dwarf_Die die;
	int rc = 0, there = dwarf_child(root, &die);

	if (!there)
		rc = grow_dies(&w->level, &w->levels, &die, err);
	while (!rc && w->levels) {
		Dwarf_Die *now = &w->level[w->levels - 1], child, next;
		const int tag = dwarf_tag(now);
		bool down;

		die = *now;
		rc = look_at_die(p, w, &die, tag, err);
		down = has_functions(tag) && !dwarf_child(&die, &child);
		/* a damaged file may name as the next one what was there before */
		if (!dwarf_siblingof(&die, &next) && (char *)next.addr > (char *)die.addr)
			*now = next;
		else
			w->levels--;
		if (!rc && down)
			rc = grow_dies(&w->level, &w->levels, &child, err);
	}
	return rc;
}

static int by_place(const void *a, const void *b)
{
	const Dwarf_Die *d = a, *e = b;

	return ((char *)d->addr > (char *)e->addr) - ((char *)d->addr < (char *)e->addr);
}

int gno_inlined_read(struct gno_program *p, Dwarf_Die *unit, struct gno_err *err)
{
	struct walk w = {0};
	size_t k;
	int rc;

	rc = go_through(p, &w, unit, err);
	if (w.origins)
		qsort(w.origin, w.origins, sizeof(*w.origin), by_place);
	for (size_t i = 0; i < w.origins && !rc; i = k) {
		struct gno_inlined what = {0};

		for (k = i; k < w.origins && w.origin[k].addr == w.origin[i].addr; k++)
			what.places++;
		rc = add_inlined(p, &w.origin[i], &what, err);
	}
	free(w.level);
	free(w.origin);
	return rc;
}

/* The same function has the same name and the same place in the source. */
static int by_function(const void *a, const void *b)
{
	const struct gno_inlined *i = a, *k = b;
	int order = strcmp(i->symbol, k->symbol);

	if (!order)
		order = strcmp(i->file, k->file);
	if (!order)
		order = (i->line > k->line) - (i->line < k->line);
	return order;
}

/* Whether a symbol is the function's, or its copy's or part's. */
static bool is_of(const char *symbol, const char *function)
{
	const size_t len = strlen(function);

	return !strncmp(symbol, function, len) && (!symbol[len] || symbol[len] == '.');
}

/* Tells the functions that begin there; false: there is none, it was dropped. */
static bool tell(struct gno_program *p, const struct gno_inlined *own, unsigned places)
{
	size_t i = gno_function_from(p, own->entry);
	bool told = false;

	for (; i < p->functions && p->function[i].entry == own->entry; i++) {
		if (!is_of(p->function[i].symbol, own->symbol))
			continue;
		p->function[i].inlined = places;
		told = true;
	}
	return told;
}

static void free_one(struct gno_inlined *one)
{
	if (one->name != one->symbol)
		free(one->name);
	free(one->symbol);
	free(one->file);
}

/* Joins those of one function, and keeps it where it is inlined and nothing else. */
static int join(struct gno_program *p, size_t first, size_t end, size_t *kept, struct gno_err *err)
{
	struct gno_inlined whole = p->inlined[first];
	size_t budget = GNO_DEMANGLE_BUDGET, i;
	bool own = false;
	int rc;

	whole.places = 0;
	for (i = first; i < end; i++)
		whole.places += p->inlined[i].places;
	for (i = first; i < end; i++)
		own |= p->inlined[i].own && tell(p, &p->inlined[i], whole.places);
	for (i = first + 1; i < end; i++) {
		free_one(&p->inlined[i]);
		p->inlined[i] = (struct gno_inlined){0};
	}
	p->inlined[first] = (struct gno_inlined){0};
	whole.own = false;
	if (own || !whole.places) {
		free_one(&whole);
		return 0;
	}
	rc = gno_demangle(whole.symbol, &budget, &whole.name, err);
	if (!whole.name)
		whole.name = whole.symbol;
	p->inlined[(*kept)++] = whole;
	return rc;
}

int gno_inlined_join(struct gno_program *p, struct gno_err *err)
{
	size_t i, end, kept = 0;
	int rc = 0;

	if (p->inlines)
		qsort(p->inlined, p->inlines, sizeof(*p->inlined), by_function);
	for (i = 0; i < p->inlines && !rc; i = end) {
		for (end = i + 1; end < p->inlines; end++)
			if (by_function(&p->inlined[i], &p->inlined[end]))
				break;
		rc = join(p, i, end, &kept, err);
	}
	if (!rc)
		p->inlines = kept;
	return rc;
}

void gno_inlined_free(struct gno_program *p)
{
	for (size_t i = 0; i < p->inlines; i++)
		free_one(&p->inlined[i]);
	free(p->inlined);
}
