/* SPDX-License-Identifier: Apache-2.0 */

/* The measures that an experiment asks for, and the pairs that take them. */

#include "experiment/parts.h"
#include "compile/measures.h"
#include "compile/route.h"
#include "common/util.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LISTED 400 /* bytes of a list in a message */

/* A measure that is asked for, of a node; inputs are expressions, the list's. */
struct taken {
	yaml_node_t *at;
	char *name; /* as it is printed */
	char *a, *b;
	unsigned node, pair, round;
	enum gno_measure_print print;
};

struct takings {
	struct taken *taken;
	size_t count;
	unsigned round; /* that is being filled */
};

/* A measure as the experiment asks for it. */
struct asked {
	yaml_node_t *at;
	const char *text;
	const struct gno_measure_kind *kind;
	char *a, *b; /* expressions that the user gave, or that follow from "of"; b NULL: by the
			target's names */
	const char *name;
	yaml_node_t *nodes_at;
	bool on[GNO_MAX_NODES];
};

/* Expression that an input of a pair has in a round; NULL: none, it can have any. */
static const char *expression(const struct experiment *e, const struct takings *t, unsigned node,
			      unsigned pair, bool is_b, bool *busy)
{
	const struct gno_node *n = &e->m->node[node];
	char line[160];
	int place;

	*busy = true;
	for (size_t i = 0; i < t->count; i++)
		if (t->taken[i].node == node && t->taken[i].pair == pair &&
		    t->taken[i].round == t->round)
			return is_b ? t->taken[i].b : t->taken[i].a;
	snprintf(line, sizeof(line), "%s.%s", n->pair[pair].name, is_b ? "b" : "a");
	place = gno_node_line(n, line);
	*busy = place >= 0 && e->use[node].line[place].text;
	return *busy ? e->use[node].line[place].text : NULL;
}

static bool same(const char *a, const char *b)
{
	return a == b || (a && b && !strcmp(a, b));
}

/* How well a pair takes these inputs in the round at hand: -1 not at all, else how many of them it
 * has already. */
static int fits_now(const struct experiment *e, const struct takings *t, unsigned node,
		    unsigned pair, const struct gno_measure_inputs *in)
{
	const struct gno_pair *p = &e->m->node[node].pair[pair];
	bool routed[2] = {!strcmp(p->a, GNO_INPUT_ROUTE), !strcmp(p->b, GNO_INPUT_ROUTE)}, busy[2];
	int fits = gno_measure_fits(&e->m->node[node], pair, in);
	const char *a, *b;

	if (fits < 0)
		return -1;
	a = expression(e, t, node, pair, false, &busy[0]);
	b = expression(e, t, node, pair, true, &busy[1]);
	if (routed[0] && busy[0] && in->a && !same(a, in->a))
		return -1;
	if (routed[1] && busy[1] && !same(b, in->b))
		return -1;
	if ((routed[0] && busy[0]) != (routed[1] && busy[1]) && routed[0] && routed[1])
		return -1; /* half of it is in use for something else */
	return fits + (routed[0] && busy[0]) + (routed[1] && busy[1]);
}

/* The best pair of a node for these inputs, -1: none is free. */
static int best_pair(const struct experiment *e, const struct takings *t, unsigned node,
		     const struct gno_measure_inputs *in)
{
	int best = -1, most = -1, fits;

	for (unsigned i = 0; i < e->m->node[node].pairs; i++) {
		fits = fits_now(e, t, node, i, in);
		if (fits > most) {
			most = fits;
			best = (int)i;
		}
	}
	return best;
}

