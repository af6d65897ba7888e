/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RING_H
#define RING_H

/* A FIFO of bytes, as USB chips have them. */

#include <stddef.h>
#include <stdint.h>

#define RING_MAX 4096

struct ring {
	uint8_t data[RING_MAX];
	size_t at, len;
};

static inline size_t ring_room(const struct ring *r)
{
	return RING_MAX - r->len;
}

/* There must be room. */
static inline void ring_put(struct ring *r, const uint8_t *data, size_t len)
{
	for (size_t i = 0; i < len; i++)
		r->data[(r->at + r->len++) % RING_MAX] = data[i];
}

/* The byte behind so many others, of which there must be one. */
static inline uint8_t ring_see(const struct ring *r, size_t behind)
{
	return r->data[(r->at + behind) % RING_MAX];
}

/* Takes at most so many bytes: how many. */
static inline size_t ring_take(struct ring *r, uint8_t *out, size_t most)
{
	size_t len = r->len < most ? r->len : most;

	for (size_t i = 0; i < len; i++)
		out[i] = r->data[(r->at + i) % RING_MAX];
	r->at = (r->at + len) % RING_MAX;
	r->len -= len;
	return len;
}

#endif
