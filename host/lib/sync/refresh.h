/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_SYNC_REFRESH_H
#define GNO_SYNC_REFRESH_H

/*
 * One refresh interval for all boards from the worst case, how many rounds of polls find a small
 * round trip, and the median (Fleury, equations (3), (5), (6), (11) and (12)).
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sync/entry.h"

/*
 * (6): the longest interval after which messages between boards are still in order, rounded down.
 * `floor` is the least time of such a message, `error` the greatest bound at a pulse (e_d), `rate`
 * the greatest growth of it in ppb (e_f). 0: no interval guarantees the order, since the floor is 0
 * or not above 2 * error. INT64_MAX: with a rate of 0 any does.
 */
int64_t sync_refresh_interval(uint64_t floor, uint64_t error, uint32_t rate);

/* The interval where none guarantees the order: a bound has doubled by then; 0.1 s to 10 s. */
int64_t sync_refresh_otherwise(uint64_t error, uint32_t rate);

/* (11), (12): 1/p + sqrt(1 - p)/p rounds, rounded up, where a round finds a small enough round trip
 * with a probability of `permille` (1 to 1000). */
unsigned sync_rounds(unsigned permille);

/*
 * (5): the median of "board minus host" over the boards, and over the host, whose value is 0, where
 * `with_host` is set. gnomon has the host in it: then two boards are three values, and one that
 * lies moves the median no further than to another one's. Of an even number it is the middle of the
 * two middle values, rounded down. Orders `value`. With neither board nor host it is 0.
 * (3): the offset of a board is (2) plus the median, host minus board + median; the host's is the
 * median.
 */
int64_t sync_median(int64_t *value, size_t count, bool with_host);

/* The plan of a run before its interval is chosen, with this floor of messages: four pulses, 0.1 s
 * apart, each of the rounds of (11) and (12) for round trips of which a quarter is short. */
struct sync_plan sync_plan_usual(uint64_t floor);

#endif
