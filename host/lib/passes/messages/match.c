/* SPDX-License-Identifier: Apache-2.0 */
/* Sends to receives: by connection and sequence number, and only where no other pair is possible.
 */
#include <stdlib.h>

#include "passes/messages/match.h"
#include "common/util.h"

#define CHAIN 4 /* endpoints that may have sent one number and wait */

static bool is_same(const struct message_end *a, const struct message_end *b)
{
	return a->node == b->node && a->process == b->process;
}

/* Writes that may have happened up to `time` and were not recorded. */
static uint64_t hidden_at(const struct message_match *m, uint64_t time)
{
	return m->hidden + m->dark * time - m->dark_since;
}

/* -- entries -- */

/* A message waits from `time` on. */
static int add_entry(struct message_match *m, struct connection *c, struct number *n,
		     const struct message *what, uint64_t time, bool early)
{
	bool in_break = m->unseen && time <= m->unseen_to;
	struct entry *e = waiting_add(&m->waiting, c, n, early);

	if (!e)
		return GNO_ERR_NOMEM;
	e->m = *what;
	e->breaks = m->breaks - in_break; /* the break may hide what comes after it */
	e->hidden = in_break ? m->unseen_hidden : hidden_at(m, time);
	return GNO_OK;
}

/* -- fates -- */

static int put(struct message_match *m, const struct message *what)
{
	return m->sink ? m->sink(m->to, what) : GNO_OK;
}

static int put_alone(struct message_match *m, struct message *what, enum message_fate fate,
		     enum message_reason reason)
{
	what->fate = fate;
	what->reason = reason;
	m->counts.alone[fate][reason]++;
	return put(m, what);
}

/*
 * Which end was first, as far as that is known. Between boards whose bounds are together below the
 * floor of messages common times cannot be the wrong way round: these times are then the order,
 * unless they contradict the floor.
 */
static void put_in_order(struct message_match *m, struct message *what)
{
	const bool one = what->sent.board == what->received.board;
	const uint64_t bound = message_bound(what), latest = what->received.time + bound;
	const bool by_floor = bound && bound < m->floor;

	/* on one board by its own cycles: several may be one of common time */
	what->tachyon = one ? what->received.cycle < what->sent.cycle : latest < what->sent.time;
	what->below_floor = bound && latest < what->sent.time + m->floor;
	what->undecided = !what->tachyon && bound &&
			  what->received.time <= what->sent.time + bound &&
			  (!by_floor || what->below_floor);
	m->counts.below_floor += what->below_floor;
	m->counts.tachyons += what->tachyon;
	m->counts.undecided += what->undecided;
	m->counts.turned += what->undecided && !message_is_timed(what);
	m->counts.between += what->sent.board != what->received.board;
}

static int put_matched(struct message_match *m, struct message *what)
{
	what->fate = MESSAGE_MATCHED;
	what->reason = MESSAGE_NO_REASON;
	put_in_order(m, what);
	m->counts.matched++;
	m->counts.other_bytes += what->sent.bytes != what->received.bytes;
	return put(m, what);
}

/* An entry stays alone. */
static int give_up(struct message_match *m, struct connection *c, uint32_t at,
		   enum message_reason reason)
{
	struct message what = m->waiting.entry[at].m;
	bool early = m->waiting.entry[at].early;

	waiting_remove(&m->waiting, c, at);
	return put_alone(m, &what, early ? MESSAGE_RECEIVE_ALONE : MESSAGE_SEND_ALONE, reason);
}

/* Why an entry stays alone that no other one contradicts; `last`: a send at the end of the run. */
static enum message_reason reason_of(const struct message_match *m, const struct entry *e,
				     bool last)
{
	if (e->early)
		return m->breaks ? MESSAGE_MAYBE_SENT : MESSAGE_NO_SEND;
	if (m->breaks != e->breaks || m->dark)
		return MESSAGE_MAYBE_RECEIVED;
	return last ? MESSAGE_IN_FLIGHT : MESSAGE_OVERTAKEN;
}

