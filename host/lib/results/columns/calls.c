/* SPDX-License-Identifier: Apache-2.0 */
/* Call trees: what `gnomon calls --json` prints. Paths are in a list, each with the number of its
 * parent, since a path may be deeper than a reader of JSON nests. */
#include "passes/calls/calls.h"

#include <stdlib.h>

#include "results/columns/documents.h"
#include "results/columns/get.h"
#include "results/columns/shared.h"

static const struct calls *of(const struct column_source *s)
{
	return s->of;
}

/* -- calls of a path, or of a function -- */

#define NODE struct calls_node
#define NODE_AT(member) COLUMN_AT(NODE, member)

GET_NUMBER(get_begun, NODE, true, calls_node_begun(v))
GET_NUMBER(get_min, NODE, v->whole.count, v->whole.min)
GET_NUMBER(get_max, NODE, v->whole.count, v->whole.max)

static const struct column stats[] = {
    {"calls", COLUMN_U64, "calls", .get = get_begun, .about = "that began"},
    {"whole", COLUMN_U64, "calls", NODE_AT(whole.count), .about = "of which both ends were seen"},
    {"cut", COLUMN_U64, "calls", NODE_AT(cut), .about = "of which an end was not seen"},
    {"left", COLUMN_U64, "calls", NODE_AT(left), .about = "that a caller's return ended"},
    {"unfinished", COLUMN_U64, "calls", NODE_AT(unfinished),
     .about = "that were open at the end of the run"},
    {"cycles", COLUMN_U64, "cycles", NODE_AT(whole.total), .about = "of the whole ones"},
    {"min", COLUMN_U64, "cycles", .get = get_min, .about = "of the shortest whole one"},
    {"max", COLUMN_U64, "cycles", .get = get_max, .about = "of the longest whole one"},
};

static const struct column_list list_stats = {
    .name = "calls-statistics",
    .about = "Calls of a function, or of a path.",
    COLUMNS(stats),
};

/* -- functions -- */

#define FLAT struct calls_flat

/* NULL: it is none of those with points. */
static const struct calls_function *function_of(const struct column_source *s, const FLAT *v)
{
	return v->function <= CALLS_FUNCTIONS ? &of(s)->function[v->function] : NULL;
}

static const char *name_of(const struct column_source *s, const FLAT *v)
{
	return calls_name(of(s), &(struct calls_node){.function = v->function});
}

static const char *file_of(const struct column_source *s, const FLAT *v)
{
	const struct calls_function *f = function_of(s, v);

	return f ? f->file : NULL;
}

static bool get_line(struct column_source *s, const void *row, struct cell *c)
{
	const struct calls_function *f = function_of(s, row);

	c->number = f ? f->line : 0;
	return c->number;
}

static bool get_address(struct column_source *s, const void *row, struct cell *c)
{
	const struct calls_function *f = function_of(s, row);

	c->number = f ? f->address : 0;
	return f && !f->system;
}

GET_TEXT(get_name, FLAT, name_of(s, v))
GET_TEXT(get_file, FLAT, file_of(s, v))

static const struct column functions[] = {
    {"name", COLUMN_TEXT, .get = get_name, .about = "its name; in parentheses what is none"},
    {"file", COLUMN_TEXT, .get = get_file, .about = "where it is known"},
    {"line", COLUMN_U32, .get = get_line, .about = "where it is known"},
    {"address", COLUMN_U64, "address", .get = get_address, .about = "of a function"},
    {"self", COLUMN_U64, "cycles", COLUMN_AT(FLAT, self), .about = "without what it called"},
    {"outermost", COLUMN_U64, "cycles", COLUMN_AT(FLAT, outermost),
     .about = "with what it called, but without calls within a call of it"},
    {"total", COLUMN_U64, "cycles", COLUMN_AT(FLAT, all),
     .about = "with these: a cycle counts once for each"},
    {NULL, COLUMN_PART, COLUMN_AT(FLAT, sums), .list = &list_stats, .about = "of all processes"},
};

static const struct column_list list_functions = {
    .name = "calls-functions",
    .about = "Each function in all its calls; the one with most time of its own first.",
    COLUMNS(functions),
};

static int each_function(struct column_source *s, const void *row, column_put *put, void *ctx,
			 struct gno_err *err)
{
	FLAT *list = NULL;
	size_t count = 0;
	int rc = calls_flat(row, &list, &count, err);

	(void)s;
	for (size_t i = 0; i < count && !rc; i++)
		rc = put(ctx, &list[i], err);
	free(list);
	return rc;
}

