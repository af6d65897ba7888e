/* SPDX-License-Identifier: Apache-2.0 */
#include "out/page/lists.h"

#include <stdlib.h>

#include "common/util.h"
#include "out/page/history.h"
#include "out/page/names.h"
#include "out/page/page.h"
#include "out/page/spill.h"
#include "passes/found/found.h"
#include "read/order.h"
#include "records/record.h"

/* By which column the rows of nodes are merged. */
static const unsigned orders[] = {
    [PAGE_LIST_EVENTS] = PAGE_EVENT_TIME,
    [PAGE_LIST_SPANS] = PAGE_SPAN_TIME,
    [PAGE_LIST_LOSSES] = PAGE_LOSS_FROM,
};

/* How far a list of a node has come. */
struct progress {
	uint64_t rows;		    /* that the page would show */
	uint64_t last[PAGE_VALUES]; /* the numbers of the last one */
	uint64_t to;		    /* of intervals: those that began later are not shown */
	struct packed *packed;
};

struct node_lists {
	struct progress list[PAGE_LISTS];
	uint64_t losses; /* all of them */
	struct page_history *history;
};

struct page_lists {
	const struct gno_report *r;
	struct column_source source;
	struct page_fields fields[PAGE_LISTS];
	struct page_options o;
	struct spill *spill;
	struct found *found;
	struct node_lists *node;
};

static unsigned place_of(unsigned node, enum page_list list)
{
	return node * PAGE_LISTS + (unsigned)list;
}

/* -- while the run is read -- */

static void begin(const void *self, struct report_rows *rows)
{
	const struct page_lists *l = self;

	if (l->node[rows->node].history)
		rows->lists = REPORT_LIST(REPORT_SAMPLES);
	if (l->o.follows)
		return;
	rows->lists |= REPORT_LIST(REPORT_FIRED) | REPORT_LIST(REPORT_UNSEEN);
	rows->bare_writes = true;
	if (l->r->points.intervals)
		rows->lists |= REPORT_LIST(REPORT_INTERVALS);
	rows->begun_by = common_cycle(l->r->boards, rows->node, l->o.to);
}

void page_row_share(const struct trace_boards *b, unsigned node, enum page_list list,
		    uint64_t value[PAGE_VALUES])
{
	static const unsigned of[PAGE_LISTS][2] = {
	    [PAGE_LIST_EVENTS] = {PAGE_EVENT_TIME, PAGE_EVENT_TIME},
	    [PAGE_LIST_SPANS] = {PAGE_SPAN_FROM, PAGE_SPAN_TIME},
	    [PAGE_LIST_LOSSES] = {PAGE_LOSS_FROM, PAGE_LOSS_TO},
	};
	const unsigned from = of[list][0], to = of[list][1];
	const uint64_t cycles = value[to] - value[from];

	if (to != from)
		value[to] = boards_common(b, node, value[to], NULL);
	value[from] = boards_common(b, node, value[from], NULL);
	if (list == PAGE_LIST_SPANS)
		value[PAGE_SPAN_EXACT] = value[from] + cycles;
}

/* Keeps a row, as the list of columns has it, but for its node; `value` has what is no column of
 * that. */
static inline __attribute__((always_inline)) void
keep_row(struct page_lists *l, unsigned node, enum page_list list, const struct page_table *t,
	 const void *row, uint64_t value[PAGE_VALUES])
{
	struct progress *p = &l->node[node].list[list];

	page_fields_get(&l->fields[list], &l->source, row, value);
	if (l->r->boards)
		page_row_share(l->r->boards, node, list, value);
	page_table_pack(t, 1, p->packed, p->last, value);
	spill_row_end(l->spill, place_of(node, list), p->packed);
}

/* The row after the last one that the page would show is kept, too: that is where it is cut. */
static void take_event(struct page_lists *l, struct report_rows *rows, const struct report_event *v)
{
	const uint64_t time = common_time(l->r->boards, v->node, v->record.time);
	uint64_t value[PAGE_VALUES];

	if ((!gno_kind_has_flags(v->kind) && v->kind != GNO_KIND_SEGMENT) || time < l->o.from)
		return;
	value[PAGE_EVENT_NAME] = page_name_number(l->r, v);
	keep_row(l, rows->node, PAGE_LIST_EVENTS, &page_event_table, v, value);
	if (l->node[rows->node].list[PAGE_LIST_EVENTS].rows++ == l->o.events)
		rows->lists &= ~REPORT_LIST(REPORT_FIRED);
}

