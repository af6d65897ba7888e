/* SPDX-License-Identifier: Apache-2.0 */

/* The sections of an experiment for triggers that are no patterns: sequences, timer, watchdog,
 * event port. */

#include "experiment/parts.h"
#include "gnomon/records.h"
#include "common/util.h"

#include <stdlib.h>
#include <string.h>

#define MAX_CLOCKS (UINT64_C(1) << 32)

int exp_find_event(struct gno_yaml *y, const struct experiment *e, const char *name,
		   struct gno_yaml_mark at)
{
	int point = exp_point_named(y, e, name, at);

	if (point >= 0 && !exp_is_event(&e->point[point])) {
		gno_yaml_fault_at(y, at, "'%s' is a %s: only points of 'points' can be waited for",
				  name, exp_kind_names[e->point[point].kind]);
		return -1;
	}
	return point;
}

/* Finds the points of a step. */
static void find_step(struct gno_yaml *y, const struct experiment *e, struct exp_sequence *s,
		      size_t i, const yaml_node_t *text)
{
	const struct gno_seq_step *step = &s->seq.step[i];
	size_t k;

	s->step[i] = -1;
	if (step->point.name)
		s->step[i] =
		    exp_find_event(y, e, step->point.name, gno_yaml_mark_in(text, step->point.at));
	s->unless[i] = calloc(step->unlesses + 1, sizeof(**s->unless));
	if (!s->unless[i]) {
		y->nomem = true;
		return;
	}
	for (k = 0; k < step->unlesses; k++) {
		struct gno_yaml_mark at = gno_yaml_mark_in(text, step->unless[k].at);

		s->unless[i][k] = exp_find_event(y, e, step->unless[k].name, at);
		if (s->unless[i][k] >= 0 && s->unless[i][k] == s->step[i])
			gno_yaml_fault_at(y, at, "'%s' would both advance and abort the step",
					  step->unless[k].name);
	}
}

/* Adds the points of a sequence: its own, and that of its time-outs. */
static void add_points(struct gno_yaml *y, struct experiment *e, struct exp_sequence *s,
		       const struct gno_entry *entry)
{
	struct gno_yaml_mark at = gno_yaml_mark(entry->key);
	size_t place = (size_t)(s - e->sequence), i;
	bool timeout = false;
	struct exp_point *p;
	char *name;

	for (i = 0; i < s->seq.steps; i++)
		timeout = timeout || s->seq.step[i].within;
	s->point = e->points;
	s->timeout = -1;
	p = exp_add_point(y, e, entry->name, at, s->seq.strict ? EXP_STRICT : EXP_SEQUENCE);
	if (!p)
		return;
	p->sequence = place;
	e->sequences++;
	if (!timeout)
		return;
	name = gno_format("%s.timeout", entry->name);
	p = name ? exp_add_point(y, e, name, at, EXP_TIMEOUT) : NULL;
	y->nomem = y->nomem || !name;
	free(name);
	if (!p)
		return;
	s->timeout = (int)e->points - 1;
	p->sequence = place;
}

/* How many attempts are followed side by side. */
static void read_overlap(struct gno_yaml *y, struct exp_sequence *s, yaml_node_t *node)
{
	uint64_t number = 1;

	s->overlap = 1;
	s->overlap_at = node;
	if (!node)
		return;
	if (s->seq.strict)
		gno_yaml_fault(y, node, "a strict sequence follows all attempts without 'overlap'");
	else if (gno_yaml_number(y, node, "'overlap'", 1, GNO_MAX_SEQUENCES, &number))
		s->overlap = (unsigned)number;
}

static void read_sequence(struct gno_yaml *y, struct experiment *e, const struct gno_entry *entry)
{
	static const char *const keys[] = {"steps", "nodes", "overlap", NULL};
	struct exp_sequence *s = &e->sequence[e->sequences];
	yaml_node_t *value[3] = {entry->value, NULL, NULL};
	struct gno_words_fault fault;
	const char *text;
	size_t before = e->sequences;
	int ret;

	if (entry->value->type == YAML_MAPPING_NODE &&
	    !gno_yaml_keys(y, entry->value, "a sequence", keys, value))
		return;
	if (!value[0]) {
		gno_yaml_fault(y, entry->value, "sequence '%s' has no 'steps'", entry->name);
		return;
	}
	text = gno_yaml_text(y, value[0], "a sequence");
	if (!text)
		return;
	ret = gno_seq_parse(text, &s->seq, &fault);
	if (ret == GNO_ERR_NOMEM)
		y->nomem = true;
	else if (ret)
		gno_yaml_fault_at(y, gno_yaml_mark_in(value[0], fault.at), "sequence '%s': %s",
				  entry->name, fault.text);
	if (ret)
		return;
	read_overlap(y, s, value[2]);
	add_points(y, e, s, entry);
	if (e->sequences == before) {
		gno_seq_free(&s->seq);
		return;
	}
	e->point[s->point].value = value[0];
	e->point[s->point].nodes_at = value[1];
	if (value[1])
		exp_read_nodes(y, e->m, value[1], e->point[s->point].on);
}

