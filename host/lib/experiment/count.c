/* SPDX-License-Identifier: Apache-2.0 */

/* The section of an experiment that says which events the event lines of the nodes count. */

#include "experiment/parts.h"
#include "compile/trigger.h"

#include <stdlib.h>
#include <string.h>

static const char *line_name(const struct gno_node *n, unsigned i)
{
	return i < n->preprocessors.event_lines ? n->preprocessors.event_line[i] : NULL;
}

/* Whether an event line asserts the REPORT line of a node. */
static bool asserts_line(const struct gno_node *n, unsigned place)
{
	return n->rounds[GNO_LINE_REPORT] && !strcmp(line_name(n, place), GNO_REPORT_EVENTS);
}

/* Whether a point fires when rounds of a line begin or end. */
static bool is_of_rounds(const struct exp_point *p)
{
	return p->trigger && p->trigger->own &&
	       gno_trigger_line(p->trigger->number_of) != GNO_LINES;
}

static void apply_count(struct gno_yaml *y, struct experiment *e, unsigned node, unsigned place,
			const struct gno_entry *entry)
{
	struct exp_use *use = &e->use[node];
	yaml_node_t *item;
	int point;

	if (!use->event_lines)
		use->event_lines = calloc(e->points + 1, sizeof(*use->event_lines));
	if (!use->event_lines) {
		y->nomem = true;
		return;
	}
	if (!gno_yaml_item(y, entry->value, 0))
		gno_yaml_fault(y, entry->value,
			       "event line '%s' must have a point or a list of them", entry->name);
	for (size_t i = 0; (item = gno_yaml_item(y, entry->value, i)); i++) {
		if (gno_yaml_has_fault_at(y, gno_yaml_position(item)))
			continue; /* reported for another node */
		point = exp_find_point(y, e, item);
		if (point >= 0 && is_of_rounds(&e->point[point]) &&
		    asserts_line(&e->m->node[node], place))
			gno_yaml_fault(
			    y, item,
			    "point '%s' cannot drive event line '%s', which asserts the REPORT line: its rounds would never end",
			    e->point[point].name, entry->name);
		else if (point >= 0)
			use->event_lines[point] |= (uint8_t)(1u << place);
	}
}

void exp_read_counts(struct gno_yaml *y, struct experiment *e, yaml_node_t *list)
{
	exp_read_named(y, e, list, "'count'", "event line", line_name, apply_count);
}

void exp_check_counts(struct gno_yaml *y, const struct experiment *e)
{
	for (size_t i = 0; i < e->points; i++) {
		const struct exp_point *p = &e->point[i];
		bool counted = false, there = false;

		for (unsigned k = 0; k < e->m->nodes; k++) {
			bool here = e->use[k].event_lines && e->use[k].event_lines[i];

			counted = counted || here;
			there = there || (here && p->on[k]);
		}
		if (counted && !there && !p->at_fault && (p->resolved || !exp_is_event(p)))
			gno_yaml_fault_at(y, p->at,
					  "'%s' is at no node with the event line that counts it",
					  p->name);
	}
}

/* Whether a node keeps the record of the end point until something else asserts the REPORT line. */
static bool keeps_until(const struct experiment *e, unsigned node)
{
	const struct gno_node *n = &e->m->node[node];
	const uint8_t *lines = e->use[node].event_lines;

	if (!n->local_store || !e->until_on[node])
		return false;
	for (unsigned i = 0; lines && i < n->preprocessors.event_lines; i++)
		if (asserts_line(n, i) && lines[e->until] >> i & 1)
			return false;
	return true;
}

void exp_warn_kept(struct gno_yaml *y, const struct experiment *e)
{
	const struct exp_point *p = e->until < 0 ? NULL : &e->point[e->until];
	const struct gno_node *first = NULL;
	unsigned nodes = 0;

	for (unsigned k = 0; p && k < e->m->nodes; k++) {
		if (!keeps_until(e, k))
			continue;
		if (!nodes++)
			first = &e->m->node[k];
	}
	if (nodes)
		gno_yaml_warn(
		    y, e->until_at,
		    "'until' waits for point '%s', but node '%s'%s the record of it in a local store until the REPORT line is asserted%s%s",
		    p->name, first->name, nodes > 1 ? " and others keep" : " keeps",
		    is_of_rounds(p) ? "" : ": let it drive event line ",
		    is_of_rounds(p) ? " again" : "'" GNO_REPORT_EVENTS "' there ('count')");
}

bool exp_is_counted(const struct experiment *e, size_t point)
{
	for (unsigned k = 0; e->use && k < e->m->nodes; k++)
		if (e->use[k].event_lines && e->use[k].event_lines[point])
			return true;
	return false;
}
