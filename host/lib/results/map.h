/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_REPORT_MAP_H
#define GNO_REPORT_MAP_H

/* Counts by number, for numbers that are few among many possible ones. All zero at first. */

#include <stddef.h>
#include <stdint.h>

struct report_count {
	uint64_t key;
	uint64_t count; /* 0: the place is free */
};

struct report_map {
	struct report_count *slot; /* `room` of them, in no order */
	size_t used, room;	   /* room: a power of two, or 0 */
};

/* Fibonacci hashing (Knuth, The Art of Computer Programming, 3, 6.4): 2^64 divided by the golden
 * ratio. */
#define REPORT_MAP_GOLDEN UINT64_C(0x9e3779b97f4a7c15)

/* Where the search for a key begins; the map has room. */
static inline size_t report_map_first(const struct report_map *m, uint64_t key)
{
	return (size_t)(key * REPORT_MAP_GOLDEN >> 32) & (m->room - 1);
}

/* As report_map_add, for a key that may be new or not in its first place. */
int report_map_put(struct report_map *m, uint64_t key, uint64_t count);

/* Adds `count` (at least 1) to the key's. GNO_ERR_NOMEM. */
static inline int report_map_add(struct report_map *m, uint64_t key, uint64_t count)
{
	struct report_count *c = m->room ? &m->slot[report_map_first(m, key)] : NULL;

	if (!c || !c->count || c->key != key)
		return report_map_put(m, key, count);
	c->count += count;
	return 0;
}

/* Puts the counts in order of the keys, without free places; nothing may be added afterwards. */
void report_map_sort(struct report_map *m);

void report_map_free(struct report_map *m);

#endif
