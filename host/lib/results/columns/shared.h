/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_COLUMN_SHARED_H
#define GNO_COLUMN_SHARED_H

/* What several documents have within their rows. */

#include "results/columns/column.h"

/* Rows of the list: texts, const char each. */
extern const struct column_list columns_texts;

/* Rows of the list: numbers, uint64_t each. */
extern const struct column_list columns_numbers;
int columns_put_numbers(const uint64_t *number, unsigned count, column_put *put, void *ctx,
			struct gno_err *err);

/* A count that lies between two bounds: struct columns_bounds. */
struct columns_bounds {
	uint64_t min, max;
};

extern const struct column_list columns_bounds;

/* The version of a document's form: `gnomon`, of any row. */
extern const struct column_list columns_format;

/* How exact the times of the run are: `ticks`, of any row. */
extern const struct column_list columns_ticks;

/* Counts of blocks, by the fault: those that are not 0. A row has BLOCK_FAULTS of them. */
column_each columns_each_fault;

/* Each node of the report: struct report_node. */
column_each columns_each_node;

/* Gets the common time of a cycle of a node (read/boards.h), and by how much it can be wrong, with
 * the ticks of the node: false, the run is of one board. */
bool columns_get_common(const struct column_source *s, unsigned node, uint64_t cycle,
			struct cell *c);
bool columns_get_common_bound(const struct column_source *s, unsigned node, uint64_t cycle,
			      struct cell *c);

/* The first `most` rows of a list of the report, of a node or not (report_rows_open). */
int columns_each_row(struct column_source *s, enum report_list list, unsigned node, uint64_t most,
		     column_put *put, void *ctx, struct gno_err *err);

#endif
