/* SPDX-License-Identifier: Apache-2.0 */
/* Two runs beside each other: what `gnomon diff --json` prints. */
#include "results/diff/diff.h"

#include "passes/messages/traffic.h"
#include "results/columns/documents.h"
#include "results/columns/get.h"
#include "results/columns/shared.h"

#define DIFF struct report_diff
#define ROW struct diff_row

static const DIFF *of(const struct column_source *s)
{
	return s->of;
}

/* -- runs -- */

/* Which run a row of the list is of. */
static unsigned run_of(const struct column_source *s, const void *row)
{
	return (unsigned)((const char *const *)row - of(s)->path);
}

#define RUN_NUMBER(name, value) GET_NUMBER(name, void, true, value)
#define ALONE(kind) of(s)->only[kind][run_of(s, row)]

GET_TEXT(get_path, void, of(s)->path[run_of(s, row)])
RUN_NUMBER(get_model, of(s)->run[run_of(s, row)]->run->model)
RUN_NUMBER(get_lost, of(s)->lost[run_of(s, row)])
RUN_NUMBER(get_intervals_alone, ALONE(DIFF_INTERVAL))
RUN_NUMBER(get_ratios_alone, ALONE(DIFF_RATIO))
RUN_NUMBER(get_buckets_alone, ALONE(DIFF_BUCKETS))
RUN_NUMBER(get_counters_alone, ALONE(DIFF_COUNTER))
GET_NUMBER(get_complete, void, of(s)->traffic[run_of(s, row)],
	   !of(s)->traffic[run_of(s, row)]->breaks)

static const struct column runs[] = {
    {"path", COLUMN_TEXT, .get = get_path, .about = "as it was given"},
    {"model", COLUMN_BOOL, .get = get_model,
     .about = "the monitor was a simulated model of itself"},
    {"lost", COLUMN_U64, "records", .get = get_lost, .about = "that gaps state"},
    {"intervals_alone", COLUMN_U64, .get = get_intervals_alone,
     .about = "that the other run's experiment lacks"},
    {"ratios_alone", COLUMN_U64, .get = get_ratios_alone, .about = "likewise"},
    {"buckets_alone", COLUMN_U64, .get = get_buckets_alone, .about = "likewise"},
    {"counters_alone", COLUMN_U64, .get = get_counters_alone, .about = "likewise"},
    {"messages_complete", COLUMN_BOOL, .get = get_complete,
     .about = "no writes of nodes can be missing; null: the run has no messages"},
};

static const struct column_list list_runs = {
    .name = "diff-runs",
    .about = "The two runs.",
    COLUMNS(runs),
};

static int each_run(struct column_source *s, const void *row, column_put *put, void *ctx,
		    struct gno_err *err)
{
	const DIFF *d = row;
	int rc = put(ctx, &d->path[0], err);

	(void)s;
	return rc ? rc : put(ctx, &d->path[1], err);
}

static int each_note(struct column_source *s, const void *row, column_put *put, void *ctx,
		     struct gno_err *err)
{
	const DIFF *d = row;
	int rc = GNO_OK;

	(void)s;
	for (size_t i = 0; i < d->notes && !rc; i++)
		rc = put(ctx, d->note[i], err);
	return rc;
}

/* -- percentiles -- */

#define PART(member) COLUMN_AT(struct diff_part, member)

static const struct column ranges[] = {
    {"lo", COLUMN_U64, PART(lo), .about = "at least"},
    {"hi", COLUMN_U64, PART(hi), .about = "at most"},
};

static const struct column_list list_ranges = {
    .name = "diff-range",
    .about = "Between which two numbers a percentile lies.",
    COLUMNS(ranges),
};

/* What one run has of a row. */
struct side_row {
	struct diff_side of;
	struct columns_bounds a, b;
};

#define SIDE struct side_row
#define SIDE_AT(member) COLUMN_AT(SIDE, member)

GET_ROW(get_median, SIDE, v->of.has, &v->of.median)
GET_ROW(get_last, SIDE, v->of.has, &v->of.last)

static const struct column percentiles[] = {
    {"50", COLUMN_ROW, .get = get_median, .list = &list_ranges,
     .about = "the least that so many per cent do not exceed"},
    {"99", COLUMN_ROW, .get = get_last, .list = &list_ranges, .about = "likewise"},
};

static const struct column_list list_percentiles = {
    .name = "diff-percentiles",
    .about = "Percentiles; null: there is no value.",
    COLUMNS(percentiles),
};

/* -- what one run has of a row -- */

