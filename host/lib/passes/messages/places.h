/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_ANALYSIS_PLACES_H
#define GNO_ANALYSIS_PLACES_H

/* Places in a list by keys below 2^64 - 1. All zero at first. */

#include <stddef.h>
#include <stdint.h>

struct place_slot {
	uint64_t key; /* plus one; 0: free */
	size_t place;
};

struct places {
	struct place_slot *slot;
	size_t used, room; /* room: a power of two, or 0 */
};

/* The place of a key. One that is new gets `*place` as it is. 1: it is new; 0; GNO_ERR_NOMEM. */
int places_find(struct places *p, uint64_t key, size_t *place);
void places_free(struct places *p);

#endif
