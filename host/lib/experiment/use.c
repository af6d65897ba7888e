/* SPDX-License-Identifier: Apache-2.0 */
/* What the nodes of an experiment are to measure: read windows and the ranges of buckets, room for
 * all of it, and what the tables want of it. */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "experiment/parts.h"
#include "monitor/quantity.h"
#include "compile/trigger.h"

/* -- read windows and ranges of buckets -- */

#define PER_OCTAVE_MAX 256

/* Names of the windows among the quantities. */
static const char *window_name(const struct gno_node *n, unsigned i)
{
	if (i >= n->preprocessors.quantities)
		return NULL;
	return n->preprocessors.quantity[i].kind->window ? n->preprocessors.quantity[i].name : "";
}

static void apply_window(struct gno_yaml *y, struct experiment *e, unsigned node, unsigned place,
			 const struct gno_entry *entry)
{
	struct exp_use *use = &e->use[node];
	uint64_t clocks;

	if (!gno_yaml_number(y, entry->value, "a window (cycles)", 1, UINT64_C(1) << 32, &clocks))
		return;
	if (use->windowed[place])
		gno_yaml_fault(y, entry->value, "window '%s' of node '%s' is given twice",
			       entry->name, e->m->node[node].name);
	use->windowed[place] = true;
	use->window[place] = (uint32_t)(clocks - 1);
}

void exp_read_windows(struct gno_yaml *y, struct experiment *e, yaml_node_t *list)
{
	exp_read_named(y, e, list, "'windows'", "window", window_name, apply_window);
}

static const char *bucket_name(const struct gno_node *n, unsigned i)
{
	return i < n->preprocessors.buckets ? n->preprocessors.bucket[i].name : NULL;
}

/* Bounds of one unit while they are made: `room` of them at most, up to `most`. */
struct bounds {
	uint32_t *bound;
	size_t room, count;
	uint32_t most;
};

/* Adds a bound above the ones before it; false: there is no room for it, or no value as large. */
static bool add_bound(struct bounds *b, double bound)
{
	if (b->count == b->room || bound > b->most)
		return false;
	if (bound > (b->count ? b->bound[b->count - 1] : 0))
		b->bound[b->count++] = (uint32_t)bound;
	return true;
}

/* from, from + step, ... */
static void make_linear(struct bounds *b, uint64_t from, uint64_t step)
{
	uint64_t bound = from;

	while (add_bound(b, (double)bound))
		bound += step;
}

/* The least whole numbers from from * 2^(i / per_octave) on, for i = 0, 1, ... */
static void make_log(struct bounds *b, uint64_t from, unsigned per_octave)
{
	unsigned i = 0;

	while (add_bound(b, ceil(ldexp((double)from * exp2((double)(i % per_octave) / per_octave),
				       (int)(i / per_octave)))))
		i++;
}

/* All that are left can be reached by no value. */
static void fill_up(struct bounds *b, size_t room)
{
	while (b->count < room)
		b->bound[b->count++] = UINT32_MAX;
}

/* The bounds of a unit of buckets that the experiment says nothing of. */
static void usual_bounds(const struct gno_node *n, unsigned unit, uint32_t *bound)
{
	const struct gno_bucket_unit *u = &n->preprocessors.bucket[unit];
	const struct gno_quantity *q = &n->preprocessors.quantity[u->of];
	struct bounds b = {.bound = bound, .room = u->count - 1, .most = gno_quantity_largest(q)};

	if (q->kind->codes)
		make_linear(&b, 1, 1);
	else
		make_log(&b, 1, 1);
	fill_up(&b, u->count - 1);
}

/* A list of bounds as it stands in the experiment. */
static void read_bounds(struct gno_yaml *y, struct bounds *b, yaml_node_t *list, const char *name)
{
	uint64_t number, last = 0;
	yaml_node_t *item;

	if (!gno_yaml_item(y, list, 0))
		gno_yaml_fault(y, list, "'bounds' must be a list of numbers");
	for (size_t i = 0; (item = gno_yaml_item(y, list, i)); i++) {
		if (i == b->room) {
			gno_yaml_fault(y, item, "buckets '%s' have room for %zu bounds", name,
				       b->room);
			return;
		}
		if (!gno_yaml_number(y, item, "a bound", 1, UINT32_MAX, &number))
			return;
		if (number <= last)
			gno_yaml_fault(y, item, "bound %" PRIu64 " is not above the previous one",
				       number);
		else if (number > b->most)
			gno_yaml_warn(y, gno_yaml_position(item),
				      "no value of buckets '%s' reaches %" PRIu64
				      ": the largest is %" PRIu32,
				      name, number, b->most);
		last = number;
		/* the hardware keeps no more bits of it than a value has */
		b->bound[b->count++] = number > b->most ? UINT32_MAX : (uint32_t)number;
	}
}

