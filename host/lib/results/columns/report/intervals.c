/* SPDX-License-Identifier: Apache-2.0 */
/* The intervals in `gnomon report --json`: how long they took, at each node and at all. */
#include "results/bounds.h"
#include "results/columns/documents.h"
#include "results/columns/get.h"
#include "results/columns/report/durations.h"
#include "results/columns/report/ratios.h"
#include "results/columns/shared.h"

/* -- ratio counters over an interval at a node -- */

#define OVER(member) COLUMN_AT(struct report_over, member)

static int each_count(struct column_source *s, const void *row, column_put *put, void *ctx,
		      struct gno_err *err)
{
	const struct report_over *over = row;

	return columns_put_numbers(over->counts, s->r->m->node[s->node].pairs, put, ctx, err);
}

GET_ROW(get_counts, struct report_over, s->r->m->node[s->node].preprocessors.groups, v)
GET_ROW(get_pairs, struct report_over, v->pair, v->pair)

static const struct column over[] = {
    {"count", COLUMN_U64, OVER(count), .about = "intervals that samples cover from end to end"},
    {"counts", COLUMN_ROWS, .get = get_counts, .list = &columns_numbers, .each = each_count,
     .optional = true, .about = "of these for each pair, where counters have groups"},
    {"ratios", COLUMN_ROWS, .get = get_pairs, .list = &columns_pairs, .each = columns_each_pair,
     .about = "the sum of these samples"},
    {"measures", COLUMN_ROWS, .get = get_pairs, .list = &columns_measures,
     .each = columns_each_measure, .about = "what that makes of measures"},
};

static bool has_over(const void *row)
{
	return ((const struct report_over *)row)->count;
}

static const struct column_list list_over = {
    .name = "report-intervals-over",
    .about = "What ratio counters counted in an interval.",
    COLUMNS(over),
    .there = has_over,
};

/* -- an interval at a node, or at all -- */

struct statistics_row {
	unsigned node; /* the number of nodes: at all */
	size_t interval;
	const struct report_statistics *of;
	struct columns_durations durations;
};

static struct statistics_row statistics_row(const struct column_source *s, unsigned node,
					    size_t interval, const struct report_statistics *of)
{
	return (struct statistics_row){node, interval, of,
				       columns_durations_of(s, interval, node, NULL)};
}

static bool is_all(const struct column_source *s, const struct statistics_row *v)
{
	return v->node == s->r->m->nodes;
}

/* By which one of them can be wrong; 0: they are exact, or there are none. */
static unsigned bound_of(const struct column_source *s, const struct statistics_row *v)
{
	unsigned widest = 0;

	for (unsigned k = 0; k < s->r->m->nodes; k++) {
		const unsigned bound = gno_node_bound(&s->r->m->node[k]);

		if ((is_all(s, v) || k == v->node) && bound > widest &&
		    s->r->node[k].statistics[v->interval].stats.count)
			widest = bound;
	}
	return widest;
}

static double mean_bound_of(const struct column_source *s, const struct statistics_row *v)
{
	const uint64_t sum = is_all(s, v) ? report_sum_bound_all(s->r, v->interval)
					  : report_sum_bound(s->r, v->interval, v->node);

	return (double)sum / (double)v->of->stats.count;
}

#define STATISTICS(name, member) GET_NUMBER(name, struct statistics_row, true, v->of->member)
#define STATISTICS_ROW(name, member) GET_ROW(name, struct statistics_row, true, &v->of->member)

GET_TEXT(get_node, struct statistics_row, is_all(s, v) ? NULL : s->r->m->node[v->node].name)
STATISTICS_ROW(get_stats, stats)
GET_NUMBER(get_bound, struct statistics_row, bound_of(s, v), bound_of(s, v))
GET_REAL(get_mean_bound, struct statistics_row, bound_of(s, v), mean_bound_of(s, v))
GET_NUMBER(get_at_least, struct statistics_row, true,
	   report_interval_is_partly(s->r, v->node, v->interval))
STATISTICS(get_unfinished, unfinished)
STATISTICS(get_unmatched, unmatched)
STATISTICS(get_cut, cut)
STATISTICS_ROW(get_outermost, outermost)
STATISTICS_ROW(get_self, self)
STATISTICS_ROW(get_running, running)
STATISTICS_ROW(get_system, system)
STATISTICS_ROW(get_user, user)
STATISTICS_ROW(get_counter, counter)
STATISTICS(get_counter_unknown, counter_unknown)
STATISTICS_ROW(get_crossing, crossing)
STATISTICS(get_crossing_unknown, crossing_unknown)
GET_ROW(get_over, struct statistics_row, !is_all(s, v), &s->r->node[v->node].over[v->interval])

#define PART .list = &columns_stats

