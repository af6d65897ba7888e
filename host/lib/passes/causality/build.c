/* SPDX-License-Identifier: Apache-2.0 */
/* The strings of a run, in one pass over the writes to its event ports. */
#include "passes/causality/causality.h"

#include <stdlib.h>

#include "passes/causality/result.h"
#include "passes/causality/visits.h"
#include "common/util.h"
#include "passes/reading.h"

/* A process of the run. */
struct actor {
	enum gno_process_role role;
	unsigned party;	  /* of a server or requestor */
	uint32_t current; /* visit of a server */
};

struct node {
	bool broken;	 /* some of its writes may be missing so far */
	unsigned number; /* of the process that wrote last */
	size_t place;	 /* and its place in the list plus one; 0: none has */
};

struct build {
	struct causality *c;
	struct strings strings;
	struct visits visits;
	struct actor *actor; /* one a process */
	size_t actors, room;
	unsigned *party; /* of each group with a name */
	struct node *node;
	struct message_match *match;
};

/* A tag of a message's end: the visit, and the place of the process. */
static uint64_t tag_of(size_t place, uint32_t visit)
{
	return (uint64_t)place << 32 | visit;
}

static int add_actor(struct build *b, size_t place)
{
	const struct process *p = &b->c->processes->process[place];
	const struct process_group *g = &b->c->processes->group[p->group];
	struct actor a = {.role = g->role};

	if (place >= b->room) {
		size_t room = b->room ? 2 * b->room : 64;
		struct actor *more = realloc(b->actor, room * sizeof(*more));

		if (!more)
			return GNO_ERR_NOMEM;
		b->actor = more;
		b->room = room;
	}
	if (g->named)
		a.party = b->party[p->group];
	if (a.role == GNO_PROCESS_SERVER) {
		a.current = b->node[p->node].broken ? VISIT_LOST : VISIT_STRAY;
		visits_send(&b->visits, a.current);
	}
	b->actor[b->actors++] = a;
	return GNO_OK;
}

/* The place of the process that writes. */
static int find_actor(struct build *b, const struct read_event *v, size_t *place)
{
	struct node *n = &b->node[v->node];
	int rc;

	if (n->place && n->number == v->process) {
		*place = n->place - 1;
		return GNO_OK;
	}
	rc = processes_find(b->c->processes, v->node, v->process, place);
	if (!rc && *place == b->actors)
		rc = add_actor(b, *place);
	n->number = v->process;
	n->place = rc ? 0 : *place + 1;
	return rc;
}

static enum causality_cut cut_of(enum message_reason reason)
{
	switch (reason) {
	case MESSAGE_IN_FLIGHT:
		return CAUSALITY_ENDED;
	case MESSAGE_MAYBE_RECEIVED:
	case MESSAGE_MAYBE_SENT:
		return CAUSALITY_LOST;
	default:
		return CAUSALITY_UNMATCHED;
	}
}

/* A message with a process that is neither of the server nor a requestor. */
static void count_ignored(struct build *b, const struct actor *other)
{
	if (other->role == GNO_PROCESS_SYSTEM)
		b->c->ignored++;
	else
		b->c->unnamed++;
}

static int take_matched(struct build *b, const struct message *m)
{
	const struct actor *from = &b->actor[m->sent.tag >> 32];
	const struct actor *to = &b->actor[m->received.tag >> 32];
	uint32_t sender = (uint32_t)m->sent.tag, receiver = (uint32_t)m->received.tag;
	int rc = GNO_OK;

	if (receiver && sender) {
		rc = visits_follow(&b->visits, receiver, sender);
	} else if (receiver && from->role == GNO_PROCESS_REQUESTOR) {
		rc = visits_request(&b->visits, receiver, from->party);
	} else if (receiver) {
		count_ignored(b, from);
		rc = visits_ignore(&b->visits, receiver);
	} else if (sender && to->role == GNO_PROCESS_REQUESTOR) {
		rc = visits_answer(&b->visits, sender, to->party);
	} else if (sender) {
		count_ignored(b, to);
	}
	visits_release(&b->visits, sender);
	return rc;
}

static int take_message(void *to, const struct message *m)
{
	struct build *b = to;
	uint32_t visit;

	switch (m->fate) {
	case MESSAGE_MATCHED:
		return take_matched(b, m);
	case MESSAGE_SEND_ALONE:
		visit = (uint32_t)m->sent.tag;
		if (visit)
			visits_cut(&b->visits, visit, cut_of(m->reason));
		visits_release(&b->visits, visit);
		return GNO_OK;
	case MESSAGE_RECEIVE_ALONE:
		visit = (uint32_t)m->received.tag;
		return visit ? visits_lose(&b->visits, visit, cut_of(m->reason)) : GNO_OK;
	default:
		return GNO_OK;
	}
}

static int take_send(struct build *b, const struct read_event *v)
{
	uint32_t visit = VISIT_NONE;
	size_t place;
	int rc = find_actor(b, v, &place);

	if (rc)
		return rc;
	if (b->actor[place].role == GNO_PROCESS_SERVER) {
		visit = b->actor[place].current;
		visits_send(&b->visits, visit);
	}
	return message_match_take(b->match, v, tag_of(place, visit));
}

