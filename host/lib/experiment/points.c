/* SPDX-License-Identifier: Apache-2.0 */
/* The sections of an experiment that name points: points, actions with the groups of preprocessors
 * that they are for, and what event ports do. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "experiment/parts.h"
#include "gnomon/records.h"
#include "compile/groups.h"
#include "compile/json.h"

/* -- the groups that actions name -- */

/* Reads the names behind an action; *choice owns them. */
static void read_names(struct gno_yaml *y, yaml_node_t *list, const char *action, const char *what,
		       struct gno_group_choice *choice)
{
	yaml_node_t *item;
	size_t count = 0;

	while (gno_yaml_item(y, list, count))
		count++;
	if (!count)
		gno_yaml_fault(y, list,
			       "'%s' of %s must have the name of a group or a list of them", action,
			       what);
	choice->name = calloc(count + 1, sizeof(*choice->name));
	if (!choice->name) {
		y->nomem = true;
		return;
	}
	for (count = 0; (item = gno_yaml_item(y, list, count)) && !y->nomem; count++) {
		const char *text = gno_yaml_text(y, item, "the name of a group");

		choice->name[choice->names] = gno_yaml_copy(y, text ? text : "");
		choice->names += choice->name[choice->names] != NULL;
	}
}

/* Reads { reset: [GROUP, ...] } and the like: the bits of its actions. */
static unsigned read_choice(struct gno_yaml *y, yaml_node_t *map, const char *what,
			    struct exp_choice *out)
{
	yaml_node_t *value[GNO_CHOICES];
	unsigned bits = 0, i;

	if (!gno_yaml_keys(y, map, "an action for groups", gno_pattern_choices, value))
		return 0;
	for (i = 0; i < GNO_CHOICES; i++) {
		if (!value[i])
			continue;
		bits |= 1u << gno_choice_actions[i];
		if (out->list[i])
			continue; /* twice: the caller reports that */
		out->list[i] = value[i];
		read_names(y, value[i], gno_pattern_choices[i], what, &out->of[i]);
	}
	return bits;
}

void exp_free_choice(struct exp_choice *choice)
{
	for (size_t i = 0; i < GNO_CHOICES; i++) {
		for (size_t k = 0; k < choice->of[i].names; k++)
			free(choice->of[i].name[k]);
		free(choice->of[i].name);
	}
}

/*
 * Checks one name: which of the nodes have the group, and something in it that takes part in the
 * action.
 */
static void check_name(struct gno_yaml *y, const struct experiment *e, const bool *on, unsigned i,
		       const char *name, const char *what, const yaml_node_t *where)
{
	unsigned nodes = 0, have = 0, can = 0, k;
	const char *without = NULL, *idle = NULL;

	for (k = 0; k < e->m->nodes; k++) {
		const struct gno_node *n = &e->m->node[k];
		int group = gno_group_find(n, name);

		if (!on[k])
			continue;
		nodes++;
		have += group >= 0;
		if (group < 0)
			without = without ? without : n->name;
		else if (gno_group_can(n, (unsigned)group, gno_choice_actions[i]))
			can++;
		else
			idle = idle ? idle : n->name;
	}
	if (!nodes || can == nodes)
		return;
	if (!have)
		gno_yaml_fault(y, where,
			       "%s cannot do '%s' for group '%s': node '%s' has no such group",
			       what, gno_pattern_choices[i], name, without);
	else if (!can)
		gno_yaml_fault(y, where,
			       "%s cannot do '%s' for group '%s': at node '%s' it has no %s", what,
			       gno_pattern_choices[i], name, idle,
			       i == GNO_CHOOSE_BANK    ? "buckets"
			       : i == GNO_CHOOSE_RESET ? "pairs or extremes"
						       : "pairs, extremes or counters");
	else
		gno_yaml_warn(y, gno_yaml_position(where),
			      "%s does '%s' for group '%s', but not at %u of its nodes", what,
			      gno_pattern_choices[i], name, nodes - can);
}

