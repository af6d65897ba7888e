/* SPDX-License-Identifier: Apache-2.0 */
/* The rounds of an experiment, each of which measured other signals: what `gnomon report --json`
 * prints of a folder of them. */
#include "results/rounds.h"

#include "results/columns/documents.h"
#include "results/columns/get.h"
#include "results/columns/report/durations.h"
#include "results/columns/shared.h"

#define ROUNDS struct gno_rounds

/* -- intervals: those of round 0 -- */

struct interval_row {
	unsigned node;
	size_t interval;
};

GET_TEXT(get_interval_node, struct interval_row, s->r->m->node[v->node].name)
GET_TEXT(get_interval, struct interval_row, s->r->points.interval[v->interval].name)
GET_ROW(get_stats, struct interval_row, true, &s->r->node[v->node].statistics[v->interval].stats)

static const struct column intervals[] = {
    {"node", COLUMN_TEXT, .get = get_interval_node, .about = "where"},
    {"interval", COLUMN_TEXT, .get = get_interval, .about = "its name in the experiment"},
    {NULL, COLUMN_PART, .get = get_stats, .list = &columns_stats, .about = "in each of the rounds"},
};

static const struct column_list list_intervals = {
    .name = "rounds-intervals",
    .about = "Each interval at each node.",
    COLUMNS(intervals),
};

static int each_interval(struct column_source *s, const void *row, column_put *put, void *ctx,
			 struct gno_err *err)
{
	int rc = GNO_OK;

	(void)row;
	for (unsigned k = 0; k < s->r->m->nodes; k++)
		for (size_t i = 0; i < s->r->points.intervals && !rc; i++)
			rc = put(ctx, &(struct interval_row){k, i}, err);
	return rc;
}

/* -- measures -- */

struct measure_row {
	const struct rounds_row *of;
	struct columns_bounds a, b;
	bool has;
	struct gno_quotient q;
};

#define MEASURE(member) COLUMN_AT(struct measure_row, member)

GET_TEXT(get_node, struct measure_row, s->r->m->node[v->of->node].name)
GET_TEXT(get_measure, struct measure_row, v->of->measure->name)
GET_TEXT(get_is, struct measure_row, report_measure_is(v->of->measure->print))
GET_TEXT(get_over, struct measure_row, v->of->interval)
GET_NUMBER(get_count, struct measure_row, true, v->of->count)
GET_NUMBER(get_round, struct measure_row, true, v->of->round)
GET_REAL(get_value, struct measure_row, v->has, v->q.value)
GET_REAL(get_min, struct measure_row, v->has, v->q.min)
GET_REAL(get_max, struct measure_row, v->has, v->q.max)
GET_NUMBER(get_saturated, struct measure_row, true, v->of->counts.saturated)
GET_NUMBER(get_complete, struct measure_row, true, v->of->complete)

static const struct column measures[] = {
    {"node", COLUMN_TEXT, .get = get_node, .about = "where"},
    {"measure", COLUMN_TEXT, .get = get_measure, .about = "its name in the experiment"},
    {"is", COLUMN_TEXT, .get = get_is, .about = "what it is of the pair: `a/b`, `a`, `b/a`, `b`"},
    {"interval", COLUMN_TEXT, .get = get_over, .about = "over which it is; null: the whole round"},
    {"count", COLUMN_U64, .get = get_count, .about = "of the intervals; 0: the whole round"},
    {"round", COLUMN_U32, .get = get_round, .about = "that measured it, from 0 on"},
    {"a", COLUMN_ROW, MEASURE(a), .list = &columns_bounds, .about = "A of the pair"},
    {"b", COLUMN_ROW, MEASURE(b), .list = &columns_bounds, .about = "B of the pair"},
    {"value", COLUMN_F64, .get = get_value, .about = "itself; null: the counts give no number"},
    {"min", COLUMN_F64, .get = get_min, .about = "the same, at least"},
    {"max", COLUMN_F64, .get = get_max, .about = "the same, at most"},
    {"saturated", COLUMN_BOOL, .get = get_saturated, .about = "a counter was at its maximum"},
    {"complete", COLUMN_BOOL, .get = get_complete, .about = "no counts are missing"},
};

static const struct column_list list_measures = {
    .name = "rounds-measures",
    .about = "Each measure of a node, over each interval that has a sample, and over its round.",
    COLUMNS(measures),
};

struct measures_put {
	column_put *put;
	void *ctx;
};

static int put_measure(void *ctx, const void *row, struct gno_err *err)
{
	const struct measures_put *to = ctx;
	const struct rounds_row *of = row;
	const struct gno_ratio *c = &of->counts;
	struct measure_row v = {.of = of, .a = {c->a_min, c->a_max}, .b = {c->b_min, c->b_max}};

	v.has = !report_measure_value(of->measure->print, c, &v.q);
	return to->put(to->ctx, &v, err);
}

static int each_measure(struct column_source *s, const void *row, column_put *put, void *ctx,
			struct gno_err *err)
{
	(void)s;
	return rounds_each(row, put_measure, &(struct measures_put){put, ctx}, err);
}

/* -- the document -- */

GET_TEXT(get_experiment, ROUNDS, s->r->points.load[0].file->name)
GET_NUMBER(get_model, ROUNDS, true, s->r->run->model)

static const struct column document[] = {
    {"experiment", COLUMN_TEXT, .get = get_experiment, .about = "its name"},
    {"rounds", COLUMN_U32, COLUMN_AT(ROUNDS, rounds), .about = "how many there are"},
    {"model", COLUMN_BOOL, .get = get_model,
     .about = "the monitor was a simulated model of itself"},
    {"intervals", COLUMN_ROWS, .list = &list_intervals, .each = each_interval,
     .about = "which took as long in each round"},
    {"measures", COLUMN_ROWS, .list = &list_measures, .each = each_measure,
     .about = "of all rounds"},
};

const struct column_list columns_experiment_rounds = {
    .name = "rounds",
    .about = "What `gnomon report --json` prints of a run in rounds.",
    COLUMNS(document),
};
