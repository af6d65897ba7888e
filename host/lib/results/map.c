/* SPDX-License-Identifier: Apache-2.0 */
#include "results/map.h"

#include <stdlib.h>

#include "common/errors.h"

/* The key's place, or the free one where it would be. */
static struct report_count *slot_of(const struct report_map *m, uint64_t key)
{
	size_t i = report_map_first(m, key);

	while (m->slot[i].count && m->slot[i].key != key)
		i = (i + 1) & (m->room - 1);
	return &m->slot[i];
}

static int grow_map(struct report_map *m)
{
	struct report_map larger = {.used = m->used, .room = m->room ? 2 * m->room : 16};

	larger.slot = calloc(larger.room, sizeof(*larger.slot));
	if (!larger.slot)
		return GNO_ERR_NOMEM;
	for (size_t i = 0; i < m->room; i++)
		if (m->slot[i].count)
			*slot_of(&larger, m->slot[i].key) = m->slot[i];
	free(m->slot);
	*m = larger;
	return GNO_OK;
}

int report_map_put(struct report_map *m, uint64_t key, uint64_t count)
{
	struct report_count *c;

	if (2 * m->used >= m->room && grow_map(m))
		return GNO_ERR_NOMEM;
	c = slot_of(m, key);
	m->used += !c->count;
	c->key = key;
	c->count += count;
	return GNO_OK;
}

static int by_key(const void *a, const void *b)
{
	uint64_t x = ((const struct report_count *)a)->key;
	uint64_t y = ((const struct report_count *)b)->key;

	return (x > y) - (x < y);
}

void report_map_sort(struct report_map *m)
{
	size_t n = 0;

	for (size_t i = 0; i < m->room; i++)
		if (m->slot[i].count)
			m->slot[n++] = m->slot[i];
	if (n)
		qsort(m->slot, n, sizeof(*m->slot), by_key);
}

void report_map_free(struct report_map *m)
{
	free(m->slot);
	*m = (struct report_map){0};
}
