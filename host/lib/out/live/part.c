/* SPDX-License-Identifier: Apache-2.0 */
#include "out/live/part.h"

#include <stdlib.h>

#include "common/util.h"
#include "out/page/lists.h"
#include "passes/periods.h"
#include "records/record.h"

/* Intervals, to one event, after which the part ends: with one each it has as many at most. */
#define SPANS_EACH 4

/* -- events -- */

static int keep_event(struct live_part *v, const struct live_event *e, struct gno_err *err)
{
	const uint64_t most = v->p->o->events;
	struct live_event *list;

	if (v->events < most) {
		list = gno_room(v->event, v->events, sizeof(*list));
		if (!list)
			return gno_fail_nomem(err);
		v->event = list;
		list[v->events++] = *e;
		return GNO_OK;
	}
	v->cut = true;
	if (!v->newest) {
		v->to = e->time ? e->time - 1 : 0;
		return GNO_OK;
	}
	v->from = v->event[v->first].time + 1;
	v->event[v->first] = *e;
	v->first = (v->first + 1) % most;
	return GNO_OK;
}

static int take_event(struct live_part *v, const struct report_event *of, struct gno_err *err)
{
	const struct gno_report *r = v->p->b.r;
	struct live_event e = {.time = common_time(r->boards, of->node, of->record.time),
			       .node = of->node};
	size_t name;

	if ((!gno_kind_has_flags(of->kind) && of->kind != GNO_KIND_SEGMENT) || e.time < v->from ||
	    e.time > v->to)
		return GNO_OK;
	name = page_name_of(v->names, r, of);
	if (name == SIZE_MAX)
		return gno_fail_nomem(err);
	e.name = (uint32_t)name;
	return keep_event(v, &e, err);
}

static int open_rows(const struct live_part *v, enum report_list list, struct report_cursor **out)
{
	const struct gno_report *r = v->p->b.r;

	return report_rows_open_part(r, list, r->m->nodes, v->from, v->to, out, v->p->b.err);
}

static int read_events(struct live_part *v)
{
	struct gno_err *err = v->p->b.err;
	struct report_cursor *c = NULL;
	const struct report_row *row;
	int rc = open_rows(v, REPORT_FIRED, &c);

	while (!rc && (v->newest || !v->cut) && (rc = report_rows_next(c, &row, err)) > 0)
		rc = take_event(v, &row->event, err);
	report_rows_close(c);
	return rc;
}

static void put_events(struct live_part *v)
{
	struct page *p = v->p;
	struct page_strings strings = {.packed = &p->packed};
	struct json_out *out = &p->b.out;
	uint64_t shown = 0;

	jout_object(out, "events");
	page_table_head(&page_event_table, p->b.r, out);
	jout_list(out, "rows");
	for (size_t i = 0; i < v->events; i++) {
		const struct live_event *e = &v->event[(v->first + i) % v->events];
		const uint64_t value[PAGE_VALUES] = {
		    [PAGE_EVENT_NODE] = e->node,
		    [PAGE_EVENT_NAME] = e->name,
		    [PAGE_EVENT_TIME] = e->time,
		};

		if (e->time < v->from || e->time > v->to)
			continue;
		shown++;
		if (page_strings_add(&strings, &page_event_table, value))
			page_strings_out(&strings, out);
	}
	page_strings_out(&strings, out);
	jout_list_end(out);
	jout_number(out, "shown", shown);
	if (p->b.r->periods) /* else nothing was counted */
		jout_number(out, "all", p->b.r->periods->all);
	jout_number(out, "from", v->from);
	jout_number(out, "to", v->to);
	jout_bool(out, "cut", v->cut);
	jout_object_end(out);
}

/* -- intervals -- */

struct spans {
	const struct page_table *table;
	struct page_fields fields;
	struct column_source source;
	struct page_strings strings;
	uint64_t shown, most;
	uint64_t to; /* all that began up to there are shown */
	bool cut;
};

static void take_span(const struct live_part *v, struct spans *s, const struct report_row *row)
{
	struct page *p = v->p;
	const struct trace_boards *b = p->b.r->boards;
	uint64_t value[PAGE_VALUES] = {0};

	if (!report_interval_begun(&row->interval) ||
	    common_time(b, row->node, row->time) < v->from ||
	    common_time(b, row->node, row->interval.since) > s->to)
		return;
	if (s->shown == s->most) {
		const uint64_t time = common_time(b, row->node, row->time);

		s->cut = true;
		s->to = time ? time - 1 : 0;
		return;
	}
	page_fields_get(&s->fields, &s->source, row, value);
	value[0] = row->node;
	if (b)
		page_row_share(b, row->node, PAGE_LIST_SPANS, value);
	s->shown++;
	if (page_strings_add(&s->strings, s->table, value))
		page_strings_out(&s->strings, &p->b.out);
}

