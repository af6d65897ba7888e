/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_STATS_H
#define GNO_STATS_H

#include <stdint.h>

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

#endif
