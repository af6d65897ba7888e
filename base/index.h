/* SPDX-License-Identifier: Apache-2.0 */
#ifndef BASE_INDEX_H
#define BASE_INDEX_H

/* Finds names among many: a table from names to numbers, whose look-ups do not grow with it. */

#include <stdbool.h>
#include <stddef.h>

struct base_index_slot {
	const char *name; /* the caller's; NULL: empty */
	size_t number;
};

struct base_index { /* all zero: empty */
	struct base_index_slot *slot;
	size_t slots; /* a power of two, or 0 */
	size_t used;
};

#define BASE_INDEX_NONE ((size_t)-1)

/* The number of a name, BASE_INDEX_NONE: it is not there. */
size_t base_index_find(const struct base_index *index, const char *name);

/* Adds a name that is not there; it must stay as long as the table does. false: no memory. */
bool base_index_add(struct base_index *index, const char *name, size_t number);

void base_index_free(struct base_index *index);

#endif
