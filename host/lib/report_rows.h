/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_REPORT_ROWS_H
#define GNO_REPORT_ROWS_H

/*
 * The lists of the report, row by row. The report keeps so many rows of each list as its options say. A longer
 * list is read from the trace once more, so that memory does not grow with the trace.
 */

#include "report.h"

enum report_list {
	REPORT_GAPS,
	REPORT_HOLES,
	REPORT_BLINDS,
	REPORT_SAMPLES,
	REPORT_MARKS, /* of all nodes, in order of time */
	REPORT_BANKS, /* of a unit of buckets, or the snapshots of a counter bank */
};

/* A bank, or a snapshot with the one before it. */
struct report_bank_row {
	struct report_bank bank;
	const uint64_t *count;
	const struct gno_block *before; /* began 0: there is none */
	const uint64_t *count_before;
};

/* What a row points to holds until the next call. */
struct report_row {
	struct report_gap gap;
	struct report_hole hole;
	struct report_blind blind;
	struct report_sample sample;
	struct report_mark mark;
	struct report_bank_row bank;
};

struct report_cursor;

/*
 * Begins a list of a node (REPORT_MARKS: of all), of its unit `unit` (REPORT_BANKS). *out is the caller's
 * (report_rows_close), also after a failure. GNO_ERR_NOMEM.
 */
int report_rows_open(const struct gno_report *r, enum report_list list, unsigned node, unsigned unit,
		     struct report_cursor **out, struct gno_err *err);
/* The next row: 1; 0 after the last one; or as gno_stream_read fails. */
int report_rows_next(struct report_cursor *c, struct report_row *row, struct gno_err *err);
void report_rows_close(struct report_cursor *c);

/* Rows that a list has. */
uint64_t report_rows_all(const struct gno_report *r, enum report_list list, unsigned node, unsigned unit);

#endif
