/* SPDX-License-Identifier: Apache-2.0 */
#include "run/entry.h"

#include <string.h>

#define SLOT_WORDS (GNO_SLOT_BYTES / 4)

/* The slots from that of a piece on up to the last one that was read. */
struct view {
	const uint32_t *w;
	uint64_t position, end;
};

static const uint32_t *slot(const struct view *v, uint64_t at)
{
	return v->w + (size_t)(at - v->position) * SLOT_WORDS;
}

static bool is_block(unsigned kind)
{
	return kind == GNO_KIND_BUCKET || kind == GNO_KIND_COUNTER || kind == GNO_KIND_SEGMENT;
}

void gno_entries_begin(struct gno_entries *e, const struct gno_manifest *m,
		       const struct gno_entries_state *state)
{
	memset(e, 0, sizeof(*e));
	e->slots = gno_slots_of(m);
	e->state = *state;
	e->sure = UINT64_MAX;
}

void gno_entries_begin_wrapped(struct gno_entries *e, const struct gno_manifest *m)
{
	gno_entries_begin(e, m,
			  &(struct gno_entries_state){.word = true, .round = true, .half = true});
	e->wrapped = e->cut = true;
}

/* How a search ended. */
enum found { FOUND, FOUND_NOT_YET, FOUND_NONE };

/* Goes on with a search behind the piece where it stopped. */
static void search_on(const struct view *v, uint64_t *at)
{
	if (*at <= v->position)
		*at = v->position + 1;
}

/* Whether a slot of kind `part`, rest or round, comes for a slot. */
static bool has_part(const struct gno_entries *e, const uint32_t *w, enum gno_slot_kind what,
		     enum gno_slot_kind part)
{
	return part == GNO_SLOT_REST ? gno_slot_has_word(&e->slots, w, what)
				     : gno_slot_has_round(&e->slots, w, what);
}

/* Searches the word of an entry, or the state of its line: the next slot of kind `part`, before the
 * next entry that has one, or that was one or the part. `at` is where that search goes on. */
static enum found find_part(const struct gno_entries *e, const struct view *v,
			    enum gno_slot_kind part, uint64_t *at)
{
	search_on(v, at);
	while (*at < v->end) {
		const uint32_t *w = slot(v, *at);
		enum gno_slot_kind what = gno_slot_look(&e->slots, w);

		if (what == part)
			return FOUND;
		if (what == GNO_SLOT_NONE || has_part(e, w, what, part))
			return FOUND_NONE;
		*at += gno_slot_many(what);
	}
	return FOUND_NOT_YET;
}

/* Searches the second half of a gap, before which no slot stands that would have been lost. */
static enum found find_half(struct gno_entries *e, const struct view *v)
{
	search_on(v, &e->half_at);
	for (; e->half_at < v->end; e->half_at++) {
		enum gno_slot_kind what = gno_slot_look(&e->slots, slot(v, e->half_at));

		if (what == GNO_SLOT_HALF)
			return e->half_at + 1 < v->end ? FOUND : FOUND_NOT_YET;
		if (what != GNO_SLOT_REST && what != GNO_SLOT_ROUND && !gno_slot_is_serial(what))
			return FOUND_NONE;
	}
	return FOUND_NOT_YET;
}

/* Searches the end of the sample or block that begins at the piece. */
static enum found find_end(struct gno_entries *e, const struct view *v)
{
	if (e->end_at < v->position)
		e->end_at = v->position;
	while (e->end_at < v->end) {
		enum gno_slot_kind what = gno_slot_look(&e->slots, slot(v, e->end_at));

		if (what == GNO_SLOT_SAMPLE || what == GNO_SLOT_BLOCK)
			return FOUND;
		if (what == GNO_SLOT_NONE)
			return FOUND_NONE;
		e->end_at += gno_slot_many(what);
	}
	return FOUND_NOT_YET;
}

/*
 * Searches the sample of an entry: the next one that went with no entry before. It is found once:
 * sample_at is behind it then. Behind a slot that may have been the end of a sample it is not known
 * whose the samples are.
 */
