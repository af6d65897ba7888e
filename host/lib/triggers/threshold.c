/* SPDX-License-Identifier: Apache-2.0 */
#include "common/util.h"
#include "preprocessors/quantity.h"
#include "triggers/kinds.h"

#include <inttypes.h>
#include <stdlib.h>

struct threshold {
	yaml_node_t *fire_at, *rearm_at; /* NULL: not given */
	struct gno_threshold_limits limits;
};

static const struct threshold *threshold_of(const struct exp_point *p)
{
	return p->data;
}

static const char *name_of(const struct gno_node *n, unsigned i)
{
	return i < n->preprocessors.thresholds ? n->preprocessors.threshold[i].name : NULL;
}

/* The quantity that a threshold compares, at a node that has it. */
static const struct gno_quantity *quantity_of(const struct gno_node *n, const struct exp_point *p)
{
	return &n->preprocessors
		    .quantity[n->preprocessors.threshold[exp_place_of(n, name_of, p->name)].of];
}

static void read_limits(struct gno_yaml *y, struct threshold *t, yaml_node_t *const *value,
			const struct gno_entry *entry)
{
	yaml_node_t *above = value[0], *below = value[1], *rearm = value[2], *each = value[3];
	uint64_t number = 0;

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
		gno_yaml_fault(y, rearm, "'rearm' does not go with 'each', which needs none");
	if (gno_yaml_number(y, rearm, "'rearm'", t->limits.down ? number : 0,
			    t->limits.down ? UINT32_MAX : number, &number))
		t->limits.rearm = (uint32_t)number;
}

static void read_threshold(struct gno_yaml *y, struct experiment *e, const struct gno_entry *entry)
{
	static const char *const keys[] = {"above", "below", "rearm", "each", "nodes", NULL};
	size_t before = y->faults->errors;
	struct exp_point *p;
	yaml_node_t *value[5];

	if (!exp_is_named(e, name_of, entry->name))
		exp_no_such(y, e, NULL, entry->key, entry->name, "threshold", name_of);
	if (!gno_yaml_keys(y, entry->value, "a threshold", keys, value))
		return;
	p = exp_add_trigger(y, e, entry->name, gno_yaml_position(entry->key),
			    &exp_trigger_threshold, sizeof(struct threshold));
	if (!p)
		return;
	p->value = entry->key;
	p->nodes_at = value[4];
	if (value[4])
		exp_read_nodes(y, e->m, value[4], p->on);
	read_limits(y, p->data, value, entry);
	p->at_fault = y->faults->errors != before;
}

static void read_thresholds(struct gno_yaml *y, struct experiment *e, yaml_node_t *map)
{
	size_t count = gno_yaml_entries(y, map, "'thresholds'"), i;
	struct gno_entry entry;

	for (i = 0; i < count && e->m && !y->nomem; i++)
		if (gno_yaml_entry(y, map, i, &entry))
			read_threshold(y, e, &entry);
}

static bool is_known(const struct experiment *e, const struct exp_point *p)
{
	(void)e;
	return !p->at_fault;
}

/* Reports limits that the quantity of a node cannot reach. */
static void check_limits(struct gno_yaml *y, const struct exp_point *p, const struct gno_node *n)
{
	const struct threshold *t = threshold_of(p);
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

static void number(struct gno_yaml *y, struct experiment *e, const struct gno_node *n)
{
	struct exp_point *p;
	size_t i = 0;

	while ((p = exp_next(e, &exp_trigger_threshold, &i))) {
		if (!p->on[n->index])
			continue;
		p->code[n->index] = gno_trigger_number(n, GNO_TRIGGER_THRESHOLD,
						       (unsigned)exp_place_of(n, name_of, p->name));
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

/* Its quantity is that of the first node that has it. */
static char *describe(const struct experiment *e, const struct exp_point *p)
{
	const struct gno_threshold_limits *l = &threshold_of(p)->limits;
	const char *quantity;
	unsigned k = 0;

	while (!p->on[k])
		k++;
	quantity = quantity_of(&e->m->node[k], p)->name;
	if (l->each)
		return gno_format("each %s %s %" PRIu32, quantity, l->down ? "<=" : ">=", l->fire);
	return gno_format("%s %s %" PRIu32 ", again after one %s %" PRIu32, quantity,
			  l->down ? "<=" : ">=", l->fire, l->down ? ">" : "<", l->rearm);
}

static void put_settings(const struct experiment *e, const struct gno_node *n,
			 struct gno_node_settings *out)
{
	const struct exp_point *p;
	size_t i = 0;

	while ((p = exp_next(e, &exp_trigger_threshold, &i)))
		if (p->on[n->index])
			out->threshold[exp_place_of(n, name_of, p->name)] = threshold_of(p)->limits;
}

const struct exp_trigger exp_trigger_threshold = {
    .name = "threshold",
    .section = "thresholds",
    .records = GNO_PATTERN_TRIGGER,
    .names = name_of,
    .is_known = is_known,
    .describe = describe,
    .free = free,
    .read = read_thresholds,
    .number = number,
    .looks_at = looks_at,
    .put_settings = put_settings,
};
