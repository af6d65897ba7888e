/* SPDX-License-Identifier: Apache-2.0 */
/* Durations by a clock that is slow, or contended: what `gnomon samples --json` prints. */
#include "clocks/answer.h"

#include "results/columns/documents.h"
#include "results/columns/get.h"

static const struct clocks_answer *of(const struct column_source *s)
{
	return s->of;
}

#define ANSWER struct clocks_answer
#define ANSWER_REAL(name, value) GET_REAL(name, ANSWER, true, value)

ANSWER_REAL(get_tick, v->tick)
ANSWER_REAL(get_confidence, v->confidence)

/* -- a plan -- */

#define EXPECTED struct clocks_expected
#define EXPECTED_AT(member) COLUMN_AT(EXPECTED, member)

GET_REAL(get_duration, EXPECTED, true, clocks_value(v->duration))
GET_REAL(get_wrong, EXPECTED, true, clocks_value(v->wrong))
GET_TEXT(get_rule, EXPECTED, clocks_rule_name[v->rule])
GET_REAL(get_expected_width, EXPECTED, true, v->width)

static const struct column expected[] = {
    {"duration", COLUMN_F64, "time", .get = get_duration, .about = "that is expected"},
    {"wrong", COLUMN_F64, "time", .get = get_wrong, .about = "by how much it may be wrong"},
    {"by", COLUMN_TEXT, .get = get_rule, .about = "Beilner's equation: `14a`, `14b`, `10b`"},
    {"repetitions", COLUMN_U64, EXPECTED_AT(repetitions), .about = "that it needs"},
    {"width", COLUMN_F64, .get = get_expected_width,
     .about = "of its interval after all repetitions, as a share of the mean"},
};

static const struct column_list list_expected = {
    .name = "samples-plan-expected",
    .about = "Each duration, as it was given.",
    COLUMNS(expected),
};

static int each_expected(struct column_source *s, const void *row, column_put *put, void *ctx,
			 struct gno_err *err)
{
	const struct clocks_plan *p = of(s)->plan;
	int rc = GNO_OK;

	(void)row;
	for (size_t i = 0; i < p->count && !rc; i++)
		rc = put(ctx, &p->expected[i], err);
	return rc;
}

GET_REAL(get_plan_confidence, ANSWER, !v->plan->quantile.digits, v->plan->confidence)
ANSWER_REAL(get_quantile, v->plan->w)
ANSWER_REAL(get_width, clocks_value(v->plan->width) / 100)
GET_NUMBER(get_most, ANSWER, true, v->plan->most)
GET_REAL(get_length, ANSWER, v->has_loop, (double)v->plan->most * v->loop)
GET_REAL(get_plan_lock, ANSWER, v->has_loop, clocks_answer_lock(v))

#define LOCK "how many times the error is that of independent counts; null: the loop is not known"

static const struct column plan[] = {
    {"tick", COLUMN_F64, "time", .get = get_tick, .about = "of the clock"},
    {"confidence", COLUMN_F64, .get = get_plan_confidence,
     .about = "of the intervals, as a share; null: `quantile` was given"},
    {"quantile", COLUMN_F64, .get = get_quantile,
     .about = "total width of an interval in standard deviations"},
    {"width", COLUMN_F64, .get = get_width,
     .about = "of an interval at most, as a share of the mean"},
    {"expected", COLUMN_ROWS, .list = &list_expected, .each = each_expected,
     .about = "what is to be measured"},
    {"repetitions", COLUMN_U64, .get = get_most, .about = "of the experiment"},
    {"length", COLUMN_F64, "time", .get = get_length,
     .about = "of the experiment; null: the loop is not known"},
    {"lock", COLUMN_F64, .get = get_plan_lock, .about = LOCK},
};

const struct column_list columns_clocks_plan = {
    .name = "samples-plan",
    .about = "What `gnomon samples --expect --json` prints. Times are in the user's unit.",
    COLUMNS(plan),
};

