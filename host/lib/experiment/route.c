/* SPDX-License-Identifier: Apache-2.0 */

/* The sections of an experiment on what is counted and when: routes and gates. */

#include "experiment/parts.h"
#include "gnomon/records.h"
#include "common/util.h"
#include "points/trigger.h"
#include "preprocessors/quantity.h"
#include "tables/route.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define GATE_LINE "gate"
#define LISTED 400 /* bytes of a list in a message */

/* The lines that a route can name; that of the gate stands in 'gate'. */
static const char *line_name(const struct gno_node *n, unsigned i)
{
	if (i >= n->measure.lines)
		return NULL;
	return strcmp(n->measure.line[i], GATE_LINE) ? n->measure.line[i] : "";
}

/* Parses an expression for a line of a node. */
static void set_line(struct gno_yaml *y, struct experiment *e, unsigned node, unsigned line,
		     const char *name, yaml_node_t *value)
{
	struct exp_line *l = &e->use[node].line[line];
	const char *text = gno_yaml_text(y, value, "an expression");
	struct gno_words_fault fault;

	if (!text)
		return;
	if (l->text) {
		gno_yaml_fault(y, value, "'%s' of node '%s' is routed twice", name,
			       e->m->node[node].name);
		return;
	}
	if (gno_route_parse(text, &e->m->node[node], &l->route, &fault))
		gno_yaml_fault_at(y, gno_yaml_mark_in(value, fault.at), "'%s': %s", name,
				  fault.text);
	else
		l->text = gno_yaml_copy(y, text);
}

static void apply_route(struct gno_yaml *y, struct experiment *e, unsigned node, unsigned place,
			const struct gno_entry *entry)
{
	set_line(y, e, node, place, entry->name, entry->value);
}

void exp_read_routes(struct gno_yaml *y, struct experiment *e, yaml_node_t *list)
{
	exp_read_named(y, e, list, "'route'", "routed input", line_name, apply_route);
}

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
		at = name ? exp_point_named(y, e, name, gno_yaml_mark(item)) : -1;
		if (at >= 0 && exp_records(&e->point[at]) == GNO_PATTERN_TRIGGER)
			gno_yaml_fault(y, item,
				       "'%s' is a %s: points and codes of the event port open and "
				       "close a gate",
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
		gno_yaml_fault(y, node, "no process is 0x%x under mask 0x%x", (unsigned)number,
			       (unsigned)mask);
	g->bits |= 1u << GNO_GATE_PROCESS;
	g->process = (uint16_t)number;
	g->mask = (uint16_t)mask;
}

enum { GATE_LINE_KEY, GATE_OPEN, GATE_CLOSE, GATE_AT_START, GATE_PROCESS, GATE_NODES, GATE_KEYS };

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
				       "'at_start' goes with 'open' and 'close'");
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
	int line = gno_node_line(n, GATE_LINE);

	if (e->use[node].gate >= 0) {
		gno_yaml_fault(y, g->map, "node '%s' has two gates in this experiment", n->name);
		return;
	}
	e->use[node].gate = (int)e->gates - 1;
	if (value[GATE_LINE_KEY] && line < 0)
		gno_yaml_fault(
		    y, value[GATE_LINE_KEY],
		    "the gate of node '%s' has no line: the node has no signals to route", n->name);
	else if (value[GATE_LINE_KEY])
		set_line(y, e, node, (unsigned)line, GATE_LINE, value[GATE_LINE_KEY]);
	if (value[GATE_PROCESS] && n->port.bus == GNO_BUS_NONE)
		gno_yaml_fault(y, value[GATE_PROCESS],
			       "node '%s' has no event port, which tells it the process", n->name);
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
	if (value[GATE_LINE_KEY])
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
		bool there = e->m->node[k].measure.gate;
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
	size_t i;

	if (!e->use)
		return;
	if (list->type != YAML_SEQUENCE_NODE)
		read_gate(y, e, list);
	for (i = 0; list->type == YAML_SEQUENCE_NODE && (item = gno_yaml_item(y, list, i)); i++)
		read_gate(y, e, item);
}

bool exp_gate_waits_for(const struct experiment *e, size_t point)
{
	size_t g, i;

	for (g = 0; g < e->gates; g++) {
		for (i = 0; i < e->gate[g].opens; i++)
			if (e->gate[g].open[i] == point)
				return true;
		for (i = 0; i < e->gate[g].closes; i++)
			if (e->gate[g].close[i] == point)
				return true;
	}
	return false;
}

/* Tells of the points of a gate that are not at a node that has it. */
static void check_gate(struct gno_yaml *y, const struct experiment *e, const struct exp_gate *g,
		       const struct gno_node *n)
{
	size_t i;

	for (i = 0; i < g->opens + g->closes; i++) {
		const struct exp_point *p =
		    &e->point[i < g->opens ? g->open[i] : g->close[i - g->opens]];

		if ((p->resolved || !exp_is_event(p)) && !p->at_fault && !p->on[n->index])
			gno_yaml_fault(
			    y, g->map,
			    "the gate waits for point '%s', which is not at node '%s'; say with "
			    "'nodes' where the gate is",
			    p->name, n->name);
	}
}

