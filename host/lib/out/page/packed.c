/* SPDX-License-Identifier: Apache-2.0 */
#include "out/page/packed.h"

#include <stdlib.h>

#include "common/util.h"

#define NUMBER_BYTES 10 /* of 64 bits at most */

void packed_number(struct packed *p, uint64_t number)
{
	if (p->used + NUMBER_BYTES > p->room) {
		const size_t room = 2 * p->room + 1024;
		unsigned char *more = realloc(p->byte, room);

		p->nomem |= !more;
		if (!more)
			return;
		p->byte = more;
		p->room = room;
	}
	for (; number > 0x7f; number >>= 7)
		p->byte[p->used++] = (unsigned char)(number | 0x80);
	p->byte[p->used++] = (unsigned char)number;
}

void packed_step(struct packed *p, uint64_t from, uint64_t to)
{
	packed_number(p, to >= from ? 2 * (to - from) : 2 * (from - to) - 1);
}

void packed_counts(struct packed *p, const uint64_t *count, unsigned n)
{
	for (unsigned i = 0, zeros; i < n; i += zeros ? zeros : 1) {
		for (zeros = 0; i + zeros < n && !count[i + zeros]; zeros++)
			;
		packed_number(p, count[i]);
		if (zeros)
			packed_number(p, zeros);
	}
}

void packed_out(struct packed *p, struct json_out *o, const char *key)
{
	jout_base64(o, key, p->byte, p->used);
	p->used = 0;
}

void packed_free(struct packed *p)
{
	free(p->byte);
	*p = (struct packed){.used = 0};
}
