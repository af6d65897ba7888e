/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Messages (Miller, "DPM: A Measurement System for Distributed Programs", III.A): what was sent,
 * received and queued on each connection, in order of time over all nodes.
 */
#include "passes/messages/flows.h"

#include <stdlib.h>

#include "common/util.h"

#define NUMBERS 65536  /* sequence numbers */
#define WINDOW 0x8000u /* numbers before the newest one that are distinguished */

/* Sequence numbers of one kind on one connection at one node. */
struct tracker {
	uint16_t head;	 /* the newest */
	uint32_t span;	 /* numbers from the first one to the newest, WINDOW at most */
	uint64_t breaks; /* of the node when the newest came */
	uint8_t seen[NUMBERS / 8];
	uint8_t in_gap[NUMBERS / 8]; /* not seen, and records were lost where it should be */
};

struct length {
	uint64_t now;
	uint64_t leaving; /* in the current clock: what came in it comes first */
	uint64_t mark;
	bool begun;
};

struct flows {
	struct gno_report *r;
	struct report_connection
	    *connection;	  /* the report's, once it is known that there are any */
	uint64_t *breaks;	  /* of each node: stretches without records so far */
	struct tracker **tracker; /* [connection][kind][node] */
	size_t trackers;
	struct length transit[GNO_CONNECTIONS], queue[GNO_CONNECTIONS];
};

static bool get(const uint8_t *bits, unsigned i)
{
	return bits[i / 8] >> i % 8 & 1;
}

static void set(uint8_t *bits, unsigned i, bool on)
{
	bits[i / 8] = (uint8_t)((bits[i / 8] & ~(1u << i % 8)) | (unsigned)on << i % 8);
}

/* A later number than any before. */
static void step(struct tracker *t, struct report_flow *flow, uint16_t seq, bool broken)
{
	uint16_t left_out = (uint16_t)(seq - t->head - 1);

	if (broken)
		flow->in_gap += left_out;
	else
		flow->missing += left_out;
	t->span += left_out + 1u;
	if (t->span > WINDOW)
		t->span = WINDOW;
	while (t->head != seq) {
		t->head++;
		set(t->seen, t->head, t->head == seq);
		set(t->in_gap, t->head, broken && t->head != seq);
	}
}

/* The newest number once more, or one before it. */
static void look_back(struct tracker *t, struct report_flow *flow, uint16_t seq)
{
	if (get(t->seen, seq)) {
		flow->repeated++;
		return;
	}
	flow->late++;
	set(t->seen, seq, true);
	if ((uint16_t)(t->head - seq) >= t->span)
		return; /* before the first: nobody missed it */
	if (get(t->in_gap, seq))
		flow->in_gap--;
	else
		flow->missing--;
	set(t->in_gap, seq, false);
}

static int take_sequence(struct flows *m, unsigned connection, enum report_message kind,
			 unsigned node, uint16_t seq, unsigned bytes)
{
	unsigned nodes = m->r->m->nodes;
	struct tracker **at =
	    &m->tracker[((size_t)connection * REPORT_MESSAGES + kind) * nodes + node];
	struct report_connection *c = &m->connection[connection];
	struct report_flow *flow;

	c->used = true;
	if (!c->flow[kind])
		c->flow[kind] = calloc(nodes, sizeof(*c->flow[kind]));
	if (!c->flow[kind])
		return GNO_ERR_NOMEM;
	flow = &c->flow[kind][node];
	flow->count++;
	flow->bytes += bytes;
	if (!*at) {
		*at = calloc(1, sizeof(**at));
		if (!*at)
			return GNO_ERR_NOMEM;
		(*at)->head = seq;
		(*at)->span = 1;
		set((*at)->seen, seq, true);
	} else if (seq != (*at)->head && (uint16_t)(seq - (*at)->head) < WINDOW) {
		step(*at, flow, seq, (*at)->breaks != m->breaks[node]);
	} else {
		look_back(*at, flow, seq);
	}
	(*at)->breaks = m->breaks[node];
	return GNO_OK;
}

/* Carries a length on to `time`. */
static void advance(struct length *l, struct report_queue *q, uint64_t time)
{
	if (time > l->mark || !l->begun) {
		q->surplus += l->leaving > l->now ? l->leaving - l->now : 0;
		l->now -= l->leaving > l->now ? l->now : l->leaving;
		l->leaving = 0;
		if (l->begun) {
			q->sum = gno_sum(q->sum, gno_product(l->now, time - l->mark));
			q->clocks += time - l->mark;
		}
	}
	l->begun = true;
	l->mark = time;
}

static void arrive(struct length *l, struct report_queue *q, uint64_t time)
{
	advance(l, q, time);
	if (++l->now > q->max)
		q->max = l->now;
}

