/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_ANALYSIS_OVERLAP_H
#define GNO_ANALYSIS_OVERLAP_H

/*
 * How many things are there at once, when each is only known at its end. The most at a time and
 * the sum over time are exact. Memory grows with the most at a time.
 */

#include <stddef.h>
#include <stdint.h>

/* A time at which there were more than at any later one, up to now. */
struct overlap_peak {
	uint64_t time;
	uint64_t above; /* by how many more than at the next peak; of the last one: than now */
};

/* All zero before the first. */
struct overlap {
	uint64_t most;
	uint64_t sum; /* of the number over the cycles */
	struct overlap_peak *peak;
	size_t peaks, room;
};

/* Adds one that was there from cycle `from` up to `to`, not included; `to` is not before that of
 * the last one. GNO_ERR_NOMEM. */
int overlap_add(struct overlap *o, uint64_t from, uint64_t to);
void overlap_free(struct overlap *o);

#endif
