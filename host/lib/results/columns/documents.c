/* SPDX-License-Identifier: Apache-2.0 */
#include "results/columns/documents.h"

const struct column_list *const columns_documents[] = {&columns_report,
						       &columns_report_parts,
						       &columns_profile,
						       &columns_at,
						       &columns_check,
						       &columns_calls,
						       &columns_traffic,
						       &columns_parallel,
						       &columns_causality,
						       &columns_diff,
						       &columns_experiment_rounds,
						       &columns_status,
						       &columns_plugged,
						       &columns_offered,
						       &columns_program,
						       &columns_clocks_plan,
						       &columns_clocks_counts,
						       &columns_clocks_zero,
						       NULL};