/* Gives up what the window has left. */
static int expire(struct message_match *m, struct connection *c)
{
	int rc = GNO_OK;

	while (!rc && c->waiting.oldest &&
	       c->sends - m->waiting.entry[c->waiting.oldest].count >= MESSAGE_WINDOW)
		rc = give_up(m, c, c->waiting.oldest,
			     reason_of(m, &m->waiting.entry[c->waiting.oldest], false));
	while (!rc && c->early.oldest &&
	       (c->early.length > MESSAGE_EARLY ||
		c->receives - m->waiting.entry[c->early.oldest].count >= MESSAGE_WINDOW ||
		c->sends - m->waiting.entry[c->early.oldest].sends >= MESSAGE_WINDOW))
		rc = give_up(m, c, c->early.oldest,
			     reason_of(m, &m->waiting.entry[c->early.oldest], false));
	return rc;
}

/*
 * Gives up those of a number that so many messages may have followed that it may be another one;
 * where numbers do not count up by one, a single one is enough.
 */
static int expire_hidden(struct message_match *m, struct connection *c, struct number *n,
			 uint64_t time)
{
	uint64_t hidden = hidden_at(m, time);
	int rc = GNO_OK;

	for (uint32_t at = n->first, next; at && !rc; at = next) {
		const struct entry *e = &m->waiting.entry[at];
		uint64_t more = hidden - e->hidden;

		next = e->next;
		if (c->sends - e->sends + more >= MESSAGE_WINDOW || (c->irregular && more))
			rc = give_up(m, c, at, reason_of(m, e, false));
	}
	return rc;
}

/* All that wait with a number stay alone, and so does what comes with it. */
static int spoil(struct message_match *m, struct connection *c, struct number *n,
		 enum message_reason reason)
{
	int rc = GNO_OK;

	n->spoilt = (c->sends + 1) << 1 | (reason == MESSAGE_AMBIGUOUS);
	while (n->first && !rc)
		rc = give_up(m, c, n->first, reason);
	return rc;
}

/* Why a number is useless, MESSAGE_NO_REASON: it is not. */
static enum message_reason spoilt(struct number *n, const struct connection *c)
{
	if (n->spoilt && (((c->sends + 1) << 1) - (n->spoilt & ~1u)) >> 1 >= MESSAGE_WINDOW)
		n->spoilt = 0;
	if (!n->spoilt)
		return MESSAGE_NO_REASON;
	return n->spoilt & 1 ? MESSAGE_AMBIGUOUS : MESSAGE_REPEATED;
}

/* -- endpoints -- */

/* Whether an endpoint may have sent, or received, what waits. */
static bool fits(const struct message_match *m, const struct connection *c, const struct entry *e,
		 const struct message_end *who)
{
	if (!is_same(e->early ? &e->m.received : &e->m.sent, who))
		return true;
	return !e->early && !c->several && !m->breaks;
}

/* How many entries of a kind fit; *found is one of them. */
static unsigned count_fitting(const struct message_match *m, const struct connection *c,
			      const struct number *n, const struct message_end *who, bool early,
			      uint32_t *found)
{
	unsigned count = 0;

	for (uint32_t at = n->first; at; at = m->waiting.entry[at].next) {
		const struct entry *e = &m->waiting.entry[at];

		if (e->early != early || !fits(m, c, e, who))
			continue;
		*found = at;
		count++;
	}
	return count;
}

/* -- events -- */

/* Whether a send of the endpoint can be no other one of the same number, which was lost. */
static bool is_only(const struct message_match *m, const struct connection *c,
		    const struct endpoint *p, unsigned sequence, uint64_t breaks)
{
	if (!m->breaks)
		return true;
	return p && p->sent && !c->irregular && (uint16_t)(p->last + 1) == sequence &&
	       p->sent_breaks == breaks;
}

/* How many of a number wait, and whether one of them was sent by the endpoint. */
static unsigned count_waiting(const struct message_match *m, const struct number *n,
			      const struct message_end *who, bool *own)
{
	unsigned count = 0;

	*own = false;
	for (uint32_t at = n->first; at; at = m->waiting.entry[at].next) {
		const struct entry *e = &m->waiting.entry[at];

		count++;
		*own |= !e->early && is_same(&e->m.sent, who);
	}
	return count;
}

