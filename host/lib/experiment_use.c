/* SPDX-License-Identifier: Apache-2.0 */

/* What the nodes of an experiment are to measure: room for it, sections that name parts of nodes, tables. */

#include "experiment_parts.h"
#include "gnomon/records.h"
#include "util.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NAMED_MAX 12 /* things that a message names */

void exp_make_uses(struct gno_yaml *y, struct experiment *e)
{
	unsigned k, i;

	if (!e->m)
		return;
	e->use = calloc(e->m->nodes, sizeof(*e->use));
	y->nomem = y->nomem || !e->use;
	for (k = 0; k < e->m->nodes && !y->nomem; k++) {
		const struct gno_measure *m = &e->m->node[k].measure;
		struct exp_use *use = &e->use[k];

		use->gate = -1;
		use->line = calloc(m->lines + 1, sizeof(*use->line));
		y->nomem = !use->line;
		for (i = 0; i < m->quantities; i++) /* as many as it can count */
			use->window[i] = (uint32_t)((UINT64_C(1) << m->quantity[i].bits) - 2);
		for (i = 0; i < m->buckets && !y->nomem; i++) {
			use->bound[i] = calloc(m->bucket[i].count, sizeof(*use->bound[i]));
			y->nomem = !use->bound[i];
			if (use->bound[i])
				exp_usual_bounds(&e->m->node[k], i, use->bound[i]);
		}
	}
}

void exp_free_uses(struct experiment *e)
{
	unsigned k, i;
	size_t j;

	for (k = 0; e->use && k < e->m->nodes; k++) {
		struct exp_use *use = &e->use[k];

		for (i = 0; use->line && i < e->m->node[k].measure.lines; i++)
			free(use->line[i].text);
		for (i = 0; i < GNO_MAX_UNITS; i++)
			free(use->bound[i]);
		for (j = 0; j < use->measures; j++)
			free(use->measure[j].name);
		free(use->line);
		free(use->measure);
	}
	for (j = 0; j < e->gates; j++) {
		free(e->gate[j].open);
		free(e->gate[j].close);
	}
	free(e->use);
	free(e->gate);
	free(e->threshold);
}

int exp_place_of(const struct gno_node *n, exp_names names, const char *name)
{
	const char *other;
	unsigned i;

	for (i = 0; (other = names(n, i)); i++)
		if (*other && !strcmp(other, name))
			return (int)i;
	return -1;
}

void exp_no_such(struct gno_yaml *y, const struct experiment *e, const struct gno_node *n, yaml_node_t *at,
		 const char *name, const char *what, exp_names names)
{
	const char *one, *near = NULL;
	unsigned k, i, best = ~0u, count = 0;
	char list[400] = "";
	size_t len = 0;

	for (k = 0; k < e->m->nodes; k++) {
		for (i = 0; (!n || n->index == k) && (one = names(&e->m->node[k], i)); i++) {
			unsigned distance = gno_edit_distance(name, one);

			if (!*one || (!n && k && exp_place_of(&e->m->node[k - 1], names, one) >= 0))
				continue; /* as the node before has it */
			if (distance < best && gno_nearest(name, &one, 1, sizeof(one))) {
				best = distance;
				near = one;
			}
			if (count++ < NAMED_MAX && len < sizeof(list))
				len += (size_t)snprintf(list + len, sizeof(list) - len, "%s%s",
							len ? ", " : "", one);
		}
	}
	if (near)
		snprintf(list, sizeof(list), "; did you mean '%s'?", near);
	else if (count > NAMED_MAX && len < sizeof(list))
		snprintf(list + len, sizeof(list) - len, ", ... (%u of them)", count);
	gno_yaml_fault(y, at, "%s '%s' has no %s '%s'%s%s", n ? "node" : "monitor", n ? n->name : e->m->name,
		       what, name, near || !count ? "" : ": there is ", list);
}

/* An entry of a section, for the nodes that are named or for all that have it. */
static void apply_entry(struct gno_yaml *y, struct experiment *e, const bool *on,
			const struct gno_entry *entry, const char *what, exp_names names, exp_apply apply)
{
	unsigned k, count = 0;

	for (k = 0; k < e->m->nodes; k++) {
		int place = exp_place_of(&e->m->node[k], names, entry->name);

		if (on && !on[k])
			continue;
		if (place >= 0)
			apply(y, e, k, (unsigned)place, entry);
		else if (on)
			exp_no_such(y, e, &e->m->node[k], entry->key, entry->name, what, names);
		count += place >= 0;
	}
	if (!count && !on)
		exp_no_such(y, e, NULL, entry->key, entry->name, what, names);
}

static void read_section(struct gno_yaml *y, struct experiment *e, yaml_node_t *map, const char *section,
			 const char *what, exp_names names, exp_apply apply)
{
	bool on[GNO_MAX_NODES] = {false};
	size_t count = gno_yaml_entries(y, map, section), i;
	yaml_node_t *nodes = NULL;
	struct gno_entry entry;

	for (i = 0; i < count; i++)
		if (gno_yaml_entry(y, map, i, &entry) && !strcmp(entry.name, "nodes"))
			nodes = entry.value;
	if (nodes)
		exp_read_nodes(y, e->m, nodes, on);
	for (i = 0; i < count && !y->nomem; i++)
		if (gno_yaml_entry(y, map, i, &entry) && entry.value != nodes)
			apply_entry(y, e, nodes ? on : NULL, &entry, what, names, apply);
}

void exp_read_named(struct gno_yaml *y, struct experiment *e, yaml_node_t *list, const char *section,
		    const char *what, exp_names names, exp_apply apply)
{
	yaml_node_t *item;
	size_t i;

	if (!e->use)
		return;
	if (list->type != YAML_SEQUENCE_NODE)
		read_section(y, e, list, section, what, names, apply);
	for (i = 0; list->type == YAML_SEQUENCE_NODE && (item = gno_yaml_item(y, list, i)); i++)
		read_section(y, e, item, section, what, names, apply);
}

void exp_node_measures(const struct experiment *e, unsigned node, struct gno_route *route,
		       struct gno_node_measures *out)
{
	const struct gno_measure *m = &e->m->node[node].measure;
	const struct exp_use *use = &e->use[node];
	unsigned i;
	size_t t;

	memset(out, 0, sizeof(*out));
	for (i = 0; i < m->lines; i++)
		route[i] = use->line[i].route;
	out->route = route;
	if (use->gate >= 0) {
		out->gate = e->gate[use->gate].bits;
		out->process = e->gate[use->gate].process;
		out->mask = e->gate[use->gate].mask;
	}
	memcpy(out->window, use->window, sizeof(out->window));
	for (i = 0; i < m->buckets; i++)
		out->bound[i] = use->bound[i];
	for (t = 0; t < e->thresholds; t++) {
		const struct exp_point *p = &e->point[e->threshold[t].point];
		int place = exp_place_of(&e->m->node[node], exp_threshold_name, p->name);

		if (p->on[node] && place >= 0)
			out->threshold[place] = e->threshold[t].limits;
	}
}