static enum found find_sample(struct gno_entries *e, const struct view *v)
{
	if (e->sample_at <= v->position) {
		e->sample_at = v->position + 1;
		e->passing = e->state.ahead;
		e->open = e->rest = e->state.inside;
	}
	while (e->sample_at < v->end) {
		enum gno_slot_kind what = gno_slot_look(&e->slots, slot(v, e->sample_at));

		if (what == GNO_SLOT_NONE) {
			e->state.doubt = true;
			return FOUND_NONE;
		}
		if (gno_slot_is_serial(what) && !e->open) {
			e->open = true;
			e->began = e->sample_at;
		}
		e->sample_at += gno_slot_many(what);
		if (what != GNO_SLOT_SAMPLE && what != GNO_SLOT_BLOCK)
			continue;
		e->open = false;
		if (what == GNO_SLOT_SAMPLE && !e->rest && !e->passing)
			return FOUND;
		e->passing -= what == GNO_SLOT_SAMPLE && !e->rest;
		e->rest = false;
	}
	return FOUND_NOT_YET;
}

/* Puts bits 7 of the second words of data slots, the last of which is before `end`, into them. */
static bool put_bits(uint32_t *end, unsigned slots, uint32_t bits)
{
	if (slots >= 24 || bits >> slots != 1)
		return false; /* not so many */
	for (unsigned i = 0; i < slots; i++)
		end[-1 - 2 * (int)i] ^= (~bits >> i & 1) << GNO_SINGLE_DATA;
	return true;
}

/*
 * Puts the words of the sample or block in the slots from `first` to `last` to `out`, which has
 * room for `most`. Returns how many they are; 0: they are not what the monitor writes.
 */
static size_t gather(const struct gno_entries *e, const struct view *v, uint64_t first,
		     uint64_t last, uint32_t *out, size_t most)
{
	unsigned slots = 0;
	enum gno_slot_kind what;
	size_t words = 0;

	for (uint64_t at = first; at <= last; at += gno_slot_many(what)) {
		const uint32_t *w = slot(v, at);

		what = gno_slot_look(&e->slots, w);
		if (what == GNO_SLOT_DATA) {
			if (words + SLOT_WORDS > most)
				return 0;
			memcpy(out + words, w, GNO_SLOT_BYTES);
			words += SLOT_WORDS;
			slots++;
		} else if (gno_slot_is_serial(what)) {
			if (!put_bits(out + words, slots, gno_slot_bits(w)))
				return 0;
			slots = 0;
		}
	}
	return words;
}

/* Makes the record of the sample that was found. Returns its words; 0: it is none. */
static size_t make_sample(const struct gno_entries *e, const struct view *v,
			  enum gno_slot_kind what, uint32_t *out)
{
	unsigned words = e->slots.sample_words;
	size_t made = gather(e, v, e->began, e->sample_at - 1, out + GNO_RECORD_HEADER, words);

	gno_slot_make_ratio(v->w, what, words, out);
	made += GNO_RECORD_HEADER;
	return made == GNO_RECORD_HEADER + words &&
		       gno_record_words(out, made, e->slots.m) == (int)made
		   ? made
		   : 0;
}

/* Finds a part of an entry; `*slot_of` is NULL where it has none. Returns whether that is known. */
static bool take_part(struct gno_entries *e, const struct view *v, enum gno_slot_kind part,
		      bool final, const uint32_t **slot_of)
{
	uint64_t *at = part == GNO_SLOT_REST ? &e->word_at : &e->round_at;
	enum found found = find_part(e, v, part, at);

	*slot_of = found == FOUND ? slot(v, *at) : NULL;
	return found != FOUND_NOT_YET || final;
}

/* The piece of an entry, or of a flush. */
static struct gno_piece take_entry(struct gno_entries *e, const struct view *v,
				   enum gno_slot_kind what, bool final)
{
	struct gno_piece piece = {.slots = 1, .w = e->made};
	bool word = gno_slot_has_word(&e->slots, v->w, what);
	bool round = gno_slot_has_round(&e->slots, v->w, what);
	bool sampled = gno_slot_is_sampled(&e->slots, v->w, what);
	const uint32_t *rest = NULL, *turn = NULL;
	bool fits;
	enum found found = FOUND_NONE;

