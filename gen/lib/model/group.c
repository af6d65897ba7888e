/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Groups of a node's preprocessors: what each has, and the lines that select those of an action.
 */
#include "model/model.h"

#define SHORT_SAMPLE_MAX 28u /* words, of a record that is not long (gnomon_ring_collector) */

static const char *const actions[M_GROUP_ACTIONS] = {
    [M_GROUP_RESET] = "reset", [M_GROUP_SAMPLE] = "sample", [M_GROUP_BANK] = "bank"};

const char *model_group_action(enum m_group_action action)
{
	return actions[action];
}

unsigned model_group(const struct m_node *node, const struct m_value *part)
{
	for (unsigned g = 0; part->ok && g < node->groups_count; g++)
		for (size_t i = 0; i < node->groups[g].of_count; i++)
			if (model_is_word(&node->groups[g].of[i], part->text))
				return g;
	return (unsigned)node->groups_count;
}

static int has_watcher(const struct m_node *node, enum watcher_role role, unsigned group)
{
	const struct m_watchers *w = &node->watchers[role];

	for (size_t i = 0; i < w->count; i++)
		if (model_group(node, &w->items[i].name) == group)
			return 1;
	return 0;
}

/* 1 where a group has pairs or extremes; the pair of the gate is in none. */
static int has_ratios(const struct m_node *node, unsigned group)
{
	if (group == node->groups_count && model_is_yes(&node->gate))
		return 1;
	for (size_t i = 0; i < node->pairs_count; i++)
		if (model_group(node, &node->pairs[i].name) == group)
			return 1;
	return has_watcher(node, WATCHER_SAMPLED, group);
}

static int can_do(const struct m_node *node, unsigned group, enum m_group_action action)
{
	if (action == M_GROUP_BANK)
		return has_watcher(node, WATCHER_BANKED, group);
	return has_ratios(node, group) ||
	       (action == M_GROUP_SAMPLE && has_watcher(node, WATCHER_COUNTED, group));
}

/* Groups that an action can be for, with what is in none as one of them. */
static unsigned choices(const struct m_node *node, enum m_group_action action)
{
	unsigned count = 0;

	for (unsigned g = 0; g <= node->groups_count; g++)
		count += (unsigned)can_do(node, g, action);
	return count;
}

size_t model_group_lines(const struct m_node *node, struct m_group_line *lines)
{
	size_t count = 0;

	for (unsigned a = 0; node->groups_count && a < M_GROUP_ACTIONS; a++) {
		enum m_group_action action = (enum m_group_action)a;

		for (unsigned g = 0; choices(node, action) > 1 && g <= node->groups_count; g++) {
			/* the record of a sample has all pairs and extremes in any case */
			if (action == M_GROUP_SAMPLE ? !has_watcher(node, WATCHER_COUNTED, g)
						     : !can_do(node, g, action))
				continue;
			if (lines)
				lines[count] = (struct m_group_line){g, action};
			count++;
		}
	}
	return count;
}

size_t model_event_columns(const struct m_node *node)
{
	return node->event_lines_count + model_group_lines(node, NULL);
}

unsigned model_runs(const struct m_node *node, struct m_run *runs)
{
	unsigned pairs = model_pairs(node), count = 0, before = 0;

	for (unsigned i = 0; i < pairs; i++) {
		unsigned group = i < node->pairs_count ? model_group(node, &node->pairs[i].name)
						       : (unsigned)node->groups_count;

		if (!i || group != before)
			runs[count++] = (struct m_run){.first = i, .group = group};
		runs[count - 1].pairs++;
		before = group;
	}
	for (unsigned i = 0; i < count; i++)
		runs[i].words = tab_ratio_words(runs[i].pairs, model_form(node));
	return count;
}

unsigned model_pair_words(const struct m_node *node)
{
	struct m_run runs[MODEL_RUNS_MAX];
	unsigned count = model_runs(node, runs), words = 0;

	for (unsigned i = 0; i < count; i++)
		words += runs[i].words;
	return words;
}

unsigned model_sample_words(const struct m_node *node)
{
	return model_pair_words(node) +
	       TAB_EXTREME_WORDS * (unsigned)node->watchers[WATCHER_SAMPLED].count;
}

int model_has_long_records(const struct m_node *node)
{
	return node->watchers[WATCHER_BANKED].count || node->watchers[WATCHER_COUNTED].count ||
	       node->watchers[WATCHER_KEPT].count || model_sample_words(node) > SHORT_SAMPLE_MAX;
}
