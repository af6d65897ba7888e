/* SPDX-License-Identifier: Apache-2.0 */
#include "program/listed.h"

#include <fnmatch.h>
#include <stdlib.h>

#include "common/util.h"

static bool is_wanted(const struct program_listed *l, const char *name)
{
	return !l->name || !fnmatch(l->name, name, 0);
}

bool program_lists_function(const struct program_listed *l, const struct gno_function *f)
{
	return !l->name || gno_program_is_named(f, l->name);
}

bool program_lists_label(const struct program_listed *l, const struct gno_label *label)
{
	return is_wanted(l, label->name);
}

bool program_lists_data(const struct program_listed *l, const struct gno_symbol *s)
{
	return s->kind == GNO_SYMBOL_DATA && (is_wanted(l, s->name) || is_wanted(l, s->symbol));
}

/* For qsort. */
static int by_line(const void *a, const void *b)
{
	const struct gno_row *const *r = a, *const *s = b;

	return ((*r)->line > (*s)->line) - ((*r)->line < (*s)->line);
}

/* The rows of the file that name a line, by line, the caller's (free); NULL: no memory. */
static const struct gno_row **rows_of(const struct program_listed *l, size_t *count)
{
	const struct gno_program *p = l->p;
	const struct gno_row **row = malloc((p->rows + 1) * sizeof(*row));

	*count = 0;
	for (size_t i = 0; i < p->rows && row; i++)
		if (p->row[i].line && p->row[i].statement && p->row[i].file == l->file)
			row[(*count)++] = &p->row[i];
	if (row)
		qsort(row, *count, sizeof(*row), by_line);
	return row;
}

int program_each_line(const struct program_listed *l,
		      int (*put)(void *ctx, const void *line, struct gno_err *err), void *ctx,
		      struct gno_err *err)
{
	size_t count;
	const struct gno_row **row = rows_of(l, &count);
	int rc = row ? 0 : gno_fail_nomem(err);

	for (size_t i = 0; i < count && !rc; i++) {
		struct program_line line = {.line = row[i]->line};
		char *text;

		if (i && row[i]->line == row[i - 1]->line)
			continue;
		text = gno_format("%s:%u", l->p->file[l->file], line.line);
		rc = text ? gno_program_line(l->p, text, &line.where, err) : gno_fail_nomem(err);
		free(text);
		if (!rc)
			rc = put(ctx, &line, err);
		free(line.where.at);
	}
	free(row);
	return rc;
}
