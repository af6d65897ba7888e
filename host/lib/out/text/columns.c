/* SPDX-License-Identifier: Apache-2.0 */
#include "out/text/columns.h"
#include "common/util.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

struct report_table {
	const char *align;
	size_t columns;
	unsigned *width; /* of each column, so far */
	char **cell;
	size_t cells;
	enum { STORE, MEASURE, PRINT } mode;
	uint64_t passed; /* cells that were not stored, in this pass */
	unsigned blanks; /* not yet written, so that no line ends with some */
	FILE *f;	 /* PRINT */
	bool broken;	 /* no memory */
};

unsigned report_text_width(const char *text)
{
	unsigned n = 0;

	for (; *text; text++)
		n += ((unsigned char)*text & 0xc0) != 0x80;
	return n;
}

struct report_table *report_table_new(const char *align)
{
	struct report_table *t = calloc(1, sizeof(*t));

	if (!t)
		return NULL;
	t->align = align;
	t->columns = strlen(align);
	t->width = calloc(t->columns, sizeof(*t->width));
	t->broken = !t->width;
	return t;
}

/* Writes the cell of a column. */
static void put_cell(struct report_table *t, size_t column, const char *text, FILE *f)
{
	unsigned pad = t->width[column] - report_text_width(text);
	bool right = t->align[column] == 'r';

	t->blanks += 2 + (right ? pad : 0);
	if (*text) {
		fprintf(f, "%*s%s", (int)t->blanks, "", text);
		t->blanks = 0;
	}
	t->blanks += right ? 0 : pad;
	if (column + 1 == t->columns) {
		fputc('\n', f);
		t->blanks = 0;
	}
}

static void store(struct report_table *t, char *text)
{
	char **cell = gno_room(t->cell, t->cells, sizeof(*cell));

	if (!cell) {
		free(text);
		t->broken = true;
		return;
	}
	t->cell = cell;
	t->cell[t->cells++] = text;
}

void report_table_cell(struct report_table *t, const char *fmt, ...)
{
	unsigned mine;
	size_t column;
	char *text;
	va_list ap;

	if (!t || t->broken)
		return;
	va_start(ap, fmt);
	if (vasprintf(&text, fmt, ap) < 0)
		t->broken = true;
	va_end(ap);
	if (t->broken)
		return;
	column = (t->mode == STORE ? t->cells : t->passed++) % t->columns;
	mine = report_text_width(text);
	if (t->mode != PRINT && mine > t->width[column])
		t->width[column] = mine;
	if (t->mode == STORE) {
		store(t, text);
		return;
	}
	if (t->mode == PRINT)
		put_cell(t, column, text, t->f);
	free(text);
}

/* Writes the title and what is stored. */
static void put_stored(struct report_table *t, const char *title, FILE *f)
{
	fputs(title, f);
	for (size_t i = 0; i < t->cells; i++)
		put_cell(t, i % t->columns, t->cell[i], f);
}

void report_table_measure(struct report_table *t)
{
	if (t)
		t->mode = MEASURE;
}

void report_table_print(struct report_table *t, const char *title, FILE *f)
{
	if (!t || t->broken)
		return;
	if (t->passed)
		put_stored(t, title, f);
	t->mode = PRINT;
	t->passed = 0;
	t->f = f;
}

int report_table_end(struct report_table *t, const char *title, FILE *f)
{
	int rc = t && !t->broken ? GNO_OK : GNO_ERR_NOMEM;

	if (!t)
		return rc;
	if (!rc && t->mode == STORE && t->cells > t->columns)
		put_stored(t, title, f);
	for (size_t i = 0; i < t->cells; i++)
		free(t->cell[i]);
	free(t->cell);
	free(t->width);
	free(t);
	return rc;
}
