/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_STATS_H
#define GNO_STATS_H

#include <stdint.h>

/* Of durations in clocks. All zero before the first. */
struct gno_stats {
	uint64_t count;
	uint64_t total;
	uint64_t min, max;
};

void gno_stats_add(struct gno_stats *s, uint64_t value);

/* Joins `other` into `s`. */
void gno_stats_join(struct gno_stats *s, const struct gno_stats *other);

/* Mean, 0 where there is no value. */
double gno_stats_mean(const struct gno_stats *s);

#endif
