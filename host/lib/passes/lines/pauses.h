/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_REPORT_READ_PAUSES_H
#define GNO_REPORT_READ_PAUSES_H

/* The pauses of a run, from the records of all its nodes: of one that is read as it is, and of one
 * that is followed. */

#include "passes/lines/line.h"
#include "passes/lines/lines.h"
#include "results/report.h"

/* Whether a monitor has a line that pauses the time counters. */
bool pauses_any(const struct gno_manifest *m);
/* When a node can have recorded rounds. */
struct line_node pauses_sight(const struct gno_report *r, unsigned node);
/* The nodes that record the rounds of all lines that the monitor has. */
struct report_nodes pauses_recording(const struct gno_report *r);
/* Makes r->pauses, and notes in it which nodes record the rounds. As report_pauses_new fails. */
int pauses_begin(struct gno_report *r, struct gno_err *err);
/* What comes next of the lines (lines_next). GNO_ERR_IO. */
int pauses_take(struct line *l, const struct gno_record *rec, struct gno_err *err);
/* Makes r->pauses of a run from what a go over it found of the lines, once the report knows when
 * its nodes begin and end. GNO_ERR_NOMEM, GNO_ERR_IO. */
int pauses_build(struct gno_report *r, struct lines *lines, struct gno_err *err);

/*
 * The pauses of a run that is followed: its records once more, in order of time over the nodes.
 * What records say that were read is taken for certain, and so is that no line was asserted at the
 * start. Where later records contradict that, the walks that relied on it begin again.
 */
struct pauses_live;

/*
 * Opens the run once more, for a report whose trace nobody has read from yet: it is not behind
 * afterwards. *out is the caller's (pauses_live_close), also after a failure; NULL: the monitor has
 * no line. Fails as gno_report_follow and gno_trace_refresh_with do.
 */
int pauses_live_open(const char *dir, struct gno_report *r, enum line_trust trust,
		     struct pauses_live **out, struct gno_err *err);
void pauses_live_close(struct pauses_live *p);

/*
 * Reads what is new up to where the trace of `r` ends, once it is known when its nodes begin: from
 * *until on nothing is known. Fails as gno_trace_refresh_with and lines_next do.
 */
int pauses_live_read(struct pauses_live *p, const struct gno_report *r, uint64_t *until,
		     struct gno_err *err);

/* What is there is all of the run. Fails likewise. */
int pauses_live_end(struct pauses_live *p, const struct gno_report *r, struct gno_err *err);

/* Whether what was known before is wrong; *trust: for the next time. */
bool pauses_live_revised(const struct pauses_live *p, enum line_trust *trust);

#endif
