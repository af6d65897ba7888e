/* SPDX-License-Identifier: Apache-2.0 */
#include "common/util.h"
#include "monitor/quantity.h"
#include "compile/triggers/kinds.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The limits of a threshold at a node. */
struct limit {
	const yaml_node_t *key;		 /* of the entry that states them, NULL: none does */
	yaml_node_t *fire_at, *rearm_at; /* NULL: not given */
	struct gno_threshold_limits limits;
};

struct threshold {
	struct limit at[GNO_MAX_NODES];
};

/* The nodes that an entry is for. */
struct wanted {
	yaml_node_t *list; /* NULL: all that have the threshold */
	bool on[GNO_MAX_NODES];
};

static const struct limit *limit_of(const struct exp_point *p, const struct gno_node *n)
{
	return &((const struct threshold *)p->data)->at[n->index];
}

static const char *name_of_threshold(const struct gno_node *n, unsigned i)
{
	return i < n->preprocessors.thresholds ? n->preprocessors.threshold[i].name : NULL;
}

/* The quantity that a threshold compares, at a node that has it. */
static const struct gno_quantity *quantity_of(const struct gno_node *n, const struct exp_point *p)
{
	return &n->preprocessors.quantity
		    [n->preprocessors.threshold[exp_place_of(n, name_of_threshold, p->name)].of];
}

static void read_limit(struct gno_yaml *y, struct limit *t, yaml_node_t *const *value,
		       const struct gno_entry *entry)
{
	yaml_node_t *above = value[0], *below = value[1], *rearm = value[2], *each = value[3];
	uint64_t number = 0;

	t->key = entry->key;
	if (!above == !below) {
		gno_yaml_fault(y, entry->key, "threshold '%s' must have one of 'above' and 'below'",
			       entry->name);
		return;
	}
	t->fire_at = above ? above : below;
	t->limits = (struct gno_threshold_limits){.on = true, .down = below != NULL};
	if (gno_yaml_number(y, t->fire_at, above ? "'above'" : "'below'", 0, UINT32_MAX, &number))
		t->limits.fire = t->limits.rearm = (uint32_t)number;
	t->limits.each = each && gno_yaml_bool(y, each, "'each'");
	if (!rearm)
		return;
	t->rearm_at = rearm;
	if (t->limits.each)
		gno_yaml_fault(y, rearm,
			       "'rearm' cannot be combined with 'each', which needs none");
	if (gno_yaml_number(y, rearm, "'rearm'", t->limits.down ? number : 0,
			    t->limits.down ? UINT32_MAX : number, &number))
		t->limits.rearm = (uint32_t)number;
}

/* The point of a threshold, which several entries of a list can give limits. NULL after a fault. */
static struct exp_point *point_of(struct gno_yaml *y, struct experiment *e,
				  const struct gno_entry *entry)
{
	size_t there = base_index_find(&e->names, entry->name);
	struct exp_point *p;

	if (there != BASE_INDEX_NONE && e->point[there].trigger == &exp_trigger_threshold)
		return &e->point[there];
	p = exp_add_trigger(y, e, entry->name, gno_yaml_position(entry->key),
			    &exp_trigger_threshold, sizeof(struct threshold));
	if (p)
		p->value = entry->key;
	return p;
}

/* Gives the nodes of an entry their limits. */
static void put_limit(struct gno_yaml *y, const struct experiment *e, struct exp_point *p,
		      const struct wanted *nodes, const struct limit *limit)
{
	struct threshold *t = p->data;
	unsigned k, count = 0;

	for (k = 0; k < e->m->nodes; k++) {
		const struct gno_node *n = &e->m->node[k];
		bool has = exp_place_of(n, name_of_threshold, p->name) >= 0;

		if (!exp_wanted(e, nodes->list, nodes->on, k))
			continue;
		if (has && t->at[k].key) {
			gno_yaml_fault(
			    y, limit->key,
			    "threshold '%s' has two limits at node '%s', first in line %u", p->name,
			    n->name, gno_yaml_position(t->at[k].key).line);
			return;
		}
		if (has)
			t->at[k] = *limit;
		else if (nodes->list)
			gno_yaml_fault(y, nodes->list, "node '%s' has no threshold '%s'", n->name,
				       p->name);
		p->on[k] = p->on[k] || has;
		count += has;
	}
	if (!count && !nodes->list)
		gno_yaml_fault(y, limit->key, "no node of the experiment has threshold '%s'",
			       p->name);
}

