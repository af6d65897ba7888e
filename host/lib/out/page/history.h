/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_PAGE_HISTORY_H
#define GNO_PAGE_HISTORY_H

/*
 * What the ratio counters of a node counted over the run, in bounded room: where a pair has more
 * samples than that, neighbours are added up. Counters that a sample does not reset go on: of these
 * the history has what they counted since the sample before, so that its rows follow each other in
 * time.
 */

#include "results/report.h"

#define PAGE_SAMPLES 2048 /* of a pair of a node; of more, neighbours are added up */

/* Counts of cycles that follow each other. */
struct page_counts {
	uint64_t from, to;
	struct gno_ratio pair;
	bool unsure; /* from where on they count is not known, or a load changed what is counted */
};

/* A pair in the sample before. */
struct page_before {
	bool any;
	uint64_t time;
	struct gno_ratio pair;
};

struct page_history {
	const struct gno_node *n;
	struct page_counts **row; /* of each pair, `room` of them */
	struct page_before *before;
	size_t rows, room;
	unsigned each, left; /* samples in a row; that the last one still takes */
};

/* NULL: no memory. */
struct page_history *page_history_new(const struct gno_node *n);
void page_history_free(struct page_history *h);
/* Takes the next sample. GNO_ERR_NOMEM. */
int page_history_take(struct page_history *h, const struct report_sample *s);

#endif
