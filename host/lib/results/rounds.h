/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_RESULTS_ROUNDS_H
#define GNO_RESULTS_ROUNDS_H

/*
 * Combines rounds of one experiment, each of which measured other signals. This is only possible if
 * the target did the same in each: the intervals must have taken the same clocks.
 */

#include "results/report.h"

struct gno_rounds {
	struct gno_report **report; /* of each round */
	unsigned rounds;
};

/*
 * Reads DIR/round0 and the further rounds that its patterns name. *out is the caller's
 * (gno_rounds_free). GNO_ERR_MISMATCH: a round is of another experiment or monitor, or an interval
 * took other times than in round 0, which the message names with both; also fails as
 * gno_report_build does.
 */
int gno_rounds_build(const char *dir, struct gno_rounds **out, struct gno_err *err);

/* Frees them; NULL is allowed. */
void gno_rounds_free(struct gno_rounds *rounds);

/*
 * A measure of a round at a node, over an interval whose beginning resets the counters and whose
 * end samples them, or over the whole round.
 */
struct rounds_row {
	unsigned round, node;
	const struct gno_pattern_measure *measure;
	const char *interval; /* NULL: the whole round */
	uint64_t count;	      /* of the interval; 0: the whole round */
	struct gno_ratio counts;
	bool complete; /* no counts are missing: restarted without a sample, or lost */
};

/* Gets a struct rounds_row. */
typedef int rounds_put(void *ctx, const void *row, struct gno_err *err);

/* Calls `put` for all rows: node by node, its measures in the order of the rounds, the intervals of
 * each, then the whole. What `put` returns, if that is not 0. */
int rounds_each(const struct gno_rounds *rounds, rounds_put *put, void *ctx, struct gno_err *err);

#endif
