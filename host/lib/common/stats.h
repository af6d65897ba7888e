/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_STATS_H
#define GNO_STATS_H

#include <stdint.h>
#include <stdbool.h>
#include <stddef.h>

/* A sum that is 2^64 - 1 where it would be more. */
static inline uint64_t gno_sum(uint64_t a, uint64_t b)
{
	return a > UINT64_MAX - b ? UINT64_MAX : a + b;
}

/* Likewise a product. */
static inline uint64_t gno_product(uint64_t a, uint64_t b)
{
	uint64_t product;

	return __builtin_mul_overflow(a, b, &product) ? UINT64_MAX : product;
}

/* `number` in units of which `to` are as long as `from` of its own, to the nearest whole one;
 * 2^64 - 1 where it would be more. */
uint64_t gno_rescaled(uint64_t number, uint64_t to, uint64_t from);

/* Of durations in clocks. All zero before the first. */
struct gno_stats {
	uint64_t count;
	uint64_t total;	    /* as gno_sum */
	uint64_t high, low; /* the sum itself: high * 2^64 + low */
	uint64_t min, max;
};

/* Adds high * 2^64 + low to the sum. */
static inline void gno_stats_sum(struct gno_stats *s, uint64_t high, uint64_t low)
{
	s->low += low;
	s->high += high + (s->low < low);
	s->total = s->high ? UINT64_MAX : s->low;
}

static inline void gno_stats_add(struct gno_stats *s, uint64_t value)
{
	if (!s->count || value < s->min)
		s->min = value;
	if (value > s->max)
		s->max = value;
	s->count++;
	gno_stats_sum(s, 0, value);
}

/* Joins `other` into `s`. */
void gno_stats_join(struct gno_stats *s, const struct gno_stats *other);

/* The same numbers in other units, as gno_rescaled: the sum is rounded once. `to` and `from` are
 * 2^63 at most. */
struct gno_stats gno_stats_rescaled(const struct gno_stats *s, uint64_t to, uint64_t from);

/* Mean, 0 where there is no value. */
double gno_stats_mean(const struct gno_stats *s);

/* z of gno_wilson for 95 %: the 0.975 quantile of the normal distribution. */
#define GNO_WILSON_95 1.959963984540054

/*
 * Wilson's score interval of a share of which `hits` of `n` independent samples were seen (0 <=
 * hits <= n): with p = hits/n its ends are (p + z^2/2n -+ z * sqrt(p(1-p)/n + z^2/4n^2)) / (1 +
 * z^2/n). E. B. Wilson, "Probable inference, the law of succession, and statistical inference", J.
 * Amer. Stat. Assoc. 22 (1927), 209-212. With n = 0 it is 0 to 1.
 */
void gno_wilson(uint64_t hits, uint64_t n, double z, double *low, double *high);

/*
 * Counts of 64-bit numbers in bounded memory: each number below 128 is counted by itself, and each
 * power of two from there on in 64 parts of equal width, so that a part is 1/64 of its numbers wide
 * at most. A power of two takes memory from its first number on.
 */

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
