/* SPDX-License-Identifier: Apache-2.0 */
#include "results/diff/diff.h"

#include <stdlib.h>

#include "passes/messages/traffic.h"
#include "results/diff/alike.h"
#include "results/diff/rows.h"
#include "results/until.h"

int report_diff_make(const struct gno_report *const run[2], const char *const path[2],
		     const struct diff_options *o, struct report_diff **out, struct gno_err *err)
{
	struct report_diff *d = NULL;
	int rc = diff_check(run, path, err);

	*out = NULL;
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
	rc = diff_notes(d, err);
	rc = rc ? rc : diff_intervals(d, err);
	rc = rc ? rc : diff_latencies(d, err);
	rc = rc ? rc : diff_ratios(d, err);
	rc = rc ? rc : diff_buckets(d, err);
	rc = rc ? rc : diff_counters(d, err);
	if (!rc && !d->common)
		rc = gno_fail(
		    err, GNO_ERR_MISMATCH,
		    "cannot compare the runs: they have no interval, no ratio, no buckets, no counter and no two processes with messages in common");
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
	for (size_t i = 0; i < d->notes; i++)
		free(d->note[i]);
	free(d->note);
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
	static const char *const names[] = {
	    [DIFF_INTERVAL] = "interval", [DIFF_TRANSIT] = "transit", [DIFF_WAIT] = "wait",
	    [DIFF_BLOCKED] = "blocked",	  [DIFF_RATIO] = "ratio",     [DIFF_BUCKETS] = "buckets",
	    [DIFF_SHARE] = "share",	  [DIFF_COUNTER] = "counter"};

	return row->measure ? "measure" : names[row->kind];
}

const char *report_diff_until(const struct report_diff *d, const struct diff_row *row)
{
	return row->until ? report_until(d->run[0]) : NULL;
}

const char *report_diff_verdict(enum diff_verdict verdict)
{
	static const char *const names[] = {
	    [DIFF_SAME] = "same",     [DIFF_LONGER] = "longer",	 [DIFF_SHORTER] = "shorter",
	    [DIFF_HIGHER] = "higher", [DIFF_LOWER] = "lower",	 [DIFF_GONE] = "gone",
	    [DIFF_NEW] = "new",	      [DIFF_UNKNOWN] = "unknown"};

	return names[verdict];
}