GET_REAL(get_value, SIDE, v->of.has, v->of.value)
GET_REAL(get_value_bound, SIDE, v->of.bound > 0, v->of.bound)
GET_REAL(get_value_min, SIDE, v->of.has, v->of.min)
GET_REAL(get_value_max, SIDE, v->of.has, v->of.max)
GET_NUMBER(get_min, SIDE, v->of.has, v->of.stats.min)
GET_NUMBER(get_max, SIDE, v->of.has, v->of.stats.max)
GET_ROW(get_side, SIDE, true, v)

static const struct column durations[] = {
    {"count", COLUMN_U64, SIDE_AT(of.stats.count), .about = "how many there are"},
    {"mean", COLUMN_F64, "cycles", .get = get_value, .about = "what is compared"},
    {"bound", COLUMN_F64, "cycles", .get = get_value_bound,
     .about = "by which `mean` can be wrong at most; null: times are exact"},
    {"min", COLUMN_U64, "cycles", .get = get_min, .about = "of the shortest"},
    {"max", COLUMN_U64, "cycles", .get = get_max, .about = "of the longest"},
    {"percentiles", COLUMN_ROW, .get = get_side, .list = &list_percentiles, .about = "in cycles"},
};

static const struct column_list list_durations = {
    .name = "diff-durations",
    .about = "Durations of a run.",
    COLUMNS(durations),
};

static const struct column ratios[] = {
    {"value", COLUMN_F64, .get = get_value, .about = "what is compared"},
    {"min", COLUMN_F64, .get = get_value_min, .about = "the same, at least"},
    {"max", COLUMN_F64, .get = get_value_max, .about = "the same, at most"},
    {"samples", COLUMN_U64, "samples", SIDE_AT(of.samples), .about = "that it comes from"},
    {"a", COLUMN_ROW, SIDE_AT(a), .list = &columns_bounds, .about = "A of the pair"},
    {"b", COLUMN_ROW, SIDE_AT(b), .list = &columns_bounds, .about = "B of the pair"},
};

static const struct column_list list_ratios = {
    .name = "diff-ratios",
    .about = "A ratio of a run.",
    COLUMNS(ratios),
};

static const struct column buckets[] = {
    {"values", COLUMN_U64, "values", SIDE_AT(of.stats.count), .about = "in all banks"},
    {"lost", COLUMN_U64, "values", SIDE_AT(of.lost),
     .about = "that were lost, as no bank was free"},
    {"mean", COLUMN_F64, .get = get_value,
     .about = "what is compared, with every value in the middle of its bucket"},
    {"mean_min", COLUMN_F64, .get = get_value_min,
     .about = "mean with every value at the lower end of its bucket"},
    {"mean_max", COLUMN_F64, .get = get_value_max,
     .about = "mean with every value at the upper end"},
    {"percentiles", COLUMN_ROW, .get = get_side, .list = &list_percentiles,
     .about = "buckets that hold them"},
    {"banks", COLUMN_U64, "banks", SIDE_AT(of.samples), .about = "that it comes from"},
};

static const struct column_list list_buckets = {
    .name = "diff-values",
    .about = "Values in buckets of a run.",
    COLUMNS(buckets),
};

static const struct column shares[] = {
    {"value", COLUMN_F64, .get = get_value, .about = "`count` / `of`: what is compared"},
    {"count", COLUMN_U64, SIDE_AT(of.counts.a_max), .about = "of the point, or of the input"},
    {"of", COLUMN_U64, SIDE_AT(of.counts.b_max), .about = "all values, or the cycles"},
    {"samples", COLUMN_U64, SIDE_AT(of.samples), .about = "banks or snapshots that it comes from"},
};

static const struct column_list list_shares = {
    .name = "diff-share",
    .about = "A share, or a counter, of a run.",
    COLUMNS(shares),
};

static int each_side(struct column_source *s, const void *row, column_put *put, void *ctx,
		     struct gno_err *err)
{
	const ROW *v = row;
	int rc = GNO_OK;

	(void)s;
	for (unsigned i = 0; i < 2 && !rc; i++) {
		const struct gno_ratio *c = &v->side[i].counts;

		rc = put(ctx, &(SIDE){v->side[i], {c->a_min, c->a_max}, {c->b_min, c->b_max}}, err);
	}
	return rc;
}

/* -- rows: what was compared, and how it differs -- */

#define ROW_AT(member) COLUMN_AT(ROW, member)

