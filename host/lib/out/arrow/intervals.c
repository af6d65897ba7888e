/* SPDX-License-Identifier: Apache-2.0 */
/* The table of intervals: those that the report adds up, and those that it only counts. */
#include "out/arrow/table.h"

enum {
	TIME,
	NS,
	NODE,
	NAME,
	STATUS,
	SINCE,
	CYCLES,
	DURATION_NS,
	SELF,
	OUTERMOST,
	PROCESS,
	COMPLETE,
	COLUMNS,
};

static const struct arrow_column columns[COLUMNS] = {
    [TIME] = {"time", ARROW_U64},	[NS] = {"ns", ARROW_U64},
    [NODE] = {"node", ARROW_NAME},	[NAME] = {"name", ARROW_NAME},
    [STATUS] = {"status", ARROW_NAME},	[SINCE] = {"since", ARROW_U64},
    [CYCLES] = {"cycles", ARROW_U64},	[DURATION_NS] = {"duration_ns", ARROW_U64},
    [SELF] = {"self", ARROW_U64},	[OUTERMOST] = {"outermost", ARROW_BOOL},
    [PROCESS] = {"process", ARROW_U32}, [COMPLETE] = {"complete", ARROW_BOOL},
};

static int put(struct table_reader *t, const struct report_row *row)
{
	const struct report_interval_row *v = &row->interval;
	struct batch *b = &t->batch;

	if (!batch_room(b))
		return GNO_ERR_NOMEM;
	batch_u64(b, TIME, row->time);
	batch_u64(b, NS, report_ns(t->r, row->time));
	batch_text(b, NODE, row->node, t->r->m->node[row->node].name);
	batch_text(b, NAME, v->interval, t->r->points.interval[v->interval].name);
	batch_text(b, STATUS, v->end, report_interval_end_name(v->end));
	if (v->end == REPORT_FINISHED) {
		batch_u64(b, CYCLES, row->time - v->since);
		batch_u64(b, DURATION_NS, report_ns(t->r, row->time - v->since));
		if (v->self_known)
			batch_u64(b, SELF, v->self);
	}
	if (report_interval_begun(v)) {
		batch_u64(b, SINCE, v->since);
		batch_bool(b, OUTERMOST, v->outermost);
		if (v->process_known)
			batch_u32(b, PROCESS, v->process);
	}
	batch_bool(b, COMPLETE, !report_looks_partly(t->r, row->node));
	b->rows++;
	return GNO_OK;
}

static void know(struct table_reader *t)
{
	for (size_t i = 0; i < t->r->points.intervals; i++)
		batch_know(&t->batch, NAME, i, t->r->points.interval[i].name);
	for (unsigned i = 0; i < REPORT_INTERVAL_ENDS; i++)
		batch_know(&t->batch, STATUS, i, report_interval_end_name(i));
}

const struct arrow_table arrow_intervals = {
    .name = "intervals",
    .column = columns,
    .columns = COLUMNS,
    .list = REPORT_INTERVALS,
    .ordered = true,
    .node = NODE,
    .know = know,
    .put = put,
    .within = table_time_within,
};
