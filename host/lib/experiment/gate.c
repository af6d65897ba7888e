/* SPDX-License-Identifier: Apache-2.0 */

/* The section of an experiment on when the nodes measure: gates. */

#include "common/util.h"
#include "experiment/parts.h"
#include "gnomon/records.h"

#include <stdlib.h>

/* A gate, as the experiment says it. */
struct exp_gate {
	yaml_node_t *map;
	size_t *open, *close; /* points */
	size_t opens, closes;
	uint8_t bits;
	uint16_t process, mask;
};

/* The points that open or close a gate. */
static void read_events(struct gno_yaml *y, const struct experiment *e, yaml_node_t *list,
			size_t **point, size_t *count)
{
	yaml_node_t *item;
	const char *name;
	size_t i, room = 0;
	int at;

	while (gno_yaml_item(y, list, room))
		room++;
	*point = calloc(room + 1, sizeof(**point));
	y->nomem = y->nomem || !*point;
	if (!room)
		gno_yaml_fault(y, list, "a gate's 'open' and 'close' must be lists of points");
	for (i = 0; (item = gno_yaml_item(y, list, i)) && !y->nomem; i++) {
		name = gno_yaml_text(y, item, "the name of a point");
		at = name ? exp_point_named(y, e, name, gno_yaml_position(item)) : -1;
		if (at >= 0 && exp_records(&e->point[at]) == GNO_PATTERN_TRIGGER)
			gno_yaml_fault(
			    y, item,
			    "'%s' is a %s: points and codes of the event port open and close a gate",
			    name, exp_what(&e->point[at]));
		else if (at >= 0)
			(*point)[(*count)++] = (size_t)at;
	}
}

/* "5", or { value: 4, mask: 0xfffc } */
static void read_process(struct gno_yaml *y, struct exp_gate *g, yaml_node_t *node)
{
	static const char *const keys[] = {"value", "mask", NULL};
	yaml_node_t *value[2] = {node, NULL};
	uint64_t number = 0, mask = UINT16_MAX;

	if (node->type == YAML_MAPPING_NODE && !gno_yaml_keys(y, node, "'process'", keys, value))
		return;
	if (!value[0])
		gno_yaml_fault(y, node, "'process' has no 'value'");
	else
		gno_yaml_number(y, value[0], "a process", 0, UINT16_MAX, &number);
	if (value[1])
		gno_yaml_number(y, value[1], "'mask'", 0, UINT16_MAX, &mask);
	if (number & ~mask & UINT16_MAX)
		gno_yaml_fault(y, node, "no process equals 0x%x under mask 0x%x", (unsigned)number,
			       (unsigned)mask);
	g->bits |= 1u << GNO_GATE_PROCESS;
	g->process = (uint16_t)number;
	g->mask = (uint16_t)mask;
}

enum { GATE_LINE, GATE_OPEN, GATE_CLOSE, GATE_AT_START, GATE_PROCESS, GATE_NODES, GATE_KEYS };

/* The part of a gate that events open and close. */
static void read_gate_events(struct gno_yaml *y, const struct experiment *e, struct exp_gate *g,
			     yaml_node_t *const *value)
{
	static const char *const words[] = {"closed", "open", NULL};
	int at_start = !value[GATE_OPEN]; /* what closes only is open first */

	if (value[GATE_AT_START])
		at_start = exp_choose(y, value[GATE_AT_START], "'at_start'", words);
	if (!value[GATE_OPEN] && !value[GATE_CLOSE]) {
		if (value[GATE_AT_START])
			gno_yaml_fault(y, value[GATE_AT_START],
				       "'at_start' is for 'open' and 'close' only");
		return;
	}
	g->bits |= 1u << GNO_GATE_EVENTS;
	if (value[GATE_OPEN])
		read_events(y, e, value[GATE_OPEN], &g->open, &g->opens);
	if (value[GATE_CLOSE])
		read_events(y, e, value[GATE_CLOSE], &g->close, &g->closes);
	if (at_start == 1)
		g->bits |= 1u << GNO_GATE_OPEN;
	if (at_start == 0 && !value[GATE_OPEN])
		gno_yaml_fault(y, g->map,
			       "the gate never opens: it is closed at the start and has no 'open'");
}

/* Gives a gate to a node. */
static void place_gate(struct gno_yaml *y, struct experiment *e, unsigned node,
		       yaml_node_t *const *value)
{
	const struct gno_node *n = &e->m->node[node];
	const struct exp_gate *g = &e->gate[e->gates - 1];
	int line = gno_node_line(n, EXP_GATE_LINE);

	if (e->use[node].gate >= 0) {
		gno_yaml_fault(y, g->map, "node '%s' has two gates in this experiment", n->name);
		return;
	}
	e->use[node].gate = (int)e->gates - 1;
	if (value[GATE_LINE] && line < 0)
		gno_yaml_fault(
		    y, value[GATE_LINE],
		    "the gate of node '%s' has no line: the node has no signals to route", n->name);
	else if (value[GATE_LINE])
		exp_set_line(y, e, node, (unsigned)line, EXP_GATE_LINE, value[GATE_LINE]);
	if (value[GATE_PROCESS] && n->port.bus == GNO_BUS_NONE)
		gno_yaml_fault(y, value[GATE_PROCESS],
			       "node '%s' has no event port, so its processes are not known",
			       n->name);
}

