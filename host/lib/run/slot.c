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

static unsigned beside_of(uint32_t w1)
{
	return w1 >> BESIDE_AT & 0xff;
}

static uint64_t word_of(const uint32_t *rest)
{
	return (uint64_t)(rest[1] >> 8) << 32 | rest[0];
}

struct gno_slots gno_slots_of(const struct gno_manifest *m)
{
	const struct gno_node *node = &m->node[0];

	return (struct gno_slots){
	    .m = m,
	    .sample_words = gno_sample_words(node),
	    .blocks = gno_node_can_send(node, GNO_KIND_BUCKET) ||
		      gno_node_can_send(node, GNO_KIND_COUNTER) ||
		      gno_node_can_send(node, GNO_KIND_SEGMENT),
	};
}

/* Puts the first slot of a record; returns where the next one goes. */
static uint32_t *put(uint32_t *out, uint32_t time, uint32_t w1)
{
	out[0] = time;
	out[1] = w1;
	return out + GNO_RECORD_HEADER;
}

static bool bears_word(uint32_t w1)
{
	return beside_of(w1) >> GNO_SINGLE_WORD & 1;
}

/* The records of an entry; the last one of those that fired has the flags. */
static size_t make_entry(const uint32_t *w, const uint32_t *rest, uint32_t *out)
{
	unsigned aux = gno_record_aux(w[1]), code = gno_record_code(w[1]);
	uint32_t *end = out, *last = NULL;

	if (aux >> GNO_SINGLE_LOAD & 1)
		end = put(end, w[0], GNO_KIND_LOAD | (aux >> GNO_SINGLE_LIVE & 1) << CODE_AT);
	if (code)
		end = put(last = end, w[0], GNO_KIND_EVENT | code << CODE_AT);
	for (unsigned k = 0; k < GNO_SINGLE_WORD; k++)
		if (beside_of(w[1]) >> k & 1)
			end = put(last = end, w[0], GNO_KIND_TRIGGER | k << CODE_AT);
	if (rest) {
		end = put(last = end, w[0], GNO_KIND_WORD);
		*end++ = (uint32_t)word_of(rest);
		*end++ = (uint32_t)(word_of(rest) >> 32);
	}
	if (last)
		last[1] |= (uint32_t)gno_record_flags(w[1]) << AUX_AT;
	return (size_t)(end - out);
}

/* Whether all records of an entry but its word and its sample can be records of the monitor. */
static bool can_be_entry(const struct gno_manifest *m, const uint32_t *w)
{
	uint32_t made[GNO_SLOT_MADE];
	unsigned load = gno_record_aux(w[1]) >> GNO_SINGLE_LOAD;
	size_t words = make_entry(w, NULL, made), at = 0;

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

/* What a slot is whose kind is that of a record. */
static enum gno_slot_kind look_at_record(const struct gno_manifest *m, const uint32_t *w)
{
	int words;

	switch (gno_record_kind(w[1])) {
	case GNO_KIND_EVENT:
		return can_be_entry(m, w) ? GNO_SLOT_ENTRY : GNO_SLOT_NONE;
	case GNO_KIND_GAP:
		return !gno_record_words(w, SLOT_WORDS, m) ? GNO_SLOT_GAP : GNO_SLOT_NONE;
	case GNO_KIND_TRIGGER:
		return GNO_SLOT_NONE;
	}
	words = gno_record_words(w, SLOT_WORDS, m);
	return words == SLOT_WORDS ? GNO_SLOT_RECORD : GNO_SLOT_NONE;
}

enum gno_slot_kind gno_slot_look(const struct gno_slots *s, const uint32_t *w)
{
	unsigned word_bits = s->m->single.word_bits;
	bool bits = gno_slot_bits(w);

	if (w[1] & DATA_BIT)
		return s->sample_words || s->blocks ? GNO_SLOT_DATA : GNO_SLOT_NONE;
	switch (gno_record_kind(w[1])) {
	case GNO_SINGLE_REST:
		return word_bits && !(word_of(w) >> word_bits) ? GNO_SLOT_REST : GNO_SLOT_NONE;
	case GNO_SINGLE_HALF:
		return w[1] == HALF ? GNO_SLOT_HALF : GNO_SLOT_NONE;
	case GNO_SINGLE_SAMPLE:
		return bits && s->sample_words ? GNO_SLOT_SAMPLE : GNO_SLOT_NONE;
	case GNO_SINGLE_MORE:
		return bits && s->blocks ? GNO_SLOT_MORE : GNO_SLOT_NONE;
	case GNO_SINGLE_BLOCK:
		return bits && s->blocks ? GNO_SLOT_BLOCK : GNO_SLOT_NONE;
	}
	return look_at_record(s->m, w);
}

unsigned gno_slot_many(enum gno_slot_kind what)
{
	return what == GNO_SLOT_HALF ? 2 : 1;
}

bool gno_slot_is_serial(enum gno_slot_kind what)
{
	return what >= GNO_SLOT_DATA;
}

bool gno_slot_has_word(const uint32_t *w, enum gno_slot_kind what)
{
	return what == GNO_SLOT_ENTRY && bears_word(w[1]);
}

bool gno_slot_is_sampled(const struct gno_slots *s, const uint32_t *w, enum gno_slot_kind what)
{
	if (!s->sample_words)
		return false;
	return what == GNO_SLOT_ENTRY
		   ? gno_record_flags(w[1]) >> GNO_FLAG_SAMPLED & 1
		   : what == GNO_SLOT_RECORD && gno_record_kind(w[1]) == GNO_KIND_FLUSH;
}

size_t gno_slot_make(const uint32_t *w, enum gno_slot_kind what, const uint32_t *rest,
		     uint32_t *out)
{
	return what == GNO_SLOT_ENTRY ? make_entry(w, rest, out)
				      : (size_t)(put(out, w[0], w[1]) - out);
}

/* Code of the last record of a flush, or of an entry that has all of its records. */
static unsigned last_code(const uint32_t *w, enum gno_slot_kind what)
{
	if (what != GNO_SLOT_ENTRY || bears_word(w[1]))
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
