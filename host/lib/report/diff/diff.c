/* SPDX-License-Identifier: Apache-2.0 */
#include "report/diff/diff.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/util.h"

/* A node of a run whose end is not there; the number of nodes: there is none. */
static unsigned without_end(const struct gno_report *r)
{
	unsigned k = 0;

	while (k < r->m->nodes && r->node[k].flushed)
		k++;
	return k;
}

/* Whether both watch nodes of the same names, at the same clock. */
static int check_monitors(const struct gno_report *const run[2], struct gno_err *err)
{
	const struct gno_manifest *a = run[0]->m, *b = run[1]->m;

	if (a->clock_hz != b->clock_hz)
		return gno_fail(err, GNO_ERR_MISMATCH,
				"cannot compare the runs: their clocks have %g and %g MHz",
				(double)a->clock_hz / 1e6, (double)b->clock_hz / 1e6);
	if (a->nodes != b->nodes)
		return gno_fail(err, GNO_ERR_MISMATCH,
				"cannot compare the runs: their monitors have %u and %u nodes",
				a->nodes, b->nodes);
	for (unsigned k = 0; k < a->nodes; k++)
		if (strcmp(a->node[k].name, b->node[k].name) != 0)
			return gno_fail(err, GNO_ERR_MISMATCH,
					"cannot compare the runs: their node %u is '%s' and '%s'",
					k, a->node[k].name, b->node[k].name);
	return GNO_OK;
}

/* Whether a filter left out records of one of them. */
static int check_filters(const struct gno_report *const run[2], const char *const path[2],
			 struct gno_err *err)
{
	for (unsigned i = 0; i < 2; i++)
		if (run[i]->run->filters)
			return gno_fail(err, GNO_ERR_MISMATCH,
					"cannot compare the runs: '%s' was filtered", path[i]);
	return GNO_OK;
}

/* Whether both runs are whole. */
static int check_ends(const struct gno_report *const run[2], const char *const path[2],
		      struct gno_err *err)
{
	for (unsigned i = 0; i < 2; i++) {
		const struct gno_report *r = run[i];

		if (without_end(r) < r->m->nodes)
			return gno_fail(err, GNO_ERR_MISMATCH,
					"cannot compare the runs: '%s' has no end at node '%s'",
					path[i], r->m->node[without_end(r)].name);
		if (report_until(r) && !report_until_reached(r))
			return gno_fail(err, GNO_ERR_MISMATCH,
					"cannot compare the runs: '%s' did not reach its end point "
					"'%s'",
					path[i], report_until(r));
	}
	return GNO_OK;
}

/* The place of an interval by its name; the number of intervals: there is none. */
static size_t find_interval(const struct gno_report *r, const char *name)
{
	size_t i = 0;

	while (i < r->points.intervals && strcmp(r->points.interval[i].name, name) != 0)
		i++;
	return i;
}

/* Whether intervals of one name are between points of the same names, and there is one. */
static int check_intervals(const struct gno_report *const run[2], struct gno_err *err)
{
	size_t common = 0;

	for (size_t i = 0; i < run[0]->points.intervals; i++) {
		const struct report_interval *a = &run[0]->points.interval[i], *b;
		const size_t at = find_interval(run[1], a->name);

		if (at == run[1]->points.intervals)
			continue;
		b = &run[1]->points.interval[at];
		if (strcmp(a->from, b->from) != 0 || strcmp(a->to, b->to) != 0)
			return gno_fail(err, GNO_ERR_MISMATCH,
					"cannot compare the runs: interval '%s' is from '%s' to "
					"'%s' in one and from '%s' to '%s' in the other",
					a->name, a->from, a->to, b->from, b->to);
		common++;
	}
	return common ? GNO_OK
		      : gno_fail(err, GNO_ERR_MISMATCH,
				 "cannot compare the runs: they have no interval in common");
}

/* All histograms of an interval. */
static size_t histograms(const struct gno_report *r, size_t interval,
			 const struct gno_histogram *of[GNO_MAX_NODES])
{
	for (unsigned k = 0; k < r->m->nodes; k++)
		of[k] = &r->node[k].statistics[interval].durations;
	return r->m->nodes;
}

static enum diff_verdict judge(const struct report_diff *d, const struct diff_interval *v)
{
	if (!v->stats[0].count && !v->stats[1].count)
		return DIFF_SAME;
	if (!v->stats[1].count)
		return DIFF_GONE;
	if (!v->stats[0].count)
		return DIFF_NEW;
	if (v->mean[0] == v->mean[1] || fabs(v->change) < d->least || (!d->exact && v->p >= DIFF_P))
		return DIFF_SAME;
	return v->mean[1] > v->mean[0] ? DIFF_LONGER : DIFF_SHORTER;
}

