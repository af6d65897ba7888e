/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_HISTOGRAM_H
#define GNO_HISTOGRAM_H

/*
 * Counts of 64-bit numbers in bounded memory: each number below 128 is counted by itself, and each
 * power of two from there on in 64 parts of equal width, so that a part is 1/64 of its numbers wide
 * at most. A power of two takes memory from its first number on.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define GNO_HISTOGRAM_PIECES 58 /* the numbers below 128, then the powers of two */
#define GNO_HISTOGRAM_PARTS (128 + 57 * 64)

struct gno_histogram {
	uint64_t count;
	uint64_t *piece[GNO_HISTOGRAM_PIECES]; /* NULL: all 0 */
};

/* GNO_ERR_NOMEM: it is as before. */
int gno_histogram_add(struct gno_histogram *h, uint64_t number);
/* Frees what it has counted in; all zero afterwards. */
void gno_histogram_free(struct gno_histogram *h);

/*
 * The next part with any number in one of all `n` histograms, from part `*at` (0 at first) on: its
 * first and last number, and how many are there. *at is behind it then. false: there is none.
 */
bool gno_histogram_next(const struct gno_histogram *const *h, size_t n, size_t *at, uint64_t *lo,
			uint64_t *hi, uint64_t *count);

/*
 * The part that holds a percentile (0 < percent <= 100) of the numbers in all `n` histograms: the
 * smallest number of which `percent` of all are not larger. It lies in *lo..*hi, both included.
 * false: there are no numbers.
 */
bool gno_histogram_percentile(const struct gno_histogram *const *h, size_t n, unsigned percent,
			      uint64_t *lo, uint64_t *hi);

/* The part that holds number `rank` of them in order, from 1. false: there are not so many. */
bool gno_histogram_ranked(const struct gno_histogram *const *h, size_t n, uint64_t rank,
			  uint64_t *lo, uint64_t *hi);

/* The part that a number is counted in, below GNO_HISTOGRAM_PARTS; of larger numbers it is not a
 * smaller one. */
size_t gno_histogram_part(uint64_t number);
/* How many numbers of all `n` histograms are in a part. */
uint64_t gno_histogram_in(const struct gno_histogram *const *h, size_t n, size_t part);

#endif
