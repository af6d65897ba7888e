/* SPDX-License-Identifier: Apache-2.0 */
#include "report_table.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "report.h"

struct report_table {
	const char *align;
	size_t columns;
	char **cell;
	size_t cells;
	bool broken; /* no memory */
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

	if (t) {
		t->align = align;
		t->columns = strlen(align);
	}
	return t;
}

void report_table_cell(struct report_table *t, const char *fmt, ...)
{
	char **cell;
	va_list ap;

	if (!t || t->broken)
		return;
	cell = report_grow(t->cell, t->cells, sizeof(*cell));
	if (!cell) {
		t->broken = true;
		return;
	}
	t->cell = cell;
	va_start(ap, fmt);
	if (vasprintf(&cell[t->cells], fmt, ap) < 0)
		t->broken = true;
	else
		t->cells++;
	va_end(ap);
}

static unsigned column_width(const struct report_table *t, size_t column)
{
	unsigned widest = 0;

	for (size_t i = column; i < t->cells; i += t->columns)
		if (report_text_width(t->cell[i]) > widest)
			widest = report_text_width(t->cell[i]);
	return widest;
}

int report_table_end(struct report_table *t, const char *title, FILE *f)
{
	int rc = t && !t->broken ? GNO_OK : GNO_ERR_NOMEM;

	if (!t)
		return rc;
	if (!rc && t->cells > t->columns)
		fputs(title, f);
	for (size_t i = 0; !rc && t->cells > t->columns && i < t->cells; i++) {
		size_t column = i % t->columns;
		unsigned pad = column_width(t, column) - report_text_width(t->cell[i]);
		bool last = column + 1 == t->columns;
		bool right = t->align[column] == 'r';

		fprintf(f, "  %*s%s", right ? (int)pad : 0, "", t->cell[i]);
		fprintf(f, "%*s%s", right || last ? 0 : (int)pad, "", last ? "\n" : "");
	}
	for (size_t i = 0; i < t->cells; i++)
		free(t->cell[i]);
	free(t->cell);
	free(t);
	return rc;
}
