/* SPDX-License-Identifier: Apache-2.0 */
#include "passes/parallel/history.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "common/util.h"

#define OWN_TIMES 64 /* processes' own times that the hardware keeps at a node */
#define NONE SIZE_MAX

struct core {
	bool known; /* which process runs */
	size_t process;
	uint64_t since; /* all before it is counted */
	uint64_t unknown;
	bool lost;		   /* writes may be missing so far; if so: */
	uint64_t behind;	   /* cycles from the last write before the loss up to it, */
	size_t worked;		   /* in which that process worked if a write follows, */
	uint64_t worked_to;	   /* and when the loss began */
	size_t ran;		   /* processes that ran since the last loss: the first, plus one */
	unsigned number;	   /* of the process of the last write */
	bool several;		   /* processes ran */
	bool timed;		   /* the port records the processes' own times */
	bool shared;		   /* two of them share one */
	uint32_t owner[OWN_TIMES]; /* plus one */
};

struct history_builder {
	struct history *h;
	struct core *core;
	struct message_match *match;
	const struct message_listener *listener; /* NULL: there is none */
	struct message found;			 /* the message of the receive that is read */
	bool matched;
};

static int found(void *to, const struct message *m)
{
	struct history_builder *b = to;

	if (b->listener && b->listener->take(b->listener->to, m))
		return GNO_ERR_NOMEM;
	if (m->fate != MESSAGE_MATCHED || !message_is_timed(m))
		return GNO_OK;
	b->found = *m;
	b->matched = true;
	return GNO_OK;
}

static int find_process(struct history *h, unsigned node, unsigned number, size_t *place)
{
	size_t room = h->room ? 2 * h->room : 64;
	struct history_process *more;

	if (processes_find(h->processes, node, number, place))
		return GNO_ERR_NOMEM;
	if (*place < h->room)
		return GNO_OK;
	room = *place < room ? room : *place + 1;
	more = realloc(h->process, room * sizeof(*more));
	if (!more)
		return GNO_ERR_NOMEM;
	memset(more + h->room, 0, (room - h->room) * sizeof(*more));
	h->process = more;
	h->room = room;
	return GNO_OK;
}

/* Work up to `time`. */
static void add_work(struct history_process *p, uint64_t cycles, uint64_t time)
{
	p->own_since += cycles;
	if (p->calling) {
		p->pending += cycles;
		return;
	}
	p->after += cycles;
	if (cycles)
		p->worked = time;
}

/* Counts the cycles of a node up to `time`. */
static void charge(struct history *h, struct core *c, uint64_t time)
{
	if (time <= c->since)
		return;
	if (c->known) {
		add_work(&h->process[c->process], time - c->since, time);
		h->process[c->process].last = time;
	} else {
		c->unknown += time - c->since;
	}
	c->since = time;
}

/* The process went on: if it had called, it did so without a message, and worked. */
static void end_call(struct history_process *p)
{
	p->after += p->pending;
	if (p->pending)
		p->worked = p->last;
	p->pending = 0;
	p->calling = p->called = false;
}

/* It got its message, or gets no more: it has waited since its receive_call, if it made one. */
static void end_wait(struct history *h, struct history_process *p)
{
	*(p->called ? &p->waited : &h->unsure) += p->pending;
	p->pending = 0;
	p->calling = p->called = false;
}

/* A process's own time in a record: how much of what is not known was its. It may have waited. */
static void take_own_time(struct history *h, struct core *c, struct history_process *p,
			  const struct read_event *v)
{
	uint32_t *owner = &c->owner[v->process % OWN_TIMES];

	c->shared |= *owner && *owner != v->process + 1;
	*owner = v->process + 1;
	if (p->timed && !c->shared && v->cycle - p->own_at <= UINT32_MAX) {
		uint64_t cycles =
		    report_shared(h->r, v->node, (uint32_t)(v->process_time - p->own));
		uint64_t more = cycles > p->own_since ? cycles - p->own_since : 0;

		more = more < c->unknown ? more : c->unknown;
		c->unknown -= more;
		h->unsure += more;
	}
	p->timed = true;
	p->own = v->process_time;
	p->own_at = v->cycle;
	p->own_since = 0;
}

/* A write follows a loss: up to the loss its process worked. */
static void settle(struct history *h, struct core *c)
{
	if (!c->behind)
		return;
	h->process[c->worked].after += c->behind;
	h->process[c->worked].worked = h->process[c->worked].last = c->worked_to;
	c->behind = 0;
}

/* The process that runs is one of those of its node that ran since the last loss. */
static void list(struct history *h, struct core *c)
{
	struct history_process *p = &h->process[c->process];

	if (p->listed)
		return;
	p->listed = true;
	p->next = c->ran;
	c->ran = c->process + 1;
}

