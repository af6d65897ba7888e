/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_REPORT_FILTERED_H
#define GNO_REPORT_FILTERED_H

/* What filters have left out of a run, by nodes, and by points or kinds of records. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "common/errors.h"

struct gno_report;

/* Records of a point, or of a kind, that filters left out. */
struct report_left_out {
	uint64_t records;
	uint64_t from, to; /* cycles between which they left out none; from > to: no such stretch */
};

/* Reads what filters left out, once the points are known. GNO_ERR_FORMAT, GNO_ERR_NOMEM. */
int report_filters_build(struct gno_report *r, struct gno_err *err);
/* Refuses an analysis that needs all records of a point at a node. GNO_ERR_STATE: a filter left out
 * some. */
int report_need_all(const struct gno_report *r, unsigned node, int point, struct gno_err *err);
/* The same of all records of a kind. */
int report_need_kind(const struct gno_report *r, unsigned node, unsigned kind, struct gno_err *err);
/* Records of a kind that filters left out at a node. */
uint64_t report_left_out_of(const struct gno_report *r, unsigned node, unsigned kind);
/*
 * What filters left out of a point at a node; NULL: nothing. Such a point counts as recorded
 * partly. What pairs records, as intervals are, or looks for one that does
 * not come, knows nothing outside of the stretch.
 */
const struct report_left_out *report_left_out(const struct gno_report *r, unsigned node, int point);
/* The same of both ends of an interval; `records` 0: nothing. */
struct report_left_out report_interval_left_out(const struct gno_report *r, unsigned node,
						size_t interval);
/* Whether there may have been more than were counted, at a node, or (the number of nodes) at all.
 */
bool report_interval_is_partly(const struct gno_report *r, unsigned node, size_t interval);
/* As report_is_partly, of writes to the event port. */
bool report_writes_are_partly(const struct gno_report *r, unsigned node);

#endif
