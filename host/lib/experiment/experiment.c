/* SPDX-License-Identifier: Apache-2.0 */
#include "experiment/experiment.h"
#include "experiment/parts.h"
#include "gnomon/records.h"
#include "base/name.h"
#include "base/number.h"
#include "compile/json.h"
#include "common/util.h"
#include "compile/triggers/kinds.h"

#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#define FORMAT_VERSION 1

enum {
	KEY_GNOMON,
	KEY_MANIFEST,
	KEY_PROGRAM,
	KEY_DEVICE,
	KEY_BUFFER,
	KEY_NODES,
	KEY_POINTS,
	KEY_CALLS,
	KEY_PORT,
	KEY_ROUTE,
	KEY_MEASURES,
	KEY_GATE,
	KEY_COUNT,
	KEY_WINDOWS,
	KEY_BUCKETS,
	KEY_ACTIONS,
	KEY_INTERVALS,
	KEY_PROCESSES,
	KEY_COLLECT,
	KEY_UNTIL,
	KEY_LIMIT,
	KEY_LIMITS,
	KEYS,
};

static const char *const top_keys[KEYS] = {
    "gnomon",	 "manifest",  "program",  "device", "buffer", "nodes",	 "points",  "calls",
    "port",	 "route",     "measures", "gate",   "count",  "windows", "buckets", "actions",
    "intervals", "processes", "collect",  "until",  "limit",  "limits",
};

/* The values of an experiment: of its own keys, and of the sections of the kinds of triggers. */
struct top {
	yaml_node_t *value[KEYS];
	yaml_node_t *section[EXP_TRIGGERS];
};

/* Finds them; false: the experiment is no mapping. */
static bool read_top(struct gno_yaml *y, yaml_node_t *root, struct top *top)
{
	const char *key[KEYS + EXP_TRIGGERS + 1];
	yaml_node_t **place[KEYS + EXP_TRIGGERS], *value[KEYS + EXP_TRIGGERS];
	size_t count = 0, i, k;

	memset(top, 0, sizeof(*top));
	for (i = 0; i < KEYS; i++) {
		key[count] = top_keys[i];
		place[count++] = &top->value[i];
		for (k = 0; i == KEY_POINTS && k < EXP_TRIGGERS; k++) {
			if (!exp_triggers[k]->section)
				continue;
			key[count] = exp_triggers[k]->section;
			place[count++] = &top->section[k];
		}
	}
	key[count] = NULL;
	if (!gno_yaml_keys(y, root, "an experiment", key, value))
		return false;
	for (i = 0; i < count; i++)
		*place[i] = value[i];
	return true;
}

#define NAMED 4 /* nodes that a warning names; of more it states the number */

static void read_buffer(struct gno_yaml *y, struct experiment *e, yaml_node_t *node)
{
	static const char *const modes[] = {"stream", "fill", "wrap", NULL};
	static const char *const keys[] = {"wrap", NULL};
	static const char *const wrap_keys[] = {"after", NULL};
	yaml_node_t *value, *after = NULL;
	uint64_t most, number = 0;
	int mode;

	if (!node)
		return;
	if (node->type != YAML_MAPPING_NODE) {
		mode = exp_choose(y, node, "buffer mode", modes);
		if (mode >= 0)
			e->mode = (enum gno_buffer_mode)mode;
		return;
	}
	e->mode = GNO_BUFFER_WRAP;
	if (!gno_yaml_keys(y, node, "'buffer'", keys, &value) || !value ||
	    !gno_yaml_keys(y, value, "'wrap'", wrap_keys, &after) || !after)
		return;
	most = e->m ? e->m->slots - 1 : GNO_MAX_SLOTS - 1;
	if (gno_yaml_number(y, after, "'after'", 0, most, &number))
		e->after = (unsigned)number;
}

/*
 * Records of a local store reach the trace buffer in rounds of the REPORT line only. So the first
 * or the last ones in the buffer are not the first or the last of the run, and a store that a full
 * buffer stops would hold the line for ever.
 */
