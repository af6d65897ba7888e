/* SPDX-License-Identifier: Apache-2.0 */
/* Records of all nodes in order of time. */
#include "read/open_trace.h"

#include <stdlib.h>

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
	t->dry = calloc(t->m->nodes, sizeof(*t->dry));
	if (!t->lane || !t->dry || order_begin(&t->order, t->m->nodes))
		return gno_fail_nomem(err);
	for (unsigned k = 0; k < t->m->nodes; k++) {
		gno_stream_rewind(&t->stream[k]);
		rc = advance(t, k, err);
		if (rc < 0)
			return rc;
		if (rc)
			order_put(&t->order, k, t->lane[k].time);
		else if (gno_stream_grows(&t->stream[k]))
			t->dry[t->dries++] = k;
	}
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
			order_put(&t->order, node, t->lane[node].time);
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
	if (!t->order.waiting || may_precede(t, t->order.heap[0]))
		return 0;
	node = t->order.heap[0];
	l = &t->lane[node];
	gno_stream_record(&t->stream[node], &l->batch, l->i++, t->pair, r);
	rc = advance(t, node, err);
	if (rc < 0)
		return rc;
	if (rc) {
		order_later(&t->order, l->time);
	} else {
		order_take(&t->order);
		if (gno_stream_grows(&t->stream[node]))
			t->dry[t->dries++] = node;
	}
	return 1;
}