/* -- means from counts -- */

#define ESTIMATE struct clocks_estimate
#define ESTIMATE_REAL(name, has, value) GET_REAL(name, ESTIMATE, has, value)

GET_TEXT(get_name, ESTIMATE,
	 clocks_answer_name(of(s), (size_t)(v - of(s)->estimate), s->name, sizeof(s->name)))
ESTIMATE_REAL(get_mean, true, v->mean)
ESTIMATE_REAL(get_low, v->method, v->low)
ESTIMATE_REAL(get_high, v->method, v->high)
GET_TEXT(get_method, ESTIMATE, clocks_method_name[v->method])
GET_TEXT(get_why, ESTIMATE, clocks_why_text[v->why])
ESTIMATE_REAL(get_deviation, of(s)->counts->rows > 1, v->deviation)
ESTIMATE_REAL(get_s_10a, true, v->s_10a)
ESTIMATE_REAL(get_bound, true, v->bound)
ESTIMATE_REAL(get_certain, true, v->certain)
GET_NUMBER(get_dependent, ESTIMATE, v->tested, v->dependent)
GET_NUMBER(get_lag, ESTIMATE, v->dependent, v->lag)
ESTIMATE_REAL(get_correlation, v->dependent, v->correlation)
ESTIMATE_REAL(get_lock, v->lock > 0, v->lock)

static const struct column estimates[] = {
    {"name", COLUMN_TEXT, .get = get_name, .about = "of the column, or its number"},
    {"counts", COLUMN_U64, COLUMN_AT(ESTIMATE, counts), .about = "how many there are"},
    {"mean", COLUMN_F64, "time", .get = get_mean, .about = "of the duration"},
    {"low", COLUMN_F64, "time", .get = get_low, .about = "its interval; null: there is none"},
    {"high", COLUMN_F64, "time", .get = get_high, .about = "likewise"},
    {"by", COLUMN_TEXT, .get = get_method,
     .about = "how the interval was made: `none`, `counts`, `student`, ..."},
    {"why", COLUMN_TEXT, .get = get_why, .about = "there is no interval"},
    {"deviation", COLUMN_F64, "time", .get = get_deviation,
     .about = "standard deviation of one count, or of the mean of each sum"},
    {"s_10a", COLUMN_F64, "time", .get = get_s_10a, .about = "that of the mean by Beilner's (10a)"},
    {"bound", COLUMN_F64, "time", .get = get_bound, .about = "that of the mean at most"},
    {"certain", COLUMN_F64, "time", .get = get_certain,
     .about = "the mean of these very durations is no further away"},
    {"dependent", COLUMN_BOOL, .get = get_dependent,
     .about = "the counts depend on each other; null: too few to test"},
    {"lag", COLUMN_U32, "counts", .get = get_lag, .about = "between those that depend most"},
    {"correlation", COLUMN_F64, .get = get_correlation, .about = "of these"},
    {"lock", COLUMN_F64, .get = get_lock, .about = LOCK},
};

static const struct column_list list_estimates = {
    .name = "samples-counts-columns",
    .about = "Each column of the file.",
    COLUMNS(estimates),
};

static int each_estimate(struct column_source *s, const void *row, column_put *put, void *ctx,
			 struct gno_err *err)
{
	const ANSWER *a = row;
	int rc = GNO_OK;

	(void)s;
	for (size_t i = 0; i < a->counts->columns && !rc; i++)
		rc = put(ctx, &a->estimate[i], err);
	return rc;
}

static const struct column counts[] = {
    {"tick", COLUMN_F64, "time", .get = get_tick, .about = "of the clock"},
    {"confidence", COLUMN_F64, .get = get_confidence, .about = "of the intervals, as a share"},
    {"columns", COLUMN_ROWS, .list = &list_estimates, .each = each_estimate,
     .about = "what was measured"},
};