static void check_buffer(struct gno_yaml *y, const struct experiment *e, yaml_node_t *node)
{
	const struct gno_node *n = e->m ? gno_manifest_local_store(e->m) : NULL;

	if (e->m && !e->m->wrap && e->mode == GNO_BUFFER_WRAP)
		gno_yaml_fault(
		    y, node,
		    "the monitor has no flight recorder ('buffer: { wrap: no }' in its description): use 'stream' or 'fill'");

	if (n && e->mode != GNO_BUFFER_STREAM)
		gno_yaml_fault(
		    y, node,
		    "buffer mode '%s' needs records as they are made, and node '%s' keeps its own in a local store: use 'stream', or a monitor with 'store: ring'",
		    gno_buffer_mode_name(e->mode), n->name);
}

static void read_collect(struct gno_yaml *y, struct experiment *e, yaml_node_t *node)
{
	static const char *const when[] = {"from_start", "on_event", NULL};

	e->collect = !node || exp_choose(y, node, "'collect'", when) != 1;
	e->collect_at = node ? gno_yaml_position(node) : (struct gno_yaml_position){0};
	for (size_t i = 0; i < e->points; i++)
		if (e->point[i].actions & 1u << GNO_ACT_START)
			return;
	for (unsigned k = 0; e->m && k < e->m->nodes; k++)
		if (e->port_on[k]) /* a write to it can start collection */
			return;
	if (!e->collect)
		gno_yaml_fault(
		    y, node,
		    "nothing would ever be recorded: 'collect' is 'on_event', and no point has the action 'start'");
}

static void read_until(struct gno_yaml *y, struct experiment *e, yaml_node_t *node)
{
	static const char *const keys[] = {"point", "nodes", NULL};
	yaml_node_t *value[2];

	if (!gno_yaml_keys(y, node, "'until'", keys, value))
		return;
	if (!value[0]) {
		gno_yaml_fault(y, node, "'until' has no 'point'");
		return;
	}
	e->until_at = gno_yaml_position(value[0]);
	e->until = exp_find_point(y, e, value[0]);
	if (e->until < 0)
		return;
	if (!(e->point[e->until].actions & 1u << GNO_ACT_RECORD))
		gno_yaml_fault(y, value[0], "point '%s' of 'until' is not recorded",
			       e->point[e->until].name);
	if (!value[1] || (value[1]->type == YAML_SCALAR_NODE &&
			  !strcmp((const char *)value[1]->data.scalar.value, "all")))
		return;
	e->until_nodes = value[1];
	exp_read_nodes(y, e->m, value[1], e->until_on);
}

/* Once it is known where the points are: the nodes that must have reported the end point. */
static void place_until(struct gno_yaml *y, struct experiment *e)
{
	const struct exp_point *p = &e->point[e->until];

	for (unsigned k = 0; k < e->m->nodes; k++) {
		if (!e->until_nodes)
			e->until_on[k] = p->on[k];
		else if (e->until_on[k] && !p->on[k] && !p->at_fault &&
			 (p->resolved || !exp_is_event(p)))
			gno_yaml_fault(y, e->until_nodes,
				       "'until' waits for node '%s', where point '%s' is not",
				       e->m->node[k].name, p->name);
	}
}

/* Whether a node has any point with that action; a write to its port can start collection too. */
static bool node_does(const struct experiment *e, unsigned node, unsigned action)
{
	bool does = e->port_on[node] && (action == GNO_ACT_START || e->port & 1u << action);

	for (size_t i = 0; i < e->points; i++)
		does = does || (e->point[i].on[node] && e->point[i].actions & 1u << action);
	return does;
}

/* Once it is known where the points are: warns of nodes that would never begin to collect. */
static void check_collect(struct gno_yaml *y, const struct experiment *e)
{
	char names[NAMED * (BASE_NAME_MAX + 4) + 32] = "";
	unsigned silent = 0;
	size_t len = 0;

	for (unsigned k = 0; k < e->m->nodes && !e->collect; k++) {
		if (!node_does(e, k, GNO_ACT_RECORD) || node_does(e, k, GNO_ACT_START))
			continue;
		if (silent++ < NAMED)
			len += (size_t)snprintf(names + len, sizeof(names) - len, "%s'%s'",
						silent > 1 ? ", " : "", e->m->node[k].name);
	}
	if (silent > NAMED)
		snprintf(names + len, sizeof(names) - len, " and %u more", silent - NAMED);
	if (silent)
		gno_yaml_warn(
		    y, e->collect_at,
		    "%s %s never record%s anything: 'collect' is 'on_event', and no point there has the action 'start'",
		    silent > 1 ? "nodes" : "node", names, silent > 1 ? "" : "s");
}

