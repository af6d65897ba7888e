/* SPDX-License-Identifier: Apache-2.0 */
/* What the matching knows between two events, written or read. */
#include "passes/messages/match_state.h"

#include "passes/messages/match.h"
#include "common/util.h"

/* -- numbers -- */

/* Whether a receive of a number, of an endpoint that has `received` so many, still counts. */
static bool counts(uint32_t at, uint32_t received)
{
	return at && received + 1 - at < MESSAGE_WINDOW;
}

/* How often the endpoint has received whose receives are remembered in that place. */
static uint32_t received_by(const struct connection *c, unsigned receiver)
{
	for (unsigned i = 0; i < c->endpoints; i++)
		if (c->endpoint[i].receiver == (int)receiver)
			return c->endpoint[i].received;
	return 0;
}

/* A number that was used; NULL: it was not. */
static const struct number *used(const struct connection *c, unsigned sequence)
{
	const struct number *page = c->page[sequence >> PAGE_BITS];

	return page ? &page[sequence & (PAGE_NUMBERS - 1)] : NULL;
}

static uint32_t received_at(const struct connection *c, unsigned sequence, unsigned receiver)
{
	const struct number *n = sequence < NUMBERS ? used(c, sequence) : NULL;

	return n ? n->received[receiver] : 0;
}

/* Most endpoints receive number after number: stretches of these are written. */
static void write_received(struct archive *a, const struct connection *c, unsigned receiver)
{
	const uint32_t received = received_by(c, receiver);
	unsigned behind = 0;

	for (unsigned i = 0; i < NUMBERS; i++) {
		const struct number *n = used(c, i);
		uint32_t at, many = 1;

		if (!n) {
			i |= PAGE_NUMBERS - 1;
			continue;
		}
		at = n->received[receiver];
		if (!counts(at, received))
			continue;
		while (received_at(c, i + many, receiver) == at + many)
			many++;
		archive_number(a, i - behind);
		archive_number(a, received + 1 - at);
		archive_number(a, many);
		i += many - 1;
		behind = i + 1;
	}
	archive_number(a, NUMBERS - behind);
}

static int read_received(struct archive *a, struct connection *c, unsigned receiver)
{
	const uint32_t received = received_by(c, receiver);
	unsigned at = 0;

	for (;;) {
		uint32_t value;
		uint64_t many;

		at += (unsigned)archive_upto(a, 0, NUMBERS - at);
		if (at == NUMBERS || a->bad)
			return GNO_OK;
		value = received + 1 - (uint32_t)archive_upto(a, 0, UINT32_MAX);
		many = archive_upto(a, 0, NUMBERS - at);
		a->bad |= !many;
		for (uint64_t i = 0; i < many; i++) {
			struct number *n = waiting_number(c, at++);

			if (!n)
				return GNO_ERR_NOMEM;
			n->received[receiver] = value++;
		}
	}
}

/* How many sends ago a number became useless. */
static uint32_t spoilt_ago(const struct connection *c, const struct number *n)
{
	return (((c->sends + 1) << 1) - (n->spoilt & ~1u)) >> 1;
}

static void write_spoilt(struct archive *a, const struct connection *c)
{
	for (unsigned i = 0; i < NUMBERS; i++) {
		const struct number *n = used(c, i);

		if (!n) {
			i |= PAGE_NUMBERS - 1;
			continue;
		}
		if (!n->spoilt || spoilt_ago(c, n) >= MESSAGE_WINDOW)
			continue;
		archive_number(a, i);
		archive_number(a, spoilt_ago(c, n));
		archive_flag(a, n->spoilt & 1);
	}
	archive_number(a, NUMBERS);
}

static int read_spoilt(struct archive *a, struct connection *c)
{
	for (;;) {
		const unsigned at = (unsigned)archive_upto(a, 0, NUMBERS);
		struct number *n = at < NUMBERS && !a->bad ? waiting_number(c, at) : NULL;

		if (at == NUMBERS || a->bad)
			return GNO_OK;
		if (!n)
			return GNO_ERR_NOMEM;
		n->spoilt = (c->sends + 1 - (uint32_t)archive_upto(a, 0, MESSAGE_WINDOW)) << 1;
		n->spoilt |= archive_flag(a, false);
	}
}

