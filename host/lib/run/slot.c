/* SPDX-License-Identifier: Apache-2.0 */
#include "run/slot.h"
#include "records/record.h"
#include "records/sample.h"

#define SLOT_WORDS (GNO_SLOT_BYTES / 4)

/* Fields of word 1 of an event's slot. */
#define BESIDE_AT 8
#define CODE_AT 16
#define AUX_AT 24

#define DATA_BIT (UINT32_C(1) << GNO_SINGLE_DATA)

/* Word 1 of the slot before the second half of a gap. That half itself, whose word 1 is a number of
 * records, can hardly look like it. */
#define HALF (UINT32_C(1) << 31 | GNO_SINGLE_HALF)

#define ROUND_BIT (UINT32_C(1) << GNO_SINGLE_ROUND)

/* The bits of a capture's state as a record has them: cause, current, known. */
#define STATE_AT 28
#define STATE 7u
/* Bits of `length` that the entry has, and those below the kind of the slot of the others. */
#define LENGTH_BITS 2
#define LENGTH_BELOW GNO_SINGLE_ROUND

static unsigned beside_of(uint32_t w1)
{
	return w1 >> BESIDE_AT & 0xff;
}

/* The watched word of its slot; where a capture can have it, the state is above. */
static uint64_t word_of(const struct gno_slots *s, const uint32_t *rest)
{
	const uint32_t high =
	    s->captures ? rest[1] << (32 - GNO_SINGLE_CAUSE) >> (32 - GNO_SINGLE_CAUSE) : rest[1];

	return (uint64_t)(high >> BESIDE_AT) << 32 | rest[0];
}

/* The trigger of a line's round that is beside an entry, as a bit; 0: there is none. */
static unsigned turn_of(const struct gno_slots *s, uint32_t w1)
{
	return beside_of(w1) & s->rounds;
}

/* `length` of a line's record. */
static uint32_t length_of(const uint32_t *w, const uint32_t *round)
{
	const uint32_t below = round[1] & (ROUND_BIT - 1);

	return (round[1] >> BESIDE_AT << LENGTH_BELOW | below) << LENGTH_BITS |
	       gno_record_aux(w[1]) >> GNO_SINGLE_LENGTH;
}

struct gno_slots gno_slots_of(const struct gno_manifest *m)
{
	const struct gno_node *node = &m->node[0];
	struct gno_slots s = {
	    .m = m,
	    .sample_words = gno_sample_words(node),
	    .blocks = gno_node_can_send(node, GNO_KIND_BUCKET) ||
		      gno_node_can_send(node, GNO_KIND_COUNTER) ||
		      gno_node_can_send(node, GNO_KIND_SEGMENT),
	};

	for (unsigned k = 0; k < m->single.triggers; k++) {
		const enum gno_trigger_kind kind = node->trigger[k].kind;
		const enum gno_line line = gno_trigger_line(kind);

		s.captures |= (unsigned)(kind == GNO_TRIGGER_CAPTURE) << k;
		if (line == GNO_LINES)
			continue;
		s.rounds |= 1u << k;
		s.begins |= (unsigned)(kind == gno_round_trigger(line, true)) << k;
	}
	return s;
}

/* Puts the first slot of a record; returns where the next one goes. */
static uint32_t *put(uint32_t *out, uint32_t time, uint32_t w1)
{
	out[0] = time;
	out[1] = w1;
	return out + GNO_RECORD_HEADER;
}

/* Puts a record of two slots. */
static uint32_t *put_long(uint32_t *out, uint32_t time, uint32_t w1, uint64_t payload)
{
	out = put(out, time, w1);
	*out++ = (uint32_t)payload;
	*out++ = (uint32_t)(payload >> 32);
	return out;
}

