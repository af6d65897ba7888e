/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CLOCKS_BOOTSTRAP_H
#define CLOCKS_BOOTSTRAP_H

#include <stdbool.h>
#include <stddef.h>

/*
 * The confidence interval of V(x) / V(y) over n pairs, n >= 2, by a circular block bootstrap with
 * 2,000 rounds of a fixed seed: neighbours are drawn together, as many as the autocorrelation of
 * the values and of their squares reaches, at least the cube root of n and at most a 25th of it.
 * D. N. Politis, J. P. Romano, "A circular block-resampling procedure for stationary data", in
 * "Exploring the Limits of Bootstrap" (1992). Both must vary. *block is the number. False: no
 * memory.
 */
bool clocks_bootstrap(const double *x, const double *y, size_t n, double confidence, double *low,
		      double *high, size_t *block);

#endif
