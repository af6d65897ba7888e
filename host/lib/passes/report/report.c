/* SPDX-License-Identifier: Apache-2.0 */
#include "results/report.h"

#include <stdlib.h>

#include "common/util.h"
#include "results/live.h"
#include "passes/periods.h"
#include "records/record.h"
#include "passes/index/file.h"
#include "passes/limits/limits.h"
#include "passes/reading.h"
#include "passes/report/indexing.h"
#include "passes/report/lanes.h"
#include "passes/report/pauses.h"

/* Of a recorder that froze: when what fired last did, so many of these as are kept after its stop,
 * and some more. */
struct latest {
	uint64_t *time;
	size_t times, most;
};

/* A pass: when each node's records begin and end, and what the walk must know beforehand. One node
 * is read after the other. */
struct look {
	struct gno_report *r;
	struct reader *reader;
	struct latest *latest;	      /* one a board */
	bool begun, event[GNO_CODES]; /* of the node that is read */
};

static int latest_first(const void *a, const void *b)
{
	const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return (x < y) - (x > y);
}

/* GNO_ERR_NOMEM. */
static int latest_add(struct latest *l, uint64_t time)
{
	uint64_t *more;

	if (l->times == 2 * l->most) { /* half of them cannot be among the last ones any more */
		qsort(l->time, l->times, sizeof(*l->time), latest_first);
		l->times = l->most;
	}
	more = gno_room(l->time, l->times, sizeof(*more));
	if (!more)
		return GNO_ERR_NOMEM;
	l->time = more;
	more[l->times++] = time;
	return GNO_OK;
}

/*
 * A record of a recorder that froze: when its stop was, the earliest that is kept, and what is kept
 * of the node after it. Its flush alone is kept whenever it comes, with its sample; and a block is,
 * by a time of its own, with the time of the record before it, which may have been dropped.
 */
static int look_at_stop(struct report_node *n, struct latest *l, uint64_t time, uint32_t info)
{
	unsigned kind = gno_record_kind(info);

	if (gno_kind_has_flags(kind) && gno_record_flags(info) >> GNO_FLAG_STOP & 1 &&
	    time < n->stopped)
		n->stopped = time;
	if (kind != GNO_KIND_FLUSH && !gno_kind_is_block(kind) &&
	    !(kind == GNO_KIND_RATIO && !gno_record_code(info)))
		n->kept_until = time;
	return l->most && gno_kind_has_flags(kind) ? latest_add(l, time) : GNO_OK;
}

void report_node_begin(struct gno_report *r, unsigned node, const struct gno_slot *first)
{
	r->node[node].begin = first->time;
	r->node[node].overwritten = r->run->wrap && gno_record_kind(first->info) != GNO_KIND_SYNC;
}

/* The gap that a batch ends with. */
static void look_at_gap(struct report_node *n, const struct gno_stream *s,
			const struct gno_batch *b)
{
	struct gno_record rec;

	gno_stream_record(s, b, b->n - 1, NULL, &rec);
	n->lossy |= rec.lost != 0; /* else there was no room for a time beat */
	n->thinned |= rec.left_out;
	n->breaks += !rec.left_out; /* in which a record of a load can be missing */
	n->end = b->resumed;
	n->kept_until = b->resumed;
}

static void see(struct report_node *n, unsigned kind, unsigned code)
{
	n->seen[kind][code / 64 % (REPORT_EVENT_CODES / 64)] |= UINT64_C(1) << code % 64;
}

/* What only some kinds of records show of a node before the walk. */
static void look_at_other(struct report_node *n, unsigned kind, uint32_t info)
{
	const unsigned sub = gno_datum_sub(info);

	see(n, kind, kind == GNO_KIND_DATUM ? gno_datum_write(info) : gno_record_code(info));
	n->lossy |= kind == GNO_KIND_LOAD;
	n->lives += kind == GNO_KIND_LOAD && gno_record_code(info);
	n->flushed |= kind == GNO_KIND_FLUSH;
	n->port.pauses |= kind == GNO_KIND_DATUM && gno_datum_page(info) == GNO_PAGE_CONTROL &&
			  (sub == GNO_PORT_TIME_STOP || sub == GNO_PORT_TIME_START);
}

static unsigned part_of(const struct gno_report *r, unsigned node)
{
	unsigned own;

	return r->boards ? boards_of(r->boards, node, &own) : 0;
}

static int look_at_batch(void *self, unsigned node, struct gno_err *err)
{
	struct look *l = self;
	struct gno_report *r = l->r;
	struct report_node *n = &r->node[node];
	const struct gno_batch *b = reader_batch(l->reader, node);
	const bool frozen = report_is_frozen(r, node);
	struct latest *latest = &l->latest[part_of(r, node)];

	n->breaks += b->hole_bytes != 0;
	n->lossy |= b->hole_bytes != 0;
	if (!b->n)
		return GNO_OK;
	if (!l->begun)
		report_node_begin(r, node, &b->rec[0]);
	l->begun = true;
	n->end = b->rec[b->n - 1].time;
	for (size_t i = 0; i < b->n; i++) {
		unsigned kind = gno_record_kind(b->rec[i].info);

		if (frozen && look_at_stop(n, latest, b->rec[i].time, b->rec[i].info))
			return gno_fail_nomem(err);
		if (kind == GNO_KIND_EVENT) {
			l->event[gno_record_code(b->rec[i].info)] = true;
			continue;
		}
		look_at_other(n, kind, b->rec[i].info);
	}
	if (gno_record_kind(b->rec[b->n - 1].info) == GNO_KIND_GAP)
		look_at_gap(n, gno_trace_stream(r->trace, node), b);
	return GNO_OK;
}

