/* SPDX-License-Identifier: Apache-2.0 */
#include "results/columns/report/durations.h"

#include "results/columns/get.h"
#include "results/columns/shared.h"

/* -- statistics -- */

#define STATS(member) COLUMN_AT(struct gno_stats, member)
#define STATS_NUMBER(name, value) GET_NUMBER(name, struct gno_stats, v->count, value)

GET_REAL(get_mean, struct gno_stats, v->count, gno_stats_mean(v))
STATS_NUMBER(get_min, v->min)
STATS_NUMBER(get_max, v->max)

static const struct column stats[] = {
    {"count", COLUMN_U64, STATS(count), .about = "how many there are"},
    {"total", COLUMN_U64, "cycles", STATS(total), .about = "of all; 2^64 - 1: that or more"},
    {"mean", COLUMN_F64, "cycles", .get = get_mean, .about = "where there are any"},
    {"min", COLUMN_U64, "cycles", .get = get_min, .about = "of the shortest"},
    {"max", COLUMN_U64, "cycles", .get = get_max, .about = "of the longest"},
    {"total_seconds", COLUMN_SECONDS, "s", STATS(total), .about = "`total` in seconds"},
};

static bool has_any(const void *row)
{
	return ((const struct gno_stats *)row)->count;
}

const struct column_list columns_stats = {
    .name = "report-statistics",
    .about = "Statistics of durations.",
    COLUMNS(stats),
    .there = has_any,
};

/* -- ranges -- */

#define RANGE(member) COLUMN_AT(struct columns_durations_range, member)

static const struct column ranges[] = {
    {"lo", COLUMN_U64, "cycles", RANGE(lo), .about = "at least"},
    {"hi", COLUMN_U64, "cycles", RANGE(hi), .about = "at most"},
};

static bool has_range(const void *row)
{
	return ((const struct columns_durations_range *)row)->has;
}

static const struct column_list list_ranges = {
    .name = "report-durations-range",
    .about = "Between which two numbers of cycles a percentile lies.",
    COLUMNS(ranges),
    .there = has_range,
};

#define PERCENTILE(i) COLUMN_AT(struct columns_durations, percentile[i]), .list = &list_ranges

static const struct column percentiles[] = {
    {"50", COLUMN_ROW, PERCENTILE(0),
     .about = "the shortest duration that so many per cent do not exceed"},
    {"90", COLUMN_ROW, PERCENTILE(1), .about = "likewise"},
    {"99", COLUMN_ROW, PERCENTILE(2), .about = "likewise"},
};

static const struct column_list list_percentiles = {
    .name = "report-durations-percentiles",
    .about = "Percentiles of durations.",
    COLUMNS(percentiles),
};

/* -- the histogram -- */

struct part {
	uint64_t lo, hi, count;
};

#define PART(member) COLUMN_AT(struct part, member)

static const struct column parts[] = {
    {"lo", COLUMN_U64, "cycles", PART(lo), .about = "the shortest that it counts"},
    {"hi", COLUMN_U64, "cycles", PART(hi), .about = "the longest that it counts"},
    {"count", COLUMN_U64, PART(count), .about = "how many there are"},
};

static const struct column_list list_parts = {
    .name = "report-durations-histogram",
    .about = "Each part of the histogram that has any.",
    COLUMNS(parts),
};

static bool next_part(const struct column_source *s, const struct columns_durations *d, size_t *at,
		      struct part *out)
{
	if (d->process)
		return report_process_durations_next(d->process, at, &out->lo, &out->hi,
						     &out->count);
	return report_durations_next(s->r, d->interval, d->node, at, &out->lo, &out->hi,
				     &out->count);
}

static int each_part(struct column_source *s, const void *row, column_put *put, void *ctx,
		     struct gno_err *err)
{
	struct part part;
	size_t at = 0;
	int rc = GNO_OK;

	while (!rc && next_part(s, row, &at, &part))
		rc = put(ctx, &part, err);
	return rc;
}

/* -- the longest ones -- */

struct long_one {
	const struct report_longest *of;
	unsigned node;
};

GET_NUMBER(get_since, struct long_one, true, v->of->since)
GET_NUMBER(get_clocks, struct long_one, true, v->of->clocks)

static bool get_common(struct column_source *s, const void *row, struct cell *c)
{
	const struct long_one *v = row;

	return columns_get_common(s, v->node, v->of->since, c);
}

static const struct column longest[] = {
    {"from", COLUMN_U64, "cycle", .get = get_since, .about = "its begin"},
    {"common", COLUMN_U64, "cycle", .get = get_common, .boards = true, .optional = true,
     .about = "of a run of several boards: `from` on the time that all boards have in common"},
    {"cycles", COLUMN_U64, "cycles", .get = get_clocks, .about = "how long it took"},
};

static const struct column_list list_longest = {
    .name = "report-durations-longest",
    .about = "Each of the longest ones, in order.",
    COLUMNS(longest),
};

static int each_longest(struct column_source *s, const void *row, column_put *put, void *ctx,
			struct gno_err *err)
{
	const struct columns_durations *v = row;
	int rc = GNO_OK;

	(void)s;
	for (size_t i = 0; i < report_longest_kept(v->stats) && !rc; i++)
		rc = put(ctx, &(struct long_one){&v->longest[i], v->node}, err);
	return rc;
}

/* -- all of it -- */

GET_ROW(get_all, struct columns_durations, true, v)
GET_ROW(get_longest, struct columns_durations, v->longest, v)

static const struct column durations[] = {
    {"percentiles", COLUMN_ROW, .get = get_all, .list = &list_percentiles,
     .about = "each is null where there are none"},
    {"histogram", COLUMN_ROWS, .list = &list_parts, .each = each_part,
     .about = "how many took how long"},
    {"longest", COLUMN_ROWS, .get = get_longest, .list = &list_longest, .each = each_longest,
     .optional = true, .about = "those that took longest"},
};

const struct column_list columns_durations = {
    .name = "report-durations",
    .about = "How long intervals took.",
    COLUMNS(durations),
};

static bool percentile(const struct gno_report *r, const struct columns_durations *d,
		       unsigned percent, struct columns_durations_range *out)
{
	if (d->process)
		return report_process_percentile(d->process, percent, &out->lo, &out->hi);
	return report_percentile(r, d->interval, d->node, percent, &out->lo, &out->hi);
}

struct columns_durations columns_durations_of(const struct column_source *s, size_t interval,
					      unsigned node,
					      const struct report_process_interval *process)
{
	struct columns_durations d = {.interval = interval, .node = node, .process = process};

	if (process) {
		d.stats = &process->stats;
		d.longest = process->longest;
	} else if (node < s->r->m->nodes) {
		d.stats = &s->r->node[node].statistics[interval].stats;
		d.longest = s->r->node[node].statistics[interval].longest;
	}
	for (unsigned i = 0; i < 3; i++)
		d.percentile[i].has = percentile(s->r, &d, report_percentiles[i], &d.percentile[i]);
	return d;
}