/* Whether the experiment speaks of a quantity: it has a route, or something that hangs on it was
 * set. */
static bool is_used(const struct experiment *e, unsigned node, unsigned quantity)
{
	const struct gno_node *n = &e->m->node[node];
	const struct gno_measure *m = &n->measure;
	const struct exp_trigger *const *kind;
	char line[160];
	unsigned i;
	int place;

	for (i = 0; i < GNO_QUANTITY_INPUTS; i++) {
		snprintf(line, sizeof(line), "%s.%s", m->quantity[quantity].name,
			 gno_quantity_input_name((enum gno_quantity_input)i));
		place = gno_node_line(n, line);
		if (place >= 0 && e->use[node].line[place].text)
			return true;
	}
	for (i = 0; i < m->buckets; i++)
		if (m->bucket[i].of == quantity && e->use[node].bounded[i])
			return true;
	for (kind = e->kinds; *kind; kind++)
		if ((*kind)->looks_at && (*kind)->looks_at(e, n, quantity))
			return true;
	return e->use[node].windowed[quantity];
}

/* Whether one input of a pair has an expression and the other could have one, and no measure wants
 * it so. */
static bool half_routed(const struct experiment *e, unsigned node, unsigned pair)
{
	const struct gno_node *n = &e->m->node[node];
	const struct exp_use *use = &e->use[node];
	char line[160];
	int a, b;
	size_t i;

	for (i = 0; i < use->measures; i++)
		if (use->measure[i].pair == pair)
			return false;
	snprintf(line, sizeof(line), "%s.a", n->pair[pair].name);
	a = gno_node_line(n, line);
	snprintf(line, sizeof(line), "%s.b", n->pair[pair].name);
	b = gno_node_line(n, line);
	return a >= 0 && b >= 0 && !use->line[a].text != !use->line[b].text;
}

/* Whether a line is called NAME.KEY. */
static bool is_line(const char *line, const char *name, const char *key)
{
	size_t len = strlen(name);

	return !strncmp(line, name, len) && line[len] == '.' && !strcmp(line + len + 1, key);
}

/* Whether a line is an input of a quantity that cannot be left out. */
static bool is_needed(const char *line, const struct gno_quantity *q)
{
	unsigned i;

	for (i = 0; i < GNO_QUANTITY_INPUTS; i++)
		if (q->kind->input[i] == GNO_QUANTITY_MUST &&
		    is_line(line, q->name, gno_quantity_input_name((enum gno_quantity_input)i)))
			return true;
	return false;
}

/* Whether a line has no expression though its like has, or what it is for is asked for. */
static bool forgotten(const struct experiment *e, unsigned node, const char *line)
{
	const struct gno_node *n = &e->m->node[node];
	int place = gno_node_line(n, line);
	unsigned i;

	if (place < 0 || e->use[node].line[place].text)
		return false;
	for (i = 0; i < n->pairs; i++)
		if (is_line(line, n->pair[i].name, "a") || is_line(line, n->pair[i].name, "b"))
			return half_routed(e, node, i);
	for (i = 0; i < n->measure.quantities; i++)
		if (is_needed(line, &n->measure.quantity[i]))
			return is_used(e, node, i);
	return false;
}

/* Adds a line to a list in a message, with its nodes, at the first of these. */
static void note_forgotten(const struct experiment *e, unsigned node, const char *line, char *list)
{
	size_t len = strlen(list);
	unsigned k, nodes = 1;

	for (k = 0; k < node; k++)
		if (forgotten(e, k, line))
			return;
	for (k = node + 1; k < e->m->nodes; k++)
		nodes += forgotten(e, k, line);
	if (len >= LISTED)
		return;
	if (nodes == 1)
		snprintf(list + len, LISTED - len, "%s'%s' of node '%s'", len ? ", " : "", line,
			 e->m->node[node].name);
	else
		snprintf(list + len, LISTED - len, "%s'%s' of %u nodes", len ? ", " : "", line,
			 nodes);
}

/* One warning of all inputs that are not routed though they probably should be. */
static void warn_forgotten(struct gno_yaml *y, const struct experiment *e)
{
	char list[LISTED] = "";
	unsigned k, i;

	for (k = 0; k < e->m->nodes; k++) {
		const struct gno_measure *m = &e->m->node[k].measure;

		for (i = 0; i < m->lines; i++)
			if (forgotten(e, k, m->line[i]))
				note_forgotten(e, k, m->line[i], list);
	}
	if (*list)
		gno_yaml_warn(y, (struct gno_yaml_mark){0},
			      "without a route these inputs are never 1: %s", list);
}

void exp_check_uses(struct gno_yaml *y, const struct experiment *e)
{
	unsigned k;

	for (k = 0; k < e->m->nodes; k++)
		if (e->use[k].gate >= 0)
			check_gate(y, e, &e->gate[e->use[k].gate], &e->m->node[k]);
	exp_check_counts(y, e);
	warn_forgotten(y, e);
}
