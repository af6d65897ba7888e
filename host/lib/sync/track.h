/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_SYNC_TRACK_H
#define GNO_SYNC_TRACK_H

/* One board while it is polled: polls become pulses, and pulses a mapping. */

#include "sync/disjoint.h"
#include "sync/entry.h"

struct sync_track {
	struct sync_entry *entry;
	struct sync_envelope envelope;
	bool polled; /* since the last refresh there was a poll */
	struct sync_point best;
	struct sync_point last[2]; /* pulses, kept or not; the newer one first */
	unsigned pulses;	   /* of them */
};

/* Begins with the declared figures in the entry's mapping; no pulses. */
void sync_track_begin(struct sync_track *t, struct sync_entry *entry);

/*
 * Takes a poll; `drift` as that of sync_pulse. A board whose state is not OK is left as it is; what
 * the poll shows may make it so. GNO_ERR_NOMEM.
 */
int sync_track_poll(struct sync_track *t, const struct sync_poll *poll, int64_t drift,
		    struct gno_err *err);

/* Ends a round of polls: the one with the smallest bound is a pulse, which is kept where it is
 * better than the last kept one is by now. GNO_ERR_NOMEM. */
int sync_track_refresh(struct sync_track *t, struct gno_err *err);

/* The board is no longer what it was; nothing more is taken of it. */
void sync_track_lost(struct sync_track *t, enum sync_state state);

/*
 * What all boards, of their kept pulses, say of each other: notes contradictions at both boards.
 * GNO_ERR_NOMEM.
 */
int sync_compare(struct sync_set *set, struct gno_err *err);

/* After the last refresh: drops pulses that later ones, aged backwards, are better than. */
void sync_settle(struct sync_entry *e);

/*
 * After the last refresh of all boards: settles and compares them, and finds the host's drift
 * against the median. GNO_ERR_NOMEM.
 */
int sync_finish(struct sync_set *set, struct gno_err *err);

/*
 * After the initial phase: the interval of the plan, from its floor of messages and the boards that
 * are there: the greatest bound of a last pulse, and the greatest rate by which one grows.
 */
void sync_choose_interval(struct sync_set *set);

/* The most by which the times of two boards can differ that are the same, an interval behind the
 * last pulses; 0: there are no two boards. */
uint64_t sync_apart(const struct sync_set *set);

#endif
