/* SPDX-License-Identifier: Apache-2.0 */
#include "out/text/rounds.h"
#include "common/json_out.h"
#include "out/text/text.h"
#include "common/util.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

struct round {
	struct gno_report *report;
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
static int check_interval(const struct gno_rounds *all, unsigned round, unsigned node,
			  size_t interval, struct gno_err *err)
{
	const struct gno_report *r = all->round[round].report;
	const struct gno_stats *a = &all->round[0].report->node[node].statistics[interval].stats;
	const struct gno_stats *b = &r->node[node].statistics[interval].stats;
	const char *name = r->points.interval[interval].name, *at = r->m->node[node].name;

	if (a->count != b->count)
		return gno_fail(
		    err, GNO_ERR_MISMATCH,
		    "cannot combine the rounds: interval '%s' at node '%s' occurred %" PRIu64
		    " times in round 0 and %" PRIu64 " times in round %u",
		    name, at, a->count, b->count, round);
	if (a->total != b->total || a->min != b->min || a->max != b->max)
		return gno_fail(
		    err, GNO_ERR_MISMATCH,
		    "cannot combine the rounds: interval '%s' at node '%s' took %" PRIu64
		    " cycles (%" PRIu64 " to %" PRIu64 " each) in round 0 and %" PRIu64 " (%" PRIu64
		    " to %" PRIu64 "), %" PRId64 " more, in round %u",
		    name, at, a->total, a->min, a->max, b->total, b->min, b->max,
		    (int64_t)(b->total - a->total), round);
	return 0;
}

/* Whether a round belongs to round 0 and did the same. */
static int check_round(const struct gno_rounds *all, const char *dir, unsigned round,
		       struct gno_err *err)
{
	const struct gno_report *first = all->round[0].report, *r = all->round[round].report;
	const struct gno_pattern_file *a = patterns_of(first), *b = patterns_of(r);
	int rc = 0;

