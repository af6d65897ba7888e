/* SPDX-License-Identifier: Apache-2.0 */

/* From points to event codes and to the tables of the ranks. */

#include "experiment/parts.h"
#include "gnomon/records.h"
#include "compile/trigger.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BLAMED_MAX 8 /* points that a message names */

/* The patterns of the nodes that share their ranks, and the points that they come from. */
struct patterns {
	struct gno_pattern *pattern;
	size_t *point;
	size_t count;
};

/* Whether something other than the later words of strict sequences waits for the event of a point.
 */
static bool is_waited_for(const struct experiment *e, size_t point)
{
	const struct exp_trigger *const *kind;

	for (kind = e->kinds; *kind; kind++)
		if ((*kind)->waits_for && (*kind)->waits_for(e, point))
			return true;
	return exp_gate_waits_for(e, point) || exp_is_counted(e, point);
}

/* Whether a point has no actions and is there for its word only. */
static bool is_only_a_word(const struct experiment *e, size_t point)
{
	const struct exp_trigger *const *kind;

	if (e->point[point].actions || is_waited_for(e, point))
		return false;
	for (kind = e->kinds; *kind; kind++)
		if ((*kind)->has_word && (*kind)->has_word(e, point))
			return true;
	return false;
}

/* Whether a point is at one of the nodes whose ranks `owner` holds. */
static bool in_group(const struct experiment *e, const struct exp_point *p, unsigned owner)
{
	for (unsigned k = 0; k < e->m->nodes; k++)
		if (e->m->node[k].owner == owner && p->on[k])
			return true;
	return false;
}

/* The predicate of a point at the nodes of a group, which all watch the same fields. */
static const struct gno_match *match_of(const struct experiment *e, size_t point, unsigned owner)
{
	for (unsigned k = 0; k < e->m->nodes; k++)
		if (e->m->node[k].owner == owner && e->match[k][point])
			return e->match[k][point];
	return NULL;
}

/* "'a', 'b' and 3 more": those from `first` on. */
static void name_points(const struct experiment *e, const struct patterns *o, size_t first,
			char *text, size_t room)
{
	size_t i, len = 0;

	text[0] = '\0';
	for (i = first; i < o->count && i < first + BLAMED_MAX && len < room; i++)
		len += (size_t)snprintf(text + len, room - len, "%s'%s'", len ? ", " : "",
					e->point[o->point[i]].name);
	if (i < o->count && len < room)
		snprintf(text + len, room - len, " and %zu more", o->count - i);
}

static void note_misfit(struct gno_yaml *y, const struct experiment *e, const struct gno_node *n,
			const struct patterns *o, const struct gno_pattern_misfit *misfit)
{
	char points[640], rank[160];

	name_points(e, o, misfit->first, points, sizeof(points));
	y->misfits++;
	gno_yaml_fault_at(
	    y, e->point[o->point[misfit->first]].at,
	    "the points do not fit into node '%s': %s needs %s%u classes and has %u; the points before them still fit, too many are %s",
	    n->name, gno_rank_name(n, misfit->rank, rank, sizeof(rank)),
	    misfit->at_least ? "at least " : "", misfit->needed, misfit->present, points);
}

/* Notes the points that have no code left; false: there are some. */
static bool good_count(struct gno_yaml *y, const struct experiment *e, const struct gno_node *n,
		       const struct patterns *o)
{
	char points[640];

	if (o->count <= n->capacity)
		return true;
	name_points(e, o, n->capacity, points, sizeof(points));
	y->misfits++;
	gno_yaml_fault_at(y, e->point[o->point[n->capacity]].at,
			  "node '%s' distinguishes %u events and has %zu points; too many are %s",
			  n->name, n->capacity, o->count, points);
	return false;
}

/* Whether all nodes that share these ranks have the same points. */
static bool same_everywhere(const struct experiment *e, const struct gno_node *n,
			    const struct patterns *o)
{
	for (unsigned k = 0; k < e->m->nodes; k++)
		for (size_t i = 0; e->m->node[k].owner == n->index && i < o->count; i++)
			if (!e->point[o->point[i]].on[k])
				return false;
	return true;
}

/*
 * Warns of points that never happen, or less often than they seem to. Where nodes share their ranks
 * a word is the same event at all of them, so points that have words in common must be at all of
 * them.
 */
