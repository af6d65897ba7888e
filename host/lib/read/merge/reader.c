/* SPDX-License-Identifier: Apache-2.0 */
#include "read/reader.h"

#include <assert.h>
#include <stdlib.h>

#include "common/util.h"
#include "read/merge/lane.h"
#include "read/order.h"
#include "records/record.h"

struct member {
	const struct pass *pass;
	void *self;
};

struct reader {
	const struct gno_manifest *m;
	struct gno_trace *trace;
	struct lane **lane; /* one a node */
	struct order order; /* of the lanes that have an event */
	unsigned *dry;	    /* nodes without an event that may get one */
	unsigned dries;
	struct member *pass;
	size_t passes;
	struct member *taker; /* passes that want writes, or stretches */
	size_t takers;
	unsigned pages; /* that any pass wants */
	uint64_t until; /* of common time: later events wait */
};

bool reader_has_port(const struct gno_manifest *m)
{
	bool any = false;

	for (unsigned k = 0; k < m->nodes; k++)
		any |= m->node[k].port.bus != GNO_BUS_NONE;
	return any;
}

/* -- reading -- */

uint64_t reader_batch_end(const struct gno_batch *b)
{
	const struct gno_slot *last = &b->rec[b->n - 1];

	return gno_record_kind(last->info) == GNO_KIND_GAP ? b->resumed : last->time;
}

static bool has_events(const struct reader *r, const struct lane *l)
{
	return l->timed && r->takers;
}

/* Hands the batch to the passes that want batches: 1; 0: one of them has to wait. */
static int hand_out(struct reader *r, struct lane *l, struct gno_err *err)
{
	for (; l->taken < r->passes; l->taken++) {
		const struct member *p = &r->pass[l->taken];
		int rc = p->pass->batch ? p->pass->batch(p->self, l->node, err) : READ_ENOUGH;

		if (rc < 0)
			return rc;
		if (rc == READ_WAITS)
			return 0;
		l->sated += rc == READ_ENOUGH;
	}
	return 1;
}

/* The node is read: there is no more of it, or no pass wants more. */
static int close_lane(struct reader *r, struct lane *l, struct gno_err *err)
{
	int rc = GNO_OK;

	l->closed = true;
	if (has_events(r, l))
		lane_close(l);
	for (size_t i = 0; i < r->passes && !rc; i++) {
		const struct member *p = &r->pass[i];

		rc = p->pass->over ? p->pass->over(p->self, l->node, err) : GNO_OK;
	}
	return rc;
}

/* Reads the next batch, or has the passes take more of the one that they wait with: 1; 0: there is
 * nothing more so far. */
static int read_batch(struct reader *r, struct lane *l, struct gno_err *err)
{
	struct gno_batch *b = reader_batch(r, l->node);
	int rc = 1;

	if (!b)
		return gno_fail_nomem(err);
	if (!l->held) {
		l->place = stream_place(l->s);
		rc = gno_stream_read(l->s, b, err);
		if (!rc && !gno_stream_grows(l->s))
			return close_lane(r, l, err);
		if (rc <= 0)
			return rc;
		l->at = lane_records(l);
		l->taken = l->sated = 0;
	}
	l->handed = true;
	rc = hand_out(r, l, err);
	l->handed = false;
	l->held = !rc;
	if (rc <= 0)
		return rc;
	if (b->n)
		l->end = reader_batch_end(b);
	if (has_events(r, l)) {
		l->at = l->skip < b->n ? l->skip : b->n;
		l->skip -= l->at;
		if (b->n && !l->at)
			lane_begin(l, &b->rec[0]);
	} else if (l->sated == r->passes) {
		return close_lane(r, l, err);
	}
	return 1;
}

/* Takes records until the lane has a next event: 1; 0: it has none so far. */
static int fill_lane(struct reader *r, struct lane *l, struct gno_err *err)
{
	l->next += lane_has_next(l);
	if (!lane_has_next(l))
		l->next = l->behind = l->event;
	while (!lane_has_next(l) && !l->closed && !lane_is_past(l)) {
		int rc = 1;

		if (l->batch && l->at < lane_records(l))
			lane_take(l, r->pages);
		else
			rc = read_batch(r, l, err);
		if (rc < 0 || (!rc && !lane_has_next(l)))
			return rc;
	}
	return lane_has_next(l);
}

