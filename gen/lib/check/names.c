/* SPDX-License-Identifier: Apache-2.0 */
/* Checks of names against each other. */
#include <stdlib.h>
#include <string.h>

#include "check/checks.h"
#include "model/keys.h"
#include "tables/tables.h"
#include "preprocessors/single.h"

#define LIBRARY_PREFIX "gnomon_"

/* A name made from the description, and what it was made from. */
struct used_name {
	const char *text;
	const yaml_node_t *at;
	size_t serial;
};

struct used_names {
	struct used_name *items;
	size_t count;
};

void check_module_name(struct checker *c)
{
	const struct m_value *name = &c->model->name;

	if (name->ok && strncmp(name->text, LIBRARY_PREFIX, strlen(LIBRARY_PREFIX)) == 0)
		check_report(c, name->at, "'%s' begins like the library's own modules ('%s')",
			     name->text, LIBRARY_PREFIX);
}

static void use(struct used_names *names, const char *text, const yaml_node_t *at)
{
	names->items[names->count] = (struct used_name){text, at, names->count};
	names->count++;
}

static int compare_names(const void *a, const void *b)
{
	const struct used_name *x = a;
	const struct used_name *y = b;
	int order = strcmp(x->text, y->text);

	if (order)
		return order;
	return x->serial < y->serial ? -1 : 1;
}

/* Reports each name that occurs twice; the earlier one may be the module's own (no place). */
static void report_twins(struct checker *c, struct used_names *names, const char *what)
{
	if (names->count)
		qsort(names->items, names->count, sizeof(*names->items), compare_names);
	for (size_t i = 1; i < names->count; i++) {
		const struct used_name *first = &names->items[i - 1];
		const struct used_name *twin = &names->items[i];

		if (strcmp(first->text, twin->text) || source_is_bad(c->source, twin->at))
			continue;
		if (first->at) {
			check_report(c, twin->at, "%s '%s' occurs twice", what, twin->text);
			check_note(c, first->at, "also defined here");
		} else {
			check_report(c, twin->at, "%s '%s' is the monitor's own", what, twin->text);
		}
	}
}

void check_duplicate_node(struct checker *c)
{
	const struct model *m = c->model;
	struct used_names names = {0};

	names.items = arena_array(c->arena, model_total(m), sizeof(*names.items));
	if (!names.items)
		return;
	for (const struct m_node *n = m->nodes; n < m->nodes + m->nodes_count; n++)
		for (size_t i = 0; n->name.ok && i < model_count(n); i++)
			use(&names, model_node_name(c->arena, n, i), n->name.at);
	report_twins(c, &names, "node");
}

/* What a part of a node is. */
struct part {
	const char *one;
	const char *a;	   /* with its article, where it is `sampled` or something is `taken` */
	int sampled;	   /* its name is that of a field of a record */
	const char *taken; /* names that it cannot have, with a space between; or NULL */
};

/* Calls `fn` for the name of each part of a node. */
static void each_part(struct checker *c, const struct m_node *n,
		      void (*fn)(struct checker *c, void *context, const struct part *part,
				 const struct m_value *name),
		      void *context)
{
	for (size_t i = 0; i < n->signals_count; i++)
		fn(c, context, &(struct part){.one = "signal"}, &n->signals[i].name);
	for (size_t i = 0; i < n->numbers_count; i++)
		fn(c, context, &(struct part){.one = "value"}, &n->numbers[i].name);
	for (size_t i = 0; i < n->event_lines_count; i++)
		fn(c, context, &(struct part){.one = "event line"}, &n->event_lines[i]);
	for (size_t i = 0; i < n->pairs_count; i++)
		fn(c, context, &(struct part){"pair", "a pair", 1, NULL}, &n->pairs[i].name);
	for (size_t i = 0; i < n->quantities_count; i++)
		fn(c, context, &(struct part){.one = "quantity"}, &n->quantities[i].name);
	for (unsigned role = 0; role < WATCHER_ROLES; role++)
		for (size_t i = 0; i < n->watchers[role].count; i++) {
			const struct m_watcher *w = &n->watchers[role].items[i];

			fn(c, context,
			   &(struct part){w->kind->one, w->kind->a, role == WATCHER_SAMPLED,
					  w->kind->taken},
			   &w->name);
		}
	for (size_t i = 0; i < n->groups_count; i++)
		fn(c, context, &(struct part){.one = "group"}, &n->groups[i].name);
}

static void use_part(struct checker *c, void *names, const struct part *part,
		     const struct m_value *name)
{
	(void)c;
	(void)part;
	if (name->ok)
		use(names, name->text, name->at);
}

