/* SPDX-License-Identifier: Apache-2.0 */
#include "passes/lines/lines.h"

#include <stdlib.h>
#include <unistd.h>

#include "common/new_file.h"
#include "common/util.h"
#include "records/record.h"

#define PIECE 64 /* records that are written or read at once */

/* Of a node: what waits, in its order. */
struct queue {
	struct gno_record *first, *last; /* the pieces that it begins and ends with */
	size_t at, firsts, lasts;	 /* the next one in `first`; all in them */
	uint32_t *piece;		 /* those between them: their places in the file */
	size_t pieces, next;
};

struct node {
	struct lines *lines;
	unsigned node;
	struct gno_stream *s;
	struct known known;
	struct queue queue;
	uint64_t end; /* of its records, so far */
	bool begun, flushed, over;
	bool taken; /* the batch, but something of it still waits */
};

struct lines {
	struct reader *reader;
	struct node *node;
	unsigned nodes;
	bool follows; /* more may come of each node */
	int fd;
	uint32_t pieces; /* in the file */
	struct gno_err why;
};

/* -- what waits -- */

static off_t place_of(uint32_t piece)
{
	return (off_t)(piece * (uint64_t)PIECE * sizeof(struct gno_record));
}

/* Puts the last piece, which is full, behind those in the file. */
static int write_last(struct lines *l, struct queue *q, struct gno_err *err)
{
	uint32_t *more = gno_room(q->piece, q->pieces, sizeof(*more));
	int rc;

	if (!more)
		return gno_fail_nomem(err);
	q->piece = more;
	rc = l->fd < 0 ? gno_scratch_open(&l->fd, err) : GNO_OK;
	if (!rc)
		rc = gno_scratch_put(l->fd, place_of(l->pieces), q->last, PIECE * sizeof(*q->last),
				     err);
	if (rc)
		return rc;
	more[q->pieces++] = l->pieces++;
	q->lasts = 0;
	return GNO_OK;
}

static int push(struct lines *l, struct queue *q, const struct gno_record *rec, struct gno_err *err)
{
	int rc = q->lasts == PIECE ? write_last(l, q, err) : GNO_OK;

	if (!q->last)
		q->last = calloc(PIECE, sizeof(*q->last));
	if (!q->last)
		return gno_fail_nomem(err);
	if (!rc)
		q->last[q->lasts++] = *rec;
	return rc;
}

static bool is_empty(const struct queue *q)
{
	return q->at == q->firsts && q->next == q->pieces && !q->lasts;
}

/* Makes what comes first be in memory; the queue is not empty. */
static int fill(const struct lines *l, struct queue *q, struct gno_err *err)
{
	struct gno_record *first = q->first;

	if (q->at < q->firsts)
		return GNO_OK;
	q->at = 0;
	if (q->next < q->pieces) {
		if (!first)
			first = q->first = calloc(PIECE, sizeof(*first));
		if (!first)
			return gno_fail_nomem(err);
		q->firsts = PIECE;
		return gno_scratch_get(l->fd, place_of(q->piece[q->next++]), first,
				       PIECE * sizeof(*first), err);
	}
	q->pieces = q->next = 0;
	q->first = q->last;
	q->firsts = q->lasts;
	q->last = first;
	q->lasts = 0;
	return GNO_OK;
}

/* -- the pass -- */

static int take_stretch(void *self, const struct known_stretch *s)
{
	struct node *n = self;
	const struct gno_record rec = {
	    .kind = GNO_KIND_GAP, .node = n->node, .time = s->from, .to = s->missed};

	if (s->why == REPORT_LEFT_OUT) /* a filter leaves out no record of a line */
		return GNO_OK;
	return push(n->lines, &n->queue, &rec, &n->lines->why);
}

/* A record of the batch, or its hole. */
static int take(struct node *n, const struct gno_batch *b, size_t i)
{
	const unsigned kind = i < b->n ? gno_record_kind(b->rec[i].info) : GNO_KIND_MAX;
	struct gno_record rec;
	int rc = known_take(&n->known, n->s, b, i);

	n->flushed |= kind == GNO_KIND_FLUSH && !gno_stream_missing(n->s);
	if (rc || kind != GNO_KIND_LINE)
		return rc;
	gno_stream_record(n->s, b, i, NULL, &rec);
	return push(n->lines, &n->queue, &rec, &n->lines->why);
}

static int take_all(struct node *n, const struct gno_batch *b, struct gno_err *err)
{
	int rc = GNO_OK;

	if (!n->begun && b->n)
		known_start(&n->known, b->rec[0].time);
	if (b->n) {
		n->begun = true;
		n->end = reader_batch_end(b);
	}
	for (size_t i = 0; i < b->n + (b->hole_bytes != 0) && !rc; i++)
		rc = take(n, b, i);
	if (rc)
		*err = n->lines->why;
	return rc;
}

