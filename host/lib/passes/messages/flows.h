/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_MESSAGES_FLOWS_H
#define GNO_MESSAGES_FLOWS_H

/*
 * What was sent, received and queued on each connection, as counts: the report's connections. The
 * numbers of each node are followed by themselves, and no two ends are matched.
 */

#include "read/reader.h"
#include "results/report.h"

struct flows;

/* Adds the pass. What it counted becomes the report's when the reader ends, which is after the
 * walks over the nodes, where a node has sent messages. *out is the caller's, also after a failure.
 * GNO_ERR_NOMEM. */
int flows_open(struct gno_report *r, struct reader *reader, struct flows **out,
	       struct gno_err *err);
void flows_close(struct flows *m);

void flows_free_connections(struct report_connection *connection);

#endif