/* An interval that both runs have, at its places there. */
static void compare(struct report_diff *d, const size_t at[2])
{
	const struct gno_histogram *of[2][GNO_MAX_NODES];
	struct diff_interval *v = &d->interval[d->intervals++];
	size_t n[2];

	v->name = d->run[0]->points.interval[at[0]].name;
	for (unsigned i = 0; i < 2; i++) {
		const struct gno_report *r = d->run[i];
		const unsigned all = r->m->nodes;

		v->stats[i] = report_statistics_all(r, at[i]).stats;
		v->mean[i] = gno_stats_mean(&v->stats[i]);
		report_percentile(r, at[i], all, 50, &v->median[i].lo, &v->median[i].hi);
		report_percentile(r, at[i], all, 99, &v->last[i].lo, &v->last[i].hi);
		n[i] = histograms(r, at[i], of[i]);
	}
	v->change = v->mean[0] > 0 ? v->mean[1] / v->mean[0] - 1 : 0;
	v->p = gno_histogram_test(of[0], n[0], of[1], n[1]);
	v->verdict = judge(d, v);
}

static const struct gno_pattern_file *patterns_of(const struct gno_report *r)
{
	return r->points.load[0].file;
}

/* A measure that both runs take at a node. */
static void compare_measure(struct report_diff *d, unsigned node, size_t i)
{
	const struct gno_pattern_measure *a = &patterns_of(d->run[0])->node[node].measure[i];
	const struct gno_pattern_node *other = &patterns_of(d->run[1])->node[node];

	for (size_t k = 0; k < other->measures; k++) {
		const struct gno_pattern_measure *b = &other->measure[k];

		if (strcmp(a->name, b->name) != 0 || a->print != b->print)
			continue;
		d->measure[d->measures++] =
		    (struct diff_measure){a->name,
					  d->run[0]->m->node[node].name,
					  a->print,
					  {d->run[0]->node[node].overall[a->pair],
					   d->run[1]->node[node].overall[b->pair]}};
		return;
	}
}

static void compare_all(struct report_diff *d)
{
	for (size_t i = 0; i < d->run[0]->points.intervals; i++) {
		const size_t at[2] = {i,
				      find_interval(d->run[1], d->run[0]->points.interval[i].name)};

		if (at[1] < d->run[1]->points.intervals)
			compare(d, at);
		else
			d->only[0]++;
	}
	d->only[1] = d->run[1]->points.intervals - d->intervals;
	for (unsigned k = 0; k < d->run[0]->m->nodes; k++)
		for (size_t i = 0; i < patterns_of(d->run[0])->node[k].measures; i++)
			compare_measure(d, k, i);
	for (unsigned i = 0; i < 2; i++)
		for (unsigned k = 0; k < d->run[i]->m->nodes; k++)
			d->lost[i] += d->run[i]->node[k].lost;
}

int report_diff_make(const struct gno_report *const run[2], const char *const path[2],
		     const struct diff_options *o, struct report_diff **out, struct gno_err *err)
{
	struct report_diff *d = NULL;
	size_t measures = 0;
	int rc = check_monitors(run, err);

	*out = NULL;
	rc = rc ? rc : check_ends(run, path, err);
	rc = rc ? rc : check_filters(run, path, err);
	rc = rc ? rc : check_intervals(run, err);
	if (rc)
		return rc;
	for (unsigned k = 0; k < run[0]->m->nodes; k++)
		measures += patterns_of(run[0])->node[k].measures;
	d = calloc(1, sizeof(*d));
	if (d) {
		*d = (struct report_diff){.run = {run[0], run[1]},
					  .path = {path[0], path[1]},
					  .least = o->least,
					  .exact = o->exact};
		d->interval = calloc(run[0]->points.intervals, sizeof(*d->interval));
		d->measure = calloc(measures + 1, sizeof(*d->measure));
	}
	if (!d || !d->interval || !d->measure) {
		report_diff_free(d);
		return gno_fail_nomem(err);
	}
	compare_all(d);
	*out = d;
	return GNO_OK;
}

void report_diff_free(struct report_diff *d)
{
	if (!d)
		return;
	free(d->interval);
	free(d->measure);
	free(d);
}

bool report_diff_is_worse(const struct report_diff *d)
{
	for (size_t i = 0; i < d->intervals; i++)
		if (d->interval[i].verdict == DIFF_LONGER || d->interval[i].verdict == DIFF_GONE)
			return true;
	return false;
}

const char *report_diff_verdict(enum diff_verdict verdict)
{
	static const char *const names[] = {[DIFF_SAME] = "same",
					    [DIFF_LONGER] = "longer",
					    [DIFF_SHORTER] = "shorter",
					    [DIFF_GONE] = "gone",
					    [DIFF_NEW] = "new"};

	return names[verdict];
}