/* Of a run that is followed no more is read than is needed: what comes behind damage shows it. */
static int take_batch(void *self, unsigned node, struct gno_err *err)
{
	struct lines *l = self;
	struct node *n = &l->node[node];
	int rc = n->taken ? GNO_OK : take_all(n, reader_batch(l->reader, node), err);

	n->taken = !rc && l->follows && !is_empty(&n->queue);
	return n->taken ? READ_WAITS : rc;
}

static int end_node(void *self, unsigned node, struct gno_err *err)
{
	struct lines *l = self;
	struct node *n = &l->node[node];
	int rc;

	if (l->follows)
		n->end = gno_stream_reached(n->s);
	n->over = true;
	rc = known_end(&n->known, n->end);
	if (rc)
		*err = l->why;
	return rc;
}

int lines_add(const struct gno_report *r, struct reader *reader, struct lines **out,
	      struct gno_err *err)
{
	static const struct pass pass = {.name = "lines", .batch = take_batch, .over = end_node};
	/* when a recorder froze is not known before all nodes are read */
	struct read_known before = {.off = !r->points.load[0].file->collect,
				    .frozen_from = UINT64_MAX,
				    .may = report_points_may,
				    .of = &r->points};
	struct lines *l = *out = calloc(1, sizeof(*l));

	if (!l)
		return gno_fail_nomem(err);
	l->fd = -1;
	l->reader = reader;
	l->nodes = r->m->nodes;
	l->follows = r->growth;
	l->node = calloc(l->nodes, sizeof(*l->node));
	if (!l->node)
		return gno_fail_nomem(err);
	for (unsigned k = 0; k < l->nodes; k++) {
		struct node *n = &l->node[k];

		n->lines = l;
		n->node = k;
		n->s = gno_trace_stream(r->trace, k);
		n->known.take = take_stretch;
		n->known.self = n;
		before.node = k;
		known_begin(&n->known, &r->m->node[k], &before, r->run->wrap);
	}
	return reader_add(reader, &pass, l, err);
}

void lines_close(struct lines *l)
{
	if (!l)
		return;
	for (unsigned k = 0; l->node && k < l->nodes; k++) {
		free(l->node[k].queue.first);
		free(l->node[k].queue.last);
		free(l->node[k].queue.piece);
	}
	free(l->node);
	if (l->fd >= 0)
		close(l->fd);
	free(l);
}

/* -- in order of time -- */

/* When the first one of a queue comes, which is in memory. */
static uint64_t time_of(const struct queue *q)
{
	return q->first[q->at].time;
}

/* Time before which a node of which nothing waits gets nothing. */
static uint64_t reached_by(const struct node *n)
{
	const struct known *k = &n->known;
	uint64_t time = gno_stream_reached(n->s);

	if (k->blind && k->blind_from < time)
		time = k->blind_from;
	if (k->in_hole && k->hole_from < time)
		time = k->hole_from;
	if (k->doubt && k->doubt_since < time)
		time = k->doubt_since;
	return k->off && k->off_since < time ? k->off_since : time;
}

/* Whether a node of which nothing waits may get something that comes before the first one of a
 * node. */
static bool may_precede(const struct lines *l, unsigned first)
{
	const uint64_t time = time_of(&l->node[first].queue);

	for (unsigned k = 0; k < l->nodes; k++) {
		const struct node *n = &l->node[k];
		uint64_t reached;

		if (n->over || !is_empty(&n->queue))
			continue;
		reached = reached_by(n);
		if (reached < time || (reached == time && k < first))
			return true;
	}
	return false;
}

int lines_next(struct lines *l, struct gno_record *out, struct gno_err *err)
{
	unsigned first = l->nodes;
	struct queue *q;

	for (unsigned k = 0; k < l->nodes; k++) {
		int rc = GNO_OK;

		q = &l->node[k].queue;
		if (is_empty(q) && !l->node[k].over)
			rc = reader_read(l->reader, k, err);
		if (!rc && is_empty(q))
			continue;
		rc = rc ? rc : fill(l, q, err);
		if (rc)
			return rc;
		if (first == l->nodes || time_of(q) < time_of(&l->node[first].queue))
			first = k;
	}
	if (first == l->nodes || may_precede(l, first))
		return 0;
	q = &l->node[first].queue;
	*out = q->first[q->at++];
	return 1;
}

uint64_t lines_passed(const struct lines *l)
{
	uint64_t passed = UINT64_MAX;

	for (unsigned k = 0; k < l->nodes; k++) {
		const struct node *n = &l->node[k];
		const uint64_t time = is_empty(&n->queue) ? reached_by(n) : time_of(&n->queue);

		passed = time < passed ? time : passed;
	}
	return passed;
}

bool lines_over(const struct lines *l, unsigned node, uint64_t *end)
{
	*end = l->node[node].end;
	return l->node[node].over;
}

uint64_t lines_seen_to(const struct lines *l, unsigned node)
{
	return l->node[node].end + l->node[node].flushed;
}