void check_duplicate_name(struct checker *c)
{
	const struct model *m = c->model;

	for (const struct m_node *n = m->nodes; n < m->nodes + m->nodes_count; n++) {
		size_t room = n->event_lines_count + n->signals_count + n->numbers_count +
			      n->pairs_count + n->quantities_count + n->groups_count;
		struct used_names names = {0};

		for (unsigned role = 0; role < WATCHER_ROLES; role++)
			room += n->watchers[role].count;
		names.items = arena_array(c->arena, room, sizeof(*names.items));
		if (!names.items)
			return;
		each_part(c, n, use_part, &names);
		report_twins(c, &names, "name");
	}
}

/* 1 for a name that other fields of a record with pairs and extremes have in the trace. */
static int is_record_field(const char *name, int groups)
{
	for (const struct tab_kind *k = tab_kinds; k->name; k++)
		for (const struct tab_field *f = k->fields;
		     f < k->fields + TAB_FIELDS_MAX && f->name; f++)
			if (k->payload == TAB_PAYLOAD_SAMPLE && strcmp(f->name, name) == 0)
				return 1;
	/* with groups there are pad0, pad1, ... */
	return strncmp(name, "pad", 3) == 0 &&
	       !name[3 + (groups ? strspn(name + 3, "0123456789") : 0)];
}

static void part_is_free(struct checker *c, void *context, const struct part *part,
			 const struct m_value *name)
{
	const struct m_node *n = context;

	if (!name->ok)
		return;
	if (part->sampled && is_record_field(name->text, n->groups_count > 0))
		check_report(c, name->at,
			     "%s cannot be called '%s': a field of its record has this name",
			     part->a, name->text);
	else if (key_is_choice(KEY_ALWAYS " " KEY_ROUTE " " GATE_NAME, name->text))
		check_report(c, name->at,
			     "'%s' cannot be the name of a %s: it has a meaning of its own",
			     name->text, part->one);
	else if (part->taken && key_is_choice(part->taken, name->text))
		check_report(c, name->at, "%s cannot be called '%s': a trigger has this name",
			     part->a, name->text);
}

void check_reserved_name(struct checker *c)
{
	const struct model *m = c->model;

	for (const struct m_node *n = m->nodes; n < m->nodes + m->nodes_count; n++)
		each_part(c, n, part_is_free, (void *)n);
}

/* Where ports of the target's signals go. */
struct signal_ports {
	struct checker *c;
	struct used_names *names;
	size_t first; /* of the names that signals added */
	const struct m_node *n;
	const char *node;
};

/* Adds the port of a signal, if neither a signal before nor the qualifier has it, and it is no
 * value. */
static void use_signal(void *context, const char *line, const struct m_value *signal)
{
	struct signal_ports *p = context;
	const char *port;

	(void)line;
	if (!signal->ok || key_is_choice(KEY_ALWAYS " " KEY_ROUTE, signal->text) ||
	    model_number(p->n, signal->text) || model_event_line(p->n, signal->text) >= 0)
		return;
	if (p->n->when.ok && strcmp(p->n->when.text, signal->text) == 0)
		return;
	port = model_port_name(p->c->arena, p->node, signal->text);
	for (size_t i = p->first; i < p->names->count; i++)
		if (strcmp(p->names->items[i].text, port) == 0)
			return;
	use(p->names, port, signal->at);
}

static void use_signals(struct signal_ports *p)
{
	const struct m_node *n = p->n;

	for (size_t i = 0; i < n->signals_count; i++)
		use_signal(p, NULL, &n->signals[i].name);
	for (size_t i = 0; i < n->numbers_count; i++)
		use_signal(p, NULL, &n->numbers[i].when);
	for (size_t i = 0; i < n->pairs_count; i++)
		use_signal(p, NULL, &n->pairs[i].gate);
	model_inputs(p->c->arena, n, use_signal, p);
}

static void use_port(struct checker *c, struct used_names *names, const char *node,
		     const struct m_value *name)
{
	if (name->ok)
		use(names, model_port_name(c->arena, node, name->text), name->at);
}

static void use_ports(struct checker *c, struct used_names *names, const struct m_node *n,
		      const char *node)
{
	const struct m_bus *bus = model_bus(n);
	size_t line = 0;

	for (const struct m_bus_port *p = bus ? bus->ports : NULL; p && p->name; p++)
		use(names, arena_printf(c->arena, "%s_%s%s", node, bus->prefix, p->name),
		    n->bus.at);
	for (const struct m_bus_port *p = model_line_port(n, 0); p; p = model_line_port(n, ++line))
		use(names, arena_printf(c->arena, "%s_%s", node, p->name), n->name.at);
	for (const struct m_field *f = n->fields; f < n->fields + n->fields_count; f++)
		use_port(c, names, node, &f->name);
	use_port(c, names, node, &n->when);
	use_port(c, names, node, &n->port_pc);
	for (const struct m_number *v = n->numbers; v < n->numbers + n->numbers_count; v++)
		use_port(c, names, node, &v->name);
	use_signals(&(struct signal_ports){c, names, names->count, n, node});
}