static void take_span(struct page_lists *l, struct report_rows *rows, const struct report_row *row)
{
	struct progress *p = &l->node[rows->node].list[PAGE_LIST_SPANS];
	const struct report_interval_row *v = &row->interval;
	const struct trace_boards *b = l->r->boards;
	const uint64_t time = common_time(b, rows->node, row->time);
	uint64_t value[PAGE_VALUES];

	if (!report_interval_begun(v) || time < l->o.from ||
	    common_time(b, rows->node, v->since) > p->to)
		return;
	if (b)
		keep_row(l, rows->node, PAGE_LIST_SPANS, &page_span_boards_table, row, value);
	else
		keep_row(l, rows->node, PAGE_LIST_SPANS, &page_span_table, row, value);
	if (p->rows++ == l->o.events) {
		p->to = time ? time - 1 : 0;
		rows->begun_by = common_cycle(b, rows->node, p->to);
	}
}

static void take_loss(struct page_lists *l, const struct report_row *row)
{
	struct progress *p = &l->node[row->node].list[PAGE_LIST_LOSSES];
	uint64_t value[PAGE_VALUES], from, to;

	l->node[row->node].losses++;
	if (p->rows == l->o.events)
		return;
	columns_gap_stretch(row, &from, &to);
	from = common_time(l->r->boards, row->node, from);
	to = common_time(l->r->boards, row->node, to);
	p->rows += to >= l->o.from && from <= l->o.to;
	keep_row(l, row->node, PAGE_LIST_LOSSES, &page_loss_table, row, value);
}

static int take_page_row(void *self, struct report_rows *rows, const struct report_row *row)
{
	struct page_lists *l = self;

	switch (row->list) {
	case REPORT_FIRED:
		if (common_time(l->r->boards, row->node, row->time) > l->o.to)
			rows->lists &= ~REPORT_LIST(REPORT_FIRED);
		else
			take_event(l, rows, &row->event);
		return GNO_OK;
	case REPORT_INTERVALS:
		take_span(l, rows, row);
		return GNO_OK;
	case REPORT_GAPS:
	case REPORT_HOLES:
	case REPORT_BLINDS:
		take_loss(l, row);
		return GNO_OK;
	default:
		return page_history_take(l->node[row->node].history, &row->sample);
	}
}

int page_lists_add(const struct gno_report *r, const struct page_options *o, struct reader *reader,
		   struct page_lists **out, struct gno_err *err)
{
	static const struct found_taker taker = {.begin = begin, .take = take_page_row};
	struct page_lists *l = *out = calloc(1, sizeof(*l));
	int rc;

	if (!l)
		return gno_fail_nomem(err);
	l->r = r;
	l->source = (struct column_source){.r = r};
	l->o = *o;
	page_fields_find(&page_event_table, &l->fields[PAGE_LIST_EVENTS]);
	page_fields_find(&page_span_table, &l->fields[PAGE_LIST_SPANS]);
	page_fields_find(&page_loss_table, &l->fields[PAGE_LIST_LOSSES]);
	l->node = calloc(r->m->nodes, sizeof(*l->node));
	if (!l->node)
		return gno_fail_nomem(err);
	for (unsigned k = 0; k < r->m->nodes; k++) {
		l->node[k].list[PAGE_LIST_SPANS].to = o->to;
		if (!r->m->node[k].pairs)
			continue;
		l->node[k].history = page_history_new(&r->m->node[k]);
		if (!l->node[k].history)
			return gno_fail_nomem(err);
	}
	rc = spill_open(r->m->nodes * PAGE_LISTS,
			gno_trace_grows(r->trace) ? 0 : gno_trace_bytes(r->trace), &l->spill, err);
	for (unsigned k = 0; k < r->m->nodes && !rc; k++)
		for (unsigned i = 0; i < PAGE_LISTS; i++)
			l->node[k].list[i].packed = spill_rows(l->spill, place_of(k, i));
	return rc ? rc : found_add(r, &taker, l, reader, &l->found, err);
}

