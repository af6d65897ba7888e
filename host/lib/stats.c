/* SPDX-License-Identifier: Apache-2.0 */
#include "stats.h"

void gno_stats_join(struct gno_stats *s, const struct gno_stats *other)
{
	if (!other->count)
		return;
	if (!s->count || other->min < s->min)
		s->min = other->min;
	if (other->max > s->max)
		s->max = other->max;
	s->count += other->count;
	s->total += other->total;
}

void gno_stats_add(struct gno_stats *s, uint64_t value)
{
	gno_stats_join(s, &(struct gno_stats){.count = 1, .total = value, .min = value, .max = value});
}

double gno_stats_mean(const struct gno_stats *s)
{
	return s->count ? (double)s->total / (double)s->count : 0;
}
