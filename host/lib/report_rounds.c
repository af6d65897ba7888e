/* SPDX-License-Identifier: Apache-2.0 */
#include "report_rounds.h"
#include "report_text.h"
#include "util.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* An interval that begins. */
struct begin {
	uint64_t time;
	unsigned node;
	size_t interval;
};

struct round {
	struct gno_report *report;
	struct begin *begin; /* in order of time */
	size_t begins;
};

struct gno_rounds {
	struct round *round;
	unsigned rounds;
};

static const struct gno_pattern_file *patterns_of(const struct gno_report *r)
{
	return r->points.load[0].file;
}

/* Whether an interval of a node took the same clocks in a round as in round 0. */
static int check_interval(const struct gno_rounds *all, unsigned round, unsigned node, size_t interval,
			  struct gno_err *err)
{
	const struct gno_report *r = all->round[round].report;
	const struct gno_stats *a = &all->round[0].report->node[node].measure[interval].stats;
	const struct gno_stats *b = &r->node[node].measure[interval].stats;
	const char *name = r->points.interval[interval].name, *at = r->m->node[node].name;

	if (a->count != b->count)
		return gno_fail(err, GNO_ERR_MISMATCH,
				"rounds cannot be put together: interval '%s' at node '%s' was there %" PRIu64
				" times in round 0 and %" PRIu64 " times in round %u",
				name, at, a->count, b->count, round);
	if (a->total != b->total || a->min != b->min || a->max != b->max)
		return gno_fail(err, GNO_ERR_MISMATCH,
				"rounds cannot be put together: interval '%s' at node '%s' took %" PRIu64
				" cycles (%" PRIu64 " to %" PRIu64 " each) in round 0 and %" PRIu64
				" (%" PRIu64 " to %" PRIu64 "), %" PRId64 " more, in round %u",
				name, at, a->total, a->min, a->max, b->total, b->min, b->max,
				(int64_t)(b->total - a->total), round);
	return 0;
}

/* Whether a round belongs to round 0 and did the same. */
static int check_round(const struct gno_rounds *all, const char *dir, unsigned round, struct gno_err *err)
{
	const struct gno_report *first = all->round[0].report, *r = all->round[round].report;
	const struct gno_pattern_file *a = patterns_of(first), *b = patterns_of(r);
	unsigned k;
	size_t i;
	int ret = 0;

	if (b->round != round || b->rounds != a->rounds || a->hash != b->hash ||
	    strcmp(a->experiment, b->experiment) != 0 || first->points.intervals != r->points.intervals)
		return gno_fail(err, GNO_ERR_MISMATCH,
				"'%s/round%u' is no round of the experiment of round 0", dir, round);
	for (k = 0; k < r->m->nodes && !ret; k++)
		for (i = 0; i < r->points.intervals && !ret; i++)
			ret = check_interval(all, round, k, i, err);
	return ret;
}

/* Name of the point that a record is of, NULL: none. */
static const char *point_of(const struct gno_report *r, const struct gno_record *rec)
{
	const struct report_codes *codes = &r->points.load[0].codes[rec->node];
	int place = -1;

	if (rec->kind == GNO_KIND_EVENT)
		place = codes->event[rec->code];
	else if (rec->kind == GNO_KIND_TRIGGER)
		place = codes->trigger[rec->code];
	else if (rec->kind == GNO_KIND_DATUM)
		place = codes->code[gno_pattern_code(&patterns_of(r)->node[rec->node],
						     r->m->node[rec->node].port.data_bits,
						     rec->page * 64u + rec->code, rec->data)];
	return place < 0 ? NULL : patterns_of(r)->point[place].name;
}

/* Notes the intervals that begin with a record. */
static int note_begins(struct round *round, const struct gno_record *rec, struct gno_err *err)
{
	const struct gno_report *r = round->report;
	const char *name = point_of(r, rec);
	struct begin *more;
	size_t i;

	for (i = 0; name && i < r->points.intervals; i++) {
		if (strcmp(r->points.interval[i].from, name) != 0)
			continue;
		more = gno_room(round->begin, round->begins, sizeof(*more));
		if (!more)
			return gno_fail_nomem(err);
		round->begin = more;
		more[round->begins++] = (struct begin){rec->time, rec->node, i};
	}
	return 0;
}

