/* SPDX-License-Identifier: Apache-2.0 */
#include "passes/messages/traffic.h"

#include <limits.h>
#include <stdlib.h>

#include "passes/messages/places.h"
#include "common/util.h"
#include "results/select.h"

/* Whose messages a connection had last. */
struct last {
	struct message_end sent, received;
	size_t route, receiver;
	bool known;
};

struct builder {
	struct traffic *t;
	struct last last[GNO_CONNECTIONS];
	struct places routes, receivers;
	uint64_t width; /* cycles of a part of the time */
};

uint64_t traffic_cycles(const struct traffic *t)
{
	return t->to - t->from + 1;
}

static int add(struct traffic_spread *s, uint64_t number)
{
	gno_stats_add(&s->stats, number);
	return gno_histogram_add(&s->histogram, number);
}

/* By how much the ticks of a node make a duration wrong, in cycles of common time. */
static uint64_t ticks_of(const struct gno_report *r, unsigned node)
{
	const struct gno_node *n = &r->m->node[node];

	return n->own_hz ? report_time_bound(r, node) * (n->seed ? 2 : 1) : gno_node_bound(n);
}

/* By how much the time of a message can be wrong; `one`: a time that only its receiver's board has
 * counted. */
static uint64_t bound_of(const struct gno_report *r, const struct message *m, bool one)
{
	const uint64_t from = ticks_of(r, m->sent.node), to = ticks_of(r, m->received.node);

	return (one ? to : from > to ? from : to) + message_cycles_bound(r, m, one);
}

static int add_time(struct traffic_spread *s, uint64_t bound, uint64_t cycles)
{
	if (s->bound < bound)
		s->bound = bound < UINT_MAX ? (unsigned)bound : UINT_MAX;
	return add(s, cycles);
}

static int find_group(struct traffic *t, const struct message_end *e, unsigned *group)
{
	size_t place;

	if (processes_find(t->processes, e->node, e->process, &place))
		return GNO_ERR_NOMEM;
	*group = t->processes->process[place].group;
	return GNO_OK;
}

/* Where the messages between two processes are counted. */
static int find(struct builder *b, const struct message *m, struct last *l)
{
	struct traffic *t = b->t;
	unsigned from, to;
	int rc;

	if (find_group(t, &m->sent, &from) || find_group(t, &m->received, &to))
		return GNO_ERR_NOMEM;
	l->route = t->routes;
	rc = places_find(&b->routes, (uint64_t)from << 32 | to, &l->route);
	if (rc > 0) {
		struct traffic_route *more = gno_room(t->route, t->routes, sizeof(*more));

		if (!more)
			return GNO_ERR_NOMEM;
		t->route = more;
		more[t->routes++] = (struct traffic_route){.from = from, .to = to};
	}
	l->receiver = t->receivers;
	rc = rc < 0 ? rc : places_find(&b->receivers, to, &l->receiver);
	if (rc > 0) {
		struct traffic_receiver *more = gno_room(t->receiver, t->receivers, sizeof(*more));

		if (!more)
			return GNO_ERR_NOMEM;
		t->receiver = more;
		more[t->receivers++] = (struct traffic_receiver){.group = to};
	}
	l->sent = m->sent;
	l->received = m->received;
	l->known = true;
	return rc < 0 ? rc : GNO_OK;
}

static bool is_same(const struct message_end *a, const struct message_end *b)
{
	return a->node == b->node && a->process == b->process;
}

/* A message that waited in the queue of its receiver, perhaps only partly in the time. */
static int take_queue(const struct traffic *t, struct traffic_receiver *v, uint64_t arrived,
		      uint64_t received)
{
	uint64_t from = arrived > t->from ? arrived : t->from;
	uint64_t to = received <= t->to ? received : t->to + 1;

	return overlap_add(&v->queue, from, to);
}

