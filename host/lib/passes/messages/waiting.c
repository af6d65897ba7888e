/* SPDX-License-Identifier: Apache-2.0 */
#include "passes/messages/waiting.h"

#include <stdlib.h>

#include "common/util.h"

#define FIRST_ENTRIES 1024

static int grow(struct waiting *w)
{
	uint32_t room = w->entries ? w->entries * 2 : FIRST_ENTRIES;
	struct entry *more = realloc(w->entry, room * sizeof(*more));

	if (!more)
		return GNO_ERR_NOMEM;
	w->entry = more;
	for (uint32_t i = room - 1; i > 0 && i >= w->entries; i--) {
		more[i].next = w->free;
		w->free = i;
	}
	w->entries = room;
	return GNO_OK;
}

int waiting_begin(struct waiting *w)
{
	*w = (struct waiting){0};
	return grow(w);
}

void waiting_free(struct waiting *w)
{
	free(w->entry);
}

struct number *waiting_number(struct connection *c, unsigned sequence)
{
	struct number **page = &c->page[sequence >> PAGE_BITS];

	if (!*page)
		*page = calloc(PAGE_NUMBERS, sizeof(**page));
	return *page ? &(*page)[sequence & (PAGE_NUMBERS - 1)] : NULL;
}

struct entry *waiting_add(struct waiting *w, struct connection *c, struct number *n, bool early)
{
	struct entry *e;
	struct list *list = early ? &c->early : &c->waiting;
	uint32_t at;

	if (!w->free && grow(w))
		return NULL;
	at = w->free;
	e = &w->entry[at];
	w->free = e->next;
	e->early = early;
	e->next = n->first;
	e->newer = 0;
	e->older = list->newest;
	e->sends = c->sends;
	e->count = early ? c->receives : c->sends;
	n->first = at;
	if (list->newest)
		w->entry[list->newest].newer = at;
	else
		list->oldest = at;
	list->newest = at;
	list->length++;
	return e;
}

void waiting_remove(struct waiting *w, struct connection *c, uint32_t at)
{
	struct entry *e = &w->entry[at];
	struct list *list = e->early ? &c->early : &c->waiting;
	uint32_t *link = &waiting_number(c, e->m.sequence)->first;

	while (*link != at)
		link = &w->entry[*link].next;
	*link = e->next;
	if (e->older)
		w->entry[e->older].newer = e->newer;
	else
		list->oldest = e->newer;
	if (e->newer)
		w->entry[e->newer].older = e->older;
	else
		list->newest = e->older;
	list->length--;
	e->next = w->free;
	w->free = at;
}

struct endpoint *waiting_endpoint(struct connection *c, const struct message_end *who)
{
	struct endpoint *more;

	for (unsigned i = 0, at = c->at; i < c->endpoints; i++) {
		if (c->endpoint[at].node == who->node && c->endpoint[at].process == who->process) {
			c->at = at;
			return &c->endpoint[at];
		}
		at = at + 1 < c->endpoints ? at + 1 : 0;
	}
	if (c->endpoints == ENDPOINTS_MAX)
		return NULL;
	more = gno_room(c->endpoint, c->endpoints, sizeof(*more));
	if (!more)
		return NULL;
	c->endpoint = more;
	c->at = c->endpoints;
	c->several = c->endpoints > 0;
	more[c->endpoints] =
	    (struct endpoint){.node = who->node, .process = who->process, .receiver = -1};
	return &more[c->endpoints++];
}

void waiting_free_connection(struct connection *c)
{
	for (unsigned page = 0; page < PAGES; page++)
		free(c->page[page]);
	free(c->endpoint);
}
