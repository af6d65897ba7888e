/* SPDX-License-Identifier: Apache-2.0 */

/* Points by their names, and what all kinds of them have in common. */

#include "compile/points.h"
#include "common/util.h"
#include "gnomon/records.h"
#include "compile/trigger.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool exp_is_event(const struct exp_point *p)
{
	return !p->trigger;
}

enum gno_pattern_kind exp_records(const struct exp_point *p)
{
	return p->trigger ? p->trigger->records : GNO_PATTERN_EVENT;
}

const char *exp_what(const struct exp_point *p)
{
	static const char *const places[EXP_PLACES] = {
	    [EXP_ENTRY] = "entry",   [EXP_RETURN] = "return", [EXP_ADDRESS] = "address",
	    [EXP_SYMBOL] = "symbol", [EXP_SOURCE] = "source", [EXP_ACCESS] = "access",
	    [EXP_LABEL] = "point",   [EXP_OS] = "os",	      [EXP_MATCH] = "match",
	};

	return p->trigger ? p->trigger->name : places[p->kind];
}

unsigned exp_numbers(const struct exp_point *p)
{
	return p->trigger && p->trigger->numbers ? p->trigger->numbers(p) : 1;
}

bool exp_is_sound(const struct experiment *e, int point)
{
	return point >= 0 && e->point[point].resolved && !e->point[point].at_fault;
}

size_t exp_wheres(const struct experiment *e)
{
	return e->images ? e->images : 1;
}

int exp_image_of(const struct experiment *e, unsigned node)
{
	for (size_t i = 0; i < e->images; i++)
		if (e->image[i].on[node])
			return (int)i;
	return -1;
}

struct gno_program *exp_program_of(const struct experiment *e, unsigned node)
{
	const int image = exp_image_of(e, node);

	return image < 0 ? NULL : e->image[image].program;
}

int exp_look_up(void *program, const char *name, uint64_t *value, struct gno_err *err)
{
	const struct gno_symbol *s;
	int rc = gno_program_symbol(program, name, &s, err);

	if (!rc)
		*value = s->address;
	return rc;
}

int exp_choose(struct gno_yaml *y, yaml_node_t *node, const char *what, const char *const *list)
{
	const char *text = gno_yaml_text(y, node, what);
	char known[128] = "";
	size_t len = 0;

	for (int i = 0; text && list[i]; i++) {
		if (!strcmp(text, list[i]))
			return i;
		len += (size_t)snprintf(known + len, sizeof(known) - len, "%s%s", i ? ", " : "",
					list[i]);
	}
	if (text)
		gno_yaml_fault(y, node, "unknown %s '%s': known are %s", what, text, known);
	return -1;
}

int exp_point_named(struct gno_yaml *y, const struct experiment *e, const char *name,
		    struct gno_yaml_position at)
{
	size_t found = base_index_find(&e->names, name);
	const struct exp_trigger *const *k;
	const char *near = NULL;

	if (found != BASE_INDEX_NONE)
		return (int)found;
	for (k = e->kinds; *k; k++) {
		if (!(*k)->names || !exp_is_named(e, (*k)->names, name))
			continue;
		gno_yaml_fault_at(y, at,
				  "there is no point '%s': the %s of that name is not in '%s'",
				  name, (*k)->name, (*k)->section);
		return -1;
	}
	if (e->points && !gno_yaml_is_full(y))
		near = gno_nearest(name, &e->point[0].name, e->points, sizeof(e->point[0]));
	if (near)
		gno_yaml_fault_at(y, at, "there is no point '%s'; did you mean '%s'?", name, near);
	else
		gno_yaml_fault_at(y, at, "there is no point '%s'", name);
	return -1;
}

int exp_find_point(struct gno_yaml *y, const struct experiment *e, yaml_node_t *node)
{
	const char *text = gno_yaml_text(y, node, "the name of a point");

	return text ? exp_point_named(y, e, text, gno_yaml_position(node)) : -1;
}

int exp_find_event(struct gno_yaml *y, const struct experiment *e, const char *name,
		   struct gno_yaml_position at)
{
	int point = exp_point_named(y, e, name, at);

	if (point >= 0 && !exp_is_event(&e->point[point])) {
		gno_yaml_fault_at(y, at, "'%s' is a %s: only points of 'points' can be waited for",
				  name, exp_what(&e->point[point]));
		return -1;
	}
	return point;
}

/* Notes that the point that is added next is a trigger; false: no memory. */
static bool list_trigger(struct experiment *e)
{
	size_t *more = gno_room(e->trigger, e->triggers, sizeof(*more));

	if (!more)
		return false;
	e->trigger = more;
	more[e->triggers++] = e->points;
	return true;
}

