/* SPDX-License-Identifier: Apache-2.0 */
/* Checks of the groups of a node's preprocessors. */
#include <string.h>

#include "check/checks.h"
#include "preprocessors/single.h"

#define LINES_MAX 8u /* of a node, event lines and those of the groups (gnomon_trigger_sources) */

static int is_watcher(const struct m_watchers *w, const char *name)
{
	for (size_t i = 0; i < w->count; i++)
		if (model_is_word(&w->items[i].name, name))
			return 1;
	return 0;
}

/* 1 where an action can be for what has that name. */
static int is_part(const struct m_node *n, const char *name)
{
	for (size_t i = 0; i < n->pairs_count; i++)
		if (model_is_word(&n->pairs[i].name, name))
			return 1;
	for (unsigned role = 0; role < WATCHER_ROLES; role++)
		if (role != WATCHER_FIRES && role != WATCHER_KEPT &&
		    is_watcher(&n->watchers[role], name))
			return 1;
	return 0;
}

static void part_is_there(struct checker *c, const struct m_node *n, const struct m_value *part)
{
	static const char wanted[] = "pair, extreme, bucket unit or counter bank";

	if (!part->ok || is_part(n, part->text))
		return;
	if (model_is_word(part, GATE_NAME))
		check_report(c, part->at, "the pair of the gate cannot be in a group");
	else if (check_named(n, part->text))
		check_report(c, part->at, "'%s' is %s, and a %s is needed", part->text,
			     check_named(n, part->text), wanted);
	else
		check_report(c, part->at, "there is no %s '%s' at this node", wanted, part->text);
}

/* The place before `g`, `i` of the same part in a group; NULL: this is the first one. */
static const struct m_value *part_before(const struct m_node *n, size_t g, size_t i)
{
	const struct m_value *part = &n->groups[g].of[i];

	for (size_t h = 0; h <= g; h++)
		for (size_t k = 0; k < (h < g ? n->groups[h].of_count : i); k++)
			if (model_is_word(&n->groups[h].of[k], part->text))
				return &n->groups[h].of[k];
	return NULL;
}

static void lines_fit(struct checker *c, const struct m_node *n)
{
	size_t lines = model_group_lines(n, NULL);

	if (!lines || n->event_lines_count + lines <= LINES_MAX)
		return;
	check_report(
	    c, n->groups[0].name.at,
	    "the groups need %zu lines to select those of an action, but there are %u in all, %zu of them for 'event_lines'",
	    lines, LINES_MAX, n->event_lines_count);
}

void check_group_parts(struct checker *c)
{
	const struct model *m = c->model;

	for (const struct m_node *n = m->nodes; n < m->nodes + m->nodes_count; n++) {
		size_t errors = c->diags->errors;

		for (size_t g = 0; g < n->groups_count; g++) {
			for (size_t i = 0; i < n->groups[g].of_count; i++) {
				const struct m_value *part = &n->groups[g].of[i];
				const struct m_value *before;

				before = part->ok ? part_before(n, g, i) : NULL;
				if (!check_hides_names(c, n->at))
					part_is_there(c, n, part);
				if (!before)
					continue;
				check_report(c, part->at, "'%s' is in a group already", part->text);
				check_note(c, before->at, "there");
			}
		}
		if (c->diags->errors == errors)
			lines_fit(c, n);
	}
}
