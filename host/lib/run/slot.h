/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_SLOT_H
#define GNO_SLOT_H

/* What a slot of the single form is, by itself (docs/design/interfaces.md, "Entries"). */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "monitor/manifest.h"

/* Words of the records of an entry at most: load, event, 7 triggers of which a capture and a line
 * have two slots, and a word of two slots. */
#define GNO_SLOT_MADE (2 * (1 + 1 + 7 + 2 + 2))

enum gno_slot_kind {
	GNO_SLOT_NONE,	 /* nothing that the monitor writes */
	GNO_SLOT_RECORD, /* a record, but of an event */
	GNO_SLOT_ENTRY,
	GNO_SLOT_GAP,	/* the first half of a gap */
	GNO_SLOT_HALF,	/* the slot before the second half, with that half */
	GNO_SLOT_REST,	/* the word of an entry before it */
	GNO_SLOT_ROUND, /* the state of the line of an entry before it */
	GNO_SLOT_DATA,	/* two words of a sample or block */
	GNO_SLOT_MORE,	/* the bits that data slots before it lack; the block goes on */
	GNO_SLOT_BLOCK, /* the same, and the end of a block */
	GNO_SLOT_SAMPLE /* the same of a sample */
};

/* What the slots of a monitor can be. */
struct gno_slots {
	const struct gno_manifest *m;
	unsigned sample_words; /* 0: it has no samples */
	bool blocks;
	/* triggers, as bits: the CAPTURE line, the rounds of a line, those that began */
	unsigned captures, rounds, begins;
};

struct gno_slots gno_slots_of(const struct gno_manifest *m);

/* What the slot at `w` is, unless it is the second half of a gap. */
enum gno_slot_kind gno_slot_look(const struct gno_slots *s, const uint32_t *w);

/* How many slots it is: with GNO_SLOT_HALF that half, too. */
unsigned gno_slot_many(enum gno_slot_kind what);

/* Whether it is of the stream of samples and blocks. */
bool gno_slot_is_serial(enum gno_slot_kind what);

/* Whether a word, the state of a line, or a sample comes for it. */
bool gno_slot_has_word(const struct gno_slots *s, const uint32_t *w, enum gno_slot_kind what);
bool gno_slot_has_round(const struct gno_slots *s, const uint32_t *w, enum gno_slot_kind what);
bool gno_slot_is_sampled(const struct gno_slots *s, const uint32_t *w, enum gno_slot_kind what);

/* Bits 7 of the second words of the data slots before it, below a 1. */
static inline uint32_t gno_slot_bits(const uint32_t *w)
{
	return w[1] >> 8;
}

/* Whether the slot `round` can be the state of the line of the entry. */
bool gno_slot_round_fits(const struct gno_slots *s, const uint32_t *w, const uint32_t *round);

/*
 * Makes the records of a record or an entry but the sample, with the word of the slot `rest` and
 * the line's state of the slot `round` (NULL: without). Returns how many words they have,
 * GNO_SLOT_MADE at most.
 */
size_t gno_slot_make(const struct gno_slots *s, const uint32_t *w, enum gno_slot_kind what,
		     const uint32_t *rest, const uint32_t *round, uint32_t *out);

/* Makes time and word 1 of the ratio record of its sample, which has so many words. */
void gno_slot_make_ratio(const uint32_t *w, enum gno_slot_kind what, unsigned words, uint32_t *out);

#endif
