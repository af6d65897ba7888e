/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_REPORT_FOUND_H
#define GNO_REPORT_FOUND_H

/*
 * The rows of several lists in one go over a run, beside other passes: a pass of the reader. It
 * finds them by a second walk over each node, and hands them out in the order of the node, but the
 * nodes in any order. A cursor (results/rows.h) takes them in order of time.
 */

#include "passes/index/archive.h"
#include "passes/queue.h"
#include "passes/walk.h"
#include "read/reader.h"
#include "results/report.h"

struct found_taker {
	/* Sets the lists that it wants of rows->node, rows->lists, and rows->begun_by. No lists:
	 * the node is left out. */
	void (*begin)(const void *self, struct report_rows *rows);
	/* Takes a row. It may take lists from rows->lists, of which no more come, and set
	 * rows->begun_by. Not 0: no memory. NULL: rows wait in the queue of their node, and the
	 * pass with them, until the queue is empty. */
	int (*take)(void *self, struct report_rows *rows, const struct report_row *row);
	/* No more rows of the node come. Not 0: no memory. NULL: it need not know. */
	int (*over)(void *self, unsigned node);
};

/* A second walk over a node, which finds rows of lists. */
struct second {
	struct report_rows rows; /* that it has found and that are not yet taken */
	struct walk w;
	struct report_node n;	/* what the walk makes of it, dropped */
	struct walk_loads held; /* of the first walk */
	bool over;		/* it finds no more rows */
	bool tailed; /* the stretch after the node's last record is a row, if there is one */
};

struct found;

/*
 * Adds the pass to a go that begins all nodes that are not left out. `r` is the report, which knows
 * when its nodes begin and end, or follows a run (`growth`), or makes its own walks in the same go
 * (`follows`: then the pass has a taker that takes); at most one list is of REPORT_FIRED_LISTS, and
 * REPORT_BANKS has no other beside it. The taker lasts as long as the pass. *out is the caller's,
 * also after a failure (found_close). GNO_ERR_NOMEM.
 */
int found_add(const struct gno_report *r, const struct found_taker *taker, void *self,
	      struct reader *reader, struct found **out, struct gno_err *err);
void found_close(struct found *f);

/*
 * Begins to read a node that is not left out: by the index of the run at its last place before
 * which nothing of `cycle` or later comes, 1, and what else is known there is in *rest, the
 * caller's (archive_free); else at its first record, 0. GNO_ERR_NOMEM; GNO_ERR_FORMAT: the index is
 * damaged.
 */
int found_begin(const struct found *f, struct reader *reader, unsigned node, uint64_t cycle,
		struct archive *rest, struct gno_err *err);

/* The walk over a node that is not left out, where rows wait in queues. */
struct second *found_node(const struct found *f, unsigned node);
/* The report has got other points. */
void found_renew(struct found *f);

#endif
