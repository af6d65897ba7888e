/* SPDX-License-Identifier: Apache-2.0 */

/* The section of an experiment that names processes, and states what they are to a server. */

#include "experiment/parts.h"
#include "compile/json.h"
#include "common/util.h"

#include <stdlib.h>
#include <string.h>

#define MOST 65535u /* number of a process */

/* A number of the text at *at, which ends behind it; false: there is none. */
static bool take_number(const char **at, unsigned *out)
{
	uint64_t number = 0;
	const char *p = *at;

	while (*p >= '0' && *p <= '9' && number <= MOST)
		number = number * 10 + (uint64_t)(*p++ - '0');
	if (p == *at || number > MOST)
		return false;
	*at = p;
	*out = (unsigned)number;
	return true;
}

/* NUMBER[..NUMBER]; false: it is not that. */
static bool take_range(const char *at, struct gno_pattern_process *out)
{
	bool good = take_number(&at, &out->first);

	out->last = out->first;
	if (good && !strncmp(at, "..", 2)) {
		at += 2;
		good = take_number(&at, &out->last);
	}
	return good && !*at;
}

/* The node whose name ends at `end`; false: a fault was noted. */
static bool find_node(struct gno_yaml *y, const struct gno_manifest *m, yaml_node_t *item,
		      const char *text, const char *end, int *out)
{
	char *name = strndup(text, (size_t)(end - text));
	const struct gno_node *n = name ? gno_manifest_node(m, name) : NULL;
	const char *near;

	if (n) {
		*out = (int)n->index;
	} else if (!name) {
		y->nomem = true;
	} else {
		near = gno_nearest(name, &m->node[0].name, m->nodes, sizeof(m->node[0]));
		gno_yaml_fault(y, item, "monitor '%s' has no node '%s'%s%s%s", m->name, name,
			       near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
	}
	free(name);
	return n != NULL;
}

/* [NODE:]NUMBER[..NUMBER]; false: a fault was noted. */
static bool read_range(struct gno_yaml *y, const struct experiment *e, yaml_node_t *item,
		       struct gno_pattern_process *out)
{
	const char *text = gno_yaml_text(y, item, "a process"), *colon;

	if (!text)
		return false;
	colon = strrchr(text, ':');
	out->node = -1;
	if (!take_range(colon ? colon + 1 : text, out)) {
		gno_yaml_fault(
		    y, item,
		    "a process must be NUMBER, FIRST..LAST or NODE:NUMBER, with numbers up to %u, not '%s'",
		    MOST, text);
		return false;
	}
	if (out->last < out->first) {
		gno_yaml_fault(y, item, "the processes '%s' end before they begin", text);
		return false;
	}
	return !colon || !e->m || find_node(y, e->m, item, text, colon, &out->node);
}

/* Adds a row, unless a number in it has a name already. */
static void add_row(struct gno_yaml *y, struct experiment *e, yaml_node_t *item,
		    const struct gno_pattern_process *row, const char *name)
{
	struct gno_pattern_process *more;

	for (size_t i = 0; i < e->processes; i++) {
		const struct gno_pattern_process *q = &e->process[i];

		if (q->node != row->node || q->last < row->first || row->last < q->first)
			continue;
		gno_yaml_fault(y, item, "process %u has a name already: '%s'",
			       q->first > row->first ? q->first : row->first, q->name);
		return;
	}
	more = gno_room(e->process, e->processes, sizeof(*e->process));
	if (more)
		e->process = more;
	else
		y->nomem = true;
	if (y->nomem)
		return;
	e->process[e->processes] = *row;
	e->process[e->processes].name = gno_yaml_copy(y, name);
	if (e->process[e->processes].name)
		e->processes++;
}

static void read_names(struct gno_yaml *y, struct experiment *e, yaml_node_t *map)
{
	struct gno_pattern_process row = {.role = GNO_PROCESS_NONE};
	size_t count = gno_yaml_entries(y, map, "'names'"), i, k;
	struct gno_entry entry;
	yaml_node_t *item;

	if (!count && map->type == YAML_MAPPING_NODE)
		gno_yaml_fault(y, map, "'names' has no processes");
	for (i = 0; i < count && !y->nomem; i++) {
		if (!gno_yaml_entry(y, map, i, &entry))
			continue;
		if (!gno_yaml_item(y, entry.value, 0))
			gno_yaml_fault(y, entry.value, "'%s' names no process", entry.name);
		for (k = 0; (item = gno_yaml_item(y, entry.value, k)) && !y->nomem; k++)
			if (read_range(y, e, item, &row))
				add_row(y, e, item, &row, entry.name);
	}
}

/* Whether a mapping has an entry of that name, perhaps one at fault. */
static bool is_named(struct gno_yaml *y, yaml_node_t *map, const char *name)
{
	struct gno_entry entry;
	size_t count;

	if (!map || map->type != YAML_MAPPING_NODE)
		return false;
	count = (size_t)(map->data.mapping.pairs.top - map->data.mapping.pairs.start);
	for (size_t i = 0; i < count; i++)
		if (gno_yaml_entry(y, map, i, &entry) && !strcmp(entry.name, name))
			return true;
	return false;
}

/* Gives the processes of a list their role. */
static void read_role(struct gno_yaml *y, struct experiment *e, yaml_node_t *names,
		      yaml_node_t *list, enum gno_process_role role)
{
	yaml_node_t *item;
	const char *text, *near;

	for (size_t k = 0; (item = gno_yaml_item(y, list, k)); k++) {
		enum gno_process_role was = GNO_PROCESS_NONE;
		bool found = false;

		text = gno_yaml_text(y, item, "the name of a process");
		for (size_t i = 0; text && i < e->processes; i++) {
			if (strcmp(e->process[i].name, text) != 0)
				continue;
			found = true;
			was = e->process[i].role;
			e->process[i].role = role;
		}
		if (!text)
			continue;
		near = found || !e->processes ? NULL
					      : gno_nearest(text, &e->process[0].name, e->processes,
							    sizeof(e->process[0]));
		if (!found && !is_named(y, names, text))
			gno_yaml_fault(y, item, "'names' has no process '%s'%s%s%s", text,
				       near ? "; did you mean '" : "", near ? near : "",
				       near ? "'?" : "");
		else if (was == role)
			gno_yaml_fault(y, item, "process '%s' occurs twice", text);
		else if (was != GNO_PROCESS_NONE)
			gno_yaml_fault(y, item, "process '%s' is a %s already", text,
				       gno_pattern_roles[was]);
	}
}

void exp_read_processes(struct gno_yaml *y, struct experiment *e, yaml_node_t *map)
{
	static const char *const keys[] = {"names", "requestors", "servers", "system", NULL};
	yaml_node_t *value[4];
	unsigned k, ports = 0;

	if (!gno_yaml_keys(y, map, "'processes'", keys, value))
		return;
	for (k = 0; e->m && k < e->m->nodes; k++)
		ports += e->m->node[k].port.bus != GNO_BUS_NONE;
	if (e->m && !ports)
		gno_yaml_fault(y, map,
			       "an event port records the processes, and monitor '%s' has none",
			       e->m->name);
	if (value[0])
		read_names(y, e, value[0]);
	else
		gno_yaml_fault(y, map, "'processes' has no 'names'");
	for (k = 1; k < 4; k++)
		if (value[k])
			read_role(y, e, value[0], value[k], (enum gno_process_role)k);
}