/* Puts the record of trigger `k`, unless the slot is not there that it needs. */
static uint32_t *put_trigger(const struct gno_slots *s, const uint32_t *w, unsigned k,
			     const uint32_t *rest, const uint32_t *round, uint32_t *out)
{
	if (s->captures >> k & 1)
		return !rest ? out
			     : put_long(out, w[0],
					GNO_KIND_CAPTURE | k << CODE_AT |
					    (rest[1] >> GNO_SINGLE_CAUSE & STATE) << STATE_AT,
					word_of(s, rest));
	if (s->rounds >> k & 1)
		return !round
			   ? out
			   : put_long(out, w[0],
				      GNO_KIND_LINE | k << CODE_AT |
					  (gno_record_aux(w[1]) >> GNO_SINGLE_OWN & 3) << STATE_AT,
				      (uint64_t)length_of(w, round) << 32 | round[0]);
	return put(out, w[0], GNO_KIND_TRIGGER | k << CODE_AT);
}

/* The records of an entry; the last one of those that fired has the flags. */
static size_t make_entry(const struct gno_slots *s, const uint32_t *w, const uint32_t *rest,
			 const uint32_t *round, uint32_t *out)
{
	const unsigned aux = gno_record_aux(w[1]), code = gno_record_code(w[1]);
	const unsigned beside = beside_of(w[1]);
	uint32_t *end = out, *last = NULL;

	if (!turn_of(s, w[1]) && aux >> GNO_SINGLE_LOAD & 1)
		end = put(end, w[0], GNO_KIND_LOAD | (aux >> GNO_SINGLE_LIVE & 1) << CODE_AT);
	if (code)
		end = put(last = end, w[0], GNO_KIND_EVENT | code << CODE_AT);
	for (unsigned k = 0; k < GNO_SINGLE_WORD; k++) {
		uint32_t *next = end;

		if (beside >> k & 1)
			next = put_trigger(s, w, k, rest, round, end);
		last = next != end ? end : last;
		end = next;
	}
	if (rest && beside >> GNO_SINGLE_WORD & 1)
		end = put_long(last = end, w[0], GNO_KIND_WORD, word_of(s, rest));
	if (last)
		last[1] |= (uint32_t)gno_record_flags(w[1]) << AUX_AT;
	return (size_t)(end - out);
}

/* Whether the bits above the flags are none, off or live; or those of one line's round. */
static bool can_be_upper(const struct gno_slots *s, const uint32_t *w)
{
	const unsigned turn = turn_of(s, w[1]), load = gno_record_aux(w[1]) >> GNO_SINGLE_LOAD;

	return turn ? !(turn & (turn - 1)) : load == 0 || load == 1 || load == 3;
}

/* Whether all records of an entry can be records of the monitor, but for its slots behind it. */
static bool can_be_entry(const struct gno_slots *s, const uint32_t *w)
{
	static const uint32_t zeros[GNO_RECORD_HEADER];
	uint32_t made[GNO_SLOT_MADE];
	size_t words, at = 0;

	if (!can_be_upper(s, w) || (!gno_record_code(w[1]) && !beside_of(w[1])))
		return false;
	words = make_entry(s, w, zeros, zeros, made);
	while (at < words) {
		int len = gno_record_words(made + at, words - at, s->m);

		if (len <= 0)
			return false;
		at += (size_t)len;
	}
	return true;
}

/* What a slot is whose kind is that of a record. */
static enum gno_slot_kind look_at_record(const struct gno_slots *s, const uint32_t *w)
{
	int words;

	switch (gno_record_kind(w[1])) {
	case GNO_KIND_EVENT:
		return can_be_entry(s, w) ? GNO_SLOT_ENTRY : GNO_SLOT_NONE;
	case GNO_KIND_GAP:
		return !gno_record_words(w, SLOT_WORDS, s->m) ? GNO_SLOT_GAP : GNO_SLOT_NONE;
	case GNO_KIND_TRIGGER:
		return GNO_SLOT_NONE;
	}
	words = gno_record_words(w, SLOT_WORDS, s->m);
	return words == SLOT_WORDS ? GNO_SLOT_RECORD : GNO_SLOT_NONE;
}

