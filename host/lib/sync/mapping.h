/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_SYNC_MAPPING_H
#define GNO_SYNC_MAPPING_H

/*
 * A board's cycles as times of the host, by its pulses, and back.
 *
 * Between two pulses p and q, a fraction a of dt behind p, the time is interpolated, with the bound
 * (1 - a)e_p + a*e_q + 2W*a(1 - a)dt. Before the first and behind the last pulse it is extrapolated
 * (Fleury, (13) and (14)): by the drift against another pulse where that may be used
 * (sync_drift_usable), with the bound e_q + (e_p + e_q)*age/dt + 2W*age; else by the nominal clock,
 * with e_q + e_f*age. Offsets are cumulative against the counter that is never corrected: taken
 * again after each correction, as (14) reads literally, they cancel themselves.
 *
 * A time never goes backwards, and two cycles have the same time only where both are rounded to it.
 */

#include <stddef.h>
#include <stdint.h>
#include "sync/pulse.h"

struct sync_mapping {
	struct sync_board board;
	struct sync_point *point; /* times and cycles both ascend */
	size_t points;
	/* set by sync_mapping_prepare: the pulse whose drift against the first, and against the
	 * last one, is used; that one itself: none is usable */
	size_t from_first, to_last;
};

/* Finds the drifts to extrapolate by. After each change of the pulses, of which there is one. */
void sync_mapping_prepare(struct sync_mapping *m);

/* The time of a cycle, and by how much it can be wrong; `bound` may be NULL. */
void sync_map(const struct sync_mapping *m, uint64_t cycle, int64_t *time, uint64_t *bound);

/* The first cycle that is not before a time. UINT64_MAX: none is. */
uint64_t sync_cycle_at(const struct sync_mapping *m, int64_t time);

#endif