void exp_read_sequences(struct gno_yaml *y, struct experiment *e, yaml_node_t *map)
{
	struct gno_entry entry;
	size_t count, i, k;

	count = gno_yaml_entries(y, map, "'sequences'");
	e->sequence = calloc(count + 1, sizeof(*e->sequence));
	if (!e->sequence)
		y->nomem = true;
	for (i = 0; i < count && !y->nomem; i++)
		if (gno_yaml_entry(y, map, i, &entry))
			read_sequence(y, e, &entry);
	for (i = 0; i < e->sequences && !y->nomem; i++) {
		struct exp_sequence *s = &e->sequence[i];

		s->step = calloc(s->seq.steps, sizeof(*s->step));
		s->unless = calloc(s->seq.steps, sizeof(*s->unless));
		y->nomem = !s->step || !s->unless;
		for (k = 0; k < s->seq.steps && !y->nomem; k++)
			find_step(y, e, s, k, e->point[s->point].value);
	}
}

/* Adds the point of a trigger that there is one of, at the nodes that a list names. */
static int add_single(struct gno_yaml *y, struct experiment *e, yaml_node_t *map,
		      yaml_node_t *nodes, enum exp_kind kind)
{
	struct exp_point *p = exp_add_point(y, e, exp_kind_names[kind], gno_yaml_mark(map), kind);

	if (!p)
		return -1;
	p->value = map;
	p->nodes_at = nodes;
	if (nodes)
		exp_read_nodes(y, e->m, nodes, p->on);
	return (int)e->points - 1;
}

void exp_read_timer(struct gno_yaml *y, struct experiment *e, yaml_node_t *map)
{
	static const char *const keys[] = {"every", "profile", "nodes", NULL};
	yaml_node_t *value[3];

	if (!gno_yaml_keys(y, map, "'timer'", keys, value))
		return;
	if (!value[0])
		gno_yaml_fault(y, map, "'timer' has no 'every' (clocks)");
	else
		gno_yaml_number(y, value[0], "'every' (clocks)", 1, MAX_CLOCKS, &e->timer_every);
	e->profile = value[1] && gno_yaml_bool(y, value[1], "'profile'");
	e->timer = add_single(y, e, map, value[2], EXP_TIMER);
}

void exp_read_watchdog(struct gno_yaml *y, struct experiment *e, yaml_node_t *map)
{
	static const char *const keys[] = {"event", "after", "nodes", NULL};
	yaml_node_t *value[3];
	const char *name;

	if (!gno_yaml_keys(y, map, "'watchdog'", keys, value))
		return;
	if (!value[0])
		gno_yaml_fault(y, map, "'watchdog' has no 'event'");
	if (!value[1])
		gno_yaml_fault(y, map, "'watchdog' has no 'after' (clocks)");
	else
		gno_yaml_number(y, value[1], "'after' (clocks)", 1, MAX_CLOCKS, &e->watchdog_after);
	name = value[0] ? gno_yaml_text(y, value[0], "the name of a point") : NULL;
	e->watchdog_event = name ? exp_find_event(y, e, name, gno_yaml_mark(value[0])) : -1;
	e->watchdog = add_single(y, e, map, value[2], EXP_WATCHDOG);
}

void exp_read_port(struct gno_yaml *y, struct experiment *e, yaml_node_t *map)
{
	static const char *const keys[] = {"actions", "nodes", NULL};
	yaml_node_t *value[2];
	unsigned k, ports = 0;

	for (k = 0; e->m && k < e->m->nodes; k++) {
		e->port_on[k] = e->m->node[k].port.bus != GNO_BUS_NONE && e->scope[k];
		ports += e->m->node[k].port.bus != GNO_BUS_NONE;
	}
	e->port = 1u << GNO_ACT_RECORD;
	if (!map || !gno_yaml_keys(y, map, "'port'", keys, value))
		return;
	e->port_at = value[0];
	if (value[0])
		e->port = exp_actions(y, value[0], "the event port", &e->port_choice);
	if (e->m && !ports)
		gno_yaml_fault(y, map, "monitor '%s' has no event port", e->m->name);
	if (!value[1] || !e->m)
		return;
	memset(e->port_on, 0, sizeof(e->port_on));
	exp_read_nodes(y, e->m, value[1], e->port_on);
	for (k = 0; k < e->m->nodes; k++)
		if (e->port_on[k] && !e->m->node[k].port.bus && ports)
			gno_yaml_fault(y, value[1], "node '%s' has no event port",
				       e->m->node[k].name);
}