void exp_check_choice(struct gno_yaml *y, const struct experiment *e, const bool *on,
		      const struct exp_choice *choice, const char *what)
{
	yaml_node_t *item;

	for (unsigned i = 0; i < GNO_CHOICES; i++)
		for (size_t k = 0; k < choice->of[i].names; k++) {
			item = gno_yaml_item(y, choice->list[i], k);
			if (item && !gno_yaml_has_fault_at(y, gno_yaml_position(item)))
				check_name(y, e, on, i, choice->of[i].name[k], what, item);
		}
}

/* -- points and actions -- */

/* What a point is, where its kind asks for more than a text. */
static void read_kind(struct gno_yaml *y, const struct experiment *e, struct exp_point *p,
		      yaml_node_t *offset, yaml_node_t *at)
{
	static const char *const oses[] = {"entry", "exit", NULL};
	bool ours = p->kind != EXP_ADDRESS && p->kind != EXP_MATCH;
	uint64_t number = 0;
	int os;

	if (p->kind == EXP_ADDRESS) {
		gno_yaml_number(y, p->value, "an address", 0, UINT64_MAX, &number);
	} else if (!gno_yaml_text(y, p->value, exp_what(p))) {
		p->value = NULL;
	} else if (p->kind == EXP_OS) {
		os = exp_choose(y, p->value, "'os'", oses);
		p->os = os == 1 ? GNO_OS_EXIT : GNO_OS_ENTRY;
		if (os < 0)
			p->value = NULL;
	}
	if (offset)
		gno_yaml_number(y, offset, "an offset", 0, UINT64_MAX, &number);
	if (at && p->os == GNO_OS_EXIT)
		gno_yaml_fault(y, at, "'at' is for 'os: entry' only");
	else if (at)
		p->os_at = gno_yaml_text(y, at, "'at'");
	p->offset = number;
	if (ours && p->value && !e->has_program)
		gno_yaml_fault(y, p->value,
			       "point '%s' is a place in a program, but no 'program' is given",
			       p->name);
}

static void read_point(struct gno_yaml *y, struct experiment *e, struct exp_point *p,
		       yaml_node_t *node)
{
	static const char *const keys[] = {"entry",  "return", "address", "symbol", "source",
					   "access", "point",  "os",	  "match",  "offset",
					   "at",     "field",  "nodes",	  NULL};
	enum { OFFSET = EXP_MATCH + 1, AT, FIELD, NODES, KEYS };
	yaml_node_t *value[KEYS];
	int kinds = 0, i;

	if (!gno_yaml_keys(y, node, "a point", keys, value))
		return;
	for (i = EXP_ENTRY; i <= EXP_MATCH; i++) {
		if (!value[i])
			continue;
		p->kind = (enum exp_place)i;
		p->value = value[i];
		kinds++;
	}
	if (kinds != 1) {
		p->value = NULL;
		gno_yaml_fault(
		    y, node,
		    "point '%s' must have exactly one of 'entry', 'return', 'address', 'symbol', 'source', 'access', 'point', 'os' and 'match'",
		    p->name);
	} else if (value[OFFSET] && !value[EXP_SYMBOL]) {
		gno_yaml_fault(y, value[OFFSET], "'offset' is for 'symbol' only");
	} else if (value[AT] && !value[EXP_OS]) {
		gno_yaml_fault(y, value[AT], "'at' is for 'os' only");
	} else if (value[FIELD] && value[EXP_MATCH]) {
		gno_yaml_fault(y, value[FIELD],
			       "'field' cannot be combined with 'match', which names its fields");
	} else {
		read_kind(y, e, p, value[OFFSET], value[AT]);
	}
	p->field_at = value[FIELD];
	if (value[FIELD])
		p->field = gno_yaml_text(y, value[FIELD], "'field'");
	p->nodes_at = value[NODES];
	if (value[NODES])
		exp_read_nodes(y, e->m, value[NODES], p->on);
}

void exp_read_points(struct gno_yaml *y, struct experiment *e, yaml_node_t *map)
{
	struct gno_entry entry;
	struct exp_point *p;
	size_t count;

	count = gno_yaml_entries(y, map, "'points'");
	if (!count && map->type == YAML_MAPPING_NODE)
		gno_yaml_fault(y, map, "'points' has no points");
	for (size_t i = 0; i < count && !y->nomem; i++) {
		if (!gno_yaml_entry(y, map, i, &entry))
			continue;
		p = exp_add_point(y, e, entry.name, gno_yaml_position(entry.key), NULL);
		if (p)
			read_point(y, e, p, entry.value);
	}
}