static int take_receive(struct build *b, const struct read_event *v)
{
	uint32_t visit = VISIT_NONE;
	size_t place;
	struct actor *a;
	int rc = find_actor(b, v, &place);

	if (rc)
		return rc;
	a = &b->actor[place];
	if (a->role == GNO_PROCESS_SERVER) {
		rc = visits_receive(&b->visits, a->current, a->party, &visit);
		if (rc)
			return rc;
		a->current = visit;
	}
	rc = message_match_take(b->match, v, tag_of(place, visit));
	if (!rc && visit)
		a->current = visits_current(&b->visits, visit);
	return rc;
}

/* Forgets what the processes of the node have received. */
static void take_break(struct build *b, unsigned node)
{
	const struct processes *p = b->c->processes;

	b->node[node].broken = true;
	for (size_t at = p->first[node]; at; at = p->process[at - 1].next_on_node) {
		struct actor *a = &b->actor[at - 1];

		if (a->role == GNO_PROCESS_SERVER)
			a->current =
			    visits_leave(&b->visits, a->current, CAUSALITY_LOST, VISIT_LOST);
	}
}

static int take_any(struct build *b, const struct read_event *v)
{
	if (v->kind == READ_UNKNOWN)
		take_break(b, v->node);
	if (v->kind == READ_WRITE && v->page == GNO_PAGE_SEND)
		return take_send(b, v);
	if (v->kind == READ_WRITE && v->page == GNO_PAGE_RECEIVE)
		return take_receive(b, v);
	return message_match_take(b->match, v, 0);
}

static int take_causal_event(void *self, const struct read_event *v, struct gno_err *err)
{
	return take_any(self, v) ? gno_fail_nomem(err) : GNO_OK;
}

static int end(void *self, struct gno_err *err)
{
	struct build *b = self;
	int rc;

	do
		rc = message_match_flush(b->match);
	while (rc > 0);
	if (rc)
		return gno_fail_nomem(err);
	for (size_t i = 0; i < b->actors; i++)
		if (b->actor[i].role == GNO_PROCESS_SERVER)
			visits_leave(&b->visits, b->actor[i].current, CAUSALITY_ENDED, VISIT_NONE);
	visits_finish(&b->visits);
	return GNO_OK;
}

/* The parties of the experiment, servers first. */
static int find_parties(struct build *b, struct gno_err *err)
{
	static const enum gno_process_role roles[] = {GNO_PROCESS_SERVER, GNO_PROCESS_REQUESTOR};
	struct causality *c = b->c;
	const struct processes *p = c->processes;

	c->party = calloc(p->groups + 1, sizeof(*c->party));
	b->party = calloc(p->groups + 1, sizeof(*b->party));
	if (!c->party || !b->party)
		return gno_fail_nomem(err);
	for (unsigned i = 0; i < 2; i++) {
		for (unsigned g = 0; g < p->groups; g++) {
			if (p->group[g].role != roles[i])
				continue;
			b->party[g] = c->parties;
			c->party[c->parties++].group = g;
		}
		if (!i)
			c->servers = c->parties;
	}
	if (!c->servers || c->servers == c->parties)
		return gno_fail(
		    err, GNO_ERR_ARG,
		    "the experiment of the run names no %s: its 'processes' must have 'requestors' and 'servers'",
		    c->servers ? "requestors" : "servers");
	return GNO_OK;
}

static int begin(struct build *b, const struct gno_report *r, struct gno_err *err)
{
	struct causality *c = b->c;
	int rc = processes_open(r, &c->processes, err);

	if (rc)
		return rc;
	if (!reader_has_port(r->m))
		return gno_fail(err, GNO_ERR_ARG, READ_NO_PORT);
	rc = find_parties(b, err);
	if (rc)
		return rc;
	b->node = calloc(r->m->nodes, sizeof(*b->node));
	b->match = message_match_new(r, take_message, b);
	if (!b->node || !b->match ||
	    strings_begin(&b->strings, c->servers, c->parties - c->servers) ||
	    visits_begin(&b->visits, &b->strings))
		return gno_fail_nomem(err);
	return GNO_OK;
}

int causality_build(const struct gno_report *r, struct causality **out, struct gno_err *err)
{
	static const struct pass pass = {.name = "causality",
					 .pages = MESSAGE_PAGES,
					 .record = take_causal_event,
					 .unknown = take_causal_event,
					 .end = end};
	struct build b = {.c = calloc(1, sizeof(*b.c))};
	struct causality *c = b.c;
	int rc;

	*out = c;
	if (!c)
		return gno_fail_nomem(err);
	rc = begin(&b, r, err);
	if (!rc)
		rc = reading_run(r, &pass, &b, err);
	for (unsigned i = 0; !rc && i < c->parties; i++)
		c->party[i].name = c->processes->group[c->party[i].group].name;
	if (!rc) {
		c->messages = *message_match_counts(b.match);
		c->stray = b.visits.stray;
		for (unsigned i = 0; i < CAUSALITY_CUTS; i++)
			c->headless[i] = b.visits.headless[i];
		rc = causality_collect(c, &b.strings) ? gno_fail_nomem(err) : GNO_OK;
	}
	message_match_free(b.match);
	visits_free(&b.visits);
	strings_free(&b.strings);
	free(b.actor);
	free(b.party);
	free(b.node);
	return rc;
}
