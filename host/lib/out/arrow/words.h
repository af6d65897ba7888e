/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_ARROW_WORDS_H
#define GNO_ARROW_WORDS_H

/*
 * The dictionary of a column of names. It grows at its end, so that the number of a name is the
 * same in all batches of a stream; a batch has the names known at its own last row.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "gnomon/arrow.h"

/* What batches share of it; whoever holds it may be another thread. */
struct words_copy;

struct words {
	int32_t *number; /* by key: the number of the name, plus one; 0: not yet known */
	size_t keys;
	int32_t *offset; /* of each name in `bytes`, then of their end */
	char *bytes;
	size_t count;
	struct words_copy *copy; /* of all names, or NULL */
};

/* The number of a key's name, -1: not yet known. */
static inline int32_t words_find(const struct words *w, size_t key)
{
	return key < w->keys ? w->number[key] - 1 : -1;
}

/* Adds a name, in UTF-8; keys may share one. Its number, or -1: no memory. */
int32_t words_add(struct words *w, size_t key, const char *name);

/* Fills in an array with all names. false: no memory. */
bool words_export(struct words *w, struct ArrowArray *out);

void words_free(struct words *w);

#endif
