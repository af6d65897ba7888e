/* SPDX-License-Identifier: Apache-2.0 */

/* The groups of preprocessors that actions name. */

#include "experiment/parts.h"
#include "gnomon/records.h"
#include "compile/groups.h"

#include <stdlib.h>

static const char *const choosers[] = {
    [GNO_CHOOSE_RESET] = "reset",
    [GNO_CHOOSE_SAMPLE] = "sample",
    [GNO_CHOOSE_BANK] = "bank",
    [GNO_CHOICES] = NULL,
};
static const unsigned actions[GNO_CHOICES] = {
    [GNO_CHOOSE_RESET] = GNO_ACT_RESET,
    [GNO_CHOOSE_SAMPLE] = GNO_ACT_SAMPLE,
    [GNO_CHOOSE_BANK] = GNO_ACT_BANK,
};

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

unsigned exp_read_choice(struct gno_yaml *y, yaml_node_t *map, const char *what,
			 struct exp_choice *out)
{
	yaml_node_t *value[GNO_CHOICES];
	unsigned bits = 0, i;

	if (!gno_yaml_keys(y, map, "an action for groups", choosers, value))
		return 0;
	for (i = 0; i < GNO_CHOICES; i++) {
		if (!value[i])
			continue;
		bits |= 1u << actions[i];
		if (out->list[i])
			continue; /* twice: the caller reports that */
		out->list[i] = value[i];
		read_names(y, value[i], choosers[i], what, &out->of[i]);
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
		else if (gno_group_can(n, (unsigned)group, actions[i]))
			can++;
		else
			idle = idle ? idle : n->name;
	}
	if (!nodes || can == nodes)
		return;
	if (!have)
		gno_yaml_fault(y, where,
			       "%s cannot do '%s' for group '%s': node '%s' has no such group",
			       what, choosers[i], name, without);
	else if (!can)
		gno_yaml_fault(y, where,
			       "%s cannot do '%s' for group '%s': at node '%s' it has no %s", what,
			       choosers[i], name, idle,
			       i == GNO_CHOOSE_BANK    ? "buckets"
			       : i == GNO_CHOOSE_RESET ? "pairs or extremes"
						       : "pairs, extremes or counters");
	else
		gno_yaml_warn(y, gno_yaml_position(where),
			      "%s does '%s' for group '%s', but not at %u of its nodes", what,
			      choosers[i], name, nodes - can);
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
