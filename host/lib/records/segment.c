/* SPDX-License-Identifier: Apache-2.0 */
#include "records/segment.h"

#include "records/record.h"

unsigned gno_entry_size(const struct gno_node *node)
{
	return GNO_ENTRY_WORDS + (node->word_bits > 32);
}

unsigned gno_entries_most(const struct gno_node *node)
{
	return node->word_bits > 32 ? GNO_ENTRY_MANY_LONG : GNO_ENTRY_MANY;
}

unsigned gno_entries_size(const struct gno_node *node, unsigned entries)
{
	return (entries * gno_entry_size(node) + 1) / 2 * 2;
}

void gno_entry_read(const uint32_t *w, const struct gno_node *node, struct gno_segment_entry *out)
{
	*out = (struct gno_segment_entry){
	    .word = gno_entry_word(w),
	    .length = (uint16_t)gno_entry_length(w),
	    .known = gno_entry_known(w),
	    .current = gno_entry_current(w),
	};
	if (gno_entry_size(node) > GNO_ENTRY_WORDS)
		out->word |= (uint64_t)w[GNO_ENTRY_WORDS] << 32;
}

bool gno_entry_follows(const struct gno_segment_unit *unit, const struct gno_segment_entry *before,
		       const struct gno_segment_entry *entry)
{
	bool same = before->known == entry->known && before->word == entry->word;

	if (!same)
		return entry->current; /* else no word came that could be another one */
	return unit->keep == GNO_KEEP_CYCLES || before->length == GNO_ENTRY_CYCLES;
}

/* Cycles from the trigger to the end of the segment, modulo 2^(time_bits + 7). */
static uint64_t distance(const uint32_t *w, unsigned time_bits)
{
	uint64_t low = (UINT64_C(1) << (time_bits - 1)) - 1;
	uint64_t at = (uint64_t)gno_segment_at_epoch(w) << (time_bits - 1);
	uint64_t ended = (uint64_t)gno_segment_ended_epoch(w) << (time_bits - 1);

	at += gno_segment_at(w) & low;
	ended += gno_segment_ended(w) & low;
	return (ended - at) & ((UINT64_C(1) << (time_bits + 7)) - 1);
}

/* Whether the trigger can be so long before the end of a segment that is not empty. */
static bool distance_can_be(const uint32_t *w, const struct gno_segment_unit *u, unsigned time_bits)
{
	uint64_t cycles = distance(w, time_bits), most;
	uint32_t total = gno_segment_total(w);
	bool cut = gno_block_bit(w, GNO_BLOCK_FLUSH);

	if (u->keep == GNO_KEEP_CYCLES)
		return cycles < total && total - 1 - cycles <= u->before &&
		       (cut ? cycles <= u->after : cycles == u->after);
	most = (uint64_t)(total < u->after + 1 ? total : u->after + 1) * GNO_ENTRY_CYCLES;
	if (most > UINT64_C(1) << (time_bits + 7))
		return true; /* the times have too few bits to tell */
	return cycles < most && (cut || cycles >= u->after);
}

/* Whether a record can hold this part of its segment, and says so. */
static bool part_can_be(const uint32_t *w, const struct gno_node *node, unsigned time_bits)
{
	const struct gno_segment_unit *u = &node->preprocessors.segment[gno_segment_unit(w[1])];
	unsigned first = gno_segment_first(w), many = gno_segment_many(w);
	unsigned most = gno_entries_most(node);
	uint32_t total = gno_segment_total(w);
	bool last = gno_block_bit(w, GNO_BLOCK_LAST), cut = gno_block_bit(w, GNO_BLOCK_FLUSH);

	/* word 1 has no room for more entries than a record can have */
	if (GNO_SEGMENT_WORDS + gno_entries_size(node, many) !=
	    GNO_RECORD_HEADER + gno_segment_words(w[1]))
		return false;
	if (!total)
		return !first && !many && last && cut && !distance(w, time_bits);
	return many && first % most == 0 && first + many <= total && (last || many == most) &&
	       last == (first + many == total) && total <= u->before + 1 + u->after &&
	       (cut || total > u->after) && distance_can_be(w, u, time_bits);
}

/* Whether an entry can be, but for those before it. */
static bool entry_can_be(const uint32_t *w, const struct gno_node *node,
			 const struct gno_segment_unit *u, const struct gno_segment_entry *e)
{
	return e->length && (u->keep == GNO_KEEP_CHANGES || e->length == 1) && !gno_entry_zero(w) &&
	       e->known >= e->current && (e->known || !e->word) && (e->current || node->when) &&
	       !(e->word & ~(UINT64_MAX >> (64 - node->word_bits)));
}

bool gno_segment_can_be(const uint32_t *w, const struct gno_node *node, unsigned time_bits)
{
	const struct gno_segment_unit *u = &node->preprocessors.segment[gno_segment_unit(w[1])];
	unsigned many = gno_segment_many(w), size = gno_entry_size(node);
	const uint32_t *at = w + GNO_SEGMENT_WORDS;
	struct gno_segment_entry entry, before;

	if (gno_block_bit(w, GNO_BLOCK_LATE) || gno_block_bit(w, GNO_BLOCK_SATURATED) ||
	    !part_can_be(w, node, time_bits))
		return false;
	for (unsigned i = 0; i < many; i++, at += size) {
		gno_entry_read(at, node, &entry);
		if (!entry_can_be(at, node, u, &entry) ||
		    (i && !gno_entry_follows(u, &before, &entry)))
			return false;
		before = entry;
	}
	return many * size == gno_entries_size(node, many) || !*at;
}
