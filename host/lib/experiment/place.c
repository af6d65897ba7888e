/* SPDX-License-Identifier: Apache-2.0 */

/* Which triggers are at which nodes, under which numbers, and what they do there. */

#include "experiment/parts.h"
#include "compile/groups.h"
#include "compile/trigger.h"

#include <stdio.h>
#include <string.h>

/* What a node must have for a trigger, for a message. */
static const char *in_words(const struct exp_point *p, char *room, size_t size)
{
	if (!p->trigger->names)
		return p->trigger->needs;
	snprintf(room, size, "%s '%s'", p->trigger->name, p->name);
	return room;
}

/* Whether a node has what a trigger needs. */
static bool has(const struct gno_node *n, const struct exp_point *p)
{
	if (p->trigger->names)
		return exp_place_of(n, p->trigger->names, p->name) >= 0;
	return exp_has_trigger(n, p->trigger);
}

static bool is_known(const struct experiment *e, const struct exp_point *p)
{
	if (p->trigger->own)
		return !p->at_fault;
	return p->trigger->is_known && p->trigger->is_known(e, p);
}

/* Gives the points of a kind at a node their numbers. */
static void number_kind(struct gno_yaml *y, struct experiment *e, const struct gno_node *n,
			const struct exp_trigger *kind)
{
	if (kind->own)
		exp_number_single(e, n, kind, kind->number_of);
	else if (kind->number)
		kind->number(y, e, n);
}

/* A point that the trigger waits for and that is not at the node; -1: there is none. */
static int missing_at(const struct experiment *e, const struct exp_point *p, unsigned k)
{
	return p->trigger->missing ? p->trigger->missing(e, p, k) : -1;
}

/* Decides where a trigger is: where it was asked for, else wherever it can be. */
static void place_trigger(struct gno_yaml *y, struct experiment *e, struct exp_point *p)
{
	const yaml_node_t *at = p->nodes_at ? p->nodes_at : p->value;
	unsigned k, able = 0, places = 0;
	int missing = -1, lacks = -1;
	char words[96];

	for (k = 0; k < e->m->nodes; k++) {
		const struct gno_node *n = &e->m->node[k];
		bool wanted = exp_wanted(e, p->nodes_at, p->on, k);

		able += wanted && has(n, p);
		p->on[k] = wanted && has(n, p);
		if (p->nodes_at && wanted && !has(n, p))
			gno_yaml_fault(y, at, "node '%s' has no %s", n->name,
				       in_words(p, words, sizeof(words)));
		if (!p->on[k])
			continue;
		lacks = missing_at(e, p, k);
		if (lacks >= 0 && p->nodes_at)
			gno_yaml_fault(y, at,
				       "'%s' waits for point '%s', which is not at node '%s'",
				       p->name, e->point[lacks].name, n->name);
		missing = lacks >= 0 ? lacks : missing;
		p->on[k] = lacks < 0;
		places += p->on[k];
	}
	if (!able && !p->nodes_at)
		gno_yaml_fault(y, at, "monitor '%s' has no %s", e->m->name,
			       in_words(p, words, sizeof(words)));
	else if (!places && !p->nodes_at)
		gno_yaml_fault(
		    y, at,
		    "'%s' can be at no node: none has all the points that it waits for, such as '%s'",
		    p->name, e->point[missing].name);
}

void exp_place_triggers(struct gno_yaml *y, struct experiment *e)
{
	const struct exp_trigger *const *kind;

	for (size_t i = 0; i < e->triggers; i++) {
		struct exp_point *p = &e->point[e->trigger[i]];

		if (is_known(e, p))
			place_trigger(y, e, p);
		else
			memset(p->on, 0, sizeof(p->on));
	}
	for (unsigned k = 0; k < e->m->nodes && !y->nomem; k++)
		for (kind = e->kinds; *kind; kind++)
			number_kind(y, e, &e->m->node[k], *kind);
	for (kind = e->kinds; *kind; kind++)
		if ((*kind)->number_all)
			(*kind)->number_all(y, e);
}

/*
 * What happens when a point fires at a node, where it has that number; `lines`: the event lines
 * that it drives.
 */
static void put_point(const struct gno_node *n, const struct exp_point *p, int number,
		      unsigned lines, struct gno_node_triggers *out)
{
	unsigned actions = gno_groups_actions(n, p->choice.of, p->actions);

	lines |= gno_groups_lines(n, p->choice.of, actions);
	switch (exp_records(p)) {
	case GNO_PATTERN_EVENT:
		out->event_act[number] = (uint8_t)actions;
		out->event_lines[number] = (uint8_t)lines;
		break;
	case GNO_PATTERN_CODE:
		out->code_act[number] = (uint8_t)actions;
		out->code_lines[number] = (uint8_t)lines;
		break;
	case GNO_PATTERN_TRIGGER:
		out->act[number] = (uint8_t)actions;
		out->act_lines[number] = (uint8_t)lines;
		break;
	}
}

static void put_points(const struct experiment *e, unsigned node, struct gno_node_triggers *out)
{
	for (size_t i = 0; i < e->points; i++) {
		const struct exp_point *p = &e->point[i];

		if (!p->on[node] || p->code[node] < 0)
			continue;
		for (unsigned k = 0; k < exp_numbers(p); k++)
			put_point(&e->m->node[node], p, p->code[node] + (int)k,
				  e->use[node].event_lines ? e->use[node].event_lines[i] : 0, out);
	}
}

void exp_node_triggers(const struct experiment *e, unsigned node, struct gno_node_triggers *out)
{
	const struct gno_node *n = &e->m->node[node];
	const struct exp_trigger *const *kind;

	memset(out, 0, sizeof(*out));
	out->event = e->ranks[n->owner].cell[n->ranks - 1];
	put_points(e, node, out);
	for (kind = e->kinds; *kind; kind++)
		if ((*kind)->put)
			(*kind)->put(e, n, out);
	if (e->port_on[node]) {
		out->port = (uint8_t)gno_groups_actions(n, e->port_choice.of, e->port);
		out->port_lines = (uint8_t)gno_groups_lines(n, e->port_choice.of, out->port);
	}
	exp_gate_triggers(e, node, out);
}