/* The process of a write runs, from now on at least. */
static int enter(struct history_builder *b, const struct read_event *v,
		 struct history_process **out)
{
	struct core *c = &b->core[v->node];
	struct history_process *p;
	bool other = c->process == NONE || v->process != c->number;

	settle(b->h, c);
	charge(b->h, c, v->time);
	if (other) {
		c->several |= c->process != NONE;
		c->number = v->process;
		if (find_process(b->h, v->node, v->process, &c->process))
			return GNO_ERR_NOMEM;
	}
	list(b->h, c);
	c->known = true;
	c->since = v->time;
	p = &b->h->process[c->process];
	if (other && !p->used && !p->after) /* else it ran from the start */
		p->first = v->time;
	p->calling |= !p->used && c->lost; /* it may have called in the loss */
	p->used = true;
	p->last = v->time;
	if (c->timed)
		take_own_time(b->h, c, p, v);
	*out = p;
	return GNO_OK;
}

static int add_step(struct history_builder *b, struct history_process *p,
		    const struct read_event *v, struct step **out, struct gno_err *err)
{
	const bool receive = v->page == GNO_PAGE_RECEIVE;
	struct spool *s = &b->h->spool;
	int rc = spool_add(s, out, err);

	if (rc)
		return rc;
	**out = (struct step){
	    .time = v->time,
	    .work = p->after,
	    .before = p->step,
	    .process = (uint32_t)b->core[v->node].process,
	    .pc = receive ? 0 : v->pc,
	    .sequence = receive ? 0 : (uint16_t)gno_message_sequence(v->data),
	    .connection = (uint8_t)v->code,
	    .receive = receive,
	};
	p->total += p->after;
	p->after = 0;
	p->step = s->steps;
	return GNO_OK;
}

/* How long the message was on its way; SPOOL_UNKNOWN: it may have lain in the queue. */
static uint64_t delivery_of(struct history *h, const struct message *m, bool called, uint64_t call)
{
	uint64_t most = m->received.time - m->sent.time;
	uint64_t *shortest = &h->shortest[m->connection];
	bool known = m->queued && m->queued_time >= m->sent.time;

	if (known)
		most = m->queued_time - m->sent.time;
	if (most < *shortest)
		*shortest = most;
	/* the receiver waited for it already */
	known |= called && call <= m->sent.time;
	h->estimated += !known;
	h->unqueued += !m->queued;
	return known ? most : SPOOL_UNKNOWN;
}

static int take_message(struct history_builder *b, struct history_process *p,
			const struct read_event *v, struct gno_err *err)
{
	bool receive = v->page == GNO_PAGE_RECEIVE, called = p->called;
	struct step *step;
	int rc;

	p->talks = true;
	if (receive)
		end_wait(b->h, p);
	else
		end_call(p);
	b->matched = false;
	if (!receive) {
		rc = add_step(b, p, v, &step, err);
		if (rc)
			return rc;
	}
	if (message_match_take(b->match, v, b->h->spool.steps))
		return gno_fail_nomem(err);
	if (!receive || !b->matched)
		return GNO_OK;
	rc = add_step(b, p, v, &step, err);
	if (rc)
		return rc;
	step->partner = (uint32_t)b->found.sent.tag;
	step->delivery = delivery_of(b->h, &b->found, called, p->call);
	return GNO_OK;
}

static int take_write(struct history_builder *b, const struct read_event *v, struct gno_err *err)
{
	struct history_process *p;

	if (enter(b, v, &p))
		return gno_fail_nomem(err);
	if (v->page == GNO_PAGE_SEND || v->page == GNO_PAGE_RECEIVE)
		return take_message(b, p, v, err);
	if (v->page == GNO_PAGE_RECEIVE_CALL) {
		end_call(p);
		p->calling = p->called = true;
		p->call = v->time;
	}
	return message_match_take(b->match, v, 0) ? gno_fail_nomem(err) : GNO_OK;
}

/*
 * Writes of a node are missing: each of its processes that has called may have got its message, or
 * have gone on, and each may have called.
 */
static void doubt_calls(struct history *h, struct core *c)
{
	/* of those that did not run since the last loss nothing changed */
	for (size_t i = c->ran; i; i = h->process[i - 1].next) {
		struct history_process *p = &h->process[i - 1];

		h->unsure += p->called ? p->pending : 0;
		end_wait(h, p);
		p->calling = true;
		p->listed = false;
	}
	c->ran = 0;
}

/* From cycle `time` on writes of a node may be missing. What its process did since the last write
 * counts only if that was not the last one of all. */
