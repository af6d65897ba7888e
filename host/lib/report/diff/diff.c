/* SPDX-License-Identifier: Apache-2.0 */
#include "report/diff/diff.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/traffic/traffic.h"
#include "common/util.h"
#include "report/diff/rows.h"
#include "report/until.h"

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
			return gno_fail(
			    err, GNO_ERR_MISMATCH,
			    "cannot compare the runs: '%s' %s its end point '%s'", path[i],
			    report_until_is(r, REPORT_UNTIL_MISSED) ? "did not reach"
								    : "may not have reached",
			    report_until(r));
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

/* Whether intervals of one name are between points of the same names. */
static int check_intervals(const struct gno_report *const run[2], struct gno_err *err)
{
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
	}
	return GNO_OK;
}

/* An interval that both runs have, at its places there. */
static int compare(struct report_diff *d, const size_t at[2])
{
	const struct gno_histogram *of[2][GNO_MAX_NODES];
	struct diff_durations side[2];
	struct diff_row *row =
	    diff_add(d, DIFF_INTERVAL, d->run[0]->points.interval[at[0]].name, NULL);

	if (!row)
		return GNO_ERR_NOMEM;
	for (unsigned i = 0; i < 2; i++) {
		const struct gno_report *r = d->run[i];

		for (unsigned k = 0; k < r->m->nodes; k++)
			of[i][k] = &r->node[k].statistics[at[i]].durations;
		side[i] = (struct diff_durations){report_statistics_all(r, at[i]).stats, of[i],
						  r->m->nodes};
	}
	diff_take_durations(d, row, side);
	d->common++;
	return GNO_OK;
}

int diff_intervals(struct report_diff *d, struct gno_err *err)
{
	size_t both = 0;

	for (size_t i = 0; i < d->run[0]->points.intervals; i++) {
		const size_t at[2] = {i,
				      find_interval(d->run[1], d->run[0]->points.interval[i].name)};

		if (at[1] == d->run[1]->points.intervals) {
			d->only[DIFF_INTERVAL][0]++;
			continue;
		}
		if (compare(d, at))
			return gno_fail_nomem(err);
		both++;
	}
	d->only[DIFF_INTERVAL][1] = d->run[1]->points.intervals - both;
	return GNO_OK;
}

int report_diff_make(const struct gno_report *const run[2], const char *const path[2],
		     const struct diff_options *o, struct report_diff **out, struct gno_err *err)
{
	struct report_diff *d = NULL;
	int rc = check_monitors(run, err);

	*out = NULL;
	rc = rc ? rc : check_ends(run, path, err);
	rc = rc ? rc : check_filters(run, path, err);
	rc = rc ? rc : check_intervals(run, err);
	if (rc)
		return rc;
	d = calloc(1, sizeof(*d));
	if (!d)
		return gno_fail_nomem(err);
	*d = (struct report_diff){.run = {run[0], run[1]},
				  .path = {path[0], path[1]},
				  .least = o->least,
				  .exact = o->exact};
	for (unsigned i = 0; i < 2; i++)
		for (unsigned k = 0; k < run[i]->m->nodes; k++)
			d->lost[i] += run[i]->node[k].lost;
	rc = diff_intervals(d, err);
	rc = rc ? rc : diff_latencies(d, err);
	rc = rc ? rc : diff_ratios(d, err);
	if (!rc && !d->common)
		rc = gno_fail(err, GNO_ERR_MISMATCH,
			      "cannot compare the runs: they have no interval, no ratio and no two "
			      "processes with messages in common");
	if (rc)
		report_diff_free(d);
	else
		*out = d;
	return rc;
}

void report_diff_free(struct report_diff *d)
{
	if (!d)
		return;
	for (unsigned i = 0; i < 2; i++)
		traffic_free(d->traffic[i]);
	free(d->row);
	free(d);
}

bool report_diff_is_worse(const struct report_diff *d)
{
	for (size_t i = 0; i < d->rows; i++)
		if (d->row[i].worse)
			return true;
	return false;
}

size_t report_diff_tests(const struct report_diff *d)
{
	size_t tests = 0;

	for (size_t i = 0; i < d->rows; i++)
		tests += d->row[i].has_p;
	return tests;
}

const char *report_diff_kind(const struct diff_row *row)
{
	static const char *const names[] = {[DIFF_INTERVAL] = "interval",
					    [DIFF_TRANSIT] = "transit",
					    [DIFF_WAIT] = "wait",
					    [DIFF_BLOCKED] = "blocked",
					    [DIFF_RATIO] = "ratio"};

	return row->measure ? "measure" : names[row->kind];
}

const char *report_diff_verdict(enum diff_verdict verdict)
{
	static const char *const names[] = {
	    [DIFF_SAME] = "same",     [DIFF_LONGER] = "longer",	 [DIFF_SHORTER] = "shorter",
	    [DIFF_HIGHER] = "higher", [DIFF_LOWER] = "lower",	 [DIFF_GONE] = "gone",
	    [DIFF_NEW] = "new",	      [DIFF_UNKNOWN] = "unknown"};

	return names[verdict];
}