static int of_numbers(struct archive *a, struct connection *c)
{
	int rc = GNO_OK;

	c->receivers = (unsigned)archive_upto(a, c->receivers, RECEIVERS);
	for (unsigned i = 0; i < c->receivers && !rc; i++) {
		if (a->reads)
			rc = read_received(a, c, i);
		else
			write_received(a, c, i);
	}
	if (rc || a->reads)
		return rc ? rc : read_spoilt(a, c);
	write_spoilt(a, c);
	return GNO_OK;
}

/* -- endpoints -- */

static void of_endpoint(struct archive *a, const struct connection *c, struct endpoint *p)
{
	p->sent = archive_flag(a, p->sent);
	if (p->sent) {
		p->last = (uint16_t)archive_upto(a, p->last, UINT16_MAX);
		p->sent_breaks = archive_number(a, p->sent_breaks);
		p->hidden = archive_number(a, p->hidden);
		p->sends = c->sends - archive_unsigned(a, c->sends - p->sends);
	}
	p->called = archive_flag(a, p->called);
	if (p->called) {
		p->call_breaks = archive_number(a, p->call_breaks);
		p->call = archive_number(a, p->call);
		p->call_cycle = p->call - archive_number(a, p->call - p->call_cycle);
	}
	p->received = archive_unsigned(a, p->received);
	p->receiver = (int)archive_upto(a, (uint64_t)(p->receiver + 1), RECEIVERS) - 1;
}

static int of_endpoints(struct archive *a, const struct message_match *m, struct connection *c)
{
	const uint64_t many = archive_upto(a, c->endpoints, ENDPOINTS_MAX);

	for (unsigned i = 0; i < many && !a->bad; i++) {
		struct message_end who = {.node = 0};

		if (!a->reads) {
			who.node = c->endpoint[i].node;
			who.process = c->endpoint[i].process;
		}
		who.node = (unsigned)archive_upto(a, who.node, m->nodes - 1);
		who.process = archive_unsigned(a, who.process);
		if (a->reads && !waiting_endpoint(c, &who))
			return GNO_ERR_NOMEM;
		a->bad |= a->reads && c->endpoints != i + 1; /* it was there */
		of_endpoint(a, c, &c->endpoint[a->bad ? 0 : i]);
	}
	return GNO_OK;
}

/* -- entries -- */

static void of_end(struct archive *a, const struct message_match *m, struct message_end *e)
{
	e->time = archive_number(a, e->time);
	e->cycle = e->time - archive_number(a, e->time - e->cycle);
	e->bound = archive_number(a, e->bound);
	e->board = archive_unsigned(a, e->board);
	e->node = (unsigned)archive_upto(a, e->node, m->nodes - 1);
	e->process = archive_unsigned(a, e->process);
	e->bytes = archive_unsigned(a, e->bytes);
	e->pc = archive_unsigned(a, e->pc);
}

/* When a message was queued, or the receiver began to wait, where that is known. */
static bool of_moment(struct archive *a, bool known, uint64_t *time, uint64_t *cycle)
{
	known = archive_flag(a, known);
	if (!known)
		return false;
	*time = archive_number(a, *time);
	*cycle = *time - archive_number(a, *time - *cycle);
	return true;
}

static void of_entry(struct archive *a, const struct message_match *m, const struct connection *c,
		     struct entry *e)
{
	e->sends = c->sends - archive_unsigned(a, c->sends - e->sends);
	e->count = e->sends;
	if (e->early)
		e->count = c->receives - archive_unsigned(a, c->receives - e->count);
	e->breaks = m->breaks - archive_number(a, m->breaks - e->breaks);
	e->hidden = archive_number(a, e->hidden);
	of_end(a, m, e->early ? &e->m.received : &e->m.sent);
	e->m.queued = of_moment(a, e->m.queued, &e->m.queued_time, &e->m.queued_cycle);
	e->m.called = of_moment(a, e->m.called, &e->m.called_time, &e->m.called_cycle);
}

