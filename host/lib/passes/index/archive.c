/* SPDX-License-Identifier: Apache-2.0 */
#include "passes/index/archive.h"

#include <stdlib.h>

#define BITS 7	   /* of a number in a byte; the eighth says that more follow */
#define LONGEST 10 /* bytes of a number */

static void put(struct archive *a, uint64_t number)
{
	if (a->room - a->len < LONGEST) {
		const size_t room = a->room ? 2 * a->room : 256;
		uint8_t *more = realloc(a->byte, room);

		a->nomem |= !more;
		if (!more)
			return;
		a->byte = more;
		a->room = room;
	}
	for (; number >> BITS; number >>= BITS)
		a->byte[a->len++] = (uint8_t)(number | 1u << BITS);
	a->byte[a->len++] = (uint8_t)number;
}

static uint64_t get(struct archive *a)
{
	uint64_t number = 0;
	unsigned shift = 0;

	while (!a->bad) {
		const uint8_t byte = a->at < a->len ? a->byte[a->at] : 0;

		if (a->at == a->len || shift >= LONGEST * BITS) {
			a->bad = true;
			break;
		}
		a->at++;
		number |= (uint64_t)(byte & ((1u << BITS) - 1)) << shift;
		shift += BITS;
		if (!(byte >> BITS))
			return number;
	}
	return 0;
}

uint64_t archive_number(struct archive *a, uint64_t number)
{
	if (a->reads)
		return get(a);
	put(a, number);
	return number;
}

uint64_t archive_upto(struct archive *a, uint64_t number, uint64_t most)
{
	number = archive_number(a, number);
	if (!a->reads || number <= most)
		return number;
	a->bad = true;
	return 0;
}

void archive_free(struct archive *a)
{
	free(a->byte);
	*a = (struct archive){.reads = false};
}
