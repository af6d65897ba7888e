/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_PAGE_PACKED_H
#define GNO_PAGE_PACKED_H

/*
 * Many numbers in a page: each as a number of seven bits a byte, the lowest first, the highest bit
 * set in all bytes but the last (LEB128); numbers that may be negative as 2n or -2n - 1. The bytes
 * are a string in base64.
 */

#include "common/json_out.h"

struct packed {
	unsigned char *byte;
	size_t used, room;
	bool nomem;
};

#define PACKED_NUMBER 10 /* bytes of one at most */

/* Room for so many more bytes; false: there is no memory. */
bool packed_grow(struct packed *p, size_t bytes);
static inline bool packed_need(struct packed *p, size_t bytes)
{
	return p->used + bytes <= p->room || packed_grow(p, bytes);
}

/* A number for which there is room. */
static inline void packed_put(struct packed *p, uint64_t number)
{
	unsigned char *at = p->byte + p->used;

	for (; number > 0x7f; number >>= 7)
		*at++ = (unsigned char)(number | 0x80);
	*at++ = (unsigned char)number;
	p->used = (size_t)(at - p->byte);
}

/* `to - from`, which may be negative, as a number. */
static inline uint64_t packed_sign(uint64_t from, uint64_t to)
{
	return to >= from ? 2 * (to - from) : 2 * (from - to) - 1;
}

void packed_number(struct packed *p, uint64_t number);
/* `to - from`, which may be negative. */
void packed_step(struct packed *p, uint64_t from, uint64_t to);
/* Counts, many of which are 0: a 0 is followed by how many there are in a row. */
void packed_counts(struct packed *p, const uint64_t *count, unsigned n);
/* Writes what was packed as a value, and starts the next one. */
void packed_out(struct packed *p, struct json_out *o, const char *key);
/* Appends what was packed to a file, and starts the next one; false: it cannot be written. */
bool packed_keep(struct packed *p, FILE *f);
/* Writes all that a file holds as values of a list; false: it cannot be read, or there is no
 * memory. */
bool packed_give(FILE *f, struct json_out *o);
void packed_free(struct packed *p);

#endif
