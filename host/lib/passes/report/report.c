/* SPDX-License-Identifier: Apache-2.0 */
#include "results/report.h"

#include <stdlib.h>

#include "common/util.h"
#include "results/captured.h"
#include "results/live.h"
#include "passes/periods.h"
#include "records/record.h"
#include "passes/index/file.h"
#include "passes/limits/limits.h"
#include "passes/reading.h"
#include "passes/report/indexing.h"
#include "passes/report/lanes.h"
#include "passes/report/look.h"
#include "passes/lines/pauses.h"

/* When the run began and ended. */
static int find_ends(struct gno_report *r, const struct gno_report_options *o, struct gno_err *err)
{
	uint64_t first = UINT64_MAX, last = 0;

	for (unsigned k = 0; k < r->m->nodes; k++) {
		const uint64_t begin = common_time(r->boards, k, r->node[k].begin),
			       end = common_time(r->boards, k, r->node[k].end);

		first = begin < first ? begin : first;
		last = end > last ? end : last;
	}
	if (report_line_init(&r->line, r->m->nodes, o->columns, r->points.intervals, first, last))
		return gno_fail_nomem(err);
	return GNO_OK;
}

/* The first go over all nodes: what all others must know, and when lines pause the counters. */
static int look(struct gno_report *r, const struct gno_report_options *o, struct gno_err *err)
{
	struct reader *reader = NULL;
	struct look *l = NULL;
	struct lines *lines = NULL;
	int rc = reading_open(r, &reader, err);

	rc = rc ? rc : look_add(r, reader, &l, err);
	if (!rc && pauses_any(r->m))
		rc = lines_add(r, reader, &lines, err);
	rc = rc ? rc : reading_all(r, reader, err);
	if (!rc)
		look_finish(l);
	rc = rc ? rc : find_ends(r, o, err);
	if (!rc && lines)
		rc = pauses_build(r, lines, err);
	lines_close(lines);
	reader_close(reader);
	look_free(l);
	return rc;
}

/* The same from the index of the run, which is made where it is missing. */
static int recall(struct gno_report *r, const struct gno_report_options *o, struct gno_err *err)
{
	uint64_t key;
	int rc;

	if (!index_is_for(r))
		return look(r, o, err);
	rc = index_key(r, &key, err);
	rc = rc ? rc : index_open(r, key, &r->index, err);
	if (rc)
		return rc < 0 ? rc : find_ends(r, o, err);
	rc = look(r, o, err);
	if (rc || !index_is_worth(r))
		return rc;
	rc = index_make(r, key, &index_usual, err);
	rc = rc ? rc : index_open(r, key, &r->index, err);
	return rc < 0 ? rc : GNO_OK;
}

/* The rest of the report is of one interval alone, which the places of the index do not know by its
 * place. */
static int choose_interval(struct gno_report *r, const struct gno_report_options *o,
			   struct gno_err *err)
{
	int rc = report_points_only(&r->points, o->interval, err);

	if (rc || !o->interval)
		return rc;
	index_drop_places(r->index);
	free(r->line.cell);
	return find_ends(r, o, err);
}

/* The walks over all nodes, and what is counted of messages, in one go. */
static int walk_all(struct gno_report *r, const struct gno_report_options *o, struct gno_err *err)
{
	struct lanes l;
	int rc = lanes_open(&l, r, o, err);
	const bool others = !rc && o->passes;

	if (others)
		rc = o->passes(o->passes_of, r, l.reader, err);
	for (unsigned k = 0; k < r->m->nodes && !rc; k++)
		rc = lanes_begin(&l, k, err);
	if (!rc)
		rc = reader_run(l.reader, err);
	for (unsigned k = 0; k < r->m->nodes && !rc; k++)
		rc = lanes_finish(&l, k, err);
	if (!rc)
		rc = reader_end(l.reader, err);
	if (others)
		rc = o->passed(o->passes_of, rc, err);
	lanes_end(&l);
	return rc;
}

static int build(struct gno_report *r, const struct gno_report_options *o, struct gno_err *err)
{
	int rc = GNO_OK;

	if (o->periods && report_periods_begin(r, o->periods))
		return gno_fail_nomem(err);
	rc = walk_all(r, o, err);
	report_marks_sort(r, o->samples);
	if (!rc && o->profile)
		rc = report_profile(r, o, err);
	return rc;
}

/* Opens a run and passes over it once. */
static int open_run(const char *dir, const struct gno_report_options *o, struct gno_report *r,
		    struct gno_err *err)
{
	int rc = gno_trace_open(dir, &r->trace, err);

	if (rc)
		return rc;
	r->boards = gno_trace_boards(r->trace);
	r->m = gno_trace_manifest(r->trace);
	r->run = gno_trace_run(r->trace);
	r->latest = o->latest;
	rc = report_points_load(&r->points, r->trace, err);
	rc = rc ? rc : report_points_check(&r->points, o->interval, err);
	if (!rc)
		rc = report_filters_build(r, err);
	if (rc)
		return rc;
	r->node = calloc(r->m->nodes, sizeof(*r->node));
	rc = r->node ? recall(r, o, err) : gno_fail_nomem(err);
	return rc ? rc : choose_interval(r, o, err);
}

/* `all`: with the walk over all nodes. */
static int open_report(const char *dir, const struct gno_report_options *o, bool all,
		       struct gno_report **out, struct gno_err *err)
{
	struct gno_report *r = calloc(1, sizeof(*r));
	int rc = r ? open_run(dir, o, r, err) : gno_fail_nomem(err);

	if (!rc && all && !o->interval) /* else others are not measured */
		rc = report_limits_load(r, o->limit, o->limits, &r->limits, err);
	if (!rc && all)
		rc = build(r, o, err);
	*out = rc ? NULL : r;
	if (rc)
		gno_report_free(r);
	return rc;
}

int gno_report_build(const char *dir, const struct gno_report_options *o, struct gno_report **out,
		     struct gno_err *err)
{
	return open_report(dir, o, true, out, err);
}

int gno_report_look(const char *dir, struct gno_report **out, struct gno_err *err)
{
	return open_report(dir, &(struct gno_report_options){.columns = 1}, false, out, err);
}

static void free_growth(struct report_growth *g)
{
	if (!g)
		return;
	for (size_t i = 0; i < g->befores; i++)
		report_points_free(&g->before[i]);
	free(g->before);
	free(g);
}

void gno_report_free(struct gno_report *r)
{
	if (!r)
		return;
	report_limits_free(r->limits);
	report_periods_free(r);
	free(r->left_out);
	for (unsigned k = 0; r->node && k < r->m->nodes; k++)
		report_node_free(&r->node[k]);
	flows_free_connections(r->connection);
	free(r->node);
	report_lists_free(r);
	free(r->line.cell);
	free(r->profile.place);
	report_pauses_free(r->pauses);
	captured_free(r->captured);
	report_points_free(&r->points);
	index_close(r->index);
	free_growth(r->growth);
	gno_trace_close(r->trace);
	free(r);
}
