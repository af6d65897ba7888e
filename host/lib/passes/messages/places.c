/* SPDX-License-Identifier: Apache-2.0 */
#include "passes/messages/places.h"

#include <stdlib.h>

#include "common/errors.h"

#define ROOM 64

/* The slot of a key, or the free one where it belongs. */
static struct place_slot *slot_of(const struct places *p, uint64_t key)
{
	size_t at = (size_t)((key * UINT64_C(0x9e3779b97f4a7c15)) >> 32) & (p->room - 1);

	while (p->slot[at].key && p->slot[at].key != key)
		at = (at + 1) & (p->room - 1);
	return &p->slot[at];
}

static int grow(struct places *p)
{
	struct places more = {.used = p->used, .room = p->room ? 2 * p->room : ROOM};

	more.slot = calloc(more.room, sizeof(*more.slot));
	if (!more.slot)
		return GNO_ERR_NOMEM;
	for (size_t i = 0; i < p->room; i++)
		if (p->slot[i].key)
			*slot_of(&more, p->slot[i].key) = p->slot[i];
	free(p->slot);
	*p = more;
	return GNO_OK;
}

int places_find(struct places *p, uint64_t key, size_t *place)
{
	struct place_slot *slot;

	if (2 * p->used >= p->room && grow(p))
		return GNO_ERR_NOMEM;
	slot = slot_of(p, key + 1);
	if (slot->key) {
		*place = slot->place;
		return 0;
	}
	*slot = (struct place_slot){key + 1, *place};
	p->used++;
	return 1;
}

void places_free(struct places *p)
{
	free(p->slot);
}
