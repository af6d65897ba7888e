/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Each one adds 1 to the number at all times from its begin on, since none before it has a later
 * end. So a time that has no more than a later one will never have more again, and is forgotten.
 * The number at a peak is the sum of what it and all later ones are above the next.
 */
#include "passes/messages/overlap.h"

#include <stdlib.h>
#include <string.h>

#include "common/errors.h"

#define ROOM 16

/* The first peak after a time. */
static size_t find_peak(const struct overlap *o, uint64_t time)
{
	size_t low = 0, high = o->peaks;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (o->peak[middle].time > time)
			high = middle;
		else
			low = middle + 1;
	}
	return low;
}

int overlap_add(struct overlap *o, uint64_t from, uint64_t to)
{
	size_t at;

	if (from >= to)
		return GNO_OK;
	o->sum += to - from;
	if (o->peaks == o->room) {
		size_t room = o->room ? 2 * o->room : ROOM;
		struct overlap_peak *more = realloc(o->peak, room * sizeof(*more));

		if (!more)
			return GNO_ERR_NOMEM;
		o->peak = more;
		o->room = room;
	}
	/* just before `to` it is there itself; the last peak is that much nearer to now */
	at = find_peak(o, from);
	if (o->peaks && o->peak[o->peaks - 1].time == to)
		o->peak[o->peaks - 1].above++;
	else
		o->peak[o->peaks++] = (struct overlap_peak){to, 1};
	if (!at) {
		o->most++; /* at the first peak there are the most */
	} else if (!--o->peak[at - 1].above) {
		memmove(o->peak + at - 1, o->peak + at, (o->peaks - at) * sizeof(*o->peak));
		o->peaks--;
	}
	return GNO_OK;
}

void overlap_free(struct overlap *o)
{
	free(o->peak);
	*o = (struct overlap){0};
}