GET_ROW(get_row, ROW, true, v)
GET_TEXT(get_verdict, ROW, report_diff_verdict(v->verdict))
GET_REAL(get_change, ROW, v->has_change, v->change)
GET_REAL(get_p, ROW, v->has_p, v->p)
GET_TEXT(get_why, ROW, v->has_p ? NULL : v->why)
GET_TEXT(get_until, ROW, report_diff_until(of(s), v))
GET_TEXT(get_kind, ROW, report_diff_kind(v))
GET_TEXT(get_is, ROW, report_measure_is(v->print))

/* The processes of a latency: from one to another, or the one that waits. */
static bool get_from(struct column_source *s, const void *row, struct cell *c)
{
	const ROW *v = row;

	(void)s;
	c->text = v->other;
	return v->kind == DIFF_TRANSIT;
}

static bool get_to(struct column_source *s, const void *row, struct cell *c)
{
	const ROW *v = row;

	(void)s;
	c->text = v->name;
	return v->kind == DIFF_TRANSIT;
}

static bool get_receiver(struct column_source *s, const void *row, struct cell *c)
{
	const ROW *v = row;

	(void)s;
	c->text = v->name;
	return v->kind != DIFF_TRANSIT;
}

static const struct column judged[] = {
    {"verdict", COLUMN_TEXT, .get = get_verdict,
     .about = "`same`, `longer`, `shorter`, `higher`, `lower`, `gone`, `new` or `unknown`"},
    {"worse", COLUMN_BOOL, ROW_AT(worse), .about = "the second run is worse in it"},
    {"change", COLUMN_F64, .get = get_change,
     .about = "of what is compared, as a share of the first run's; null: it has none"},
    {"p", COLUMN_F64, .get = get_p,
     .about = "how often runs without a difference would differ as much; null: not known"},
    {"p_not_known", COLUMN_TEXT, .get = get_why, .about = "why it is not"},
};

static const struct column_list list_judged = {
    .name = "diff-verdict",
    .about = "How the two runs differ in a row.",
    COLUMNS(judged),
};

#define JUDGED                                                                                     \
	{                                                                                          \
		NULL, COLUMN_PART, .get = get_row, .list = &list_judged, .about = "how it differs" \
	}
#define SIDES(inner)                                                                               \
	{                                                                                          \
		"runs", COLUMN_ROWS, .list = (inner), .each = each_side,                           \
				     .about = "what each run has of it"                            \
	}
#define NODE                                                                                       \
	{                                                                                          \
		"node", COLUMN_TEXT, ROW_AT(other), .about = "where"                               \
	}
#define UNTIL                                                                                      \
	{                                                                                          \
		"until", COLUMN_TEXT,                                                              \
		    .get = get_until,                                                              \
		    .about = "the point up to which it is; null: of the whole runs"                \
	}

static const struct column interval_rows[] = {
    {"name", COLUMN_TEXT, ROW_AT(name), .about = "its name in the experiment"},
    JUDGED,
    SIDES(&list_durations),
};

static const struct column_list list_interval_rows = {
    .name = "diff-intervals",
    .about = "Each interval of both experiments, over all nodes.",
    COLUMNS(interval_rows),
};

static const struct column latency_rows[] = {
    {"kind", COLUMN_TEXT, .get = get_kind, .about = "`transit`, `wait` or `blocked`"},
    {"from", COLUMN_TEXT, .get = get_from, .optional = true, .about = "the process that sends"},
    {"to", COLUMN_TEXT, .get = get_to, .optional = true, .about = "the process that receives"},
    {"process", COLUMN_TEXT, .get = get_receiver, .optional = true, .about = "that waits"},
    JUDGED,
    SIDES(&list_durations),
};

static const struct column_list list_latency_rows = {
    .name = "diff-latencies",
    .about = "Each latency of messages.",
    COLUMNS(latency_rows),
};

static const struct column ratio_rows[] = {
    NODE,
    {"name", COLUMN_TEXT, ROW_AT(name), .about = "of the measure, or of the pair"},
    {"is", COLUMN_TEXT, .get = get_is, .about = "what it is of the pair: `a/b`, `a`, `b/a`, `b`"},
    UNTIL,
    JUDGED,
    SIDES(&list_ratios),
};

static const struct column_list list_ratio_rows = {
    .name = "diff-measures",
    .about = "Each measure of a node, or each pair that no measure takes.",
    COLUMNS(ratio_rows),
};

static const struct column bucket_rows[] = {
    NODE,
    {"name", COLUMN_TEXT, ROW_AT(name), .about = "of the unit of buckets"},
    UNTIL,
    JUDGED,
    SIDES(&list_buckets),
};

