/* SPDX-License-Identifier: Apache-2.0 */
#include "read/order.h"

#include <stdlib.h>

#include "common/errors.h"

int order_begin(struct order *o, unsigned lanes)
{
	o->waiting = 0;
	o->key = calloc(lanes + 1, sizeof(*o->key));
	o->heap = calloc(lanes + 1, sizeof(*o->heap));
	return o->key && o->heap ? GNO_OK : GNO_ERR_NOMEM;
}

void order_end(struct order *o)
{
	free(o->key);
	free(o->heap);
}

static inline bool is_earlier(const uint64_t *key, unsigned a, unsigned b)
{
	return key[a] < key[b] || (key[a] == key[b] && a < b);
}

/* Moves the first lane down to where it belongs. */
static void sift(struct order *o)
{
	const uint64_t *const key = o->key;
	unsigned *const heap = o->heap;
	const unsigned lane = heap[0], waiting = o->waiting;
	unsigned i = 0;

	for (unsigned child; (child = 2 * i + 1) < waiting; i = child) {
		if (child + 1 < waiting && is_earlier(key, heap[child + 1], heap[child]))
			child++;
		if (!is_earlier(key, heap[child], lane))
			break;
		heap[i] = heap[child];
	}
	heap[i] = lane;
}

void order_put(struct order *o, unsigned lane, uint64_t key)
{
	unsigned i = o->waiting++;

	o->key[lane] = key;
	for (; i && is_earlier(o->key, lane, o->heap[(i - 1) / 2]); i = (i - 1) / 2)
		o->heap[i] = o->heap[(i - 1) / 2];
	o->heap[i] = lane;
}

void order_later(struct order *o, uint64_t key)
{
	o->key[o->heap[0]] = key;
	sift(o);
}

void order_take(struct order *o)
{
	o->heap[0] = o->heap[--o->waiting];
	sift(o);
}
