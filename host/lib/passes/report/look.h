/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_REPORT_LOOK_H
#define GNO_REPORT_LOOK_H

/* A pass over all nodes: when the records of each begin and end, and what the walk must know
 * beforehand (results/report.h). */

#include "read/reader.h"
#include "results/report.h"

struct look;

/* Adds the pass. *out is the caller's (look_free), also after a failure. GNO_ERR_NOMEM. */
int look_add(struct gno_report *r, struct reader *reader, struct look **out, struct gno_err *err);
/* All was read. */
void look_finish(const struct look *l);
void look_free(struct look *l);

#endif
