/* SPDX-License-Identifier: Apache-2.0 */
/* What fits on a screen: intervals, measures, losses, advice. */
#include "passes/derived/advice.h"
#include "passes/limits/limits.h"
#include "out/text/text.h"
#include "results/until.h"

#include <ctype.h>
#include <inttypes.h>
#include <string.h>

#define MEASURE_NODES 8 /* of more nodes the least and the greatest value are shown */

/* Intervals over all nodes. */
static void put_intervals(struct text *x)
{
	static const char *const heads[] = {"interval", "count", "mean", "min", "50%",
					    "99%",	"max",	 "mean", "max"};
	struct report_table *t = text_table("lrrrrrrrr", heads);
	const size_t all = x->r->points.intervals;
	const size_t shown = all < x->style->rows ? all : x->style->rows;
	char buf[64];

	for (size_t i = 0; i < shown; i++) {
		const struct report_statistics m = report_statistics_all(x->r, i);
		const struct gno_stats *s = &m.stats;
		const bool partly = report_interval_is_partly(x->r, x->r->m->nodes, i);
		const double mean = gno_stats_mean(s);

		report_table_cell(t, "%s", x->r->points.interval[i].name);
		report_table_cell(t, "%s%" PRIu64, text_least(partly), s->count);
		report_table_cell(t, s->count ? "%.1f" : "-", mean);
		report_table_cell(t, s->count ? "%s%" PRIu64 : "-", text_most(partly), s->min);
		for (unsigned p = 0; p < 3; p += 2)
			report_table_cell(t, "%s",
					  text_percentile(x->r, i, x->r->m->nodes,
							  report_percentiles[p], buf, sizeof(buf)));
		report_table_cell(t, s->count ? "%s%" PRIu64 : "-", text_least(partly), s->max);
		report_table_cell(t, "%s",
				  s->count ? text_time(x->r, mean, buf, sizeof(buf)) : "-");
		report_table_cell(
		    t, "%s", s->count ? text_time(x->r, (double)s->max, buf, sizeof(buf)) : "-");
	}
	text_end(x, t, "\nintervals of all nodes (cycles, then time)\n");
	text_more(x, shown, all);
}

/* The measure of that name at a node, or NULL. */
static const struct gno_pattern_measure *measure_of(const struct gno_pattern_node *n,
						    const char *name)
{
	for (size_t i = 0; i < n->measures; i++)
		if (!strcmp(n->measure[i].name, name))
			return &n->measure[i];
	return NULL;
}

static void put_measure(struct text *x, struct report_table *t, unsigned nodes,
			const struct gno_pattern_file *file, const char *name)
{
	const struct gno_report *r = x->r;
	char buf[128];

	report_table_cell(t, "%s", name);
	for (unsigned k = 0; k < nodes; k++) {
		const struct gno_pattern_measure *m = measure_of(&file->node[k], name);

		report_table_cell(
		    t, "%s",
		    m ? text_measured(m->print, &r->node[k].overall[m->pair], buf, sizeof(buf))
		      : "-");
	}
}

/* Whether a node before has a measure of that name, too. */
static bool is_shown(const struct gno_pattern_file *file, unsigned node, const char *name)
{
	for (unsigned k = 0; k < node; k++)
		if (measure_of(&file->node[k], name))
			return true;
	return false;
}

/* The measures over the whole run, at the first nodes. */
static void put_measures(struct text *x)
{
	const struct gno_report *r = x->r;
	const struct gno_pattern_file *file = r->points.load[0].file;
	const unsigned nodes = r->m->nodes < MEASURE_NODES ? r->m->nodes : MEASURE_NODES;
	char align[MEASURE_NODES + 2] = "l";
	struct report_table *t;

	memset(align + 1, 'r', nodes);
	t = report_table_new(align);
	report_table_cell(t, "measure");
	for (unsigned k = 0; k < nodes; k++)
		report_table_cell(t, "%s", r->m->node[k].name);
	for (unsigned k = 0; k < nodes; k++)
		for (size_t i = 0; i < file->node[k].measures; i++)
			if (!is_shown(file, k, file->node[k].measure[i].name))
				put_measure(x, t, nodes, file, file->node[k].measure[i].name);
	text_end(x, t, "\nmeasures over the whole run\n");
	if (nodes < r->m->nodes)
		fprintf(x->f, "  and %u more nodes\n", r->m->nodes - nodes);
}

static void put_losses(struct text *x)
{
	uint64_t records = 0, lost = 0;
	bool partly = false;

	for (unsigned k = 0; k < x->r->m->nodes; k++) {
		records += x->r->node[k].records;
		lost += x->r->node[k].lost;
		partly |= report_lost_is_partly(&x->r->node[k]);
	}
	fprintf(x->f, "\nlosses: %s%" PRIu64 " of %s%" PRIu64 " records\n", text_least(partly),
		lost, text_least(partly), records + lost);
	text_early_ends(x);
}

static void put_limits(struct text *x)
{
	const struct report_limits_sum sum = report_limits_count(x->r);

	if (sum.all)
		fprintf(
		    x->f,
		    "\nlimits: %zu passed, %zu failed, %zu unknown ('gnomon check' shows them)\n",
		    sum.of[REPORT_PASSED], sum.of[REPORT_FAILED], sum.of[REPORT_UNKNOWN]);
}

/* A node whose records do not go on to the end of the run. */
static void put_early_end(struct text *x, unsigned node)
{
	const struct report_node *n = &x->r->node[node];
	const char *name = x->r->m->node[node].name;
	char buf[48];

	if (n->flushed)
		return;
	if (!n->records)
		fprintf(x->f, "%s: it has no record: ", name);
	else
		fprintf(x->f, "%s: its records end early, at cycle %" PRIu64 ", %s: ", name, n->end,
			text_time_at(x->r, node, (double)n->end, buf, sizeof(buf)));
	if (n->missing)
		fprintf(x->f, "its trace was cut off, %" PRIu64 " bytes are missing\n", n->missing);
	else
		fprintf(x->f, "%s\n",
			report_is_complete_at(x->r, node) ? "its flush record is missing"
							  : "the run is not complete");
}

void text_early_ends(struct text *x)
{
	for (unsigned k = 0; k < x->r->m->nodes; k++)
		put_early_end(x, k);
}

void text_advice(struct text *x)
{
	struct report_advices all = {NULL, 0, false};
	size_t shown = 0;

	if (!x->rc)
		x->rc = report_advise(x->r, &all, x->err);
	for (; shown < all.count && shown < x->style->rows; shown++) {
		const struct report_advice *a = &all.item[shown];

		fprintf(x->f, "%s  %s: %s.\n    %c%s.\n", shown ? "" : "\nadvice\n", a->seen,
			a->means, toupper((unsigned char)a->change[0]), a->change + 1);
	}
	text_more(x, shown, all.count);
	if (!all.count && !x->rc)
		fputs("\nno advice\n", x->f);
	report_advices_free(&all);
}

void text_brief(struct text *x)
{
	put_intervals(x);
	put_measures(x);
	put_limits(x);
	put_losses(x);
	text_advice(x);
}
