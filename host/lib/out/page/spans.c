/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Intervals one by one, in the order of their ends: so many as are wanted, and of later ones those
 * that were open at the end of these. So all that there is up to a cycle is in the list.
 */
#include "out/page/data.h"

#include "out/page/lists.h"

struct spans {
	struct page *p;
	struct page_strings strings;
	uint64_t shown;
	const struct page_table *table;
	uint64_t to; /* all that began up to there are shown */
	bool cut;
};

static void add_page_span(struct spans *s, const struct page_row *row)
{
	const struct page_options *o = s->p->o;
	const uint64_t from = row->value[PAGE_SPAN_FROM], time = row->value[PAGE_SPAN_TIME];

	if (from > s->to)
		return;
	if (s->shown == o->events && !s->cut) {
		s->cut = true;
		s->to = time ? time - 1 : 0;
		if (from > s->to)
			return;
	}
	s->shown++;
	if (page_strings_add(&s->strings, s->table, row->value))
		page_strings_out(&s->strings, &s->p->b.out);
}

uint64_t page_spans_all(const struct gno_report *r)
{
	uint64_t all = 0;

	for (unsigned k = 0; k < r->m->nodes; k++)
		for (size_t i = 0; i < r->points.intervals; i++)
			all += r->node[k].statistics[i].begun;
	return all;
}

void page_spans(struct page *p)
{
	const uint64_t all = page_spans_all(p->b.r);
	struct spans s = {.p = p, .strings = {.packed = &p->packed}, .to = p->o->to};
	struct json_out *out = &p->b.out;
	const struct page_row *row;
	struct page_rows *v = NULL;
	int rc = p->b.rc;

	s.table = p->b.r->boards ? &page_span_boards_table : &page_span_table;

	if (rc)
		return;
	jout_object(out, "spans");
	page_table_head(s.table, p->b.r, out);
	jout_list(out, "rows");
	rc = page_rows_begin(p->lists, PAGE_LIST_SPANS, &v, p->b.err);
	while (!rc && (rc = page_rows_next(v, &row, p->b.err)) > 0) {
		rc = GNO_OK;
		add_page_span(&s, row);
	}
	page_rows_end(v);
	p->b.rc = rc;
	page_strings_out(&s.strings, out);
	jout_list_end(out);
	jout_number(out, "shown", s.shown);
	jout_number(out, "all", all);
	jout_number(out, "to", s.to);
	jout_bool(out, "cut", s.cut);
	jout_object_end(out);
}
