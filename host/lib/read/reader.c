/* SPDX-License-Identifier: Apache-2.0 */
#include "read/reader.h"

#include <assert.h>
#include <stdlib.h>

#include "common/util.h"
#include "read/boards.h"
#include "read/order.h"
#include "read/stream.h"
#include "records/record.h"

/* In one cycle: sends, all others, receives. */
enum { RANK_SEND, RANK_OTHER, RANK_RECEIVE, RANK_BITS = 2 };

#define ALWAYS UINT64_MAX

struct lane_event {
	struct read_event v;
	uint64_t key; /* time and rank */
};

/* A record that shows since when collection was off, that it is on again, and off behind it. */
#define LANE_EVENTS 3

struct lane {
	struct gno_stream *s;		      /* NULL: it was not begun */
	struct gno_batch *batch;	      /* once it was asked for */
	size_t at;			      /* record of the batch that comes next */
	struct lane_event event[LANE_EVENTS]; /* of these come next: */
	struct lane_event *next, *behind;
	uint64_t passed;    /* time of the last record that was looked at */
	struct known known; /* of a lane that has events */
	unsigned node;
	const struct trace_boards *boards; /* of the run; NULL: it has one */
	unsigned board;			   /* of the node */
	bool timed;			   /* it has a port */
	bool held;			   /* a pass has to wait before it takes the batch */
	bool off;			   /* an unknown stretch is open */
	bool begun;			   /* the first record was seen */
	bool ended;			   /* the flush was seen */
	bool closed;			   /* all was read */
	uint64_t end;			   /* when its records end, so far */
	size_t taken;			   /* passes that took the batch */
	size_t sated;			   /* of these: passes that want no more of the node */
};

struct member {
	const struct pass *pass;
	void *self;
};

struct reader {
	const struct gno_manifest *m;
	const struct gno_trace_run *run;
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
};

bool reader_has_port(const struct gno_manifest *m)
{
	bool any = false;

	for (unsigned k = 0; k < m->nodes; k++)
		any |= m->node[k].port.bus != GNO_BUS_NONE;
	return any;
}

/* -- the events of a lane -- */

static bool has_next(const struct lane *l)
{
	return l->next < l->behind;
}

/* Time and rank of the next event, which there is. */
static uint64_t next_key(const struct lane *l)
{
	return l->next->key;
}

/* Room for one more event of the node, in a cycle of its own: they come before it is read on. */
static struct read_event *add_event(struct lane *l, uint64_t cycle, enum read_kind kind,
				    unsigned rank)
{
	struct lane_event *e = l->behind++;
	struct read_event *v = &e->v;

	assert(e < l->event + LANE_EVENTS);
	v->cycle = cycle;
	v->bound = 0;
	v->board = l->board;
	v->time = l->boards ? boards_common(l->boards, l->node, cycle, &v->bound) : cycle;
	e->key = common_order(l->boards, l->node, cycle) << RANK_BITS | rank;
	v->kind = kind;
	v->node = l->node;
	return v;
}

static void put_unknown(struct lane *l, enum read_why why, uint64_t from, uint64_t to,
			uint64_t most)
{
	uint64_t cycles = to >= from ? to - from + 1 : 1;
	struct read_event *v = add_event(l, from, READ_UNKNOWN, RANK_OTHER);

	v->why = why;
	v->open = false;
	v->to = common_time(l->boards, l->node, to);
	v->hidden = most < cycles ? most : cycles;
}

static void put_off(struct lane *l, enum read_why why, uint64_t from)
{
	struct read_event *v = add_event(l, from, READ_UNKNOWN, RANK_OTHER);

	l->off = true;
	v->why = why;
	v->open = true;
}

static void put_known(struct lane *l, uint64_t time)
{
	if (l->off)
		add_event(l, time, READ_KNOWN, RANK_OTHER);
	l->off = false;
}

static void put_write(struct lane *l, uint64_t time, uint32_t info, uint64_t offset)
{
	unsigned page = gno_datum_page(info);
	unsigned rank = page == GNO_PAGE_SEND	   ? RANK_SEND
			: page == GNO_PAGE_RECEIVE ? RANK_RECEIVE
						   : RANK_OTHER;
	struct read_event *v = add_event(l, time, READ_WRITE, rank);
	uint32_t w[DATUM_WORDS_MAX];
	bool wide = gno_datum_wide(info);

	stream_datum_words(l->s, offset, info, w);
	v->page = page;
	v->code = gno_datum_sub(info);
	v->data = gno_datum_data(w);
	v->process = gno_datum_process(w);
	v->runnable = gno_datum_runnable(w);
	v->pc = wide ? gno_datum_pc(w) : 0;
	v->process_time = wide ? gno_datum_process_time(w) : 0;
	l->off = false;
}

/* A stretch of which nothing is known ends. A load hides no writes, and those that a stop hides are
 * hidden from the stop on (take_fired). */
static int take_stretch(void *self, const struct known_stretch *s)
{
	static const int why[REPORT_UNSEEN_KINDS] = {
	    [REPORT_GAP] = READ_GAP, [REPORT_HOLE] = READ_HOLE,	   [REPORT_BLIND] = -1,
	    [REPORT_OFF] = -1,	     [REPORT_LEFT_OUT] = READ_GAP, [REPORT_FROZEN] = READ_FROZEN};
	struct lane *l = self;

	if (why[s->why] < 0)
		return GNO_OK;
	if (known_collects(&l->known))
		put_known(l, s->from);
	put_unknown(l, (enum read_why)why[s->why], s->from, s->to, s->hidden);
	return GNO_OK;
}

static void off_since_then(void *self, uint64_t since)
{
	put_off(self, READ_OFF, since);
}

