/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_REPORT_UNTIL_H
#define GNO_REPORT_UNTIL_H

/* Whether a run has come to its end point, and whether its end is there. */

#include "results/report.h"

/* Name of the point that ends the run, NULL: none. */
const char *report_until(const struct gno_report *r);
/* What is known of that point at a node. */
enum report_until_known {
	REPORT_UNTIL_REACHED, /* it was recorded, or is not waited for there */
	REPORT_UNTIL_NOTED,   /* reached, by run.json; its record is not there */
	REPORT_UNTIL_MISSED,  /* not reached */
	/* not known, since what shows it may be missing */
	REPORT_UNTIL_CUT,
	REPORT_UNTIL_GOES_ON,
	REPORT_UNTIL_NO_FLUSH,
	REPORT_UNTIL_HOLES,
	REPORT_UNTIL_LOST,
	REPORT_UNTIL_LOAD,
	REPORT_UNTIL_STATES,
};
enum report_until_known report_until_at(const struct gno_report *r, unsigned node);
/* Why it is not known; NULL: it is. */
const char *report_until_why(enum report_until_known known);
/* Whether that holds of some node. */
bool report_until_is(const struct gno_report *r, enum report_until_known known);
/* Whether all nodes that it is waited for are known to have reached it. */
bool report_until_reached(const struct gno_report *r);

/* Whether the journal calls the run complete; of several boards, those of all. */
bool report_is_complete(const struct gno_report *r);
/* The same of the run of a node's board. */
bool report_is_complete_at(const struct gno_report *r, unsigned node);
/* Whether that run has a journal by which records may still come. */
bool report_is_open_at(const struct gno_report *r, unsigned node);
/* Whether the run may have gone on after its last record: a node lacks its flush. */
bool report_end_is_partly(const struct gno_report *r);

#endif