/* A send that has come later than a receive of its number: 1: it was matched. */
static int take_late_send(struct message_match *m, struct connection *c, struct number *n,
			  struct message *what, bool only)
{
	uint32_t at = 0;
	unsigned early = count_fitting(m, c, n, &what->sent, true, &at);
	int rc;

	if (!early)
		return 0;
	if (early > 1) {
		rc = spoil(m, c, n, MESSAGE_AMBIGUOUS);
		return rc ? rc : 0;
	}
	if (!only) {
		rc = give_up(m, c, at, MESSAGE_MAYBE_SENT);
		return rc ? rc : 0;
	}
	what->received = m->waiting.entry[at].m.received;
	what->called = m->waiting.entry[at].m.called;
	what->called_time = m->waiting.entry[at].m.called_time;
	what->called_cycle = m->waiting.entry[at].m.called_cycle;
	waiting_remove(&m->waiting, c, at);
	rc = put_matched(m, what);
	return rc ? rc : 1;
}

/* Notes what the endpoint sends, and whether its numbers count up by one. */
static void note_sent(const struct message_match *m, struct connection *c, struct endpoint *p,
		      const struct message *what)
{
	uint64_t hidden = hidden_at(m, what->sent.time);
	uint16_t left_out = (uint16_t)(what->sequence - p->last - 1);

	/* others may have sent on the connection, or sends of its own were not recorded */
	c->irregular |= p->sent && left_out > c->sends - p->sends + hidden - p->hidden;
	p->sent = true;
	p->last = (uint16_t)what->sequence;
	p->sent_breaks = m->node[p->node].breaks;
	p->hidden = hidden;
	p->sends = c->sends + 1;
}

static int take_send(struct message_match *m, struct connection *c, struct number *n,
		     struct message *what)
{
	struct endpoint *p = waiting_endpoint(c, &what->sent);
	bool only = is_only(m, c, p, what->sequence, m->node[what->sent.node].breaks), own;
	enum message_reason why;
	int rc;

	if (p)
		note_sent(m, c, p, what);
	c->sends++;
	rc = expire(m, c);
	why = spoilt(n, c);
	if (!rc && !why) {
		rc = take_late_send(m, c, n, what, only);
		why = spoilt(n, c);
	}
	if (rc)
		return rc < 0 ? rc : GNO_OK;
	if (!why && count_waiting(m, n, &what->sent, &own) < CHAIN && !own)
		return add_entry(m, c, n, what, what->sent.time, false);
	if (!why) {
		why = own ? MESSAGE_REPEATED : MESSAGE_AMBIGUOUS;
		rc = spoil(m, c, n, why);
	}
	return rc ? rc : put_alone(m, what, MESSAGE_SEND_ALONE, why);
}

/* Notes that an endpoint has received a number; true: it had before, in the window. */
static bool note_received(struct connection *c, struct number *n, struct endpoint *p)
{
	uint32_t *at;
	bool again;

	if (!p)
		return false;
	p->received++;
	if (p->receiver < 0 && c->receivers < RECEIVERS)
		p->receiver = (int)c->receivers++;
	if (p->receiver < 0)
		return false;
	at = &n->received[p->receiver];
	again = *at && p->received + 1 - *at < MESSAGE_WINDOW;
	*at = p->received + 1;
	return again;
}

/* When the receiver began to wait, where that is known. */
static void take_called(const struct message_match *m, struct endpoint *p, struct message *what)
{
	if (!p)
		return;
	what->called = p->called && p->call_breaks == m->node[p->node].breaks;
	what->called_time = what->called ? p->call : 0;
	what->called_cycle = what->called ? p->call_cycle : 0;
	p->called = false;
}

static int take_receive(struct message_match *m, struct connection *c, struct number *n,
			struct message *what)
{
	struct endpoint *p = waiting_endpoint(c, &what->received);
	enum message_reason why;
	unsigned fitting = 0;
	uint32_t at = 0;
	bool again, own;
	int rc;

