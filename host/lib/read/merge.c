/* SPDX-License-Identifier: Apache-2.0 */
/* Records of all nodes in order of time. */
#include "read/trace.h"

#include <stdlib.h>

static int earlier(const struct gno_trace *t, unsigned a, unsigned b)
{
	uint64_t ta = t->lane[a].time;
	uint64_t tb = t->lane[b].time;

	return ta < tb || (ta == tb && a < b);
}

/* Moves the heap's entry at `i` down to where it belongs. */
static void sift(struct gno_trace *t, unsigned i)
{
	unsigned child;

	for (; (child = 2 * i + 1) < t->waiting; i = child) {
		unsigned node = t->heap[i];

		if (child + 1 < t->waiting && earlier(t, t->heap[child + 1], t->heap[child]))
			child++;
		if (!earlier(t, t->heap[child], node))
			return;
		t->heap[i] = t->heap[child];
		t->heap[child] = node;
	}
}

/* Puts a node into the heap, where it belongs. */
static void rise(struct gno_trace *t, unsigned node)
{
	unsigned i = t->waiting++;

	for (; i && earlier(t, node, t->heap[(i - 1) / 2]); i = (i - 1) / 2)
		t->heap[i] = t->heap[(i - 1) / 2];
	t->heap[i] = node;
}

/* Makes the lane's next record ready: 1, 0 at the end of the stream, or an error. */
static int advance(struct gno_trace *t, unsigned node, struct gno_err *err)
{
	struct lane *l = &t->lane[node];
	struct gno_batch *b = &l->batch;
	int rc;

	if (l->i == b->n + (b->hole_bytes != 0)) {
		rc = gno_stream_read(&t->stream[node], b, err);
		l->i = 0;
		if (rc <= 0)
			return rc;
	}
	l->time = l->i < b->n ? b->rec[l->i].time : b->hole_from;
	return 1;
}

static int begin_merge(struct gno_trace *t, struct gno_err *err)
{
	int rc;

	t->lane = calloc(t->m->nodes, sizeof(*t->lane));
	t->heap = calloc(t->m->nodes, sizeof(*t->heap));
	t->dry = calloc(t->m->nodes, sizeof(*t->dry));
	if (!t->lane || !t->heap || !t->dry)
		return gno_fail_nomem(err);
	for (unsigned k = 0; k < t->m->nodes; k++) {
		gno_stream_rewind(&t->stream[k]);
		rc = advance(t, k, err);
		if (rc < 0)
			return rc;
		if (rc)
			t->heap[t->waiting++] = k;
		else if (gno_stream_grows(&t->stream[k]))
			t->dry[t->dries++] = k;
	}
	for (unsigned i = t->waiting / 2; i-- > 0;)
		sift(t, i);
	return GNO_OK;
}

/* Puts nodes for which more has come back into the heap. */
static int wake(struct gno_trace *t, struct gno_err *err)
{
	unsigned kept = 0;
	int rc;

	for (unsigned i = 0; i < t->dries; i++) {
		unsigned node = t->dry[i];

		rc = advance(t, node, err);
		if (rc < 0)
			return rc;
		if (rc)
			rise(t, node);
		else if (gno_stream_grows(&t->stream[node]))
			t->dry[kept++] = node;
	}
	t->dries = kept;
	return GNO_OK;
}

/* Whether a record of a node whose stream grows may still come before that of node `first`. */
static bool may_precede(const struct gno_trace *t, unsigned first)
{
	uint64_t time = t->lane[first].time;

	for (unsigned i = 0; i < t->dries; i++) {
		uint64_t reached = gno_stream_reached(&t->stream[t->dry[i]]);

		if (reached < time || (reached == time && t->dry[i] < first))
			return true;
	}
	return false;
}

int gno_trace_next(struct gno_trace *t, struct gno_record *r, struct gno_err *err)
{
	unsigned node;
	struct lane *l;
	int rc;

	if (!t->lane) {
		rc = begin_merge(t, err);
		if (rc)
			return rc;
	}
	if (t->dries) {
		rc = wake(t, err);
		if (rc)
			return rc;
	}
	if (!t->waiting || may_precede(t, t->heap[0]))
		return 0;
	node = t->heap[0];
	l = &t->lane[node];
	gno_stream_record(&t->stream[node], &l->batch, l->i++, t->pair, r);
	rc = advance(t, node, err);
	if (rc < 0)
		return rc;
	if (!rc) {
		t->heap[0] = t->heap[--t->waiting];
		if (gno_stream_grows(&t->stream[node]))
			t->dry[t->dries++] = node;
	}
	sift(t, 0);
	return 1;
}
