/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_SYNC_PULSE_H
#define GNO_SYNC_PULSE_H

/*
 * From a poll to a pulse: which time of the host a cycle of a board is, and by how much that can be
 * wrong (Fleury, equations (2), (4), (7) to (9)).
 *
 * Times are picoseconds of the host's raw clock since the beginning. This reference is named,
 * so the median, (3), moves no time that was stated before. A pulse belongs to the cycle that it
 * has read, and not to a later one at which a correction arrives, so (15) has nothing to add.
 */

#include <stdbool.h>
#include <stdint.h>
#include "sync/board.h"

/* One exchange: the board's counter was read between the two times of the host. */
struct sync_poll {
	int64_t sent, received;
	uint64_t cycle;
};

/* What a poll has shown: the cycle was at `time`, or up to `bound` earlier or later. */
struct sync_point {
	uint64_t cycle;
	int64_t time;
	uint64_t bound;
};

/* What a poll shows of the declared floor. */
enum sync_seen {
	SYNC_SEEN_FLOOR,   /* nothing: it is used */
	SYNC_SEEN_SHORT,   /* no longer than both floors, as the tick is coarse: used without */
	SYNC_SEEN_FALSE,   /* shorter than both floors by more than the tick: they are false */
	SYNC_SEEN_NOTHING, /* the host's clock went backwards: no pulse */
};

/*
 * (4): a length by the host's clock, corrected by the host's drift against the median in ppb (slow:
 * above 0). Where times are the host's own, the drift is 0.
 */
int64_t sync_corrected(int64_t length, int64_t drift);

/*
 * (4), (8): a drift in ppb, from two offsets that are so far apart, which is not 0. From two
 * medians of "board minus host" it is the host's.
 */
int64_t sync_drift(int64_t before, int64_t after, int64_t apart);

/*
 * (9): greatest error of a round trip, with a floor for each direction, together no longer than it.
 * `halves` is how many half picoseconds the middle was rounded by. (7), for a measured drift
 * between both clocks, is the same with half of it: a difference of D * f_m at most, so it is not
 * used.
 */
uint64_t sync_bound_greatest(uint64_t round_trip, uint64_t floors, uint64_t tick, uint32_t drift,
			     unsigned halves);

/*
 * (2) to (4), (9): the middle of a poll, moved by half of the difference of the floors. `drift` as
 * that of sync_corrected, of at most the host's declared drift. *p is not set of SYNC_SEEN_NOTHING.
 */
enum sync_seen sync_pulse(const struct sync_board *b, const struct sync_poll *poll, int64_t drift,
			  struct sync_point *p);

/* The bound of a pulse at another cycle, before or behind it. */
uint64_t sync_aged(const struct sync_board *b, const struct sync_point *p, uint64_t cycle);

/* Whether a pulse takes the place of an older one: it is better than that one is by now. */
bool sync_replaces(const struct sync_board *b, const struct sync_point *old,
		   const struct sync_point *now);

/*
 * Whether the drift between two pulses may be used, q behind p: (e_p + e_q)/dt < f_m, (10), and it
 * is better than what the data sheets state.
 */
bool sync_drift_usable(const struct sync_board *b, const struct sync_point *p,
		       const struct sync_point *q);

/*
 * By how many ppm a board's rate differs at least from its nominal one, by two pulses, q behind p;
 * the sign is the board's: above 0 it is fast.
 */
int64_t sync_lie(const struct sync_board *b, const struct sync_point *p,
		 const struct sync_point *q);

/* 2 * (e + e_f * age): the bound between two boards in the same state. */
uint64_t sync_bound_pair(uint64_t bound, uint32_t drift, uint64_t age);

#endif
