/* SPDX-License-Identifier: Apache-2.0 */
/* What the parts of the JSON report are made of. */
#include "out/json/json.h"
#include "out/json/list.h"

void json_seconds(struct builder *b, const char *key, double cycles)
{
	jout_float(&b->out, key, cycles / (double)b->r->m->clock_hz);
}

void json_share(struct builder *b, const char *key, double part, double whole)
{
	jout_float_if(&b->out, key, whole > 0, part / whole);
}

void json_stats(struct builder *b, const struct gno_stats *s)
{
	struct json_out *o = &b->out;

	jout_number(o, "count", s->count);
	jout_number(o, "total", s->total);
	jout_float_if(o, "mean", s->count, gno_stats_mean(s));
	jout_number_if(o, "min", s->count, s->min);
	jout_number_if(o, "max", s->count, s->max);
	json_seconds(b, "total_seconds", (double)s->total);
}

void json_part(struct builder *b, const char *key, const struct gno_stats *s)
{
	if (!s->count) {
		jout_null(&b->out, key);
		return;
	}
	jout_object(&b->out, key);
	json_stats(b, s);
	jout_object_end(&b->out);
}

uint64_t json_rows(struct builder *b, enum report_list list, unsigned node, unsigned unit,
		   uint64_t rows, json_row_fn *put)
{
	struct report_cursor *c = NULL;
	const struct report_row *row;
	uint64_t n = 0;
	int rc = 1;

	if (b->rc)
		return 0;
	b->rc = report_rows_open_first(b->r, list, node, unit, rows, &c, b->err);
	while (!b->rc && n < rows && (rc = report_rows_next(c, &row, b->err)) > 0) {
		put(b, node, row);
		n++;
	}
	if (rc < 0)
		b->rc = rc;
	report_rows_close(c);
	return n;
}

void json_columns(struct builder *b, const struct column_list *l, unsigned node, const void *row)
{
	struct column_source s = {.r = b->r, .node = node, .rows = b->rows, .losses = b->losses};

	if (!b->rc)
		b->rc = json_members(&b->out, &s, l, row, b->err);
}
