/* SPDX-License-Identifier: Apache-2.0 */
#include "run/entry.h"
#include "records/record.h"

#include <string.h>

#define SLOT_WORDS (GNO_SLOT_BYTES / 4)

/* Fields of word 1 of an event's slot. */
#define BESIDE_AT 8
#define CODE_AT 16
#define AUX_AT 24

/* What begins at a slot. */
enum what {
	WHAT_MORE,   /* not known until more slots are there */
	WHAT_NONE,   /* nothing that the monitor writes */
	WHAT_RECORD, /* also an event with nothing beside it */
	WHAT_ENTRY,
	WHAT_REST, /* the word of an entry before it */
};

static unsigned beside_of(uint32_t w1)
{
	return w1 >> BESIDE_AT & 0xff;
}

static bool bears_word(uint32_t w1)
{
	return beside_of(w1) >> GNO_SINGLE_WORD & 1;
}

/* Whether an event's slot is more than that event's record. */
static bool is_more(uint32_t w1)
{
	return beside_of(w1) || gno_record_aux(w1) >> GNO_SINGLE_LOAD;
}

static uint64_t word_of(const uint32_t *rest)
{
	return (uint64_t)(rest[1] >> 8) << 32 | rest[0];
}

/* Puts the first slot of a record; returns where the next one goes. */
static uint32_t *put(uint32_t *out, uint32_t time, unsigned kind, unsigned code)
{
	out[0] = time;
	out[1] = kind | code << CODE_AT;
	return out + GNO_RECORD_HEADER;
}

/*
 * Makes the records of an entry, with the word of `rest` (NULL: without). The last one of those
 * that fired has the flags. Returns how many words they have.
 */
static size_t make(const uint32_t *w, const uint32_t *rest, uint32_t *out)
{
	unsigned aux = gno_record_aux(w[1]), code = gno_record_code(w[1]);
	uint32_t *end = out, *last = NULL;

	if (aux >> GNO_SINGLE_LOAD & 1)
		end = put(end, w[0], GNO_KIND_LOAD, aux >> GNO_SINGLE_LIVE & 1);
	if (code)
		end = put(last = end, w[0], GNO_KIND_EVENT, code);
	for (unsigned k = 0; k < GNO_SINGLE_WORD; k++)
		if (beside_of(w[1]) >> k & 1)
			end = put(last = end, w[0], GNO_KIND_TRIGGER, k);
	if (rest) {
		end = put(last = end, w[0], GNO_KIND_WORD, 0);
		*end++ = (uint32_t)word_of(rest);
		*end++ = (uint32_t)(word_of(rest) >> 32);
	}
	if (last)
		last[1] |= (uint32_t)gno_record_flags(w[1]) << AUX_AT;
	return (size_t)(end - out);
}

/* Whether all records of an entry but its word can be records of the monitor. */
static bool can_be_entry(const struct gno_manifest *m, const uint32_t *w)
{
	uint32_t made[GNO_ENTRIES_MADE];
	unsigned load = gno_record_aux(w[1]) >> GNO_SINGLE_LOAD;
	size_t words = make(w, NULL, made), at = 0;

	/* none, off, live */
	if ((load != 0 && load != 1 && load != 3) || (!gno_record_code(w[1]) && !beside_of(w[1])))
		return false;
	if (bears_word(w[1]) && !m->single.word_bits)
		return false;
	while (at < words) {
		int len = gno_record_words(made + at, words - at, m);

		if (len <= 0)
			return false;
		at += (size_t)len;
	}
	return true;
}

/* What begins at `w`, and how many slots it takes. */
static enum what look(const struct gno_manifest *m, const uint32_t *w, size_t avail,
		      unsigned *slots)
{
	int words;

	*slots = 1;
	switch (gno_record_kind(w[1])) {
	case GNO_KIND_EVENT:
		if (is_more(w[1]))
			return can_be_entry(m, w) ? WHAT_ENTRY : WHAT_NONE;
		break;
	case GNO_SINGLE_REST:
		return m->single.word_bits && !(word_of(w) >> m->single.word_bits) ? WHAT_REST
										   : WHAT_NONE;
	case GNO_KIND_TRIGGER:
	case GNO_KIND_WORD:
		return WHAT_NONE;
	}
	words = gno_record_words(w, avail, m);
	if (words > 0)
		*slots = (unsigned)words / SLOT_WORDS;
	return words > 0 ? WHAT_RECORD : words ? WHAT_NONE : WHAT_MORE;
}

/* Whether the first half of a gap is at `w`. */
static bool begins_gap(const struct gno_manifest *m, const uint32_t *w)
{
	return gno_record_kind(w[1]) == GNO_KIND_GAP && !gno_record_words(w, SLOT_WORDS, m);
}

/*
 * Whether the word of an entry that waits for it stands between the halves of the gap at `w`. It
 * does unless the gap was over at once: then the slot behind the first half is the second one. That
 * can look like a word only where the run ended with the gap, and the flush follows.
 */
