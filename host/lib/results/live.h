/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_REPORT_LIVE_H
#define GNO_REPORT_LIVE_H

/* A run that is still being drained: its report, and its events. */

#include "results/report.h"

/*
 * -- the report --
 *
 * The walks over its nodes stay where the trace
 * ends so far, and go on with what is new. A report ends them, so a caller that goes on after it
 * makes the report in a child process (cli/shared/aside.h).
 *
 * It is the report of gno_report_build but for the periods, which are kept in parts of half a
 * period at most, and while the run grows for a time line that is not exact (results/time_line.h).
 * A load is taken without a second reading, unless it decides what earlier records mean
 * (passes/renew.c). Where the record of a load may be among those that were lost the report is
 * rebuilt each time.
 * Records in which all nodes may have missed a line that pauses the time counters are read again
 * until a record of a line shows whether it was so.
 */

struct report_live;

/*
 * Opens a run. The options must stay as they are; o->profile is not for this. On success *out is
 * the caller's (report_live_close). Fails as gno_report_build does, with GNO_ERR_STATE where the
 * run was not started yet.
 *
 * Passes of o->passes go on with what is new, too, but for a load: then they begin again, as they
 * do where the report is rebuilt. Before that `passed` gets a failure. They are not for a run that
 * report_live_needs_end, which o->passes_only cannot follow at all.
 */
int report_live_open(const char *dir, const struct gno_report_options *o, struct report_live **out,
		     struct gno_err *err);
void report_live_close(struct report_live *l);

/* Reads what is new: 1, or 0 where nothing is. Fails as gno_trace_refresh and gno_report_build do.
 * Then it can only be closed. */
int report_live_refresh(struct report_live *l, struct gno_err *err);

/* Whether more may come. */
bool report_live_grows(const struct report_live *l);
/* As gno_report_needs_end. */
bool report_live_needs_end(const struct report_live *l);

/*
 * The report of what was read, as if the run had ended there. On success *out is the caller's
 * (gno_report_free). It can only be closed then.
 */
int report_live_end(struct report_live *l, struct gno_report **out, struct gno_err *err);

/*
 * -- the events --
 *
 * They come as REPORT_EVENTS does of the run when
 * it is complete, and each byte of the trace is read once. report_rows_next returns REPORT_WAITS
 * where a node may still have an earlier event; the caller goes on after a refresh.
 */

/*
 * What a followed run was. Walks that are under way hold loads of earlier lists of points: these
 * are kept. A point has the same place in all lists, as further loads come last.
 */
struct report_growth {
	unsigned loads_changed; /* of the trace, when the points were read */
	struct report_points *before;
	size_t befores;
};

/*
 * Opens the trace of a run that may grow, for a report that is all 0: without points, and nodes
 * have nothing yet. What was made is the report's, also after a failure. Fails as gno_trace_follow.
 */
int report_open_growing(const char *dir, struct gno_report *r, struct gno_err *err);

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
