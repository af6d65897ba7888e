/* SPDX-License-Identifier: Apache-2.0 */
/* What ratio counters counted over the run. */
#include "out/page/data.h"
#include "out/page/history.h"
#include "out/page/lists.h"

static void put_history(struct page *p, unsigned node, unsigned pair, const struct page_history *h)
{
	const struct page_counts *row = h->row[pair];
	struct json_out *out = &p->b.out;
	uint64_t last = 0;

	jout_object(out, NULL);
	jout_number(out, "node", node);
	jout_number(out, "pair", pair);
	jout_bool(out, "part", report_is_part(&p->b.r->m->node[node], pair));
	jout_number(out, "each", h->each);
	for (size_t i = 0; i < h->rows; i++) {
		const struct gno_ratio *v = &row[i].pair;

		packed_number(&p->packed, row[i].to - last);
		packed_number(&p->packed, row[i].to > row[i].from ? row[i].to - row[i].from : 0);
		packed_number(&p->packed, row[i].unsure || v->saturated);
		packed_number(&p->packed, v->a_min);
		packed_number(&p->packed, v->a_max - v->a_min);
		packed_number(&p->packed, v->b_min);
		packed_number(&p->packed, v->b_max - v->b_min);
		last = row[i].to;
	}
	packed_out(&p->packed, out, "rows");
	jout_object_end(out);
}

void page_samples(struct page *p)
{
	if (p->b.rc)
		return;
	jout_list(&p->b.out, "samples");
	for (unsigned k = 0; k < p->b.r->m->nodes; k++)
		for (unsigned i = 0; i < p->b.r->m->node[k].pairs; i++)
			put_history(p, k, i, page_lists_history(p->lists, k));
	jout_list_end(&p->b.out);
}
