/* SPDX-License-Identifier: Apache-2.0 */
#include "passes/causality/visits.h"

#include <stdlib.h>

#include "common/util.h"

#define ROOM 256 /* visits at first */

static int grow_visits(struct visits *s)
{
	uint32_t room = s->count ? 2 * s->count : ROOM;
	struct visit *more = realloc(s->visit, room * sizeof(*more));

	if (!more)
		return GNO_ERR_NOMEM;
	s->visit = more;
	for (uint32_t i = room - 1; i > 0 && i >= s->count; i--) {
		more[i] = (struct visit){.next = s->free};
		s->free = i;
	}
	s->count = room;
	return GNO_OK;
}

/* A new visit whose origin is not known, with one reference for that; VISIT_NONE: no memory. */
static uint32_t add_visit(struct visits *s, unsigned letter)
{
	uint32_t at = s->free;

	if (!at) {
		if (grow_visits(s))
			return VISIT_NONE;
		at = s->free;
	}
	s->free = s->visit[at].next;
	s->visit[at] = (struct visit){.letter = letter, .refs = 1};
	return at;
}

int visits_begin(struct visits *s, struct strings *strings)
{
	*s = (struct visits){.strings = strings};
	for (uint32_t i = VISIT_STRAY; i <= VISIT_LOST; i++) {
		if (add_visit(s, STRING_NONE) != i)
			return GNO_ERR_NOMEM;
		s->visit[i].origin = VISIT_NOWHERE;
	}
	return GNO_OK;
}

void visits_free(struct visits *s)
{
	free(s->visit);
}

/* Counts a visit of which all is known that will be. */
static void settle(struct visits *s, const struct visit *v)
{
	struct string_node *n = &s->strings->node[v->node];
	bool any = v->sent != 0;

	if (v->origin != VISIT_KNOWN || v->letter >= s->strings->servers)
		return;
	for (unsigned i = 0; i < CAUSALITY_CUTS; i++) {
		n->cut[i] += v->cut[i];
		any |= v->cut[i] != 0;
	}
	if (v->end == CAUSALITY_CUTS)
		n->silent += !any;
	else if (any)
		n->open++;
	else
		n->cut[v->end]++;
}

void visits_release(struct visits *s, uint32_t visit)
{
	while (visit) {
		struct visit *v = &s->visit[visit];
		uint32_t before = v->before;

		if (--v->refs)
			return;
		settle(s, v);
		*v = (struct visit){.next = s->free};
		s->free = visit;
		visit = before;
	}
}

/* The visit that one is a part of. */
static uint32_t whole(const struct visits *s, uint32_t visit)
{
	while (s->visit[visit].origin == VISIT_IGNORED)
		visit = s->visit[visit].before;
	return visit;
}

static void end(struct visits *s, uint32_t visit, enum causality_cut why)
{
	struct visit *v = &s->visit[whole(s, visit)];

	if (v->ended)
		return;
	v->ended = true;
	v->end = why;
}

/* The visit before a receive has ended, since that is no part of it; or that is not known. */
static void end_before(struct visits *s, uint32_t visit, enum causality_cut why)
{
	uint32_t before = s->visit[visit].before;

	end(s, before, why);
	s->visit[visit].before = VISIT_NONE;
	visits_release(s, before);
}

/* Where a visit comes from is known, and with it where those come from that are bound to it. */
static int resolve(struct visits *s, uint32_t visit, enum visit_origin origin, uint32_t node)
{
	uint32_t todo = visit;
	int rc = GNO_OK;

	s->visit[visit].next = VISIT_NONE;
	s->visit[visit].node = node;
	while (todo && !rc) {
		struct visit *v = &s->visit[todo];
		uint32_t at = todo, next;

		v->origin = origin;
		todo = v->next;
		for (uint32_t child = v->bound; child && !rc; child = next) {
			struct visit *c = &s->visit[child];

			next = c->next;
			if (origin == VISIT_KNOWN)
				rc = strings_step(s->strings, v->node, c->letter, &c->node);
			c->next = todo;
			todo = child;
		}
		v->bound = VISIT_NONE;
		visits_release(s, at);
	}
	return rc;
}

/* Whether a visit can come from another one: not where that comes from itself. */
static bool may_bind(const struct visits *s, uint32_t visit, uint32_t parent)
{
	while (parent != visit && s->visit[parent].origin == VISIT_BOUND)
		parent = s->visit[parent].parent;
	return parent != visit;
}