/* Whether a slot of that kind can have a watched word, and the state of a capture. */
static bool can_be_rest(const struct gno_slots *s, const uint32_t *w)
{
	const unsigned word_bits = s->m->single.word_bits;
	const unsigned state = w[1] >> GNO_SINGLE_CAUSE & STATE;

	if (!word_bits || word_of(s, w) >> word_bits)
		return false;
	/* a word that is current is known */
	return !s->captures || (state >> 1 & 3) != 1;
}

enum gno_slot_kind gno_slot_look(const struct gno_slots *s, const uint32_t *w)
{
	bool bits = gno_slot_bits(w);

	if (w[1] & DATA_BIT)
		return s->sample_words || s->blocks ? GNO_SLOT_DATA : GNO_SLOT_NONE;
	if (w[1] & ROUND_BIT)
		return s->rounds ? GNO_SLOT_ROUND : GNO_SLOT_NONE;
	switch (gno_record_kind(w[1])) {
	case GNO_SINGLE_REST:
		return can_be_rest(s, w) ? GNO_SLOT_REST : GNO_SLOT_NONE;
	case GNO_SINGLE_HALF:
		return w[1] == HALF ? GNO_SLOT_HALF : GNO_SLOT_NONE;
	case GNO_SINGLE_SAMPLE:
		return bits && s->sample_words ? GNO_SLOT_SAMPLE : GNO_SLOT_NONE;
	case GNO_SINGLE_MORE:
		return bits && s->blocks ? GNO_SLOT_MORE : GNO_SLOT_NONE;
	case GNO_SINGLE_BLOCK:
		return bits && s->blocks ? GNO_SLOT_BLOCK : GNO_SLOT_NONE;
	}
	return look_at_record(s, w);
}

unsigned gno_slot_many(enum gno_slot_kind what)
{
	return what == GNO_SLOT_HALF ? 2 : 1;
}

bool gno_slot_is_serial(enum gno_slot_kind what)
{
	return what >= GNO_SLOT_DATA;
}

bool gno_slot_has_word(const struct gno_slots *s, const uint32_t *w, enum gno_slot_kind what)
{
	return what == GNO_SLOT_ENTRY && beside_of(w[1]) & (1u << GNO_SINGLE_WORD | s->captures);
}

bool gno_slot_has_round(const struct gno_slots *s, const uint32_t *w, enum gno_slot_kind what)
{
	return what == GNO_SLOT_ENTRY && turn_of(s, w[1]);
}

bool gno_slot_round_fits(const struct gno_slots *s, const uint32_t *w, const uint32_t *round)
{
	return !(turn_of(s, w[1]) & s->begins) || !length_of(w, round);
}

bool gno_slot_is_sampled(const struct gno_slots *s, const uint32_t *w, enum gno_slot_kind what)
{
	if (!s->sample_words)
		return false;
	return what == GNO_SLOT_ENTRY
		   ? gno_record_flags(w[1]) >> GNO_FLAG_SAMPLED & 1
		   : what == GNO_SLOT_RECORD && gno_record_kind(w[1]) == GNO_KIND_FLUSH;
}

size_t gno_slot_make(const struct gno_slots *s, const uint32_t *w, enum gno_slot_kind what,
		     const uint32_t *rest, const uint32_t *round, uint32_t *out)
{
	return what == GNO_SLOT_ENTRY ? make_entry(s, w, rest, round, out)
				      : (size_t)(put(out, w[0], w[1]) - out);
}

/* Code of the last record of a flush, or of an entry that has all of its records. */
static unsigned last_code(const uint32_t *w, enum gno_slot_kind what)
{
	if (what != GNO_SLOT_ENTRY || beside_of(w[1]) >> GNO_SINGLE_WORD)
		return 0;
	for (unsigned k = GNO_SINGLE_WORD; k; k--)
		if (beside_of(w[1]) >> (k - 1) & 1)
			return k - 1;
	return gno_record_code(w[1]);
}

void gno_slot_make_ratio(const uint32_t *w, enum gno_slot_kind what, unsigned words, uint32_t *out)
{
	put(out, w[0], GNO_KIND_RATIO | last_code(w, what) << CODE_AT | (uint32_t)words << AUX_AT);
}
