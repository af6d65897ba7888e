/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_SYNC_DISJOINT_H
#define GNO_SYNC_DISJOINT_H

/*
 * Whether pulses contradict what is declared. Where they do, a bound was broken: a floor, drift or
 * wander is larger than declared, a clock has jumped, or a board lies.
 *
 * What these checks cannot find: a jump, or a floor declared too high, that leaves all intervals
 * overlapping; and an asymmetry of the link that stays the same for the whole run.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "sync/pulse.h"
#include "sync/wide.h"

/* Where "host minus board" can be, by all pulses of a board so far, aged to the last one. */
struct sync_envelope {
	bool any;
	uint64_t cycle;
	sync_wide low, high;
};

/*
 * Takes the next pulse, whose cycle is not before that of the one before. Its distance from where
 * all earlier ones allow it to be: 0, or by how much a bound was broken; the envelope then begins
 * with this pulse.
 */
uint64_t sync_envelope_take(struct sync_envelope *e, const struct sync_board *b,
			    const struct sync_point *p);

/* By how much a pulse lies outside the band that its two neighbours leave it (linear correction
 * between them); 0: it lies inside. Cycles ascend. */
uint64_t sync_outside_band(const struct sync_board *b, const struct sync_point *before,
			   const struct sync_point *p, const struct sync_point *behind);

/* A board and two of its pulses, which lie far apart. */
struct sync_witness {
	const struct sync_board *board;
	const struct sync_point *first, *last;
};

/* The place of the host in sync_disagreement. */
#define SYNC_HOST SIZE_MAX

struct sync_disagreement {
	size_t one, other; /* places of boards, or SYNC_HOST */
	int64_t ppb;	   /* between both intervals */
};

/*
 * Each board, by its declared drift, and the host itself state an interval in which the drift of
 * the host's clock lies. Whether two of them are disjoint, and if so which two most. The boards'
 * `host_drift` is the same.
 */
bool sync_disagree(const struct sync_witness *w, size_t count, struct sync_disagreement *out);

#endif
