/* SPDX-License-Identifier: Apache-2.0 */
/* What ratio counters counted over the run. */
#include "out/page/data.h"
#include "out/page/history.h"
#include "out/page/lists.h"

static const struct page_column columns[] = {
    {"time", .form = PAGE_LATER},
    {"from", .form = PAGE_BELOW},
    {"unsure", .form = PAGE_NUMBER, .own = true},
    {"a_min", .form = PAGE_NUMBER},
    {"a_max", .form = PAGE_ABOVE},
    {"b_min", .form = PAGE_NUMBER},
    {"b_max", .form = PAGE_ABOVE},
};

static const struct page_table table = PAGE_TABLE(&columns_samples, columns);

static void put_history(struct page *p, unsigned node, unsigned pair, const struct page_history *h)
{
	const struct page_counts *row = h->row[pair];
	struct json_out *out = &p->b.out;
	uint64_t last[PAGE_VALUES] = {0};

	jout_object(out, NULL);
	jout_number(out, "node", node);
	jout_number(out, "pair", pair);
	jout_bool(out, "part", report_is_part(&p->b.r->m->node[node], pair));
	jout_number(out, "each", h->each);
	for (size_t i = 0; i < h->rows; i++) {
		const struct gno_ratio *v = &row[i].pair;
		const uint64_t from = row[i].from < row[i].to ? row[i].from : row[i].to;
		const uint64_t value[PAGE_VALUES] = {
		    common_time(p->b.r->boards, node, row[i].to),
		    common_time(p->b.r->boards, node, from),
		    row[i].unsure || v->saturated,
		    v->a_min,
		    v->a_max,
		    v->b_min,
		    v->b_max,
		};

		page_table_pack(&table, 0, &p->packed, last, value);
	}
	packed_out(&p->packed, out, "rows");
	jout_object_end(out);
}

void page_samples(struct page *p)
{
	if (p->b.rc)
		return;
	jout_object(&p->b.out, "samples");
	page_table_head(&table, p->b.r, &p->b.out);
	jout_list(&p->b.out, "of");
	for (unsigned k = 0; k < p->b.r->m->nodes; k++)
		for (unsigned i = 0; i < p->b.r->m->node[k].pairs; i++)
			put_history(p, k, i, page_lists_history(p->lists, k));
	jout_list_end(&p->b.out);
	jout_object_end(&p->b.out);
}