/* A visit comes from another one, of which it may not be known yet where that comes from. */
static int bind(struct visits *s, uint32_t visit, uint32_t parent)
{
	struct visit *v = &s->visit[visit], *p = &s->visit[parent];
	uint32_t node = STRING_NONE;
	int rc;

	switch (p->origin) {
	case VISIT_KNOWN:
		rc = strings_step(s->strings, p->node, v->letter, &node);
		return rc ? rc : resolve(s, visit, VISIT_KNOWN, node);
	case VISIT_NOWHERE:
		s->stray += parent == VISIT_STRAY;
		s->headless[CAUSALITY_LOST] += parent == VISIT_LOST;
		return resolve(s, visit, VISIT_NOWHERE, node);
	default:
		break;
	}
	if (!may_bind(s, visit, parent)) {
		s->headless[CAUSALITY_UNMATCHED]++;
		return resolve(s, visit, VISIT_NOWHERE, node);
	}
	v->origin = VISIT_BOUND;
	v->parent = parent;
	v->next = p->bound;
	p->bound = visit;
	return GNO_OK;
}

int visits_receive(struct visits *s, uint32_t before, unsigned letter, uint32_t *visit)
{
	*visit = add_visit(s, letter);
	if (!*visit)
		return GNO_ERR_NOMEM;
	s->visit[*visit].before = before; /* with the reference of the process */
	s->visit[*visit].refs++;
	return GNO_OK;
}

uint32_t visits_current(struct visits *s, uint32_t visit)
{
	uint32_t is = whole(s, visit);

	if (is == visit)
		return visit;
	s->visit[is].refs++;
	visits_release(s, visit);
	return is;
}

void visits_send(struct visits *s, uint32_t visit)
{
	s->visit[visit].refs++;
}

int visits_request(struct visits *s, uint32_t visit, unsigned requestor)
{
	uint32_t node;
	int rc = strings_step(s->strings, requestor - s->strings->servers, s->visit[visit].letter,
			      &node);

	if (rc)
		return rc;
	end_before(s, visit, CAUSALITY_CUTS);
	return resolve(s, visit, VISIT_KNOWN, node);
}

int visits_follow(struct visits *s, uint32_t visit, uint32_t sender)
{
	uint32_t from = whole(s, sender);

	s->visit[from].sent++;
	end_before(s, visit, CAUSALITY_CUTS);
	return bind(s, visit, from);
}

int visits_ignore(struct visits *s, uint32_t visit)
{
	uint32_t to = whole(s, s->visit[visit].before), next;
	struct visit *v = &s->visit[visit], *t = &s->visit[to];
	int rc = GNO_OK;

	t->sent += v->sent;
	for (unsigned i = 0; i < CAUSALITY_CUTS; i++)
		t->cut[i] += v->cut[i];
	if (v->ended)
		end(s, to, v->end);
	v->origin = VISIT_IGNORED;
	for (uint32_t child = v->bound; child && !rc; child = next) {
		next = s->visit[child].next;
		rc = bind(s, child, to);
	}
	v->bound = VISIT_NONE;
	visits_release(s, visit);
	return rc;
}

int visits_lose(struct visits *s, uint32_t visit, enum causality_cut why)
{
	s->headless[why]++;
	end_before(s, visit, why);
	return resolve(s, visit, VISIT_NOWHERE, STRING_NONE);
}

int visits_answer(struct visits *s, uint32_t visit, unsigned requestor)
{
	uint32_t answer = add_visit(s, requestor), from = whole(s, visit);

	if (!answer)
		return GNO_ERR_NOMEM;
	s->visit[from].sent++;
	return bind(s, answer, from);
}

void visits_cut(struct visits *s, uint32_t visit, enum causality_cut why)
{
	s->visit[whole(s, visit)].cut[why]++;
}

uint32_t visits_leave(struct visits *s, uint32_t visit, enum causality_cut why, uint32_t to)
{
	end(s, visit, why);
	visits_release(s, visit);
	if (to)
		s->visit[to].refs++;
	return to;
}

void visits_finish(struct visits *s)
{
	for (uint32_t i = VISIT_LOST + 1; i < s->count; i++) {
		const struct visit *v = &s->visit[i];

		if (v->refs && (v->origin == VISIT_MATCHING || v->origin == VISIT_BOUND))
			s->headless[CAUSALITY_UNMATCHED]++;
	}
}
