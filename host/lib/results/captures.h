/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_REPORT_CAPTURES_H
#define GNO_REPORT_CAPTURES_H

/*
 * The captures of a run: global triggers, each with what the nodes watched in its cycle (Carpenter,
 * "Non-Perturbing Pattern-Matching Timing Event Triggering": the REMS system). They are read from
 * the trace once more, so that memory does not grow with their number.
 */

#include "results/report.h"

struct report_captured {
	bool there; /* else the node has no record of it: a gap, a load, or it was over */
	bool cause; /* the global trigger is this node's */
	bool current, known;
	uint64_t word; /* the last one that counted; `current`: in this cycle. 0 unless `known` */
};

struct report_capture {
	uint64_t time;
	struct report_captured node[GNO_MAX_NODES];
};

struct report_captures;

/* *out is the caller's (report_captures_close), also after a failure. GNO_ERR_NOMEM. */
int report_captures_open(const struct gno_report *r, struct report_captures **out,
			 struct gno_err *err);
/* The next capture, in order of time: 1; 0 after the last one; or as report_rows_next fails. */
int report_captures_next(struct report_captures *c, struct report_capture *out,
			 struct gno_err *err);
void report_captures_close(struct report_captures *c);

/* Whether a node of the run recorded a capture. */
bool report_captures_any(const struct gno_report *r);

#endif
