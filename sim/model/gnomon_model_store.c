/* SPDX-License-Identifier: Apache-2.0 */
/* gnomon_model_store: the trace buffer of a model, without an end behind what the host sees. */
#include <stdlib.h>
#include <string.h>

#include <gnomon/records.h>

#include "gnomon_model_parts.h"

bool model_bytes_put(struct model_bytes *bytes, uint8_t byte)
{
	if (bytes->begin == bytes->end)
		bytes->begin = bytes->end = 0;
	if (bytes->end == bytes->room) {
		size_t room = bytes->room ? 2 * bytes->room : 4096;
		uint8_t *more = (uint8_t *)realloc(bytes->byte, room);

		if (!more)
			return false;
		bytes->byte = more;
		bytes->room = room;
	}
	bytes->byte[bytes->end++] = byte;
	return true;
}

bool model_store_open(struct model_store *store, unsigned int slots_log2)
{
	memset(store, 0, sizeof(*store));
	store->slots = (uint64_t)1 << slots_log2;
	store->room = 2 * store->slots;
	store->slot = (uint64_t *)calloc(store->room, sizeof(*store->slot));
	store->length = (uint8_t *)calloc(store->room, 1);
	model_store_clear(store);
	return store->slot && store->length;
}

void model_store_clear(struct model_store *store)
{
	store->begin = store->head = store->end = 0;
	store->limit = store->slots - GNO_GRANULE_SLOTS;
	store->full = false;
}

static bool grow(struct model_store *store)
{
	const uint64_t room = 2 * store->room;
	uint64_t *slot = (uint64_t *)malloc(room * sizeof(*slot));
	uint8_t *length = (uint8_t *)malloc(room);
	uint64_t i;

	if (!slot || !length) {
		free(slot);
		free(length);
		return false;
	}
	for (i = store->begin; i != store->end; i++) {
		slot[i & (room - 1)] = store->slot[i & (store->room - 1)];
		length[i & (room - 1)] = store->length[i & (store->room - 1)];
	}
	free(store->slot);
	free(store->length);
	store->slot = slot;
	store->length = length;
	store->room = room;
	return true;
}

/* The host sees whole records, as many as fit before the limit. */
static void move_head(struct model_store *store)
{
	while (store->head != store->end) {
		uint64_t next = store->head + store->length[store->head & (store->room - 1)];

		store->full = next > store->limit;
		if (store->full)
			return;
		store->head = next;
	}
	store->full = false;
}

bool model_store_add(struct model_store *store, const uint32_t *word, size_t words)
{
	const size_t slots = words / 2;
	size_t i;

	while (store->end - store->begin + slots > store->room)
		if (!grow(store))
			return false;
	store->length[store->end & (store->room - 1)] = (uint8_t)slots;
	for (i = 0; i < slots; i++)
		store->slot[store->end++ & (store->room - 1)] =
		    word[2 * i] | (uint64_t)word[2 * i + 1] << 32;
	move_head(store);
	return true;
}

void model_store_free_to(struct model_store *store, uint64_t slot)
{
	const uint64_t granule = ~(uint64_t)(GNO_GRANULE_SLOTS - 1);
	const uint64_t from = store->head & granule;
	const uint64_t limit = from + (((slot & granule) - from) & (store->slots - 1));
	const uint64_t begin = limit + GNO_GRANULE_SLOTS - store->slots;

	store->limit = limit;
	if (limit + GNO_GRANULE_SLOTS > store->slots && begin > store->begin)
		store->begin = begin;
	move_head(store);
}

uint64_t model_store_read(const struct model_store *store, uint64_t slot)
{
	const uint64_t back = (store->head - 1 - slot) & (store->slots - 1);

	if (store->head - store->begin <= back)
		return 0;
	return store->slot[(store->head - 1 - back) & (store->room - 1)];
}
