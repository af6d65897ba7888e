/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_PASSES_READING_H
#define GNO_PASSES_READING_H

/* Goes over a run with what its report knows beforehand (after gno_report_look). */

#include "read/reader.h"
#include "results/report.h"

/* As reader_open. */
int reading_open(const struct gno_report *r, struct reader **out, struct gno_err *err);
/* Begins all nodes that have a port. */
void reading_begin_ports(const struct gno_report *r, struct reader *reader);
/* One go over the nodes that have begun, to its end. */
int reading_go(struct reader *reader, struct gno_err *err);
/* One go over all records for the passes of a reader, to its end. */
int reading_all(const struct gno_report *r, struct reader *reader, struct gno_err *err);
/* One go over the writes to the event ports for the passes of a reader, to its end. */
int reading_ports(const struct gno_report *r, struct reader *reader, struct gno_err *err);
/* The same for one pass. */
int reading_run(const struct gno_report *r, const struct pass *pass, void *self,
		struct gno_err *err);

#endif
