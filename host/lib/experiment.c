/* SPDX-License-Identifier: Apache-2.0 */
#include "gnomon/experiment.h"
#include "gnomon/records.h"
#include "patterns.h"
#include "resolve.h"
#include "util.h"
#include "yaml_reader.h"

#include <ctype.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FORMAT_VERSION 1

enum {
	KEY_GNOMON,
	KEY_MANIFEST,
	KEY_PROGRAM,
	KEY_DEVICE,
	KEY_BUFFER,
	KEY_POINTS,
	KEY_ACTIONS,
	KEY_INTERVALS,
	KEY_COLLECT,
	KEY_UNTIL,
	KEY_LIMIT,
	KEYS,
};

static const char *const top_keys[KEYS + 1] = {
    "gnomon",  "manifest",  "program", "device", "buffer", "points",
    "actions", "intervals", "collect", "until",	 "limit",  NULL,
};

static const char *const modes[] = {"stream", "fill", "wrap", NULL};
static const char *const actions[] = {"record", "sample", "reset", "start", "stop", NULL};

const char *gno_buffer_mode_name(enum gno_buffer_mode mode)
{
	return modes[mode];
}

const char *gno_action_name(unsigned bit)
{
	return bit < sizeof(actions) / sizeof(actions[0]) ? actions[bit] : NULL;
}

/* Place of a word in a list; -1 and a fault where it is not there. */
static int choose(struct gno_yaml *y, yaml_node_t *node, const char *what, const char *const *list)
{
	const char *text = gno_yaml_text(y, node, what);
	char known[128] = "";
	size_t len = 0;
	int i;

	for (i = 0; text && list[i]; i++) {
		if (!strcmp(text, list[i]))
			return i;
		len += (size_t)snprintf(known + len, sizeof(known) - len, "%s%s", i ? ", " : "", list[i]);
	}
	if (text)
		gno_yaml_fault(y, node, "unknown %s '%s': known is %s", what, text, known);
	return -1;
}

/* Place of the point that a node names; -1 and a fault where there is none. */
static int find_point(struct gno_yaml *y, const struct gno_experiment *e, yaml_node_t *node, const char *what)
{
	const char *text = gno_yaml_text(y, node, what);
	const char *near;
	size_t i;

	for (i = 0; text && i < e->points; i++)
		if (!strcmp(e->point[i].name, text))
			return (int)i;
	near =
	    text && e->points ? gno_nearest(text, &e->point[0].name, e->points, sizeof(e->point[0])) : NULL;
	if (near)
		gno_yaml_fault(y, node, "there is no point '%s'; did you mean '%s'?", text, near);
	else if (text)
		gno_yaml_fault(y, node, "there is no point '%s'", text);
	return -1;
}

