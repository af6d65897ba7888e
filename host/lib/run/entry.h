/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_ENTRY_H
#define GNO_ENTRY_H

/*
 * Cuts the trace buffer of the single form with triggers (docs/design/interfaces.md, "Entries").
 * Most of its slots are records. Those of events are entries: all that fired in a cycle, as one
 * record each. The watched word of an entry is in a slot of its own, behind it.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "monitor/manifest.h"

/* Words of the records of one entry at most: load, event, 7 triggers, and a word of two slots. */
#define GNO_ENTRIES_MADE (2 * (1 + 1 + 7 + 2))

/* What one piece of the buffer is. */
struct gno_piece {
	unsigned slots;	   /* that it takes; 0: it is not whole yet */
	const uint32_t *w; /* its records, one after the other */
	size_t words;	   /* of them; 0: it has none */
	bool several;	   /* they are those of an entry; else it is one */
	bool hole;	   /* its first slot is not, or not only, what became records */
};

struct gno_entries {
	const struct gno_manifest *m;
	uint64_t searched; /* no slot before it has the word of the entry that waits for one */
	uint64_t taken;	   /* the slot whose word went with its entry; UINT64_MAX: none */
	bool inside;	   /* a word may come whose entry was overwritten */
	bool fresh;	   /* likewise the second half of a gap */
	uint32_t made[GNO_ENTRIES_MADE];
};

/*
 * Begins to cut. `taken`: the slot behind the first one has a word that went with its entry
 * already (the first one is the first half of a gap then); UINT64_MAX: none has. `inside`: what is
 * before the first slot was overwritten, maybe the entry of a word, or the first half of a gap.
 */
void gno_entries_begin(struct gno_entries *e, const struct gno_manifest *m, uint64_t taken,
		       bool inside);

/*
 * The piece at `position`, whose slots are `w`, `avail` words up to the last one that was read.
 * `final`: no more will come, and what is incomplete is a hole. Its records are valid until the
 * next call.
 */
struct gno_piece gno_entries_next(struct gno_entries *e, const uint32_t *w, size_t avail,
				  uint64_t position, bool final);

#endif
