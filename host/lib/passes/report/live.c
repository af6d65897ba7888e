/* SPDX-License-Identifier: Apache-2.0 */
#include "results/live.h"

#include <stdlib.h>
#include <string.h>

#include "common/new_file.h"
#include "passes/limits/limits.h"
#include "passes/periods.h"
#include "passes/lines/pauses.h"
#include "passes/report/waypoints.h"
#include "passes/report/lanes.h"
#include "passes/report/look.h"
#include "passes/reading.h"

#define FINER 4 /* so many of the periods to one that is requested */

struct report_live {
	char *dir;
	struct gno_report_options o;
	struct gno_report *r;
	unsigned loads; /* changes of the trace's list of loads, when the points were read */
	struct lanes lanes;
	struct look *look;	    /* with o.passes_only in the place of the lanes' walks */
	struct pauses_live *pauses; /* the trace once more, for lines; NULL: there are none */
	enum line_trust trust;	    /* in what they say of what was read */
	struct waypoints waypoints;
	struct index *index; /* its places; NULL: there is none */
	bool others;	     /* o.passes were added */
};

/* -- where rows of a later cycle begin -- */

static int take_place(void *self, unsigned node, struct gno_err *err)
{
	struct report_live *l = self;
	struct lane *lane = &l->lanes.lane[node];
	int rc = waypoints_take(&l->waypoints, gno_trace_stream(l->r->trace, node), lane->w.b,
				&lane->w, NULL);

	return rc ? gno_fail_nomem(err) : GNO_OK;
}

/* Of a run with lines, whose rounds are known late, there is none. */
static int add_index(struct report_live *l, struct gno_err *err)
{
	static const struct pass pass = {.name = "places", .batch = take_place};
	struct index *x;

	if (l->pauses || l->look || !gno_trace_grows(l->r->trace))
		return GNO_OK;
	x = l->index = calloc(1, sizeof(*x));
	if (!x)
		return gno_fail_nomem(err);
	x->fd = -1;
	x->nodes = l->r->m->nodes;
	x->node = calloc(x->nodes, sizeof(*x->node));
	if (!x->node || waypoints_begin(&l->waypoints, x, &index_usual))
		return gno_fail_nomem(err);
	l->waypoints.cannot = gno_scratch_open(&x->fd, &l->waypoints.why) != 0;
	return reader_add(l->lanes.reader, &pass, l, err);
}

/* -- passes of others -- */

static int add_others(struct report_live *l, struct gno_err *err)
{
	if (!l->o.passes)
		return GNO_OK;
	l->others = true;
	return l->o.passes(l->o.passes_of, l->r, l->lanes.reader, err);
}

/* They end, with the result so far. */
static int end_others(struct report_live *l, int rc, struct gno_err *err)
{
	const bool others = l->others;

	l->others = false;
	return others ? l->o.passed(l->o.passes_of, rc, err) : rc;
}

/* The report will be gone, and with it what they read. */
static void drop_others(struct report_live *l)
{
	struct gno_err none;

	end_others(l, GNO_ERR_STATE, &none);
}

/* -- opening -- */

/* The go over the nodes. */
static int open_go(struct report_live *l, struct gno_err *err)
{
	struct gno_report *r = l->r;
	int rc;

	if (!l->o.passes_only)
		return lanes_open(&l->lanes, r, &l->o, err);
	l->lanes = (struct lanes){.r = r, .o = &l->o};
	rc = reading_open(r, &l->lanes.reader, err);
	rc = rc ? rc : look_add(r, l->lanes.reader, &l->look, err);
	for (unsigned k = 0; k < r->m->nodes && !rc; k++)
		reader_begin(l->lanes.reader, k);
	return rc;
}

static void end_go(struct report_live *l)
{
	lanes_end(&l->lanes);
	look_free(l->look);
	l->look = NULL;
}

static int load_points(const struct report_live *l, struct report_points *out, struct gno_err *err)
{
	int rc = report_points_load(out, l->r->trace, err);

	rc = rc ? rc : report_points_check(out, l->o.interval, err);
	return rc ? rc : report_points_only(out, l->o.interval, err);
}