unsigned exp_actions(struct gno_yaml *y, yaml_node_t *list, const char *what,
		     struct exp_choice *choice)
{
	static const char *const known[] = {"record", "sample", "reset",  "bank", "start",
					    "stop",   "mark",	"global", NULL};
	static const unsigned bits[] = {GNO_ACT_RECORD, GNO_ACT_SAMPLE, GNO_ACT_RESET,
					GNO_ACT_BANK,	GNO_ACT_START,	GNO_ACT_STOP,
					GNO_ACT_MARK,	GNO_ACT_GLOBAL};
	yaml_node_t *item;
	unsigned actions = 0, chosen = 0, more;
	const char *text;
	int action;

	if (list->type == YAML_MAPPING_NODE)
		gno_yaml_fault(y, list, "the actions of %s must be a list", what);
	for (size_t k = 0; (item = gno_yaml_item(y, list, k)); k++) {
		if (item->type == YAML_MAPPING_NODE && item != list) {
			more = read_choice(y, item, what, choice);
			if (more & actions)
				gno_yaml_fault(y, item, "an action of %s occurs twice", what);
			actions |= more;
			chosen |= more;
			continue;
		}
		text = gno_yaml_text(y, item, "an action");
		action = text ? exp_choose(y, item, "action", known) : -1;
		if (action >= 0 && chosen >> bits[action] & 1)
			gno_yaml_fault(y, item, "an action of %s occurs twice", what);
		if (action >= 0)
			actions |= 1u << bits[action];
	}
	return actions;
}

void exp_read_actions(struct gno_yaml *y, struct experiment *e, yaml_node_t *map)
{
	struct gno_entry entry;
	struct exp_choice choice;
	unsigned actions;
	size_t count;
	char what[80];
	int point;

	count = gno_yaml_entries(y, map, "'actions'");
	for (size_t i = 0; i < count; i++) {
		if (!gno_yaml_entry(y, map, i, &entry))
			continue;
		point = exp_find_point(y, e, entry.key);
		snprintf(what, sizeof(what), "'%s'", entry.name);
		choice = (struct exp_choice){0};
		actions = exp_actions(y, entry.value, what, &choice);
		if (point < 0) {
			exp_free_choice(&choice);
			continue;
		}
		exp_free_choice(&e->point[point].choice); /* of an entry that stands twice */
		e->point[point].choice = choice;
		e->point[point].actions = actions;
		e->point[point].actions_at = entry.value;
	}
}

/* -- event ports -- */

void exp_read_port(struct gno_yaml *y, struct experiment *e, yaml_node_t *map)
{
	static const char *const keys[] = {"actions", "nodes", NULL};
	yaml_node_t *value[2];
	unsigned k, ports = 0;

	for (k = 0; e->m && k < e->m->nodes; k++) {
		e->port_on[k] = e->m->node[k].port.bus != GNO_BUS_NONE && e->scope[k];
		ports += e->m->node[k].port.bus != GNO_BUS_NONE;
	}
	e->port = 1u << GNO_ACT_RECORD;
	if (!map || !gno_yaml_keys(y, map, "'port'", keys, value))
		return;
	e->port_at = value[0];
	if (value[0])
		e->port = exp_actions(y, value[0], "the event port", &e->port_choice);
	if (e->m && !ports)
		gno_yaml_fault(y, map, "monitor '%s' has no event port", e->m->name);
	if (!value[1] || !e->m)
		return;
	memset(e->port_on, 0, sizeof(e->port_on));
	exp_read_nodes(y, e->m, value[1], e->port_on);
	for (k = 0; k < e->m->nodes; k++)
		if (e->port_on[k] && !e->m->node[k].port.bus && ports)
			gno_yaml_fault(y, value[1], "node '%s' has no event port",
				       e->m->node[k].name);
}
