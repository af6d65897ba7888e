/* SPDX-License-Identifier: Apache-2.0 */

/* Nodes and things of nodes, as an experiment names them, and its sections whose entries name such.
 */

#include "compile/points.h"
#include "common/util.h"

#include <stdio.h>
#include <string.h>

#define NAMED_MAX 12 /* things that a message names */

int exp_place_of(const struct gno_node *n, exp_names names, const char *name)
{
	const char *other;

	for (unsigned i = 0; (other = names(n, i)); i++)
		if (*other && !strcmp(other, name))
			return (int)i;
	return -1;
}

void exp_no_such(struct gno_yaml *y, const struct experiment *e, const struct gno_node *n,
		 yaml_node_t *at, const char *name, const char *what, exp_names names)
{
	struct gno_near near = gno_near_begin(name);
	unsigned k, i, count = 0;
	const char *one;
	char list[400] = "";
	size_t len = 0;

	for (k = 0; k < e->m->nodes; k++) {
		for (i = 0; (!n || n->index == k) && (one = names(&e->m->node[k], i)); i++) {
			if (!*one || (!n && k && exp_place_of(&e->m->node[k - 1], names, one) >= 0))
				continue; /* as the node before has it */
			if (!gno_yaml_is_full(y))
				gno_near_try(&near, one);
			if (count++ < NAMED_MAX && len < sizeof(list))
				len += (size_t)snprintf(list + len, sizeof(list) - len, "%s%s",
							len ? ", " : "", one);
		}
	}
	if (near.best)
		snprintf(list, sizeof(list), "; did you mean '%s'?", near.best);
	else if (count > NAMED_MAX && len < sizeof(list))
		snprintf(list + len, sizeof(list) - len, ", ... (%u of them)", count);
	gno_yaml_fault(y, at, "%s '%s' has no %s '%s'%s%s", n ? "node" : "monitor",
		       n ? n->name : e->m->name, what, name,
		       near.best || !count ? "" : ": there is ", list);
}

bool exp_is_named(const struct experiment *e, exp_names names, const char *name)
{
	for (unsigned k = 0; e->m && k < e->m->nodes; k++)
		if (exp_place_of(&e->m->node[k], names, name) >= 0)
			return true;
	return false;
}

void exp_read_nodes(struct gno_yaml *y, const struct gno_manifest *m, yaml_node_t *list, bool *on)
{
	const struct gno_node *n;
	yaml_node_t *item;
	const char *text, *near;

	if (!m)
		return;
	if (!gno_yaml_item(y, list, 0))
		gno_yaml_fault(y, list, "'nodes' must be 'all' or a list of nodes");
	for (size_t i = 0; (item = gno_yaml_item(y, list, i)); i++) {
		text = gno_yaml_text(y, item, "the name of a node");
		n = text ? gno_manifest_node(m, text) : NULL;
		if (n) {
			on[n->index] = true;
		} else if (text && !strcmp(text, "all")) {
			for (size_t k = 0; k < m->nodes; k++)
				on[k] = true;
		} else if (text) {
			near = gno_nearest(text, &m->node[0].name, m->nodes, sizeof(m->node[0]));
			gno_yaml_fault(y, item, "monitor '%s' has no node '%s'%s%s%s", m->name,
				       text, near ? "; did you mean '" : "", near ? near : "",
				       near ? "'?" : "");
		}
	}
}

void exp_read_scope(struct gno_yaml *y, struct experiment *e, yaml_node_t *list)
{
	for (unsigned k = 0; k < GNO_MAX_NODES; k++)
		e->scope[k] = !list;
	if (list)
		exp_read_nodes(y, e->m, list, e->scope);
}

bool exp_wanted(const struct experiment *e, const yaml_node_t *nodes_at, const bool *on, unsigned k)
{
	return nodes_at ? on[k] : e->scope[k];
}

/* An entry of a section, for the nodes that are named or for all that have it. */
static void apply_entry(struct gno_yaml *y, struct experiment *e, const yaml_node_t *nodes_at,
			const bool *on, const struct gno_entry *entry, const char *what,
			exp_names names, exp_apply apply)
{
	unsigned k, count = 0;

	for (k = 0; k < e->m->nodes; k++) {
		int place = exp_place_of(&e->m->node[k], names, entry->name);

		if (!exp_wanted(e, nodes_at, on, k))
			continue;
		if (place >= 0)
			apply(y, e, k, (unsigned)place, entry);
		else if (nodes_at)
			exp_no_such(y, e, &e->m->node[k], entry->key, entry->name, what, names);
		count += place >= 0;
	}
	if (!count && !nodes_at)
		exp_no_such(y, e, NULL, entry->key, entry->name, what, names);
}

static void read_section(struct gno_yaml *y, struct experiment *e, yaml_node_t *map,
			 const char *section, const char *what, exp_names names, exp_apply apply)
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
			apply_entry(y, e, nodes, on, &entry, what, names, apply);
}

void exp_read_named(struct gno_yaml *y, struct experiment *e, yaml_node_t *list,
		    const char *section, const char *what, exp_names names, exp_apply apply)
{
	yaml_node_t *item;

	if (!e->use)
		return;
	if (list->type != YAML_SEQUENCE_NODE)
		read_section(y, e, list, section, what, names, apply);
	for (size_t i = 0; list->type == YAML_SEQUENCE_NODE && (item = gno_yaml_item(y, list, i));
	     i++)
		read_section(y, e, item, section, what, names, apply);
}
