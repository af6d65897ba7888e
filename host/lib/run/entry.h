/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_ENTRY_H
#define GNO_ENTRY_H

/*
 * Cuts the trace buffer of the single form whose slots are not all records
 * (docs/design/interfaces.md, "Entries"). An event's slot is an entry: all that fired in a cycle,
 * as one record each. The watched word, the state of a line and the sample of an entry are in slots
 * of their own, behind it; so is the second half of a gap. Blocks are in slots like those of
 * samples.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "monitor/manifest.h"
#include "records/record.h"
#include "run/slot.h"

/* Words of the records of one piece at most: those of an entry, and its ratio record. */
#define GNO_ENTRIES_MADE (GNO_SLOT_MADE + GNO_RECORD_WORDS_MAX)

/* What one piece of the buffer is. */
struct gno_piece {
	unsigned slots;	   /* that it takes; 0: it is not whole yet */
	const uint32_t *w; /* its records, one after the other */
	size_t words;	   /* of them; 0: it has none */
	bool hole;	   /* its first slot is not, or not only, what became records */
};

/*
 * What must be known to cut from a position on, besides the slots behind it: what of them went with
 * pieces before it. All 0 at the begin of a run.
 */
struct gno_entries_state {
	uint32_t ahead; /* samples that begin at the position or behind it */
	uint32_t time;	/* word 0 of the last record; of a gap, of its end */
	bool inside;	/* what is left of a sample or block that began before the position */
	bool word;	/* the next slot of kind rest */
	bool round;	/* the next one with the state of a line */
	bool half;	/* the next second half of a gap */
	bool doubt;	/* of which entries samples are is not known: a slot before was none that
			   the monitor writes, and may have had one or been the end of one */
};

struct gno_entries {
	struct gno_slots slots;
	struct gno_entries_state state; /* behind the last piece */
	bool wrapped;  /* nothing is cut yet of a buffer whose oldest slots are overwritten */
	bool cut;      /* of its first sample or block the begin may be overwritten */
	uint64_t sure; /* from that slot on there is no doubt any more */
	/* How far the slots behind a piece were searched for what belongs to it. */
	uint64_t word_at, round_at, half_at, end_at, sample_at;
	/* at sample_at: samples that went with entries, the slot at which the sample or block there
	 * began, and whether it is one that began before the piece */
	uint32_t passing;
	uint64_t began;
	bool open, rest;
	uint32_t made[GNO_ENTRIES_MADE];
};

/* Begins to cut where another one was behind a piece. */
void gno_entries_begin(struct gno_entries *e, const struct gno_manifest *m,
		       const struct gno_entries_state *state);

/*
 * Begins to cut a buffer of a run that has ended, whose oldest slots are overwritten. It is cut
 * once it is there as a whole, with `final`. What belongs to overwritten slots is left out, and so
 * is the first slot, which may be the second half of a gap and look like anything.
 */
void gno_entries_begin_wrapped(struct gno_entries *e, const struct gno_manifest *m);

/*
 * The piece at `position`, whose slots are `w`, `avail` words up to the last one that was read.
 * `final`: no more will come, and what is incomplete is a hole. Its records are valid until the
 * next call.
 */
struct gno_piece gno_entries_next(struct gno_entries *e, const uint32_t *w, size_t avail,
				  uint64_t position, bool final);

#endif
