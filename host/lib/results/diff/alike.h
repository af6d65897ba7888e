/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_REPORT_ALIKE_H
#define GNO_REPORT_ALIKE_H

/* What two runs have in common. Between the files of this folder. */

#include "results/report.h"

/* Whether the beginning of a run is not kept. */
bool diff_is_last_part(const struct gno_report *r);

/* The file name of the program, without its folder; "none": there is none. */
const char *diff_program(const struct gno_report *r);

/* A point as the experiment defines it; NULL: there is none. */
const struct gno_pattern_point *diff_point(const struct gno_report *r, const char *name);

/* Whether two points are defined alike; true where one is not there. */
bool diff_same_point(const struct gno_pattern_point *a, const struct gno_pattern_point *b);

/* Whether both runs are known to be of one build of a program. */
bool diff_same_build(const struct gno_report *const run[2]);

/* The place of an interval by its name; the number of intervals: there is none. */
size_t diff_find_interval(const struct gno_report *r, const char *name);

#endif