/* The nodes of a threshold, where the list of its section's entry names none. */
static struct wanted own_nodes(struct gno_yaml *y, const struct experiment *e, yaml_node_t *list,
			       const struct wanted *all)
{
	struct wanted out = {.list = list};

	if (!list)
		return *all;
	if (all->list)
		gno_yaml_fault(y, list, "key 'nodes' occurs twice, first in line %u",
			       gno_yaml_position(all->list).line);
	exp_read_nodes(y, e->m, list, out.on);
	return out;
}

static void read_threshold(struct gno_yaml *y, struct experiment *e, const struct gno_entry *entry,
			   const struct wanted *all)
{
	static const char *const keys[] = {"above", "below", "rearm", "each", "nodes", NULL};
	size_t before = y->faults->errors;
	struct limit limit = {.key = NULL};
	struct exp_point *p;
	struct wanted nodes;
	yaml_node_t *value[5];

	if (gno_yaml_has_fault_at(y, gno_yaml_position(entry->key)))
		return; /* it stands twice in one mapping */
	if (!exp_is_named(e, name_of_threshold, entry->name))
		exp_no_such(y, e, NULL, entry->key, entry->name, "threshold", name_of_threshold);
	if (!gno_yaml_keys(y, entry->value, "a threshold", keys, value))
		return;
	p = point_of(y, e, entry);
	if (!p)
		return;
	nodes = own_nodes(y, e, value[4], all);
	read_limit(y, &limit, value, entry);
	if (!p->nodes_at)
		p->nodes_at = nodes.list;
	if (y->faults->errors == before)
		put_limit(y, e, p, &nodes, &limit);
	p->at_fault = p->at_fault || y->faults->errors != before;
}

/* Reads an entry of the section; `nodes` beside the names is for all of them. */
static void read_section(struct gno_yaml *y, struct experiment *e, yaml_node_t *map)
{
	size_t count = gno_yaml_entries(y, map, "'thresholds'"), i;
	struct wanted all = {.list = NULL};
	struct gno_entry entry;

	for (i = 0; i < count; i++)
		if (gno_yaml_entry(y, map, i, &entry) && !strcmp(entry.name, "nodes"))
			all.list = entry.value;
	if (all.list)
		exp_read_nodes(y, e->m, all.list, all.on);
	for (i = 0; i < count && !y->nomem; i++)
		if (gno_yaml_entry(y, map, i, &entry) && entry.value != all.list)
			read_threshold(y, e, &entry, &all);
}

static void read_thresholds(struct gno_yaml *y, struct experiment *e, yaml_node_t *list)
{
	yaml_node_t *item;

	if (!e->m)
		return;
	if (list->type != YAML_SEQUENCE_NODE)
		read_section(y, e, list);
	for (size_t i = 0; list->type == YAML_SEQUENCE_NODE && (item = gno_yaml_item(y, list, i));
	     i++)
		read_section(y, e, item);
}

static bool is_threshold_known(const struct experiment *e, const struct exp_point *p)
{
	(void)e;
	return !p->at_fault;
}

/* Reports limits that the quantity of a node cannot reach. */
static void check_limits(struct gno_yaml *y, const struct exp_point *p, const struct gno_node *n)
{
	const struct limit *t = limit_of(p, n);
	const struct gno_quantity *q = quantity_of(n, p);
	uint32_t most = gno_quantity_largest(q);

	if (t->limits.fire > most)
		gno_yaml_fault(y, t->fire_at,
			       "'%s' of node '%s', which threshold '%s' compares, ends at %" PRIu32,
			       q->name, n->name, p->name, most);
	else if (t->rearm_at && t->limits.rearm > most)
		gno_yaml_fault(y, t->rearm_at,
			       "'%s' of node '%s', which threshold '%s' compares, ends at %" PRIu32,
			       q->name, n->name, p->name, most);
	else if (!t->limits.each && (t->limits.down ? t->limits.rearm == most : !t->limits.rearm))
		gno_yaml_warn(y, gno_yaml_position(t->fire_at),
			      "threshold '%s' fires once at most: no value arms it again", p->name);
}

