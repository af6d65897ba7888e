/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_GROUPS_H
#define GNO_GROUPS_H

/*
 * Which groups of a node's preprocessors an action is for. Group number n->preprocessors.groups is
 * what is in none; a node without groups has that one only.
 */

#include "monitor/manifest.h"
#include "compile/pattern_file.h"

/* The actions that choose groups, by enum gno_choose. */
extern const unsigned gno_choice_actions[GNO_CHOICES];

/* Whether anything of a group takes part in GNO_ACT_RESET, GNO_ACT_SAMPLE or GNO_ACT_BANK. */
bool gno_group_can(const struct gno_node *n, unsigned group, unsigned action);

/* Place of the group of that name, -1: the node has none. */
int gno_group_find(const struct gno_node *n, const char *name);

/*
 * The groups that an action chooses at a node, a bit each: those that can and that it names, or all
 * that can.
 */
unsigned gno_groups_chosen(const struct gno_node *n, const struct gno_group_choice *choices,
			   unsigned action);

/* `actions` (bits GNO_ACT_*) without those that name groups none of which the node has. */
unsigned gno_groups_actions(const struct gno_node *n, const struct gno_group_choice *choices,
			    unsigned actions);

/* The lines that select them, as bits of the node's lines: event lines are the lowest. */
unsigned gno_groups_lines(const struct gno_node *n, const struct gno_group_choice *choices,
			  unsigned actions);

#endif
