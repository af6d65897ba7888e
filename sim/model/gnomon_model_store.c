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

/* Slots that a flight recorder leaves free, where the monitor is a ring. */
enum { SPARE = 32, SPARE_LONG = 48, LONG_SAMPLE = 28 };

/* Whether the monitor has records of more than 30 words. */
static bool is_long(const struct gnomon_model_plan *plan)
{
	for (unsigned int i = 0; i < plan->nodes; i++) {
		const struct gnomon_model_measures *m = plan->node[i].measures;

		if (plan->node[i].sample_words > LONG_SAMPLE ||
		    (m && (m->units || m->banks || m->memories)))
			return true;
	}
	return false;
}

bool model_store_open(struct model_store *store, const struct gnomon_model_plan *plan)
{
	memset(store, 0, sizeof(*store));
	store->slots = (uint64_t)1 << plan->slots_log2;
	store->single = plan->single;
	store->spare = plan->single ? 0 : is_long(plan) ? SPARE_LONG : SPARE;
	store->post_top = 1u << (plan->addr_bits - 4);
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
	store->full = store->wrapped = store->stopping = false;
	store->kept = true;
	store->counted = UINT64_MAX;
}

static bool grow_store(struct model_store *store)
{
	const uint64_t room = 2 * store->room;
	uint64_t *slot = (uint64_t *)malloc(room * sizeof(*slot));
	uint8_t *length = (uint8_t *)malloc(room);

	if (!slot || !length) {
		free(slot);
		free(length);
		return false;
	}
	for (uint64_t i = store->begin; i != store->end; i++) {
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
	if (store->wrap)
		store->limit = UINT64_MAX;
	while (store->head != store->end) {
		uint64_t next = store->head + store->length[store->head & (store->room - 1)];

		store->full = next > store->limit;
		if (store->full)
			return;
		store->head = next;
	}
	store->full = false;
}

bool model_store_frozen(const struct model_store *store)
{
	return store->wrap && store->stopping && store->post & store->post_top;
}

/* What a flight recorder keeps around its stop; a sample goes with the record before it. */
static bool keeps(struct model_store *store, uint32_t word, uint64_t time, uint64_t cycle)
{
	const unsigned int kind = word & 255;
	const bool fired = kind == GNO_KIND_EVENT || kind == GNO_KIND_TRIGGER ||
			   kind == GNO_KIND_DATUM || kind == GNO_KIND_WORD ||
			   kind == GNO_KIND_CAPTURE || kind == GNO_KIND_LINE;
	const bool stops = fired && word >> (24 + GNO_FLAG_STOP) & 1;
	const bool later = store->stopping && time > store->stop;
	const bool frozen = model_store_frozen(store);
	/* in the single form a cycle counts once, with all its records */
	const bool counted = store->single && cycle == store->counted;

	if (!store->wrap || kind == GNO_KIND_RATIO)
		return store->kept;
	if (stops && !later) {
		store->stopping = true;
		store->stop = time;
	}
	if (fired && later && !frozen && !counted) {
		store->post--;
		store->counted = cycle;
	}
	store->kept = !later || !frozen || counted || kind == GNO_KIND_FLUSH;
	return store->kept;
}

/* A flight recorder discards its oldest records, whole, so that some slots are free. */
static void discard(struct model_store *store)
{
	while (store->end - store->begin > store->slots - store->spare) {
		store->begin += store->length[store->begin & (store->room - 1)];
		store->wrapped = true;
	}
	/* full, and the next record goes where the first one is: the head alone looks as at the
	 * start */
	store->wrapped = store->wrapped || store->end - store->begin == store->slots;
}

bool model_store_add(struct model_store *store, const uint32_t *word, size_t words, uint64_t time,
		     uint64_t cycle)
{
	const size_t slots = words / 2;

	if (!keeps(store, word[1], time, cycle))
		return true;
	while (store->end - store->begin + slots > store->room)
		if (!grow_store(store))
			return false;
	store->length[store->end & (store->room - 1)] = (uint8_t)slots;
	for (size_t i = 0; i < slots; i++)
		store->slot[store->end++ & (store->room - 1)] =
		    word[2 * i] | (uint64_t)word[2 * i + 1] << 32;
	move_head(store);
	if (store->wrap)
		discard(store);
	return true;
}

void model_store_free_to(struct model_store *store, uint64_t slot)
{
	const uint64_t granule = ~(uint64_t)(GNO_GRANULE_SLOTS - 1);
	const uint64_t from = store->head & granule;
	const uint64_t limit = from + (((slot & granule) - from) & (store->slots - 1));
	const uint64_t begin = limit + GNO_GRANULE_SLOTS - store->slots;

	if (store->wrap)
		return;
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
