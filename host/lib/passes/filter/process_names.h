/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_FILTER_PROCESS_NAMES_H
#define GNO_FILTER_PROCESS_NAMES_H

/*
 * The names that the experiments of a run give to processes. A name stands for a value that no
 * number has, so that both can be compared with the field `process`; it may be the name of many
 * numbers, and a number can have another name at each node.
 */

#include "common/util.h"
#include "results/points.h"

#define PROCESS_NUMBERS 65536u

/* Whether the run has any. */
bool process_names_any(const struct report_points *points);

/* The value of a name; 0: there is none of it. `near` collects what there is. */
uint64_t process_names_find(const struct report_points *points, const char *name,
			    struct gno_near *near);

/* Whether a value that is compared is that of a name, or was computed from one. */
bool process_names_is(uint64_t value);

/* Of such a value: whether it is that of a name. */
bool process_names_exact(uint64_t value);

/* The values of the names of a node's processes (report_process_name) by their numbers,
 * PROCESS_NUMBERS of them; 0: it has no name. The caller's; NULL: no memory. */
uint64_t *process_names_of(const struct report_points *points, unsigned node);

#endif
