/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_REPORT_LANES_H
#define GNO_REPORT_LANES_H

/*
 * The walks over all nodes of a report, and what is counted of messages between them, in one go of
 * the reader. Each walk sees the report with lists of its own, which are joined at the end in the
 * order of the nodes: so it does not matter in which order the nodes are read.
 */

#include "passes/messages/flows.h"
#include "passes/walk.h"

struct lane {
	struct walk w;
	struct gno_report shadow; /* the report as the walk sees it */
	struct report_line line;  /* of one that has no end yet */
	bool begun;
};

struct lanes {
	struct gno_report *r;
	const struct gno_report_options *o;
	struct reader *reader;
	struct flows *flows; /* NULL: no node has a port */
	struct lane *lane;   /* one a node */
	uint64_t until;	     /* records from there on wait */
	bool follows;	     /* it is not known beforehand when the nodes end */
};

/* Begins the go; lanes_end in any case. GNO_ERR_NOMEM. */
int lanes_open(struct lanes *l, struct gno_report *r, const struct gno_report_options *o,
	       struct gno_err *err);
/* Begins the walk over a node, of which the report knows when it begins. As walk_begin. */
int lanes_begin(struct lanes *l, unsigned node, struct gno_err *err);
/* All was read: the walk over a node ends, after those of the nodes before it. */
int lanes_finish(struct lanes *l, unsigned node, struct gno_err *err);
void lanes_end(struct lanes *l);
/* The report has other points than `before`, as walk_renew: 1; 0: a walk cannot go on, and the go
 * can only be ended. GNO_ERR_NOMEM. */
int lanes_renew(struct lanes *l, const struct report_points *before, struct gno_err *err);

#endif
