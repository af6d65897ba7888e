/* SPDX-License-Identifier: Apache-2.0 */
/* What is known of one cycle: what `gnomon report --at --json` prints. */
#include "results/at.h"

#include "results/columns/documents.h"
#include "results/columns/get.h"
#include "results/columns/shared.h"
#include "results/columns/report/ratios.h"

static const struct report_at *of(const struct column_source *s)
{
	return s->of;
}

#define AT struct report_at
#define NODE struct report_at_node

/* -- where nothing is known -- */

GET_TEXT(get_why, NODE, v->over ? "end" : report_unseen_name(v->why))
GET_NUMBER(get_unseen_to, NODE, !v->over, v->to)

static const struct column unseen[] = {
    {"why", COLUMN_TEXT, .get = get_why,
     .about = "as in the list of gaps; `end`: the node's records end early"},
    {"from", COLUMN_U64, "cycle", COLUMN_AT(NODE, from), .about = "first one"},
    {"to", COLUMN_U64, "cycle", .get = get_unseen_to, .about = "last one; null: it is not known"},
};

static bool is_unseen(const void *row)
{
	return ((const NODE *)row)->unseen;
}

static const struct column_list list_unseen = {
    .name = "at-unseen",
    .about = "The stretch around the cycle of which nothing is known.",
    COLUMNS(unseen),
    .there = is_unseen,
};

/* -- events around it -- */

#define EVENT struct report_event

GET_TEXT(get_event, EVENT, report_event_name(s->r, v, s->name, sizeof(s->name)))
GET_TEXT(get_kind, EVENT, report_event_kind_name(v->kind))

static const struct column events[] = {
    {"name", COLUMN_TEXT, .get = get_event, .about = "its point; else what it is"},
    {"kind", COLUMN_TEXT, .get = get_kind, .about = "what kind of event"},
    {"time", COLUMN_U64, "cycle", COLUMN_AT(EVENT, record.time), .about = "when"},
};

static const struct column_list list_events = {
    .name = "at-event",
    .about = "An event of a node.",
    COLUMNS(events),
};

/* -- intervals that are open -- */

#define INTERVAL struct report_at_interval

static const char *interval_name(const struct column_source *s, const INTERVAL *v)
{
	return s->r->points.interval[v - of(s)->node[s->node].interval].name;
}

GET_TEXT(get_interval, INTERVAL, interval_name(s, v))
GET_NUMBER(get_end, INTERVAL, v->ended, v->end)

static const struct column intervals[] = {
    {"name", COLUMN_TEXT, .get = get_interval, .about = "its name in the experiment"},
    {"from", COLUMN_U64, "cycle", COLUMN_AT(INTERVAL, begin), .about = "begin of the last one"},
    {"to", COLUMN_U64, "cycle", .get = get_end, .about = "its end, where it has one"},
    {"open", COLUMN_U64, COLUMN_AT(INTERVAL, open), .about = "how many of the name are"},
};

static const struct column_list list_intervals = {
    .name = "at-intervals",
    .about = "Each interval that is open.",
    COLUMNS(intervals),
};

static int each_interval(struct column_source *s, const void *row, column_put *put, void *ctx,
			 struct gno_err *err)
{
	const NODE *n = row;
	int rc = GNO_OK;

	for (size_t i = 0; i < s->r->points.intervals && !rc; i++)
		if (n->interval[i].open)
			rc = put(ctx, &n->interval[i], err);
	return rc;
}

/* -- segments -- */

#define SEGMENT struct report_at_segment
#define SEGMENT_AT(member) COLUMN_AT(SEGMENT, member)

static const char *unit_name(const struct column_source *s, const SEGMENT *v)
{
	const ptrdiff_t unit = v - of(s)->node[s->node].segment;

	return s->r->m->node[s->node].preprocessors.segment[unit].name;
}

GET_TEXT(get_unit, SEGMENT, unit_name(s, v))
GET_NUMBER(get_word, SEGMENT, v->known, v->word)
GET_NUMBER(get_current, SEGMENT, !v->held, v->current)

static bool get_fields(struct column_source *s, const void *row, struct cell *c)
{
	c->node = &s->r->m->node[s->node];
	return get_word(s, row, c);
}

static const struct column segments[] = {
    {"name", COLUMN_TEXT, .get = get_unit, .about = "of the unit, in the description"},
    {"at", COLUMN_U64, "cycle", SEGMENT_AT(trigger), .about = "of the trigger"},
    {"began", COLUMN_U64, "cycle", SEGMENT_AT(began), .about = "first one of the segment"},
    {"ended", COLUMN_U64, "cycle", SEGMENT_AT(ended), .about = "last one of the segment"},
    {"word", COLUMN_U64, .get = get_word, .about = "the watched word, where one has counted"},
    {"fields", COLUMN_FIELDS, .get = get_fields, .about = "its fields by name"},
    {"current", COLUMN_BOOL, .get = get_current,
     .about = "the word counted in the cycle; null: that is not known"},
};

static const struct column_list list_segments = {
    .name = "at-segments",
    .about = "Each unit of which a segment has the cycle.",
    COLUMNS(segments),
};

static int each_segment(struct column_source *s, const void *row, column_put *put, void *ctx,
			struct gno_err *err)
{
	const NODE *n = row;
	int rc = GNO_OK;

	for (unsigned i = 0; i < s->r->m->node[s->node].preprocessors.segments && !rc; i++)
		if (n->segment[i].there)
			rc = put(ctx, &n->segment[i], err);
	return rc;
}

