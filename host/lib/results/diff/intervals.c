/* SPDX-License-Identifier: Apache-2.0 */
/* Intervals of both runs, each over all nodes. */
#include <stdlib.h>

#include "results/bounds.h"
#include "results/diff/alike.h"
#include "results/diff/rows.h"
#include "results/rows.h"

#define NONE SIZE_MAX

struct intervals {
	struct diff_scores *scores; /* one a row */
	size_t rows;
	size_t *row[2]; /* of each interval of a run; NONE: the other one lacks it */
};

/* An interval that both runs have, at its places there. */
static int compare(struct report_diff *d, const size_t at[2], struct diff_scores *scores)
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
			of[i][k] = report_histogram_shared(r, k, at[i]);
		side[i] = (struct diff_durations){report_statistics_all(r, at[i]).stats,
						  report_sum_bound_all(r, at[i]),
						  {of[i], r->m->nodes}};
	}
	d->common++;
	return diff_take_durations(row, side, scores);
}

static int pair(struct report_diff *d, struct intervals *x)
{
	const size_t all[] = {d->run[0]->points.intervals, d->run[1]->points.intervals};

	x->scores = calloc(all[0] + 1, sizeof(*x->scores));
	for (unsigned i = 0; i < 2; i++) {
		x->row[i] = calloc(all[i] + 1, sizeof(*x->row[i]));
		for (size_t k = 0; x->row[i] && k < all[i]; k++)
			x->row[i][k] = NONE;
	}
	if (!x->scores || !x->row[0] || !x->row[1])
		return GNO_ERR_NOMEM;
	for (size_t i = 0; i < all[0]; i++) {
		const char *name = d->run[0]->points.interval[i].name;
		const size_t at[] = {i, diff_find_interval(d->run[1], name)};

		if (at[1] == all[1])
			continue;
		x->row[0][at[0]] = x->row[1][at[1]] = x->rows;
		if (compare(d, at, &x->scores[x->rows++]))
			return GNO_ERR_NOMEM;
	}
	for (unsigned i = 0; i < 2; i++)
		d->only[DIFF_INTERVAL][i] = all[i] - x->rows;
	return GNO_OK;
}

/* Adds the durations of a run in the order of time, over all nodes. */
static int read_run(const struct report_diff *d, unsigned i, struct intervals *x,
		    struct gno_err *err)
{
	const struct gno_report *r = d->run[i];
	struct report_cursor *c = NULL;
	const struct report_row *row;
	int rc = report_rows_open(r, REPORT_INTERVALS, r->m->nodes, 0, &c, err);

	while (!rc && (rc = report_rows_next(c, &row, err)) > 0) {
		const struct report_interval_row *v = &row->interval;
		const size_t at = x->row[i][v->interval];

		if (v->end == REPORT_FINISHED && at != NONE && x->scores[at].rank)
			diff_scores_add(&x->scores[at], i,
					report_shared(r, row->node, row->time - v->since));
		rc = GNO_OK;
	}
	if (c)
		report_rows_close(c);
	return rc;
}

int diff_intervals(struct report_diff *d, struct gno_err *err)
{
	struct intervals x = {.rows = 0};
	bool any = false;
	int rc = pair(d, &x) ? gno_fail_nomem(err) : GNO_OK;

	for (size_t i = 0; i < x.rows; i++)
		any = any || x.scores[i].rank;
	for (unsigned i = 0; i < 2 && any && !rc; i++)
		rc = read_run(d, i, &x, err);
	for (size_t i = 0; i < x.rows && !rc; i++)
		diff_judge_durations(d, &d->row[i], &x.scores[i]);
	for (size_t i = 0; i < x.rows; i++)
		diff_scores_free(&x.scores[i]);
	free(x.scores);
	for (unsigned i = 0; i < 2; i++)
		free(x.row[i]);
	return rc;
}