/* Puts nodes that have an event by now into the order. */
static int wake(struct reader *r, struct gno_err *err)
{
	unsigned kept = 0;

	for (unsigned i = 0; i < r->dries; i++) {
		const unsigned node = r->dry[i];
		struct lane *l = r->lane[node];
		int rc = l->s ? fill_lane(r, l, err) : 0;

		if (rc < 0)
			return rc;
		if (rc)
			order_put(&r->order, node, l->next->key);
		else if (!l->closed)
			r->dry[kept++] = node;
	}
	r->dries = kept;
	return GNO_OK;
}

/* The key before which a lane that has no event gets none. */
static uint64_t reached_by(const struct lane *l)
{
	const bool in_batch = l->held || lane_is_past(l);
	uint64_t cycle = in_batch ? l->passed : gno_stream_reached(l->s);

	if (l->known.in_hole && l->known.hole_from < cycle)
		cycle = l->known.hole_from;
	if (l->known.doubt && l->known.doubt_since < cycle)
		cycle = l->known.doubt_since;
	return lane_least_key(l, cycle);
}

/* Whether an event of a node that has none so far may still come before the first one. */
static bool may_precede(const struct reader *r)
{
	const unsigned first = r->order.heap[0];

	for (unsigned i = 0; i < r->dries; i++) {
		const struct lane *l = r->lane[r->dry[i]];
		uint64_t key = 0;

		if (!l->timed)
			continue;
		if (l->s)
			key = reached_by(l);
		if (key < r->lane[first]->next->key ||
		    (key == r->lane[first]->next->key && l->node < first))
			return true;
	}
	return false;
}

static int hand_out_event(const struct reader *r, const struct read_event *v, struct gno_err *err)
{
	int rc = GNO_OK;

	for (const struct member *t = r->taker; t < r->taker + r->takers && !rc; t++) {
		const struct pass *p = t->pass;

		if (v->kind == READ_UNKNOWN)
			rc = p->unknown ? p->unknown(t->self, v, err) : GNO_OK;
		else if (p->record && (v->kind != READ_WRITE || p->pages >> v->page & 1))
			rc = p->record(t->self, v, err);
	}
	return rc;
}

int reader_step(struct reader *r, struct gno_err *err)
{
	struct lane *l;
	int rc = r->dries ? wake(r, err) : GNO_OK;

	if (rc || !r->order.waiting || (r->dries && may_precede(r)))
		return rc;
	l = r->lane[r->order.heap[0]];
	if (l->next->v.time > r->until)
		return 0;
	rc = hand_out_event(r, &l->next->v, err);
	if (!rc)
		rc = fill_lane(r, l, err);
	if (rc < 0)
		return rc;
	if (!rc) {
		order_take(&r->order);
		if (!l->closed)
			r->dry[r->dries++] = l->node;
	} else {
		order_later(&r->order, l->next->key);
	}
	return 1;
}

void reader_until(struct reader *r, uint64_t time)
{
	r->until = time;
	for (unsigned k = 0; k < r->m->nodes; k++)
		r->lane[k]->until = common_cycle(r->lane[k]->boards, k, time);
}

bool reader_waits(const struct reader *r)
{
	for (unsigned k = 0; k < r->m->nodes; k++) {
		const struct lane *l = r->lane[k];

		if (lane_has_next(l) ? l->next->v.time > r->until : !l->closed && lane_is_past(l))
			return true;
	}
	return false;
}

int reader_read(struct reader *r, unsigned node, struct gno_err *err)
{
	int rc = fill_lane(r, r->lane[node], err);

	return rc < 0 ? rc : GNO_OK;
}

int reader_run(struct reader *r, struct gno_err *err)
{
	int rc;

	do
		rc = reader_step(r, err);
	while (rc > 0);
	return rc;
}