static const struct page_column open_columns[] = {
    {"node", .form = PAGE_NUMBER, .own = true},
    {"name", .form = PAGE_NUMBER, .own = true},
    {"from", .form = PAGE_STEP, .own = true},
};
static const struct page_table open_table = PAGE_TABLE(NULL, open_columns);

/* Those that were open where the reading of intervals ended. */
static void put_open(const struct live_part *v, const struct report_cursor *c, uint64_t to)
{
	struct page *p = v->p;
	struct page_strings strings = {.packed = &p->packed};
	struct json_out *out = &p->b.out;
	struct report_open_place at = {.node = 0};
	struct report_row row;
	uint64_t left = p->o->events;

	jout_object(out, "open");
	page_table_head(&open_table, p->b.r, out);
	jout_list(out, "rows");
	while (left && report_rows_open_next(c, &at, &row)) {
		const uint64_t value[PAGE_VALUES] = {
		    row.node, row.interval.interval,
		    common_time(p->b.r->boards, row.node, row.interval.since)};

		if (value[2] > to)
			continue;
		left--;
		if (page_strings_add(&strings, &open_table, value))
			page_strings_out(&strings, out);
	}
	page_strings_out(&strings, out);
	jout_list_end(out);
	jout_object_end(out);
}

static int put_spans(struct live_part *v)
{
	struct page *p = v->p;
	struct json_out *out = &p->b.out;
	struct spans s = {.table = p->b.r->boards ? &page_span_boards_table : &page_span_table,
			  .source = {.r = p->b.r},
			  .strings = {.packed = &p->packed},
			  .most = SPANS_EACH * p->o->events,
			  .to = v->to};
	struct report_cursor *c = NULL;
	const struct report_row *row;
	int rc;

	page_fields_find(s.table, &s.fields);
	jout_object(out, "spans");
	page_table_head(s.table, p->b.r, out);
	jout_list(out, "rows");
	rc = p->b.r->points.intervals ? open_rows(v, REPORT_INTERVALS, &c) : GNO_OK;
	while (!rc && c && !s.cut && (rc = report_rows_next(c, &row, p->b.err)) > 0) {
		rc = GNO_OK;
		take_span(v, &s, row);
	}
	page_strings_out(&s.strings, out);
	jout_list_end(out);
	jout_number(out, "shown", s.shown);
	if (p->b.r->periods)
		jout_number(out, "all", page_spans_all(p->b.r));
	jout_number(out, "to", s.to);
	jout_bool(out, "cut", s.cut);
	jout_object_end(out);
	if (!rc && c)
		put_open(v, c, s.to);
	report_rows_close(c);
	return rc;
}

/* -- losses -- */

static int put_losses(struct live_part *v)
{
	struct page *p = v->p;
	struct json_out *out = &p->b.out;
	struct column_source source = {.r = p->b.r};
	struct page_strings strings = {.packed = &p->packed};
	struct page_fields fields;
	struct report_cursor *c = NULL;
	const struct report_row *row;
	uint64_t shown = 0;
	int rc;

	page_fields_find(&page_loss_table, &fields);
	jout_object(out, "losses");
	page_table_head(&page_loss_table, p->b.r, out);
	jout_list(out, "rows");
	rc = open_rows(v, REPORT_UNSEEN, &c);
	while (!rc && shown < p->o->events && (rc = report_rows_next(c, &row, p->b.err)) > 0) {
		uint64_t value[PAGE_VALUES] = {0};

		rc = GNO_OK;
		page_fields_get(&fields, &source, row, value);
		value[0] = row->node;
		if (p->b.r->boards)
			page_row_share(p->b.r->boards, row->node, PAGE_LIST_LOSSES, value);
		if (value[PAGE_LOSS_TO] < v->from || value[PAGE_LOSS_FROM] > v->to)
			continue;
		shown++;
		if (page_strings_add(&strings, &page_loss_table, value))
			page_strings_out(&strings, out);
	}
	report_rows_close(c);
	page_strings_out(&strings, out);
	jout_list_end(out);
	jout_number(out, "shown", shown);
	jout_object_end(out);
	return rc;
}

void live_part_write(struct live_part *v)
{
	struct page *p = v->p;

	v->from = p->o->from;
	v->to = p->o->to;
	if (!p->b.rc)
		p->b.rc = read_events(v);
	if (p->b.rc)
		return;
	put_events(v);
	p->b.rc = put_spans(v);
	if (!p->b.rc)
		p->b.rc = put_losses(v);
}

void live_part_free(struct live_part *v)
{
	free(v->event);
}
