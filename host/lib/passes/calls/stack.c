/* SPDX-License-Identifier: Apache-2.0 */
#include "passes/calls/stack.h"

#include <stdlib.h>
#include <string.h>

#define FIRST_FRAMES 16

int calls_stack_begin(const struct calls_stacks *c, struct calls_tree *tree, struct calls_stack *s)
{
	s->tree = tree;
	s->open = calloc(c->functions, sizeof(*s->open));
	s->apart = calloc(c->functions, sizeof(*s->apart));
	s->lane.root = calls_tree_root(tree);
	s->base = s->lane.root;
	return s->open && s->apart && s->base != CALLS_NONE ? GNO_OK : GNO_ERR_NOMEM;
}

void calls_stack_free(struct calls_stack *s)
{
	free(s->frame);
	free(s->open);
	free(s->apart);
}

/* The node of the innermost open function. */
static uint32_t top(const struct calls_stack *s)
{
	return s->frames ? s->frame[s->frames - 1].node : s->base;
}

void calls_stack_run(struct calls_stack *s, uint64_t clocks, uint64_t counted)
{
	s->own += clocks;
	s->tree->node[top(s)].self += counted;
}

/* How a call ended. */
enum end { RETURNED, CUT, LEFT, UNFINISHED };

/* The innermost function is open no more. */
static void pop(struct calls_stacks *c, struct calls_stack *s, enum end end)
{
	const struct calls_frame *f = &s->frame[--s->frames];
	struct calls_node *n = &s->tree->node[f->node];

	s->open[f->function]--;
	c->open--;
	if (c->early)
		return;
	if (f->early || end == CUT) {
		n->cut++;
		c->cut[end == CUT ? c->why : CALLS_CUT_RANGE]++;
	} else if (end == RETURNED) {
		gno_stats_add(&n->whole, s->own - f->own);
	} else if (end == LEFT) {
		n->left++;
	} else {
		n->unfinished++;
	}
}

int calls_stack_cut(struct calls_stacks *c, struct calls_stack *s)
{
	while (s->frames)
		pop(c, s, CUT);
	memset(s->apart, 0, c->functions * sizeof(*s->apart));
	s->base = calls_tree_child(s->tree, s->lane.root, CALLS_LOST);
	s->broken = true;
	return s->base != CALLS_NONE ? GNO_OK : GNO_ERR_NOMEM;
}

void calls_stack_end(struct calls_stacks *c, struct calls_stack *s, bool unfinished)
{
	while (s->frames)
		pop(c, s, unfinished ? UNFINISHED : CUT);
}

/* A function whose first instruction leaves it is open for no clock at all. */
static int call_at_once(const struct calls_stacks *c, struct calls_stack *s, uint32_t function)
{
	uint32_t node = calls_tree_child(s->tree, top(s), function);

	if (node == CALLS_NONE)
		return GNO_ERR_NOMEM;
	if (!c->early)
		gno_stats_add(&s->tree->node[node].whole, 0);
	return GNO_OK;
}

/* Opens a function at a node; there is room for it among all of them. */
static int push(struct calls_stacks *c, struct calls_stack *s, uint32_t node, uint32_t function)
{
	if (s->frames == s->room) {
		size_t wanted = s->room ? 2 * s->room : FIRST_FRAMES;
		struct calls_frame *more = realloc(s->frame, wanted * sizeof(*more));

		if (!more)
			return GNO_ERR_NOMEM;
		s->frame = more;
		s->room = wanted;
	}
	s->frame[s->frames++] = (struct calls_frame){node, function, s->own, c->early};
	s->open[function]++;
	c->open++;
	return GNO_OK;
}

int calls_stack_enter(struct calls_stacks *c, struct calls_stack *s, uint32_t function)
{
	const struct calls_function *f = &c->function[function];
	uint32_t node;

	if (f->at_once)
		return call_at_once(c, s, function);
	if (f->loops && s->frames && s->frame[s->frames - 1].function == function)
		return GNO_OK;
	if (s->frames || s->base != s->lane.root)
		s->apart[function] |= CALLS_APART;
	if (s->open[function])
		s->apart[function] |= CALLS_AGAIN;
	else
		s->apart[function] &= (uint8_t)~CALLS_AGAIN;
	if (function == c->outermost) {
		while (s->frames)
			pop(c, s, LEFT);
		s->base = s->lane.root;
	}
	if (c->open == c->most) {
		c->full = true;
		s->lane.overflows += !c->early;
		c->why = CALLS_CUT_ROOM;
		if (calls_stack_cut(c, s))
			return GNO_ERR_NOMEM;
	}
	if (c->open == c->most) /* of other processes */
		return GNO_OK;
	node = calls_tree_child(s->tree, top(s), function);
	return node == CALLS_NONE ? GNO_ERR_NOMEM : push(c, s, node, function);
}

