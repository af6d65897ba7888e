/* SPDX-License-Identifier: Apache-2.0 */
#include "out/page/lists.h"

#include <stdlib.h>

#include "common/util.h"
#include "out/page/history.h"
#include "out/page/names.h"
#include "out/page/spill.h"
#include "passes/report/found.h"
#include "read/order.h"
#include "records/record.h"

/* How far a list of a node has come. */
struct progress {
	uint64_t rows; /* that the page would show */
	uint64_t last; /* time of the last one */
	uint64_t to;   /* of intervals: those that began later are not shown */
};

struct node_lists {
	struct progress list[PAGE_LISTS];
	uint64_t losses; /* all of them */
	struct page_history *history;
};

struct page_lists {
	const struct gno_report *r;
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

	rows->lists = REPORT_LIST(REPORT_FIRED) | REPORT_LIST(REPORT_UNSEEN);
	if (l->r->points.intervals)
		rows->lists |= REPORT_LIST(REPORT_INTERVALS);
	if (l->node[rows->node].history)
		rows->lists |= REPORT_LIST(REPORT_SAMPLES);
	rows->begun_by = l->o.to;
}

/* The row after the last one that the page would show is kept, too: that is where it is cut. */
static void take_event(struct page_lists *l, struct report_rows *rows, const struct report_event *v)
{
	struct progress *p = &l->node[rows->node].list[PAGE_LIST_EVENTS];
	const unsigned place = place_of(rows->node, PAGE_LIST_EVENTS);
	const uint64_t time = v->record.time;
	struct packed *packed;

	if ((!gno_kind_has_flags(v->kind) && v->kind != GNO_KIND_SEGMENT) || time < l->o.from)
		return;
	packed = spill_row(l->spill, place);
	packed_number(packed, page_name_number(l->r, v));
	packed_step(packed, p->last, time);
	p->last = time;
	if (p->rows++ == l->o.events)
		rows->lists &= ~REPORT_LIST(REPORT_FIRED);
	spill_row_end(l->spill, place);
}

static void take_span(struct page_lists *l, struct report_rows *rows, const struct report_row *row)
{
	struct progress *p = &l->node[rows->node].list[PAGE_LIST_SPANS];
	const unsigned place = place_of(rows->node, PAGE_LIST_SPANS);
	const struct report_interval_row *v = &row->interval;
	struct packed *packed;

	if (!report_interval_begun(v) || row->time < l->o.from || v->since > p->to)
		return;
	packed = spill_row(l->spill, place);
	packed_number(packed, v->interval);
	packed_number(packed, v->end);
	packed_step(packed, p->last, row->time);
	packed_step(packed, row->time, v->since);
	p->last = row->time;
	if (p->rows++ == l->o.events)
		rows->begun_by = p->to = row->time ? row->time - 1 : 0;
	spill_row_end(l->spill, place);
}

static void take_loss(struct page_lists *l, unsigned node, unsigned why, uint64_t from, uint64_t to,
		      uint64_t lost)
{
	struct progress *p = &l->node[node].list[PAGE_LIST_LOSSES];
	const unsigned place = place_of(node, PAGE_LIST_LOSSES);
	struct packed *packed;

	l->node[node].losses++;
	if (p->rows == l->o.events)
		return;
	p->rows += to >= l->o.from && from <= l->o.to;
	packed = spill_row(l->spill, place);
	packed_number(packed, why);
	packed_step(packed, p->last, from);
	packed_step(packed, from, to);
	packed_number(packed, lost);
	p->last = from;
	spill_row_end(l->spill, place);
}

static int take_page_row(void *self, struct report_rows *rows, const struct report_row *row)
{
	struct page_lists *l = self;

	switch (row->list) {
	case REPORT_FIRED:
		if (row->time > l->o.to)
			rows->lists &= ~REPORT_LIST(REPORT_FIRED);
		else
			take_event(l, rows, &row->event);
		return GNO_OK;
	case REPORT_INTERVALS:
		take_span(l, rows, row);
		return GNO_OK;
	case REPORT_GAPS:
		take_loss(l, row->node, REPORT_GAP, row->gap.from, row->gap.to, row->gap.lost);
		return GNO_OK;
	case REPORT_HOLES:
		take_loss(l, row->node, REPORT_HOLE, row->hole.from, row->hole.to, 0);
		return GNO_OK;
	case REPORT_BLINDS:
		take_loss(l, row->node, row->blind.why, row->blind.from, row->blind.to, 0);
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
	l->o = *o;
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
	rc = spill_open(r->m->nodes * PAGE_LISTS, &l->spill, err);
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

/* Reads the next row of a node: 1; 0: there is none. */
static int read_row(struct page_rows *v, unsigned node, struct gno_err *err)
{
	struct page_row *row = &v->next[node];
	struct spill *s = v->l->spill;
	const unsigned place = place_of(node, v->list);
	int rc = spill_more(s, place, err);

	if (rc <= 0)
		return rc;
	row->node = node;
	row->what = (size_t)spill_number(s, place);
	if (v->list == PAGE_LIST_SPANS)
		row->end = (enum report_interval_end)spill_number(s, place);
	row->time = spill_step(s, place, row->time);
	if (v->list == PAGE_LIST_SPANS)
		row->since = spill_step(s, place, row->time);
	if (v->list == PAGE_LIST_LOSSES) {
		row->to = spill_step(s, place, row->time);
		row->lost = spill_number(s, place);
	}
	return 1;
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
			order_put(&v->order, k, v->next[k].time);
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
			order_later(&v->order, v->next[node].time);
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
