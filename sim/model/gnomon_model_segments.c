/* SPDX-License-Identifier: Apache-2.0 */
/* gnomon_model_segments: the segments of a node of a model (docs/design/preprocessors.md). A model
 * always has an empty segment: no trigger is missed but those within another segment. */
#include <stdlib.h>
#include <string.h>

#include <gnomon/records.h>

#include "gnomon_model_segments.h"

enum {
	FIELDS = 6,	/* words of a record before its entries, behind words 0 and 1 */
	LENGTH = 65535, /* of an entry, at most */
	/* bits of an entry, above its length */
	KNOWN = 16,
	CURRENT = 17,
};

bool model_segments_open(struct model_node *node)
{
	const struct gnomon_model_measures *plan = node->plan->measures;
	struct model_memory *memory;

	if (!plan->memories)
		return true;
	memory = (struct model_memory *)calloc(plan->memories, sizeof(*memory));
	node->measures->memory = memory;
	for (unsigned int i = 0; memory && i < plan->memories; i++) {
		memory[i].room = plan->memory[i].before + 1u + plan->memory[i].after;
		memory[i].entry =
		    (struct model_entry *)calloc(memory[i].room, sizeof(*memory[i].entry));
		if (!memory[i].entry)
			return false;
	}
	return memory != NULL;
}

void model_segments_begin(struct model_node *node)
{
	for (unsigned int i = 0; i < node->plan->measures->memories; i++) {
		struct model_memory *memory = &node->measures->memory[i];

		memory->first = memory->entries = 0;
		memory->triggered = false;
		memory->missed = 0;
	}
}

static struct model_entry *entry_at(struct model_memory *memory, unsigned int i)
{
	i += memory->first;
	return &memory->entry[i < memory->room ? i : i - memory->room];
}

static unsigned int put_entry(uint32_t *word, const struct model_entry *entry, bool wide)
{
	word[0] =
	    entry->length | (uint32_t)entry->known << KNOWN | (uint32_t)entry->current << CURRENT;
	word[1] = (uint32_t)entry->word;
	if (wide)
		word[2] = (uint32_t)(entry->word >> 32);
	return wide ? 3 : 2;
}

/*
 * Writes a segment, in records of so many entries at most; without a trigger the empty block of a
 * flush.
 */
static void put_segment(struct model *model, struct model_node *node, unsigned int unit,
			uint64_t end, bool flush)
{
	struct model_memory *memory = &node->measures->memory[unit];
	const unsigned int entries = memory->triggered ? memory->entries : 0;
	const uint64_t at = memory->triggered ? memory->at : end;
	const bool wide = node->plan->word_bits > 32;
	const unsigned int most = wide ? GNO_ENTRY_MANY_LONG : GNO_ENTRY_MANY;
	unsigned int done = 0;

	do {
		const unsigned int left = entries - done;
		const unsigned int many = left < most ? left : most;
		uint32_t word[MODEL_BLOCK] = {0};
		unsigned int words = 2 + FIELDS, i;

		for (i = 0; i < many; i++)
			words += put_entry(word + words, entry_at(memory, done + i), wide);
		words += words % 2;
		word[1] =
		    GNO_KIND_SEGMENT | (uint32_t)node->number << 8 | unit << 16 | (words - 2) << 24;
		word[2] = model_short_time(model, at);
		word[3] = model_short_time(model, end);
		word[4] = model_epoch(model, at) | model_epoch(model, end) << 8 |
			  (uint32_t)(left == many) << GNO_BLOCK_LAST |
			  (uint32_t)flush << GNO_BLOCK_FLUSH;
		word[5] = done | many << 16;
		word[6] = memory->missed;
		word[7] = entries;
		model_nodes_block(model, node, word, words, at);
		done += many;
	} while (done < entries);
	memory->first = memory->entries = 0;
	memory->triggered = false;
	memory->missed = 0;
}

/* Whether the clock's word is that of the last entry. */
static bool continues(const struct model_node *node, struct model_memory *memory)
{
	const struct model_entry *last;

	if (!memory->entries)
		return false;
	last = entry_at(memory, memory->entries - 1);
	return last->word == node->word && last->known == node->has_word && last->length < LENGTH;
}

/* Begins an entry; before a trigger the oldest one goes where they are too many. */
static void add_entry(struct model_memory *memory, unsigned int before,
		      const struct model_node *node, bool current)
{
	struct model_entry *entry;

	if (!memory->triggered && memory->entries > before) {
		memory->first = memory->first + 1 < memory->room ? memory->first + 1 : 0;
		memory->entries--;
	}
	entry = entry_at(memory, memory->entries++);
	entry->word = node->word;
	entry->length = 1;
	entry->known = node->has_word;
	entry->current = current;
}

void model_segments_clock(struct model *model, struct model_node *node, const struct model_hit *hit)
{
	const struct gnomon_model_measures *plan = node->plan->measures;

	if (hit->when) {
		node->has_word = true;
		node->word = hit->word;
	}
	for (unsigned int i = 0; i < plan->memories; i++) {
		const struct gnomon_model_memory *unit = &plan->memory[i];
		struct model_memory *memory = &node->measures->memory[i];
		const bool fires = hit->lines >> unit->event & 1;

		if (unit->changes && continues(node, memory)) {
			entry_at(memory, memory->entries - 1)->length++;
		} else {
			if (memory->triggered && !memory->left)
				put_segment(model, node, i, node->time - 1, false);
			else if (memory->triggered)
				memory->left--;
			add_entry(memory, unit->before, node, hit->when);
		}
		if (fires && memory->triggered)
			memory->missed++;
		if (!fires || memory->triggered)
			continue;
		memory->triggered = true;
		memory->at = node->time;
		memory->left = unit->after;
	}
}

void model_segments_quick(struct model_node *node, bool when, const uint32_t *in)
{
	const struct gnomon_model_measures *plan = node->plan->measures;

	if (when) {
		node->has_word = true;
		node->word = in[0] | (node->first > 1 ? (uint64_t)in[1] << 32 : 0);
	}
	for (unsigned int i = 0; i < plan->memories; i++) {
		struct model_memory *memory = &node->measures->memory[i];

		if (plan->memory[i].changes && continues(node, memory))
			entry_at(memory, memory->entries - 1)->length++;
		else
			add_entry(memory, plan->memory[i].before, node, when);
	}
}

bool model_segments_fill(const struct model_node *node)
{
	for (unsigned int i = 0; i < node->plan->measures->memories; i++)
		if (node->measures->memory[i].triggered)
			return true;
	return false;
}

void model_segments_flush(struct model *model, struct model_node *node)
{
	for (unsigned int i = 0; i < node->plan->measures->memories; i++) {
		if (node->measures->memory[i].triggered)
			put_segment(model, node, i, node->time, true);
		put_segment(model, node, i, node->time, true);
	}
}
