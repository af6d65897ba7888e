/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_KNOWN_H
#define GNO_KNOWN_H

/*
 * Of which stretches of a node's time nothing is known: gaps, holes, and times in which triggers or
 * collection were off. The records say so, one after the other, and what was known of the node
 * before it was read. This is the only place that decides it: `merge/lane.c` derives from it when
 * writes to event ports may be missing.
 */

#include <stdbool.h>
#include <stdint.h>
#include "read/trace.h"
#include "records/record.h"

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
	/* Whether the experiment may give a record of the node this action (GNO_ACT_START or _STOP;
	 * `slot` NULL: any record). NULL: it gives none. */
	bool (*may)(const void *of, unsigned node, const struct gno_slot *slot, unsigned action);
	const void *of;
	unsigned node; /* its place in the run */
};

struct known_stretch {
	enum report_unseen why;
	uint64_t from, to; /* its first and last cycle; a hole's are those of records around it */
	/* The last cycle whose triggers may be missing: after a load they see again some cycles
	 * behind `to`. */
	uint64_t missed;
	/* At most how many records are hidden in it, more than its cycles perhaps; UINT64_MAX: it
	 * is not known. */
	uint64_t hidden;
};

struct known {
	const struct gno_node *node;
	bool wrap; /* a stop ends the run, some records later */
	uint64_t frozen_from;
	uint64_t fired; /* time after the last trigger that fired, or after the last stretch */
	uint64_t blind_since, off_since;
	uint64_t blind_from; /* stretches in which the triggers were off are put up to there */
	/* the triggers are off; collection is off; the records before the next one are damaged */
	bool blind : 1, off : 1, in_hole : 1;
	uint64_t hole_from, hole_to;
	uint64_t hole_hidden; /* at most how many records it had */
	/*
	 * Records were lost, and a stop may be one of them: whether collection is on is not known
	 * from `doubt_since` on, before the next record that fires. Where that starts collection,
	 * it may have been off; any other one shows that it was on.
	 */
	bool doubt : 1;
	bool told : 1; /* the program stops collection by writes, or has started it by one */
	uint64_t doubt_since;
	uint64_t resolved; /* the cycle of that record; UINT64_MAX: none yet */
	bool stops : 1;	   /* a record of that cycle may stop collection */
	struct read_known before;
	/* Takes a stretch at its end; `self` is its own. What it returns is returned, if not 0. */
	int (*take)(void *self, const struct known_stretch *s);
	/* Collection may have been off since a cycle, as was not known before; NULL: it need not
	 * know before the stretch comes. */
	void (*off_since_then)(void *self, uint64_t since);
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
 * is missing, they were off since none fired any more. */
static inline uint64_t known_blind_since(const struct known *k)
{
	return k->blind ? k->blind_since : k->fired;
}

/* Whether collection is on: writes to the event port are recorded, whatever the triggers do. */
static inline bool known_collects(const struct known *k)
{
	return !k->off;
}

/* Whether a write to the event port is one of the control writes `sub`. */
static inline bool known_controls(const struct gno_slot *slot, unsigned sub)
{
	return gno_record_kind(slot->info) == GNO_KIND_DATUM &&
	       gno_datum_page(slot->info) == GNO_PAGE_CONTROL && gno_datum_sub(slot->info) == sub;
}

/* Whether collection ends with a record whose kind has flags. In `wrap` mode it never ends. */
static inline bool known_stops(const struct known *k, const struct gno_slot *slot)
{
	return (gno_record_flags(slot->info) >> GNO_FLAG_STOP & 1 ||
		known_controls(slot, GNO_PORT_STOP)) &&
	       !k->wrap;
}

/* As known_take of a record that ends nothing and changes nothing; false: it is another one. */
static inline bool known_take_plain(struct known *k, const struct gno_slot *slot)
{
	if (k->blind || k->off || k->in_hole || k->doubt || slot->time == k->resolved ||
	    !gno_kind_has_flags(gno_record_kind(slot->info)) || known_stops(k, slot))
		return false;
	if (gno_record_kind(slot->info) != GNO_KIND_DATUM)
		k->fired = slot->time + 1;
	return true;
}

/* The next record of a batch, or its hole, comes. */
int known_take(struct known *k, const struct gno_stream *s, const struct gno_batch *b, size_t i);
/* The record after a hole comes at `next`: that at its end may have been damaged itself. Nothing
 * where there is no hole; known_take does it, too. */
int known_resume(struct known *k, uint64_t next);
/* Whether no stretch that has not come yet begins up to a cycle. `loads`: there may be records of
 * loads. */
bool known_is_past(const struct known *k, uint64_t cycle, bool loads);
/* There are no more records, and the last one was at `end`. */
int known_end(struct known *k, uint64_t end);

#endif
