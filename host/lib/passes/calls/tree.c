/* SPDX-License-Identifier: Apache-2.0 */
#include "passes/calls/tree.h"

#include <stdlib.h>
#include <string.h>

#include "common/errors.h"

#define FIRST_SLOTS 256

void calls_tree_begin(struct calls_tree *t, size_t most, uint32_t deepest)
{
	*t = (struct calls_tree){.most = most, .deepest = deepest};
}

void calls_tree_free(struct calls_tree *t)
{
	free(t->node);
	free(t->slot);
}

/* Place where the search for a node begins. */
static size_t hash(const struct calls_tree *t, uint32_t parent, uint32_t function)
{
	uint64_t key = ((uint64_t)parent << 32 | function) * UINT64_C(0x9e3779b97f4a7c15);

	return (size_t)(key >> 32) & (t->slots - 1);
}

/* Place of a node, or of the empty slot that it would have. */
static size_t find_node(const struct calls_tree *t, uint32_t parent, uint32_t function)
{
	size_t at = hash(t, parent, function);

	while (t->slot[at] && (t->node[t->slot[at] - 1].parent != parent ||
			       t->node[t->slot[at] - 1].function != function))
		at = (at + 1) & (t->slots - 1);
	return at;
}

void calls_tree_clear(struct calls_tree *t)
{
	if (t->nodes > t->slots / 8)
		memset(t->slot, 0, t->slots * sizeof(*t->slot));
	else /* the last ones first: the searches below pass no slot that was emptied */
		for (size_t i = t->nodes; i-- > 0;)
			t->slot[find_node(t, t->node[i].parent, t->node[i].function)] = 0;
	t->nodes = t->paths = 0;
}

/* Twice as many slots; false: no memory. */
static bool grow_tree(struct calls_tree *t)
{
	size_t slots = t->slots ? 2 * t->slots : FIRST_SLOTS;
	uint32_t *slot = calloc(slots, sizeof(*slot));

	if (!slot)
		return false;
	free(t->slot);
	t->slot = slot;
	t->slots = slots;
	for (size_t i = 0; i < t->nodes; i++)
		t->slot[find_node(t, t->node[i].parent, t->node[i].function)] = (uint32_t)i + 1;
	return true;
}

static uint32_t add_node(struct calls_tree *t, uint32_t parent, uint32_t function)
{
	struct calls_node *more;
	uint32_t at = (uint32_t)t->nodes;

	if (2 * (t->nodes + 1) > t->slots && !grow_tree(t))
		return CALLS_NONE;
	if (!(t->nodes & (t->nodes - 1))) { /* a power of two is full */
		more = realloc(t->node, (t->nodes ? 2 * t->nodes : 1) * sizeof(*more));
		if (!more)
			return CALLS_NONE;
		t->node = more;
	}
	t->node[at] = (struct calls_node){
	    .parent = parent, .child = CALLS_NONE, .next = CALLS_NONE, .function = function};
	t->slot[find_node(t, parent, function)] = at + 1;
	t->nodes++;
	if (parent != CALLS_NONE && function != CALLS_ROOT) {
		t->node[at].depth = t->node[parent].depth + 1;
		t->node[at].next = t->node[parent].child;
		t->node[parent].child = at;
	}
	t->paths += function <= CALLS_FUNCTIONS;
	return at;
}

uint32_t calls_tree_root(struct calls_tree *t)
{
	/* roots have no parent: the number of the node itself distinguishes them */
	uint32_t at = add_node(t, (uint32_t)t->nodes, CALLS_ROOT);

	if (at != CALLS_NONE)
		t->node[at].parent = at;
	return at;
}

uint32_t calls_tree_child(struct calls_tree *t, uint32_t parent, uint32_t function)
{
	size_t at = find_node(t, parent, function);

	if (t->slot[at])
		return t->slot[at] - 1;
	if (t->node[parent].function == CALLS_OTHER)
		return parent;
	if (function > CALLS_FUNCTIONS ||
	    (t->paths < t->most && t->node[parent].depth < t->deepest))
		return add_node(t, parent, function);
	at = find_node(t, parent, CALLS_OTHER);
	return t->slot[at] ? t->slot[at] - 1 : add_node(t, parent, CALLS_OTHER);
}

void calls_node_join(struct calls_node *to, const struct calls_node *from)
{
	to->self += from->self;
	gno_stats_join(&to->whole, &from->whole);
	to->cut += from->cut;
	to->left += from->left;
	to->unfinished += from->unfinished;
}

int calls_tree_join(struct calls_tree *to, const struct calls_tree *from, uint32_t *place)
{
	for (size_t i = 0; i < from->nodes; i++) {
		const struct calls_node *n = &from->node[i];

		if (n->parent != i)
			place[i] = calls_tree_child(to, place[n->parent], n->function);
		else if (place[i] == CALLS_NONE)
			place[i] = calls_tree_root(to);
		if (place[i] == CALLS_NONE)
			return GNO_ERR_NOMEM;
	}
	for (size_t i = 0; i < from->nodes; i++)
		calls_node_join(&to->node[place[i]], &from->node[i]);
	return GNO_OK;
}

uint64_t calls_node_begun(const struct calls_node *n)
{
	return n->whole.count + n->cut + n->left + n->unfinished;
}

static void sum(struct calls_tree *t)
{
	for (size_t i = 0; i < t->nodes; i++)
		t->node[i].all = t->node[i].self;
	for (size_t i = t->nodes; i-- > 0;)
		if (t->node[i].parent != i)
			t->node[t->node[i].parent].all += t->node[i].all;
}

/* A node as it is sorted. */
struct place {
	uint64_t all;
	uint32_t function, at;
};

/* What comes last first, since it is put before the others. */
static int by_all(const void *a, const void *b)
{
	const struct place *p = a, *q = b;

	if (p->all != q->all)
		return p->all < q->all ? -1 : 1;
	return (p->function < q->function) - (p->function > q->function);
}

/* Which paths have anything, with all that they lead to; parents come first in the list. */
static void find_bare(const struct calls_tree *t, bool *filled)
{
	for (size_t i = t->nodes; i-- > 0;) {
		const struct calls_node *n = &t->node[i];

		filled[i] |= n->all || calls_node_begun(n);
		filled[n->parent] |= filled[i];
	}
}

bool calls_tree_finish(struct calls_tree *t, bool part)
{
	bool *filled = calloc(t->nodes + 1, sizeof(*filled));
	struct place *place = calloc(t->nodes + 1, sizeof(*place));

	if (!place || !filled) {
		free(place);
		free(filled);
		return false;
	}
	sum(t);
	find_bare(t, filled);
	for (size_t i = 0; i < t->nodes; i++) {
		place[i] = (struct place){t->node[i].all, t->node[i].function, (uint32_t)i};
		t->node[i].child = CALLS_NONE;
	}
	qsort(place, t->nodes, sizeof(*place), by_all);
	for (size_t i = 0; i < t->nodes; i++) {
		struct calls_node *n = &t->node[place[i].at];

		if (n->parent == place[i].at || (part && !filled[place[i].at]))
			continue;
		n->next = t->node[n->parent].child;
		t->node[n->parent].child = place[i].at;
	}
	free(place);
	free(filled);
	return true;
}

uint32_t calls_tree_next(const struct calls_tree *t, uint32_t root, uint32_t at)
{
	if (t->node[at].child != CALLS_NONE)
		return t->node[at].child;
	while (at != root && t->node[at].next == CALLS_NONE)
		at = t->node[at].parent;
	return at == root ? CALLS_NONE : t->node[at].next;
}