/* -- stretches of a node of which nothing is known -- */

struct unknown {
	uint64_t stretches, clocks, cut;
};

#define UNKNOWN(member) COLUMN_AT(struct unknown, member)

static const struct column unknown[] = {
    {"stretches", COLUMN_U64, UNKNOWN(stretches), .about = "how many"},
    {"cycles", COLUMN_U64, "cycles", UNKNOWN(clocks), .about = "of these"},
    {"cut", COLUMN_U64, "calls", UNKNOWN(cut), .about = "of which they hide an end"},
};

static const struct column_list list_unknown = {
    .name = "calls-unknown-why",
    .about = "Stretches of which nothing is known for one reason.",
    COLUMNS(unknown),
};

struct unknown_row {
	struct unknown of[REPORT_UNSEEN_KINDS];
};

#define WHY(why) COLUMN_ROW, COLUMN_AT(struct unknown_row, of[why]), .list = &list_unknown

static const struct column whys[] = {
    {"gap", WHY(REPORT_GAP), .about = "records were lost"},
    {"hole", WHY(REPORT_HOLE), .about = "bytes of the file are no records"},
    {"load", WHY(REPORT_BLIND), .about = "the triggers were off for a load"},
    {"off", WHY(REPORT_OFF), .about = "collection was off"},
    {"filter", WHY(REPORT_LEFT_OUT), .about = "a filter left out all records"},
    {"freeze", WHY(REPORT_FROZEN), .about = "a recorder had frozen"},
};
_Static_assert(sizeof(whys) / sizeof(*whys) == REPORT_UNSEEN_KINDS, "each reason has a column");

static const struct column_list list_whys = {
    .name = "calls-unknown",
    .about = "Stretches of a node of which nothing is known, by the reason.",
    COLUMNS(whys),
};

/* -- nodes -- */

struct node_row {
	unsigned node;
	const struct calls_seen *seen;
	struct unknown_row unknown;
};

#define SEEN(name, value) GET_NUMBER(name, struct node_row, true, v->seen->value)

GET_TEXT(get_node, struct node_row, s->r->m->node[v->node].name)
SEEN(get_known, clocks)
SEEN(get_cut_off, cut_off)
SEEN(get_missing, missing)
SEEN(get_cut_process, cut[CALLS_CUT_PROCESS])
SEEN(get_cut_room, cut[CALLS_CUT_ROOM])
SEEN(get_cut_range, cut[CALLS_CUT_RANGE])

static const struct column nodes[] = {
    {"node", COLUMN_TEXT, .get = get_node, .about = "where"},
    {"known", COLUMN_U64, "cycles", .get = get_known, .about = "of which something is known"},
    {"cut_off", COLUMN_BOOL, .get = get_cut_off, .about = "its records end before the run does"},
    {"missing_bytes", COLUMN_U64, "bytes", .get = get_missing,
     .about = "that its file then lacks, as far as is known"},
    {"unknown", COLUMN_ROW, COLUMN_AT(struct node_row, unknown), .list = &list_whys,
     .about = "of which nothing is"},
    {"cut_process", COLUMN_U64, "calls", .get = get_cut_process,
     .about = "of which an end was not seen, as it was not known which process ran"},
    {"cut_room", COLUMN_U64, "calls", .get = get_cut_room,
     .about = "likewise, as too many calls were open"},
    {"cut_range", COLUMN_U64, "calls", .get = get_cut_range,
     .about = "likewise, as they lie partly outside of the cycles that were requested"},
};

static const struct column_list list_nodes = {
    .name = "calls-nodes",
    .about = "Each node that was requested.",
    COLUMNS(nodes),
};

static int each_node(struct column_source *s, const void *row, column_put *put, void *ctx,
		     struct gno_err *err)
{
	const struct calls *c = row;
	int rc = GNO_OK;

	for (unsigned k = 0; k < s->r->m->nodes && !rc; k++) {
		struct node_row v = {.node = k, .seen = &c->seen[k]};

		for (unsigned i = 0; i < REPORT_UNSEEN_KINDS; i++)
			v.unknown.of[i] =
			    (struct unknown){v.seen->stretches[i], v.seen->lost[i], v.seen->cut[i]};
		if (v.seen->wanted)
			rc = put(ctx, &v, err);
	}
	return rc;
}

/* -- paths of a process -- */

