/* SPDX-License-Identifier: Apache-2.0 */
#include "results/rounds.h"
#include "common/util.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const struct gno_pattern_file *patterns_of(const struct gno_report *r)
{
	return r->points.load[0].file;
}

/* Whether an interval of a node took the same clocks in a round as in round 0. */
static int check_interval(const struct gno_rounds *all, unsigned round, unsigned node,
			  size_t interval, struct gno_err *err)
{
	const struct gno_report *r = all->report[round];
	const struct gno_stats *a = &all->report[0]->node[node].statistics[interval].stats;
	const struct gno_stats *b = &r->node[node].statistics[interval].stats;
	const char *name = r->points.interval[interval].name, *at = r->m->node[node].name;

	if (a->count != b->count)
		return gno_fail(
		    err, GNO_ERR_MISMATCH,
		    "cannot combine the rounds: interval '%s' at node '%s' occurred %" PRIu64
		    " times in round 0 and %" PRIu64 " times in round %u",
		    name, at, a->count, b->count, round);
	if (a->total != b->total || a->min != b->min || a->max != b->max)
		return gno_fail(
		    err, GNO_ERR_MISMATCH,
		    "cannot combine the rounds: interval '%s' at node '%s' took %" PRIu64
		    " cycles (%" PRIu64 " to %" PRIu64 " each) in round 0 and %" PRIu64 " (%" PRIu64
		    " to %" PRIu64 "), %" PRId64 " more, in round %u",
		    name, at, a->total, a->min, a->max, b->total, b->min, b->max,
		    (int64_t)(b->total - a->total), round);
	return 0;
}

/* Whether a round belongs to round 0 and did the same. */
static int check_round(const struct gno_rounds *all, const char *dir, unsigned round,
		       struct gno_err *err)
{
	const struct gno_report *first = all->report[0], *r = all->report[round];
	const struct gno_pattern_file *a = patterns_of(first), *b = patterns_of(r);
	int rc = 0;

	if (r->run->filters)
		return gno_fail(err, GNO_ERR_STATE,
				"cannot combine the rounds: '%s/round%u' was filtered", dir, round);
	if (b->round != round || b->rounds != a->rounds || a->hash != b->hash ||
	    strcmp(a->experiment, b->experiment) != 0 ||
	    first->points.intervals != r->points.intervals)
		return gno_fail(err, GNO_ERR_MISMATCH,
				"'%s/round%u' is not a round of the experiment of round 0", dir,
				round);
	for (unsigned k = 0; k < r->m->nodes && !rc; k++)
		for (size_t i = 0; i < r->points.intervals && !rc; i++)
			rc = check_interval(all, round, k, i, err);
	return rc;
}

int gno_rounds_build(const char *dir, struct gno_rounds **out, struct gno_err *err)
{
	const struct gno_report_options options = {.columns = 1};
	struct gno_rounds *all = calloc(1, sizeof(*all));
	unsigned round, rounds = 1;
	int rc = 0;

	if (!all)
		return gno_fail_nomem(err);
	for (round = 0; round < rounds && !rc; round++) {
		struct gno_report **more = realloc(all->report, (round + 1) * sizeof(*more));
		char *path = gno_format("%s/round%u", dir, round);

		if (more) {
			all->report = more;
			more[all->rounds++] = NULL;
		}
		rc = more && path ? gno_report_build(path, &options, &more[round], err)
				  : gno_fail_nomem(err);
		free(path);
		if (!rc)
			rc = check_round(all, dir, round, err);
		if (!rc)
			rounds = patterns_of(all->report[0])->rounds;
	}
	if (rc)
		gno_rounds_free(all);
	else
		*out = all;
	return rc;
}

void gno_rounds_free(struct gno_rounds *all)
{
	if (!all)
		return;
	for (unsigned i = 0; i < all->rounds; i++)
		gno_report_free(all->report[i]);
	free(all->report);
	free(all);
}

/* The rows of a measure of a round at a node: over each interval, then over the whole. */
static int each_of_measure(const struct gno_rounds *all, struct rounds_row *row, rounds_put *put,
			   void *ctx, struct gno_err *err)
{
	const struct gno_report *r = all->report[row->round];
	const struct report_node *n = &r->node[row->node];
	const unsigned pair = row->measure->pair;
	int rc = 0;

	for (size_t v = 0; v < r->points.intervals && !rc; v++) {
		row->interval = r->points.interval[v].name;
		row->count = n->over[v].counts[pair];
		row->counts = n->over[v].pair[pair];
		row->complete = true;
		if (row->count)
			rc = put(ctx, row, err);
	}
	row->interval = NULL;
	row->count = 0;
	row->counts = n->overall[pair];
	row->complete = !n->counts_incomplete;
	return rc ? rc : put(ctx, row, err);
}

int rounds_each(const struct gno_rounds *all, rounds_put *put, void *ctx, struct gno_err *err)
{
	struct rounds_row row = {.count = 0};
	int rc = 0;

	for (row.node = 0; row.node < all->report[0]->m->nodes; row.node++)
		for (row.round = 0; row.round < all->rounds; row.round++) {
			const struct gno_pattern_file *p = patterns_of(all->report[row.round]);
			const struct gno_pattern_node *n = &p->node[row.node];

			for (size_t i = 0; i < n->measures && !rc; i++) {
				row.measure = &n->measure[i];
				rc = each_of_measure(all, &row, put, ctx, err);
			}
		}
	return rc;
}
