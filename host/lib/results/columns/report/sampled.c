/* SPDX-License-Identifier: Apache-2.0 */
/* Samples of ratio counters and of extremes, in the report and its parts. */
#include "compile/groups.h"
#include "results/columns/get.h"
#include "results/columns/report/ratios.h"
#include "results/columns/shared.h"

#define SAMPLE struct report_sample

/* -- what fired with it -- */

static int each_fired(struct column_source *s, const void *row, column_put *put, void *ctx,
		      struct gno_err *err)
{
	const SAMPLE *sample = row;
	int rc = GNO_OK;

	for (size_t i = 0; i < sample->fires && !rc; i++)
		if (sample->fired[i].kind != GNO_KIND_WORD)
			rc = put(
			    ctx,
			    report_fired_name(s->r, &sample->fired[i], s->name, sizeof(s->name)),
			    err);
	return rc;
}

/* -- from where on the counters of each group, and of what is in none, counted -- */

struct group_row {
	unsigned group;
	const struct report_since *since;
};

static const char *group_of(const struct column_source *s, const struct group_row *v)
{
	const struct gno_preprocessors *made = &s->r->m->node[s->node].preprocessors;

	return v->group < made->groups ? made->group[v->group] : NULL;
}

#define GROUP(name, has, member) GET_NUMBER(name, struct group_row, has, v->since->member)

GET_TEXT(get_group, struct group_row, group_of(s, v))
GROUP(get_group_from, !v->since->lost, from)
GROUP(get_group_reset, true, reset)
GROUP(get_group_mixed, true, mixed)

static const struct column groups[] = {
    {"group", COLUMN_TEXT, .get = get_group, .about = "its name; null: what is in none"},
    {"from", COLUMN_U64, "cycle", .get = get_group_from,
     .about = "first one that it counts, where it is known"},
    {"reset", COLUMN_BOOL, .get = get_group_reset, .about = "the sample reset its counters"},
    {"mixed", COLUMN_BOOL, .get = get_group_mixed, .about = "a load changed what is counted"},
};

static const struct column_list list_groups = {
    .name = "report-samples-groups",
    .about = "Each group of counters that can be reset for itself.",
    COLUMNS(groups),
};

static int each_group(struct column_source *s, const void *row, column_put *put, void *ctx,
		      struct gno_err *err)
{
	const struct report_since *since = ((const SAMPLE *)row)->since;
	const struct gno_node *n = &s->r->m->node[s->node];
	int rc = GNO_OK;

	for (unsigned g = 0; g <= n->preprocessors.groups && !rc; g++)
		if (gno_group_can(n, g, GNO_ACT_RESET))
			rc = put(ctx, &(struct group_row){g, &since[g]}, err);
	return rc;
}

/* -- samples -- */

/* What requested it. */
static const struct report_fired *asked(const SAMPLE *s)
{
	static const struct report_fired flush = {.kind = GNO_KIND_FLUSH, .point = -1};

	return s->fires ? &s->fired[s->asked] : &flush;
}

#define SAMPLE_NUMBER(name, has, value) GET_NUMBER(name, SAMPLE, has, value)

SAMPLE_NUMBER(get_from, !v->since_lost && !v->apart, v->from)
SAMPLE_NUMBER(get_time, true, v->time)
GET_TEXT(get_node, SAMPLE, s->r->m->node[s->node].name)
SAMPLE_NUMBER(get_code, true, asked(v)->code)
GET_TEXT(get_point, SAMPLE, report_fired_name(s->r, asked(v), s->name, sizeof(s->name)))
SAMPLE_NUMBER(get_reset, true, v->reset)
SAMPLE_NUMBER(get_mixed, true, v->mixed)
GET_ROW(get_groups, SAMPLE, v->since, v)
GET_ROW(get_pairs, SAMPLE, v->pair, v->pair)
GET_ROW(get_stall, SAMPLE, true, v->pair)
GET_ROW(get_extremes, SAMPLE, true, v->extreme)

static const struct column samples[] = {
    {"from", COLUMN_U64, "cycle", .get = get_from,
     .about = "first one that it counts; null: not known, or not the same in all groups"},
    {"time", COLUMN_U64, "cycle", .get = get_time, .about = "last one that it counts"},
    {"node", COLUMN_TEXT, .get = get_node, .about = "where"},
    {"code", COLUMN_U32, .get = get_code, .about = "of what requested it"},
    {"point", COLUMN_TEXT, .get = get_point, .about = "that requested it, or `(end)`"},
    {"points", COLUMN_ROWS, .list = &columns_texts, .each = each_fired,
     .about = "all that fired in its cycle"},
    {"reset", COLUMN_BOOL, .get = get_reset, .about = "it reset the counters"},
    {"mixed", COLUMN_BOOL, .get = get_mixed, .about = "a load changed what is counted"},
    {"groups", COLUMN_ROWS, .get = get_groups, .list = &list_groups, .each = each_group,
     .optional = true, .about = "where counters have groups"},
    {"pairs", COLUMN_ROWS, .get = get_pairs, .list = &columns_pairs, .each = columns_each_pair,
     .about = "what was counted"},
    {"measures", COLUMN_ROWS, .get = get_pairs, .list = &columns_measures,
     .each = columns_each_measure, .about = "what that makes of measures"},
    {"stall", COLUMN_ROWS, .get = get_stall, .list = &columns_stalls, .each = columns_each_stall,
     .about = "classes of its pairs"},
    {"extremes", COLUMN_ROWS, .get = get_extremes, .list = &columns_extremes,
     .each = columns_each_extreme, .about = "since `from`, likewise"},
};

const struct column_list columns_sampled = {
    .name = "report-samples",
    .about = "Each sample of a node's ratio counters and extremes.",
    COLUMNS(samples),
};

struct sink {
	column_put *put;
	void *ctx;
};

static int put_sample(void *ctx, const void *row, struct gno_err *err)
{
	const struct sink *to = ctx;

	return to->put(to->ctx, &((const struct report_row *)row)->sample, err);
}

int columns_each_sample(struct column_source *s, unsigned node, uint64_t most, column_put *put,
			void *ctx, struct gno_err *err)
{
	s->node = node;
	return columns_each_row(s, REPORT_SAMPLES, node, most, put_sample, &(struct sink){put, ctx},
				err);
}
