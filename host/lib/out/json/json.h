/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_REPORT_JSON_H
#define GNO_REPORT_JSON_H

/* What the parts of the JSON report share. Each part writes itself, a value with its key. */

#include "common/json_out.h"
#include "results/columns/column.h"
#include "results/report.h"
#include "results/rows.h"

struct builder {
	const struct gno_report *r;
	struct json_out out;
	uint64_t rows;	 /* most rows of the lists of samples, marks and banks */
	uint64_t losses; /* most gaps, holes and times without triggers of a node */
	struct gno_err *err;
	int rc; /* of lists that had to be read from the trace once more */
};

/* The report but for its time line, as members of the open object. */
void json_report(struct builder *b);

/* A time in seconds by the manifest's clock. */
void json_seconds(struct builder *b, const char *key, double cycles);
/* A quotient; null where there is no whole. */
void json_share(struct builder *b, const char *key, double part, double whole);

/* The columns of a part of the report (results/columns/documents.h), of a node or not, as members
 * of the open object. */
void json_columns(struct builder *b, const struct column_list *l, unsigned node, const void *row);

typedef void json_row_fn(struct builder *b, unsigned node, const struct report_row *row);
/*
 * A list, row by row: `rows` of them at most. Returns how many were written. A fault goes to b->rc.
 */
uint64_t json_rows(struct builder *b, enum report_list list, unsigned node, unsigned unit,
		   uint64_t rows, json_row_fn *put);

/* Statistics as members of the current object; as an object of their own, null where there are
 * none. */
void json_stats(struct builder *b, const struct gno_stats *s);
void json_part(struct builder *b, const char *key, const struct gno_stats *s);

/* Ratio counters of a node, one a pair; its measures. NULL: null. */
void json_pairs(struct builder *b, const char *key, unsigned node, const struct gno_ratio *pair);
void json_measures(struct builder *b, const char *key, unsigned node, const struct gno_ratio *pair);

/* Parts of the report; null where there is nothing to report. */
void json_port(struct builder *b, unsigned node);
void json_system(struct builder *b, unsigned node);
void json_until(struct builder *b, unsigned node);
/* Percentiles of an interval of a process, and the longest ones. */
void json_process_durations(struct builder *b, const struct report_process_interval *v);
void json_intervals(struct builder *b);
void json_extremes(struct builder *b, unsigned node, const struct report_extreme *e);
void json_stall(struct builder *b, const struct report_stall *s, unsigned groups);

/* Samples of a node, `rows` at most, in a list that is open. Returns how many were written. */
uint64_t json_samples(struct builder *b, unsigned node, uint64_t rows);
/* One of them. */
void json_sample_row(struct builder *b, unsigned node, const struct report_row *row);

#endif
