/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_COLUMN_DOCUMENTS_H
#define GNO_COLUMN_DOCUMENTS_H

/* Lists that only JSON has. Each begins at a document, whose one row is the answer of a command. */

#include "results/columns/column.h"

/* Rows: the report; struct columns_parts; struct report_at; struct calls; struct traffic; struct
 * parallel; struct causality; struct report_diff; struct gno_rounds. column_source.of is the row,
 * too, where it is not the report. */
extern const struct column_list columns_report, columns_report_parts, columns_profile,
    columns_about, columns_check;
extern const struct column_list columns_at, columns_calls, columns_traffic;
extern const struct column_list columns_parallel, columns_causality, columns_diff;
extern const struct column_list columns_experiment_rounds;

/* Lists of the page's own (traffic.h). */
extern const struct column_list columns_page_endpoints, columns_page_pairs, columns_page_alone;

/* Of commands that read no run. Rows: struct columns_status; struct columns_plugged; the manifest;
 * struct program_listed; struct clocks_answer, which has what the name says. */
extern const struct column_list columns_status, columns_plugged;
extern const struct column_list columns_offered, columns_program;
extern const struct column_list columns_clocks_plan, columns_clocks_counts, columns_clocks_zero;

/* All documents; the last one is NULL. */
extern const struct column_list *const columns_documents[];

/* Each board of a run of several: struct report_board. */
column_each columns_each_board;

/* What of which nodes is requested of columns_report_parts. */
struct columns_parts {
	const char *node; /* NULL: of all */
	unsigned parts;	  /* REPORT_RATIOS, ... */
};

/* Parts of the report. Rows: struct report_pauses_sum; the report; a node of it (column_source.node
 * says which); its event port and its operating system. */
extern const struct column_list columns_rounds, columns_report_boards;
extern const struct column_list columns_report_body, columns_run, columns_run_known;
extern const struct column_list columns_limits, columns_advice;
extern const struct column_list columns_line, columns_captures, columns_marks, columns_connections;
extern const struct column_list columns_report_intervals;
extern const struct column_list columns_segments, columns_buckets, columns_counters;
extern const struct column_list columns_node, columns_records, columns_points, columns_lost;
extern const struct column_list columns_sampling;
extern const struct column_list columns_ratios, columns_run_extremes;
extern const struct column_list columns_port, columns_system;

#endif
