/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Memory that is freed all at once. A failed allocation is remembered: the caller continues and
 * reads `failed` once, at the end.
 */
#ifndef GNO_GEN_ARENA_H
#define GNO_GEN_ARENA_H

#include <stddef.h>

struct arena_block;

struct arena {
	struct arena_block *blocks;
	int failed; /* an allocation failed since arena_init */
};

void arena_init(struct arena *a);
void arena_free(struct arena *a);

/* `count` zeroed objects of `size` bytes, or NULL (and `failed` is set). */
void *arena_array(struct arena *a, size_t count, size_t size);

/* A formatted text; "" where memory ran out (and `failed` is set). Never NULL. */
const char *arena_printf(struct arena *a, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));

#endif
