/* SPDX-License-Identifier: Apache-2.0 */
/* What `gnomon report --section` prints of ratio counters, buckets and counters as JSON. */
#include <string.h>

#include "results/columns/documents.h"
#include "results/columns/get.h"
#include "results/columns/report/ratios.h"
#include "results/columns/shared.h"

static const struct columns_parts *of(const struct column_source *s)
{
	return s->of;
}

static bool has(const struct column_source *s, unsigned part)
{
	return gno_report_part_of(&s->r->m->node[s->node], of(s)->parts & part);
}

#define NODE struct report_node
#define AT(member) COLUMN_AT(NODE, member)

/* -- ratio counters, and samples -- */

static int each_sample(struct column_source *s, const void *row, column_put *put, void *ctx,
		       struct gno_err *err)
{
	(void)row;
	return columns_each_sample(s, s->node, s->rows, put, ctx, err);
}

GET_NUMBER(get_complete, NODE, true, !v->counts_incomplete)

static const struct column ratios[] = {
    {"complete", COLUMN_BOOL, .get = get_complete, .about = "the counts over the run lack none"},
    {"mixed", COLUMN_BOOL, AT(mixed),
     .about = "a load changed what is counted, or may have done so"},
    {"unsampled", COLUMN_U64, "cycles", AT(unsampled),
     .about = "that requested a sample and got none"},
    {NULL, COLUMN_PART, .list = &columns_ratios, .about = "over the run"},
    {NULL, COLUMN_PART, .list = &columns_run_extremes, .about = "over the run"},
    {"samples", COLUMN_ROWS, .list = &columns_sampled, .each = each_sample,
     .about = "in order of time"},
};

static const struct column_list list_ratios = {
    .name = "report-parts-ratios",
    .about = "Ratio counters and extremes of a node.",
    COLUMNS(ratios),
};

/* -- counters -- */

static const struct column counters[] = {
    {"unsnapped", COLUMN_U64, "cycles", AT(unsnapped),
     .about = "that requested a snapshot of the counters and got none"},
    {NULL, COLUMN_PART, .list = &columns_counters, .about = "themselves"},
};

static const struct column_list list_counters = {
    .name = "report-parts-counters",
    .about = "Counters of a node.",
    COLUMNS(counters),
};

/* -- nodes -- */

GET_TEXT(get_name, NODE, s->r->m->node[s->node].name)
GET_ROW(get_ratios, NODE, has(s, REPORT_RATIOS), v)
GET_ROW(get_buckets, NODE, has(s, REPORT_BUCKETS), v)
GET_ROW(get_counters, NODE, has(s, REPORT_COUNTERS), v)

static const struct column nodes[] = {
    {"name", COLUMN_TEXT, .get = get_name, .about = "its name"},
    {"flushed", COLUMN_BOOL, AT(flushed), .about = "its records end with that of the stop"},
    {NULL, COLUMN_PART, .get = get_ratios, .list = &list_ratios, .optional = true,
     .about = "of `ratios`"},
    {NULL, COLUMN_PART, .get = get_buckets, .list = &columns_buckets, .optional = true,
     .about = "of `buckets`"},
    {NULL, COLUMN_PART, .get = get_counters, .list = &list_counters, .optional = true,
     .about = "of `counters`"},
};

static const struct column_list list_nodes = {
    .name = "report-parts-nodes",
    .about = "Each node that has any of the parts.",
    COLUMNS(nodes),
};

static bool is_wanted(const struct column_source *s)
{
	return has(s, of(s)->parts) &&
	       (!of(s)->node || !strcmp(of(s)->node, s->r->m->node[s->node].name));
}

static int each_node(struct column_source *s, const void *row, column_put *put, void *ctx,
		     struct gno_err *err)
{
	int rc = GNO_OK;

	(void)row;
	for (s->node = 0; s->node < s->r->m->nodes && !rc; s->node++)
		if (is_wanted(s))
			rc = put(ctx, &s->r->node[s->node], err);
	return rc;
}

/* -- the document -- */

GET_TEXT(get_state, void, s->r->run->state)
GET_NUMBER(get_end, void, true, s->r->line.end)
GET_NUMBER(get_model, void, true, s->r->run->model)

static const struct column parts[] = {
    {NULL, COLUMN_PART, .list = &columns_format, .about = "its form"},
    {"state", COLUMN_TEXT, .get = get_state, .about = "how far the run came, by its journal"},
    {"end", COLUMN_U64, "cycle", .get = get_end, .about = "the one after its last"},
    {"model", COLUMN_BOOL, .get = get_model,
     .about = "the monitor was a simulated model of itself"},
    {"nodes", COLUMN_ROWS, .list = &list_nodes, .each = each_node, .about = "by number"},
};

const struct column_list columns_report_parts = {
    .name = "report-parts",
    .about = "What `gnomon report --json --section` prints of `ratios`, `buckets` and `counters`.",
    COLUMNS(parts),
};
