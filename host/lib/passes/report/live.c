/* SPDX-License-Identifier: Apache-2.0 */
#include "results/live.h"

#include <stdlib.h>
#include <string.h>

#include "passes/limits/limits.h"
#include "passes/periods.h"
#include "passes/report/pauses.h"
#include "passes/walk.h"

#define COLUMNS 2048 /* of a node's time line at least, half of which are in use at least */
#define FINER 4	     /* so many of them, and of the periods, to one that is requested */

/* The walk over a node. */
struct lane {
	struct walk w;
	struct gno_report shadow; /* the report as it sees it, with lists of its own */
	struct report_line line;
	struct gno_batch batch;
	bool begun;
};

struct report_live {
	char *dir;
	struct gno_report_options o;
	struct gno_report *r;
	unsigned loads;	   /* changes of the trace's list of loads, when the points were read */
	struct lane *lane; /* one a node */
	unsigned lanes;
	struct gno_trace *talks;    /* the trace once more, in order of time over the nodes, */
	struct report_talk *talk;   /* for messages; NULL: there are none so far */
	struct pauses_live *pauses; /* likewise, of lines; NULL: there are none */
	enum line_trust trust;	    /* in what they say of what was read */
	uint64_t until;		    /* lanes wait there for more of them */
};

/* -- opening -- */

static bool has_ports(const struct gno_manifest *m)
{
	for (unsigned k = 0; k < m->nodes; k++)
		if (m->node[k].port.bus != GNO_BUS_NONE)
			return true;
	return false;
}

static int open_run(struct report_live *l, struct gno_err *err)
{
	struct gno_report *r = calloc(1, sizeof(*r));
	int rc;

	l->r = r;
	if (!r)
		return gno_fail_nomem(err);
	r->stopped = UINT64_MAX;
	r->latest = l->o.latest;
	/* first, so that it is never ahead of the other */
	rc = gno_trace_follow(l->dir, &l->talks, err);
	if (!rc)
		rc = gno_trace_follow(l->dir, &r->trace, err);
	if (rc)
		return rc;
	r->m = gno_trace_manifest(r->trace);
	r->run = gno_trace_run(r->trace);
	rc = pauses_live_open(l->dir, r, l->trust, &l->pauses, err);
	if (rc)
		return rc;
	l->until = l->pauses ? 0 : UINT64_MAX;
	l->loads = gno_trace_loads_changed(r->trace);
	rc = report_points_load(&r->points, l->dir, r->trace, l->o.interval, err);
	if (!rc)
		rc = report_filters_build(r, err);
	if (!rc && l->pauses)
		rc = pauses_begin(r, err);
	if (rc)
		return rc;
	r->node = calloc(r->m->nodes, sizeof(*r->node));
	if (!r->node)
		return gno_fail_nomem(err);
	if (!l->lane)
		l->lane = calloc(r->m->nodes, sizeof(*l->lane));
	if (!l->lane)
		return gno_fail_nomem(err);
	l->lanes = r->m->nodes;
	if (l->o.periods && report_periods_grow(r, FINER * l->o.periods))
		return gno_fail_nomem(err);
	if (!has_ports(r->m)) {
		gno_trace_close(l->talks);
		l->talks = NULL;
	}
	return l->o.interval ? GNO_OK
			     : report_limits_load(r, l->o.limit, l->o.limits, &r->limits, err);
}

/* What was read so far. */
static void drop_run(struct report_live *l)
{
	for (unsigned k = 0; k < l->lanes; k++) {
		struct lane *lane = &l->lane[k];

		if (lane->begun)
			walk_end(&lane->w);
		report_lists_free(&lane->shadow);
		free(lane->line.cell);
		*lane = (struct lane){.begun = false};
	}
	report_talk_free(l->talk);
	gno_trace_close(l->talks);
	pauses_live_close(l->pauses);
	l->pauses = NULL;
	l->talk = NULL;
	l->talks = NULL;
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
	free(l->lane);
	free(l->dir);
	free(l);
}

bool report_live_grows(const struct report_live *l)
{
	return gno_trace_grows(l->r->trace);
}

/* -- reading -- */

static int begin_walk(struct report_live *l, unsigned node, struct gno_err *err)
{
	struct lane *lane = &l->lane[node];
	struct report_node *n = &l->r->node[node];

	n->lives = SIZE_MAX;   /* no record of a load is missing, unless one is in doubt */
	n->port.pauses = true; /* perhaps; if not, what is counted for it is dropped */
	lane->shadow = *l->r;
	if (report_line_grow(&lane->line,
			     l->o.columns > COLUMNS / FINER ? FINER * l->o.columns : COLUMNS,
			     l->r->points.intervals))
		return gno_fail_nomem(err);
	lane->begun = true;
	if (walk_begin(&lane->w, &lane->shadow, node, n, &l->o, &lane->batch, err))
		return err->code;
	lane->w.line = &lane->line;
	lane->w.row = 0;
	return GNO_OK;
}