	c->receives++;
	rc = expire(m, c);
	take_called(m, p, what);
	again = note_received(c, n, p);
	why = spoilt(n, c);
	if (!why)
		fitting = count_fitting(m, c, n, &what->received, false, &at);
	if (rc)
		return rc;
	if (fitting == 1) {
		what->sent = m->waiting.entry[at].m.sent;
		what->queued = m->waiting.entry[at].m.queued;
		what->queued_time = m->waiting.entry[at].m.queued_time;
		what->queued_cycle = m->waiting.entry[at].m.queued_cycle;
		waiting_remove(&m->waiting, c, at);
		return put_matched(m, what);
	}
	if (!why && !fitting && !again && count_waiting(m, n, &what->received, &own) < CHAIN)
		return add_entry(m, c, n, what, what->received.time, true);
	if (!why && !fitting && again)
		return put_alone(m, what, MESSAGE_RECEIVE_ALONE, MESSAGE_REPEATED);
	if (!why) {
		why = MESSAGE_AMBIGUOUS;
		rc = spoil(m, c, n, why);
	}
	return rc ? rc : put_alone(m, what, MESSAGE_RECEIVE_ALONE, why);
}

/* A message has come to the node of its receiver; which process runs there does not matter. */
static int take_queued(struct message_match *m, struct connection *c, struct number *n,
		       struct message *what)
{
	uint32_t found = 0, own = 0;
	unsigned others = 0, owns = 0;
	bool again = false;

	for (uint32_t at = n->first; at; at = m->waiting.entry[at].next) {
		const struct entry *e = &m->waiting.entry[at];
		bool same = e->m.sent.node == what->received.node;

		if (e->early)
			continue;
		again |= e->m.queued;
		if (e->m.queued)
			continue;
		*(same ? &own : &found) = at;
		*(same ? &owns : &others) += 1;
	}
	if (!others) {
		found = own;
		others = owns;
	}
	if (others == 1) {
		m->waiting.entry[found].m.queued = true;
		m->waiting.entry[found].m.queued_time = what->received.time;
		m->waiting.entry[found].m.queued_cycle = what->received.cycle;
		return GNO_OK;
	}
	if (others || spoilt(n, c))
		return put_alone(m, what, MESSAGE_QUEUED_ALONE, MESSAGE_AMBIGUOUS);
	if (again)
		return put_alone(m, what, MESSAGE_QUEUED_ALONE, MESSAGE_REPEATED);
	return put_alone(m, what, MESSAGE_QUEUED_ALONE,
			 m->breaks ? MESSAGE_MAYBE_SENT : MESSAGE_NO_SEND);
}

static void take_call(struct message_match *m, struct connection *c, const struct read_event *v)
{
	struct endpoint *p =
	    waiting_endpoint(c, &(struct message_end){.node = v->node, .process = v->process});

	if (!p)
		return;
	p->called = true;
	p->call = v->time;
	p->call_cycle = v->cycle;
	p->call_breaks = m->node[v->node].breaks;
}

static bool is_message(unsigned page)
{
	return page == GNO_PAGE_SEND || page == GNO_PAGE_RECEIVE || page == GNO_PAGE_MESSAGE_QUEUED;
}

static int take_write(struct message_match *m, const struct read_event *v, uint64_t tag)
{
	struct connection *c = &m->connection[v->code];
	struct message what;
	struct message_end *end = v->page == GNO_PAGE_SEND ? &what.sent : &what.received;
	struct number *n;
	int rc;

	if (v->page == GNO_PAGE_RECEIVE_CALL)
		take_call(m, c, v);
	if (!is_message(v->page))
		return GNO_OK;
	what = (struct message){.connection = v->code, .sequence = gno_message_sequence(v->data)};
	*end = (struct message_end){.time = v->time,
				    .cycle = v->cycle,
				    .bound = v->bound,
				    .board = v->board,
				    .node = v->node,
				    .process = v->process,
				    .bytes = gno_message_size(v->data),
				    .pc = v->pc,
				    .tag = tag};
	n = waiting_number(c, what.sequence);
	if (!n)
		return GNO_ERR_NOMEM;
	rc = n->first ? expire_hidden(m, c, n, v->time) : GNO_OK;
	if (rc)
		return rc;
	if (v->page == GNO_PAGE_SEND)
		return take_send(m, c, n, &what);
	return v->page == GNO_PAGE_RECEIVE ? take_receive(m, c, n, &what)
					   : take_queued(m, c, n, &what);
}