static int read_round(struct round *round, const char *dir, struct gno_err *err)
{
	const struct gno_report_options options = {.columns = 1, .samples = SIZE_MAX};
	struct gno_record rec;
	int ret = gno_report_build(dir, &options, &round->report, err), more = 1;

	while (!ret && (more = gno_trace_next(round->report->trace, &rec, err)) > 0)
		ret = note_begins(round, &rec, err);
	return ret ? ret : more < 0 ? more : 0;
}

int gno_rounds_build(const char *dir, struct gno_rounds **out, struct gno_err *err)
{
	struct gno_rounds *all = calloc(1, sizeof(*all));
	unsigned round, rounds = 1;
	int ret = 0;

	if (!all)
		return gno_fail_nomem(err);
	for (round = 0; round < rounds && !ret; round++) {
		struct round *more = realloc(all->round, (round + 1) * sizeof(*more));
		char *path = gno_format("%s/round%u", dir, round);

		if (more) {
			all->round = more;
			more[all->rounds++] = (struct round){NULL, NULL, 0};
		}
		ret = more && path ? read_round(&more[round], path, err) : gno_fail_nomem(err);
		free(path);
		if (!ret)
			ret = check_round(all, dir, round, err);
		if (!ret)
			rounds = patterns_of(all->round[0].report)->rounds;
	}
	if (ret)
		gno_rounds_free(all);
	else
		*out = all;
	return ret;
}

void gno_rounds_free(struct gno_rounds *all)
{
	unsigned i;

	if (!all)
		return;
	for (i = 0; i < all->rounds; i++) {
		gno_report_free(all->round[i].report);
		free(all->round[i].begin);
	}
	free(all->round);
	free(all);
}

/* Whether an interval began at a node in that clock. */
static bool began(const struct round *round, unsigned node, size_t interval, uint64_t time)
{
	size_t low = 0, high = round->begins;

	while (low < high) { /* the first one that is not earlier */
		size_t middle = low + (high - low) / 2;

		if (round->begin[middle].time < time)
			low = middle + 1;
		else
			high = middle;
	}
	for (; low < round->begins && round->begin[low].time == time; low++)
		if (round->begin[low].node == node && round->begin[low].interval == interval)
			return true;
	return false;
}

/*
 * Adds up the counts of a pair over an interval: of the samples at its end whose counts began anew in the
 * clock after its beginning. The number of them.
 */
static uint64_t over_interval(const struct round *round, unsigned node, size_t interval, unsigned pair,
			      struct gno_ratio *sum)
{
	const struct gno_report *r = round->report;
	const char *to = r->points.interval[interval].to;
	uint64_t count = 0;
	size_t i;

	memset(sum, 0, sizeof(*sum));
	for (i = 0; i < r->samples; i++) {
		const struct report_sample *s = &r->sample[i];

		if (s->node != node || s->fired.point < 0 || !s->from ||
		    strcmp(r->points.point[s->fired.point].name, to) != 0 ||
		    !began(round, node, interval, s->from - 1))
			continue;
		gno_ratio_add(sum, &r->pair[s->pair + pair]);
		count++;
	}
	return count;
}

/* A measure of a round at a node, over an interval or (NULL) the whole round. */
struct row {
	unsigned round, node;
	const struct gno_pattern_measure *measure;
	const char *interval;
	uint64_t count; /* of the interval */
	struct gno_ratio counts;
};

typedef void (*row_fn)(void *ctx, const struct gno_report *r, const struct row *row);

/* All rows: node by node, its measures in the order of the rounds, the intervals of each, then the whole. */
static void each_row(const struct gno_rounds *all, row_fn fn, void *ctx)
{
	const struct gno_report *first = all->round[0].report;
	struct row row = {.count = 0};
	size_t i, v;

	for (row.node = 0; row.node < first->m->nodes; row.node++) {
		for (row.round = 0; row.round < all->rounds; row.round++) {
			const struct gno_report *r = all->round[row.round].report;
			const struct gno_pattern_node *n = &patterns_of(r)->node[row.node];

			for (i = 0; i < n->measures; i++) {
				row.measure = &n->measure[i];
				for (v = 0; v < r->points.intervals; v++) {
					row.interval = r->points.interval[v].name;
					row.count = over_interval(&all->round[row.round], row.node, v,
								  row.measure->pair, &row.counts);
					if (row.count)
						fn(ctx, r, &row);
				}
				row.interval = NULL;
				row.count = 0;
				row.counts = r->node[row.node].overall[row.measure->pair];
				fn(ctx, r, &row);
			}
		}
	}
}

