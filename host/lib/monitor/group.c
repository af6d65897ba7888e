/* SPDX-License-Identifier: Apache-2.0 */

/* The groups of a node's preprocessors, in its manifest. */

#include "base/name.h"
#include "gnomon/records.h"
#include "monitor/reader.h"
#include "monitor/list.h"

#include <stdlib.h>
#include <string.h>

#define MAX_GROUPS 8
#define MAX_PARTS 18

/* The variable that holds the group of the part of that name; NULL: the node has none. */
static unsigned *place_of(struct gno_node *n, const char *name)
{
	struct gno_preprocessors *m = &n->preprocessors;
	const struct gno_list_kind *kind;

	for (unsigned i = 0; i < n->pairs - m->gate; i++)
		if (!strcmp(n->pair[i].name, name))
			return &n->pair[i].group;
	for (unsigned k = 0; (kind = gno_list_at(k)); k++)
		for (unsigned i = 0; kind->group && i < gno_list_count(m, kind); i++) {
			void *item = gno_list_item(m, kind, i);

			if (!strcmp(*gno_list_name(item), name))
				return gno_list_number(item, kind->group);
		}
	return NULL;
}

/* All parts are in no group. */
static void clear_groups(struct gno_node *n)
{
	struct gno_preprocessors *m = &n->preprocessors;
	const struct gno_list_kind *kind;

	for (unsigned i = 0; i < n->pairs; i++)
		n->pair[i].group = m->groups;
	for (unsigned k = 0; (kind = gno_list_at(k)); k++)
		for (unsigned i = 0; kind->group && i < gno_list_count(m, kind); i++)
			*gno_list_number(gno_list_item(m, kind, i), kind->group) = m->groups;
}

static void read_parts(struct reader *r, struct gno_node *n, unsigned group, json_t *obj)
{
	json_t *parts = reader_array(r, obj, "of");

	if (!r->rc && json_array_size(parts) > MAX_PARTS)
		reader_fault(r, "of", "has too many items");
	for (size_t i = 0; i < json_array_size(parts) && !r->rc; i++) {
		const char *name = json_string_value(json_array_get(parts, i));
		unsigned *place = name ? place_of(n, name) : NULL;

		if (!place)
			reader_fault(
			    r, "of",
			    "has an item that is not a pair, extreme, bucket unit or counter bank");
		else if (*place != n->preprocessors.groups)
			reader_fault(r, "of", "has an item of another group");
		else
			*place = group;
	}
}

/* Place of the group of a line; null is what is in none. */
static unsigned read_group(struct reader *r, const struct gno_preprocessors *m, json_t *obj)
{
	char *name = reader_optional_name(r, obj, "group");
	unsigned g = 0;

	while (name && g < m->groups && strcmp(m->group[g], name) != 0)
		g++;
	if (name && g == m->groups)
		reader_fault(r, "group", "is not a group of the node");
	if (!name)
		g = m->groups;
	free(name);
	return g;
}

static void read_lines(struct reader *r, struct gno_preprocessors *m, json_t *obj,
		       const char *place)
{
	static const char *const names[] = {"reset", "sample", "bank"};
	static const unsigned actions[] = {GNO_ACT_RESET, GNO_ACT_SAMPLE, GNO_ACT_BANK};
	json_t *array = reader_array(r, obj, "group_lines");

	m->group_line =
	    reader_list(r, array, "group_lines", 0, GNO_MAX_EVENT_LINES - m->event_lines,
			sizeof(*m->group_line), &m->group_lines);
	for (unsigned i = 0; i < m->group_lines && !r->rc; i++) {
		json_t *line = json_array_get(array, i);

		reader_at(r, place, "preprocessors.group_lines", i);
		m->group_line[i].group = read_group(r, m, line);
		m->group_line[i].action = actions[reader_choice(r, line, "action", names, 3)];
	}
	reader_under(r, place, "preprocessors");
}

void reader_node_groups(struct reader *r, struct gno_node *n, json_t *from, const char *place)
{
	struct gno_preprocessors *m = &n->preprocessors;
	json_t *array;

	if (r->rc || !json_object_get(from, "groups"))
		return;
	array = reader_array(r, from, "groups");
	m->group = reader_list(r, array, "groups", 1, MAX_GROUPS, sizeof(*m->group), &m->groups);
	for (unsigned i = 0; i < m->groups && !r->rc; i++) {
		reader_at(r, place, "preprocessors.groups", i);
		m->group[i] = reader_name(r, json_array_get(array, i), "name");
	}
	clear_groups(n);
	for (unsigned i = 0; i < m->groups && !r->rc; i++) {
		reader_at(r, place, "preprocessors.groups", i);
		read_parts(r, n, i, json_array_get(array, i));
	}
	reader_under(r, place, "preprocessors");
	read_lines(r, m, from, place);
}