static int open_run(struct report_live *l, struct gno_err *err)
{
	struct gno_report *r = calloc(1, sizeof(*r));
	int rc;

	l->r = r;
	if (!r)
		return gno_fail_nomem(err);
	r->latest = l->o.latest;
	r->follows = true;
	/* of several boards all that is there is read at once: it does not go on */
	rc = boards_is_run(l->dir) ? gno_trace_open(l->dir, &r->trace, err)
				   : gno_trace_follow(l->dir, &r->trace, err);
	if (rc)
		return rc;
	r->boards = gno_trace_boards(r->trace);
	r->m = gno_trace_manifest(r->trace);
	r->run = gno_trace_run(r->trace);
	rc = pauses_live_open(l->dir, r, l->trust, &l->pauses, err);
	if (rc)
		return rc;
	l->loads = gno_trace_loads_changed(r->trace);
	rc = load_points(l, &r->points, err);
	if (!rc)
		rc = report_filters_build(r, err);
	if (!rc && l->pauses)
		rc = pauses_begin(r, err);
	if (rc)
		return rc;
	r->node = calloc(r->m->nodes, sizeof(*r->node));
	if (!r->node)
		return gno_fail_nomem(err);
	if (l->o.periods && report_periods_grow(r, FINER * l->o.periods))
		return gno_fail_nomem(err);
	if (!l->o.interval)
		rc = report_limits_load(r, l->o.limit, l->o.limits, &r->limits, err);
	if (!rc)
		rc = open_go(l, err);
	if (!rc)
		rc = add_index(l, err);
	if (!rc)
		rc = add_others(l, err);
	l->lanes.until = l->pauses ? 0 : UINT64_MAX;
	l->lanes.follows = true;
	return rc;
}

/* What was read so far. */
static void drop_run(struct report_live *l)
{
	drop_others(l);
	end_go(l);
	waypoints_free(&l->waypoints);
	index_close(l->index);
	l->index = NULL;
	pauses_live_close(l->pauses);
	l->pauses = NULL;
	gno_report_free(l->r);
	l->r = NULL;
}

int report_live_open(const char *dir, const struct gno_report_options *o, struct report_live **out,
		     struct gno_err *err)
{
	struct report_live *l = calloc(1, sizeof(*l));
	int rc;

	*out = NULL;
	if (!l)
		return gno_fail_nomem(err);
	l->o = *o;
	l->trust = LINE_START;
	l->dir = strdup(dir);
	rc = l->dir ? open_run(l, err) : gno_fail_nomem(err);
	if (rc)
		report_live_close(l);
	else
		*out = l;
	return rc;
}

void report_live_close(struct report_live *l)
{
	if (!l)
		return;
	drop_run(l);
	free(l->dir);
	free(l);
}

bool report_live_grows(const struct report_live *l)
{
	return gno_trace_grows(l->r->trace);
}

bool report_live_needs_end(const struct report_live *l)
{
	return gno_report_needs_end(l->r);
}

/* -- reading -- */

static int begin_walk(struct report_live *l, unsigned node, struct gno_err *err)
{
	struct lane *lane = &l->lanes.lane[node];
	struct report_node *n = &l->r->node[node];
	int rc;

	n->lives = SIZE_MAX;   /* no record of a load is missing, unless one is in doubt */
	n->port.pauses = true; /* perhaps; if not, what is counted for it is dropped */
	if (report_line_grow(&lane->line, l->o.columns, l->r->points.intervals))
		return gno_fail_nomem(err);
	rc = lanes_begin(&l->lanes, node, err);
	lane->w.line = &lane->line;
	lane->w.row = 0;
	return rc;
}

/* Begins the walk over a node once its first record is there, whose time it needs; `over`: there is
 * none, perhaps damage. */
static int find_begin(struct report_live *l, unsigned node, bool over, struct gno_err *err)
{
	struct gno_slot first;
	int rc = reader_first(l->lanes.reader, node, &first, err);

	if (rc > 0)
		report_node_begin(l->r, node, &first);
	return rc < 0 || (!rc && !over) ? rc : begin_walk(l, node, err);
}

