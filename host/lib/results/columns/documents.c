/* SPDX-License-Identifier: Apache-2.0 */
#include "results/columns/documents.h"

const struct column_list *const columns_documents[] = {&columns_points,
						       &columns_lost,
						       &columns_marks,
						       &columns_rounds,
						       &columns_captures,
						       &columns_segments,
						       &columns_buckets,
						       &columns_counters,
						       &columns_parallel,
						       &columns_causality,
						       NULL};
