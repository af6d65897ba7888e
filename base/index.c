/* SPDX-License-Identifier: Apache-2.0 */
#include "base/index.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define LEAST_SLOTS 16

/* FNV-1a */
static uint64_t hash(const char *name)
{
	uint64_t h = UINT64_C(0xcbf29ce484222325);

	for (; *name; name++)
		h = (h ^ (unsigned char)*name) * UINT64_C(0x100000001b3);
	return h ^ h >> 32;
}

/* The place of a name, or the empty place where it belongs; there is always one. */
static struct base_index_slot *slot_of(const struct base_index *index, const char *name)
{
	size_t at = (size_t)hash(name) & (index->slots - 1);

	while (index->slot[at].name && strcmp(index->slot[at].name, name) != 0)
		at = (at + 1) & (index->slots - 1);
	return &index->slot[at];
}

size_t base_index_find(const struct base_index *index, const char *name)
{
	const struct base_index_slot *slot = index->slots ? slot_of(index, name) : NULL;

	return slot && slot->name ? slot->number : BASE_INDEX_NONE;
}

static bool grow_index(struct base_index *index)
{
	struct base_index more = {.slots = index->slots ? 2 * index->slots : LEAST_SLOTS,
				  .used = index->used};

	more.slot = calloc(more.slots, sizeof(*more.slot));
	if (!more.slot)
		return false;
	for (size_t i = 0; i < index->slots; i++)
		if (index->slot[i].name)
			*slot_of(&more, index->slot[i].name) = index->slot[i];
	free(index->slot);
	*index = more;
	return true;
}

bool base_index_add(struct base_index *index, const char *name, size_t number)
{
	if (2 * (index->used + 1) > index->slots && !grow_index(index))
		return false;
	*slot_of(index, name) = (struct base_index_slot){name, number};
	index->used++;
	return true;
}

void base_index_free(struct base_index *index)
{
	free(index->slot);
	*index = (struct base_index){0};
}