static void leave(struct length *l, struct report_queue *q, uint64_t time)
{
	advance(l, q, time);
	l->leaving++;
}

static int take_write(void *self, const struct read_event *v, struct gno_err *err)
{
	enum report_message kind = REPORT_SEND;
	struct flows *m = self;
	struct report_connection *c = &m->connection[v->code];

	if (v->kind != READ_WRITE)
		return GNO_OK;
	if (v->page == GNO_PAGE_RECEIVE) {
		kind = REPORT_RECEIVE;
		leave(&m->transit[v->code], &c->transit, v->time);
		leave(&m->queue[v->code], &c->queue, v->time);
	} else if (v->page == GNO_PAGE_MESSAGE_QUEUED) {
		kind = REPORT_QUEUED;
		arrive(&m->queue[v->code], &c->queue, v->time);
	} else {
		arrive(&m->transit[v->code], &c->transit, v->time);
	}
	if (take_sequence(m, v->code, kind, v->node, (uint16_t)gno_message_sequence(v->data),
			  gno_message_size(v->data)))
		return gno_fail_nomem(err);
	return GNO_OK;
}

/* A node whose records end early was not flushed, and one that was overwritten is not synced. */
static int take_unknown(void *self, const struct read_event *v, struct gno_err *err)
{
	struct flows *m = self;

	(void)err;
	m->breaks[v->node] += v->why == READ_GAP || v->why == READ_HOLE || v->why == READ_OFF;
	return GNO_OK;
}

static void add_flow(struct report_flow *sum, const struct report_flow *f)
{
	sum->count += f->count;
	sum->bytes += f->bytes;
	sum->missing += f->missing;
	sum->in_gap += f->in_gap;
	sum->repeated += f->repeated;
	sum->late += f->late;
}

/* Whether a node has sent messages. */
static bool any(const struct gno_report *r)
{
	for (unsigned k = 0; k < r->m->nodes; k++)
		for (size_t i = 0; i < r->node[k].port.events.used; i++) {
			unsigned page =
			    gno_port_write_page((uint32_t)r->node[k].port.events.slot[i].key);

			if (READ_MESSAGES >> page & 1)
				return true;
		}
	return false;
}

/* All was read, and the walks over the nodes have ended. */
static int end(void *self, struct gno_err *err)
{
	struct flows *m = self;
	struct gno_report *r = m->r;

	(void)err;
	if (!any(r))
		return GNO_OK;
	r->connection = m->connection;
	m->connection = NULL;
	for (unsigned i = 0; i < GNO_CONNECTIONS; i++) {
		struct report_connection *c = &r->connection[i];

		for (unsigned kind = 0; kind < REPORT_MESSAGES; kind++)
			for (unsigned k = 0; c->flow[kind] && k < r->m->nodes; k++)
				add_flow(&c->all[kind], &c->flow[kind][k]);
		if (m->transit[i].begun)
			advance(&m->transit[i], &c->transit, r->line.end + 1);
		if (m->queue[i].begun)
			advance(&m->queue[i], &c->queue, r->line.end + 1);
	}
	for (unsigned k = 0; k < r->m->nodes; k++)
		r->messages_lost |= r->m->node[k].port.bus != GNO_BUS_NONE &&
				    (m->breaks[k] || !r->node[k].synced || !r->node[k].flushed);
	return GNO_OK;
}

void flows_free_connections(struct report_connection *connection)
{
	for (unsigned c = 0; connection && c < GNO_CONNECTIONS; c++)
		for (unsigned kind = 0; kind < REPORT_MESSAGES; kind++)
			free(connection[c].flow[kind]);
	free(connection);
}

void flows_close(struct flows *m)
{
	if (!m)
		return;
	for (size_t i = 0; m->tracker && i < m->trackers; i++)
		free(m->tracker[i]);
	free(m->tracker);
	free(m->breaks);
	flows_free_connections(m->connection);
	free(m);
}

int flows_open(struct gno_report *r, struct reader *reader, struct flows **out, struct gno_err *err)
{
	static const struct pass pass = {.name = "flows",
					 .pages = READ_MESSAGES,
					 .record = take_write,
					 .unknown = take_unknown,
					 .end = end};
	struct flows *m = *out = calloc(1, sizeof(*m));

	if (!m)
		return gno_fail_nomem(err);
	m->r = r;
	m->connection = calloc(GNO_CONNECTIONS, sizeof(*m->connection));
	m->breaks = calloc(r->m->nodes, sizeof(*m->breaks));
	m->trackers = (size_t)GNO_CONNECTIONS * REPORT_MESSAGES * r->m->nodes;
	m->tracker = calloc(m->trackers, sizeof(struct tracker *));
	if (!m->connection || !m->breaks || !m->tracker)
		return gno_fail_nomem(err);
	return reader_add(reader, &pass, m, err);
}