/* Begins the walk over a node once its first record is there, whose time it needs. */
static int find_begin(struct report_live *l, unsigned node, struct gno_err *err)
{
	struct gno_stream *s = gno_trace_stream(l->r->trace, node);
	struct gno_batch *b = &l->lane[node].batch;
	int rc;

	while ((rc = gno_stream_read(s, b, err)) > 0)
		if (b->n) {
			report_node_begin(l->r, node, &b->rec[0]);
			return begin_walk(l, node, err);
		}
	return rc;
}

/* Walks up to what is there. */
static int walk_on(struct report_live *l, unsigned node, struct gno_err *err)
{
	struct lane *lane = &l->lane[node];
	const struct gno_batch *b = &lane->batch;
	struct report_node *n = &l->r->node[node];
	int rc = lane->begun ? GNO_OK : find_begin(l, node, err);

	if (rc || !lane->begun)
		return rc;
	lane->w.until = l->until;
	while ((rc = walk_step(&lane->w, err)) == 1)
		if (b->n && lane->w.at == b->n)
			n->end = gno_record_kind(b->rec[b->n - 1].info) == GNO_KIND_GAP
				     ? b->resumed
				     : b->rec[b->n - 1].time;
	return rc < 0 ? rc : GNO_OK;
}

static int walk_all(struct report_live *l, struct gno_err *err)
{
	int rc = GNO_OK;

	for (unsigned k = 0; k < l->r->m->nodes && !rc; k++)
		rc = walk_on(l, k, err);
	return rc;
}

/* Reads what is new of the lines, and walks on as far as it is then known. */
static int walk_with_pauses(struct report_live *l, struct gno_err *err)
{
	int rc = walk_all(l, err); /* so that it is known when nodes begin */
	unsigned begun = 0;

	for (unsigned k = 0; k < l->lanes; k++)
		begun += l->lane[k].begun;
	if (rc || !l->pauses || begun < l->lanes)
		return rc;
	rc = pauses_live_read(l->pauses, l->r, &l->until, err);
	if (!rc && !pauses_live_revised(l->pauses, &l->trust))
		rc = walk_all(l, err);
	return rc;
}

/* Reads the messages that are new. */
static int read_talk(struct report_live *l, struct gno_err *err)
{
	int rc = GNO_OK;

	if (!l->talks || (!l->talk && !report_talk_any(l->r)))
		return GNO_OK;
	if (!l->talk)
		rc = report_talk_begin(l->r, &l->talk, err);
	if (!rc)
		rc = gno_trace_refresh_with(l->talks, l->r->trace, err);
	return rc < 0 ? rc : report_talk_read(l->talk, l->talks, err);
}

static int begin_again(struct report_live *l, struct gno_err *err)
{
	drop_run(l);
	return open_run(l, err);
}

int report_live_refresh(struct report_live *l, struct gno_err *err)
{
	int changed = gno_trace_refresh(l->r->trace, err), rc = GNO_OK;

	if (changed < 0)
		return changed;
	if (gno_trace_loads_changed(l->r->trace) != l->loads)
		rc = begin_again(l, err);
	if (!rc)
		rc = walk_with_pauses(l, err);
	while (!rc && l->pauses && pauses_live_revised(l->pauses, &l->trust)) {
		rc = begin_again(l, err);
		if (!rc)
			rc = walk_with_pauses(l, err);
	}
	if (!rc)
		rc = read_talk(l, err);
	return rc ? rc : changed;
}

/* -- the report -- */

/*
 * Whether the record of a load may be missing, so that it is not known which holds; or what was
 * taken for certain of the lines is wrong.
 */
static bool is_in_doubt(const struct report_live *l)
{
	enum line_trust trust;
	const struct report_points *p = &l->r->points;

	for (unsigned k = 0; k < l->r->m->nodes; k++) {
		size_t mine = 0;

		for (size_t i = 1; i < p->loads; i++)
			mine += p->load[i].on[k];
		if (l->lane[k].w.breaks && mine > l->lane[k].w.lives)
			return true;
	}
	return l->pauses && pauses_live_revised(l->pauses, &trust);
}

