/* SPDX-License-Identifier: Apache-2.0 */
/* The run as a whole: what took how much of each column, and what is not known. */
#include "out/page/data.h"

#include "common/util.h"
#include "out/page/lists.h"

#define WHOLE 255 /* a share of 1 */

/* The column's kinds that took any of it, each with its share: the intervals of the report first,
 * then the reasons of `losses`. */
static void pack_column(struct packed *p, const struct report_line *line, const uint64_t *cell,
			unsigned column)
{
	const uint64_t clocks = report_line_clocks(line, column);
	unsigned kinds = 0;

	for (unsigned k = 0; k < line->kinds; k++)
		kinds += cell[k] != 0;
	packed_number(p, kinds);
	for (unsigned k = 0; k < line->kinds; k++) {
		const uint64_t share =
		    clocks ? (uint64_t)((double)cell[k] * WHOLE / (double)clocks) : 0;

		if (!cell[k])
			continue;
		packed_number(p, k);
		packed_number(p, share < 1 ? 1 : share > WHOLE ? WHOLE : share);
	}
}

void page_overview(struct page *p)
{
	const struct gno_report *r = p->b.r;
	const struct report_line *line = &r->line;
	struct json_out *out = &p->b.out;

	jout_object(out, "overview");
	jout_number(out, "columns", line->columns);
	jout_number(out, "whole", WHOLE);
	jout_list(out, "nodes");
	for (unsigned k = 0; k < r->m->nodes; k++) {
		for (unsigned c = 0; c < line->columns; c++)
			pack_column(&p->packed, line,
				    &line->cell[((size_t)k * line->columns + c) * line->kinds], c);
		packed_out(&p->packed, out, NULL);
	}
	jout_list_end(out);
	jout_object_end(out);
}

struct losses {
	struct page *p;
	struct page_strings strings;
	uint64_t shown;
};

static void show_loss(struct losses *l, const struct page_row *row)
{
	const struct page_options *o = l->p->o;

	if (row->value[PAGE_LOSS_TO] < o->from || row->value[PAGE_LOSS_FROM] > o->to)
		return;
	l->shown++;
	if (page_strings_add(&l->strings, &page_loss_table, row->value))
		page_strings_out(&l->strings, &l->p->b.out);
}

void page_losses(struct page *p)
{
	struct json_out *out = &p->b.out;
	struct losses l = {.p = p, .strings = {.packed = &p->packed}};
	const struct page_row *row;
	struct page_rows *v = NULL;
	uint64_t all = 0;
	int rc = p->b.rc;

	if (rc)
		return;
	jout_object(out, "losses");
	page_table_head(&page_loss_table, p->b.r, out);
	jout_list(out, "rows");
	rc = page_rows_begin(p->lists, PAGE_LIST_LOSSES, &v, p->b.err);
	while (!rc && l.shown < p->o->events && (rc = page_rows_next(v, &row, p->b.err)) > 0) {
		rc = GNO_OK;
		show_loss(&l, row);
	}
	page_rows_end(v);
	p->b.rc = rc;
	page_strings_out(&l.strings, out);
	for (unsigned k = 0; k < p->b.r->m->nodes; k++)
		all += page_lists_losses(p->lists, k);
	jout_list_end(out);
	jout_number(out, "shown", l.shown);
	jout_number(out, "all", all);
	jout_object_end(out);
}
