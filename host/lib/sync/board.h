/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_SYNC_BOARD_H
#define GNO_SYNC_BOARD_H

/*
 * What is declared of a board, its clock and its link: the hypotheses on which each bound rests
 * (Fleury, equation (1)). Times are picoseconds, rates parts per billion (ppb).
 *
 * The rate of the host's clock against the board's nominal clock is r0 +- wander at each moment,
 * with a constant r0 that differs from 1 by what both clocks' data sheets allow. So a time that is
 * `e` wrong is, after dt, at most e + (drift + host_drift + wander) * dt wrong. One clock's drift
 * alone breaks the bound.
 */

#include <stdint.h>
#include "common/errors.h"

/* More than this from the nominal rate is a lie, or another clock than the declared one. */
#define SYNC_LIE_PPM 1000

/* Where the floor of a board's poll comes from. */
enum sync_floor {
	SYNC_FLOOR_NONE,     /* there is none; both are 0 */
	SYNC_FLOOR_PROVEN,   /* no message can be faster, in either direction */
	SYNC_FLOOR_MEASURED, /* half of the smallest round trip: refused, as links are asymmetric */
};

struct sync_board {
	uint64_t hz;	       /* of the nominal clock */
	uint32_t drift;	       /* ppb by which the board's clock may differ from its nominal one */
	uint32_t host_drift;   /* the same of the host's clock */
	uint32_t wander;       /* ppb by which the relative rate may differ from its constant */
	uint64_t out, back;    /* least time of a poll's request, and of its answer */
	enum sync_floor floor; /* whose floor these two are */
	uint64_t tick;	       /* the larger tick of both clocks */
};

/* The larger tick of a board that counts each `prescale` cycles and of the host's clock. */
uint64_t sync_tick(uint64_t hz, uint64_t prescale, uint64_t host_tick);

/* The greatest drift of one clock alone (f_m). */
uint32_t sync_greatest_drift(const struct sync_board *b);

/* By how much a bound grows in `dt` picoseconds without a pulse (e_f * dt). */
uint64_t sync_growth(const struct sync_board *b, uint64_t dt);

/* By how much linear correction over a length `along` may be wrong because the rate wanders. */
uint64_t sync_wandered(const struct sync_board *b, uint64_t along);

/* Nominal length of so many cycles, rounded down. */
int64_t sync_nominal(const struct sync_board *b, uint64_t cycles);

/*
 * Whether figures can be used; `name` is the board's. GNO_ERR_ARG: no clock, a declared drift that
 * is a lie already, a floor that was measured.
 */
int sync_board_check(const struct sync_board *b, const char *name, struct gno_err *err);

#endif
