/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_REPORT_DIFF_ROWS_H
#define GNO_REPORT_DIFF_ROWS_H

/* How the rows of a comparison are made. Between the files of this folder. */

#include "results/diff/diff.h"
#include "results/diff/scores.h"

/* The durations of a row in one run: the numbers are what `stats` sums up. */
struct diff_durations {
	struct gno_stats stats;
	uint64_t bound; /* by which their sum can be wrong */
	struct diff_numbers numbers;
};

/* A new row, all else 0. NULL: no memory. */
struct diff_row *diff_add(struct report_diff *d, enum diff_kind kind, const char *name,
			  const char *other);

/* Fills in both sides of a row of durations, and begins their scores, if both runs have any (else
 * scores->rank is NULL). GNO_ERR_NOMEM. */
int diff_take_durations(struct diff_row *row, const struct diff_durations side[2],
			struct diff_scores *scores);
/* Judges it, once all scores were added. */
void diff_judge_durations(const struct report_diff *d, struct diff_row *row,
			  const struct diff_scores *scores);

/* When a node came to the end point of the experiment; UINT64_MAX: there is none, or it did not. */
uint64_t diff_end(const struct gno_report *r, unsigned node);

/* Why a row has no p. */
void diff_because(struct diff_row *row, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* The p of ratios of both runs by their batches of `what` ("sample"), or why there is none. */
void diff_test(struct diff_row *row, const struct gno_batches *a, const struct gno_batches *b,
	       const char *what);

/* Judges a row whose sides and p are there. */
void diff_judge(const struct report_diff *d, struct diff_row *row);

/*
 * What makes two runs differ in more than what was measured. diff_check: what they measured is not
 * the same, so that no number of one can stand beside one of the other (GNO_ERR_MISMATCH).
 * diff_notes: they are unlike, and a reader must know it (GNO_ERR_NOMEM).
 */
int diff_check(const struct gno_report *const run[2], const char *const path[2],
	       struct gno_err *err);
int diff_notes(struct report_diff *d, struct gno_err *err);

/* The rows of each kind; both runs are of the same nodes. GNO_ERR_MISMATCH, GNO_ERR_NOMEM, or as
 * gno_stream_read fails. */
int diff_intervals(struct report_diff *d, struct gno_err *err);
int diff_latencies(struct report_diff *d, struct gno_err *err);
int diff_ratios(struct report_diff *d, struct gno_err *err);
int diff_buckets(struct report_diff *d, struct gno_err *err);
int diff_counters(struct report_diff *d, struct gno_err *err);

#endif
