/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_BATCHES_H
#define GNO_BATCHES_H

/*
 * Whether a ratio of sums differs between two runs, from samples whose neighbours may depend on
 * each other: the method of batch means. Samples are joined in the order of time until the batches
 * no longer depend on each other. Memory does not grow with the samples.
 *
 * - The batches: G. S. Fishman, "Grouping observations in digital simulation", Management Science
 *   24 (1978), 510-521. Neighbouring batches are joined for as long as his test (of von Neumann's
 *   ratio, one-sided at 10 %) shows that they depend on each other.
 * - The variance of the ratio R = sum(a) / sum(b) over k batches is k / (k - 1) * sum(e^2) /
 *   sum(b)^2 with e = a - R * b: W. G. Cochran, "Sampling Techniques", 3rd ed. (1977), section 6.3.
 * - What dependence r > 0 is left between neighbours makes k batches worth k (1 - r) / (1 + r): G.
 *   V. Bayley, J. M. Hammersley, "The 'effective' number of independent observations in an
 *   autocorrelated time series", Suppl. J. Roy. Stat. Soc. 8 (1946), 184-197.
 * - The test of the two ratios: B. L. Welch, "The generalization of 'Student's' problem when
 * several different population variances are involved", Biometrika 34 (1947), 28-35.
 */

#include <stdint.h>

#define GNO_BATCHES 128	     /* most batches */
#define GNO_BATCHES_LEAST 10 /* fewer are too few for a test */

/* All zero before the first sample. */
struct gno_batches {
	uint64_t samples;
	uint64_t each; /* samples of a batch */
	uint64_t last; /* samples of the last one */
	unsigned used;
	double a[GNO_BATCHES], b[GNO_BATCHES];
};

void gno_batches_add(struct gno_batches *x, double a, double b);

enum gno_batches_fault {
	GNO_BATCHES_GOOD,
	GNO_BATCHES_FEW,       /* samples */
	GNO_BATCHES_UNEQUAL,   /* one batch has more than a quarter of sum(b) */
	GNO_BATCHES_DEPENDENT, /* few batches are left, and they depend on each other */
};

struct gno_batches_fit {
	double ratio, variance; /* of the ratio */
	double freedom;		/* degrees */
};

/* Of sum(a) / sum(b). */
enum gno_batches_fault gno_batches_fit(const struct gno_batches *x, struct gno_batches_fit *out);

/* The two-sided p of Welch's test of equal ratios; below 0: there is none, as neither varies. */
double gno_batches_test(const struct gno_batches_fit *x, const struct gno_batches_fit *y);

#endif