struct exp_point *exp_add_point(struct gno_yaml *y, struct experiment *e, const char *name,
				struct gno_yaml_position at, const struct exp_trigger *trigger)
{
	size_t i, there = base_index_find(&e->names, name);
	struct exp_point *more, *p;

	if (there != BASE_INDEX_NONE) {
		if (!gno_yaml_has_fault_at(
			y, at)) /* twice in one mapping is reported where that is read */
			gno_yaml_fault_at(y, at, "'%s' occurs twice, first in line %u", name,
					  e->point[there].at.line);
		return NULL;
	}
	more = gno_room(e->point, e->points, sizeof(*more));
	if (!more) {
		y->nomem = true;
		return NULL;
	}
	e->point = more;
	p = &more[e->points];
	memset(p, 0, sizeof(*p));
	p->name = gno_yaml_copy(y, name);
	p->where = calloc(exp_wheres(e), sizeof(*p->where));
	if (!p->name || !p->where) {
		free(p->name);
		free(p->where);
		y->nomem = true;
		return NULL;
	}
	if (!base_index_add(&e->names, p->name, e->points) || (trigger && !list_trigger(e)))
		y->nomem = true;
	e->points++;
	p->at = at;
	p->trigger = trigger;
	p->actions = 1u << GNO_ACT_RECORD;
	for (i = 0; i < GNO_MAX_NODES; i++)
		p->code[i] = -1;
	return p;
}

struct exp_point *exp_add_trigger(struct gno_yaml *y, struct experiment *e, const char *name,
				  struct gno_yaml_position at, const struct exp_trigger *trigger,
				  size_t size)
{
	struct exp_point *p = exp_add_point(y, e, name, at, trigger);

	if (!p)
		return NULL;
	p->data = calloc(1, size);
	if (p->data)
		return p;
	y->nomem = true;
	return NULL;
}

struct exp_point *exp_add_single(struct gno_yaml *y, struct experiment *e, yaml_node_t *map,
				 yaml_node_t *nodes, const struct exp_trigger *trigger, size_t size)
{
	struct exp_point *p =
	    exp_add_trigger(y, e, trigger->name, gno_yaml_position(map), trigger, size);

	if (!p)
		return NULL;
	p->value = map;
	p->nodes_at = nodes;
	if (nodes)
		exp_read_nodes(y, e->m, nodes, p->on);
	return p;
}

bool exp_has_trigger(const struct gno_node *n, const struct exp_trigger *trigger)
{
	return trigger->own ? gno_trigger_number(n, trigger->number_of, 0) >= 0 : trigger->has(n);
}

void exp_add_own(struct gno_yaml *y, struct experiment *e, const struct exp_trigger *trigger)
{
	size_t other = base_index_find(&e->names, trigger->name);
	bool sampled = false, banked = false, there = false;
	struct exp_point *p;

	for (unsigned k = 0; e->m && k < e->m->nodes; k++) {
		const struct gno_node *n = &e->m->node[k];

		if (!e->scope[k] || !exp_has_trigger(n, trigger))
			continue;
		there = true;
		sampled = sampled || gno_node_sampled(n);
		banked = banked || n->preprocessors.buckets;
	}
	if (there && other != BASE_INDEX_NONE)
		gno_yaml_fault_at(y, e->point[other].at,
				  "'%s' is the monitor's own trigger: take another name",
				  trigger->name);
	if (!there || other != BASE_INDEX_NONE)
		return;
	p = exp_add_point(y, e, trigger->name, (struct gno_yaml_position){0}, trigger);
	if (p)
		p->actions |= trigger->usual & ((sampled ? 1u << GNO_ACT_SAMPLE : 0) |
						(banked ? 1u << GNO_ACT_BANK : 0));
}

struct exp_point *exp_next(const struct experiment *e, const struct exp_trigger *trigger,
			   size_t *at)
{
	while (*at < e->triggers) {
		struct exp_point *p = &e->point[e->trigger[(*at)++]];

		if (p->trigger == trigger)
			return p;
	}
	return NULL;
}

struct exp_point *exp_single(const struct experiment *e, const struct exp_trigger *trigger)
{
	size_t i = 0;

	return exp_next(e, trigger, &i);
}

void exp_number_single(struct experiment *e, const struct gno_node *n,
		       const struct exp_trigger *trigger, enum gno_trigger_kind number)
{
	struct exp_point *p = exp_single(e, trigger);

	if (p && p->on[n->index])
		p->code[n->index] = gno_trigger_number(n, number, 0);
}

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
