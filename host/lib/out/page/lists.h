/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_PAGE_LISTS_H
#define GNO_PAGE_LISTS_H

/*
 * What a page shows row by row, kept while the run is read: events, intervals and stretches of
 * which nothing is known, of each node the first ones, in a scratch file; and the history of the
 * ratio counters. The lists are read in order of time over the nodes afterwards.
 */

#include "out/page/table.h"
#include "results/rows.h"

struct page_options;
struct reader;
struct page_lists;

enum page_list {
	PAGE_LIST_EVENTS,
	PAGE_LIST_SPANS,
	PAGE_LIST_LOSSES,
	PAGE_LISTS,
};

/* Their columns, and the places of these: the node is the first one. They are here so that a
 * compiler sees them (page_table_pack). */
enum page_event { PAGE_EVENT_NODE, PAGE_EVENT_NAME, PAGE_EVENT_TIME };
enum page_span {
	PAGE_SPAN_NODE,
	PAGE_SPAN_NAME,
	PAGE_SPAN_STATUS,
	PAGE_SPAN_FROM,
	PAGE_SPAN_TIME,
	/* Only of a run of several boards: `from`, and the cycles that the board itself counted. */
	PAGE_SPAN_EXACT,
};
enum page_loss { PAGE_LOSS_NODE, PAGE_LOSS_WHY, PAGE_LOSS_FROM, PAGE_LOSS_TO, PAGE_LOSS_LOST };

static const struct page_column page_event_columns[] = {
    [PAGE_EVENT_NODE] = {"node", .form = PAGE_NUMBER},
    [PAGE_EVENT_NAME] = {"name", .form = PAGE_NUMBER, .own = true}, /* a place in `names` */
    [PAGE_EVENT_TIME] = {"time", .form = PAGE_STEP},
};

static const struct page_column page_span_columns[] = {
    [PAGE_SPAN_NODE] = {"node", .form = PAGE_NUMBER},
    [PAGE_SPAN_NAME] = {"name", .form = PAGE_NUMBER},
    [PAGE_SPAN_STATUS] = {"status", .form = PAGE_NUMBER},
    [PAGE_SPAN_FROM] = {"from", .form = PAGE_STEP},
    [PAGE_SPAN_TIME] = {"time", .form = PAGE_ABOVE},
    [PAGE_SPAN_EXACT] = {"exact", .form = PAGE_BESIDE, .own = true},
};

static const struct page_column page_loss_columns[] = {
    [PAGE_LOSS_NODE] = {"node", .form = PAGE_NUMBER},
    [PAGE_LOSS_WHY] = {"why", .form = PAGE_NUMBER},
    [PAGE_LOSS_FROM] = {"from", .form = PAGE_STEP},
    [PAGE_LOSS_TO] = {"to", .form = PAGE_BESIDE},
    [PAGE_LOSS_LOST] = {"lost", .form = PAGE_NUMBER},
};

static const struct page_table page_event_table = PAGE_TABLE(&columns_events, page_event_columns);
static const struct page_table page_span_table = {&columns_intervals, page_span_columns,
						  PAGE_SPAN_EXACT};
static const struct page_table page_span_boards_table =
    PAGE_TABLE(&columns_intervals, page_span_columns);
static const struct page_table page_loss_table = PAGE_TABLE(&columns_gaps, page_loss_columns);

/* A row of a list. */
struct page_row {
	uint64_t value[PAGE_VALUES];
};

/* The times of a row of a node in common time, of several boards: nodes share the page's axis. */
void page_row_share(const struct trace_boards *b, unsigned node, enum page_list list,
		    uint64_t value[PAGE_VALUES]);

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