static bool parts_gap(const struct gno_manifest *m, const uint32_t *w, size_t avail)
{
	const uint32_t *next = w + SLOT_WORDS, *behind = next + SLOT_WORDS;
	unsigned slots;

	if (!begins_gap(m, w) || avail < 2 * SLOT_WORDS ||
	    look(m, next, avail - SLOT_WORDS, &slots) != WHAT_REST)
		return false;
	return avail < 3 * SLOT_WORDS || gno_record_kind(behind[1]) != GNO_KIND_FLUSH ||
	       !(gno_record_run(behind[1]) >> GNO_RUN_TOP) ||
	       look(m, behind, avail - 2 * SLOT_WORDS, &slots) != WHAT_RECORD;
}

void gno_entries_begin(struct gno_entries *e, const struct gno_manifest *m, uint64_t taken,
		       bool inside)
{
	e->m = m;
	e->searched = 0;
	e->taken = taken;
	e->inside = inside;
	e->fresh = inside;
}

/* How the search for a word ended. */
enum found { FOUND, FOUND_NOT_YET, FOUND_NONE };

/*
 * Searches the slots behind an entry for its word: the next slot of that kind, before the next
 * entry that has one.
 */
static enum found search(struct gno_entries *e, const uint32_t *w, size_t avail, uint64_t position)
{
	const uint64_t end = position + avail / SLOT_WORDS;
	unsigned slots;

	if (e->searched <= position)
		e->searched = position + 1;
	for (; e->searched < end; e->searched += slots) {
		size_t at = (size_t)(e->searched - position) * SLOT_WORDS;
		enum what what = look(e->m, w + at, avail - at, &slots);
		bool parted = parts_gap(e->m, w + at, avail - at);

		if (what == WHAT_REST || parted) {
			e->taken = e->searched + parted;
			return FOUND;
		}
		if (gno_record_kind(w[at + 1]) == GNO_SINGLE_REST)
			return FOUND_NONE; /* damaged */
		if (what == WHAT_ENTRY && bears_word(w[at + 1]))
			return FOUND_NONE;
		if (what == WHAT_MORE)
			break;
	}
	return FOUND_NOT_YET;
}

static struct gno_piece take_entry(struct gno_entries *e, const uint32_t *w, size_t avail,
				   uint64_t position, bool final)
{
	struct gno_piece piece = {.slots = 1, .w = e->made, .several = true};
	const uint32_t *rest = NULL;

	if (bears_word(w[1])) {
		enum found found = search(e, w, avail, position);

		if (found == FOUND_NOT_YET && !final)
			return (struct gno_piece){0};
		if (found == FOUND)
			rest = w + (size_t)(e->taken - position) * SLOT_WORDS;
		piece.hole = !rest;
		e->inside = false;
	}
	piece.words = make(w, rest, e->made);
	return piece;
}

/* Joins the halves of a gap that has a word between them. */
static struct gno_piece take_parted(struct gno_entries *e, const uint32_t *w, size_t avail,
				    bool final)
{
	struct gno_piece piece = {.w = e->made};

	if (avail < 3 * SLOT_WORDS) {
		piece.slots = final;
		piece.hole = final;
		return piece;
	}
	memcpy(e->made, w, GNO_SLOT_BYTES);
	memcpy(e->made + SLOT_WORDS, w + 2 * SLOT_WORDS, GNO_SLOT_BYTES);
	if (gno_record_words(e->made, 2 * SLOT_WORDS, e->m) == 2 * SLOT_WORDS) {
		piece.slots = 3;
		piece.words = 2 * SLOT_WORDS;
	} else {
		piece.slots = 1;
		piece.hole = true;
	}
	return piece;
}

/*
 * Whether a slot can be the second half of a gap whose first half was overwritten. Such a gap ends
 * as soon as the word that waits is written, so it has lost fewer than 256 records, which are bits
 * 7 to 0 of word 1. Of the records only that the triggers go off has nothing above its kind; it is
 * then given up, too.
 */
static bool may_be_half(struct gno_entries *e, const uint32_t *w)
{
	if (!e->fresh || gno_record_kind(w[1]) == GNO_SINGLE_REST)
		return false;
	e->fresh = !(w[1] >> BESIDE_AT);
	return e->fresh;
}

struct gno_piece gno_entries_next(struct gno_entries *e, const uint32_t *w, size_t avail,
				  uint64_t position, bool final)
{
	struct gno_piece piece = {.w = w};
	enum what what = look(e->m, w, avail, &piece.slots);

	if (may_be_half(e, w))
		return (struct gno_piece){.w = w, .slots = 1, .hole = true};
	if (e->inside && parts_gap(e->m, w, avail)) {
		e->inside = false;
		e->taken = position + 1;
	}
	if (e->taken == position + 1 && begins_gap(e->m, w))
		return take_parted(e, w, avail, final);
	switch (what) {
	case WHAT_RECORD:
		piece.words = (size_t)piece.slots * SLOT_WORDS;
		break;
	case WHAT_ENTRY:
		return take_entry(e, w, avail, position, final);
	case WHAT_REST:
		piece.hole = position != e->taken && !e->inside;
		e->inside = false;
		break;
	case WHAT_MORE:
		piece.slots = final;
		piece.hole = final;
		break;
	case WHAT_NONE:
		piece.hole = true;
	}
	return piece;
}