	if (r->run->filters)
		return gno_fail(err, GNO_ERR_STATE,
				"cannot combine the rounds: '%s/round%u' was filtered", dir, round);
	if (b->round != round || b->rounds != a->rounds || a->hash != b->hash ||
	    strcmp(a->experiment, b->experiment) != 0 ||
	    first->points.intervals != r->points.intervals)
		return gno_fail(err, GNO_ERR_MISMATCH,
				"'%s/round%u' is not a round of the experiment of round 0", dir,
				round);
	for (unsigned k = 0; k < r->m->nodes && !rc; k++)
		for (size_t i = 0; i < r->points.intervals && !rc; i++)
			rc = check_interval(all, round, k, i, err);
	return rc;
}

int gno_rounds_build(const char *dir, struct gno_rounds **out, struct gno_err *err)
{
	const struct gno_report_options options = {.columns = 1};
	struct gno_rounds *all = calloc(1, sizeof(*all));
	unsigned round, rounds = 1;
	int rc = 0;

	if (!all)
		return gno_fail_nomem(err);
	for (round = 0; round < rounds && !rc; round++) {
		struct round *more = realloc(all->round, (round + 1) * sizeof(*more));
		char *path = gno_format("%s/round%u", dir, round);

		if (more) {
			all->round = more;
			more[all->rounds++] = (struct round){NULL};
		}
		rc = more && path ? gno_report_build(path, &options, &more[round].report, err)
				  : gno_fail_nomem(err);
		free(path);
		if (!rc)
			rc = check_round(all, dir, round, err);
		if (!rc)
			rounds = patterns_of(all->round[0].report)->rounds;
	}
	if (rc)
		gno_rounds_free(all);
	else
		*out = all;
	return rc;
}

void gno_rounds_free(struct gno_rounds *all)
{
	if (!all)
		return;
	for (unsigned i = 0; i < all->rounds; i++)
		gno_report_free(all->round[i].report);
	free(all->round);
	free(all);
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

/* All rows: node by node, its measures in the order of the rounds, the intervals of each, then the
 * whole. */
static void each_row(const struct gno_rounds *all, row_fn fn, void *ctx)
{
	const struct gno_report *first = all->round[0].report;
	struct row row = {.count = 0};
	const struct report_over *over;

	for (row.node = 0; row.node < first->m->nodes; row.node++) {
		for (row.round = 0; row.round < all->rounds; row.round++) {
			const struct gno_report *r = all->round[row.round].report;
			const struct gno_pattern_node *n = &patterns_of(r)->node[row.node];

			for (size_t i = 0; i < n->measures; i++) {
				row.measure = &n->measure[i];
				for (size_t v = 0; v < r->points.intervals; v++) {
					row.interval = r->points.interval[v].name;
					over = &r->node[row.node].over[v];
					row.count = over->counts[row.measure->pair];
					row.counts = over->pair[row.measure->pair];
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

/* Whether counts of the whole round are missing: some were restarted without a sample, or lost. */
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
	report_table_cell(ctx, "%s",
			  text_measured(row->measure->print, &row->counts, buf, sizeof(buf)));
	report_table_cell(ctx, "%s", is_incomplete(r, row) ? "incomplete" : "");
}

int gno_rounds_text(const struct gno_rounds *all, FILE *f, struct gno_err *err)
{
	static const char *const heads[] = {"node",  "measure", "interval", "count",
					    "round", "value",	""};
	struct text x = {.r = all->round[0].report,
			 .style = &(struct gno_report_style){.rows = SIZE_MAX},
			 .f = f,
			 .err = err};
	struct report_table *t;

	fprintf(f, "%u round%s of '%s'", all->rounds, text_plural(all->rounds),
		patterns_of(x.r)->name);
	fprintf(f, x.r->points.intervals ? ": the intervals took the same time in each\n"
					 : ": there is no interval to compare them by\n");
	text_model(&x);
	text_intervals(&x);
	t = text_table("lllrrll", heads);
	each_row(all, text_row, t);
	text_end(&x, t, "\nmeasures\n");
	return x.rc;
}

static void json_row(void *ctx, const struct gno_report *r, const struct row *row)
{
	struct gno_quotient q = {0};
	bool has = !report_measure_value(row->measure->print, &row->counts, &q);
	const struct gno_ratio *c = &row->counts;

	jout_object(ctx, NULL);
	jout_text(ctx, "node", r->m->node[row->node].name);
	jout_text(ctx, "measure", row->measure->name);
	jout_text(ctx, "print", report_measure_is(row->measure->print));
	jout_text(ctx, "interval", row->interval);
	jout_number(ctx, "count", row->count);
	jout_number(ctx, "round", row->round);
	jout_float(ctx, "a", report_count(c->a_min, c->a_max));
	jout_float(ctx, "b", report_count(c->b_min, c->b_max));
	jout_float_if(ctx, "value", has, q.value);
	jout_float_if(ctx, "min", has, q.min);
	jout_float_if(ctx, "max", has, q.max);
	jout_bool(ctx, "saturated", c->saturated);
	jout_bool(ctx, "complete", !is_incomplete(r, row));
	jout_object_end(ctx);
}

static void json_interval(struct json_out *o, const struct gno_report *r, unsigned k, size_t i)
{
	const struct gno_stats *s = &r->node[k].statistics[i].stats;

	jout_object(o, NULL);
	jout_text(o, "node", r->m->node[k].name);
	jout_text(o, "interval", r->points.interval[i].name);
	jout_number(o, "count", s->count);
	jout_number(o, "total", s->total);
	jout_number(o, "min", s->min);
	jout_number(o, "max", s->max);
	jout_object_end(o);
}

void gno_rounds_json(const struct gno_rounds *all, FILE *f)
{
	const struct gno_report *r = all->round[0].report;
	struct json_out o = {.f = f};

	jout_object(&o, NULL);
	jout_text(&o, "experiment", patterns_of(r)->name);
	jout_number(&o, "rounds", all->rounds);
	jout_bool(&o, "model", r->run->model);
	jout_list(&o, "intervals");
	for (unsigned k = 0; k < r->m->nodes; k++)
		for (size_t i = 0; i < r->points.intervals; i++)
			json_interval(&o, r, k, i);
	jout_list_end(&o);
	jout_list(&o, "measures");
	each_row(all, json_row, &o);
	jout_list_end(&o);
	jout_object_end(&o);
	fputc('\n', f);
}