/* A flight recorder runs until its stop action or its limit. */
static void warn_of_until(struct gno_yaml *y, const struct experiment *e)
{
	if (e->until >= 0 && e->mode == GNO_BUFFER_WRAP)
		gno_yaml_warn(
		    y, e->until_at,
		    "'until' has no effect with 'buffer: wrap': the run ends at a point with the action 'stop', or at its limit");
}

static void read_limit(struct gno_yaml *y, struct experiment *e, yaml_node_t *node)
{
	static const struct {
		const char *name;
		double ms;
	} units[] = {{"ms", 1}, {"s", 1000}, {"min", 60000}, {"h", 3600000}};
	const char *text;
	enum base_number found;
	const char *unit;
	unsigned places;
	uint64_t digits;
	double number;

	e->limit_ms = GNO_LIMIT_MS;
	text = node ? gno_yaml_text(y, node, "'limit'") : NULL;
	if (!text)
		return;
	unit = text;
	found = base_decimal_take(&unit, &digits, &places);
	number = base_decimal_value(digits, places);
	unit += strspn(unit, " ");
	for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); i++) {
		if (found != BASE_NUMBER_OK || strcmp(unit, units[i].name) != 0)
			continue;
		if (number * units[i].ms >= 1 && number * units[i].ms <= INT_MAX) {
			e->limit_ms = (unsigned)(number * units[i].ms);
			return;
		}
	}
	gno_yaml_fault(
	    y, node,
	    "'limit' is not a duration of up to 24 days: '%s' (write '500 ms', '60 s', '5 min')",
	    text);
}

/* Reads the manifest of an experiment that names none. */
static int ask_monitor(struct gno_yaml *y, struct experiment *e,
		       const struct gno_experiment_options *options, struct gno_err *err)
{
	if (options->read_manifest)
		return options->read_manifest(options->ctx, e->device, &e->m, err);
	gno_yaml_fault(y, NULL, "'manifest' is missing, and none was given beside it");
	return 0;
}

/* Loads a file that the experiment names; what is wrong with it is a fault of that line. */
static void load_manifest(struct gno_yaml *y, struct experiment *e, yaml_node_t *node,
			  const char *override)
{
	const char *text = node ? gno_yaml_text(y, node, "'manifest'") : NULL;
	struct gno_err err;

	if (!override && !text)
		return;
	e->manifest_path = override ? gno_yaml_copy(y, override) : gno_beside(e->path, text);
	if (!e->manifest_path)
		y->nomem = true;
	else if (gno_manifest_load(e->manifest_path, &e->m, &err))
		gno_yaml_fault(y, override ? NULL : node, "%s", err.text);
}

/* Once it is known where the points are: both ends of an interval come from one node. */
static void check_intervals(struct gno_yaml *y, const struct experiment *e)
{
	for (size_t i = 0; i < e->intervals; i++) {
		const struct exp_point *from = &e->point[e->interval[i].from];
		const struct exp_point *to = &e->point[e->interval[i].to];
		bool begins = false, ends = false, both = false;

		for (unsigned k = 0; k < e->m->nodes; k++) {
			begins |= from->on[k];
			ends |= to->on[k];
			both |= from->on[k] && to->on[k];
		}
		/* that a point is at no node at all was reported */
		if (begins && ends && !both)
			gno_yaml_fault(
			    y, e->interval[i].key,
			    "interval '%s' can never be measured: no node has both '%s' and '%s'",
			    e->interval[i].name, from->name, to->name);
	}
}

/* Whether an experiment has something to do even without a point. */
static bool goes_without_points(const struct top *top)
{
	for (size_t i = KEY_ROUTE; i <= KEY_BUCKETS; i++)
		if (top->value[i])
			return true;
	for (size_t i = 0; i < EXP_TRIGGERS; i++)
		if (top->section[i] && !exp_triggers[i]->needs_points)
			return true;
	return top->value[KEY_PORT] || top->value[KEY_CALLS];
}

