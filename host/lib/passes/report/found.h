/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_REPORT_FOUND_H
#define GNO_REPORT_FOUND_H

/*
 * The rows of several lists in one go over a run, beside other passes: a pass of the reader. It
 * finds what report_rows_next finds (results/rows.h), with each node's rows in their order, but
 * the nodes in any order.
 */

#include "passes/queue.h"
#include "read/reader.h"
#include "results/report.h"

struct found_taker {
	/* Sets the lists that it wants of rows->node, rows->lists, and rows->begun_by. No lists:
	 * the node is left out. */
	void (*begin)(const void *self, struct report_rows *rows);
	/* Takes a row. It may take lists from rows->lists, of which no more come, and set
	 * rows->begun_by. Not 0: no memory. */
	int (*take)(void *self, struct report_rows *rows, const struct report_row *row);
	/* No more rows of the node come. Not 0: no memory. NULL: it need not know. */
	int (*over)(void *self, unsigned node);
};

struct found;

/*
 * Adds the pass to a go that begins all nodes that are not left out. `r` is the report, which knows
 * when its nodes begin and end; the lists are not REPORT_BANKS, and at most one of
 * REPORT_FIRED_LISTS. The taker lasts as long as the pass. *out is the caller's, also after a
 * failure (found_close). GNO_ERR_NOMEM.
 */
int found_add(const struct gno_report *r, const struct found_taker *taker, void *self,
	      struct reader *reader, struct found **out, struct gno_err *err);
void found_close(struct found *f);

#endif
