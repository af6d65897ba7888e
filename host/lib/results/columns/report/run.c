/* SPDX-License-Identifier: Apache-2.0 */
/* What a run was, in `gnomon report --json`. */
#include <inttypes.h>
#include <stdio.h>

#include "common/moment.h"
#include "passes/derived/host_clock.h"
#include "results/columns/documents.h"
#include "results/columns/get.h"
#include "results/columns/shared.h"
#include "results/select.h"
#include "results/until.h"

/* -- where it lies in a simulation -- */

#define SIMULATION(member) COLUMN_AT(struct gno_simulation, member)

static const char *unit_of(struct column_source *s, const struct gno_simulation *v)
{
	const struct gno_timescale scale = gno_timescale(v->unit);

	snprintf(s->name, sizeof(s->name), "%u%s", scale.number, scale.unit);
	return s->name;
}

GET_TEXT(get_unit, struct gno_simulation, unit_of(s, v))

static const struct column simulation[] = {
    {"time", COLUMN_U64, "units", SIMULATION(time), .about = "of the clock edge of cycle 0"},
    {"period", COLUMN_U64, "units", SIMULATION(period),
     .about = "of a cycle; 0: the clock had no fixed one"},
    {"unit", COLUMN_TEXT, .get = get_unit, .about = "`1s`, `100ms`, ... `1fs`"},
};

static bool is_simulated(const void *row)
{
	return ((const struct gno_simulation *)row)->known;
}

static const struct column_list list_simulation = {
    .name = "report-run-simulation",
    .about = "Where the cycles of a run lie in the simulation that made it.",
    COLUMNS(simulation),
    .there = is_simulated,
};

/* -- where it lies on clocks of the host -- */

static struct report_host_clock clock_of(const struct column_source *s, const enum gno_clock *v)
{
	struct report_host_clock found = {.offset = 0};

	report_host_clock(s->r, *v, &found);
	return found;
}

#define CLOCK enum gno_clock

GET_NUMBER(get_offset, CLOCK, true, clock_of(s, v).offset)
GET_NUMBER(get_offset_bound, CLOCK, true, clock_of(s, v).offset_bound)
GET_REAL(get_slope, CLOCK, true, clock_of(s, v).slope)
GET_REAL(get_slope_bound, CLOCK, clock_of(s, v).measured, clock_of(s, v).slope_bound)
GET_NUMBER(get_measured, CLOCK, true, clock_of(s, v).measured)

static const struct column clock_columns[] = {
    {"offset", COLUMN_U64, "ns", .get = get_offset, .about = "time of cycle 0"},
    {"offset_bound", COLUMN_U64, "ns", .get = get_offset_bound,
     .about = "by which it is wrong at most"},
    {"slope", COLUMN_F64, "ns", .get = get_slope, .about = "a cycle"},
    {"slope_bound", COLUMN_F64, "ns", .get = get_slope_bound,
     .about = "by which that is wrong at most, where it is measured"},
    {"measured", COLUMN_BOOL, .get = get_measured,
     .about = "by the start and the stop; else the slope is that of `clock_hz`"},
};

static const struct column_list list_clock = {
    .name = "report-run-clock",
    .about = "Where the cycles of a run lie on a clock of the host.",
    COLUMNS(clock_columns),
};

static const enum gno_clock host_clocks[] = {GNO_CLOCK_REALTIME, GNO_CLOCK_MONOTONIC,
					     GNO_CLOCK_BOOTTIME};

GET_ROW(get_realtime, struct gno_anchors, true, &host_clocks[0])
GET_ROW(get_monotonic, struct gno_anchors, true, &host_clocks[1])
GET_ROW(get_boottime, struct gno_anchors, true, &host_clocks[2])

static const struct column clocks[] = {
    {"realtime", COLUMN_ROW, .get = get_realtime, .list = &list_clock,
     .about = "the wall clock, since 1970"},
    {"monotonic", COLUMN_ROW, .get = get_monotonic, .list = &list_clock,
     .about = "the clock of LTTng"},
    {"boottime", COLUMN_ROW, .get = get_boottime, .list = &list_clock,
     .about = "the same, also while the host sleeps"},
};

static bool is_anchored(const void *row)
{
	return ((const struct gno_anchors *)row)->start.known;
}