/* A record whose kind has flags, after l->known has taken it. */
static void take_fired(const struct reader *r, struct lane *l, const struct gno_slot *slot)
{
	if (gno_record_kind(slot->info) == GNO_KIND_DATUM &&
	    r->pages >> gno_datum_page(slot->info) & 1)
		put_write(l, slot->time, slot->info, l->batch->base + slot->at);
	else
		put_known(l, slot->time);
	if (!known_collects(&l->known))
		put_off(l, READ_OFF, slot->time);
}

/* Stretches end where l->known says so; it never fails here. */
static void take_hole(struct lane *l)
{
	const struct gno_batch *b = l->batch;

	if (b->cut_off) { /* the trace ends in it, and nothing of what follows is known */
		known_resume(&l->known, b->hole_from);
		put_off(l, READ_HOLE, l->known.doubt ? l->known.doubt_since : b->hole_from);
	} else {
		known_take(&l->known, l->s, b, b->n);
	}
}

/* Takes the next record of the batch. */
static void take_slot(const struct reader *r, struct lane *l)
{
	const size_t i = l->at++;
	const struct gno_slot *slot = &l->batch->rec[i];

	if (i == l->batch->n) {
		take_hole(l);
		return;
	}
	l->passed = slot->time;
	if (!known_take_plain(&l->known, slot)) {
		known_take(&l->known, l->s, l->batch, i);
		if (gno_record_kind(slot->info) == GNO_KIND_FLUSH) {
			l->ended = true;
			add_event(l, slot->time, READ_FLUSH, RANK_OTHER);
		}
		if (!gno_kind_has_flags(gno_record_kind(slot->info)))
			return;
	}
	take_fired(r, l, slot);
}

/* What comes before the first record of the node, or of a batch. */
static void put_begin(const struct reader *r, struct lane *l, const struct gno_slot *first)
{
	if (!l->begun) {
		l->begun = true;
		known_start(&l->known, first->time);
		if (r->run->wrap && gno_record_kind(first->info) != GNO_KIND_SYNC)
			put_unknown(l, READ_OVERWRITTEN, 0, first->time, ALWAYS);
		else if (!known_collects(&l->known))
			put_off(l, READ_OFF, 0);
	}
	known_resume(&l->known, first->time);
}

/* -- reading -- */

static size_t records_of(const struct gno_batch *b)
{
	return b->n + (b->hole_bytes != 0);
}

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
	if (has_events(r, l)) {
		known_resume(&l->known, ALWAYS);
		if (l->known.doubt && !l->off)
			put_off(l, READ_OFF, l->known.doubt_since);
		if (!l->ended && !l->off)
			put_off(l, READ_ENDED, l->end);
	}
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
		rc = gno_stream_read(l->s, b, err);
		if (!rc && !gno_stream_grows(l->s))
			return close_lane(r, l, err);
		if (rc <= 0)
			return rc;
		l->at = records_of(b);
		l->taken = l->sated = 0;
	}
	rc = hand_out(r, l, err);
	l->held = !rc;
	if (rc <= 0)
		return rc;
	if (b->n)
		l->end = reader_batch_end(b);
	if (has_events(r, l)) {
		l->at = 0;
		if (b->n)
			put_begin(r, l, &b->rec[0]);
	} else if (l->sated == r->passes) {
		return close_lane(r, l, err);
	}
	return 1;
}

/* Takes records until the lane has a next event: 1; 0: it has none so far. */
static int fill_lane(struct reader *r, struct lane *l, struct gno_err *err)
{
	l->next += has_next(l);
	if (!has_next(l))
		l->next = l->behind = l->event;
	while (!has_next(l) && !l->closed) {
		int rc = 1;

		if (l->batch && l->at < records_of(l->batch))
			take_slot(r, l);
		else
			rc = read_batch(r, l, err);
		if (rc < 0 || (!rc && !has_next(l)))
			return rc;
	}
	return has_next(l);
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
			order_put(&r->order, node, next_key(l));
		else if (!l->closed)
			r->dry[kept++] = node;
	}
	r->dries = kept;
	return GNO_OK;
}

/* Before which a lane that has no event gets none, as common_order. */
static uint64_t reached_by(const struct lane *l)
{
	uint64_t cycle = l->held ? l->passed : gno_stream_reached(l->s);

	if (l->known.in_hole && l->known.hole_from < cycle)
		cycle = l->known.hole_from;
	if (l->known.doubt && l->known.doubt_since < cycle)
		cycle = l->known.doubt_since;
	return common_order(l->boards, l->node, cycle);
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
			key = reached_by(l) << RANK_BITS;
		if (key < next_key(r->lane[first]) ||
		    (key == next_key(r->lane[first]) && l->node < first))
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
		order_later(&r->order, next_key(l));
	}
	return 1;
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
	r->run = gno_trace_run(t);
	r->lane = calloc(m->nodes + 1, sizeof(*r->lane));
	r->dry = calloc(m->nodes + 1, sizeof(*r->dry));
	if (!r->lane || !r->dry || order_begin(&r->order, m->nodes))
		return gno_fail_nomem(err);
	for (unsigned k = 0; k < m->nodes; k++) {
		struct lane *l = r->lane[k] = calloc(1, sizeof(*l));
		unsigned own;

		if (!l)
			return gno_fail_nomem(err);
		l->node = k;
		l->next = l->behind = l->event;
		l->boards = gno_trace_boards(t);
		if (l->boards)
			l->board = boards_of(l->boards, k, &own);
		known_begin(&l->known, &m->node[k], &known[k], r->run->wrap);
		l->known.take = take_stretch;
		l->known.off_since_then = off_since_then;
		l->known.self = l;
		l->timed = m->node[k].port.bus != GNO_BUS_NONE;
		if (l->timed)
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