/* When the run began and ended, so far. */
static int find_ends(struct report_live *l, struct gno_err *err)
{
	struct gno_report *r = l->r;
	uint64_t first = UINT64_MAX, last = 0;
	int rc = GNO_OK;

	for (unsigned k = 0; k < r->m->nodes && !rc; k++) {
		struct report_node *n = &r->node[k];

		if (!l->lane[k].begun) { /* it has no record, perhaps damage */
			rc = begin_walk(l, k, err);
			rc = rc ? rc : walk_on(l, k, err);
		}
		n->kept_until = n->end;
		n->missing = gno_stream_missing(gno_trace_stream(r->trace, k));
		first = n->begin < first ? n->begin : first;
		last = n->end > last ? n->end : last;
	}
	if (!rc &&
	    report_line_init(&r->line, r->m->nodes, l->o.columns, r->points.intervals, first, last))
		rc = gno_fail_nomem(err);
	return rc;
}

/* Appends a node's samples and marks to those of the report. */
static int join_lists(struct gno_report *r, struct gno_report *of, size_t most, struct gno_err *err)
{
	r->samples_seen += of->samples_seen;
	r->marks_seen += of->marks_seen;
	for (size_t i = 0; i < of->samples && (r->latest || r->samples < most); i++) {
		if (walk_room(&r->sample, r->samples, sizeof(*r->sample)))
			return gno_fail_nomem(err);
		r->sample[r->samples++] = of->sample[i];
		of->sample[i].pair = NULL;
	}
	for (size_t i = 0; i < of->marks; i++) {
		if (walk_room(&r->mark, r->marks, sizeof(*r->mark)))
			return gno_fail_nomem(err);
		of->mark[i].order = r->marks;
		r->mark[r->marks++] = of->mark[i];
	}
	return GNO_OK;
}

static int end_lane(struct report_live *l, unsigned node, struct gno_err *err)
{
	struct lane *lane = &l->lane[node];
	struct report_node *n = &l->r->node[node];
	int rc;

	n->port.pauses = lane->w.pause.seen;
	for (size_t i = 0; i < n->intervals && !n->port.pauses; i++)
		n->statistics[i].running = (struct gno_stats){0};
	lane->shadow.line = l->r->line;
	rc = walk_finish(&lane->w, err);
	walk_keep(&lane->w);
	/* as second walks over its rows must know it */
	n->lives = lane->w.lives;
	n->breaks = lane->w.breaks + (l->r->points.frozen || !n->flushed);
	n->lossy = n->gaps || n->holes || n->missing || lane->w.lives || lane->w.blind;
	report_line_pour(&lane->line, &l->r->line, node);
	return rc ? rc : join_lists(l->r, &lane->shadow, l->o.samples, err);
}

static int end_all(struct report_live *l, struct gno_err *err)
{
	int rc = find_ends(l, err);

	for (unsigned k = 0; k < l->r->m->nodes && !rc; k++)
		rc = end_lane(l, k, err);
	if (rc)
		return rc;
	if (l->o.periods && report_periods_pour(l->r, l->o.periods))
		return gno_fail_nomem(err);
	report_marks_sort(l->r, l->o.samples);
	if (!l->talk)
		return report_messages(l->r, err);
	rc = gno_trace_settle(l->talks, err);
	if (!rc)
		rc = report_talk_read(l->talk, l->talks, err);
	if (!rc)
		report_talk_finish(l->talk);
	return rc;
}

/* Walks up to the end of what is there. */
static int walk_to_end(struct report_live *l, struct gno_err *err)
{
	int rc = gno_trace_settle(l->r->trace, err);

	if (!rc)
		rc = walk_all(l, err);
	if (rc || !l->pauses)
		return rc;
	rc = pauses_live_end(l->pauses, l->r, err);
	l->until = UINT64_MAX;
	return rc ? rc : walk_all(l, err);
}

int report_live_end(struct report_live *l, struct gno_report **out, struct gno_err *err)
{
	int rc;

	*out = NULL;
	if (l->r->run->frozen) /* it is complete, and only now it is known what its records mean */
		return gno_report_build(l->dir, &l->o, out, err);
	rc = walk_to_end(l, err);
	if (rc)
		return rc;
	if (is_in_doubt(l))
		return gno_report_build(l->dir, &l->o, out, err);
	rc = end_all(l, err);
	if (rc)
		return rc;
	*out = l->r;
	/* the walks' results are the report's now; they themselves need its manifest */
	for (unsigned k = 0; k < l->lanes; k++) {
		walk_end(&l->lane[k].w);
		l->lane[k].begun = false;
	}
	l->r = NULL;
	return GNO_OK;
}
