/* SPDX-License-Identifier: Apache-2.0 */

/* The section of an experiment on what the lines of the routers are, and what it left out. */

#include "experiment/parts.h"
#include "compile/trigger.h"
#include "monitor/quantity.h"
#include "compile/route.h"

#include <stdio.h>
#include <string.h>

#define LISTED 400 /* bytes of a list in a message */

/* The lines that a route can name; that of the gate stands in 'gate'. */
static const char *line_name(const struct gno_node *n, unsigned i)
{
	if (i >= n->preprocessors.lines)
		return NULL;
	return strcmp(n->preprocessors.line[i], EXP_GATE_LINE) ? n->preprocessors.line[i] : "";
}

void exp_set_line(struct gno_yaml *y, struct experiment *e, unsigned node, unsigned line,
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
		gno_yaml_fault_at(y, gno_yaml_position_in(value, fault.at), "'%s': %s", name,
				  fault.text);
	else
		l->text = gno_yaml_copy(y, text);
}

static void apply_route(struct gno_yaml *y, struct experiment *e, unsigned node, unsigned place,
			const struct gno_entry *entry)
{
	exp_set_line(y, e, node, place, entry->name, entry->value);
}

void exp_read_routes(struct gno_yaml *y, struct experiment *e, yaml_node_t *list)
{
	exp_read_named(y, e, list, "'route'", "routed input", line_name, apply_route);
}

/* Whether the experiment speaks of a quantity: it has a route, or something that hangs on it was
 * set. */
static bool is_used(const struct experiment *e, unsigned node, unsigned quantity)
{
	const struct gno_node *n = &e->m->node[node];
	const struct gno_preprocessors *m = &n->preprocessors;
	const struct exp_trigger *const *kind;
	char line[160];
	int place;

	for (unsigned i = 0; i < GNO_QUANTITY_INPUTS; i++) {
		snprintf(line, sizeof(line), "%s.%s", m->quantity[quantity].name,
			 gno_quantity_input_name((enum gno_quantity_input)i));
		place = gno_node_line(n, line);
		if (place >= 0 && e->use[node].line[place].text)
			return true;
	}
	for (unsigned i = 0; i < m->buckets; i++)
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

	for (size_t i = 0; i < use->measures; i++)
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
	for (unsigned i = 0; i < GNO_QUANTITY_INPUTS; i++)
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

	if (place < 0 || e->use[node].line[place].text)
		return false;
	for (unsigned i = 0; i < n->pairs; i++)
		if (is_line(line, n->pair[i].name, "a") || is_line(line, n->pair[i].name, "b"))
			return half_routed(e, node, i);
	for (unsigned i = 0; i < n->preprocessors.quantities; i++)
		if (is_needed(line, &n->preprocessors.quantity[i]))
			return is_used(e, node, i);
	return false;
}

/* Adds a forgotten line to a list in a message, with its nodes, at the first of these. */
static void note_line(const struct experiment *e, unsigned node, const char *line, char *list)
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

	for (unsigned k = 0; k < e->m->nodes; k++) {
		const struct gno_preprocessors *m = &e->m->node[k].preprocessors;

		for (unsigned i = 0; i < m->lines; i++)
			if (forgotten(e, k, m->line[i]))
				note_line(e, k, m->line[i], list);
	}
	if (*list)
		gno_yaml_warn(y, (struct gno_yaml_position){0},
			      "without a route these inputs are never 1: %s", list);
}

void exp_check_uses(struct gno_yaml *y, const struct experiment *e)
{
	exp_check_counts(y, e);
	warn_forgotten(y, e);
}