/* Walks up to what is there; `over`: no more comes. */
static int walk_all(struct report_live *l, bool over, struct gno_err *err)
{
	int rc = GNO_OK;

	for (unsigned k = 0; k < l->r->m->nodes && !rc && !l->look; k++)
		if (!l->lanes.lane[k].begun)
			rc = find_begin(l, k, over, err);
	return rc ? rc : reader_run(l->lanes.reader, err);
}

/* Reads what is new of the lines, and walks on as far as it is then known. */
static int walk_with_pauses(struct report_live *l, struct gno_err *err)
{
	int rc = walk_all(l, false, err); /* so that it is known when nodes begin */
	unsigned begun = 0;

	for (unsigned k = 0; k < l->r->m->nodes && l->pauses; k++)
		begun += l->lanes.lane[k].begun;
	if (rc || !l->pauses || begun < l->r->m->nodes)
		return rc;
	rc = pauses_live_read(l->pauses, l->r, &l->lanes.until, err);
	if (!rc && !pauses_live_revised(l->pauses, &l->trust))
		rc = walk_all(l, false, err);
	return rc;
}

static int begin_again(struct report_live *l, struct gno_err *err)
{
	drop_run(l);
	return open_run(l, err);
}

/* Whether the limits are those that were counted so far: 1, or 0. */
static int check_limits(const struct report_live *l, struct gno_err *err)
{
	struct report_limits *now = NULL;
	int rc =
	    l->o.interval ? GNO_OK : report_limits_load(l->r, l->o.limit, l->o.limits, &now, err);

	rc = rc ? rc : report_limits_same(l->r->limits, now, l->r->m->nodes);
	report_limits_free(now);
	return rc;
}

/* Takes the points of all loads, where the walks can go on with them: 1, or 0. */
static int take_loads(struct report_live *l, struct gno_err *err)
{
	struct gno_report *r = l->r;
	struct report_points before = r->points, now = {.loads = 0};
	int rc = load_points(l, &now, err);

	if (rc) {
		report_points_free(&now);
		return rc;
	}
	r->points = now;
	if (report_periods_widen(r, before.points))
		rc = gno_fail_nomem(err);
	rc = rc ? rc : lanes_renew(&l->lanes, &before, err);
	if (rc > 0)
		rc = check_limits(l, err);
	report_points_free(&before);
	l->loads = gno_trace_loads_changed(r->trace);
	return rc;
}

/* A load has come into the run. */
static int go_on(struct report_live *l, struct gno_err *err)
{
	const struct gno_trace_run *run = l->r->run;
	/* a recorder, a filter, what is known of lines, and others need all of them beforehand */
	const bool all = run->wrap || run->filters || l->r->left_out || l->pauses || l->others;
	int rc = all ? 0 : take_loads(l, err);

	if (rc)
		return rc < 0 ? rc : GNO_OK;
	return begin_again(l, err);
}

int report_live_refresh(struct report_live *l, struct gno_err *err)
{
	int changed = gno_trace_refresh(l->r->trace, err), rc = GNO_OK;

	if (changed < 0)
		return changed;
	if (gno_trace_loads_changed(l->r->trace) != l->loads)
		rc = go_on(l, err);
	if (!rc)
		rc = walk_with_pauses(l, err);
	while (!rc && l->pauses && pauses_live_revised(l->pauses, &l->trust)) {
		rc = begin_again(l, err);
		if (!rc)
			rc = walk_with_pauses(l, err);
	}
	return rc ? rc : changed;
}

/* -- the report -- */

/* Stretches of a node in which a record of a load can be missing, and how many of these there are.
 */
static size_t count_breaks(const struct report_live *l, unsigned node, size_t *lives)
{
	const struct report_node *n = &l->r->node[node];
	const struct walk *w = l->look ? NULL : &l->lanes.lane[node].w;

	*lives = w ? w->lives : n->lives;
	/* the look has read to the end, and counts that there is no flush */
	return w ? w->breaks : n->breaks - !n->flushed;
}

/*
 * Whether the record of a load may be missing, so that it is not known which holds; or what was
 * taken for certain of the lines is wrong.
 */
