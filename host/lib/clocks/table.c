/* SPDX-License-Identifier: Apache-2.0 */
#include "clocks/table.h"
#include "base/number.h"
#include "common/util.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#define COLUMNS_MAX 1000

/* The next cell of a line, without blanks around it; NULL behind the last one. *line moves on. */
static char *next_cell(char **line)
{
	char *cell = *line, *end;

	if (!cell)
		return NULL;
	*line = strchr(cell, ',');
	if (*line)
		*(*line)++ = 0;
	cell += strspn(cell, " \t");
	for (end = cell + strlen(cell); end > cell && strchr(" \t\r", end[-1]); end--)
		end[-1] = 0;
	return cell;
}

/* The next line that is not blank, without its end; NULL: there is none. */
static char *next_line(char **text, unsigned *number)
{
	while (*text && **text) {
		char *line = *text;

		*text = strchr(line, '\n');
		if (*text)
			*(*text)++ = 0;
		++*number;
		if (line[strspn(line, " \t\r")])
			return line;
	}
	return NULL;
}

static size_t cells_of(const char *line)
{
	size_t cells = 1;

	for (; *line; line++)
		cells += *line == ',';
	return cells;
}

/* Whether a line has names: one of its cells begins with neither a digit nor a sign. */
static bool has_names(const char *line)
{
	for (; line; line = strchr(line, ',') ? strchr(line, ',') + 1 : NULL) {
		line += strspn(line, " \t");
		if (*line && !isdigit((unsigned char)*line) && !strchr("+-.,\r", *line))
			return true;
	}
	return false;
}

/* Reading: what is known of the file so far. */
struct reading {
	const char *path, *thing;
	unsigned line;
	size_t room; /* rows */
	struct gno_err *err;
};

static int take_cell(const struct reading *r, const char *cell, uint64_t *out)
{
	if (base_number_parse(cell, UINT64_MAX, out))
		return 0;
	if (*cell == '-' && base_number_parse(cell + 1, UINT64_MAX, out))
		return gno_fail(r->err, GNO_ERR_FORMAT,
				"'%s' line %u: the clock runs backwards: '%s'", r->path, r->line,
				cell);
	return gno_fail(r->err, GNO_ERR_FORMAT, "'%s' line %u: '%s' is not a %s (a whole number)",
			r->path, r->line, cell, r->thing);
}

/* Numbers are read row by row, and turned at the end. */
static int take_row(struct reading *r, struct clocks_table *t, char *line)
{
	const size_t cells = cells_of(line);
	char *cell;
	int rc = 0;

	if (cells != t->columns)
		return gno_fail(r->err, GNO_ERR_FORMAT, "'%s' line %u has %zu columns, not %zu",
				r->path, r->line, cells, t->columns);
	if (t->rows == r->room) {
		const size_t more = r->room ? 2 * r->room : 1024;
		uint64_t *at = realloc(t->at, more * t->columns * sizeof(*at));

		if (!at)
			return gno_fail_nomem(r->err);
		t->at = at;
		r->room = more;
	}
	for (size_t i = 0; !rc && (cell = next_cell(&line)); i++)
		rc = take_cell(r, cell, &t->at[t->rows * t->columns + i]);
	t->rows += !rc;
	return rc;
}

static int take_names(const struct reading *r, struct clocks_table *t, char *line)
{
	char *cell;

	for (size_t i = 0; (cell = next_cell(&line)); i++) {
		if (!*cell || strpbrk(cell, "\"'"))
			return gno_fail(r->err, GNO_ERR_FORMAT,
					"'%s' line %u: '%s' is not the name of a column", r->path,
					r->line, cell);
		t->name[i] = cell;
	}
	return 0;
}

static int turn(struct clocks_table *t, struct gno_err *err)
{
	uint64_t *at = malloc((t->rows * t->columns + 1) * sizeof(*at));

	if (!at)
		return gno_fail_nomem(err);
	for (size_t i = 0; i < t->rows * t->columns; i++)
		at[i % t->columns * t->rows + i / t->columns] = t->at[i];
	free(t->at);
	t->at = at;
	return 0;
}

int clocks_table_read(const char *path, const char *thing, struct clocks_table *t,
		      struct gno_err *err)
{
	struct reading r = {path, thing, 0, 0, err};
	size_t length;
	char *rest, *line;
	int rc;

	*t = (struct clocks_table){0};
	rc = gno_slurp(path, &t->text, &length, err);
	if (rc)
		return rc;
	if (strlen(t->text) != length)
		return gno_fail(err, GNO_ERR_FORMAT, "'%s' is not a text", path);
	rest = t->text;
	line = next_line(&rest, &r.line);
	t->columns = line ? cells_of(line) : 0;
	if (t->columns > COLUMNS_MAX)
		return gno_fail(err, GNO_ERR_FORMAT, "'%s' has more than %u columns", path,
				COLUMNS_MAX);
	t->name = calloc(t->columns + 1, sizeof(*t->name));
	if (!t->name)
		return gno_fail_nomem(err);
	if (line && has_names(line)) {
		rc = take_names(&r, t, line);
		line = next_line(&rest, &r.line);
	}
	for (; line && !rc; line = next_line(&rest, &r.line))
		rc = take_row(&r, t, line);
	return rc ? rc : turn(t, err);
}

void clocks_table_free(struct clocks_table *t)
{
	free(t->text);
	free(t->name);
	free(t->at);
	*t = (struct clocks_table){0};
}