static const struct column_list list_clocks = {
    .name = "report-run-clocks",
    .about = "The clocks of the host.",
    COLUMNS(clocks),
    .there = is_anchored,
};

/* -- loads -- */

static int each_node(struct column_source *s, const void *row, column_put *put, void *ctx,
		     struct gno_err *err)
{
	const struct report_load *load = row;
	int rc = GNO_OK;

	for (unsigned k = 0; k < s->r->m->nodes && !rc; k++)
		if (load->on[k])
			rc = put(ctx, s->r->m->node[k].name, err);
	return rc;
}

static const struct column loads[] = {
    {"file", COLUMN_TEXT, COLUMN_AT(struct report_load, name), .about = "in the run's folder"},
    {"nodes", COLUMN_ROWS, .list = &columns_texts, .each = each_node,
     .about = "that it was loaded to"},
};

static const struct column_list list_loads = {
    .name = "report-run-loads",
    .about = "Each pattern file that was loaded.",
    COLUMNS(loads),
};

static int each_load(struct column_source *s, const void *row, column_put *put, void *ctx,
		     struct gno_err *err)
{
	const struct gno_report *r = row;
	int rc = GNO_OK;

	(void)s;
	for (size_t i = 0; i < r->points.loads && !rc; i++)
		rc = put(ctx, &r->points.load[i], err);
	return rc;
}

/* -- filters -- */

#define PART struct gno_left_out

static bool has_stretch(const struct gno_left_out *v)
{
	return v->from <= v->to;
}

GET_TEXT(get_part_node, PART, s->r->m->node[v->node].name)
GET_TEXT(get_part_kind, PART, v->point ? NULL : report_kind_name(v->kind))
GET_NUMBER(get_part_from, PART, has_stretch(v), v->from)
GET_NUMBER(get_part_to, PART, has_stretch(v) && v->to != UINT64_MAX, v->to)

static const struct column parts[] = {
    {"node", COLUMN_TEXT, .get = get_part_node, .about = "where"},
    {"point", COLUMN_TEXT, COLUMN_AT(PART, point), .about = "of which point; null: of a kind"},
    {"kind", COLUMN_TEXT, .get = get_part_kind, .about = "of which kind; null: of a point"},
    {"records", COLUMN_U64, "records", COLUMN_AT(PART, records), .about = "how many"},
    {"from", COLUMN_U64, "cycle", .get = get_part_from,
     .about = "from which on it left out none; null: there is no such stretch"},
    {"to", COLUMN_U64, "cycle", .get = get_part_to,
     .about = "up to which it left out none; null: to the end, or there is no such stretch"},
};

static const struct column_list list_parts = {
    .name = "report-run-filter-parts",
    .about = "What a filter left out of each point, and of each kind without points.",
    COLUMNS(parts),
};

static int each_part(struct column_source *s, const void *row, column_put *put, void *ctx,
		     struct gno_err *err)
{
	const struct gno_trace_filter *t = row;
	int rc = GNO_OK;

	(void)s;
	for (size_t i = 0; i < t->parts && !rc; i++)
		rc = put(ctx, &t->part[i], err);
	return rc;
}

#define FILTER(member) COLUMN_AT(struct gno_trace_filter, member)

static const struct column filters[] = {
    {"keep", COLUMN_TEXT, FILTER(keep), .about = "its expression, if it has one"},
    {"drop", COLUMN_TEXT, FILTER(drop), .about = "likewise"},
    {"kept", COLUMN_U64, "records", FILTER(kept), .about = "of all nodes"},
    {"left_out", COLUMN_U64, "records", FILTER(left_out), .about = "of all nodes"},
    {"parts", COLUMN_ROWS, .list = &list_parts, .each = each_part, .about = "what it left out"},
};

static const struct column_list list_filters = {
    .name = "report-run-filters",
    .about = "Each filter that the run went through, in order.",
    COLUMNS(filters),
};

static int each_filter(struct column_source *s, const void *row, column_put *put, void *ctx,
		       struct gno_err *err)
{
	const struct gno_report *r = row;
	int rc = GNO_OK;

	(void)s;
	for (size_t i = 0; i < r->run->filters && !rc; i++)
		rc = put(ctx, &r->run->filter[i], err);
	return rc;
}