/* Reads what the nodes are to measure; measures get the pairs that routes leave. */
static void read_uses(struct gno_yaml *y, struct experiment *e, yaml_node_t *const *value)
{
	if (value[KEY_ROUTE])
		exp_read_routes(y, e, value[KEY_ROUTE]);
	if (value[KEY_GATE])
		exp_read_gates(y, e, value[KEY_GATE]);
	if (value[KEY_COUNT])
		exp_read_counts(y, e, value[KEY_COUNT]);
	if (value[KEY_WINDOWS])
		exp_read_windows(y, e, value[KEY_WINDOWS]);
	if (value[KEY_BUCKETS])
		exp_read_buckets(y, e, value[KEY_BUCKETS]);
	if (value[KEY_MEASURES])
		exp_read_measures(y, e, value[KEY_MEASURES]);
}

/* Reads the sections that name triggers, in the order in which they refer to each other. */
static void read_triggers(struct gno_yaml *y, struct experiment *e, const struct top *top)
{
	yaml_node_t *const *value = top->value;
	struct exp_spans spans = {.of = NULL};

	if (value[KEY_POINTS])
		exp_read_points(y, e, value[KEY_POINTS]);
	if (value[KEY_CALLS])
		exp_read_calls(y, e, value[KEY_CALLS]);
	if (value[KEY_INTERVALS])
		exp_read_spans(y, e, value[KEY_INTERVALS], &spans);
	if (!value[KEY_POINTS] && !spans.any && !goes_without_points(top))
		gno_yaml_fault(y, NULL, "'points' is missing");
	for (size_t k = 0; k < EXP_TRIGGERS; k++)
		if (exp_triggers[k]->own)
			exp_add_own(y, e, exp_triggers[k]);
		else if (top->section[k] || !exp_triggers[k]->section)
			exp_triggers[k]->read(y, e, top->section[k]);
	exp_read_port(y, e, value[KEY_PORT]);
	if (value[KEY_ACTIONS])
		exp_read_actions(y, e, value[KEY_ACTIONS]);
	if (value[KEY_INTERVALS])
		exp_read_intervals(y, e, value[KEY_INTERVALS], &spans);
	if (value[KEY_PROCESSES])
		exp_read_processes(y, e, value[KEY_PROCESSES]);
	read_collect(y, e, value[KEY_COLLECT]);
	if (value[KEY_UNTIL])
		read_until(y, e, value[KEY_UNTIL]);
	read_limit(y, e, value[KEY_LIMIT]);
}

/* Reads everything; what is at fault goes into `y`. Fails only where the monitor's manifest cannot
 * be read. */
static int read_experiment(struct gno_yaml *y, struct experiment *e,
			   const struct gno_experiment_options *options, struct gno_err *err)
{
	yaml_node_t *root = yaml_document_get_root_node(&y->doc);
	yaml_node_t *const *value;
	uint64_t version;
	const char *text;
	struct top top;
	int rc = 0;

	if (!root) {
		gno_yaml_fault(y, NULL, "the file is empty");
		return 0;
	}
	if (!read_top(y, root, &top))
		return 0;
	value = top.value;
	if (!value[KEY_GNOMON])
		gno_yaml_fault(y, NULL, "'gnomon' is missing (the version of the format, 1)");
	else
		gno_yaml_number(y, value[KEY_GNOMON], "'gnomon' (the version of the format)",
				FORMAT_VERSION, FORMAT_VERSION, &version);
	text = options->device	   ? options->device
	       : value[KEY_DEVICE] ? gno_yaml_text(y, value[KEY_DEVICE], "'device'")
				   : NULL;
	if (text)
		e->device = gno_yaml_copy(y, text);
	if (value[KEY_MANIFEST] || options->manifest)
		load_manifest(y, e, value[KEY_MANIFEST], options->manifest);
	else
		rc = ask_monitor(y, e, options, err);
	if (rc)
		return rc;
	exp_read_programs(y, e, value[KEY_PROGRAM], options->program);
	read_buffer(y, e, value[KEY_BUFFER]);
	check_buffer(y, e, value[KEY_BUFFER]);
	exp_read_scope(y, e, value[KEY_NODES]);
	exp_make_uses(y, e);
	if (!y->nomem)
		read_triggers(y, e, &top);
	if (!y->nomem)
		read_uses(y, e, value);
	if (!y->nomem)
		exp_resolve(y, e);
	if (!e->m || y->nomem)
		return 0;
	exp_place_triggers(y, e);
	exp_check_gates(y, e);
	exp_check_uses(y, e);
	exp_compile(y, e);
	check_intervals(y, e);
	if (value[KEY_LIMITS])
		exp_read_limits(y, e, value[KEY_LIMITS]);
	if (e->until >= 0)
		place_until(y, e);
	check_collect(y, e);
	warn_of_until(y, e);
	exp_warn_kept(y, e);
	return 0;
}