/* Whether counts of the whole round are missing: some were begun anew without a sample, or lost. */
static bool is_incomplete(const struct gno_report *r, const struct row *row)
{
	return !row->interval && r->node[row->node].counts_incomplete;
}

static void text_row(void *ctx, const struct gno_report *r, const struct row *row)
{
	char buf[128];

	report_table_cell(ctx, "%s", r->m->node[row->node].name);
	report_table_cell(ctx, "%s", row->measure->name);
	report_table_cell(ctx, "%s", row->interval ? row->interval : "(whole round)");
	if (row->interval)
		report_table_cell(ctx, "%" PRIu64, row->count);
	else
		report_table_cell(ctx, "-");
	report_table_cell(ctx, "%u", row->round);
	report_table_cell(ctx, "%s", text_measured(row->measure->print, &row->counts, buf, sizeof(buf)));
	report_table_cell(ctx, "%s", is_incomplete(r, row) ? "incomplete" : "");
}

int gno_rounds_text(const struct gno_rounds *all, FILE *f, struct gno_err *err)
{
	static const char *const heads[] = {"node", "measure", "interval", "count", "round", "value", ""};
	struct text x = {
	    .r = all->round[0].report, .style = &(struct gno_report_style){.rows = SIZE_MAX}, .f = f};
	struct report_table *t;

	fprintf(f, "%u round%s of '%s'", all->rounds, all->rounds == 1 ? "" : "s", patterns_of(x.r)->name);
	fprintf(f, x.r->points.intervals ? ": the intervals took the same time in each\n"
					 : ": no interval is there to compare them by\n");
	text_intervals(&x);
	t = text_table("lllrrll", heads);
	each_row(all, text_row, t);
	text_end(&x, t, "\nmeasures\n");
	return x.broken ? gno_fail_nomem(err) : 0;
}

static void json_row(void *ctx, const struct gno_report *r, const struct row *row)
{
	static const char *const prints[GNO_PRINTS] = {"a/b", "a/b and b", "b/a", "b"};
	struct gno_quotient q = {0};
	bool none = report_measured(row->measure->print, &row->counts, &q) != 0;

	json_array_append_new(
	    ctx,
	    json_pack("{s:s, s:s, s:s, s:s?, s:I, s:i, s:f, s:f, s:o, s:o, s:o, s:b, s:b}", "node",
		      r->m->node[row->node].name, "measure", row->measure->name, "print",
		      prints[row->measure->print], "interval", row->interval, "count", (json_int_t)row->count,
		      "round", (int)row->round, "a", gno_ratio_a(&row->counts), "b",
		      gno_ratio_b(&row->counts), "value", none ? json_null() : json_real(q.value), "min",
		      none ? json_null() : json_real(q.min), "max", none ? json_null() : json_real(q.max),
		      "saturated", row->counts.saturated, "complete", !is_incomplete(r, row)));
}

json_t *gno_rounds_json(const struct gno_rounds *all)
{
	json_t *measures = json_array(), *intervals = json_array();
	const struct gno_report *r = all->round[0].report;
	unsigned k;
	size_t i;

	each_row(all, json_row, measures);
	for (k = 0; k < r->m->nodes; k++) {
		for (i = 0; i < r->points.intervals; i++) {
			const struct gno_stats *s = &r->node[k].measure[i].stats;

			json_array_append_new(
			    intervals, json_pack("{s:s, s:s, s:I, s:I, s:I, s:I}", "node", r->m->node[k].name,
						 "interval", r->points.interval[i].name, "count",
						 (json_int_t)s->count, "total", (json_int_t)s->total, "min",
						 (json_int_t)s->min, "max", (json_int_t)s->max));
		}
	}
	return json_pack("{s:s, s:i, s:o, s:o}", "experiment", patterns_of(r)->name, "rounds",
			 (int)all->rounds, "intervals", intervals, "measures", measures);
}
