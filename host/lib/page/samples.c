/* SPDX-License-Identifier: Apache-2.0 */
/* The counts of ratio counters over the run, in bounded room: where a pair has more samples than
 * that, neighbours are added up. */
#include "page/data.h"

#include <stdlib.h>

/* Counts of cycles that follow each other. */
struct counts {
	uint64_t from, to;
	struct gno_ratio pair;
	bool unsure; /* from where on they count is not known, or a load changed what is counted */
};

struct history {
	struct counts *row; /* PAGE_SAMPLES of each pair */
	size_t rows;
	unsigned each, left; /* samples in a row; that the last one still takes */
};

/* Half as many rows, each of twice as many samples. */
static void halve(struct history *h, unsigned pairs)
{
	for (unsigned i = 0; i < pairs; i++) {
		struct counts *row = h->row + (size_t)i * PAGE_SAMPLES;

		for (size_t k = 0; k < h->rows / 2; k++) {
			struct counts two = row[2 * k];

			gno_ratio_add(&two.pair, &row[2 * k + 1].pair);
			two.to = row[2 * k + 1].to;
			two.unsure |= row[2 * k + 1].unsure;
			row[k] = two;
		}
	}
	h->rows /= 2;
	h->each *= 2;
}

static void take(struct history *h, unsigned pairs, const struct report_sample *s)
{
	const bool unsure = s->since_lost || s->apart || s->mixed;

	if (!h->left && h->rows == PAGE_SAMPLES)
		halve(h, pairs);
	for (unsigned i = 0; i < pairs; i++) {
		struct counts *row = h->row + (size_t)i * PAGE_SAMPLES + h->rows;

		if (!h->left) {
			*row = (struct counts){s->from, s->time, s->pair[i], unsure};
			continue;
		}
		row--;
		gno_ratio_add(&row->pair, &s->pair[i]);
		row->to = s->time;
		row->unsure |= unsure;
	}
	if (h->left) {
		h->left--;
		return;
	}
	h->rows++;
	h->left = h->each - 1;
}

static int walk_node_samples(struct page *p, unsigned node, struct history *h)
{
	struct report_cursor *c = NULL;
	const struct report_row *row;
	int rc = report_rows_open(p->b.r, REPORT_SAMPLES, node, 0, &c, p->b.err);

	while (!rc && (rc = report_rows_next(c, &row, p->b.err)) > 0) {
		rc = GNO_OK;
		take(h, p->b.r->m->node[node].pairs, &row->sample);
	}
	report_rows_close(c);
	return rc;
}

static void put_history(struct page *p, unsigned node, unsigned pair, const struct history *h)
{
	const struct counts *row = h->row + (size_t)pair * PAGE_SAMPLES;
	struct json_out *out = &p->b.out;
	uint64_t last = 0;

	jout_object(out, NULL);
	jout_number(out, "node", node);
	jout_number(out, "pair", pair);
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

static void put_node(struct page *p, unsigned node)
{
	const unsigned pairs = p->b.r->m->node[node].pairs;
	struct history h = {.each = 1};

	if (p->b.rc || !pairs)
		return;
	h.row = calloc((size_t)pairs * PAGE_SAMPLES, sizeof(*h.row));
	p->b.rc = h.row ? walk_node_samples(p, node, &h) : gno_fail_nomem(p->b.err);
	for (unsigned i = 0; i < pairs && !p->b.rc; i++)
		put_history(p, node, i, &h);
	free(h.row);
}

void page_samples(struct page *p)
{
	jout_list(&p->b.out, "samples");
	for (unsigned k = 0; k < p->b.r->m->nodes; k++)
		put_node(p, k);
	jout_list_end(&p->b.out);
}