const struct column_list columns_clocks_counts = {
    .name = "samples-counts",
    .about = "What `gnomon samples COUNTS --json` prints. Times are in the user's unit.",
    COLUMNS(counts),
};

/* -- readings around zero elapsed time -- */

#define CORRECTED struct clocks_corrected
#define CORRECTED_REAL(name, has, value) GET_REAL(name, CORRECTED, has, value)

GET_TEXT(get_way, CORRECTED, clocks_way_name[v - of(s)->zero->way])
CORRECTED_REAL(get_way_mean, true, v->mean *of(s)->tick)
CORRECTED_REAL(get_way_deviation, true, v->deviation *of(s)->tick)
CORRECTED_REAL(get_k, v->has_k, v->k)
CORRECTED_REAL(get_k_low, v->has_k, v->k_low)
CORRECTED_REAL(get_k_high, v->has_k, v->k_high)
GET_NUMBER(get_block, CORRECTED, v->has_k, v->block)
CORRECTED_REAL(get_shortest, true, v->least *of(s)->tick)

static const struct column ways[] = {
    {"name", COLUMN_TEXT, .get = get_way, .about = "of the method"},
    {"mean", COLUMN_F64, "time", .get = get_way_mean, .about = "of what should be 0"},
    {"deviation", COLUMN_F64, "time", .get = get_way_deviation,
     .about = "standard deviation of one reading"},
    {"k", COLUMN_F64, .get = get_k, .about = "Kong's factor of improvement; null: nothing varies"},
    {"k_low", COLUMN_F64, .get = get_k_low, .about = "its interval"},
    {"k_high", COLUMN_F64, .get = get_k_high, .about = "likewise"},
    {"block", COLUMN_U64, "repetitions", .get = get_block,
     .about = "that the bootstrap draws together"},
    {"shortest", COLUMN_F64, "time", .get = get_shortest,
     .about = "duration of which one reading is known to `part`"},
};

static const struct column_list list_ways = {
    .name = "samples-zero-methods",
    .about = "Each method that the time stamps allow.",
    COLUMNS(ways),
};

static int each_way(struct column_source *s, const void *row, column_put *put, void *ctx,
		    struct gno_err *err)
{
	const struct clocks_zero *z = of(s)->zero;
	int rc = GNO_OK;

	(void)row;
	for (size_t i = 0; i < CLOCKS_WAYS && !rc; i++)
		if (z->way[i].there)
			rc = put(ctx, &z->way[i], err);
	return rc;
}

ANSWER_REAL(get_part, v->part)
GET_NUMBER(get_n, ANSWER, true, v->zero->n)
ANSWER_REAL(get_zero_mean, v->zero->mean * v->tick)
ANSWER_REAL(get_zero_deviation, v->zero->deviation * v->tick)
GET_NUMBER(get_prescale, ANSWER, true, v->zero->prescale)

static const struct column zero[] = {
    {"tick", COLUMN_F64, "time", .get = get_tick, .about = "of the clock"},
    {"confidence", COLUMN_F64, .get = get_confidence, .about = "of the intervals, as a share"},
    {"part", COLUMN_F64, .get = get_part,
     .about = "half the width of an interval, as a share of the duration"},
    {"repetitions", COLUMN_U64, .get = get_n, .about = "in the file"},
    {"mean", COLUMN_F64, "time", .get = get_zero_mean, .about = "of two reads, uncorrected"},
    {"deviation", COLUMN_F64, "time", .get = get_zero_deviation,
     .about = "standard deviation of the same"},
    {"prescale", COLUMN_U64, .get = get_prescale,
     .about = "largest power of two whose tick is at most the standard deviation"},
    {"methods", COLUMN_ROWS, .list = &list_ways, .each = each_way,
     .about = "ways to correct a reading"},
};

const struct column_list columns_clocks_zero = {
    .name = "samples-zero",
    .about = "What `gnomon samples --zero --json` prints. Times are in the user's unit.",
    COLUMNS(zero),
};