/* -- the sample that counts it -- */

GET_ROW(get_pairs, NODE, v->pair, v->pair)

static const struct column sample[] = {
    {"from", COLUMN_U64, "cycle", COLUMN_AT(NODE, sample_from), .about = "first one it counts"},
    {"to", COLUMN_U64, "cycle", COLUMN_AT(NODE, sample_to), .about = "last one it counts"},
    {"pairs", COLUMN_ROWS, .get = get_pairs, .list = &columns_pairs, .each = columns_each_pair,
     .about = "what was counted"},
};

static bool is_sampled(const void *row)
{
	return ((const NODE *)row)->sampled;
}

static const struct column_list list_sample = {
    .name = "at-sample",
    .about = "The sample of ratio counters that counts the cycle.",
    COLUMNS(sample),
    .there = is_sampled,
};

/* -- nodes -- */

GET_TEXT(get_name, NODE, s->r->m->node[s->node].name)
GET_ROW(get_node, NODE, true, v)
GET_ROW(get_last, NODE, v->has_last, &v->last)
GET_ROW(get_next, NODE, v->has_next, &v->next)

static const struct column nodes[] = {
    {"name", COLUMN_TEXT, .get = get_name, .about = "its name"},
    {"unseen", COLUMN_ROW, .get = get_node, .list = &list_unseen,
     .about = "why nothing is known of the cycle; null: it is known"},
    {"last", COLUMN_ROW, .get = get_last, .list = &list_events,
     .about = "the last event up to the cycle"},
    {"next", COLUMN_ROW, .get = get_next, .list = &list_events,
     .about = "the first event after the cycle"},
    {"intervals", COLUMN_ROWS, .list = &list_intervals, .each = each_interval,
     .about = "that are open"},
    {"sample", COLUMN_ROW, .get = get_node, .list = &list_sample, .about = "that counts the cycle"},
    {"segments", COLUMN_ROWS, .list = &list_segments, .each = each_segment,
     .about = "that have the cycle"},
};

static const struct column_list list_nodes = {
    .name = "at-nodes",
    .about = "Each node.",
    COLUMNS(nodes),
};

static int each_node(struct column_source *s, const void *row, column_put *put, void *ctx,
		     struct gno_err *err)
{
	int rc = GNO_OK;

	(void)row;
	for (s->node = 0; s->node < s->r->m->nodes && !rc; s->node++)
		rc = put(ctx, &of(s)->node[s->node], err);
	return rc;
}

/* -- the line that pauses the time counters -- */

static bool is_asserted(const AT *v)
{
	return v->line.line == REPORT_LINE_ASSERTED;
}

static bool get_counter(struct column_source *s, const void *row, struct cell *c)
{
	(void)row;
	return report_counter_at(&of(s)->line, of(s)->cycle, &c->number);
}

GET_NUMBER(get_asserted, AT, v->line.line != REPORT_LINE_UNKNOWN, is_asserted(v))
COLUMN_GET(get_line, AT, text, gno_manifest_rounds(s->r->m, GNO_LINE_REPORT),
	   is_asserted(v) ? gno_line_name(v->line.of) : NULL)
GET_NUMBER(get_round, AT, is_asserted(v), v->line.round)
GET_NUMBER(get_line_to, AT, true, v->line.to - 1)

static const struct column line[] = {
    {"asserted", COLUMN_BOOL, .get = get_asserted, .about = "null: that is not known"},
    {"line", COLUMN_TEXT, .get = get_line, .optional = true,
     .about = "which one, where both can be"},
    {"round", COLUMN_U64, .get = get_round, .about = "its number, of a line that is asserted"},
    {"counter", COLUMN_U64, "cycle", .get = get_counter,
     .about = "the time counters, where they are known"},
    {"from", COLUMN_U64, "cycle", COLUMN_AT(AT, line.from), .about = "since when that holds"},
    {"to", COLUMN_U64, "cycle", .get = get_line_to, .about = "the last one for which it holds"},
};

static bool has_line(const void *row)
{
	return ((const AT *)row)->has_line;
}

static const struct column_list list_line = {
    .name = "at-line",
    .about = "The line that pauses the time counters.",
    COLUMNS(line),
    .there = has_line,
};

/* -- the document -- */

static const struct gno_simulation *simulation(const struct column_source *s)
{
	return &s->r->run->simulation;
}

GET_NUMBER(get_simulation, AT, simulation(s)->known &&simulation(s)->period,
	   simulation(s)->time + v->cycle * simulation(s)->period)
GET_NUMBER(get_model, AT, true, s->r->run->model)
GET_ROW(get_all, AT, true, v)

static const struct column document[] = {
    {"cycle", COLUMN_U64, "cycle", COLUMN_AT(AT, cycle), .about = "itself"},
    {"simulation", COLUMN_U64, "units", .get = get_simulation,
     .about = "its time in the simulation, where the clock had a fixed period"},
    {"model", COLUMN_BOOL, .get = get_model,
     .about = "the monitor was a simulated model of itself"},
    {NULL, COLUMN_PART, .list = &columns_ticks, .about = "how exact its times are"},
    {"line", COLUMN_ROW, .get = get_all, .list = &list_line,
     .about = "null: none pauses the time counters"},
    {"nodes", COLUMN_ROWS, .list = &list_nodes, .each = each_node, .about = "by number"},
};

const struct column_list columns_at = {
    .name = "at",
    .about = "What `gnomon report --at --json` prints.",
    COLUMNS(document),
};
