/* SPDX-License-Identifier: Apache-2.0 */
/* Which form a monitor has. */
#include "model/model.h"

#define SINGLE_TRIGGERS 7u   /* bits of an event's slot for them (gnomon_record_single), */
#define SINGLE_WORD_BITS 56u /* and of the slot of a word, */
#define SINGLE_STATE_BITS 3u /* less these where a capture has it */
#define HEAD_SLOTS 4u	     /* of a record of a block */
#define ENDED_SLOTS 7u	     /* data slots behind which gnomon_record_slots puts an end slot */
#define SHORT_WORD_BITS 32u  /* of a watched word: an entry of a segment takes two words */

static unsigned record_slots(unsigned words)
{
	const unsigned slots = HEAD_SLOTS + (words + 1) / 2;

	return slots + (slots + ENDED_SLOTS - 1) / ENDED_SLOTS;
}

/* Slots of a block of so many parts, each of so many words, `many` of them in a record. */
static unsigned block_slots(unsigned parts, unsigned words, unsigned many)
{
	const unsigned rest = parts % many;

	return parts / many * record_slots(many * words) + (rest ? record_slots(rest * words) : 0);
}

static unsigned segment_slots(const struct m_node *node, const struct m_watcher *w)
{
	const unsigned entries = (unsigned)(w->before.number + 1 + w->after.number);

	if (model_word_bits(node) > SHORT_WORD_BITS)
		return block_slots(entries, 3, TAB_ENTRIES_MANY_LONG);
	return block_slots(entries, 2, TAB_ENTRIES_MANY);
}

/* Slots that the blocks at the end of a run take at most in the single form. */
static unsigned last_slots(const struct m_node *node)
{
	const struct m_watchers *banked = &node->watchers[WATCHER_BANKED];
	const struct m_watchers *counted = &node->watchers[WATCHER_COUNTED];
	const struct m_watchers *kept = &node->watchers[WATCHER_KEPT];
	unsigned slots = 0;

	for (const struct m_watcher *w = banked->items; w < banked->items + banked->count; w++)
		slots += (unsigned)w->banks.number *
			 block_slots((unsigned)w->count.number, 1, TAB_COUNTS_MANY);
	for (const struct m_watcher *w = counted->items; w < counted->items + counted->count; w++)
		slots += block_slots((unsigned)w->inputs_count, 1, TAB_COUNTS_MANY);
	for (const struct m_watcher *w = kept->items; w < kept->items + kept->count; w++)
		slots += (unsigned)w->count.number * segment_slots(node, w) + record_slots(0);
	return slots;
}

/* Whether the slots of the single form have room for the watched word, where it is recorded. */
static int word_fits(const struct m_node *node)
{
	const unsigned bits = model_word_bits(node);

	if (node->capture)
		return bits <= SINGLE_WORD_BITS - SINGLE_STATE_BITS;
	return !model_is_yes(&node->timer) || bits <= SINGLE_WORD_BITS;
}

int model_is_single(const struct model *m)
{
	const struct m_node *node = &m->nodes[0];

	return m->nodes_count == 1 && model_count(node) == 1 && !model_is_spram(m) &&
	       !model_has_chips(m) && !node->port && !node->report &&
	       model_triggers(node) <= SINGLE_TRIGGERS && word_fits(node) &&
	       (!model_is_yes(&m->wrap) || last_slots(node) <= m->slots.number / 4 * 3);
}

int model_is_alone(const struct model *m)
{
	return m->nodes_count == 1 && model_count(&m->nodes[0]) == 1 && !model_has_chips(m);
}
