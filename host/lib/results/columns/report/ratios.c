/* SPDX-License-Identifier: Apache-2.0 */
/* Ratio counters, their measures, and extremes, in the report and its parts. */
#include "results/columns/report/ratios.h"

#include "gnomon/records.h"
#include "results/columns/get.h"
#include "results/columns/shared.h"

/* -- pairs -- */

struct pair_row {
	unsigned pair;
	struct columns_bounds a, b;
	bool has, saturated; /* has: a quotient */
	struct gno_quotient q;
};

static const struct gno_pair *pair_of(const struct column_source *s, const struct pair_row *v)
{
	return &s->r->m->node[s->node].pair[v->pair];
}

#define PAIR(member) COLUMN_AT(struct pair_row, member)
#define PAIR_INPUT(which)                                                                          \
	report_input(s->r, s->node, pair_of(s, v)->name, #which, pair_of(s, v)->which)

GET_TEXT(get_pair, struct pair_row, pair_of(s, v)->name)
GET_TEXT(get_a_of, struct pair_row, PAIR_INPUT(a))
GET_TEXT(get_b_of, struct pair_row, PAIR_INPUT(b))
GET_REAL(get_ratio, struct pair_row, v->has, v->q.value)
GET_REAL(get_ratio_min, struct pair_row, v->has, v->q.min)
GET_REAL(get_ratio_max, struct pair_row, v->has, v->q.max)

static const struct column pairs[] = {
    {"name", COLUMN_TEXT, .get = get_pair, .about = "of the pair, in the description"},
    {"a_of", COLUMN_TEXT, .get = get_a_of, .about = "what A counts"},
    {"b_of", COLUMN_TEXT, .get = get_b_of, .about = "what B counts"},
    {"a", COLUMN_ROW, PAIR(a), .list = &columns_bounds, .about = "A"},
    {"b", COLUMN_ROW, PAIR(b), .list = &columns_bounds, .about = "B"},
    {"ratio", COLUMN_F64, .get = get_ratio, .about = "A/B; null: B may be 0"},
    {"ratio_min", COLUMN_F64, .get = get_ratio_min, .about = "the same, at least"},
    {"ratio_max", COLUMN_F64, .get = get_ratio_max, .about = "the same, at most"},
    {"saturated", COLUMN_BOOL, PAIR(saturated), .about = "a counter was at its maximum"},
};

const struct column_list columns_pairs = {
    .name = "report-ratios",
    .about = "Each pair of ratio counters of a node.",
    COLUMNS(pairs),
};

int columns_each_pair(struct column_source *s, const void *row, column_put *put, void *ctx,
		      struct gno_err *err)
{
	const struct gno_node *n = &s->r->m->node[s->node];
	const struct gno_ratio *ratio = row;
	int rc = GNO_OK;

	for (unsigned i = 0; i < n->pairs && !rc; i++, ratio++) {
		struct pair_row v = {.pair = i,
				     .a = {ratio->a_min, ratio->a_max},
				     .b = {ratio->b_min, ratio->b_max},
				     .saturated = ratio->saturated};

		v.has = !report_quotient(n, i, ratio, &v.q);
		rc = put(ctx, &v, err);
	}
	return rc;
}

/* -- measures -- */

struct measure_row {
	const struct gno_pattern_measure *of;
	struct columns_bounds a, b;
	bool has;
	struct gno_quotient q;
};

#define MEASURE(member) COLUMN_AT(struct measure_row, member)

GET_TEXT(get_measure, struct measure_row, v->of->name)
GET_TEXT(get_measure_pair, struct measure_row, s->r->m->node[s->node].pair[v->of->pair].name)
GET_TEXT(get_is, struct measure_row, report_measure_is(v->of->print))
GET_REAL(get_value, struct measure_row, v->has, v->q.value)
GET_REAL(get_value_min, struct measure_row, v->has, v->q.min)
GET_REAL(get_value_max, struct measure_row, v->has, v->q.max)

static const struct column measures[] = {
    {"name", COLUMN_TEXT, .get = get_measure, .about = "of the measure, in the experiment"},
    {"pair", COLUMN_TEXT, .get = get_measure_pair, .about = "that counts it"},
    {"is", COLUMN_TEXT, .get = get_is, .about = "what it is of the pair: `a/b`, `a`, `b/a`, `b`"},
    {"value", COLUMN_F64, .get = get_value, .about = "itself; null: the counts give no number"},
    {"min", COLUMN_F64, .get = get_value_min, .about = "the same, at least"},
    {"max", COLUMN_F64, .get = get_value_max, .about = "the same, at most"},
    {"a", COLUMN_ROW, MEASURE(a), .list = &columns_bounds, .about = "A of the pair"},
    {"b", COLUMN_ROW, MEASURE(b), .list = &columns_bounds, .about = "B of the pair"},
};

const struct column_list columns_measures = {
    .name = "report-measures",
    .about = "Each measure of a node; none where loads have different ones.",
    COLUMNS(measures),
};

int columns_each_measure(struct column_source *s, const void *row, column_put *put, void *ctx,
			 struct gno_err *err)
{
	const struct gno_pattern_node *n = report_measures(s->r, s->node);
	const struct gno_ratio *ratio = row;
	int rc = GNO_OK;

	for (size_t i = 0; n && i < n->measures && !rc; i++) {
		const struct gno_ratio *of = &ratio[n->measure[i].pair];
		struct measure_row v = {
		    .of = &n->measure[i], .a = {of->a_min, of->a_max}, .b = {of->b_min, of->b_max}};

		v.has = !report_measure_value(v.of->print, of, &v.q);
		rc = put(ctx, &v, err);
	}
	return rc;
}

/* -- extremes -- */

struct end_row {
	bool any;
	uint32_t value;
	uint64_t time;
	struct report_fired fired;
};

static const char *event_of(struct column_source *s, const struct report_fired *fired)
{
	return fired->code ? report_fired_name(s->r, fired, s->name, sizeof(s->name)) : NULL;
}

GET_NUMBER(get_end_time, struct end_row, v->time != GNO_TIME_UNKNOWN, v->time)
GET_TEXT(get_end_event, struct end_row, event_of(s, &v->fired))

static const struct column ends[] = {
    {"value", COLUMN_U32, COLUMN_AT(struct end_row, value), .about = "itself"},
    {"time", COLUMN_U64, "cycle", .get = get_end_time, .about = "when, where it is known"},
    {"event", COLUMN_TEXT, .get = get_end_event, .about = "that fired then; null: none did"},
};

static bool has_end(const void *row)
{
	return ((const struct end_row *)row)->any;
}

static const struct column_list list_ends = {
    .name = "report-extremes-end",
    .about = "The largest or the smallest value.",
    COLUMNS(ends),
    .there = has_end,
};

struct extreme_row {
	unsigned extreme;
	struct end_row largest, smallest;
};

static const struct gno_watcher *extreme_of(const struct column_source *s,
					    const struct extreme_row *v)
{
	return &s->r->m->node[s->node].preprocessors.extreme[v->extreme];
}

#define EXTREME(member) COLUMN_AT(struct extreme_row, member)

GET_TEXT(get_extreme, struct extreme_row, extreme_of(s, v)->name)
GET_TEXT(get_quantity, struct extreme_row,
	 s->r->m->node[s->node].preprocessors.quantity[extreme_of(s, v)->of].name)

static const struct column extremes[] = {
    {"name", COLUMN_TEXT, .get = get_extreme, .about = "of the unit, in the description"},
    {"of", COLUMN_TEXT, .get = get_quantity, .about = "the quantity"},
    {"largest", COLUMN_ROW, EXTREME(largest), .list = &list_ends,
     .about = "its largest value; null: it had none"},
    {"smallest", COLUMN_ROW, EXTREME(smallest), .list = &list_ends, .about = "likewise"},
};

const struct column_list columns_extremes = {
    .name = "report-extremes",
    .about = "Each unit of extremes of a node.",
    COLUMNS(extremes),
};

static struct end_row end_row(bool any, uint32_t value, uint64_t time, unsigned code, int point)
{
	return (struct end_row){any, value, time, {GNO_KIND_EVENT, code, point, 0}};
}

int columns_each_extreme(struct column_source *s, const void *row, column_put *put, void *ctx,
			 struct gno_err *err)
{
	const struct report_extreme *e = row;
	int rc = GNO_OK;

	for (unsigned i = 0; i < s->r->m->node[s->node].preprocessors.extremes && !rc; i++, e++)
		rc = put(ctx,
			 &(struct extreme_row){i,
					       end_row(e->v.any, e->v.largest, e->v.largest_time,
						       e->v.largest_code, e->largest_point),
					       end_row(e->v.any, e->v.smallest, e->v.smallest_time,
						       e->v.smallest_code, e->smallest_point)},
			 err);
	return rc;
}
