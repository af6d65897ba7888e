/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_REPORT_PAUSES_H
#define GNO_REPORT_PAUSES_H

/*
 * When a line was asserted that interrupts the processors: all time counters pause meanwhile. The
 * lines are the same at all nodes, so what is known of them is known of all: stretches of cycles,
 * one after the other, from cycle 0 to the end of the run. Two lines are never asserted at a time.
 * The stretches are in a temporary file, so that memory does not grow with the rounds. A child
 * process may put more into its own copy (cli/shared/aside.h) while its parent waits.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "common/errors.h"
#include "monitor/manifest.h"

/* Nodes of a monitor. */
struct report_nodes {
	uint64_t bits[(GNO_MAX_NODES + 63) / 64];
};

static inline void report_nodes_add(struct report_nodes *n, unsigned node)
{
	n->bits[node / 64] |= UINT64_C(1) << node % 64;
}

static inline bool report_nodes_have(const struct report_nodes *n, unsigned node)
{
	return n->bits[node / 64] >> node % 64 & 1;
}

enum report_line_is {
	REPORT_LINE_RELEASED, /* all lines */
	REPORT_LINE_ASSERTED, /* one round of one line, or what is known of it */
	REPORT_LINE_UNKNOWN,  /* all nodes have lost the records */
};

struct report_stretch {
	uint64_t from, to; /* its first cycle, and the one after its last */
	enum report_line_is line;
	/*
	 * Cycles before `from` with a line asserted. Those of two stretches with the same `base`
	 * can be compared; base 0: they are all since the sync.
	 */
	uint64_t paused;
	unsigned base;
	/* unknown: in so many of its cycles a line was asserted; `counted`: that is known */
	uint64_t missing;
	bool counted;
	/* asserted: the round, from 1 on; of which line (GNO_LINES: not known); whether it began
	 * with `from`, and ended with `to` */
	uint64_t round;
	enum gno_line of;
	bool began, ended;
	/* nodes that asserted the line for it, whose local store did, that were late, whose local
	 * store was not sent in time, and that recorded its two ends */
	struct report_nodes own, full, late, kept, has_begin, has_end;
};

struct report_pauses;

/* What all stretches come to. */
struct report_pauses_sum {
	uint64_t end;	   /* the cycle after the last one */
	uint64_t rounds;   /* that are known */
	uint64_t asserted; /* cycles of these */
	/* the same of each line, and of rounds of which the line is not known */
	struct {
		uint64_t rounds, asserted;
	} of[GNO_LINES + 1];
	uint64_t unknown; /* cycles of which it is not known whether a line was asserted, */
	uint64_t missing; /* of them it was in so many; `counted`: that is known */
	bool counted;
	bool total_known; /* cycles of the run with a line asserted: */
	uint64_t total;
	uint64_t odd;	     /* records that contradict the ones before them */
	uint64_t late, kept; /* rounds that ended before a processor, a local store had finished */
};

/* `recording`: nodes that are to record the rounds. *out is the caller's (report_pauses_free).
 * GNO_ERR_NOMEM; GNO_ERR_IO: no temporary file. */
int report_pauses_new(const struct report_nodes *recording, struct report_pauses **out,
		      struct gno_err *err);
void report_pauses_free(struct report_pauses *p);
/* The next stretch; one without cycles is left out. Rounds get their numbers. GNO_ERR_IO. */
int report_pauses_put(struct report_pauses *p, const struct report_stretch *s, struct gno_err *err);
/* The last one was put; `odd` as in the sum. GNO_ERR_IO. */
int report_pauses_close(struct report_pauses *p, uint64_t odd, struct gno_err *err);
const struct report_pauses_sum *report_pauses_sum(const struct report_pauses *p);

/* Stretches that lie elsewhere, in pieces of so many; the last piece has the rest. */
#define REPORT_PAUSES_PIECE 64
struct report_pauses_source {
	void *of;
	uint64_t stretches;
	/* The first cycle of piece `i`. */
	uint64_t (*from)(void *of, uint64_t i);
	/* Its stretches; fails as report_pauses_check. */
	int (*read)(void *of, uint64_t i, struct report_stretch *out, struct gno_err *err);
};

/* All stretches of a run, which the source has; it must outlive *out, which is the caller's
 * (report_pauses_free). GNO_ERR_NOMEM. */
int report_pauses_stored(const struct report_nodes *recording, const struct report_pauses_sum *sum,
			 const struct report_pauses_source *source, struct report_pauses **out,
			 struct gno_err *err);

/*
 * While more are put: what is known of the cycles behind them, in so many further stretches
 * (REPORT_PAUSES_OPEN at most), until the next call. report_pauses_find finds these, too.
 */
#define REPORT_PAUSES_OPEN 2
void report_pauses_open(struct report_pauses *p, const struct report_stretch *s, size_t count);

/* A reader of the stretches, from the first one on. */
struct report_pauses_cursor;

/* *out is the caller's (report_pauses_leave). GNO_ERR_NOMEM. */
int report_pauses_enter(const struct report_pauses *p, struct report_pauses_cursor **out,
			struct gno_err *err);
void report_pauses_leave(struct report_pauses_cursor *c);
/* The next one, valid until the next call; NULL after the last one, or after a fault. */
const struct report_stretch *report_pauses_next(struct report_pauses_cursor *c);
/*
 * The one that holds a cycle, the last one for a cycle behind it; NULL after a fault. Cycles must
 * not decrease from call to call. Valid until the next call.
 */
const struct report_stretch *report_pauses_find(struct report_pauses_cursor *c, uint64_t cycle);
/* The one before that, NULL: there is none. */
const struct report_stretch *report_pauses_before(const struct report_pauses_cursor *c);
/* GNO_ERR_IO where the file could not be read; as the source fails. */
int report_pauses_check(const struct report_pauses_cursor *c, struct gno_err *err);

/* Cycles before a cycle of the stretch with a line asserted; false: not known. */
bool report_pauses_at(const struct report_stretch *s, uint64_t cycle, uint64_t *paused);
/* Of the nodes that are to record rounds, those whose record of the begin or the end is missing. */
struct report_nodes report_pauses_missing(const struct report_pauses *p,
					  const struct report_stretch *s);
/* Number of the round that began, or ended, in a cycle that a cursor has found; 0: not known. */
uint64_t report_round_at(const struct report_pauses_cursor *c, uint64_t cycle, bool began);
/* The value of the time counters in a cycle of the stretch; false: not known. */
bool report_counter_at(const struct report_stretch *s, uint64_t cycle, uint64_t *counter);
/* The same by a cursor, as report_pauses_find; also false where it is NULL. */
bool report_counter_in(struct report_pauses_cursor *c, uint64_t cycle, uint64_t *counter);

#endif
