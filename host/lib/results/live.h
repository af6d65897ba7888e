/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_REPORT_LIVE_H
#define GNO_REPORT_LIVE_H

/*
 * The report of a run that is still being drained. The walks over its nodes stay where the trace
 * ends so far, and go on with what is new. A report ends them, so a caller that goes on after it
 * makes the report in a child process (cli/shared/aside.h).
 *
 * It is the report of gno_report_build but for the time line and the periods, which are kept in
 * parts of half a column or period at most. Where the record of a load may be among those that were
 * lost the report is rebuilt each time. Records in which all nodes may have missed a line that
 * pauses the time counters are read again until a record of a line shows whether it was so.
 */

#include "results/report.h"

struct report_live;

/*
 * Opens a run. The options must stay as they are; o->profile is not for this. On success *out is
 * the caller's (report_live_close). Fails as gno_report_build does, with GNO_ERR_STATE where the
 * run was not started yet.
 */
int report_live_open(const char *dir, const struct gno_report_options *o, struct report_live **out,
		     struct gno_err *err);
void report_live_close(struct report_live *l);

/* Reads what is new: 1, or 0 where nothing is. Fails as gno_trace_refresh and gno_report_build do.
 * Then it can only be closed. */
int report_live_refresh(struct report_live *l, struct gno_err *err);

/* Whether more may come. */
bool report_live_grows(const struct report_live *l);

/*
 * The report of what was read, as if the run had ended there. On success *out is the caller's
 * (gno_report_free). It can only be closed then.
 */
int report_live_end(struct report_live *l, struct gno_report **out, struct gno_err *err);

#endif
