/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What ratio counters counted over the run, in bounded room: where a pair has more samples than
 * that, neighbours are added up. Counters that a sample does not reset go on: of these the history
 * has what they counted since the sample before, so that its rows follow each other in time.
 */
#include "out/page/data.h"

#include <stdlib.h>

/* Counts of cycles that follow each other. */
struct counts {
	uint64_t from, to;
	struct gno_ratio pair;
	bool unsure; /* from where on they count is not known, or a load changed what is counted */
};

/* A pair in the sample before. */
struct before {
	bool any;
	uint64_t time;
	struct gno_ratio pair;
};

struct history {
	struct counts *row; /* PAGE_SAMPLES of each pair */
	struct before *before;
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

/* What a pair counted up to a sample since the one before, or since a reset that came later. */
static struct counts step_of(struct before *before, const struct gno_node *n, unsigned pair,
			     const struct report_sample *s)
{
	const struct report_since whole = {s->from, s->since_lost, s->reset, s->mixed};
	const struct report_since *since = s->since ? &s->since[n->pair[pair].group] : &whole;
	const bool goes_on = before->any && since->from <= before->time;
	struct counts step = {since->from, s->time, s->pair[pair], since->lost || since->mixed};

	if (goes_on) {
		step.from = before->time + 1;
		step.pair = report_counted(&before->pair, &s->pair[pair]);
	}
	*before = (struct before){true, s->time, s->pair[pair]};
	return step;
}

static void add_page_sample(struct history *h, const struct gno_node *n,
			    const struct report_sample *s)
{
	if (!h->left && h->rows == PAGE_SAMPLES)
		halve(h, n->pairs);
	for (unsigned i = 0; i < n->pairs; i++) {
		struct counts *row = h->row + (size_t)i * PAGE_SAMPLES + h->rows;
		const struct counts step = step_of(&h->before[i], n, i, s);

		if (!h->left) {
			*row = step;
			continue;
		}
		row--;
		gno_ratio_add(&row->pair, &step.pair);
		row->to = step.to;
		row->unsure |= step.unsure;
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
		add_page_sample(h, &p->b.r->m->node[node], &row->sample);
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

static void put_node(struct page *p, unsigned node)
{
	const unsigned pairs = p->b.r->m->node[node].pairs;
	struct history h = {.each = 1};

	if (p->b.rc || !pairs)
		return;
	h.row = calloc((size_t)pairs * PAGE_SAMPLES, sizeof(*h.row));
	h.before = calloc(pairs, sizeof(*h.before));
	p->b.rc = h.row && h.before ? walk_node_samples(p, node, &h) : gno_fail_nomem(p->b.err);
	for (unsigned i = 0; i < pairs && !p->b.rc; i++)
		put_history(p, node, i, &h);
	free(h.row);
	free(h.before);
}

void page_samples(struct page *p)
{
	jout_list(&p->b.out, "samples");
	for (unsigned k = 0; k < p->b.r->m->nodes; k++)
		put_node(p, k);
	jout_list_end(&p->b.out);
}
