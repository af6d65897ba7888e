/* SPDX-License-Identifier: Apache-2.0 */
#include "report_table.h"
#include "util.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

struct report_table {
	const char *align;
	size_t columns;
	unsigned *width; /* of each column, so far */
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

	if (!t)
		return NULL;
	t->align = align;
	t->columns = strlen(align);
	t->width = calloc(t->columns, sizeof(*t->width));
	t->broken = !t->width;
	return t;
}

void report_table_cell(struct report_table *t, const char *fmt, ...)
{
	unsigned *width, mine;
	char **cell;
	va_list ap;

	if (!t || t->broken)
		return;
	cell = gno_room(t->cell, t->cells, sizeof(*cell));
	if (!cell) {
		t->broken = true;
		return;
	}
	t->cell = cell;
	va_start(ap, fmt);
	if (vasprintf(&cell[t->cells], fmt, ap) < 0)
		t->broken = true;
	va_end(ap);
	if (t->broken)
		return;
	mine = report_text_width(cell[t->cells]);
	width = &t->width[t->cells++ % t->columns];
	if (mine > *width)
		*width = mine;
}

static void put_rows(const struct report_table *t, const char *title, FILE *f)
{
	unsigned blanks = 0; /* not yet written, so that no line ends with some */

	fputs(title, f);
	for (size_t i = 0; i < t->cells; i++) {
		size_t column = i % t->columns;
		unsigned pad = t->width[column] - report_text_width(t->cell[i]);
		bool right = t->align[column] == 'r';

		blanks += 2 + (right ? pad : 0);
		if (*t->cell[i]) {
			fprintf(f, "%*s%s", (int)blanks, "", t->cell[i]);
			blanks = 0;
		}
		blanks += right ? 0 : pad;
		if (column + 1 == t->columns) {
			fputc('\n', f);
			blanks = 0;
		}
	}
}

int report_table_end(struct report_table *t, const char *title, FILE *f)
{
	int rc = t && !t->broken ? GNO_OK : GNO_ERR_NOMEM;

	if (!t)
		return rc;
	if (!rc && t->cells > t->columns)
		put_rows(t, title, f);
	for (size_t i = 0; i < t->cells; i++)
		free(t->cell[i]);
	free(t->cell);
	free(t->width);
	free(t);
	return rc;
}