GET_NUMBER(get_path, NODE, true, v->number)
GET_NUMBER(get_parent, NODE, v->depth, of(s)->tree.node[v->parent].number)
GET_TEXT(get_function, NODE, calls_name(of(s), v))
GET_ROW(get_path_stats, NODE, true, v)

static const struct column paths[] = {
    {"path", COLUMN_U32, .get = get_path, .about = "its number"},
    {"parent", COLUMN_U32, .get = get_parent, .about = "path of the caller; null: it is the root"},
    {"function", COLUMN_TEXT, .get = get_function, .about = "that was called"},
    {"total", COLUMN_U64, "cycles", NODE_AT(all), .about = "with what it called"},
    {"self", COLUMN_U64, "cycles", NODE_AT(self), .about = "without that"},
    {NULL, COLUMN_PART, .get = get_path_stats, .list = &list_stats, .about = "of the path"},
};

static const struct column_list list_paths = {
    .name = "calls-paths",
    .about = "Each path: a function with those that called it. Callers come first.",
    COLUMNS(paths),
};

#define LANE struct calls_lane
#define LANE_AT(member) COLUMN_AT(LANE, member)

static int each_path(struct column_source *s, const void *row, column_put *put, void *ctx,
		     struct gno_err *err)
{
	const struct calls_tree *tree = &of(s)->tree;
	const LANE *l = row;
	int rc = GNO_OK;

	for (uint32_t at = l->root; at != CALLS_NONE && !rc;
	     at = calls_tree_next(tree, l->root, at))
		rc = put(ctx, &tree->node[at], err);
	return rc;
}

/* -- processes -- */

GET_TEXT(get_lane_node, LANE, s->r->m->node[v->node].name)
GET_NUMBER(get_process, LANE, v->known, v->process)
GET_NUMBER(get_switches, LANE, v->known, v->switches)

static const struct column lanes[] = {
    {"node", COLUMN_TEXT, .get = get_lane_node, .about = "where"},
    {"process", COLUMN_U32, .get = get_process, .about = "its number; null: not known, or none"},
    {"switches", COLUMN_U64, .get = get_switches,
     .about = "stretches in which it ran that began in the cycles that were requested"},
    {"unmatched", COLUMN_U64, "calls", LANE_AT(unmatched),
     .about = "returns without an entry, and nothing was lost before them"},
    {"begun", COLUMN_U64, "calls", LANE_AT(begun), .about = "the same after a loss"},
    {"overflows", COLUMN_U64, LANE_AT(overflows),
     .about = "how often all calls were cut, as too many were open"},
    {"paths", COLUMN_ROWS, .list = &list_paths, .each = each_path, .about = "callers first"},
};

static const struct column_list list_lanes = {
    .name = "calls-processes",
    .about = "Each process of a node, or the node where there are none.",
    COLUMNS(lanes),
};

static int each_lane(struct column_source *s, const void *row, column_put *put, void *ctx,
		     struct gno_err *err)
{
	const struct calls *c = row;
	int rc = GNO_OK;

	(void)s;
	for (size_t i = 0; i < c->lanes && !rc; i++)
		rc = put(ctx, &c->lane[i], err);
	return rc;
}

/* -- the document -- */

#define CALLS struct calls

GET_TEXT(get_monitor, CALLS, s->r->m->name)
GET_NUMBER(get_run, CALLS, true, s->r->run->run)
GET_NUMBER(get_model, CALLS, true, s->r->run->model)
GET_NUMBER(get_clock_hz, CALLS, true, s->r->m->clock_hz)

static const struct column document[] = {
    {"monitor", COLUMN_TEXT, .get = get_monitor, .about = "its name"},
    {"run", COLUMN_U32, .get = get_run, .about = "its number"},
    {"model", COLUMN_BOOL, .get = get_model,
     .about = "the monitor was a simulated model of itself"},
    {NULL, COLUMN_PART, .list = &columns_ticks, .about = "how exact its times are"},
    {"clock_hz", COLUMN_U64, "Hz", .get = get_clock_hz, .about = "the monitor's clock"},
    {"nodes", COLUMN_ROWS, .list = &list_nodes, .each = each_node,
     .about = "what is known of each"},
    {"functions", COLUMN_ROWS, .list = &list_functions, .each = each_function,
     .about = "of all processes"},
    {"processes", COLUMN_ROWS, .list = &list_lanes, .each = each_lane, .about = "by node"},
};

const struct column_list columns_calls = {
    .name = "calls",
    .about = "What `gnomon calls --json` prints.",
    COLUMNS(document),
};