/* Reads the document, and makes the pattern file of it where nothing is wrong. */
static int compile(struct gno_yaml *y, struct experiment *e,
		   const struct gno_experiment_options *options, struct gno_pattern_file **p,
		   struct gno_err *err)
{
	int rc = read_experiment(y, e, options, err);

	if (rc)
		return rc;
	if (y->nomem)
		return gno_fail_nomem(err);
	if (y->faults->errors)
		return gno_fail(err, y->faults->errors == y->misfits ? GNO_ERR_FIT : GNO_ERR_FORMAT,
				"experiment '%s' has %s%zu fault%s", e->path,
				y->faults->errors > GNO_FAULTS_MAX ? "more than " : "",
				y->faults->errors > GNO_FAULTS_MAX ? (size_t)GNO_FAULTS_MAX
								   : y->faults->errors,
				y->faults->errors == 1 ? "" : "s");
	rc = exp_pattern_file(e, p, err);
	if (!rc && e->images > 1 && exp_needs_program(e, *p))
		gno_yaml_warn(
		    y, (struct gno_yaml_position){0},
		    "the nodes run several programs: reports name no function of a profile, a capture or an event port's PC");
	return rc;
}

/* Parses the text as YAML and reads it. */
static int parse(struct experiment *e, const struct gno_experiment_options *options,
		 struct gno_pattern_file **p, struct gno_faults *faults, struct gno_err *err)
{
	struct gno_yaml y = {.faults = faults};
	int rc = gno_yaml_load(&y, e->text, "an experiment", err);

	if (rc == GNO_ERR_FORMAT)
		return gno_fail(err, rc, "experiment '%s' has 1 fault", e->path);
	if (rc)
		return rc;
	rc = compile(&y, e, options, p, err);
	yaml_document_delete(&y.doc);
	return rc;
}

/* Frees all but the manifest. */
static void free_parts(struct experiment *e)
{
	exp_free_matches(e);
	exp_free_uses(e);
	exp_free_gates(e);
	for (unsigned n = 0; e->ranks && n < e->m->nodes; n++)
		gno_rank_tables_free(&e->ranks[n]);
	for (size_t i = 0; i < e->points; i++) {
		free(e->point[i].name);
		exp_free_where(e, &e->point[i]);
		if (e->point[i].trigger && e->point[i].trigger->free)
			e->point[i].trigger->free(e->point[i].data);
		exp_free_choice(&e->point[i].choice);
	}
	for (size_t i = 0; i < e->intervals; i++)
		free(e->interval[i].name);
	for (size_t i = 0; i < e->limits; i++)
		free(e->limit[i]);
	free(e->limit);
	gno_pattern_free_processes(e->process, e->processes);
	base_index_free(&e->names);
	free(e->ranks);
	free(e->trigger);
	free(e->point);
	exp_free_choice(&e->port_choice);
	free(e->interval);
	free(e->device);
	free(e->manifest_path);
	exp_free_programs(e);
}

int exp_load(const char *path, char *text, const struct gno_experiment_options *options,
	     struct gno_manifest **m, struct gno_pattern_file **p, struct gno_faults *faults,
	     struct gno_err *err)
{
	struct experiment e = {.path = path,
			       .text = text,
			       .until = -1,
			       .kinds = exp_triggers,
			       .may_repeat = options->rounds,
			       .round = options->round,
			       .rounds = 1};
	int rc = parse(&e, options, p, faults, err);
	struct gno_manifest *found = e.m;

	free_parts(&e);
	if (rc)
		gno_manifest_free(found);
	else
		*m = found;
	return rc;
}
