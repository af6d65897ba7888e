/* SPDX-License-Identifier: Apache-2.0 */
#include "common/stats.h"

#include <math.h>

void gno_stats_join(struct gno_stats *s, const struct gno_stats *other)
{
	if (!other->count)
		return;
	if (!s->count || other->min < s->min)
		s->min = other->min;
	if (other->max > s->max)
		s->max = other->max;
	s->count += other->count;
	gno_stats_sum(s, other->high, other->low);
}

double gno_stats_mean(const struct gno_stats *s)
{
	const double sum = s->high ? ldexp((double)s->high, 64) + (double)s->low : (double)s->low;

	return s->count ? sum / (double)s->count : 0;
}

void gno_wilson(uint64_t hits, uint64_t n, double z, double *low, double *high)
{
	double share = n ? (double)hits / (double)n : 0;
	double square = n ? z * z / (double)n : 0;
	double middle = (share + square / 2) / (1 + square);
	double half =
	    n ? z / (1 + square) * sqrt(share * (1 - share) / (double)n + square / (4 * (double)n))
	      : 0;

	*low = n && hits ? middle - half : 0;
	*high = n && hits < n ? middle + half : 1;
}