static const struct column statistics[] = {
    {"node", COLUMN_TEXT, .get = get_node, .about = "where; null: at all nodes"},
    {NULL, COLUMN_PART, .get = get_stats, PART, .about = "of those that finished"},
    {"bound", COLUMN_U32, "cycles", .get = get_bound,
     .about = "by which one of them, `min`, `max` and percentiles can be wrong at most; null: they "
	      "are exact"},
    {"mean_bound", COLUMN_F64, "cycles", .get = get_mean_bound, .about = "likewise `mean`"},
    {"at_least", COLUMN_BOOL, .get = get_at_least, .about = "there may have been more"},
    {"unfinished", COLUMN_U64, .get = get_unfinished,
     .about = "that began, and the run ended first"},
    {"unmatched", COLUMN_U64, .get = get_unmatched, .about = "ends without a begin"},
    {"cut", COLUMN_U64, .get = get_cut,
     .about = "of which a gap, hole or load may hide the other end"},
    {NULL, COLUMN_PART, COLUMN_AT(struct statistics_row, durations), .list = &columns_durations,
     .about = "of those that finished"},
    {"outermost", COLUMN_ROW, .get = get_outermost, PART,
     .about = "of those that did not begin within another of the name"},
    {"self", COLUMN_ROW, .get = get_self, PART,
     .about = "of each the cycles in which none that began later was open"},
    {"running", COLUMN_ROW, .get = get_running, PART,
     .about = "without the time that the program stopped the node's clock"},
    {"system", COLUMN_ROW, .get = get_system, PART,
     .about = "what of them lay in the operating system, where it is known"},
    {"user", COLUMN_ROW, .get = get_user, PART, .about = "what did not"},
    {"counter", COLUMN_ROW, .get = get_counter, PART, .about = "without the pauses of the lines"},
    {"counter_unknown", COLUMN_U64, .get = get_counter_unknown,
     .about = "of which these are not known"},
    {"crossing", COLUMN_ROW, .get = get_crossing, PART,
     .about = "of those that ended while another process ran than at their begin"},
    {"crossing_unknown", COLUMN_U64, .get = get_crossing_unknown,
     .about = "of which it is not known"},
    {"over", COLUMN_ROW, .get = get_over, .list = &list_over, .optional = true,
     .about = "ratio counters over them, at a node; null: no sample covers one"},
};

static const struct column_list list_statistics = {
    .name = "report-intervals-statistics",
    .about = "An interval at a node, or at all.",
    COLUMNS(statistics),
};

/* -- intervals -- */

struct interval_row {
	const struct report_interval *of;
	size_t interval;
	struct statistics_row all;
};

static int each_node(struct column_source *s, const void *row, column_put *put, void *ctx,
		     struct gno_err *err)
{
	const size_t interval = ((const struct interval_row *)row)->interval;
	int rc = GNO_OK;

	for (s->node = 0; s->node < s->r->m->nodes && !rc; s->node++) {
		const struct statistics_row v =
		    statistics_row(s, s->node, interval, &s->r->node[s->node].statistics[interval]);

		rc = put(ctx, &v, err);
	}
	return rc;
}

GET_TEXT(get_name, struct interval_row, v->of->name)
GET_TEXT(get_from, struct interval_row, v->of->from)
GET_TEXT(get_to, struct interval_row, v->of->to)

static const struct column intervals[] = {
    {"name", COLUMN_TEXT, .get = get_name, .about = "its name in the experiment"},
    {"from", COLUMN_TEXT, .get = get_from, .about = "the point that begins it"},
    {"to", COLUMN_TEXT, .get = get_to, .about = "the point that ends it"},
    {"nodes", COLUMN_ROWS, .list = &list_statistics, .each = each_node, .about = "at each node"},
    {"all", COLUMN_ROW, COLUMN_AT(struct interval_row, all), .list = &list_statistics,
     .about = "at all nodes together"},
};

static const struct column_list list_intervals = {
    .name = "report-intervals-list",
    .about = "Each interval of the experiment.",
    COLUMNS(intervals),
};

static int each_interval(struct column_source *s, const void *row, column_put *put, void *ctx,
			 struct gno_err *err)
{
	const struct gno_report *r = row;
	int rc = GNO_OK;

	for (size_t i = 0; i < r->points.intervals && !rc; i++) {
		s->node = r->m->nodes;
		const struct report_statistics all = report_statistics_all(r, i);
		const struct interval_row v = {&r->points.interval[i], i,
					       statistics_row(s, r->m->nodes, i, &all)};

		rc = put(ctx, &v, err);
	}
	return rc;
}

static const struct column columns[] = {
    {"intervals", COLUMN_ROWS, .list = &list_intervals, .each = each_interval,
     .about = "in the order of the experiment"},
};

const struct column_list columns_report_intervals = {
    .name = "report-intervals",
    .about = "The intervals of `gnomon report --json`.",
    COLUMNS(columns),
};