	if ((word && !take_part(e, v, GNO_SLOT_REST, final, &rest)) ||
	    (round && !take_part(e, v, GNO_SLOT_ROUND, final, &turn)))
		return (struct gno_piece){0};
	fits = turn && gno_slot_round_fits(&e->slots, v->w, turn);
	piece.hole = (word && !rest) || (round && !fits);
	if (sampled) {
		found = e->state.doubt ? FOUND_NONE : find_sample(e, v);
		if (found == FOUND_NOT_YET && !final)
			return (struct gno_piece){0};
	}
	piece.words = gno_slot_make(&e->slots, v->w, what, rest, fits ? turn : NULL, e->made);
	if (sampled) {
		size_t words = found == FOUND ? make_sample(e, v, what, e->made + piece.words) : 0;

		piece.words += words;
		piece.hole |= !words;
		e->state.doubt |= !words;
		e->state.ahead += found == FOUND;
	}
	if (word)
		e->state.word = rest;
	if (round)
		e->state.round = turn;
	e->state.time = v->w[0];
	return piece;
}

/* The piece of a gap's first half. */
static struct gno_piece take_gap(struct gno_entries *e, const struct view *v, bool final)
{
	struct gno_piece piece = {.slots = 1, .w = e->made};
	enum found found = find_half(e, v);

	if (found == FOUND_NOT_YET && !final)
		return (struct gno_piece){0};
	e->state.half = found == FOUND;
	if (found == FOUND) {
		memcpy(e->made, v->w, GNO_SLOT_BYTES);
		memcpy(e->made + SLOT_WORDS, slot(v, e->half_at + 1), GNO_SLOT_BYTES);
		piece.hole =
		    gno_record_words(e->made, 2 * SLOT_WORDS, e->slots.m) != 2 * SLOT_WORDS;
	}
	if (found != FOUND || piece.hole)
		return (struct gno_piece){.slots = 1, .hole = true};
	piece.words = 2 * SLOT_WORDS;
	e->state.time = gno_gap_resumed(e->made) & UINT32_MAX >> (32 - e->slots.m->time_bits);
	return piece;
}

/* The piece of the slot before the second half of a gap, and of that half. */
static struct gno_piece take_half(struct gno_entries *e, const struct view *v, bool final)
{
	struct gno_piece piece = {.slots = 2, .hole = !e->state.half};

	if (v->end - v->position < 2)
		return (struct gno_piece){.slots = final, .hole = final};
	e->state.half = false;
	return piece;
}

/* Makes the record of the block from the piece on. Returns its words; 0: it is none. */
static size_t make_block(struct gno_entries *e, const struct view *v)
{
	size_t words = gather(e, v, v->position, e->end_at, e->made, GNO_RECORD_WORDS_MAX);

	e->made[0] = e->state.time;
	return words && is_block(gno_record_kind(e->made[1])) &&
		       gno_record_words(e->made, words, e->slots.m) == (int)words
		   ? words
		   : 0;
}

/* The piece of a slot at which a sample or block begins. */
static struct gno_piece take_first(struct gno_entries *e, const struct view *v, bool final)
{
	struct gno_piece piece = {.slots = 1, .w = e->made};
	enum found found = find_end(e, v);

	if (found == FOUND_NOT_YET && !final)
		return (struct gno_piece){0};
	e->state.inside = found != FOUND || e->end_at != v->position;
	if (found == FOUND && gno_slot_look(&e->slots, slot(v, e->end_at)) == GNO_SLOT_SAMPLE) {
		/* of an entry before; or, after damage, of nobody knows which */
		piece.hole = !e->state.ahead && !e->state.doubt;
		e->state.doubt |= piece.hole;
		e->state.ahead -= e->state.ahead > 0;
		return piece;
	}
	piece.words = found == FOUND ? make_block(e, v) : 0;
	piece.hole = !piece.words && !e->cut;
	return piece;
}

/* The piece of a record that is a slot. */
static struct gno_piece take_record(struct gno_entries *e, const struct view *v)
{
	e->state.time = v->w[0];
	return (struct gno_piece){.slots = 1, .w = v->w, .words = SLOT_WORDS};
}