/* -- the run -- */

#define RUN struct gno_report

static const struct gno_pattern_file *file_of(const struct gno_report *r)
{
	return r->points.load[0].file;
}

static const char *hash_of(struct column_source *s, const struct gno_report *r)
{
	snprintf(s->name, sizeof(s->name), "%016" PRIx64, r->m->hash);
	return s->name;
}

static bool is_until_known(const struct gno_report *r)
{
	return report_until(r) &&
	       (report_until_reached(r) || report_until_is(r, REPORT_UNTIL_MISSED));
}

GET_TEXT(get_monitor, RUN, v->m->name)
GET_TEXT(get_hash, RUN, hash_of(s, v))
GET_TEXT(get_version, RUN, v->run->version)
GET_TEXT(get_lacks, RUN, report_lacks(v, s->nodes, s->name))
GET_NUMBER(get_run, RUN, true, v->run->run)
GET_TEXT(get_mode, RUN, v->run->mode)
GET_TEXT(get_state, RUN, v->run->state)
GET_TEXT(get_device, RUN, v->run->device)
GET_TEXT(get_started, RUN, v->run->started)
GET_NUMBER(get_model, RUN, true, v->run->model)
GET_ROW(get_simulation, RUN, true, &v->run->simulation)
GET_ROW(get_host_clock, RUN, true, &v->run->anchors)
GET_TEXT(get_experiment, RUN, file_of(v)->name)
GET_TEXT(get_program, RUN, file_of(v)->program)
GET_TEXT(get_build_id, RUN, file_of(v)->build_id)
GET_TEXT(get_until, RUN, report_until(v))
GET_NUMBER(get_until_reached, RUN, is_until_known(v), report_until_reached(v))
GET_NUMBER(get_foreign_slots, RUN, true, v->run->foreign_slots)
GET_NUMBER(get_clock_hz, RUN, true, v->m->clock_hz)
GET_NUMBER(get_end_at_least, RUN, true, report_end_is_partly(v))
GET_REAL(get_seconds, RUN, true, (double)(v->line.end - v->line.begin) / (double)v->m->clock_hz)

static const struct column run[] = {
    {"monitor", COLUMN_TEXT, .get = get_monitor, .about = "its name"},
    {"hash", COLUMN_TEXT, .get = get_hash, .about = "of the monitor's plan, 16 digits"},
    {"run", COLUMN_U32, .get = get_run, .about = "its number"},
    {"mode", COLUMN_TEXT, .get = get_mode, .about = "of its buffers"},
    {"state", COLUMN_TEXT, .get = get_state, .about = "how far it came, by its journal"},
    {"device", COLUMN_TEXT, .get = get_device, .about = "the URL of the monitor"},
    {"started", COLUMN_TEXT, .get = get_started, .about = "when, by the host"},
    {"version", COLUMN_TEXT, .get = get_version, .about = "of the gnomon that drained it"},
    {"model", COLUMN_BOOL, .get = get_model,
     .about = "the monitor was a simulated model of itself"},
    {"simulation", COLUMN_ROW, .get = get_simulation, .list = &list_simulation,
     .about = "where it lies in a simulation, if it does"},
    {"host_clock", COLUMN_ROW, .get = get_host_clock, .list = &list_clocks,
     .about = "where it lies on clocks of the host, if it has anchors"},
    {"experiment", COLUMN_TEXT, .get = get_experiment, .about = "its name"},
    {"program", COLUMN_TEXT, .get = get_program, .about = "as the experiment names it"},
    {"build_id", COLUMN_TEXT, .get = get_build_id,
     .about = "of the program, or `xxh64:` and the hash of its file"},
    {"loads", COLUMN_ROWS, .list = &list_loads, .each = each_load, .about = "in order"},
    {"filters", COLUMN_ROWS, .list = &list_filters, .each = each_filter,
     .about = "that it went through"},
    {"foreign_slots", COLUMN_U64, "slots", .get = get_foreign_slots,
     .about = "that were no records of any node"},
    {"clock_hz", COLUMN_U64, "Hz", .get = get_clock_hz, .about = "the monitor's clock"},
    {"begin", COLUMN_U64, "cycle", COLUMN_AT(RUN, line.begin), .about = "its first one"},
    {"end", COLUMN_U64, "cycle", COLUMN_AT(RUN, line.end), .about = "the one after its last"},
    {"end_at_least", COLUMN_BOOL, .get = get_end_at_least,
     .about = "it may have gone on: a node lacks its flush"},
    {"seconds", COLUMN_SECONDS, "s", .get = get_seconds, .about = "how long it was"},
    {"lacks", COLUMN_TEXT, .get = get_lacks,
     .about = "nodes whose records may be missing, and that it was filtered; null: nothing is "
	      "missing"},
};

