/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_SYNC_ENTRY_H
#define GNO_SYNC_ENTRY_H

/* What is known of the time of a board after a run, and of several boards: what boards.json has. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "sync/mapping.h"

/* What has become of a board. */
enum sync_state {
	SYNC_OK,
	SYNC_UNPLUGGED, /* it did not answer any more */
	SYNC_RESTARTED, /* its counter went back, or its run is another one */
	SYNC_LIES,	/* its rate is more than SYNC_LIE_PPM from the nominal one */
	SYNC_STATES,
};

/* Which of the checks has found that a bound was broken first. */
enum sync_check {
	SYNC_CHECK_NONE,
	SYNC_CHECK_INTERVALS, /* two intervals of the board are disjoint */
	SYNC_CHECK_BAND,      /* a pulse lies outside the band of its neighbours */
	SYNC_CHECK_FLOOR,     /* a poll was faster than the declared floor allows */
	SYNC_CHECK_RATES,     /* rates of two boards, or of one and the host, contradict */
	SYNC_CHECKS,
};

struct sync_broken {
	enum sync_check check; /* of the first time; NONE: no bound was found broken */
	uint64_t times;
	int64_t at;  /* time of the first */
	uint64_t by; /* the most: picoseconds, of SYNC_CHECK_RATES ppb */
	char *with;  /* name of the other board; NULL: the host */
};

struct sync_entry {
	char *name;   /* serial number, or the URL without one */
	char *device; /* URL */
	char *folder; /* of its run, below that of all boards; NULL: it has none */
	enum sync_state state;
	int64_t since;	/* where the state is not OK: time of the last pulse before that */
	int64_t ppm;	/* SYNC_LIES: by how much at least; above 0 the board is fast */
	uint64_t polls; /* that were answered */
	uint64_t failed;
	uint64_t rejected;  /* pulses whose bound was no better than the aged one */
	uint64_t floorless; /* polls that were not longer than the floor, and used without it */
	struct sync_broken broken;
	struct sync_mapping mapping; /* of a board that never answered: without a pulse */
};

#define SYNC_HOST_TICK 1000 /* picoseconds */

/* The message about two URLs. */
#define SYNC_SAME_DEVICE "'%s' and '%s' are the same device; name each board once"

/* How the interval of a run was chosen. */
struct sync_plan {
	uint64_t floor;	    /* least time of a message between boards, picoseconds; 0: none known */
	unsigned rounds;    /* polls of a pulse */
	unsigned first;	    /* pulses of the initial phase */
	int64_t apart;	    /* between them, picoseconds */
	int64_t interval;   /* between refreshes, picoseconds; 0: there was none */
	bool guaranteed;    /* by (6); else no interval guarantees the order of messages */
	uint64_t refreshes; /* with those of the initial phase */
	int64_t drift;	    /* (4): of the host against the median, ppb */
};

struct sync_set {
	uint64_t raw_ns; /* CLOCK_MONOTONIC_RAW of the host at time 0 */
	struct sync_plan plan;
	struct sync_entry *entry;
	size_t entries;
	size_t reference; /* place of the board whose nominal clock common time counts */
};

const char *sync_state_name(enum sync_state state);
const char *sync_check_name(enum sync_check check);

/* Notes that a check has found a bound broken; `with`: name of the other board, NULL: the host.
 * GNO_ERR_NOMEM. */
int sync_note_broken(struct sync_entry *e, enum sync_check check, int64_t at, uint64_t by,
		     const char *with, struct gno_err *err);

/* Whether a check has found a bound of one of the boards broken. */
bool sync_found_broken(const struct sync_set *set);

/* The entry of that name, NULL: there is none. */
const struct sync_entry *sync_entry_named(const struct sync_set *set, const char *name);

/* Makes *to, which sync_entry_free may free, a copy. GNO_ERR_NOMEM: it is as before. */
int sync_entry_copy(struct sync_entry *to, const struct sync_entry *from, struct gno_err *err);

/* Frees what it holds, not itself. */
void sync_entry_free(struct sync_entry *e);
void sync_set_free(struct sync_set *set);

#endif
