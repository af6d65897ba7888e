/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_PAGE_LISTS_H
#define GNO_PAGE_LISTS_H

/*
 * What a page shows row by row, kept while the run is read: events, intervals and stretches of
 * which nothing is known, of each node the first ones, in a scratch file; and the history of the
 * ratio counters. The lists are read in order of time over the nodes afterwards.
 */

#include "out/page/page.h"
#include "results/rows.h"

struct reader;
struct page_lists;

enum page_list {
	PAGE_LIST_EVENTS,
	PAGE_LIST_SPANS,
	PAGE_LIST_LOSSES,
	PAGE_LISTS,
};

/* A row of a list. */
struct page_row {
	unsigned node;
	uint64_t time; /* of an interval: its end */
	size_t what;   /* page_name_number of an event; an interval; enum report_unseen */
	enum report_interval_end end;
	uint64_t since; /* of an interval */
	uint64_t to;	/* of a loss */
	uint64_t lost;
};

/* Adds the pass for a page with these options (page_settle). *out is the caller's, also after a
 * failure (page_lists_free). GNO_ERR_NOMEM. */
int page_lists_add(const struct gno_report *r, const struct page_options *o, struct reader *reader,
		   struct page_lists **out, struct gno_err *err);
void page_lists_free(struct page_lists *l);

/* All was read. As spill_finish. */
int page_lists_finish(struct page_lists *l, struct gno_err *err);

/*
 * The rows of a list, in order of time over all nodes: of each node so many that none is missing
 * among as many of all as the page shows. page_rows_end in any case. It fails as spill_more does.
 */
struct page_rows;
int page_rows_begin(struct page_lists *l, enum page_list list, struct page_rows **out,
		    struct gno_err *err);
/* The next row, which holds until the next call: 1; 0 after the last one. */
int page_rows_next(struct page_rows *v, const struct page_row **row, struct gno_err *err);
void page_rows_end(struct page_rows *v);

/* Stretches of a node of which nothing is known, with those that are in no list. */
uint64_t page_lists_losses(const struct page_lists *l, unsigned node);

/* The history of a node's ratio counters; NULL: it has none. */
struct page_history;
const struct page_history *page_lists_history(const struct page_lists *l, unsigned node);

#endif
