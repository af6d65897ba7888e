/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_COLUMN_DURATIONS_H
#define GNO_COLUMN_DURATIONS_H

/* What the report has of durations: of an interval at a node or at all, and of a process. */

#include "results/columns/column.h"

/* Statistics, struct gno_stats each; null where there are none. */
extern const struct column_list columns_stats;

struct columns_durations_range {
	bool has;
	uint64_t lo, hi;
};

/* Percentiles, the histogram and the longest ones. */
struct columns_durations {
	size_t interval;
	unsigned node;				       /* the number of nodes: at all */
	const struct gno_stats *stats;		       /* of the same */
	const struct report_longest *longest;	       /* NULL: of all nodes there are none */
	const struct report_process_interval *process; /* whose they are, or NULL */
	struct columns_durations_range percentile[3];
};

extern const struct column_list columns_durations;
/* `process` NULL: of the node. */
struct columns_durations columns_durations_of(const struct column_source *s, size_t interval,
					      unsigned node,
					      const struct report_process_interval *process);

#endif
