/* SPDX-License-Identifier: Apache-2.0 */
#include "compile/groups.h"

#include "gnomon/records.h"

#include <string.h>

const unsigned gno_choice_actions[GNO_CHOICES] = {
    [GNO_CHOOSE_RESET] = GNO_ACT_RESET,
    [GNO_CHOOSE_SAMPLE] = GNO_ACT_SAMPLE,
    [GNO_CHOOSE_BANK] = GNO_ACT_BANK,
};

bool gno_group_can(const struct gno_node *n, unsigned group, unsigned action)
{
	const struct gno_preprocessors *m = &n->preprocessors;

	if (action == GNO_ACT_BANK) {
		for (unsigned i = 0; i < m->buckets; i++)
			if (m->bucket[i].group == group)
				return true;
		return false;
	}
	for (unsigned i = 0; i < n->pairs; i++)
		if (n->pair[i].group == group)
			return true;
	for (unsigned i = 0; i < m->extremes; i++)
		if (m->extreme[i].group == group)
			return true;
	for (unsigned i = 0; action == GNO_ACT_SAMPLE && i < m->counters; i++)
		if (m->counter[i].group == group)
			return true;
	return false;
}

int gno_group_find(const struct gno_node *n, const char *name)
{
	for (unsigned g = 0; g < n->preprocessors.groups; g++)
		if (!strcmp(n->preprocessors.group[g], name))
			return (int)g;
	return -1;
}

unsigned gno_groups_chosen(const struct gno_node *n, const struct gno_group_choice *choices,
			   unsigned action)
{
	unsigned mask = 0, g, i = 0;

	while (gno_choice_actions[i] != action)
		i++;
	for (g = 0; g <= n->preprocessors.groups; g++) {
		bool named = !choices[i].names;

		for (size_t k = 0; k < choices[i].names && g < n->preprocessors.groups; k++)
			named = named || !strcmp(choices[i].name[k], n->preprocessors.group[g]);
		if (named && gno_group_can(n, g, action))
			mask |= 1u << g;
	}
	return mask;
}

unsigned gno_groups_actions(const struct gno_node *n, const struct gno_group_choice *choices,
			    unsigned actions)
{
	const unsigned choosable = 1u << GNO_ACT_RESET | 1u << GNO_ACT_SAMPLE | 1u << GNO_ACT_BANK;

	for (unsigned i = 0; actions & choosable && i < GNO_CHOICES; i++)
		if (choices[i].names && !gno_groups_chosen(n, choices, gno_choice_actions[i]))
			actions &= ~(1u << gno_choice_actions[i]);
	return actions;
}

unsigned gno_groups_lines(const struct gno_node *n, const struct gno_group_choice *choices,
			  unsigned actions)
{
	const struct gno_preprocessors *m = &n->preprocessors;
	unsigned lines = 0, i;

	for (i = 0; i < m->group_lines; i++) {
		const struct gno_group_line *line = &m->group_line[i];

		if (actions >> line->action & 1 &&
		    gno_groups_chosen(n, choices, line->action) >> line->group & 1)
			lines |= 1u << (m->event_lines + i);
	}
	return lines;
}