static int take_matched(struct builder *b, const struct message *m)
{
	struct last *l = &b->last[m->connection];
	struct traffic *t = b->t;
	uint64_t received = m->received.time, arrived = message_arrived(m);
	struct traffic_receiver *v;
	struct traffic_route *route;

	if (received < t->from || (arrived > t->to && received > t->to))
		return GNO_OK;
	if ((!l->known || !is_same(&l->sent, &m->sent) || !is_same(&l->received, &m->received)) &&
	    find(b, m, l))
		return GNO_ERR_NOMEM;
	route = &t->route[l->route];
	v = &t->receiver[l->receiver];
	if (message_is_timed(m) && take_queue(t, v, arrived, received))
		return GNO_ERR_NOMEM;
	if (received > t->to)
		return GNO_OK;
	t->messages++;
	t->bytes += m->sent.bytes;
	t->tachyons += m->tachyon;
	t->undecided += m->undecided;
	t->below_floor += m->below_floor;
	t->between += m->sent.board != m->received.board;
	route->connections |= UINT64_C(1) << m->connection;
	route->tachyons += m->tachyon;
	route->other_bytes += m->sent.bytes != m->received.bytes;
	route->history[(received - t->from) / b->width]++;
	v->queued += m->queued;
	if (m->called && add_time(&v->blocked, bound_of(t->r, m, true), message_blocked(t->r, m)))
		return GNO_ERR_NOMEM;
	if (add(&route->size, m->sent.bytes))
		return GNO_ERR_NOMEM;
	if (!message_is_timed(m))
		return GNO_OK;
	return add_time(&route->transit, bound_of(t->r, m, false), message_cycles(t->r, m)) ||
		       add_time(&v->wait, bound_of(t->r, m, m->queued), message_waited(t->r, m))
		   ? GNO_ERR_NOMEM
		   : GNO_OK;
}

static void take_alone(struct traffic *t, const struct message *m)
{
	uint64_t time = m->fate == MESSAGE_SEND_ALONE ? m->sent.time : m->received.time;

	if (time < t->from || time > t->to)
		return;
	t->alone[m->fate][m->reason][m->connection]++;
	t->any_alone = true;
}

/* Most messages or bytes first; of equal ones by their groups. */
static int compare_routes(const void *a, const void *b)
{
	const struct traffic_route *x = a, *y = b;

	if (x->size.stats.total != y->size.stats.total)
		return x->size.stats.total < y->size.stats.total ? 1 : -1;
	if (x->size.stats.count != y->size.stats.count)
		return x->size.stats.count < y->size.stats.count ? 1 : -1;
	if (x->from != y->from)
		return x->from > y->from ? 1 : -1;
	return x->to > y->to ? 1 : x->to < y->to ? -1 : 0;
}

static int compare_receivers(const void *a, const void *b)
{
	const struct traffic_receiver *x = a, *y = b;

	if (x->wait.stats.count != y->wait.stats.count)
		return x->wait.stats.count < y->wait.stats.count ? 1 : -1;
	return x->group > y->group ? 1 : x->group < y->group ? -1 : 0;
}

static int take_traffic(void *to, const struct message *m)
{
	struct builder *b = to;

	if (m->fate == MESSAGE_MATCHED)
		return take_matched(b, m);
	take_alone(b->t, m);
	return GNO_OK;
}

int traffic_build(const struct gno_report *r, uint64_t from, uint64_t to, struct traffic **out,
		  struct gno_err *err)
{
	struct traffic *t = calloc(1, sizeof(*t));
	struct builder *b = calloc(1, sizeof(*b));
	int rc;

	*out = t;
	if (!t || !b) {
		rc = gno_fail_nomem(err);
		goto out;
	}
	t->r = r;
	t->from = from;
	t->to = to < r->line.end ? to : r->line.end;
	b->t = t;
	if (!reader_has_port(r->m)) {
		rc = gno_fail(err, GNO_ERR_ARG, READ_NO_PORT);
		goto out;
	}
	rc = report_check_from(r, from, err);
	if (rc)
		goto out;
	b->width = (t->to - t->from) / TRAFFIC_PARTS + 1;
	rc = processes_open(r, &t->processes, err);
	if (!rc)
		rc = messages_hand_out(r, from, t->to, &(struct message_listener){take_traffic, b},
				       &t->breaks, err);
	if (t->routes)
		qsort(t->route, t->routes, sizeof(*t->route), compare_routes);
	while (t->routes && !t->route[t->routes - 1].size.stats.count)
		t->routes--; /* of messages that were received later */
	if (t->receivers)
		qsort(t->receiver, t->receivers, sizeof(*t->receiver), compare_receivers);
out:
	if (b) {
		places_free(&b->routes);
		places_free(&b->receivers);
	}
	free(b);
	return rc;
}

void traffic_free(struct traffic *t)
{
	if (!t)
		return;
	for (size_t i = 0; i < t->routes; i++) {
		gno_histogram_free(&t->route[i].size.histogram);
		gno_histogram_free(&t->route[i].transit.histogram);
	}
	for (size_t i = 0; i < t->receivers; i++) {
		gno_histogram_free(&t->receiver[i].wait.histogram);
		gno_histogram_free(&t->receiver[i].blocked.histogram);
		overlap_free(&t->receiver[i].queue);
	}
	processes_close(t->processes);
	free(t->route);
	free(t->receiver);
	free(t);
}
