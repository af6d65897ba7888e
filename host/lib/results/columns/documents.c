/* SPDX-License-Identifier: Apache-2.0 */
#include "results/columns/documents.h"

const struct column_list *const columns_documents[] = {
    /* of the report */
    &columns_run, &columns_node, &columns_records, &columns_points, &columns_lost,
    &columns_sampling, &columns_buckets, &columns_counters, &columns_segments, &columns_marks,
    &columns_captures, &columns_rounds, &columns_connections, &columns_limits, &columns_advice,
    &columns_line,
    /* of analyses */
    &columns_parallel, &columns_causality, NULL};
