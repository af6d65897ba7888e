/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_COLUMN_RATIOS_H
#define GNO_COLUMN_RATIOS_H

/* What the parts of the report have of ratio counters and of extremes, at node source.node. */

#include "results/columns/column.h"

/* The pairs of the node, and its measures; `of`: the first of its counts, const struct gno_ratio
 * each. */
extern const struct column_list columns_pairs, columns_measures;
column_each columns_each_pair, columns_each_measure;

/* Classes of cycles of which one holds in each, struct report_stall each: of pairs, `of` as above;
 * or as they are. */
extern const struct column_list columns_stalls;
column_each columns_each_stall;
int columns_put_stalls(const struct report_stall *stall, unsigned groups, column_put *put,
		       void *ctx, struct gno_err *err);

/* Its extremes; `of`: the first of them, const struct report_extreme each. */
extern const struct column_list columns_extremes;
column_each columns_each_extreme;

/* The first `most` samples of a node (columns_each_row). */
extern const struct column_list columns_sampled;
int columns_each_sample(struct column_source *s, unsigned node, uint64_t most, column_put *put,
			void *ctx, struct gno_err *err);

#endif
