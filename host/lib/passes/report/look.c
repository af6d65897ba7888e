/* SPDX-License-Identifier: Apache-2.0 */
#include "passes/report/look.h"

#include <stdlib.h>

#include "common/util.h"
#include "records/record.h"

/* Of a recorder that froze: when what fired last did, so many of these as are kept after its stop,
 * and some more. */
struct latest {
	uint64_t *time;
	size_t times, most;
};

struct look_node {
	bool begun, event[GNO_CODES];
};

struct look {
	struct gno_report *r;
	struct reader *reader;
	struct latest *latest; /* one a board */
	struct look_node *node;
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
	struct look_node *seen = &l->node[node];

	n->breaks += b->hole_bytes != 0;
	n->lossy |= b->hole_bytes != 0;
	if (!b->n)
		return GNO_OK;
	if (!seen->begun)
		report_node_begin(r, node, &b->rec[0]);
	seen->begun = true;
	n->end = b->rec[b->n - 1].time;
	for (size_t i = 0; i < b->n; i++) {
		unsigned kind = gno_record_kind(b->rec[i].info);

		if (frozen && look_at_stop(n, latest, b->rec[i].time, b->rec[i].info))
			return gno_fail_nomem(err);
		if (kind == GNO_KIND_EVENT) {
			seen->event[gno_record_code(b->rec[i].info)] = true;
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
	for (unsigned code = 0; code < GNO_CODES; code++)
		if (l->node[node].event[code])
			see(n, GNO_KIND_EVENT, code);
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

int look_add(struct gno_report *r, struct reader *reader, struct look **out, struct gno_err *err)
{
	static const struct pass pass = {
	    .name = "look", .batch = look_at_batch, .over = look_at_end};
	const unsigned parts = gno_trace_parts(r->trace);
	struct look *l = *out = calloc(1, sizeof(*l));

	if (!l)
		return gno_fail_nomem(err);
	l->r = r;
	l->reader = reader;
	l->latest = calloc(parts, sizeof(*l->latest));
	l->node = calloc(r->m->nodes, sizeof(*l->node));
	if (!l->latest || !l->node)
		return gno_fail_nomem(err);
	for (unsigned i = 0; i < parts; i++)
		l->latest[i].most = r->points.load[0].file->after;
	for (unsigned k = 0; k < r->m->nodes; k++) {
		r->node[k].stopped = UINT64_MAX;
		r->node[k].frozen = report_is_frozen(r, k);
	}
	return reader_add(reader, &pass, l, err);
}

/* Up to when each node kept all. */
static void find_kept(const struct gno_report *r)
{
	for (unsigned k = 0; k < r->m->nodes; k++) {
		struct report_node *n = &r->node[k];

		if (!report_is_frozen(r, k) || n->kept_until > n->end)
			n->kept_until = n->end;
		else if (n->stopped != UINT64_MAX && n->kept_until < n->stopped)
			n->kept_until = n->stopped;
	}
}

void look_finish(const struct look *l)
{
	for (unsigned i = 0; i < gno_trace_parts(l->r->trace); i++)
		check_stop(l->r, i, &l->latest[i]);
	find_kept(l->r);
}

void look_free(struct look *l)
{
	if (!l)
		return;
	for (unsigned i = 0; l->latest && i < gno_trace_parts(l->r->trace); i++)
		free(l->latest[i].time);
	free(l->latest);
	free(l->node);
	free(l);
}