const struct column_list columns_run_known = {
    .name = "report-run-known",
    .about = "What is known of a run before it is counted; the tables `run`, `loads` and "
	     "`filters` of SQLite.",
    COLUMNS(run),
};

static const struct column itself[] = {
    {NULL, COLUMN_PART, .list = &columns_run_known, .about = "known before it is counted"},
    {"boards", COLUMN_ROWS, .list = &columns_report_boards, .each = columns_each_board,
     .about = "of a run of several; without rows: it is of one"},
    {"until", COLUMN_TEXT, .get = get_until, .about = "the point that ends the run"},
    {"until_reached", COLUMN_BOOL, .get = get_until_reached,
     .about = "the run came to it; null: not known, or there is none"},
};

static const struct column_list list_run = {
    .name = "report-run",
    .about = "What a run was.",
    COLUMNS(itself),
};

static const struct column columns[] = {
    {"run", COLUMN_ROW, .list = &list_run, .about = "itself"},
};

const struct column_list columns_run = {
    .name = "run",
    .about = "The run in `gnomon report --json` and `gnomon report --profile --json`.",
    COLUMNS(columns),
};

/* -- what programs know of a run before they read its tables -- */

static uint64_t left_out(const struct gno_report *r)
{
	uint64_t all = 0;

	for (size_t i = 0; i < r->run->filters; i++)
		all += r->run->filter[i].left_out;
	return all;
}

GET_NUMBER(get_left_out, RUN, true, left_out(v))

static int each_name(struct column_source *s, const void *row, column_put *put, void *ctx,
		     struct gno_err *err)
{
	const RUN *r = row;
	int rc = GNO_OK;

	(void)s;
	for (unsigned k = 0; k < r->m->nodes && !rc; k++)
		rc = put(ctx, r->m->node[k].name, err);
	return rc;
}

static int each_partial(struct column_source *s, const void *row, column_put *put, void *ctx,
			struct gno_err *err)
{
	const RUN *r = row;
	int rc = GNO_OK;

	(void)s;
	for (unsigned k = 0; k < r->m->nodes && !rc; k++)
		if (report_looks_partly(r, k))
			rc = put(ctx, r->m->node[k].name, err);
	return rc;
}

static int each_point(struct column_source *s, const void *row, column_put *put, void *ctx,
		      struct gno_err *err)
{
	const struct report_points *p = &((const RUN *)row)->points;
	int rc = GNO_OK;

	(void)s;
	for (size_t i = 0; i < p->points && !rc; i++)
		rc = put(ctx, p->point[i].name, err);
	return rc;
}

static int each_interval(struct column_source *s, const void *row, column_put *put, void *ctx,
			 struct gno_err *err)
{
	const struct report_points *p = &((const RUN *)row)->points;
	int rc = GNO_OK;

	(void)s;
	for (size_t i = 0; i < p->intervals && !rc; i++)
		rc = put(ctx, p->interval[i].name, err);
	return rc;
}

#define NAMES(of) COLUMN_ROWS, .list = &columns_texts, .each = (of)

static const struct column about[] = {
    {NULL, COLUMN_PART, .list = &columns_format, .about = "its form"},
    {NULL, COLUMN_PART, .list = &columns_run_known, .about = "known before it is counted"},
    {"left_out", COLUMN_U64, "records", .get = get_left_out, .about = "by all filters"},
    {"nodes", NAMES(each_name), .about = "by number"},
    {"partial", NAMES(each_partial), .about = "nodes whose records may be missing"},
    {"points", NAMES(each_point), .about = "of all loads"},
    {"intervals", NAMES(each_interval), .about = "of the experiment"},
};

const struct column_list columns_about = {
    .name = "about",
    .about = "`about` of a run in Python.",
    COLUMNS(about),
};
