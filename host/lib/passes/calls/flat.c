/* SPDX-License-Identifier: Apache-2.0 */
/* The functions of a tree, each in all its calls. */
#include "passes/calls/calls.h"

#include <stdlib.h>

#define OTHERS 3 /* what is no function: the root, and so on */

/* The functions on the way to a node. */
struct path {
	size_t *at; /* by depth: places in the list */
	size_t length, room;
	uint32_t *open; /* of each place in the list: how often it is on the way */
};

/* Place in the list; what is no function comes behind them. */
static size_t place(const struct calls *c, uint32_t function)
{
	return function <= CALLS_FUNCTIONS ? function : c->functions + (CALLS_ROOT - function);
}

static int step(struct path *p, uint32_t depth, size_t at)
{
	while (p->length > depth)
		p->open[p->at[--p->length]]--;
	if (p->length == p->room) {
		size_t room = p->room ? 2 * p->room : 64;
		size_t *more = realloc(p->at, room * sizeof(*more));

		if (!more)
			return GNO_ERR_NOMEM;
		p->at = more;
		p->room = room;
	}
	p->at[p->length++] = at;
	p->open[at]++;
	return GNO_OK;
}

static int add_lane(const struct calls *c, uint32_t root, struct path *p, struct calls_flat *list)
{
	uint32_t at = root;
	int rc = GNO_OK;

	for (; at != CALLS_NONE && !rc; at = calls_tree_next(&c->tree, root, at)) {
		const struct calls_node *n = &c->tree.node[at];
		struct calls_flat *f = &list[place(c, n->function)];

		rc = step(p, n->depth, place(c, n->function));
		f->self += n->self;
		f->all += n->all;
		if (p->open[place(c, n->function)] == 1)
			f->outermost += n->all;
		calls_node_join(&f->sums, n);
	}
	while (p->length)
		p->open[p->at[--p->length]]--;
	return rc;
}

static int by_self(const void *a, const void *b)
{
	const struct calls_flat *f = a, *g = b;

	if (f->self != g->self)
		return f->self > g->self ? -1 : 1;
	if (f->outermost != g->outermost)
		return f->outermost > g->outermost ? -1 : 1;
	return (f->function > g->function) - (f->function < g->function);
}

int calls_flat(const struct calls *c, struct calls_flat **out, size_t *count, struct gno_err *err)
{
	size_t all = c->functions + OTHERS, kept = 0;
	struct calls_flat *list = calloc(all, sizeof(*list));
	struct path p = {.open = calloc(all, sizeof(*p.open))};
	int rc = list && p.open ? GNO_OK : GNO_ERR_NOMEM;

	for (size_t i = 0; i < all && !rc; i++)
		list[i].function =
		    i < c->functions ? (uint32_t)i : CALLS_ROOT - (uint32_t)(i - c->functions);
	for (size_t i = 0; i < c->lanes && !rc; i++)
		rc = add_lane(c, c->lane[i].root, &p, list);
	free(p.at);
	free(p.open);
	if (rc) {
		free(list);
		return gno_fail_nomem(err);
	}
	for (size_t i = 0; i < all; i++)
		if (list[i].self || calls_node_begun(&list[i].sums))
			list[kept++] = list[i];
	qsort(list, kept, sizeof(*list), by_self);
	*out = list;
	*count = kept;
	return GNO_OK;
}
