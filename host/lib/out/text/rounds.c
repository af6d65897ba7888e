/* SPDX-License-Identifier: Apache-2.0 */
#include "out/text/rounds.h"
#include "out/text/text.h"
#include "results/rounds.h"

#include <inttypes.h>

struct table {
	const struct gno_rounds *all;
	struct report_table *t;
};

static int put_row(void *ctx, const void *of, struct gno_err *err)
{
	const struct table *table = ctx;
	const struct rounds_row *row = of;
	struct report_table *t = table->t;
	char buf[128];

	(void)err;
	report_table_cell(t, "%s", table->all->report[0]->m->node[row->node].name);
	report_table_cell(t, "%s", row->measure->name);
	report_table_cell(t, "%s", row->interval ? row->interval : "(whole round)");
	if (row->interval)
		report_table_cell(t, "%" PRIu64, row->count);
	else
		report_table_cell(t, "-");
	report_table_cell(t, "%u", row->round);
	report_table_cell(t, "%s",
			  text_measured(row->measure->print, &row->counts, buf, sizeof(buf)));
	report_table_cell(t, "%s", row->complete ? "" : "incomplete");
	return 0;
}

int gno_rounds_text(const struct gno_rounds *all, FILE *f, struct gno_err *err)
{
	static const char *const heads[] = {"node",  "measure", "interval", "count",
					    "round", "value",	""};
	struct text x = {.r = all->report[0],
			 .style = &(struct gno_report_style){.rows = SIZE_MAX},
			 .f = f,
			 .err = err};
	struct report_table *t;

	fprintf(f, "%u round%s of '%s'", all->rounds, text_plural(all->rounds),
		x.r->points.load[0].file->name);
	fprintf(f, x.r->points.intervals ? ": the intervals took the same time in each\n"
					 : ": there is no interval to compare them by\n");
	text_model(&x);
	text_intervals(&x);
	t = text_table("lllrrll", heads);
	rounds_each(all, put_row, &(struct table){all, t}, err);
	text_end(&x, t, "\nmeasures\n");
	return x.rc;
}