/* 'linear' or 'log': what it begins with, its own number, and how many buckets there are. */
static void read_scale(struct gno_yaml *y, struct bounds *b, yaml_node_t *map, bool is_log,
		       const char *name)
{
	static const char *const linear_keys[] = {"from", "step", "count", NULL};
	static const char *const log_keys[] = {"from", "per_octave", "count", NULL};
	uint64_t from = is_log, step = 1, count;
	yaml_node_t *value[3];

	if (!gno_yaml_keys(y, map, is_log ? "'log'" : "'linear'", is_log ? log_keys : linear_keys,
			   value))
		return;
	if (value[0] && !gno_yaml_number(y, value[0], "'from'", is_log, UINT32_MAX, &from))
		return;
	if (!is_log && !value[1])
		gno_yaml_fault(y, map, "'linear' of buckets '%s' has no 'step'", name);
	if (value[1] && !gno_yaml_number(y, value[1], is_log ? "'per_octave'" : "'step'", 1,
					 is_log ? PER_OCTAVE_MAX : UINT32_MAX, &step))
		return;
	if (value[2] && !gno_yaml_number(y, value[2], "'count' (buckets)", 2, b->room + 1, &count))
		return;
	if (value[2])
		b->room = count - 1;
	if (from > b->most)
		gno_yaml_warn(y, gno_yaml_position(value[0]),
			      "no value of buckets '%s' reaches %" PRIu64
			      ": the largest is %" PRIu32,
			      name, from, b->most);
	if (is_log)
		make_log(b, from, (unsigned)step);
	else
		make_linear(b, from, step);
}

static void apply_buckets(struct gno_yaml *y, struct experiment *e, unsigned node, unsigned place,
			  const struct gno_entry *entry)
{
	static const char *const keys[] = {"bounds", "linear", "log", NULL};
	const struct gno_preprocessors *m = &e->m->node[node].preprocessors;
	const struct gno_bucket_unit *u = &m->bucket[place];
	struct bounds b = {.bound = e->use[node].bound[place],
			   .room = u->count - 1,
			   .most = gno_quantity_largest(&m->quantity[u->of])};
	yaml_node_t *value[3];

	if (!gno_yaml_keys(y, entry->value, "buckets", keys, value))
		return;
	if (!value[0] + !value[1] + !value[2] != 2) {
		gno_yaml_fault(y, entry->key,
			       "buckets '%s' must have one of 'bounds', 'linear' and 'log'",
			       entry->name);
		return;
	}
	if (e->use[node].bounded[place])
		gno_yaml_fault(y, entry->key, "buckets '%s' of node '%s' are given twice",
			       entry->name, e->m->node[node].name);
	e->use[node].bounded[place] = true;
	if (value[0])
		read_bounds(y, &b, value[0], entry->name);
	else
		read_scale(y, &b, value[1] ? value[1] : value[2], value[2] != NULL, entry->name);
	fill_up(&b, u->count - 1);
}

void exp_read_buckets(struct gno_yaml *y, struct experiment *e, yaml_node_t *list)
{
	exp_read_named(y, e, list, "'buckets'", "buckets", bucket_name, apply_buckets);
}

/* -- all of a node -- */

void exp_make_uses(struct gno_yaml *y, struct experiment *e)
{
	if (!e->m)
		return;
	e->use = calloc(e->m->nodes, sizeof(*e->use));
	y->nomem = y->nomem || !e->use;
	for (unsigned k = 0; k < e->m->nodes && !y->nomem; k++) {
		const struct gno_preprocessors *m = &e->m->node[k].preprocessors;
		struct exp_use *use = &e->use[k];

		use->gate = -1;
		use->line = calloc(m->lines + 1, sizeof(*use->line));
		y->nomem = !use->line;
		for (unsigned i = 0; i < m->quantities; i++) /* as many as it can count */
			use->window[i] = (uint32_t)((UINT64_C(1) << m->quantity[i].bits) - 2);
		for (unsigned i = 0; i < m->buckets && !y->nomem; i++) {
			use->bound[i] = calloc(m->bucket[i].count, sizeof(*use->bound[i]));
			y->nomem = !use->bound[i];
			if (use->bound[i])
				usual_bounds(&e->m->node[k], i, use->bound[i]);
		}
	}
}

void exp_free_uses(struct experiment *e)
{
	for (unsigned k = 0; e->use && k < e->m->nodes; k++) {
		struct exp_use *use = &e->use[k];

		for (unsigned i = 0; use->line && i < e->m->node[k].preprocessors.lines; i++)
			free(use->line[i].text);
		for (unsigned i = 0; i < GNO_MAX_UNITS; i++)
			free(use->bound[i]);
		for (size_t j = 0; j < use->measures; j++)
			free(use->measure[j].name);
		free(use->event_lines);
		free(use->line);
		free(use->measure);
	}
	free(e->use);
}

void exp_node_settings(const struct experiment *e, unsigned node, struct gno_route *route,
		       struct gno_node_settings *out)
{
	const struct gno_preprocessors *m = &e->m->node[node].preprocessors;
	const struct exp_use *use = &e->use[node];
	const struct exp_trigger *const *kind;

	memset(out, 0, sizeof(*out));
	for (unsigned i = 0; i < m->lines; i++)
		route[i] = use->line[i].route;
	out->route = route;
	exp_gate_settings(e, node, out);
	memcpy(out->window, use->window, sizeof(out->window));
	for (unsigned i = 0; i < m->buckets; i++)
		out->bound[i] = use->bound[i];
	for (kind = e->kinds; *kind; kind++)
		if ((*kind)->put_settings)
			(*kind)->put_settings(e, &e->m->node[node], out);
}
