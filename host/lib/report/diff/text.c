/* SPDX-License-Identifier: Apache-2.0 */
/* Two runs beside each other as text. */
#include "report/diff/diff.h"
#include "report/text/text.h"

#include <inttypes.h>

static void put_part(struct report_table *t, bool has, const struct diff_part *p)
{
	if (!has)
		report_table_cell(t, "-");
	else if (p->lo == p->hi)
		report_table_cell(t, "%" PRIu64, p->lo);
	else
		report_table_cell(t, "%" PRIu64 "..%" PRIu64, p->lo, p->hi);
}

static void put_interval(struct report_table *t, const struct diff_interval *v)
{
	const bool both = v->stats[0].count && v->stats[1].count;

	report_table_cell(t, "%s", v->name);
	for (unsigned i = 0; i < 2; i++)
		report_table_cell(t, "%" PRIu64, v->stats[i].count);
	for (unsigned i = 0; i < 2; i++)
		report_table_cell(t, v->stats[i].count ? "%.1f" : "-", v->mean[i]);
	report_table_cell(t, both ? "%+.2f%%" : "-", 100 * v->change);
	for (unsigned i = 0; i < 2; i++)
		put_part(t, v->stats[i].count > 0, &v->median[i]);
	for (unsigned i = 0; i < 2; i++)
		put_part(t, v->stats[i].count > 0, &v->last[i]);
	report_table_cell(t, both ? "%.2g" : "-", v->p);
	report_table_cell(t, "%s", report_diff_verdict(v->verdict));
}

static void put_measures(struct text *x, const struct report_diff *d)
{
	static const char *const heads[] = {"node", "measure", "A", "B"};
	struct report_table *t = text_table("llrr", heads);
	char buf[128];

	for (size_t i = 0; i < d->measures; i++) {
		const struct diff_measure *m = &d->measure[i];

		report_table_cell(t, "%s", m->node);
		report_table_cell(t, "%s", m->name);
		for (unsigned run = 0; run < 2; run++)
			report_table_cell(
			    t, "%s", text_measured(m->print, &m->counts[run], buf, sizeof(buf)));
	}
	text_end(x, t, "\nmeasures over the whole run\n");
}

int report_diff_text(const struct report_diff *d, FILE *f, struct gno_err *err)
{
	static const char *const heads[] = {"interval", "count A", "count B", "mean A",
					    "mean B",	"change",  "50% A",   "50% B",
					    "99% A",	"99% B",   "p",	      ""};
	const struct gno_report_style style = {.rows = SIZE_MAX};
	struct text x = {.r = d->run[0], .style = &style, .f = f, .err = err};
	struct report_table *t = text_table("lrrrrrrrrrrl", heads);

	for (unsigned i = 0; i < 2; i++) {
		fprintf(f, "%c: %s%s", 'A' + i, d->path[i],
			d->run[i]->run->model ? " (simulated model)" : "");
		if (d->lost[i])
			fprintf(f, ", %" PRIu64 " records lost: what a gap cuts is left out",
				d->lost[i]);
		fputc('\n', f);
	}
	for (size_t i = 0; i < d->intervals; i++)
		put_interval(t, &d->interval[i]);
	text_end(&x, t, "\nintervals of all nodes (cycles)\n");
	for (unsigned i = 0; i < 2; i++)
		if (d->only[i])
			fprintf(f, "  and %zu that only %c has\n", d->only[i], 'A' + i);
	if (d->exact)
		fprintf(f, "  a change of the mean of %g %% or more counts\n", 100 * d->least);
	else
		fprintf(f,
			"  a change of the mean of %g %% or more counts if p, of the Mann-Whitney "
			"test, is below %g\n",
			100 * d->least, DIFF_P);
	put_measures(&x, d);
	return x.rc;
}