static const struct column_list list_bucket_rows = {
    .name = "diff-buckets",
    .about = "The values in each unit of buckets of a node.",
    COLUMNS(bucket_rows),
};

static const struct column share_rows[] = {
    NODE,
    {"buckets", COLUMN_TEXT, ROW_AT(unit), .about = "the unit that counts codes"},
    {"name", COLUMN_TEXT, ROW_AT(name), .about = "of the point"},
    UNTIL,
    JUDGED,
    SIDES(&list_shares),
};

static const struct column_list list_share_rows = {
    .name = "diff-shares",
    .about = "The share of each point in buckets over event codes.",
    COLUMNS(share_rows),
};

static const struct column counter_rows[] = {
    NODE,
    {"bank", COLUMN_TEXT, ROW_AT(unit), .about = "of the counters"},
    {"name", COLUMN_TEXT, ROW_AT(name), .about = "of the input"},
    UNTIL,
    JUDGED,
    SIDES(&list_shares),
};

static const struct column_list list_counter_rows = {
    .name = "diff-counters",
    .about = "Each input of the counter banks of a node.",
    COLUMNS(counter_rows),
};

/* -- the document -- */

/* The rows of these kinds; of ratios measures, or pairs. */
struct section {
	enum diff_kind from, to;
	bool measures;
};

static const struct section sections[] = {
    {DIFF_INTERVAL, DIFF_INTERVAL, false}, {DIFF_TRANSIT, DIFF_BLOCKED, false},
    {DIFF_RATIO, DIFF_RATIO, true},	   {DIFF_RATIO, DIFF_RATIO, false},
    {DIFF_BUCKETS, DIFF_BUCKETS, false},   {DIFF_SHARE, DIFF_SHARE, false},
    {DIFF_COUNTER, DIFF_COUNTER, false},
};

static int each_row(struct column_source *s, const void *row, column_put *put, void *ctx,
		    struct gno_err *err)
{
	const struct section *section = row;
	const DIFF *d = of(s);
	int rc = GNO_OK;

	for (size_t i = 0; i < d->rows && !rc; i++)
		if (d->row[i].kind >= section->from && d->row[i].kind <= section->to &&
		    d->row[i].measure == section->measures)
			rc = put(ctx, &d->row[i], err);
	return rc;
}

#define SECTION(name, number) GET_ROW(name, DIFF, true, &sections[number])

GET_ROW(get_all, DIFF, true, v)
GET_NUMBER(get_worse, DIFF, true, report_diff_is_worse(v))
GET_REAL(get_least, DIFF, true, v->least)
SECTION(get_intervals, 0)
SECTION(get_latencies, 1)
SECTION(get_measures, 2)
SECTION(get_pairs, 3)
SECTION(get_buckets, 4)
SECTION(get_shares, 5)
SECTION(get_counters, 6)

#define ROWS(get_rows, inner) COLUMN_ROWS, .get = (get_rows), .list = (inner), .each = each_row

static const struct column document[] = {
    {NULL, COLUMN_PART, .get = get_all, .list = &columns_format, .about = "its form"},
    {"worse", COLUMN_BOOL, .get = get_worse, .about = "a row is"},
    {"least", COLUMN_F64, .get = get_least,
     .about = "smaller changes do not count, as a share of the first run's value"},
    {"exact", COLUMN_BOOL, COLUMN_AT(DIFF, exact), .about = "all larger ones do"},
    {"runs", COLUMN_ROWS, .list = &list_runs, .each = each_run, .about = "in order"},
    {"notes", COLUMN_ROWS, .list = &columns_texts, .each = each_note,
     .about = "in what they are unlike"},
    {"intervals", ROWS(get_intervals, &list_interval_rows), .about = "of both runs"},
    {"latencies", ROWS(get_latencies, &list_latency_rows), .about = "of messages"},
    {"measures", ROWS(get_measures, &list_ratio_rows), .about = "of nodes"},
    {"pairs", ROWS(get_pairs, &list_ratio_rows), .about = "that no measure takes"},
    {"buckets", ROWS(get_buckets, &list_bucket_rows), .about = "their values"},
    {"shares", ROWS(get_shares, &list_share_rows), .about = "of points among event codes"},
    {"counters", ROWS(get_counters, &list_counter_rows), .about = "of banks"},
};

const struct column_list columns_diff = {
    .name = "diff",
    .about = "What `gnomon diff --json` prints.",
    COLUMNS(document),
};
