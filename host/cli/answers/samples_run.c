/* SPDX-License-Identifier: Apache-2.0 */
#include "answers/samples_run.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "results/bounds.h"
#include "results/rows.h"
#include "results/select.h"
#include "shared/answer.h"

struct counting {
	const struct samples_of *of;
	struct clocks_table *t;
	struct clocks_ask *how;
};

static bool is_here(const struct gno_report *r, unsigned node)
{
	return r->node[node].statistics[0].stats.count && gno_node_tick(&r->m->node[node]) > 1;
}

/* The node in question: *out. */
static int find_node(const struct gno_report *r, const struct samples_of *of, unsigned *out,
		     struct gno_err *err)
{
	const struct gno_node *named = of->node ? gno_manifest_node(r->m, of->node) : NULL;
	unsigned found = 0;

	if (of->node && !named)
		return gno_fail(err, GNO_ERR_ARG, "no node '%s' in this run", of->node);
	for (unsigned k = 0; k < r->m->nodes && !named; k++)
		if (is_here(r, k) && !found++)
			*out = k;
	if (named)
		*out = gno_manifest_place(r->m, named);
	else if (!found)
		return gno_fail(err, GNO_ERR_ARG,
				"no interval '%s' ended at a node whose time has ticks",
				of->interval);
	else if (found > 1)
		return gno_fail(
		    err, GNO_ERR_ARG,
		    "%u nodes have the interval '%s' and ticks: --node must name one, such as '%s'",
		    found, of->interval, r->m->node[*out].name);
	if (gno_node_tick(&r->m->node[*out]) > 1)
		return GNO_OK;
	return gno_fail(err, GNO_ERR_ARG,
			"the times of node '%s' are exact: 'gnomon report' has its durations",
			r->m->node[*out].name);
}

static int read_counts(const struct gno_report *r, unsigned node, struct clocks_table *t,
		       struct gno_err *err)
{
	const uint64_t count = r->node[node].statistics[0].stats.count;
	const unsigned tick = gno_node_tick(&r->m->node[node]);
	struct report_cursor *c = NULL;
	const struct report_row *row;
	int rc = GNO_OK;

	t->at = calloc(count + 1, sizeof(*t->at));
	if (!t->at)
		return gno_fail_nomem(err);
	rc = report_rows_open(r, REPORT_INTERVALS, node, 0, &c, err);
	while (!rc && (rc = report_rows_next(c, &row, err)) > 0) {
		if (row->interval.end == REPORT_FINISHED && row->node == node && t->rows < count)
			t->at[t->rows++] = (row->time - row->interval.since) / tick;
		rc = GNO_OK;
	}
	report_rows_close(c);
	return rc;
}

static int take(const struct gno_report *r, void *ctx, struct gno_err *err)
{
	const struct counting *c = ctx;
	const struct report_statistics *m;
	char lacks[REPORT_LACKS];
	unsigned node = 0;
	int rc = find_node(r, c->of, &node, err);

	if (rc)
		return rc;
	m = &r->node[node].statistics[0];
	c->how->tick = gno_node_tick(&r->m->node[node]);
	c->how->jitter = r->m->node[node].seed != 0;
	c->how->contiguous = report_is_contiguous(r, 0, node);
	if (c->how->contiguous && m->cut)
		return gno_fail(
		    err, GNO_ERR_ARG,
		    "the intervals '%s' of node '%s' do not follow each other: records are missing",
		    c->of->interval, r->m->node[node].name);
	if (report_lossy(r, &(struct report_select){.node = r->m->node[node].name}, lacks))
		cli_note("%s: intervals with them are left out", lacks);
	return read_counts(r, node, c->t, err);
}

int samples_run_read(const struct samples_of *of, struct clocks_table *t, struct clocks_ask *how)
{
	const struct gno_report_options o = {.columns = 1, .interval = of->interval};
	struct gno_err err;

	*t = (struct clocks_table){.columns = 1, .text = strdup(of->interval)};
	t->name = calloc(1, sizeof(*t->name));
	if (!t->text || !t->name) {
		gno_fail_nomem(&err);
		return cli_error(&err);
	}
	*t->name = t->text;
	return cli_answer(of->run, &o, take, &(struct counting){of, t, how});
}