static int look_at_end(void *self, unsigned node, struct gno_err *err)
{
	struct look *l = self;
	struct report_node *n = &l->r->node[node];
	const uint64_t missing = gno_stream_missing(gno_trace_stream(l->r->trace, node));

	(void)err;
	for (unsigned code = 0; code < GNO_CODES; code++) {
		if (l->event[code])
			see(n, GNO_KIND_EVENT, code);
		l->event[code] = false;
	}
	l->begun = false;
	n->lossy |= missing != 0;
	n->flushed &= !missing; /* else the end is in what was cut off */
	/* after a recorder has frozen, records of loads are missing that no gap reports */
	n->breaks += n->overwritten + (l->r->points.frozen || !n->flushed);
	return GNO_OK;
}

/*
 * The earliest stop that is kept decided only if as many events as requested are kept after it.
 * Where there are fewer, an earlier one decided, which is overwritten: it is one of them, and later
 * ones are missing.
 */
static void check_stop(struct gno_report *r, unsigned part, const struct latest *l)
{
	unsigned first;
	const struct gno_trace *t = gno_trace_part(r->trace, part, &first);
	const unsigned end = first + gno_trace_manifest(t)->nodes;
	const struct gno_trace_run *run = gno_trace_run(t);
	uint64_t stopped = UINT64_MAX, after = 0;

	for (unsigned k = first; k < end && run->frozen; k++)
		stopped = r->node[k].stopped < stopped ? r->node[k].stopped : stopped;
	if (run->frozen && run->filters) /* then it was found before records were left out */
		stopped = run->stopped;
	for (size_t i = 0; i < l->times; i++)
		after += l->time[i] > stopped;
	if (after < l->most && !run->filters)
		stopped = UINT64_MAX;
	for (unsigned k = first; k < end; k++)
		r->node[k].stopped = stopped;
}

/* When the run began and ended, and up to when each node of a recorder that froze kept all. */
static int find_ends(struct gno_report *r, const struct gno_report_options *o, struct gno_err *err)
{
	uint64_t first = UINT64_MAX, last = 0;

	for (unsigned k = 0; k < r->m->nodes; k++) {
		struct report_node *n = &r->node[k];

		const uint64_t begin = common_time(r->boards, k, n->begin),
			       end = common_time(r->boards, k, n->end);

		first = begin < first ? begin : first;
		last = end > last ? end : last;
		if (!report_is_frozen(r, k) || n->kept_until > n->end)
			n->kept_until = n->end;
		else if (n->stopped != UINT64_MAX && n->kept_until < n->stopped)
			n->kept_until = n->stopped;
	}
	if (report_line_init(&r->line, r->m->nodes, o->columns, r->points.intervals, first, last))
		return gno_fail_nomem(err);
	return GNO_OK;
}

/* The first go over all nodes: what all others must know, and when lines pause the counters. */
static int look(struct gno_report *r, const struct gno_report_options *o, struct gno_err *err)
{
	static const struct pass pass = {
	    .name = "look", .batch = look_at_batch, .over = look_at_end};
	const unsigned parts = gno_trace_parts(r->trace);
	struct look l = {.r = r, .latest = calloc(parts, sizeof(*l.latest))};
	struct lines *lines = NULL;
	int rc = l.latest ? reading_open(r, &l.reader, err) : gno_fail_nomem(err);

	for (unsigned i = 0; i < parts && l.latest; i++)
		l.latest[i].most = r->points.load[0].file->after;
	for (unsigned k = 0; k < r->m->nodes; k++) {
		r->node[k].stopped = UINT64_MAX;
		r->node[k].frozen = report_is_frozen(r, k);
	}
	rc = rc ? rc : reader_add(l.reader, &pass, &l, err);
	if (!rc && pauses_any(r->m))
		rc = lines_add(r, l.reader, &lines, err);
	rc = rc ? rc : reading_all(r, l.reader, err);
	for (unsigned i = 0; i < parts && l.latest; i++)
		check_stop(r, i, &l.latest[i]);
	rc = rc ? rc : find_ends(r, o, err);
	if (!rc && lines)
		rc = pauses_build(r, lines, err);
	lines_close(lines);
	reader_close(l.reader);
	for (unsigned i = 0; i < parts && l.latest; i++)
		free(l.latest[i].time);
	free(l.latest);
	return rc;
}

/* The same from the index of the run, which is made where it is missing. The points of a report of
 * one interval are not those of the index. */
static int recall(struct gno_report *r, const struct gno_report_options *o, struct gno_err *err)
{
	uint64_t key;
	int rc;

	if (o->interval || !index_is_for(r))
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
	rc = report_points_load(&r->points, r->trace, o->interval, err);
	if (!rc)
		rc = report_filters_build(r, err);
	if (rc)
		return rc;
	r->node = calloc(r->m->nodes, sizeof(*r->node));
	return r->node ? recall(r, o, err) : gno_fail_nomem(err);
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
	report_points_free(&r->points);
	index_close(r->index);
	free_growth(r->growth);
	gno_trace_close(r->trace);
	free(r);
}
