/* SPDX-License-Identifier: Apache-2.0 */
#include "read/merge/lane.h"

#include <assert.h>
#include <stdlib.h>

#include "records/packet.h"
#include "records/record.h"

#define ALWAYS UINT64_MAX

/* In one cycle: sends, all others, receives. */
enum { RANK_SEND, RANK_OTHER, RANK_RECEIVE, RANK_BITS = 2 };

static uint64_t key_of(const struct lane *l, const struct read_event *v)
{
	unsigned rank = RANK_OTHER;

	if (v->kind == READ_WRITE && v->page == GNO_PAGE_SEND)
		rank = RANK_SEND;
	else if (v->kind == READ_WRITE && v->page == GNO_PAGE_RECEIVE)
		rank = RANK_RECEIVE;
	return lane_least_key(l, v->cycle) | rank;
}

uint64_t lane_least_key(const struct lane *l, uint64_t cycle)
{
	return common_order(l->boards, l->node, cycle) << RANK_BITS;
}

/* Room for one more event of the node, in a cycle of its own: they come before it is read on.
 * `page`: of a write. */
static struct read_event *add_event(struct lane *l, uint64_t cycle, enum read_kind kind,
				    unsigned page)
{
	struct lane_event *e = l->behind++;
	struct read_event *v = &e->v;

	assert(e < l->event + READER_EVENTS);
	v->cycle = cycle;
	v->bound = 0;
	v->board = l->board;
	v->time = l->boards ? boards_common(l->boards, l->node, cycle, &v->bound) : cycle;
	v->kind = kind;
	v->node = l->node;
	v->page = page;
	e->key = key_of(l, v);
	return v;
}

static void put_unknown(struct lane *l, enum read_why why, uint64_t from, uint64_t to,
			uint64_t most)
{
	uint64_t cycles = to >= from ? to - from + 1 : 1;
	struct read_event *v = add_event(l, from, READ_UNKNOWN, 0);

	v->why = why;
	v->open = false;
	v->to = common_time(l->boards, l->node, to);
	v->hidden = most < cycles ? most : cycles;
}

static void put_off(struct lane *l, enum read_why why, uint64_t from)
{
	struct read_event *v = add_event(l, from, READ_UNKNOWN, 0);

	l->off = true;
	v->why = why;
	v->open = true;
}

static void put_known(struct lane *l, uint64_t time)
{
	if (l->off)
		add_event(l, time, READ_KNOWN, 0);
	l->off = false;
}

static void put_write(struct lane *l, uint64_t time, uint32_t info, uint64_t offset)
{
	const unsigned page = gno_datum_page(info);
	struct read_event *v = add_event(l, time, READ_WRITE, page);
	uint32_t w[DATUM_WORDS_MAX];
	bool wide = gno_datum_wide(info);

	stream_datum_words(l->s, offset, info, w);
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
static void take_fired(struct lane *l, const struct gno_slot *slot, unsigned pages)
{
	if (gno_record_kind(slot->info) == GNO_KIND_DATUM &&
	    pages >> gno_datum_page(slot->info) & 1)
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

void lane_take(struct lane *l, unsigned pages)
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
			add_event(l, slot->time, READ_FLUSH, 0);
		}
		if (!gno_kind_has_flags(gno_record_kind(slot->info)))
			return;
	}
	take_fired(l, slot, pages);
}

struct lane *lane_new(const struct gno_trace *t, unsigned node, const struct read_known *known)
{
	const struct gno_node *m = &gno_trace_manifest(t)->node[node];
	struct lane *l = calloc(1, sizeof(*l));
	unsigned own;

	if (!l)
		return NULL;
	l->node = node;
	l->until = ALWAYS;
	l->next = l->behind = l->event;
	l->boards = gno_trace_boards(t);
	if (l->boards)
		l->board = boards_of(l->boards, node, &own);
	known_begin(&l->known, m, known, gno_trace_run(t)->wrap);
	l->known.take = take_stretch;
	l->known.off_since_then = off_since_then;
	l->known.self = l;
	l->timed = m->port.bus != GNO_BUS_NONE;
	return l;
}

void lane_begin(struct lane *l, const struct gno_slot *first)
{
	if (!l->begun) {
		l->begun = true;
		known_start(&l->known, first->time);
		if (l->known.wrap && gno_record_kind(first->info) != GNO_KIND_SYNC)
			put_unknown(l, READ_OVERWRITTEN, 0, first->time, ALWAYS);
		else if (!known_collects(&l->known))
			put_off(l, READ_OFF, 0);
	}
	known_resume(&l->known, first->time);
}

void lane_close(struct lane *l)
{
	known_resume(&l->known, ALWAYS);
	if (l->known.doubt && !l->off)
		put_off(l, READ_OFF, l->known.doubt_since);
	if (!l->ended && !l->off)
		put_off(l, READ_ENDED, l->end);
}

/* -- places -- */

/* Whether the packet of a place can still change. */
static bool may_change(const struct gno_stream *s, const struct stream_place *p)
{
	return s->grows && s->size - p->packet <= GNO_PACKET_PAGE;
}

bool lane_place(const struct lane *l, struct reader_place *out)
{
	const bool between = !l->batch || (!l->handed && l->at >= lane_records(l));

	if (!l->s || l->held || l->skip)
		return false;
	*out = (struct reader_place){.known = l->known,
				     .events = (unsigned)(l->behind - l->next),
				     .off = l->off,
				     .begun = l->begun,
				     .ended = l->ended,
				     .closed = l->closed,
				     .passed = l->passed,
				     .end = l->end};
	for (unsigned i = 0; i < out->events; i++)
		out->event[i] = l->next[i].v;
	if (l->closed)
		return true;
	out->stream = between ? stream_place(l->s) : l->place;
	out->taken = between || l->handed ? 0 : l->at;
	/* a hole is behind the records of its batch, and may be in another one for another reader
	 */
	return !may_change(l->s, &out->stream) && !(out->taken && l->batch->hole_bytes);
}

void lane_go_to(struct lane *l, const struct reader_place *p)
{
	l->known = p->known;
	for (unsigned i = 0; i < p->events; i++) {
		l->event[i].v = p->event[i];
		l->event[i].key = key_of(l, &p->event[i]);
	}
	l->next = l->event;
	l->behind = l->event + p->events;
	l->off = p->off;
	l->begun = p->begun;
	l->ended = p->ended;
	l->closed = p->closed;
	l->passed = p->passed;
	l->end = p->end;
	l->skip = p->taken;
	if (!l->closed)
		stream_go_to(l->s, &p->stream);
}
