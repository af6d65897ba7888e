/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_DISTRIBUTIONS_H
#define GNO_DISTRIBUTIONS_H

/* Distributions, and the quantiles of confidence intervals; a confidence is above 0 and below 1. */

#include <stdint.h>

/* The regularized incomplete beta function I_x(p, q), p and q above 0. */
double gno_beta(double x, double p, double q);

/* How often |t| of Student's distribution is larger than `t`; any freedom above 0. */
double gno_student(double t, double freedom);

/* What |t| of Student's distribution is below with this confidence. */
double gno_student_quantile(double confidence, double freedom);

/* The same of the normal distribution: 1.96 at 0.95. */
double gno_normal_quantile(double confidence);

/*
 * The exact interval of a share of which `hits` of `n` independent samples were seen (n > 0): it
 * covers at least as often as `confidence` says, whatever the share is. C. J. Clopper, E. S.
 * Pearson, "The use of confidence or fiducial limits illustrated in the case of the binomial",
 * Biometrika 26 (1934), 404-413.
 */
void gno_share_exact(uint64_t hits, uint64_t n, double confidence, double *low, double *high);

#endif
