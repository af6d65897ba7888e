/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Records of CSV (RFC 4180): lines end in CR LF, a text with a comma, a quote or a line's end is
 * quoted. A spreadsheet takes a cell that begins with = + - or @ as a formula, quoted or not; such
 * a text gets a ' before it.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "out/export/formats.h"
#include "out/export/rows.h"
#include "out/export/memo.h"

struct csv {
	struct cells cells;
	struct report_memo memo;
	bool filled; /* the record has a field */
	struct text_out out;
};

static struct text_out *begin_field(struct cells *cells)
{
	struct csv *c = (struct csv *)cells;

	text_out_need(&c->out, 1);
	c->out.text[c->out.used] = ',';
	c->out.used += c->filled;
	c->filled = true;
	return &c->out;
}

static void csv_text(struct cells *c, const char *text)
{
	struct text_out *out = begin_field(c);
	bool quoted;

	if (!*text)
		return;
	quoted = strpbrk(text, ",\"\r\n") != NULL;
	if (quoted)
		text_out_char(out, '"');
	if (strchr("=+-@\t\r", *text))
		text_out_char(out, '\'');
	for (; *text; text++) {
		if (*text == '"')
			text_out_char(out, '"');
		text_out_char(out, *text);
	}
	if (quoted)
		text_out_char(out, '"');
}

static void csv_skip(struct cells *c, unsigned columns)
{
	while (columns--)
		begin_field(c);
}

static void csv_number(struct cells *c, uint64_t number)
{
	struct csv *o = (struct csv *)c;
	char *at;

	text_out_need(&o->out, 1 + TEXT_OUT_NUMBER);
	at = o->out.text + o->out.used;
	*at = ',';
	o->out.used = (size_t)(text_out_any(at + o->filled, number) - o->out.text);
	o->filled = true;
}

static void csv_real(struct cells *c, double number)
{
	struct text_out *out = begin_field(c);

	if (isfinite(number))
		text_out_format(out, "%.17g", number);
}

static int csv_end(struct cells *cells, struct gno_err *err)
{
	struct csv *c = (struct csv *)cells;

	(void)err;
	text_out_need(&c->out, 2);
	c->out.text[c->out.used++] = '\r';
	text_out_line(&c->out);
	c->filled = false;
	return 0;
}

static bool csv_known(struct cells *c, uint64_t what, uint64_t of)
{
	return report_memo_find(&((struct csv *)c)->memo, what, of);
}

static void csv_learn(struct cells *c)
{
	report_memo_learn(&((struct csv *)c)->memo);
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
	static const struct cells_form form = {csv_begin, csv_skip, csv_text,  csv_number,
					       csv_real,  csv_end,  csv_known, csv_learn};
	struct csv *c = malloc(sizeof(*c));
	int rc;

	if (!c)
		return gno_fail_nomem(err);
	c->cells = (struct cells){.form = &form};
	c->filled = false;
	text_out_begin(&c->out, job->f);
	rc = report_memo_begin(&c->memo, &c->out, err);
	if (!rc)
		rc = rows_put(job, export_list(job), &c->cells, err);
	if (!rc)
		rc = export_flush(job, &c->out, err);
	report_memo_end(&c->memo);
	free(c);
	return rc;
}