static void warn_overlaps(struct gno_yaml *y, const struct experiment *e, const struct gno_node *n,
			  const struct patterns *o)
{
	struct gno_overlap *overlap = calloc(o->count + 1, sizeof(*overlap));
	bool same = same_everywhere(e, n, o);
	int rc;

	rc = overlap ? gno_patterns_overlap(n, o->pattern, o->count, overlap) : GNO_ERR_NOMEM;
	y->nomem = y->nomem || rc == GNO_ERR_NOMEM;
	for (size_t i = 0; i < o->count && !rc; i++) {
		const struct exp_point *p = &e->point[o->point[i]];
		const char *first = e->point[o->point[overlap[i].with]].name;

		if (overlap[i].kind != GNO_OVERLAP_NONE && !same)
			gno_yaml_fault_at(
			    y, p->at,
			    "point '%s' has words in common with point '%s', and node '%s' shares its ranks with a node that has not all points of both",
			    p->name, first, n->name);
		else if (overlap[i].kind == GNO_OVERLAP_ALL)
			gno_yaml_warn(
			    y, p->at,
			    "point '%s' never happens at node '%s': points that come before it get all its words, the first of them is '%s'",
			    p->name, n->name, first);
		else if (overlap[i].kind == GNO_OVERLAP_PART && p->kind != EXP_MATCH)
			gno_yaml_warn(
			    y, p->at,
			    "some addresses of point '%s' are those of point '%s' too, which comes first and gets them at node '%s'",
			    p->name, first, n->name);
	}
	free(overlap);
}

static void collect(struct gno_yaml *y, struct experiment *e, const struct gno_node *n,
		    struct patterns *o)
{
	o->pattern = calloc(e->points + 1, sizeof(*o->pattern));
	o->point = calloc(e->points + 1, sizeof(*o->point));
	if (!o->pattern || !o->point) {
		y->nomem = true;
		return;
	}
	for (size_t i = 0; i < e->points; i++) {
		struct exp_point *p = &e->point[i];

		/* A point that does nothing keeps its words from later ones, unless it is but a
		 * word of strict sequences. */
		if (!exp_is_event(p) || !in_group(e, p, n->index) || is_only_a_word(e, i))
			continue;
		o->pattern[o->count].match = match_of(e, i, n->index);
		o->pattern[o->count].code = (uint8_t)(o->count + 1);
		o->point[o->count++] = i;
		for (unsigned k = 0; k < e->m->nodes; k++)
			if (e->m->node[k].owner == n->index && p->on[k])
				p->code[k] = (int)o->count;
	}
}

static void compile_node(struct gno_yaml *y, struct experiment *e, const struct gno_node *n)
{
	struct gno_pattern_misfit misfit;
	struct patterns o = {0};
	int rc;

	collect(y, e, n, &o);
	if (!y->nomem && good_count(y, e, n, &o)) {
		rc =
		    gno_patterns_compile(n, o.pattern, o.count, &e->ranks[n->index], &misfit, NULL);
		if (rc == GNO_ERR_NOMEM)
			y->nomem = true;
		else if (rc)
			note_misfit(y, e, n, &o, &misfit);
		else
			warn_overlaps(y, e, n, &o);
	}
	free(o.pattern);
	free(o.point);
}

static bool same_tree(const struct gno_node *a, const struct gno_node *b)
{
	if (a->ranks != b->ranks || a->code_bits != b->code_bits || !exp_same_fields(a, b))
		return false;
	for (unsigned i = 0; i < a->ranks; i++) {
		const struct gno_rank *x = &a->rank[i], *z = &b->rank[i];

		if (x->inputs != z->inputs || x->code_bits != z->code_bits)
			return false;
		for (unsigned k = 0; k < x->inputs; k++)
			if (x->input[k].is_rank != z->input[k].is_rank ||
			    x->input[k].rank != z->input[k].rank ||
			    x->input[k].lo != z->input[k].lo ||
			    x->input[k].bits != z->input[k].bits)
				return false;
	}
	return true;
}

/* Copies codes and ranks from a node that owns alike ranks with the same points, and runs the same
 * program; false: it is another. */
