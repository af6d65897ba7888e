/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_REPORT_SECOND_H
#define GNO_REPORT_SECOND_H

/* A second walk over a node, which finds rows of lists (results/rows.h). */

#include "passes/queue.h"
#include "passes/walk.h"

struct second {
	struct report_rows rows; /* that it has found and that are not yet taken */
	struct walk w;
	struct report_node n;	/* what the walk makes of it, dropped */
	struct walk_loads held; /* of the first walk */
};

/* The report as second walks see it, and their options. */
struct second_view {
	struct gno_report shadow;
	struct gno_report_options options;
};

void second_look(struct second_view *v, const struct gno_report *r);

/*
 * Begins the walk over the node rows->node of a report; `rows` says what it finds. The batch is the
 * caller's, as that of walk_begin. second_end in any case. GNO_ERR_NOMEM.
 */
int second_begin(struct second *s, const struct gno_report *r, struct second_view *v,
		 const struct report_rows *rows, struct gno_batch *batch, struct gno_err *err);
void second_end(struct second *s);

#endif
