/* SPDX-License-Identifier: Apache-2.0 */

/* The sections of an experiment that name points: points, actions. */

#include "experiment/parts.h"
#include "gnomon/records.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
		gno_yaml_number(y, offset, "an offset", 0, UINT32_MAX, &number);
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
			more = exp_read_choice(y, item, what, choice);
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