static bool compile_as(struct gno_yaml *y, struct experiment *e, unsigned j, unsigned k)
{
	if (e->m->node[j].owner != j || exp_image_of(e, j) != exp_image_of(e, k) ||
	    !same_tree(&e->m->node[j], &e->m->node[k]))
		return false;
	for (size_t i = 0; i < e->points; i++)
		if (exp_is_event(&e->point[i]) &&
		    in_group(e, &e->point[i], j) != in_group(e, &e->point[i], k))
			return false;
	e->ranks[k] = e->ranks[j];
	for (unsigned r = 0; r < e->m->node[k].ranks; r++) {
		e->ranks[k].cell[r] = NULL;
		if (!e->ranks[j].cell[r])
			continue;
		e->ranks[k].cell[r] = malloc(e->ranks[j].cells[r]);
		if (!e->ranks[k].cell[r])
			y->nomem = true;
		else
			memcpy(e->ranks[k].cell[r], e->ranks[j].cell[r], e->ranks[j].cells[r]);
	}
	for (size_t i = 0; i < e->points; i++) {
		struct exp_point *p = &e->point[i];
		int code = -1;

		for (unsigned g = 0; exp_is_event(p) && g < e->m->nodes; g++)
			if (e->m->node[g].owner == j && p->on[g])
				code = p->code[g];
		for (unsigned g = 0; exp_is_event(p) && g < e->m->nodes; g++)
			if (e->m->node[g].owner == k && p->on[g])
				p->code[g] = code;
	}
	return true;
}

/* Whether a node can do an action that not every node can do. */
static bool can_do(const struct gno_node *n, unsigned action)
{
	switch (action) {
	case GNO_ACT_BANK:
		return n->preprocessors.buckets > 0;
	case GNO_ACT_GLOBAL:
		return n->capture;
	default:
		return gno_node_sampled(n);
	}
}

/* What a node that cannot do an action lacks. */
static const char *lack_of(unsigned action)
{
	switch (action) {
	case GNO_ACT_BANK:
		return "buckets";
	case GNO_ACT_GLOBAL:
		return "CAPTURE line";
	default:
		return "pairs, extremes or counters";
	}
}

/* The actions that not every node can do. */
static const unsigned some_actions[] = {GNO_ACT_SAMPLE, GNO_ACT_RESET, GNO_ACT_BANK,
					GNO_ACT_GLOBAL};

/* Reports an action that none of the nodes in question can do, or not all. */
static void check_action(struct gno_yaml *y, const struct experiment *e, const bool *on,
			 unsigned action, const char *what, const yaml_node_t *where)
{
	const char *lack = lack_of(action);
	unsigned k, without = 0, count = 0;
	const char *first = NULL;

	for (k = 0; k < e->m->nodes; k++) {
		if (!on[k])
			continue;
		count++;
		if (can_do(&e->m->node[k], action))
			continue;
		first = first ? first : e->m->node[k].name;
		without++;
	}
	if (without && without == count)
		gno_yaml_fault(y, where, "%s cannot do '%s': node '%s' has no %s", what,
			       gno_action_name(action), first, lack);
	else if (without)
		gno_yaml_warn(y, gno_yaml_position(where),
			      "%s does '%s', but %u of its nodes have no %s", what,
			      gno_action_name(action), without, lack);
}

/* Whether actions that the nodes cannot do are asked for. */
static void check_actions(struct gno_yaml *y, const struct experiment *e)
{
	const unsigned *actions = some_actions, count = sizeof(some_actions) / sizeof(unsigned);
	char what[96];

	for (size_t i = 0; i < e->points; i++) {
		const struct exp_point *p = &e->point[i];

		snprintf(what, sizeof(what), "point '%s'", p->name);
		for (size_t a = 0; a < count; a++)
			if (p->actions_at && p->actions & 1u << actions[a])
				check_action(y, e, p->on, actions[a], what, p->actions_at);
		exp_check_choice(y, e, p->on, &p->choice, what);
		if (p->actions_at && p->actions & 1u << GNO_ACT_SAMPLE &&
		    !(p->actions & 1u << GNO_ACT_RECORD))
			gno_yaml_warn(
			    y, gno_yaml_position(p->actions_at),
			    "point '%s' does 'sample' but not 'record', to whose record the sample belongs",
			    p->name);
	}
	for (size_t a = 0; a < count; a++)
		if (e->port_at && e->port & 1u << actions[a])
			check_action(y, e, e->port_on, actions[a], "the event port", e->port_at);
	exp_check_choice(y, e, e->port_on, &e->port_choice, "the event port");
}

void exp_compile(struct gno_yaml *y, struct experiment *e)
{
	unsigned j;

	e->ranks = calloc(e->m->nodes, sizeof(*e->ranks));
	if (!e->ranks)
		y->nomem = true;
	for (unsigned k = 0; k < e->m->nodes && !y->nomem; k++) {
		if (e->m->node[k].owner != k)
			continue;
		for (j = 0; j < k && !compile_as(y, e, j, k); j++)
			;
		if (j == k)
			compile_node(y, e, &e->m->node[k]);
	}
	check_actions(y, e);
}