/* What the routed pairs of a node are in use for. */
static void list_used(const struct experiment *e, const struct takings *t, unsigned node,
		      char *list)
{
	const struct gno_node *n = &e->m->node[node];
	size_t len = 0, j;
	bool busy;

	*list = '\0';
	for (unsigned i = 0; i < n->pairs && len < LISTED; i++) {
		const char *use = NULL;

		if (strcmp(n->pair[i].a, GNO_INPUT_ROUTE) && strcmp(n->pair[i].b, GNO_INPUT_ROUTE))
			continue;
		for (j = 0; j < t->count; j++)
			if (t->taken[j].node == node && t->taken[j].pair == i &&
			    t->taken[j].round == t->round)
				use = t->taken[j].name;
		if (!use && (expression(e, t, node, i, false, &busy) ||
			     expression(e, t, node, i, true, &busy)))
			use = "a route";
		if (use)
			len += (size_t)snprintf(list + len, LISTED - len, "%s'%s' has %s",
						len ? ", " : "", n->pair[i].name, use);
	}
}

/* Enters a measure at a node. */
static void enter_measure(struct gno_yaml *y, struct takings *t, const struct asked *q,
			  unsigned node, unsigned pair, const struct gno_measure_inputs *in)
{
	struct taken *more = gno_room(t->taken, t->count, sizeof(*more)), *one;

	if (!more) {
		y->nomem = true;
		return;
	}
	t->taken = more;
	one = &more[t->count];
	*one = (struct taken){
	    .at = q->at, .node = node, .pair = pair, .round = t->round, .print = q->kind->print};
	one->name = gno_yaml_copy(y, q->name);
	one->b = gno_yaml_copy(y, in->b);
	one->a = in->a ? gno_yaml_copy(y, in->a) : NULL;
	t->count++;
}

/* The inputs of a measure at a node; false: it cannot be taken there, `why` says why. */
static bool inputs_at(const struct experiment *e, const struct asked *q, unsigned node,
		      struct gno_measure_inputs *in, char *why, size_t room)
{
	const struct gno_measure_inputs *way;

	if (q->b) {
		*in = (struct gno_measure_inputs){q->a, q->b};
		return gno_measure_possible(&e->m->node[node], in, why, room);
	}
	way = gno_measure_way(&e->m->node[node], q->kind, why, room);
	if (way)
		*in = *way;
	return way != NULL;
}

/* Finds room for a measure at all its nodes in the round at hand; false: none at node *full. */
static bool has_room(const struct experiment *e, const struct takings *t, const struct asked *q,
		     unsigned *full)
{
	struct gno_measure_inputs in;
	char why[320];

	for (unsigned k = 0; k < e->m->nodes; k++) {
		*full = k;
		if (q->on[k] && inputs_at(e, q, k, &in, why, sizeof(why)) &&
		    best_pair(e, t, k, &in) < 0)
			return false;
	}
	return true;
}

/* Decides at which nodes a measure is; false: a fault was noted. */
static bool place_measure(struct gno_yaml *y, const struct experiment *e, struct asked *q)
{
	char why[320], first[320] = "";
	struct gno_measure_inputs in;
	unsigned k, count = 0, faults = 0;

	for (k = 0; k < e->m->nodes; k++) {
		const struct gno_node *n = &e->m->node[k];
		bool able;

		if (!exp_wanted(e, q->nodes_at, q->on, k)) {
			q->on[k] = false;
			continue;
		}
		if (q->kind->classes) {
			able = gno_measure_classes(n) >= 0;
			snprintf(why, sizeof(why), "node '%s' has no buckets over event codes",
				 n->name);
		} else {
			able = inputs_at(e, q, k, &in, why, sizeof(why));
		}
		q->on[k] = able;
		count += able;
		if (!able && !*first)
			snprintf(first, sizeof(first), "%s", why);
		if (!able && q->nodes_at) {
			gno_yaml_fault(y, q->at, "measure '%s' cannot be taken: %s", q->name, why);
			faults++;
		}
	}
	if (!count && !q->nodes_at)
		gno_yaml_fault(y, q->at, "measure '%s' cannot be taken: %s", q->name, first);
	return count && !faults;
}

