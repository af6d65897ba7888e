/* SPDX-License-Identifier: Apache-2.0 */
/* `gnomon report --json`, from its root on. */
#include "results/columns/documents.h"
#include "results/columns/get.h"
#include "results/columns/report/ratios.h"
#include "results/columns/shared.h"
#include "results/until.h"

/* -- the end point at a node -- */

static enum report_until_known known(const struct column_source *s)
{
	return report_until_at(s->r, s->node);
}

#define UNTIL struct report_until

GET_NUMBER(get_reached, UNTIL, !report_until_why(known(s)), known(s) != REPORT_UNTIL_MISSED)
GET_TEXT(get_unknown, UNTIL, report_until_why(known(s)))
GET_NUMBER(get_until_time, UNTIL, v->reached, v->time)
GET_ROW(get_until_pairs, UNTIL, v->sampled && v->pair, v->pair)

static const struct column until[] = {
    {"reached", COLUMN_BOOL, .get = get_reached, .about = "it fired; null: that is not known"},
    {"unknown", COLUMN_TEXT, .get = get_unknown, .about = "why it is not known"},
    {"time", COLUMN_U64, "cycle", .get = get_until_time, .about = "when it fired first"},
    {"ratios", COLUMN_ROWS, .get = get_until_pairs, .list = &columns_pairs,
     .each = columns_each_pair, .about = "up to it; null: it has no sample"},
    {"measures", COLUMN_ROWS, .get = get_until_pairs, .list = &columns_measures,
     .each = columns_each_measure, .about = "what that makes of measures"},
};

static bool is_wanted(const void *row)
{
	return ((const UNTIL *)row)->wanted;
}

static const struct column_list list_until = {
    .name = "report-until",
    .about = "The point that ends the run, at a node.",
    COLUMNS(until),
    .there = is_wanted,
};

/* -- a node -- */

#define NODE(member) COLUMN_AT(struct report_node, member)

static const struct column node[] = {
    {NULL, COLUMN_PART, .list = &columns_node, .about = "itself"},
    {NULL, COLUMN_PART, .list = &columns_records, .about = "its records"},
    {NULL, COLUMN_PART, .list = &columns_points, .about = "its points"},
    {NULL, COLUMN_PART, .list = &columns_lost, .about = "what it has no records of"},
    {NULL, COLUMN_PART, .list = &columns_sampling, .about = "its samples"},
    {NULL, COLUMN_PART, .list = &columns_ratios, .about = "its ratio counters"},
    {"until", COLUMN_ROW, NODE(until), .list = &list_until,
     .about = "the point that ends the run; null: it is not waited for here"},
    {NULL, COLUMN_PART, .list = &columns_run_extremes, .about = "its extremes"},
    {NULL, COLUMN_PART, .list = &columns_buckets, .about = "its buckets"},
    {NULL, COLUMN_PART, .list = &columns_counters, .about = "its counters"},
    {NULL, COLUMN_PART, .list = &columns_segments, .about = "its segments"},
    {"system", COLUMN_ROW, NODE(system), .list = &columns_system,
     .about = "its operating system; null: no point is its entry"},
    {"port", COLUMN_ROW, NODE(port), .list = &columns_port,
     .about = "its event port; null: nothing was written"},
};

static const struct column_list list_nodes = {
    .name = "report-nodes",
    .about = "Each node.",
    COLUMNS(node),
};

/* -- samples of all nodes, one after the other -- */

struct counted {
	column_put *put;
	void *ctx;
	uint64_t rows;
};

static int put_counted(void *ctx, const void *row, struct gno_err *err)
{
	struct counted *c = ctx;

	c->rows++;
	return c->put(c->ctx, row, err);
}

static int each_sample(struct column_source *s, const void *row, column_put *put, void *ctx,
		       struct gno_err *err)
{
	struct counted c = {put, ctx, 0};
	int rc = GNO_OK;

	(void)row;
	for (unsigned k = 0; k < s->r->m->nodes && !rc; k++)
		rc = columns_each_sample(s, k, s->rows - c.rows, put_counted, &c, err);
	return rc;
}

/* -- the run -- */

#define RUN struct gno_report

GET_ROW(get_rounds, RUN, v->pauses, report_pauses_sum(v->pauses))

static const struct column body[] = {
    {NULL, COLUMN_PART, .list = &columns_format, .about = "its form"},
    {NULL, COLUMN_PART, .list = &columns_run, .about = "what the run was"},
    {"nodes", COLUMN_ROWS, .list = &list_nodes, .each = columns_each_node, .about = "by number"},
    {NULL, COLUMN_PART, .list = &columns_report_intervals, .about = "how long they took"},
    {"samples", COLUMN_ROWS, .list = &columns_sampled, .each = each_sample,
     .about = "the first of them, node by node"},
    {"samples_seen", COLUMN_U64, "samples", COLUMN_AT(RUN, samples_seen),
     .about = "how many there are"},
    {NULL, COLUMN_PART, .list = &columns_marks, .about = "its marks"},
    {NULL, COLUMN_PART, .list = &columns_captures, .about = "its captures"},
    {"rounds", COLUMN_ROW, .get = get_rounds, .list = &columns_rounds,
     .about = "of the lines; null: none pauses the time counters"},
    {NULL, COLUMN_PART, .list = &columns_connections, .about = "its messages"},
    {NULL, COLUMN_PART, .list = &columns_limits, .about = "what must hold of it"},
    {NULL, COLUMN_PART, .list = &columns_advice, .about = "what to think of it"},
};

const struct column_list columns_report_body = {
    .name = "report-body",
    .about = "What `gnomon report --json` and the page have of a run.",
    COLUMNS(body),
};

static const struct column report[] = {
    {NULL, COLUMN_PART, .list = &columns_report_body, .about = "what the page has, too"},
    {NULL, COLUMN_PART, .list = &columns_line, .about = "what took longest"},
};

const struct column_list columns_report = {
    .name = "report",
    .about = "What `gnomon report --json` prints.",
    COLUMNS(report),
};