static bool is_in_doubt(const struct report_live *l)
{
	enum line_trust trust;
	const struct report_points *p = &l->r->points;
	size_t lives;

	for (unsigned k = 0; k < l->r->m->nodes; k++) {
		size_t mine = 0;

		for (size_t i = 1; i < p->loads; i++)
			mine += p->load[i].on[k];
		if (count_breaks(l, k, &lives) && mine > lives)
			return true;
	}
	return l->pauses && pauses_live_revised(l->pauses, &trust);
}

/* When the run began and ended, so far. */
static int find_ends(struct report_live *l, struct gno_err *err)
{
	struct gno_report *r = l->r;
	uint64_t first = UINT64_MAX, last = 0;

	for (unsigned k = 0; k < r->m->nodes; k++) {
		struct report_node *n = &r->node[k];

		n->kept_until = n->end;
		n->missing = gno_stream_missing(gno_trace_stream(r->trace, k));
		first = n->begin < first ? n->begin : first;
		last = n->end > last ? n->end : last;
	}
	if (report_line_init(&r->line, r->m->nodes, l->o.columns, r->points.intervals, first, last))
		return gno_fail_nomem(err);
	return GNO_OK;
}

static int end_lane(struct report_live *l, unsigned node, struct gno_err *err)
{
	struct lane *lane = &l->lanes.lane[node];
	struct report_node *n = &l->r->node[node];
	int rc;

	n->port.pauses = lane->w.pause.seen;
	for (size_t i = 0; i < n->intervals && !n->port.pauses; i++)
		n->statistics[i].running = (struct gno_stats){0};
	lane->shadow.line = l->r->line;
	rc = lanes_finish(&l->lanes, node, err);
	/* as second walks over its rows must know it */
	n->lives = lane->w.lives;
	n->breaks = lane->w.breaks + (l->r->points.frozen || !n->flushed);
	n->lossy = n->gaps || n->holes || n->missing || lane->w.lives || lane->w.known.blind;
	report_line_pour(&lane->line, &l->r->line, node);
	return rc;
}

static int end_all(struct report_live *l, struct gno_err *err)
{
	int rc = GNO_OK;

	for (unsigned k = 0; k < l->r->m->nodes && !rc; k++)
		rc = end_lane(l, k, err);
	if (rc)
		return rc;
	if (l->o.periods && report_periods_pour(l->r, l->o.periods))
		return gno_fail_nomem(err);
	report_marks_sort(l->r, l->o.samples);
	return reader_end(l->lanes.reader, err);
}

/* Walks up to the end of what is there. */
static int walk_to_end(struct report_live *l, struct gno_err *err)
{
	int rc = gno_trace_settle(l->r->trace, err);

	if (!rc)
		rc = walk_all(l, true, err);
	if (rc || !l->pauses)
		return rc;
	rc = pauses_live_end(l->pauses, l->r, err);
	l->lanes.until = UINT64_MAX;
	return rc ? rc : walk_all(l, true, err);
}

static int rebuild(struct report_live *l, struct gno_report **out, struct gno_err *err)
{
	drop_others(l);
	return gno_report_build(l->dir, &l->o, out, err);
}

int report_live_end(struct report_live *l, struct gno_report **out, struct gno_err *err)
{
	const bool grows = report_live_grows(l);
	int rc;

	*out = NULL;
	/* it is complete, and only now it is known what its records mean, or when they came */
	if (l->r->run->frozen || l->r->boards)
		return rebuild(l, out, err);
	rc = walk_to_end(l, err);
	if (rc)
		return rc;
	if (is_in_doubt(l))
		return rebuild(l, out, err);
	rc = find_ends(l, err);
	if (!rc && !grows && !report_line_is_exact(&l->r->line))
		return rebuild(l, out, err);
	if (!rc)
		rc = l->look ? reader_end(l->lanes.reader, err) : end_all(l, err);
	rc = end_others(l, rc, err);
	if (rc)
		return rc;
	*out = l->r;
	l->r->follows = false;
	l->r->index = l->index;
	l->index = NULL;
	/* the walks' results are the report's now; they themselves need its manifest */
	end_go(l);
	l->r = NULL;
	return GNO_OK;
}