/* The writes of a node are recorded again. */
static void end_dark(struct message_match *m, struct match_node *node, uint64_t time)
{
	if (!node->dark)
		return;
	node->dark = false;
	m->breaks++; /* what came since it began may have been received in it */
	m->dark--;
	m->dark_since -= node->since;
	m->hidden += time - node->since;
}

static void take_break(struct message_match *m, const struct read_event *v)
{
	struct match_node *node = &m->node[v->node];

	node->breaks++;
	m->breaks++;
	m->counts.breaks++;
	if (!v->open) {
		if (!m->unseen || v->time > m->unseen_to) {
			m->unseen_hidden = hidden_at(m, v->time);
			m->unseen_to = v->to;
		}
		m->unseen = true;
		m->unseen_to = v->to > m->unseen_to ? v->to : m->unseen_to;
		m->hidden += v->hidden;
	} else if (!node->dark) {
		node->dark = true;
		node->since = v->time;
		m->dark++;
		m->dark_since += v->time;
	}
}

int message_match_take(struct message_match *m, const struct read_event *v, uint64_t tag)
{
	switch (v->kind) {
	case READ_UNKNOWN:
		take_break(m, v);
		return GNO_OK;
	case READ_KNOWN:
		end_dark(m, &m->node[v->node], v->time);
		return GNO_OK;
	case READ_WRITE:
		end_dark(m, &m->node[v->node], v->time);
		return take_write(m, v, tag);
	default:
		return GNO_OK;
	}
}

int message_match_flush(struct message_match *m)
{
	for (; m->flushed < GNO_CONNECTIONS; m->flushed++) {
		struct connection *c = &m->connection[m->flushed];
		uint32_t at = c->waiting.oldest ? c->waiting.oldest : c->early.oldest;
		int rc;

		if (!at)
			continue;
		rc = give_up(m, c, at, reason_of(m, &m->waiting.entry[at], true));
		return rc ? rc : 1;
	}
	return 0;
}

static int pass_take(void *self, const struct read_event *v, struct gno_err *err)
{
	return message_match_take(self, v, 0) ? gno_fail_nomem(err) : GNO_OK;
}

static int pass_end(void *self, struct gno_err *err)
{
	int rc;

	do
		rc = message_match_flush(self);
	while (rc > 0);
	return rc ? gno_fail_nomem(err) : GNO_OK;
}

const struct pass message_match_pass = {.name = "messages",
					.pages = MESSAGE_PAGES,
					.record = pass_take,
					.unknown = pass_take,
					.end = pass_end};

struct message_match *message_match_new(const struct gno_report *r, message_sink sink, void *to)
{
	struct message_match *m = calloc(1, sizeof(*m));

	if (!m)
		return NULL;
	m->sink = sink;
	m->to = to;
	m->floor = r->boards ? boards_message_floor(r->boards) : 0;
	m->nodes = r->m->nodes;
	m->node = calloc(m->nodes + 1, sizeof(*m->node));
	if (!m->node || waiting_begin(&m->waiting)) {
		message_match_free(m);
		return NULL;
	}
	return m;
}

const struct message_counts *message_match_counts(const struct message_match *m)
{
	return &m->counts;
}

void message_match_free(struct message_match *m)
{
	if (!m)
		return;
	for (unsigned i = 0; i < GNO_CONNECTIONS; i++)
		waiting_free_connection(&m->connection[i]);
	free(m->node);
	waiting_free(&m->waiting);
	free(m);
}
