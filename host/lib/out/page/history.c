/* SPDX-License-Identifier: Apache-2.0 */
#include "out/page/history.h"

#include <stdlib.h>

/* Half as many rows, each of twice as many samples. */
static void halve(struct page_history *h)
{
	for (unsigned i = 0; i < h->n->pairs; i++) {
		struct page_counts *row = h->row[i];

		for (size_t k = 0; k < h->rows / 2; k++) {
			struct page_counts two = row[2 * k];

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
static struct page_counts step_of(struct page_before *before, const struct gno_node *n,
				  unsigned pair, const struct report_sample *s)
{
	const struct report_since whole = {s->from, s->since_lost, s->reset, s->mixed};
	const struct report_since *since = s->since ? &s->since[n->pair[pair].group] : &whole;
	const bool goes_on = before->any && since->from <= before->time;
	struct page_counts step = {since->from, s->time, s->pair[pair],
				   since->lost || since->mixed};

	if (goes_on) {
		step.from = before->time + 1;
		step.pair = report_counted(&before->pair, &s->pair[pair]);
	}
	*before = (struct page_before){true, s->time, s->pair[pair]};
	return step;
}

/* Room for another row of each pair. */
static int make_room(struct page_history *h)
{
	const size_t room = h->room ? 2 * h->room : 16;

	if (h->rows < h->room)
		return GNO_OK;
	for (unsigned i = 0; i < h->n->pairs; i++) {
		struct page_counts *more = realloc(h->row[i], room * sizeof(*more));

		if (!more)
			return GNO_ERR_NOMEM;
		h->row[i] = more;
	}
	h->room = room;
	return GNO_OK;
}

int page_history_take(struct page_history *h, const struct report_sample *s)
{
	if (!h->left && h->rows == PAGE_SAMPLES)
		halve(h);
	if (!h->left && make_room(h))
		return GNO_ERR_NOMEM;
	for (unsigned i = 0; i < h->n->pairs; i++) {
		struct page_counts *row = h->row[i] + h->rows;
		const struct page_counts step = step_of(&h->before[i], h->n, i, s);

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
		return GNO_OK;
	}
	h->rows++;
	h->left = h->each - 1;
	return GNO_OK;
}

struct page_history *page_history_new(const struct gno_node *n)
{
	struct page_history *h = calloc(1, sizeof(*h));

	if (!h)
		return NULL;
	h->n = n;
	h->each = 1;
	h->row = calloc(n->pairs, sizeof(*h->row));
	h->before = calloc(n->pairs, sizeof(*h->before));
	if (h->row && h->before)
		return h;
	page_history_free(h);
	return NULL;
}

void page_history_free(struct page_history *h)
{
	if (!h)
		return;
	for (unsigned i = 0; h->row && i < h->n->pairs; i++)
		free(h->row[i]);
	free(h->row);
	free(h->before);
	free(h);
}