#define PARTS 2u /* see use_parts() */

/* Nets "NODE_unused_X" are those of a node called NODE_unused, too; with a CAPTURE line there is
 * the delay of the node's trigger. */
static void use_parts(struct checker *c, struct used_names *names, const struct m_node *n,
		      const char *node)
{
	use(names, arena_printf(c->arena, "u_%s_unused", node), n->name.at);
	if (n->capture)
		use(names, arena_printf(c->arena, "u_%s_raise", node), n->name.at);
}

/* Most names that use_ports() and use_instances() add for a node. */
static size_t names_of_node(const struct m_node *n)
{
	const struct m_bus *bus = model_bus(n);
	size_t count = MODEL_INSTANCES + PARTS + n->fields_count + 2 + n->signals_count +
		       2 * n->numbers_count + n->pairs_count + model_inputs_room(n);
	size_t line = 0;

	for (const struct m_bus_port *p = bus ? bus->ports : NULL; p && p->name; p++)
		count++;
	while (model_line_port(n, line++))
		count++;
	return count;
}

void check_each_port(struct checker *c, const struct m_node *n, const char *node,
		     void (*fn)(void *context, const char *port), void *context)
{
	struct used_names names = {0};

	names.items = arena_array(c->arena, names_of_node(n), sizeof(*names.items));
	if (!names.items)
		return;
	use_ports(c, &names, n, node);
	for (size_t i = 0; i < names.count; i++)
		fn(context, names.items[i].text);
}

static size_t count_ports(const char *const *ports)
{
	size_t count = 0;

	while (ports[count])
		count++;
	return count;
}

static int has_instance(const struct m_node *n, enum model_instance instance)
{
	switch (instance) {
	case MODEL_LINE:
		return n->interrupt;
	case MODEL_REPORT:
		return n->report;
	case MODEL_TIME:
		return model_rounds(n) > 0;
	case MODEL_STORE:
		return model_is_local(n);
	case MODEL_ADAPTER:
		return model_bus(n) && model_bus(n)->adapter;
	case MODEL_PREPROCESSORS:
		return model_has_preprocessors(n);
	default:
		return 1;
	}
}

static void use_instances(struct checker *c, struct used_names *names, const struct m_node *n,
			  const char *node)
{
	for (const char *const *taken = model_taken_nodes; *taken; taken++)
		if (strcmp(*taken, node) == 0)
			check_report(
			    c, n->name.at,
			    "a node cannot be called '%s': a part of the monitor has this name",
			    node);
	if (model_has_chips(c->model) && strncmp(node, "ring", 4) == 0 &&
	    (!node[4] || node[4] == '_'))
		check_report(
		    c, n->name.at,
		    "with further chips a node cannot be called '%s': the hops have this name",
		    node);
	for (size_t i = 0; i < MODEL_INSTANCES; i++)
		if (has_instance(n, (enum model_instance)i))
			use(names, model_instance_name(c->arena, node, (enum model_instance)i),
			    n->name.at);
	use_parts(c, names, n, node);
}

void check_port_collision(struct checker *c)
{
	const struct model *m = c->model;
	struct used_names names = {0};
	size_t room = count_ports(model_taken_ports) + count_ports(model_memory_ports) +
		      count_ports(model_chip_ports);

	for (const struct m_node *n = m->nodes; n < m->nodes + m->nodes_count; n++)
		room += model_count(n) * names_of_node(n);
	names.items = arena_array(c->arena, room, sizeof(*names.items));
	if (!names.items)
		return;
	for (const char *const *port = model_taken_ports; *port; port++)
		use(&names, *port, NULL);
	for (const char *const *port = model_memory_ports; model_is_port(m) && *port; port++)
		use(&names, *port, NULL);
	for (const char *const *port = model_chip_ports; model_has_chips(m) && *port; port++)
		use(&names, *port, NULL);
	for (const struct m_node *n = m->nodes; n < m->nodes + m->nodes_count; n++) {
		for (size_t i = 0; n->name.ok && i < model_count(n); i++) {
			const char *node = model_node_name(c->arena, n, i);

			use_instances(c, &names, n, node);
			use_ports(c, &names, n, node);
		}
	}
	report_twins(c, &names, "port or instance");
}
