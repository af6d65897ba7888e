/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_SYNC_FIELDS_H
#define GNO_SYNC_FIELDS_H

/* The numbers of boards.json: where they lie in memory, for the writer and the reader. */

#include <stddef.h>
#include <stdint.h>

/* A number that is not below 0. */
struct sync_field {
	const char *key; /* NULL behind the last one */
	size_t at, size; /* in bytes; of 4 or 8 */
	uint64_t least, most;
};

extern const struct sync_field sync_set_fields[], sync_plan_fields[], sync_entry_fields[],
    sync_broken_fields[], sync_point_fields[];

#endif
