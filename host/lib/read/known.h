/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_KNOWN_H
#define GNO_KNOWN_H

/*
 * Of which stretches of a node's time nothing is known: gaps, holes, and times in which triggers or
 * collection were off. The records say so, one after the other, and what was known of the node
 * before it was read. This is the only place that decides it for what looks at a node alone;
 * `reader.c` derives from the same records when writes of several nodes may be missing.
 */

#include <stdbool.h>
#include <stdint.h>
#include "read/trace.h"

/* Why nothing is known of a stretch of a node's time. */
enum report_unseen {
	REPORT_GAP,	 /* records were lost for want of room */
	REPORT_HOLE,	 /* bytes of the stream are no records */
	REPORT_BLIND,	 /* the triggers were off for a load */
	REPORT_OFF,	 /* collection was off, as the experiment requested */
	REPORT_LEFT_OUT, /* a filter left out all records */
	REPORT_FROZEN,	 /* a recorder had frozen */
	REPORT_UNSEEN_KINDS,
};

/* What is known of a node before it is read. */
struct read_known {
	bool off;	      /* nothing is collected from its first cycle on */
	uint64_t frozen_from; /* it kept nothing from there to its flush; UINT64_MAX: it kept all */
};

struct known_stretch {
	enum report_unseen why;
	uint64_t from, to; /* its first and last cycle; a hole's are those of records around it */
	/* The last cycle whose triggers may be missing: after a load they see again some cycles
	 * behind `to`. */
	uint64_t missed;
};

struct known {
	const struct gno_node *node;
	bool wrap; /* a stop ends the run, some records later */
	uint64_t frozen_from;
	uint64_t fired;	 /* time after the last record that fired, or after the last stretch */
	bool blind, off; /* the triggers, or collection, are off */
	uint64_t blind_since, off_since;
	bool in_hole; /* the records before the next one are damaged */
	uint64_t hole_from, hole_to;
	/* Takes a stretch at its end; `self` is its own. What it returns is returned, if not 0. */
	int (*take)(void *self, const struct known_stretch *s);
	void *self;
};

/* Begins a node. known_start before its first record. */
void known_begin(struct known *k, const struct gno_node *node, const struct read_known *before,
		 bool wrap);
/* The first record comes at `begin`. */
void known_start(struct known *k, uint64_t begin);

/* Cycles after a load record by which the node's triggers see again. */
unsigned known_live_clocks(const struct gno_node *node);
/* Since when the triggers are off if a record says now that they went live: where that of going off
 * is missing, they were off since nothing fired any more. */
static inline uint64_t known_blind_since(const struct known *k)
{
	return k->blind ? k->blind_since : k->fired;
}

/* The next record of a batch, or its hole, comes. */
int known_take(struct known *k, const struct gno_stream *s, const struct gno_batch *b, size_t i);
/* The record after a hole comes at `next`: that at its end may have been damaged itself. Nothing
 * where there is no hole; known_take does it, too. */
int known_resume(struct known *k, uint64_t next);
/* There are no more records, and the last one was at `end`. */
int known_end(struct known *k, uint64_t end);

#endif
