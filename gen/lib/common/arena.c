/* SPDX-License-Identifier: Apache-2.0 */
#include "common/arena.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

struct arena_block {
	struct arena_block *next;
	max_align_t data[];
};

void arena_init(struct arena *a)
{
	a->blocks = NULL;
	a->failed = 0;
}

void arena_free(struct arena *a)
{
	while (a->blocks) {
		struct arena_block *next = a->blocks->next;

		free(a->blocks);
		a->blocks = next;
	}
}

void *arena_array(struct arena *a, size_t count, size_t size)
{
	struct arena_block *block = NULL;

	if (size == 0 || count <= (SIZE_MAX - sizeof(*block)) / size)
		block = calloc(1, sizeof(*block) + count * size);
	if (!block) {
		a->failed = 1;
		return NULL;
	}
	block->next = a->blocks;
	a->blocks = block;
	return block->data;
}

const char *arena_printf(struct arena *a, const char *fmt, ...)
{
	va_list ap;
	char *text;
	int n;

	va_start(ap, fmt);
	n = vsnprintf(NULL, 0, fmt, ap);
	va_end(ap);
	text = n < 0 ? NULL : arena_array(a, (size_t)n + 1, 1);
	if (!text)
		return "";
	va_start(ap, fmt);
	vsnprintf(text, (size_t)n + 1, fmt, ap);
	va_end(ap);
	return text;
}
