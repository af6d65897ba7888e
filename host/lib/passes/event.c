/* SPDX-License-Identifier: Apache-2.0 */
/* The records of a run one by one, with the names that held: lists that only a second walk knows.
 */
#include "passes/periods.h"
#include "passes/queue.h"
#include "passes/walk.h"
#include "records/record.h"
#include "read/stream.h"

/* Counts what fired and is no point. */
static int count_other(struct walk *w, size_t i, const struct report_fired *fired)
{
	struct report_event v = {.kind = fired->kind, .node = w->node, .fired = *fired};

	v.record.time = w->b->rec[i].time;
	if (fired->kind == GNO_KIND_LINE)
		gno_stream_record(w->s, w->b, i, w->samples.pair, &v.record);
	return report_periods_other(w->r, &v);
}

int events_count(struct walk *w, size_t i, const struct report_fired *fired)
{
	uint64_t time;

	if (w->rows || !w->r->periods)
		return GNO_OK;
	time = common_time(w->r->boards, w->node, w->b->rec[i].time);
	if (fired->point < 0 && fired->kind != GNO_KIND_LINE &&
	    report_periods_again(w->r, w->node, fired, time))
		return GNO_OK;
	return fired->point >= 0 ? report_periods_point(w->r, w->node, fired->point, time)
				 : count_other(w, i, fired);
}

/* The record of a row. Where one of the same kind lies there, some members stay as they are. */
static void put_record(const struct walk *w, size_t i, struct gno_record *rec)
{
	const struct gno_slot *slot = &w->b->rec[i];
	const unsigned kind = gno_record_kind(slot->info);

	if (kind == GNO_KIND_DATUM && rec->kind == kind) {
		stream_datum(w->s, w->b, i, rec);
	} else if (kind == GNO_KIND_EVENT && rec->kind == kind) {
		rec->time = slot->time;
		rec->offset = w->b->base + slot->at;
		rec->code = gno_record_code(slot->info);
		rec->aux = gno_record_aux(slot->info);
	} else {
		gno_stream_record(w->s, w->b, i, w->samples.pair, rec);
	}
}

/* The row of what fired, by value: what its caller has just put together need not be in memory. */
static inline __attribute__((always_inline)) void put_fired(struct walk *w, size_t i,
							    struct report_fired fired,
							    const struct gno_pattern_point *point)
{
	struct report_rows *rows = w->rows;
	const bool brief = report_rows_want(rows, REPORT_FIRED);
	struct report_event *v;
	struct report_row *row;

	if (!brief && !report_rows_want(rows, REPORT_EVENTS))
		return;
	row = report_rows_new(rows);
	if (!row)
		return;
	row->list = brief ? REPORT_FIRED : REPORT_EVENTS;
	row->node = w->node;
	v = &row->event;
	v->kind = fired.kind;
	v->node = w->node;
	v->fired = fired;
	v->point = point;
	v->process = 0;
	row->time = w->b->rec[i].time;
	if (brief && fired.kind != GNO_KIND_LINE &&
	    (fired.kind != GNO_KIND_DATUM || rows->bare_writes)) {
		v->process_known = false;
		v->record.time = row->time;
	} else {
		v->process_known = port_process(w, &v->process);
		put_record(w, i, &v->record);
	}
	report_rows_done(rows, row);
}

void events_fire(struct walk *w, size_t i, const struct report_fired *fired,
		 const struct gno_pattern_point *point)
{
	put_fired(w, i, *fired, point);
}

void events_write(struct walk *w, size_t i, unsigned code)
{
	put_fired(w, i, (struct report_fired){GNO_KIND_DATUM, code, -1, 0}, NULL);
}

void events_break(struct walk *w, const struct report_blind *b)
{
	const struct report_row row = {
	    .time = b->from, .blind = *b, .event = {.kind = REPORT_NO_RECORD, .node = w->node}};

	if (w->rows)
		report_rows_put(w->rows, REPORT_FIRED, &row);
}

void events_other(struct walk *w, unsigned kind, const struct gno_record *rec)
{
	struct report_row row = {
	    .time = rec->time,
	    .event = {.kind = kind, .node = w->node, .record = *rec, .fired = {.point = -1}}};

	if (w->rows)
		report_rows_put(w->rows, REPORT_EVENTS, &row);
}

int events_segment(struct walk *w, const struct gno_record *rec, const struct gno_segment *s)
{
	struct report_row row = {.time = rec->time,
				 .event = {.kind = GNO_KIND_SEGMENT,
					   .node = w->node,
					   .record = *rec,
					   .fired = {.point = -1},
					   .segment = *s}};

	if (!w->rows)
		return w->r->periods ? report_periods_other(w->r, &row.event) : GNO_OK;
	report_rows_put(
	    w->rows, report_rows_want(w->rows, REPORT_FIRED) ? REPORT_FIRED : REPORT_EVENTS, &row);
	return GNO_OK;
}

const char *report_event_kind_name(unsigned kind)
{
	switch (kind) {
	case GNO_KIND_RATIO: /* these have tables of their own, or only bear times */
	case GNO_KIND_BUCKET:
	case GNO_KIND_COUNTER:
	case GNO_KIND_BEAT:
	case GNO_KIND_SYNC:
	case GNO_KIND_FLUSH:
		return NULL;
	default:
		return report_kind_name(kind);
	}
}

const char *report_kind_name(unsigned kind)
{
	if (kind == GNO_KIND_DATUM)
		return "write";
	return kind == REPORT_NO_RECORD ? "hole" : gno_kind_name(kind);
}
