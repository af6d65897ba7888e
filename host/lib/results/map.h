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

/* Adds `count` (at least 1) to the key's. GNO_ERR_NOMEM. */
int report_map_add(struct report_map *m, uint64_t key, uint64_t count);

/* Puts the counts in order of the keys, without free places; nothing may be added afterwards. */
void report_map_sort(struct report_map *m);

void report_map_free(struct report_map *m);

#endif
