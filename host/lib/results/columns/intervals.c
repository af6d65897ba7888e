/* SPDX-License-Identifier: Apache-2.0 */
/* The intervals: those that the report adds up, and those that it only counts. */
#include "results/columns/names.h"
#include "results/columns/shared.h"

static const struct report_interval_row *of(const void *row)
{
	return &((const struct report_row *)row)->interval;
}

static uint64_t time_of(const void *row)
{
	return ((const struct report_row *)row)->time;
}

static bool is_finished(const void *row)
{
	return of(row)->end == REPORT_FINISHED;
}

static void look(const void *row, struct column_look *out)
{
	out->whole = false;
	out->what = of(row)->interval;
	out->of = UINT64_C(1) << 63 | (uint64_t)((const struct report_row *)row)->node << 32 |
		  of(row)->end;
	if (!report_interval_begun(of(row)))
		return;
	out->of |= (uint64_t)of(row)->outermost << 8;
	if (of(row)->process_known) {
		out->of |= 1u << 9;
		out->what |= (uint64_t)of(row)->process << 32;
	}
}

static bool get_from(struct column_source *s, const void *row, struct cell *c)
{
	(void)s;
	c->number = of(row)->since;
	return report_interval_begun(of(row));
}

static bool get_to(struct column_source *s, const void *row, struct cell *c)
{
	(void)s;
	c->number = time_of(row);
	return is_finished(row) || !report_interval_begun(of(row));
}

static bool get_cycles(struct column_source *s, const void *row, struct cell *c)
{
	(void)s;
	c->number = time_of(row) - of(row)->since;
	return is_finished(row);
}

static bool get_bound(struct column_source *s, const void *row, struct cell *c)
{
	c->number = gno_node_bound(&s->r->m->node[((const struct report_row *)row)->node]);
	return is_finished(row) && c->number;
}

static bool get_duration(struct column_source *s, const void *row, struct cell *c)
{
	c->number = report_node_ns(s->r, ((const struct report_row *)row)->node,
				   time_of(row) - of(row)->since);
	return is_finished(row);
}

static bool get_self(struct column_source *s, const void *row, struct cell *c)
{
	(void)s;
	c->number = of(row)->self;
	return is_finished(row) && of(row)->self_known;
}

static const char *node_text(struct column_source *s, const void *row)
{
	return s->r->m->node[((const struct report_row *)row)->node].name;
}

static const char *name_text(struct column_source *s, const void *row)
{
	return s->r->points.interval[of(row)->interval].name;
}

static void name_names(struct column_source *s, column_tell *tell, void *ctx)
{
	for (size_t i = 0; i < s->r->points.intervals; i++)
		tell(ctx, i, s->r->points.interval[i].name);
}

static const char *status_text(struct column_source *s, const void *row)
{
	(void)s;
	return report_interval_end_name(of(row)->end);
}

static void status_names(struct column_source *s, column_tell *tell, void *ctx)
{
	(void)s;
	for (unsigned i = 0; i < REPORT_INTERVAL_ENDS; i++)
		tell(ctx, i, report_interval_end_name(i));
}

static bool get_outermost(struct column_source *s, const void *row, struct cell *c)
{
	(void)s;
	c->number = of(row)->outermost;
	return report_interval_begun(of(row));
}

static bool get_process(struct column_source *s, const void *row, struct cell *c)
{
	(void)s;
	c->number = of(row)->process;
	return report_interval_begun(of(row)) && of(row)->process_known;
}

static bool get_complete(struct column_source *s, const void *row, struct cell *c)
{
	c->number = !report_looks_partly(s->r, ((const struct report_row *)row)->node);
	return true;
}

#define ROW(member) COLUMN_AT(struct report_row, member)
#define NODE .node_at = offsetof(struct report_row, node)
_Static_assert(offsetof(struct report_row, node), "0 is none");

/* Where it lies among what other boards have. */
static bool get_common(struct column_source *s, const void *row, struct cell *c)
{
	const struct report_row *v = row;

	return columns_get_common(s, v->node, v->time, c);
}

static bool get_common_bound(struct column_source *s, const void *row, struct cell *c)
{
	const struct report_row *v = row;

	return columns_get_common_bound(s, v->node, v->time, c);
}

static const struct column columns[] = {
    {"time", COLUMN_U64, "cycle", ROW(time), .about = "when it ended, was cut, or was seen last"},
    {"ns", COLUMN_NS, "ns", ROW(time), NODE, .sql = "{time}", .drawn = true,
     .about = "`time` in nanoseconds, by the clock of the manifest, rounded down"},
    {"common", COLUMN_U64, "cycle", .get = get_common, .boards = true,
     .about = "of a run of several boards: `time` on the time that all boards have in common"},
    {"common_bound", COLUMN_U64, "cycles", .get = get_common_bound, .boards = true,
     .about = "likewise: by which `common` can be wrong at most"},
    {"from", COLUMN_U64, "cycle", .get = get_from, .about = "its begin; none where it has none"},
    {"to", COLUMN_U64, "cycle", .get = get_to,
     .sql = "CASE WHEN {status} = 'finished' OR {from} IS NULL THEN {time} END",
     .about = "its end; none where it has none"},
    {"cycles", COLUMN_U64, "cycles", .get = get_cycles, .sql = "{to} - {from}",
     .about = "from begin to end, of finished ones"},
    {"bound", COLUMN_U32, "cycles", .get = get_bound,
     .about = "by which `cycles` can be wrong at most; none where times are exact"},
    {"duration_ns", COLUMN_NS, "ns", .get = get_duration, .sql = "{cycles}",
     .about = "`cycles` in nanoseconds"},
    {"self", COLUMN_U64, "cycles", .get = get_self,
     .about = "in which no interval that began later was open; none where a filter left out "
	      "points of intervals"},
    {"node", COLUMN_NAME, NULL, ROW(node), .text = node_text, .names = columns_node_names,
     .drawn = true, .about = "where"},
    {"name", COLUMN_NAME, NULL, ROW(interval.interval), .text = name_text, .names = name_names,
     .drawn = true, .about = "its name in the experiment"},
    {"status", COLUMN_NAME, NULL, ROW(interval.end), .text = status_text, .names = status_names,
     .about = "`finished`; `unfinished`: the run ended first; `unmatched`: an end without a "
	      "begin; `cut`: a gap, hole or load may hide the other end"},
    {"outermost", COLUMN_BOOL, NULL, .get = get_outermost,
     .about = "no interval of the name was open at its begin"},
    {"process", COLUMN_U32, NULL, .get = get_process,
     .about = "that the node's port named last at the begin, where it is known"},
    {"complete", COLUMN_BOOL, NULL, .get = get_complete,
     .about = "false: records of the node may be missing, and intervals with them"},
};

const struct column_list columns_intervals = {
    .name = "intervals",
    .about = "Each interval, in order of the ends.",
    .column = columns,
    .columns = sizeof(columns) / sizeof(*columns),
    .list = REPORT_INTERVALS,
    .ordered = true,
    .look = look,
    .same_first = "node",
    .same_last = "complete",
};