static void write_entries(struct archive *a, const struct message_match *m, struct connection *c,
			  const struct list *list)
{
	archive_number(a, list->length);
	for (uint32_t at = list->oldest; at; at = m->waiting.entry[at].newer) {
		archive_number(a, m->waiting.entry[at].m.sequence);
		of_entry(a, m, c, &m->waiting.entry[at]);
	}
}

static int read_entries(struct archive *a, struct message_match *m, unsigned connection, bool early)
{
	struct connection *c = &m->connection[connection];
	const uint64_t many = archive_number(a, 0);

	for (uint64_t i = 0; i < many && !a->bad; i++) {
		const unsigned sequence = (unsigned)archive_upto(a, 0, NUMBERS - 1);
		struct number *n = waiting_number(c, sequence);
		struct entry *e = n ? waiting_add(&m->waiting, c, n, early) : NULL;

		if (!e)
			return GNO_ERR_NOMEM;
		e->m = (struct message){.connection = connection, .sequence = sequence};
		of_entry(a, m, c, e);
	}
	return GNO_OK;
}

/* -- all -- */

static int of_connection(struct archive *a, struct message_match *m, unsigned connection)
{
	struct connection *c = &m->connection[connection];
	int rc;

	if (!archive_flag(a, c->sends || c->receives || c->endpoints))
		return GNO_OK;
	c->sends = archive_unsigned(a, c->sends);
	c->receives = archive_unsigned(a, c->receives);
	c->irregular = archive_flag(a, c->irregular);
	rc = of_endpoints(a, m, c);
	rc = rc ? rc : of_numbers(a, c);
	if (!a->reads) {
		write_entries(a, m, c, &c->waiting);
		write_entries(a, m, c, &c->early);
		return rc;
	}
	rc = rc ? rc : read_entries(a, m, connection, false);
	return rc ? rc : read_entries(a, m, connection, true);
}

static void of_breaks(struct archive *a, struct message_match *m)
{
	m->breaks = archive_number(a, m->breaks);
	m->unseen = archive_flag(a, m->unseen);
	m->unseen_to = archive_number(a, m->unseen_to);
	m->unseen_hidden = archive_number(a, m->unseen_hidden);
	m->hidden = archive_number(a, m->hidden);
	m->dark = archive_number(a, m->dark);
	m->dark_since = archive_number(a, m->dark_since);
	for (unsigned k = 0; k < m->nodes; k++) {
		m->node[k].breaks = archive_number(a, m->node[k].breaks);
		m->node[k].dark = archive_flag(a, m->node[k].dark);
		m->node[k].since = archive_number(a, m->node[k].since);
	}
}

int match_state(struct archive *a, struct message_match *m)
{
	int rc = GNO_OK;

	of_breaks(a, m);
	for (unsigned i = 0; i < GNO_CONNECTIONS && !rc && !a->bad; i++)
		rc = of_connection(a, m, i);
	return rc || a->nomem ? GNO_ERR_NOMEM : GNO_OK;
}

uint64_t match_numbers(const struct message_match *m)
{
	uint64_t pages = 0;

	for (unsigned i = 0; i < GNO_CONNECTIONS; i++)
		for (unsigned page = 0; page < PAGES; page++)
			pages += m->connection[i].page[page] != NULL;
	return pages * PAGE_NUMBERS;
}

static uint64_t time_of(const struct entry *e)
{
	return e->early ? e->m.received.time : e->m.sent.time;
}

/* Whether one of a list that came in that time waits. */
static bool list_waits(const struct message_match *m, const struct list *list, uint64_t from,
		       uint64_t to)
{
	uint32_t at = list->newest;

	while (at && time_of(&m->waiting.entry[at]) > to)
		at = m->waiting.entry[at].older;
	return at && time_of(&m->waiting.entry[at]) >= from;
}

bool message_match_waits(const struct message_match *m, uint64_t from, uint64_t to)
{
	bool any = false;

	for (unsigned i = 0; i < GNO_CONNECTIONS && !any; i++)
		any = list_waits(m, &m->connection[i].waiting, from, to) ||
		      list_waits(m, &m->connection[i].early, from, to);
	return any;
}
