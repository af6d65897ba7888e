/* SPDX-License-Identifier: Apache-2.0 */

/* Line information. */
#include "program/program.h"
#include "base/show.h"
#include "common/util.h"

#include <dwarf.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* A compilation unit, while it is read. */
struct unit {
	struct gno_program *p;
	Dwarf_Die die;
	unsigned *file; /* by the unit's own number: index in the program, or UINT_MAX */
	size_t files;
	bool ranged;	      /* the unit lists its ranges */
	bool dropped;	      /* the linker discarded functions, left at address 0 */
	uint32_t dropped_end; /* where the longest of them ends, 0: the linker cleared that too */
};

static int damaged(const struct unit *u, struct gno_err *err)
{
	return gno_fail(err, GNO_ERR_FORMAT, "damaged line information in '%s': %s", u->p->path,
			dwarf_errmsg(-1));
}

/* "a/./b/../c" becomes "a/c"; works in place. */
static void simplify_path(char *path)
{
	char *start = path + (*path == '/'), *from = start, *to = start, *floor = start;
	bool more = *from;

	while (more) {
		size_t len = strcspn(from, "/");
		bool up = len == 2 && !strncmp(from, "..", 2);

		more = from[len] == '/';
		if (up && to > floor) {
			for (to--; to > floor && to[-1] != '/'; to--)
				;
		} else if (len && !(len == 1 && *from == '.')) {
			memmove(to, from, len + more);
			to += len + more;
			if (up)
				floor = to;
		}
		from += len + more;
	}
	if (to > start && to[-1] == '/')
		to--;
	*to = '\0';
}

/* Index of a source file in the program; it is added where it is new. */
static int find_file(struct gno_program *p, const char *path, unsigned *out, struct gno_err *err)
{
	char *name = base_show_new(path);
	char **more;
	size_t i;

	if (!name)
		return gno_fail_nomem(err);
	simplify_path(name);
	for (i = 0; i < p->files && strcmp(p->file[i], name); i++)
		;
	*out = (unsigned)i;
	if (i < p->files) {
		free(name);
		return 0;
	}
	more = gno_room(p->file, p->files, sizeof(*more));
	if (!more) {
		free(name);
		return gno_fail_nomem(err);
	}
	p->file = more;
	p->file[p->files++] = name;
	return 0;
}

static int file_of(struct unit *u, Dwarf_Line *line, unsigned *out, struct gno_err *err)
{
	const char *path = dwarf_linesrc(line, NULL, NULL);
	Dwarf_Files *files;
	size_t number;
	int ret;

	if (!path || dwarf_line_file(line, &files, &number) || number >= u->files) {
		return damaged(u, err);
	}
	if (u->file[number] == UINT_MAX) {
		ret = find_file(u->p, path, &u->file[number], err);
		if (ret)
			return ret;
	}
	*out = u->file[number];
	return 0;
}

/* Whether the address is in the rest of a discarded function. */
static bool dropped(const struct unit *u, Dwarf_Addr address)
{
	return u->dropped && (!address || address < u->dropped_end);
}

/* Rows without code: what is left of dropped functions, and what follows the last instruction of a
 * sequence.
 */
static bool without_code(struct unit *u, const struct gno_texts *texts, Dwarf_Addr address,
			 bool end)
{
	if (end)
		return !address || dropped(u, address - 1);
	return dropped(u, address) || (u->ranged && dwarf_haspc(&u->die, address) <= 0) ||
	       !gno_texts_at(texts, (uint32_t)address, 1);
}

static int add_row(struct unit *u, const struct gno_texts *texts, Dwarf_Line *line,
		   struct gno_err *err)
{
	struct gno_program *p = u->p;
	struct gno_row row = {0}, *more;
	Dwarf_Addr address;
	bool end, statement;
	int number, ret;