/* Gives a measure its pairs, in the next round where this one has none left. */
static void assign(struct gno_yaml *y, const struct experiment *e, struct takings *t,
		   struct asked *q)
{
	struct gno_measure_inputs in;
	char why[320], list[LISTED];
	unsigned full;

	if (!place_measure(y, e, q) || q->kind->classes)
		return;
	if (!has_room(e, t, q, &full)) {
		list_used(e, t, full, list);
		if (e->may_repeat && t->count && t->taken[t->count - 1].round == t->round)
			t->round++;
		if (!has_room(e, t, q, &full)) {
			gno_yaml_fault(
			    y, q->at, "measure '%s' has no pair left at node '%s': %s%s", q->name,
			    e->m->node[full].name, list,
			    e->may_repeat
				? ""
				: "; 'gnomon run --rounds' takes one set after the other");
			return;
		}
	}
	for (unsigned k = 0; k < e->m->nodes && !y->nomem; k++)
		if (q->on[k] && inputs_at(e, q, k, &in, why, sizeof(why)))
			enter_measure(y, t, q, k, (unsigned)best_pair(e, t, k, &in), &in);
}

/* Inputs of a measure "of" an expression. */
static void inputs_of(struct gno_yaml *y, struct asked *q, const char *of)
{
	q->b = gno_format(q->kind->a ? "%s" : "rise(%s)", of);
	q->a = q->kind->a ? gno_format("rise(%s)", of) : NULL;
	y->nomem = y->nomem || !q->b || (q->kind->a && !q->a);
}

/* Inputs that the user gave: 'a' may be missing. */
static void inputs_given(struct gno_yaml *y, struct asked *q, yaml_node_t *a, yaml_node_t *b)
{
	const char *text = gno_yaml_text(y, b, "'b'");

	q->b = text ? gno_yaml_copy(y, text) : NULL;
	text = a ? gno_yaml_text(y, a, "'a'") : NULL;
	q->a = text ? gno_yaml_copy(y, text) : NULL;
}

static void find_inputs(struct gno_yaml *y, struct asked *q, const char *of, yaml_node_t *a,
			yaml_node_t *b)
{
	bool none = q->kind->classes || of;

	if (q->kind->of && of)
		inputs_of(y, q, of);
	else if (q->kind->of && !b)
		gno_yaml_fault(y, q->at, "measure '%s' must be of a signal: '%s of SIGNAL'",
			       q->text, q->kind->name);
	else if (of)
		gno_yaml_fault(y, q->at, "measure '%s' takes no signal after its name",
			       q->kind->name);
	if (!a && !b)
		return;
	if (none || !b || (q->kind->a != NULL) != (a != NULL))
		gno_yaml_fault(y, q->at, "measure '%s' takes %s", q->kind->name,
			       none	    ? "neither 'a' nor 'b'"
			       : q->kind->a ? "both 'a' and 'b'"
					    : "'b' alone");
	else
		inputs_given(y, q, a, b);
}

static void no_such(struct gno_yaml *y, yaml_node_t *at, const char *text)
{
	const struct gno_measure_kind *kinds;
	const char *near;
	size_t count;

	kinds = gno_measure_kinds(&count);
	near = gno_nearest(text, &kinds[0].name, count, sizeof(kinds[0]));
	gno_yaml_fault(y, at, "there is no measure '%s'%s%s%s", text,
		       near ? "; did you mean '" : "", near ? near : "",
		       near ? "'?" : "; 'gnomon measures' lists them");
}