static void read_gate(struct gno_yaml *y, struct experiment *e, yaml_node_t *map)
{
	static const char *const keys[] = {"line",    "open",  "close", "at_start",
					   "process", "nodes", NULL};
	struct exp_gate *more = gno_room(e->gate, e->gates, sizeof(*more)), *g;
	bool on[GNO_MAX_NODES] = {false};
	yaml_node_t *value[GATE_KEYS];
	unsigned k, gates = 0;

	if (!more) {
		y->nomem = true;
		return;
	}
	e->gate = more;
	g = &more[e->gates++];
	*g = (struct exp_gate){.map = map};
	if (!gno_yaml_keys(y, map, "'gate'", keys, value))
		return;
	if (value[GATE_LINE])
		g->bits |= 1u << GNO_GATE_LINE;
	if (value[GATE_PROCESS])
		read_process(y, g, value[GATE_PROCESS]);
	read_gate_events(y, e, g, value);
	if (!g->bits && !value[GATE_AT_START])
		gno_yaml_fault(y, map,
			       "the gate has none of 'line', 'open', 'close' and 'process'");
	if (value[GATE_NODES])
		exp_read_nodes(y, e->m, value[GATE_NODES], on);
	for (k = 0; k < e->m->nodes; k++) {
		bool there = e->m->node[k].preprocessors.gate;
		bool wanted = exp_wanted(e, value[GATE_NODES], on, k);

		if (value[GATE_NODES] && wanted && !there)
			gno_yaml_fault(y, value[GATE_NODES], "node '%s' has no gate",
				       e->m->node[k].name);
		else if (there && wanted)
			place_gate(y, e, k, value);
		gates += there && wanted;
	}
	if (!gates && !value[GATE_NODES])
		gno_yaml_fault(y, map, "monitor '%s' has no gate", e->m->name);
}

void exp_read_gates(struct gno_yaml *y, struct experiment *e, yaml_node_t *list)
{
	yaml_node_t *item;

	if (!e->use)
		return;
	if (list->type != YAML_SEQUENCE_NODE)
		read_gate(y, e, list);
	for (size_t i = 0; list->type == YAML_SEQUENCE_NODE && (item = gno_yaml_item(y, list, i));
	     i++)
		read_gate(y, e, item);
}

bool exp_gate_waits_for(const struct experiment *e, size_t point)
{
	for (size_t g = 0; g < e->gates; g++) {
		for (size_t i = 0; i < e->gate[g].opens; i++)
			if (e->gate[g].open[i] == point)
				return true;
		for (size_t i = 0; i < e->gate[g].closes; i++)
			if (e->gate[g].close[i] == point)
				return true;
	}
	return false;
}

/* Reports the points of a gate that are not at a node that has it. */
static void check_gate(struct gno_yaml *y, const struct experiment *e, const struct exp_gate *g,
		       const struct gno_node *n)
{
	for (size_t i = 0; i < g->opens + g->closes; i++) {
		const struct exp_point *p =
		    &e->point[i < g->opens ? g->open[i] : g->close[i - g->opens]];

		if ((p->resolved || !exp_is_event(p)) && !p->at_fault && !p->on[n->index])
			gno_yaml_fault(
			    y, g->map,
			    "the gate waits for point '%s', which is not at node '%s'; say with 'nodes' where the gate is",
			    p->name, n->name);
	}
}

void exp_check_gates(struct gno_yaml *y, const struct experiment *e)
{
	for (unsigned k = 0; k < e->m->nodes; k++)
		if (e->use[k].gate >= 0)
			check_gate(y, e, &e->gate[e->use[k].gate], &e->m->node[k]);
}

/* Where it stands that a point opens (closes) the gate: by event code, or by code of the port. */
static bool *gate_event(const struct experiment *e, size_t point, unsigned node, bool *event,
			bool *code)
{
	const struct exp_point *p = &e->point[point];

	return exp_records(p) == GNO_PATTERN_CODE ? &code[p->code[node]] : &event[p->code[node]];
}

void exp_gate_triggers(const struct experiment *e, unsigned node, struct gno_node_triggers *out)
{
	const struct exp_gate *gate = e->use[node].gate < 0 ? NULL : &e->gate[e->use[node].gate];

	for (size_t i = 0; gate && i < gate->opens; i++)
		*gate_event(e, gate->open[i], node, out->opens, out->code_opens) = true;
	for (size_t i = 0; gate && i < gate->closes; i++)
		*gate_event(e, gate->close[i], node, out->closes, out->code_closes) = true;
}

void exp_gate_settings(const struct experiment *e, unsigned node, struct gno_node_settings *out)
{
	const struct exp_gate *gate = e->use[node].gate < 0 ? NULL : &e->gate[e->use[node].gate];

	if (!gate)
		return;
	out->gate = gate->bits;
	out->process = gate->process;
	out->mask = gate->mask;
}

void exp_free_gates(struct experiment *e)
{
	for (size_t i = 0; i < e->gates; i++) {
		free(e->gate[i].open);
		free(e->gate[i].close);
	}
	free(e->gate);
}
