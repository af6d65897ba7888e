/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_REPORT_FOLLOW_H
#define GNO_REPORT_FOLLOW_H

/*
 * The events of a run that is still being drained. They come as REPORT_EVENTS does of the run when
 * it is complete, and each byte of the trace is read once. report_rows_next returns REPORT_WAITS
 * where a node may still have an earlier event; the caller goes on after a refresh.
 */

#include "results/report.h"

/*
 * What a followed run was. Walks that are under way hold loads of earlier lists of points: these
 * are kept. A point has the same place in all lists, as further loads come last.
 */
struct report_growth {
	char *dir;
	unsigned loads_changed; /* of the trace, when the points were read */
	struct report_points *before;
	size_t befores;
};

/*
 * Opens a run for its list of events: no other part of the report is there, nor are intervals.
 * Fails as gno_report_look does, and with GNO_ERR_STATE where the run was not started yet.
 */
int gno_report_follow(const char *dir, struct gno_report **out, struct gno_err *err);

/* Looks whether more has come: 1, or 0. Fails as gno_trace_refresh and gno_report_look do. */
int gno_report_refresh(struct gno_report *r, struct gno_err *err);

/*
 * Whether events cannot be given before the run is complete: a recorder shows only then which load
 * held first, and where lines pause the time counters, later records show for how long.
 */
bool gno_report_needs_end(const struct gno_report *r);

/* Whether more may come. */
bool gno_report_grows(const struct gno_report *r);

#endif