static void read_measure(struct gno_yaml *y, struct experiment *e, struct takings *t,
			 yaml_node_t *item)
{
	static const char *const keys[] = {"measure", "name", "a", "b", "nodes", NULL};
	yaml_node_t *value[5] = {item, NULL, NULL, NULL, NULL};
	size_t before = y->faults->errors;
	struct asked q = {.at = item};
	const char *of;

	if (item->type == YAML_MAPPING_NODE && !gno_yaml_keys(y, item, "a measure", keys, value))
		return;
	if (!value[0]) {
		gno_yaml_fault(y, item, "the measure has no name: key 'measure' is missing");
		return;
	}
	q.at = value[0];
	q.text = gno_yaml_text(y, value[0], "a measure");
	q.kind = q.text ? gno_measure_named(q.text, &of) : NULL;
	if (q.text && !q.kind)
		no_such(y, value[0], q.text);
	if (!q.kind)
		return;
	q.name = value[1] ? gno_yaml_text(y, value[1], "'name'") : q.text;
	find_inputs(y, &q, of, value[2], value[3]);
	q.nodes_at = value[4];
	if (value[4])
		exp_read_nodes(y, e->m, value[4], q.on);
	if (!y->nomem && y->faults->errors == before)
		assign(y, e, t, &q);
	free(q.a);
	free(q.b);
}

/* Sets the line of an input where it is routed and free. */
static void route_input(struct gno_yaml *y, struct experiment *e, const struct taken *one,
			const char *key, const char *text)
{
	const struct gno_node *n = &e->m->node[one->node];
	struct gno_words_fault fault;
	struct exp_line *l;
	char line[160];
	int place;

	snprintf(line, sizeof(line), "%s.%s", n->pair[one->pair].name, key);
	place = gno_node_line(n, line);
	l = place >= 0 && text ? &e->use[one->node].line[place] : NULL;
	if (!l || l->text)
		return;
	if (gno_route_parse(text, n, &l->route, &fault))
		gno_yaml_fault(y, one->at, "measure '%s': %s", one->name, fault.text);
	else
		l->text = gno_yaml_copy(y, text);
}

/* Notes that a pair of a node bears a measure. */
static void label(struct gno_yaml *y, struct exp_use *use, struct taken *one)
{
	struct gno_pattern_measure *more = gno_room(use->measure, use->measures, sizeof(*more));

	if (!more) {
		y->nomem = true;
		return;
	}
	use->measure = more;
	more[use->measures++] = (struct gno_pattern_measure){one->name, one->pair, one->print};
	one->name = NULL;
}

/* Two of one name at a node could not be distinguished. */
static void check_twice(struct gno_yaml *y, const struct experiment *e, const struct takings *t,
			size_t i)
{
	const struct taken *one = &t->taken[i];

	if (i && t->taken[i - 1].at == one->at)
		return; /* the same at another node */
	for (size_t k = 0; k < i; k++)
		if (t->taken[k].node == one->node && !strcmp(t->taken[k].name, one->name)) {
			gno_yaml_fault(
			    y, one->at,
			    "measure '%s' of node '%s' occurs twice; give one of them another 'name'",
			    one->name, e->m->node[one->node].name);
			return;
		}
}

void exp_read_measures(struct gno_yaml *y, struct experiment *e, yaml_node_t *list)
{
	struct takings t = {0};
	yaml_node_t *item;

	if (!e->use)
		return;
	if (list->type == YAML_MAPPING_NODE)
		gno_yaml_fault(y, list, "'measures' must be a list");
	for (size_t i = 0; (item = gno_yaml_item(y, list, i)) && !y->nomem; i++)
		read_measure(y, e, &t, item);
	for (size_t i = 0; i < t.count && !y->nomem; i++) {
		check_twice(y, e, &t, i);
		if (t.taken[i].round != e->round)
			continue;
		route_input(y, e, &t.taken[i], "a", t.taken[i].a);
		route_input(y, e, &t.taken[i], "b", t.taken[i].b);
	}
	for (size_t i = 0; i < t.count && !y->nomem; i++)
		if (t.taken[i].round == e->round)
			label(y, &e->use[t.taken[i].node], &t.taken[i]);
	e->rounds = t.round + 1;
	for (size_t i = 0; i < t.count; i++) {
		free(t.taken[i].name);
		free(t.taken[i].a);
		free(t.taken[i].b);
	}
	free(t.taken);
}
