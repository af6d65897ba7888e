/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Records of CSV (RFC 4180): lines end in CR LF, a text with a comma, a quote or a line's end is
 * quoted. A spreadsheet takes a cell that begins with = + - or @ as a formula, quoted or not; such
 * a text gets a ' before it.
 */
#include <math.h>
#include <string.h>

#include "export/formats/formats.h"
#include "export/rows/rows.h"

struct csv {
	struct cells cells;
	FILE *f;
	bool filled; /* the record has a field */
};

static FILE *begin_field(struct cells *cells)
{
	struct csv *c = (struct csv *)cells;

	if (c->filled)
		fputc(',', c->f);
	c->filled = true;
	return c->f;
}

static void csv_text(struct cells *c, const char *text)
{
	FILE *f = begin_field(c);

	if (!text || !*text)
		return;
	if (!strpbrk(text, ",\"\r\n")) {
		if (strchr("=+-@\t", *text))
			fputc('\'', f);
		fputs(text, f);
		return;
	}
	fputc('"', f);
	if (strchr("=+-@\t\r", *text))
		fputc('\'', f);
	for (; *text; text++) {
		if (*text == '"')
			fputc('"', f);
		fputc(*text, f);
	}
	fputc('"', f);
}

static void csv_number(struct cells *c, bool has, uint64_t number)
{
	FILE *f = begin_field(c);
	char text[20];
	size_t at = sizeof(text);

	if (!has)
		return;
	do
		text[--at] = (char)('0' + number % 10);
	while (number /= 10);
	fwrite(text + at, 1, sizeof(text) - at, f);
}

static void csv_real(struct cells *c, bool has, double number)
{
	FILE *f = begin_field(c);

	if (has && isfinite(number))
		fprintf(f, "%.17g", number);
}

static int csv_end(struct cells *cells, struct gno_err *err)
{
	struct csv *c = (struct csv *)cells;

	(void)err;
	fputs("\r\n", c->f);
	c->filled = false;
	return 0;
}

/* The names of the columns are the first record. */
static int csv_begin(struct cells *c, const char *table, const char *const *columns,
		     struct gno_err *err)
{
	(void)table;
	for (; *columns; columns++)
		csv_text(c, *columns);
	return csv_end(c, err);
}

int export_csv(struct export_job *job, struct gno_err *err)
{
	static const struct cells_form form = {csv_begin, csv_text, csv_number, csv_real, csv_end};
	struct csv c = {.cells = {&form}, .f = job->f};

	switch (job->o->what) {
	case EXPORT_INTERVALS:
		return rows_intervals(job, &c.cells, err);
	case EXPORT_SAMPLES:
		return rows_samples(job, &c.cells, err);
	default:
		return rows_events(job, &c.cells, err);
	}
}