int calls_stack_leave(struct calls_stacks *c, struct calls_stack *s, uint32_t function)
{
	if (c->function[function].at_once)
		return call_at_once(c, s, function);
	if (!s->open[function]) {
		s->lane.begun += !c->early && s->broken;
		s->lane.unmatched += !c->early && !s->broken;
	} else {
		while (s->frame[s->frames - 1].function != function)
			pop(c, s, LEFT);
		pop(c, s, RETURNED);
	}
	if (!s->frames && s->base != s->lane.root)
		s->apart[function] |= CALLS_APART;
	if (function == c->outermost && !s->frames)
		s->base = s->lane.root;
	return GNO_OK;
}

/* What would be open if none called each function, of four functions in a number. */
static void apart_state(struct archive *a, const struct calls_stacks *c, struct calls_stack *s)
{
	for (size_t at = 0; at < c->functions; at += 4) {
		const size_t n = c->functions - at < 4 ? c->functions - at : 4;
		uint64_t bits = 0;

		for (size_t i = 0; i < n; i++)
			bits |= (uint64_t)s->apart[at + i] << 2 * i;
		bits = archive_upto(a, bits, UINT8_MAX);
		for (size_t i = 0; i < n; i++)
			s->apart[at + i] = bits >> 2 * i & (CALLS_APART | CALLS_AGAIN);
	}
}

/* None calls the function that is read next: what was read below it is not open. */
static void forget_callers(struct calls_stacks *c, struct calls_stack *s)
{
	while (s->frames) {
		s->open[s->frame[--s->frames].function]--;
		c->open--;
	}
	s->base = s->lane.root;
}

int calls_stack_state(struct archive *a, struct calls_stacks *c, struct calls_stack *s)
{
	const bool lost = archive_flag(a, s->base != s->lane.root);
	const uint64_t frames = archive_number(a, s->frames);

	s->broken = archive_flag(a, s->broken);
	s->chosen = archive_flag(a, s->chosen);
	apart_state(a, c, s);
	if (a->reads)
		s->base = lost ? calls_tree_child(s->tree, s->lane.root, CALLS_LOST) : s->lane.root;
	for (size_t i = 0; i < frames && !a->bad; i++) {
		const uint32_t function = (uint32_t)archive_upto(
		    a, a->reads ? 0 : s->frame[i].function, c->functions - 1);
		uint32_t node;

		if (!a->reads || a->bad)
			continue;
		if (function == c->outermost)
			forget_callers(c, s);
		node = calls_tree_child(s->tree, top(s), function);
		if (node == CALLS_NONE || push(c, s, node, function))
			return GNO_ERR_NOMEM;
	}
	if (a->reads && c->outermost != CALLS_NONE)
		c->unsure |= (s->apart[c->outermost] &
			      (s->open[c->outermost] ? CALLS_AGAIN : CALLS_APART)) != 0;
	return s->base != CALLS_NONE ? GNO_OK : GNO_ERR_NOMEM;
}

int calls_stack_join(struct calls_stacks *c, struct calls_stack *to, struct calls_stack *from)
{
	uint32_t *place = malloc(from->tree->nodes * sizeof(*place));
	int rc = GNO_ERR_NOMEM;

	if (place) {
		place[0] = to->lane.root; /* the only one */
		rc = calls_tree_join(to->tree, from->tree, place);
	}
	c->open -= from->frames;
	for (size_t i = 0; i < from->frames && !rc; i++) {
		const struct calls_frame *f = &from->frame[i];

		rc = push(c, to, place[f->node], f->function);
		if (rc)
			break;
		to->frame[i].own = to->own + f->own;
		to->frame[i].early = f->early;
		from->open[f->function]--;
	}
	to->own += from->own;
	if (!rc)
		to->base = place[from->base];
	to->broken = to->broken || from->broken;
	for (size_t i = 0; i < c->functions; i++) {
		to->apart[i] |= from->apart[i];
		from->apart[i] = 0;
	}
	to->lane.unmatched += from->lane.unmatched;
	to->lane.begun += from->lane.begun;
	to->lane.overflows += from->lane.overflows;
	from->frames = 0;
	calls_tree_clear(from->tree);
	from->lane = (struct calls_lane){.root = calls_tree_root(from->tree)};
	from->base = from->lane.root;
	from->broken = false;
	from->own = 0;
	free(place);
	return rc;
}