static void number_thresholds(struct gno_yaml *y, struct experiment *e, const struct gno_node *n)
{
	struct exp_point *p;
	size_t i = 0;

	while ((p = exp_next(e, &exp_trigger_threshold, &i))) {
		if (!p->on[n->index])
			continue;
		p->code[n->index] =
		    gno_trigger_number(n, GNO_TRIGGER_THRESHOLD,
				       (unsigned)exp_place_of(n, name_of_threshold, p->name));
		check_limits(y, p, n);
	}
}

static bool looks_at(const struct experiment *e, const struct gno_node *n, unsigned quantity)
{
	const struct exp_point *p;
	size_t i = 0;

	while ((p = exp_next(e, &exp_trigger_threshold, &i)))
		if (p->on[n->index] && quantity_of(n, p) == &n->preprocessors.quantity[quantity])
			return true;
	return false;
}

/* What fires it at a node; the caller's. NULL: no memory. */
static char *describe_at(const struct gno_node *n, const struct exp_point *p)
{
	const struct gno_threshold_limits *l = &limit_of(p, n)->limits;
	const char *quantity = quantity_of(n, p)->name;

	if (l->each)
		return gno_format("each %s %s %" PRIu32, quantity, l->down ? "<=" : ">=", l->fire);
	return gno_format("%s %s %" PRIu32 ", again after one %s %" PRIu32, quantity,
			  l->down ? "<=" : ">=", l->fire, l->down ? ">" : "<", l->rearm);
}

/* Whether it is the same at two nodes. */
static bool same_at(const struct exp_point *p, const struct gno_node *a, const struct gno_node *b)
{
	const struct gno_threshold_limits *x = &limit_of(p, a)->limits;
	const struct gno_threshold_limits *y = &limit_of(p, b)->limits;

	return x->fire == y->fire && x->rearm == y->rearm && x->down == y->down &&
	       x->each == y->each && !strcmp(quantity_of(a, p)->name, quantity_of(b, p)->name);
}

/* The first node where it is as at node `k`. */
static unsigned first_like(const struct experiment *e, const struct exp_point *p, unsigned k)
{
	unsigned i = 0;

	while (!p->on[i] || !same_at(p, &e->m->node[i], &e->m->node[k]))
		i++;
	return i;
}

/* Adds what it is at node `k`, and the names of all nodes where it is the same. */
static void describe_alike(const struct experiment *e, const struct exp_point *p, unsigned k,
			   FILE *f, bool *nomem)
{
	char *text = describe_at(&e->m->node[k], p);

	*nomem = *nomem || !text;
	fprintf(f, "%s at %s", text ? text : "", e->m->node[k].name);
	for (unsigned i = k + 1; i < e->m->nodes; i++)
		if (p->on[i] && first_like(e, p, i) == k)
			fprintf(f, ", %s", e->m->node[i].name);
	free(text);
}

/* Names nodes only where it is not the same at all of them. */
static char *describe_threshold(const struct experiment *e, const struct exp_point *p)
{
	unsigned k, first = 0, kinds = 0;
	bool nomem = false;
	char *text = NULL;
	size_t size;
	FILE *f;

	while (!p->on[first])
		first++;
	for (k = first; k < e->m->nodes; k++)
		kinds += p->on[k] && first_like(e, p, k) == k;
	if (kinds == 1)
		return describe_at(&e->m->node[first], p);
	f = open_memstream(&text, &size);
	if (!f)
		return NULL;
	for (k = first; k < e->m->nodes; k++) {
		if (!p->on[k] || first_like(e, p, k) != k)
			continue;
		fputs(k == first ? "" : "; ", f);
		describe_alike(e, p, k, f, &nomem);
	}
	nomem = fclose(f) || nomem;
	if (!nomem)
		return text;
	free(text);
	return NULL;
}

static void put_settings(const struct experiment *e, const struct gno_node *n,
			 struct gno_node_settings *out)
{
	const struct exp_point *p;
	size_t i = 0;

	while ((p = exp_next(e, &exp_trigger_threshold, &i)))
		if (p->on[n->index])
			out->threshold[exp_place_of(n, name_of_threshold, p->name)] =
			    limit_of(p, n)->limits;
}

const struct exp_trigger exp_trigger_threshold = {
    .name = "threshold",
    .section = "thresholds",
    .records = GNO_PATTERN_TRIGGER,
    .names = name_of_threshold,
    .is_known = is_threshold_known,
    .describe = describe_threshold,
    .free = free,
    .read = read_thresholds,
    .number = number_thresholds,
    .looks_at = looks_at,
    .put_settings = put_settings,
};