	if (dwarf_lineaddr(line, &address) || dwarf_lineendsequence(line, &end) ||
	    dwarf_linebeginstatement(line, &statement) || dwarf_lineno(line, &number)) {
		return damaged(u, err);
	}
	if (without_code(u, texts, address, end))
		return 0;
	row.address = (uint32_t)address;
	row.line = end ? 0 : (unsigned)number;
	row.statement = statement && !end;
	ret = row.line ? file_of(u, line, &row.file, err) : 0;
	if (ret)
		return ret;
	more = gno_room(p->row, p->rows, sizeof(*more));
	if (!more)
		return gno_fail_nomem(err);
	p->row = more;
	p->row[p->rows++] = row;
	return 0;
}

static bool has_symbol(const struct gno_program *p, const char *name, uint32_t address)
{
	size_t i;

	for (i = 0; name && i < p->functions && p->function[i].entry <= address; i++)
		if (p->function[i].entry == address && !strcmp(p->function[i].symbol, name))
			return true;
	return false;
}

/* A function at address 0 without a symbol there was discarded. */
static int look_at_0(Dwarf_Die *function, void *arg)
{
	struct unit *u = arg;
	Dwarf_Addr base, start, end;
	Dwarf_Attribute attr;
	const char *linked;
	ptrdiff_t at = 0;

	linked = dwarf_formstring(dwarf_attr_integrate(function, DW_AT_linkage_name, &attr));
	while ((at = dwarf_ranges(function, at, &base, &start, &end)) > 0) {
		if (start || has_symbol(u->p, linked ? linked : dwarf_diename(function), 0))
			continue;
		u->dropped = true;
		if (u->dropped_end < end)
			u->dropped_end = (uint32_t)end;
	}
	return DWARF_CB_OK;
}

static int read_unit(struct unit *u, const struct gno_texts *texts, struct gno_err *err)
{
	Dwarf_Addr base, start, end;
	Dwarf_Files *files;
	Dwarf_Lines *lines;
	size_t count, i;
	int ret = 0;

	if (!dwarf_hasattr(&u->die, DW_AT_stmt_list))
		return 0;
	if (dwarf_getsrclines(&u->die, &lines, &count) ||
	    dwarf_getsrcfiles(&u->die, &files, &u->files))
		return damaged(u, err);
	u->file = malloc((u->files + 1) * sizeof(*u->file));
	if (!u->file)
		return gno_fail_nomem(err);
	for (i = 0; i < u->files; i++)
		u->file[i] = UINT_MAX;
	u->ranged = dwarf_ranges(&u->die, 0, &base, &start, &end) > 0;
	dwarf_getfuncs(&u->die, look_at_0, u, 0);
	for (i = 0; i < count && !ret; i++)
		ret = add_row(u, texts, dwarf_onesrcline(lines, i), err);
	free(u->file);
	return ret;
}

/* Rows of a unit are in order already; the merge must keep that of one address. */
struct place {
	struct gno_row row;
	size_t index;
};

static int by_address(const void *a, const void *b)
{
	const struct place *r = a, *s = b;

	if (r->row.address != s->row.address)
		return r->row.address < s->row.address ? -1 : 1;
	if (!r->row.line != !s->row.line) /* an end comes first */
		return r->row.line ? 1 : -1;
	return (r->index > s->index) - (r->index < s->index);
}

static int sort_rows(struct gno_program *p, struct gno_err *err)
{
	struct place *place;
	size_t i;

	if (!p->rows)
		return 0;
	place = malloc(p->rows * sizeof(*place));
	if (!place)
		return gno_fail_nomem(err);
	for (i = 0; i < p->rows; i++)
		place[i] = (struct place){p->row[i], i};
	qsort(place, p->rows, sizeof(*place), by_address);
	for (i = 0; i < p->rows; i++)
		p->row[i] = place[i].row;
	free(place);
	return 0;
}

int gno_program_read_rows(struct gno_program *p, Dwarf *dwarf, const struct gno_texts *texts,
			  struct gno_err *err)
{
	Dwarf_CU *cu = NULL;
	struct unit u;
	uint8_t type;
	int ret = 0;

	if (!dwarf)
		return 0;
	for (;;) {
		u = (struct unit){.p = p};
		if (dwarf_get_units(dwarf, cu, &cu, NULL, &type, &u.die, NULL) || ret)
			break;
		if (type == DW_UT_compile)
			ret = read_unit(&u, texts, err);
	}
	return ret ? ret : sort_rows(p, err);
}