/* Marks the nodes that a list names; no list, or "all", are all of them. */
static void read_nodes(struct gno_yaml *y, const struct gno_manifest *m, yaml_node_t *list, bool *on)
{
	const struct gno_node *n;
	yaml_node_t *item;
	const char *text, *near;
	size_t i;

	if (!m)
		return;
	for (i = 0; i < m->nodes && !list; i++)
		on[i] = true;
	if (list && !gno_yaml_item(y, list, 0))
		gno_yaml_fault(y, list, "'nodes' must be 'all' or a list of nodes");
	for (i = 0; list && (item = gno_yaml_item(y, list, i)); i++) {
		text = gno_yaml_text(y, item, "the name of a node");
		n = text ? gno_manifest_node(m, text) : NULL;
		if (n) {
			on[n->index] = true;
		} else if (text && !strcmp(text, "all")) {
			read_nodes(y, m, NULL, on);
		} else if (text) {
			near = gno_nearest(text, &m->node[0].name, m->nodes, sizeof(m->node[0]));
			gno_yaml_fault(y, item, "monitor '%s' has no node '%s'%s%s%s", m->name, text,
				       near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
		}
	}
}

static void read_symbol(struct gno_yaml *y, struct gno_experiment *e, struct gno_point *p, yaml_node_t *node,
			enum gno_point_kind kind, bool has_program)
{
	const char *text = gno_yaml_text(y, node, "the name of a function");

	p->kind = kind;
	if (!text)
		return;
	p->symbol = gno_yaml_copy(y, text);
	if (!e->program && !has_program)
		gno_yaml_fault(
		    y, node, "point '%s' names a function, but there is no 'program' to find it in", p->name);
}

static void read_point(struct gno_yaml *y, struct gno_experiment *e, struct gno_point *p, yaml_node_t *node,
		       bool has_program)
{
	static const char *const keys[] = {"entry", "return", "address", "symbol", "offset", "nodes", NULL};
	enum { ENTRY, RETURN, ADDRESS, SYMBOL, OFFSET, NODES };
	yaml_node_t *value[6];
	uint64_t number = 0;
	int kinds = 0, i;

	p->actions = 1u << GNO_ACT_RECORD;
	if (!gno_yaml_keys(y, node, "a point", keys, value))
		return;
	for (i = ENTRY; i <= SYMBOL; i++)
		kinds += value[i] != NULL;
	if (kinds != 1)
		gno_yaml_fault(y, node,
			       "point '%s' must have one of 'entry', 'return', 'address' and 'symbol'",
			       p->name);
	else if (value[OFFSET] && !value[SYMBOL])
		gno_yaml_fault(y, value[OFFSET], "'offset' goes with 'symbol' only");
	else if (value[ENTRY])
		read_symbol(y, e, p, value[ENTRY], GNO_POINT_ENTRY, has_program);
	else if (value[RETURN])
		read_symbol(y, e, p, value[RETURN], GNO_POINT_RETURN, has_program);
	else if (value[SYMBOL])
		read_symbol(y, e, p, value[SYMBOL], GNO_POINT_SYMBOL, has_program);
	else
		p->kind = GNO_POINT_ADDRESS;
	if (value[ADDRESS])
		gno_yaml_number(y, value[ADDRESS], "an address", 0, UINT32_MAX, &number);
	else if (value[OFFSET])
		gno_yaml_number(y, value[OFFSET], "an offset", 0, UINT32_MAX, &number);
	p->offset = (uint32_t)number;
	read_nodes(y, e->manifest, value[NODES], p->on);
}

static void read_points(struct gno_yaml *y, struct gno_experiment *e, yaml_node_t *map, bool has_program)
{
	struct gno_entry entry;
	struct gno_point *p;
	size_t count, i;

	if (!map) {
		gno_yaml_fault(y, NULL, "'points' is missing");
		return;
	}
	count = gno_yaml_entries(y, map, "'points'");
	e->point = calloc(count + 1, sizeof(*e->point));
	if (!e->point) {
		y->nomem = true;
		return;
	}
	if (!count && map->type == YAML_MAPPING_NODE)
		gno_yaml_fault(y, map, "'points' has no points");
	for (i = 0; i < count && !y->nomem; i++) {
		if (!gno_yaml_entry(y, map, i, &entry))
			continue;
		p = &e->point[e->points];
		p->name = gno_yaml_copy(y, entry.name);
		if (!p->name)
			return;
		p->code = (unsigned)++e->points;
		p->line = (unsigned)entry.key->start_mark.line + 1;
		p->column = (unsigned)entry.key->start_mark.column + 1;
		read_point(y, e, p, entry.value, has_program);
	}
}

static void read_actions(struct gno_yaml *y, struct gno_experiment *e, yaml_node_t *map)
{
	struct gno_entry entry;
	yaml_node_t *item;
	size_t count, i, k;
	int point, action;

	count = map ? gno_yaml_entries(y, map, "'actions'") : 0;
	for (i = 0; i < count; i++) {
		if (!gno_yaml_entry(y, map, i, &entry))
			continue;
		point = find_point(y, e, entry.key, "the name of a point");
		if (point >= 0)
			e->point[point].actions = 0;
		if (!gno_yaml_item(y, entry.value, 0))
			gno_yaml_fault(y, entry.value, "the actions of '%s' must be a list of them",
				       entry.name);
		for (k = 0; (item = gno_yaml_item(y, entry.value, k)); k++) {
			action = choose(y, item, "action", actions);
			if (action >= 0 && point >= 0)
				e->point[point].actions |= 1u << action;
		}
	}
}

static void read_interval(struct gno_yaml *y, struct gno_experiment *e, const struct gno_entry *entry)
{
	static const char *const keys[] = {"from", "to", NULL};
	struct gno_interval *interval = &e->interval[e->intervals];
	yaml_node_t *value[2];
	int point[2], i;

	if (!gno_yaml_keys(y, entry->value, "an interval", keys, value))
		return;
	for (i = 0; i < 2; i++) {
		point[i] = value[i] ? find_point(y, e, value[i], "the name of a point") : -1;
		if (!value[i])
			gno_yaml_fault(y, entry->key, "interval '%s' has no '%s'", entry->name, keys[i]);
		else if (point[i] >= 0 && !(e->point[point[i]].actions & 1u << GNO_ACT_RECORD))
			gno_yaml_fault(y, value[i],
				       "interval '%s' can never be measured: point '%s' is not recorded",
				       entry->name, e->point[point[i]].name);
	}
	if (point[0] < 0 || point[1] < 0)
		return;
	interval->name = gno_yaml_copy(y, entry->name);
	interval->from = (unsigned)point[0];
	interval->to = (unsigned)point[1];
	if (interval->name)
		e->intervals++;
}

static void read_intervals(struct gno_yaml *y, struct gno_experiment *e, yaml_node_t *map)
{
	struct gno_entry entry;
	size_t count, i;

	count = map ? gno_yaml_entries(y, map, "'intervals'") : 0;
	e->interval = calloc(count + 1, sizeof(*e->interval));
	if (!e->interval)
		y->nomem = true;
	for (i = 0; i < count && !y->nomem; i++)
		if (gno_yaml_entry(y, map, i, &entry))
			read_interval(y, e, &entry);
}

static void read_buffer(struct gno_yaml *y, struct gno_experiment *e, yaml_node_t *node)
{
	static const char *const keys[] = {"wrap", NULL};
	static const char *const wrap_keys[] = {"after", NULL};
	yaml_node_t *value, *after = NULL;
	uint64_t most, number = 0;
	int mode;

	if (!node)
		return;
	if (node->type != YAML_MAPPING_NODE) {
		mode = choose(y, node, "buffer mode", modes);
		if (mode >= 0)
			e->mode = (enum gno_buffer_mode)mode;
		return;
	}
	e->mode = GNO_BUFFER_WRAP;
	if (!gno_yaml_keys(y, node, "'buffer'", keys, &value) || !value ||
	    !gno_yaml_keys(y, value, "'wrap'", wrap_keys, &after) || !after)
		return;
	most = e->manifest ? e->manifest->slots - 1 : UINT16_MAX;
	if (gno_yaml_number(y, after, "'after'", 0, most, &number))
		e->after = (unsigned)number;
}

static void read_collect(struct gno_yaml *y, struct gno_experiment *e, yaml_node_t *node)
{
	static const char *const when[] = {"from_start", "on_event", NULL};
	size_t i;

	e->collect = !node || choose(y, node, "'collect'", when) != 1;
	for (i = 0; i < e->points; i++)
		if (e->point[i].actions & 1u << GNO_ACT_START)
			return;
	if (!e->collect)
		gno_yaml_fault(y, node,
			       "nothing would ever be recorded: 'collect' is 'on_event', and no "
			       "point has the action 'start'");
}

static void read_until(struct gno_yaml *y, struct gno_experiment *e, yaml_node_t *node)
{
	static const char *const keys[] = {"point", "nodes", NULL};
	yaml_node_t *value[2];
	unsigned k;
	int point;

	if (!node || !gno_yaml_keys(y, node, "'until'", keys, value))
		return;
	if (!value[0]) {
		gno_yaml_fault(y, node, "'until' has no 'point'");
		return;
	}
	point = find_point(y, e, value[0], "the name of a point");
	if (point < 0)
		return;
	e->has_until = true;
	e->until = (unsigned)point;
	if (!(e->point[point].actions & 1u << GNO_ACT_RECORD))
		gno_yaml_fault(y, value[0], "point '%s' of 'until' is not recorded", e->point[point].name);
	if (!value[1] || (value[1]->type == YAML_SCALAR_NODE &&
			  !strcmp((const char *)value[1]->data.scalar.value, "all"))) {
		memcpy(e->until_on, e->point[point].on, sizeof(e->until_on));
		return;
	}
	read_nodes(y, e->manifest, value[1], e->until_on);
	for (k = 0; e->manifest && k < e->manifest->nodes; k++)
		if (e->until_on[k] && !e->point[point].on[k])
			gno_yaml_fault(y, value[1], "'until' waits for node '%s', where point '%s' is not",
				       e->manifest->node[k].name, e->point[point].name);
}

static void read_limit(struct gno_yaml *y, struct gno_experiment *e, yaml_node_t *node)
{
	static const struct {
		const char *name;
		double ms;
	} units[] = {{"ms", 1}, {"s", 1000}, {"min", 60000}, {"h", 3600000}};
	const char *text;
	double number;
	char *end;
	size_t i;

	e->limit_ms = GNO_LIMIT_MS;
	text = node ? gno_yaml_text(y, node, "'limit'") : NULL;
	if (!text)
		return;
	number = strtod(text, &end);
	while (*end == ' ')
		end++;
	for (i = 0; i < sizeof(units) / sizeof(units[0]); i++) {
		if (strcmp(end, units[i].name) != 0 || !isdigit((unsigned char)*text))
			continue;
		if (number * units[i].ms >= 1 && number * units[i].ms <= INT_MAX) {
			e->limit_ms = (unsigned)(number * units[i].ms);
			return;
		}
	}
	gno_yaml_fault(y, node,
		       "'limit' is no duration up to 24 days: '%s' (write '500 ms', '60 s', '5 min')", text);
}

/* Loads a file that the experiment names; what is wrong with it is a fault of that line. */
static void load_manifest(struct gno_yaml *y, struct gno_experiment *e, yaml_node_t *node,
			  const char *override)
{
	const char *text = node ? gno_yaml_text(y, node, "'manifest'") : NULL;
	struct gno_err err;
	char *path;

	if (!override && !node)
		gno_yaml_fault(y, NULL, "'manifest' is missing, and none was given beside it");
	if (!override && !text)
		return;
	path = override ? strdup(override) : gno_beside(e->path, text);
	if (!path)
		y->nomem = true;
	else if (gno_manifest_load(path, &e->manifest, &err))
		gno_yaml_fault(y, override ? NULL : node, "%s", err.text);
	free(path);
}

static void load_program(struct gno_yaml *y, struct gno_experiment *e, yaml_node_t *node)
{
	const char *text = node ? gno_yaml_text(y, node, "'program'") : NULL;
	struct gno_err err;
	char *path;

	if (!text)
		return;
	path = gno_beside(e->path, text);
	if (!path)
		y->nomem = true;
	else if (gno_program_load(path, &e->program, &err))
		gno_yaml_fault(y, node, "%s", err.text);
	free(path);
}

static void warn_useless(struct gno_yaml *y, const struct gno_experiment *e)
{
	size_t i;
	unsigned k;

	for (i = 0; i < e->points; i++) {
		const struct gno_point *p = &e->point[i];
		unsigned without = 0;

		for (k = 0; k < e->manifest->nodes; k++)
			without += p->on[k] && !e->manifest->node[k].pairs;
		if (without && p->actions & 1u << GNO_ACT_SAMPLE)
			gno_yaml_warn(y, p->line, p->column,
				      "point '%s' samples ratio counters, but %u of its nodes have none",
				      p->name, without);
	}
}

static void read_experiment(struct gno_yaml *y, struct gno_experiment *e, const char *manifest,
			    const char *device)
{
	yaml_node_t *root = yaml_document_get_root_node(&y->doc);
	yaml_node_t *value[KEYS];
	uint64_t version;
	const char *text;

	if (!root) {
		gno_yaml_fault(y, NULL, "the file is empty");
		return;
	}
	if (!gno_yaml_keys(y, root, "an experiment", top_keys, value))
		return;
	if (!value[KEY_GNOMON])
		gno_yaml_fault(y, NULL, "'gnomon' is missing (the version of the format, 1)");
	else
		gno_yaml_number(y, value[KEY_GNOMON], "'gnomon' (the version of the format)", FORMAT_VERSION,
				FORMAT_VERSION, &version);
	load_manifest(y, e, value[KEY_MANIFEST], manifest);
	load_program(y, e, value[KEY_PROGRAM]);
	text = device ? device : value[KEY_DEVICE] ? gno_yaml_text(y, value[KEY_DEVICE], "'device'") : NULL;
	if (text)
		e->device = gno_yaml_copy(y, text);
	read_buffer(y, e, value[KEY_BUFFER]);
	read_points(y, e, value[KEY_POINTS], value[KEY_PROGRAM] != NULL);
	read_actions(y, e, value[KEY_ACTIONS]);
	read_intervals(y, e, value[KEY_INTERVALS]);
	read_collect(y, e, value[KEY_COLLECT]);
	read_until(y, e, value[KEY_UNTIL]);
	read_limit(y, e, value[KEY_LIMIT]);
	gno_resolve_addresses(y, e);
	if (e->manifest && !y->nomem) {
		gno_resolve_tables(y, e);
		warn_useless(y, e);
	}
}

/* Parses the text as YAML and reads it. */
static int parse(struct gno_yaml *y, struct gno_experiment *e, const char *manifest, const char *device,
		 struct gno_err *err)
{
	yaml_parser_t parser;

	if (!yaml_parser_initialize(&parser))
		return gno_fail_nomem(err);
	yaml_parser_set_input_string(&parser, (const unsigned char *)e->text, strlen(e->text));
	if (yaml_parser_load(&parser, &y->doc)) {
		read_experiment(y, e, manifest, device);
		yaml_document_delete(&y->doc);
	} else if (parser.error == YAML_MEMORY_ERROR) {
		y->nomem = true;
	} else {
		gno_yaml_fault_at(y, (unsigned)parser.problem_mark.line + 1,
				  (unsigned)parser.problem_mark.column + 1, "not YAML: %s",
				  parser.problem ? parser.problem : "unknown problem");
	}
	yaml_parser_delete(&parser);
	return y->nomem ? gno_fail_nomem(err) : 0;
}

/* File name without folder and suffix. */
static char *stem(const char *path)
{
	const char *slash = strrchr(path, '/');
	const char *base = slash ? slash + 1 : path;
	const char *dot = strrchr(base, '.');

	return strndup(base, dot && dot != base ? (size_t)(dot - base) : strlen(base));
}

static int load(struct gno_experiment *e, const char *manifest, const char *device, struct gno_faults *faults,
		struct gno_err *err)
{
	struct gno_yaml y = {.faults = faults};
	int ret;

	ret = gno_slurp(e->path, &e->text, NULL, err);
	if (!ret)
		ret = parse(&y, e, manifest, device, err);
	if (!ret && faults->errors)
		ret = gno_fail(err, faults->errors == y.misfits ? GNO_ERR_FIT : GNO_ERR_FORMAT,
			       "experiment '%s' has %zu fault%s", e->path, faults->errors,
			       faults->errors == 1 ? "" : "s");
	return ret;
}

int gno_experiment_load(const char *path, const char *manifest, const char *device,
			struct gno_experiment **out, struct gno_faults *faults, struct gno_err *err)
{
	struct gno_experiment *e = calloc(1, sizeof(*e));
	int ret;

	if (!e)
		return gno_fail_nomem(err);
	e->path = strdup(path);
	e->name = stem(path);
	ret = e->path && e->name ? load(e, manifest, device, faults, err) : gno_fail_nomem(err);
	if (ret)
		gno_experiment_free(e);
	else
		*out = e;
	return ret;
}

void gno_experiment_free(struct gno_experiment *e)
{
	size_t i;

	if (!e)
		return;
	for (i = 0; e->tables && i < e->manifest->nodes; i++)
		gno_tables_free(&e->tables[i]);
	for (i = 0; i < e->points; i++) {
		free(e->point[i].name);
		free(e->point[i].symbol);
		free(e->point[i].address);
	}
	for (i = 0; i < e->intervals; i++)
		free(e->interval[i].name);
	free(e->tables);
	free(e->point);
	free(e->interval);
	free(e->device);
	free(e->text);
	free(e->name);
	free(e->path);
	gno_manifest_free(e->manifest);
	gno_program_free(e->program);
	free(e);
}
