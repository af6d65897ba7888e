/* SPDX-License-Identifier: Apache-2.0 */
#include "passes/causality/result.h"

#include <stdlib.h>

#include "common/util.h"

/* Of a branch, or of a receive where `next` is STRING_NONE, by the letters. */
struct row {
	unsigned at, from, next;
	const struct string_node *node;
};

static int compare_numbers(unsigned a, unsigned b)
{
	return (a > b) - (a < b);
}

static int compare_rows(const void *a, const void *b)
{
	const struct row *x = a, *y = b;
	int is = compare_numbers(x->at, y->at);

	is = is ? is : compare_numbers(x->from, y->from);
	return is ? is : compare_numbers(x->next, y->next);
}

static int compare_strings(const void *a, const void *b)
{
	const struct causality_string *x = a, *y = b;
	unsigned least = x->length < y->length ? x->length : y->length;
	int is = 0;

	for (unsigned i = 0; i < least && !is; i++)
		is = compare_numbers(x->letter[i], y->letter[i]);
	is = is ? is : compare_numbers(x->length, y->length);
	return is ? is : compare_numbers(x->requestor, y->requestor);
}

static void add_cuts(uint64_t *to, const uint64_t *from)
{
	for (unsigned i = 0; i < CAUSALITY_CUTS; i++)
		to[i] += from[i];
}

/* Whether a node is the place of a string: a receive in the server. */
static bool is_place(const struct causality *c, const struct string_node *n)
{
	return n->from != STRING_NONE && n->letter < c->servers;
}

static bool is_empty(const struct causality_string *s)
{
	return !s->answered && !s->silent && !causality_cut_sum(s->cut);
}

/* A string with room for its letters, which are read from its last node back to the root. */
static void spell(const struct strings *s, const struct string_node *n,
		  struct causality_string *out, unsigned *letter)
{
	out->letter = letter;
	out->length = n->length;
	for (; n->length; n = &s->node[n->parent])
		letter[n->length - 1] = n->letter;
	out->requestor = n->letter;
}

/* What is known of the strings that end at each node. */
static void count_ends(struct causality *c, const struct strings *s, struct causality_string *of)
{
	for (size_t i = 0; i < s->nodes; i++) {
		const struct string_node *n = &s->node[i];
		bool whole = string_is_whole(n);

		if (is_place(c, n)) {
			struct causality_string *to = whole ? &of[i] : &c->others;

			to->silent += n->silent;
			add_cuts(to->cut, n->cut);
		} else if (n->from != STRING_NONE) {
			struct causality_string *to = whole ? &of[n->parent] : &c->others;

			to->answered += n->came;
		}
	}
}

static int collect_strings(struct causality *c, const struct strings *s)
{
	struct causality_string *of = calloc(s->nodes + 1, sizeof(*of));
	size_t letters = 0, at = 0;

	if (!of)
		return GNO_ERR_NOMEM;
	c->string = of;
	count_ends(c, s, of);
	for (size_t i = 0; i < s->nodes; i++)
		letters += is_empty(&of[i]) ? 0 : s->node[i].length;
	c->letter = calloc(letters + 1, sizeof(*c->letter));
	if (!c->letter)
		return GNO_ERR_NOMEM;
	for (size_t i = 0; i < s->nodes; i++) {
		struct causality_string one = of[i];

		if (is_empty(&one))
			continue;
		spell(s, &s->node[i], &one, &c->letter[at]);
		at += one.length;
		of[c->strings++] = one;
	}
	qsort(of, c->strings, sizeof(*of), compare_strings);
	return GNO_OK;
}

/* All branches, and what is known of each receive, in order. */
static int sort_rows(const struct causality *c, const struct strings *s, struct row **out,
		     size_t *count)
{
	struct row *row = calloc(2 * s->nodes + 1, sizeof(*row));
	size_t n = 0;

	*out = row;
	if (!row)
		return GNO_ERR_NOMEM;
	for (size_t i = 0; i < s->nodes; i++) {
		const struct string_node *v = &s->node[i];

		if (v->before != STRING_NONE)
			row[n++] = (struct row){v->from, v->before, v->letter, v};
		if (is_place(c, v))
			row[n++] = (struct row){v->letter, v->from, STRING_NONE, v};
	}
	qsort(row, n, sizeof(*row), compare_rows);
	*count = n;
	return GNO_OK;
}

static void add_branch(struct causality *c, struct causality_state *t, unsigned next,
		       uint64_t count)
{
	struct causality_branch *last = t->branches ? &c->branch[c->branches - 1] : NULL;

	if (!count)
		return;
	t->known += count;
	if (last && last->next == next) {
		last->count += count;
		return;
	}
	c->branch[c->branches++] = (struct causality_branch){next, count};
	t->branches++;
}

static int collect_states(struct causality *c, const struct strings *s)
{
	struct causality_state *t = NULL;
	struct row *row;
	size_t n;

	if (sort_rows(c, s, &row, &n))
		return GNO_ERR_NOMEM;
	c->state = calloc(n + 1, sizeof(*c->state));
	c->branch = calloc(2 * n + 1, sizeof(*c->branch));
	for (size_t i = 0; c->state && c->branch && i < n; i++) {
		const struct row *v = &row[i];

		if (!t || t->at != v->at || t->from != v->from) {
			t = &c->state[c->states++];
			*t = (struct causality_state){
			    .at = v->at, .from = v->from, .first = c->branches};
		}
		if (v->next != STRING_NONE) {
			add_branch(c, t, v->next, v->node->came);
			continue;
		}
		t->receives += v->node->came;
		t->open += v->node->open;
		add_cuts(t->cut, v->node->cut);
		add_branch(c, t, CAUSALITY_NOTHING, v->node->silent);
	}
	free(row);
	return c->state && c->branch ? GNO_OK : GNO_ERR_NOMEM;
}

int causality_collect(struct causality *c, const struct strings *s)
{
	if (collect_strings(c, s) || collect_states(c, s))
		return GNO_ERR_NOMEM;
	for (size_t i = 0; i < c->strings; i++) {
		c->answered += c->string[i].answered;
		c->silent += c->string[i].silent;
		add_cuts(c->cut, c->string[i].cut);
	}
	c->answered += c->others.answered;
	c->silent += c->others.silent;
	add_cuts(c->cut, c->others.cut);
	for (size_t i = 0; i < c->states; i++)
		if (c->state[i].from >= c->servers)
			c->requests += c->state[i].receives;
	return GNO_OK;
}
