/* SPDX-License-Identifier: Apache-2.0 */

/* Line information. */
#include "program/parse.h"
#include "base/show.h"
#include "common/util.h"

#include <dwarf.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A compilation unit, while it is read. */
struct unit {
	struct gno_program *p;
	const struct gno_texts *texts;
	Dwarf_Die die;
	Dwarf_Die *functions; /* the unit with its functions, which may be in another file; NULL */
	Dwarf_Files *source;
	unsigned *file; /* by the unit's own number: index in the program, or UINT_MAX */
	size_t files;
	bool ranged; /* the unit lists its ranges */
	bool big;    /* its numbers are big-endian */
};

/* Index of a source file in the program; it is added where it is new. */
static int find_file(struct gno_program *p, const char *path, unsigned *out, struct gno_err *err)
{
	char *plain = strdup(path), *name = NULL;
	char **more;
	size_t i;

	if (plain) {
		gno_path_simplify(plain);
		name = base_show_new(plain);
		free(plain);
	}
	if (!name)
		return gno_fail_nomem(err);
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

static int file_of(struct unit *u, uint64_t number, unsigned *out, struct gno_err *err)
{
	const char *path = number < u->files ? dwarf_filesrc(u->source, number, NULL, NULL) : NULL;
	int rc;

	if (!path)
		return gno_fail(err, GNO_ERR_FORMAT, "a row names no file of its table");
	if (u->file[number] == UINT_MAX) {
		rc = find_file(u->p, path, &u->file[number], err);
		if (rc)
			return rc;
	}
	*out = u->file[number];
	return 0;
}

/* Which function a sequence at address 0 is of: those that the linker dropped are left there. */
struct at_0 {
	const struct unit *u;
	uint64_t line; /* of the sequence's first row */
	int nearest;   /* line where the function is declared, of those that are not behind it */
	bool known, dropped;
};

static bool has_symbol(const struct gno_program *p, const char *name, uint64_t address)
{
	for (size_t i = 0; name && i < p->functions && p->function[i].entry <= address; i++)
		if (p->function[i].entry == address && !strcmp(p->function[i].symbol, name))
			return true;
	return false;
}

static int look_at_0(Dwarf_Die *function, void *arg)
{
	struct at_0 *at = arg;
	Dwarf_Addr base, start = 1, end;
	Dwarf_Attribute attr;
	const char *linked;
	int line = 0;

	if (dwarf_lowpc(function, &start) && dwarf_ranges(function, 0, &base, &start, &end) <= 0)
		return DWARF_CB_OK;
	if (start)
		return DWARF_CB_OK;
	linked = dwarf_formstring(dwarf_attr_integrate(function, DW_AT_linkage_name, &attr));
	if (dwarf_decl_line(function, &line) || line < 0 || (uint64_t)line > at->line)
		line = 0;
	if (!at->known || line > at->nearest) {
		at->known = true;
		at->nearest = line;
		at->dropped = !has_symbol(at->u->p, linked ? linked : dwarf_diename(function), 0);
	}
	return DWARF_CB_OK;
}

/* Whether a sequence is what is left of code that the linker dropped: it lies where no code is, or
 * at 0 like that which is there. */
static bool is_dropped(struct unit *u, const struct gno_line *row)
{
	struct at_0 at = {.u = u, .line = row->line};

	if (row->address % u->texts->machine.step || !gno_texts_at(u->texts, row->address, 1) ||
	    (u->ranged && dwarf_haspc(&u->die, row->address) <= 0))
		return true;
	if (!row->address)
		dwarf_getfuncs(u->functions, look_at_0, &at, 0);
	return at.dropped;
}

static int add_row(struct unit *u, const struct gno_row *row, struct gno_err *err)
{
	struct gno_program *p = u->p;
	struct gno_row *more = gno_room(p->row, p->rows, sizeof(*more));

	if (!more)
		return gno_fail_nomem(err);
	p->row = more;
	more[p->rows++] = *row;
	return 0;
}

static int take_sequence(void *to, const struct gno_line *line, size_t lines, uint64_t end,
			 struct gno_err *err)
{
	struct gno_row row = {0}, before;
	struct unit *u = to;
	bool begun = false;
	int rc = 0;

	if (!lines || is_dropped(u, line))
		return 0;
	for (size_t i = 0; i < lines && !rc; i++) {
		if (!gno_texts_at(u->texts, line[i].address, 1))
			continue;
		before = row;
		row = (struct gno_row){
		    .address = line[i].address,
		    .line = line[i].line <= INT_MAX ? (unsigned)line[i].line : 0,
		    .statement = line[i].statement,
		};
		rc = row.line ? file_of(u, line[i].file, &row.file, err) : 0;
		if (row.line != before.line || row.file != before.file)
			begun = false;
		row.begins = row.line && row.statement && !begun;
		begun = begun || row.begins;
		if (!rc)
			rc = add_row(u, &row, err);
	}
	row = (struct gno_row){.address = end};
	return rc ? rc : add_row(u, &row, err);
}

static Elf_Data *line_data(Elf *elf)
{
	Elf_Scn *scn = NULL;
	GElf_Shdr shdr;
	size_t names;

	while (!elf_getshdrstrndx(elf, &names) && (scn = elf_nextscn(elf, scn))) {
		const char *name;

		if (!gelf_getshdr(scn, &shdr))
			continue;
		name = elf_strptr(elf, names, shdr.sh_name);
		if (name && (!strcmp(name, ".debug_line") || !strcmp(name, ".zdebug_line")))
			return elf_getdata(scn, NULL);
	}
	return NULL;
}

static int damaged(const struct gno_program *p, const char *why, struct gno_err *err)
{
	return gno_fail(err, GNO_ERR_FORMAT, "damaged line information in '%s': %s", p->path, why);
}

static int read_table(struct unit *u, const Elf_Data *data, size_t at, struct gno_err *err)
{
	struct gno_err why;
	unsigned version;
	int rc;

	if (dwarf_getsrcfiles(&u->die, &u->source, &u->files))
		return damaged(u->p, dwarf_errmsg(-1), err);
	u->file = malloc((u->files + 1) * sizeof(*u->file));
	if (!u->file)
		return gno_fail_nomem(err);
	for (size_t i = 0; i < u->files; i++)
		u->file[i] = UINT_MAX;
	rc = gno_lines_read((const uint8_t *)data->d_buf + at, data->d_size - at, u->big,
			    take_sequence, u, &version, &why);
	free(u->file);
	if (rc == GNO_ERR_NOMEM)
		return gno_fail_nomem(err);
	return rc ? damaged(u->p, why.text, err) : 0;
}

static int read_unit(struct unit *u, const Elf_Data *data, struct gno_err *err)
{
	Dwarf_Addr base, start, end;
	Dwarf_Attribute attr;
	Dwarf_Word at;

	if (!dwarf_attr(&u->die, DW_AT_stmt_list, &attr))
		return 0;
	if (!data || !data->d_buf || dwarf_formudata(&attr, &at) || at >= data->d_size)
		return u->p->debug ? 0 : damaged(u->p, "a unit has no line table", err);
	u->ranged = dwarf_ranges(&u->die, 0, &base, &start, &end) > 0;
	return read_table(u, data, at, err);
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

	if (!p->rows)
		return 0;
	place = malloc(p->rows * sizeof(*place));
	if (!place)
		return gno_fail_nomem(err);
	for (size_t i = 0; i < p->rows; i++)
		place[i] = (struct place){p->row[i], i};
	qsort(place, p->rows, sizeof(*place), by_address);
	for (size_t i = 0; i < p->rows; i++)
		p->row[i] = place[i].row;
	free(place);
	return 0;
}

/* A unit of which only the lines are in the program: the rest is in a file that is not there. */
static int note_split(struct gno_program *p, Dwarf_Die *unit, struct gno_err *err)
{
	Dwarf_Attribute attr;
	const char *name = dwarf_formstring(dwarf_attr(unit, DW_AT_dwo_name, &attr));
	char *package = gno_format("%s.dwp", p->path);
	int rc;

	if (!name)
		name = dwarf_formstring(dwarf_attr(unit, DW_AT_GNU_dwo_name, &attr));
	if (!package)
		return gno_fail_nomem(err);
	if (!access(package, R_OK))
		rc = gno_debug_note(
		    p, err,
		    "its lines are known, but not what was inlined: that is in '%s', which this libdw cannot read",
		    package);
	else
		rc = gno_debug_note(
		    p, err,
		    "its lines are known, but not what was inlined: that is in '%s', which is not there",
		    name ? name : "a .dwo file");
	free(package);
	return rc;
}

int gno_program_read_rows(struct gno_program *p, const struct gno_debug *debug,
			  const struct gno_texts *texts, struct gno_err *err)
{
	const Elf_Data *data = debug->dwarf ? line_data(debug->elf) : NULL;
	Dwarf_CU *cu = NULL;
	Dwarf_Die split;
	struct unit u;
	uint8_t type;
	int rc = 0, more = 0;

	while (debug->dwarf && !rc) {
		u = (struct unit){
		    .p = p, .texts = texts, .functions = &u.die, .big = gno_is_big(debug->elf)};
		more = dwarf_get_units(debug->dwarf, cu, &cu, NULL, &type, &u.die, &split);
		if (more)
			break;
		if (type == DW_UT_skeleton && split.addr)
			u.functions = &split;
		else if (type == DW_UT_skeleton)
			rc = note_split(p, &u.die, err);
		if (!rc && (type == DW_UT_compile || type == DW_UT_skeleton))
			rc = read_unit(&u, data, err);
		if (!rc)
			rc = gno_inlined_read(p, u.functions, err);
	}
	if (!rc)
		rc = gno_inlined_join(p, err);
	if (!rc && more < 0)
		rc = gno_debug_note(p, err, "its debug information cannot be read: %s",
				    dwarf_errmsg(-1));
	return rc ? rc : sort_rows(p, err);
}
