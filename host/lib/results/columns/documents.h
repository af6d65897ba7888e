/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_COLUMN_DOCUMENTS_H
#define GNO_COLUMN_DOCUMENTS_H

/* Lists that only JSON has. Each begins at a document, whose one row is the answer of a command. */

#include "results/columns/column.h"

extern const struct column_list columns_parallel;  /* of struct parallel, also column_source.of */
extern const struct column_list columns_causality; /* of struct causality, likewise */

/* Parts of the report. Rows: struct report_pauses_sum; the report; a node of it (column_source.node
 * says which); and struct columns_stalls. */
extern const struct column_list columns_rounds;
extern const struct column_list columns_run, columns_run_known, columns_limits, columns_advice,
    columns_line;
extern const struct column_list columns_captures, columns_marks, columns_connections;
extern const struct column_list columns_segments, columns_buckets, columns_counters;
extern const struct column_list columns_node, columns_records, columns_points, columns_lost,
    columns_sampling;
extern const struct column_list columns_stall;

/* All documents, and parts of the report; the last one is NULL. */
extern const struct column_list *const columns_documents[];

struct columns_stalls {
	struct report_stall stall[REPORT_STALLS];
	unsigned groups;
};

#endif