int reader_end(struct reader *r, struct gno_err *err)
{
	int rc = GNO_OK;

	for (size_t i = 0; i < r->passes && !rc; i++)
		rc = r->pass[i].pass->end ? r->pass[i].pass->end(r->pass[i].self, err) : GNO_OK;
	return rc;
}

/* -- beginning -- */

void reader_begin(struct reader *r, unsigned node)
{
	struct lane *l = r->lane[node];

	l->s = gno_trace_stream(r->trace, node);
	gno_stream_rewind(l->s);
	if (l->batch)
		l->batch->n = l->batch->hole_bytes = 0;
	if (!l->timed)
		r->dry[r->dries++] = node;
}

void reader_begin_at(struct reader *r, unsigned node, const struct stream_place *place)
{
	assert(!r->takers);
	reader_begin(r, node);
	stream_go_to(r->lane[node]->s, place);
}

bool reader_place(const struct reader *r, unsigned node, struct reader_place *out)
{
	return lane_place(r->lane[node], out);
}

void reader_go_to(struct reader *r, unsigned node, const struct reader_place *place)
{
	struct lane *l = r->lane[node];
	unsigned i = 0;

	lane_go_to(l, place);
	if (!lane_has_next(l) && !l->closed)
		return;
	while (r->dry[i] != node)
		i++;
	r->dry[i] = r->dry[--r->dries];
	if (lane_has_next(l))
		order_put(&r->order, node, l->next->key);
}

struct gno_batch *reader_batch(struct reader *r, unsigned node)
{
	struct lane *l = r->lane[node];

	if (!l->batch)
		l->batch = calloc(1, sizeof(*l->batch));
	return l->batch;
}

int reader_first(struct reader *r, unsigned node, struct gno_slot *first, struct gno_err *err)
{
	struct gno_batch *b = reader_batch(r, node);
	int rc;

	if (!b)
		return gno_fail_nomem(err);
	while ((rc = gno_stream_read(gno_trace_stream(r->trace, node), b, err)) > 0)
		if (b->n) {
			*first = b->rec[0];
			return 1;
		}
	return rc;
}

/* Appends a member to a list. GNO_ERR_NOMEM. */
static int add_member(struct member **list, size_t *members, struct member one)
{
	struct member *more = gno_room(*list, *members, sizeof(*more));

	if (!more)
		return GNO_ERR_NOMEM;
	*list = more;
	more[(*members)++] = one;
	return GNO_OK;
}

int reader_add(struct reader *r, const struct pass *pass, void *self, struct gno_err *err)
{
	const struct member one = {pass, self};

	if (add_member(&r->pass, &r->passes, one))
		return gno_fail_nomem(err);
	if ((pass->record || pass->unknown) && add_member(&r->taker, &r->takers, one))
		return gno_fail_nomem(err);
	r->pages |= pass->pages;
	return GNO_OK;
}

int reader_open(struct gno_trace *t, const struct read_known *known, struct reader **out,
		struct gno_err *err)
{
	const struct gno_manifest *m = gno_trace_manifest(t);
	struct reader *r = calloc(1, sizeof(*r));

	*out = r;
	if (!r)
		return gno_fail_nomem(err);
	r->trace = t;
	r->m = m;
	r->until = UINT64_MAX;
	r->lane = calloc(m->nodes + 1, sizeof(*r->lane));
	r->dry = calloc(m->nodes + 1, sizeof(*r->dry));
	if (!r->lane || !r->dry || order_begin(&r->order, m->nodes))
		return gno_fail_nomem(err);
	for (unsigned k = 0; k < m->nodes; k++) {
		r->lane[k] = lane_new(t, k, &known[k]);
		if (!r->lane[k])
			return gno_fail_nomem(err);
		if (r->lane[k]->timed)
			r->dry[r->dries++] = k;
	}
	return GNO_OK;
}

void reader_close(struct reader *r)
{
	if (!r)
		return;
	for (unsigned k = 0; r->lane && k < r->m->nodes; k++) {
		if (r->lane[k])
			free(r->lane[k]->batch);
		free(r->lane[k]);
	}
	free(r->lane);
	free(r->dry);
	order_end(&r->order);
	free(r->pass);
	free(r->taker);
	free(r);
}
