/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_REPORT_BOUNDS_H
#define GNO_REPORT_BOUNDS_H

/*
 * By how much sums of durations can be wrong at most, where times are those of ticks. That of one
 * duration is gno_node_bound (monitor/manifest.h).
 */

#include "results/report.h"

/* How exact the times of the next node with ticks are, as a sentence; *node: from which one on to
 * search, and moves on behind it. NULL: there are no more. */
#define REPORT_EXACT 320 /* bytes */
const char *report_exact(const struct gno_report *r, unsigned *node, char buf[REPORT_EXACT]);

/* Whether each record that ends an interval of that name at a node begins the next one. */
bool report_is_contiguous(const struct gno_report *r, size_t interval, unsigned node);

/* The sum of the finished intervals of a name at a node: each adds its bound, but those of which
 * one ends where the next one begins are like one. 0: it is exact. */
uint64_t report_sum_bound(const struct gno_report *r, size_t interval, unsigned node);

/* The same of all nodes. */
uint64_t report_sum_bound_all(const struct gno_report *r, size_t interval);

#endif