/* The piece of a slot of samples and blocks. */
static struct gno_piece take_serial(struct gno_entries *e, const struct view *v,
				    enum gno_slot_kind what, bool final)
{
	struct gno_piece piece = {.slots = 1};

	if (e->state.inside)
		e->state.inside = what != GNO_SLOT_SAMPLE && what != GNO_SLOT_BLOCK;
	else
		piece = take_first(e, v, final);
	e->cut = e->cut && !piece.slots;
	return piece;
}

/* What a buffer whose oldest slots are overwritten has. */
struct count {
	uint64_t samples;
	uint64_t sampled; /* slots that have one, behind the last slot that is damaged */
	bool late;	  /* no sample is behind the flush */
};

/* Counts the slots from `at` on, and notes what must be known before the first one is cut. */
static struct count count_slots(struct gno_entries *e, const struct view *v, uint64_t at)
{
	struct count n = {0};
	bool timed = false;
	enum gno_slot_kind what;

	for (; at < v->end; at += gno_slot_many(what)) {
		const uint32_t *w = slot(v, at);

		what = gno_slot_look(&e->slots, w);
		if (what == GNO_SLOT_NONE) {
			n.sampled = 0;
			e->state.doubt = true;
			e->sure = at + 1;
		}
		if (!timed &&
		    (what == GNO_SLOT_RECORD || what == GNO_SLOT_ENTRY || what == GNO_SLOT_GAP)) {
			e->state.time = w[0];
			timed = true;
		}
		if (gno_slot_is_sampled(&e->slots, w, what)) {
			n.sampled++;
			n.late = what == GNO_SLOT_RECORD;
		}
		if (what == GNO_SLOT_SAMPLE) {
			n.samples++;
			n.late = false;
		}
	}
	return n;
}

/*
 * Leaves out the oldest slot of a buffer that has wrapped; where it is that before the second half
 * of a gap, the next one, too. Samples that come before those of the entries which are
 * there are of entries that were overwritten.
 */
static struct gno_piece take_oldest(struct gno_entries *e, const struct view *v)
{
	unsigned slots = gno_slot_many(gno_slot_look(&e->slots, v->w));
	struct count n;

	if (slots > v->end - v->position)
		slots = 1;
	n = count_slots(e, v, v->position + slots);
	n.sampled -= n.late;
	if (n.samples < n.sampled) {
		e->state.doubt = true;
		e->sure = UINT64_MAX;
		n.sampled = 0;
	}
	e->state.ahead = (uint32_t)(n.samples - n.sampled);
	return (struct gno_piece){.slots = slots};
}

struct gno_piece gno_entries_next(struct gno_entries *e, const uint32_t *w, size_t avail,
				  uint64_t position, bool final)
{
	struct view v = {w, position, position + avail / SLOT_WORDS};
	struct gno_piece piece = {.slots = 1};
	enum gno_slot_kind what;

	if (e->wrapped) {
		e->wrapped = !final;
		return final ? take_oldest(e, &v) : (struct gno_piece){0};
	}
	if (position >= e->sure) {
		e->state.doubt = false;
		e->sure = UINT64_MAX;
	}
	what = gno_slot_look(&e->slots, w);
	switch (what) {
	case GNO_SLOT_RECORD:
		return gno_slot_is_sampled(&e->slots, w, what) ? take_entry(e, &v, what, final)
							       : take_record(e, &v);
	case GNO_SLOT_ENTRY:
		return take_entry(e, &v, what, final);
	case GNO_SLOT_GAP:
		return take_gap(e, &v, final);
	case GNO_SLOT_HALF:
		return take_half(e, &v, final);
	case GNO_SLOT_DATA:
	case GNO_SLOT_MORE:
	case GNO_SLOT_BLOCK:
	case GNO_SLOT_SAMPLE:
		return take_serial(e, &v, what, final);
	case GNO_SLOT_REST:
		piece.hole = !e->state.word;
		e->state.word = false;
		return piece;
	case GNO_SLOT_ROUND:
		piece.hole = !e->state.round;
		e->state.round = false;
		return piece;
	case GNO_SLOT_NONE:
		break;
	}
	e->state.doubt = true;
	e->state.inside = false;
	piece.hole = true;
	return piece;
}