static void lose(struct history *h, struct core *c, uint64_t time)
{
	struct history_process *p = c->known ? &h->process[c->process] : NULL;

	if (!p || p->calling) {
		charge(h, c, time);
	} else if (time > c->since) {
		c->behind = time - c->since;
		c->worked = c->process;
		c->worked_to = time;
		p->own_since += c->behind;
		c->since = time;
	}
	doubt_calls(h, c);
	c->known = false;
	c->lost = true;
}

static int take_history_event(void *self, const struct read_event *v, struct gno_err *err)
{
	struct history_builder *b = self;
	struct core *c = &b->core[v->node];

	if (v->kind == READ_WRITE)
		return take_write(b, v, err);
	if (v->kind == READ_UNKNOWN) {
		lose(b->h, c, v->time);
	} else if (v->kind == READ_FLUSH && !c->known) {
		charge(b->h, c, v->time);
	}
	return message_match_take(b->match, v, 0) ? gno_fail_nomem(err) : GNO_OK;
}

/* The process register holds 0 after the start. */
static int begin(struct history_builder *b)
{
	struct history *h = b->h;

	for (unsigned k = 0; k < h->r->m->nodes; k++) {
		struct core *c = &b->core[k];

		c->process = NONE;
		c->timed = h->r->m->node[k].port.process_time;
		if (h->r->m->node[k].port.bus == GNO_BUS_NONE)
			continue;
		if (find_process(h, k, 0, &c->process))
			return GNO_ERR_NOMEM;
		list(h, c);
		c->known = true;
	}
	return GNO_OK;
}

static void free_builder(struct history *h)
{
	struct history_builder *b = h->builder;

	h->builder = NULL;
	if (!b)
		return;
	message_match_free(b->match);
	free(b->core);
	free(b);
}

static int end(void *self, struct gno_err *err)
{
	struct history_builder *b = self;
	struct history *h = b->h;
	int rc;

	do
		rc = message_match_flush(b->match);
	while (rc > 0);
	if (rc)
		return gno_fail_nomem(err);
	for (unsigned k = 0; k < h->r->m->nodes; k++)
		if (h->r->m->node[k].port.bus != GNO_BUS_NONE) {
			if (!h->r->node[k].flushed)
				charge(h, &b->core[k], h->r->line.end); /* not known */
			h->unsure += b->core[k].behind;
		}
	for (size_t i = 0; i < h->processes->processes; i++) {
		const struct process *id = &h->processes->process[i];
		const struct core *c = &b->core[id->node];
		struct history_process *p = &h->process[i];

		end_wait(h, p);
		p->total += p->after;
		p->used |= p->total > 0;
		/* where it is not known which process ran, that may have been another one */
		p->idle = !id->number && (c->several || c->lost) && !p->talks;
		if (!p->idle)
			h->total += p->total;
		else
			h->unsure += c->lost ? p->total : 0;
	}
	for (unsigned k = 0; k < h->r->m->nodes; k++)
		h->unknown += b->core[k].unknown;
	h->counts = *message_match_counts(b->match);
	free_builder(h);
	return GNO_OK;
}

int history_add(const struct gno_report *r, const struct message_listener *listener,
		struct reader *reader, struct history **out, struct gno_err *err)
{
	static const struct pass pass = {.name = "history",
					 .pages = UINT_MAX,
					 .record = take_history_event,
					 .unknown = take_history_event,
					 .end = end};
	struct history *h = calloc(1, sizeof(*h));
	struct history_builder *b = calloc(1, sizeof(*b));
	int rc = h ? spool_begin(&h->spool, gno_trace_scratch(r->trace), err) : gno_fail_nomem(err);

	*out = h;
	if (rc || !b) {
		free(b);
		return rc ? rc : gno_fail_nomem(err);
	}
	*b = (struct history_builder){.h = h, .listener = listener};
	h->builder = b;
	h->r = r;
	for (unsigned i = 0; i < GNO_CONNECTIONS; i++)
		h->shortest[i] = SPOOL_UNKNOWN;
	if (!reader_has_port(r->m))
		return gno_fail(err, GNO_ERR_ARG, READ_NO_PORT);
	rc = processes_open(r, &h->processes, err);
	if (rc)
		return rc;
	b->core = calloc(r->m->nodes, sizeof(*b->core));
	b->match = message_match_new(r, found, b);
	if (!b->core || !b->match || begin(b))
		return gno_fail_nomem(err);
	return reader_add(reader, &pass, b, err);
}

void history_free(struct history *h)
{
	if (!h)
		return;
	free_builder(h);
	spool_close(&h->spool);
	processes_close(h->processes);
	free(h->process);
	free(h);
}