void page_lists_free(struct page_lists *l)
{
	if (!l)
		return;
	for (unsigned k = 0; l->node && k < l->r->m->nodes; k++)
		page_history_free(l->node[k].history);
	found_close(l->found);
	spill_close(l->spill);
	free(l->node);
	free(l);
}

int page_lists_finish(struct page_lists *l, struct gno_err *err)
{
	return spill_finish(l->spill, err);
}

uint64_t page_lists_losses(const struct page_lists *l, unsigned node)
{
	return l->node[node].losses;
}

const struct page_history *page_lists_history(const struct page_lists *l, unsigned node)
{
	return l->node[node].history;
}

/* -- afterwards -- */

struct page_rows {
	struct page_lists *l;
	enum page_list list;
	struct order order;
	struct page_row *next; /* of each node */
	bool taken;	       /* that of the first node was handed out */
};

/* The numbers of the next row, but for its node, behind those of the row before it. */
static inline __attribute__((always_inline)) void
read_values(struct spill_place *s, const struct page_table *t, uint64_t *value)
{
#pragma GCC unroll 8
	for (unsigned i = 1; i < t->columns; i++)
		switch (t->column[i].form) {
		case PAGE_LATER:
			value[i] += spill_number(s);
			break;
		case PAGE_STEP:
			value[i] = spill_step(s, value[i]);
			break;
		case PAGE_ABOVE:
			value[i] = value[i - 1] + spill_number(s);
			break;
		case PAGE_BELOW:
			value[i] = value[i - 1] - spill_number(s);
			break;
		case PAGE_BESIDE:
			value[i] = spill_step(s, value[i - 1]);
			break;
		default:
			value[i] = spill_number(s);
			break;
		}
}

/* Reads the next row of a node: 1; 0: there is none. */
static int read_row(struct page_rows *v, unsigned node, struct gno_err *err)
{
	uint64_t *value = v->next[node].value;
	const unsigned place = place_of(node, v->list);
	struct spill_place *s = spill_place(v->l->spill, place);

	if (s->byte == s->end) {
		int rc = spill_more(v->l->spill, place, err);

		if (rc <= 0)
			return rc;
	}
	value[0] = node;
	switch (v->list) {
	case PAGE_LIST_EVENTS:
		read_values(s, &page_event_table, value);
		break;
	case PAGE_LIST_SPANS:
		if (v->l->r->boards)
			read_values(s, &page_span_boards_table, value);
		else
			read_values(s, &page_span_table, value);
		break;
	default:
		read_values(s, &page_loss_table, value);
		break;
	}
	return 1;
}

static uint64_t time_of(const struct page_rows *v, unsigned node)
{
	return v->next[node].value[orders[v->list]];
}

int page_rows_begin(struct page_lists *l, enum page_list list, struct page_rows **out,
		    struct gno_err *err)
{
	struct page_rows *v = *out = calloc(1, sizeof(*v));
	const unsigned nodes = l->r->m->nodes;

	if (!v)
		return gno_fail_nomem(err);
	v->l = l;
	v->list = list;
	v->next = calloc(nodes, sizeof(*v->next));
	if (order_begin(&v->order, nodes) || !v->next)
		return gno_fail_nomem(err);
	for (unsigned k = 0; k < nodes; k++) {
		int rc = read_row(v, k, err);

		if (rc < 0)
			return rc;
		if (rc)
			order_put(&v->order, k, time_of(v, k));
	}
	return GNO_OK;
}

int page_rows_next(struct page_rows *v, const struct page_row **row, struct gno_err *err)
{
	if (v->taken) {
		const unsigned node = v->order.heap[0];
		int rc = read_row(v, node, err);

		if (rc < 0)
			return rc;
		if (rc)
			order_later(&v->order, time_of(v, node));
		else
			order_take(&v->order);
	}
	v->taken = v->order.waiting;
	if (v->taken)
		*row = &v->next[v->order.heap[0]];
	return v->taken;
}

void page_rows_end(struct page_rows *v)
{
	if (!v)
		return;
	order_end(&v->order);
	free(v->next);
	free(v);
}
