/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_REPORT_SCORES_H
#define GNO_REPORT_SCORES_H

/*
 * Whether the durations of one run tend to be longer than those of another one, where neighbouring
 * durations may depend on each other, as in a queue. Each has as its score its rank among the
 * durations of both runs (ties: the mean of their ranks), as in the Mann-Whitney test. The mean
 * scores of the runs are compared by batch means of the scores in the order of time
 * (batches.h), so that dependent durations do not count as independent ones. Memory
 * does not grow with the durations.
 *
 * - H. B. Mann, D. R. Whitney, "On a test of whether one of two random variables is stochastically
 *   larger than the other", Ann. Math. Stat. 18 (1947), 50-60.
 * - Welch's test of ranks: D. W. Zimmerman, B. D. Zumbo, "Rank transformations and the power of the
 *   Student t test and Welch t' test for non-normal populations with unequal variances", Canadian
 *   Journal of Experimental Psychology 47 (1993), 523-539.
 */

#include "common/stats.h"
#include "statistics/batches.h"

struct diff_scores {
	double *rank; /* by part of a histogram */
	struct gno_batches run[2];
};

/* The numbers of a run are those in `n` histograms. */
struct diff_numbers {
	const struct gno_histogram *const *of;
	size_t n;
};

/* Begins with the numbers of both runs, which then are added in the order of time. GNO_ERR_NOMEM.
 */
int diff_scores_begin(struct diff_scores *s, const struct diff_numbers run[2]);
void diff_scores_add(struct diff_scores *s, unsigned run, uint64_t number);
void diff_scores_free(struct diff_scores *s);

/* The two-sided p; below 0: there is none, and `why` says why. */
double diff_scores_test(const struct diff_scores *s, char *why, size_t size);

#endif
