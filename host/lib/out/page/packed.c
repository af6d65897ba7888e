/* SPDX-License-Identifier: Apache-2.0 */
#include "out/page/packed.h"

#include <stdio.h>
#include <stdlib.h>

#include "common/util.h"

bool packed_grow(struct packed *p, size_t bytes)
{
	const size_t room = 2 * p->room + 1024 + bytes;
	unsigned char *more = realloc(p->byte, room);

	p->nomem |= !more;
	if (!more)
		return false;
	p->byte = more;
	p->room = room;
	return true;
}

void packed_number(struct packed *p, uint64_t number)
{
	if (packed_need(p, PACKED_NUMBER))
		packed_put(p, number);
}

void packed_step(struct packed *p, uint64_t from, uint64_t to)
{
	packed_number(p, packed_sign(from, to));
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

bool packed_keep(struct packed *p, FILE *f)
{
	const size_t used = p->used;

	p->used = 0;
	return fwrite(&used, sizeof(used), 1, f) == 1 && fwrite(p->byte, 1, used, f) == used;
}

bool packed_give(FILE *f, struct json_out *o)
{
	struct packed p = {.used = 0};
	size_t used;
	bool good = true;

	rewind(f);
	while (good && fread(&used, sizeof(used), 1, f) == 1) {
		if (used > p.room) {
			unsigned char *more = realloc(p.byte, used);

			good = more;
			p.byte = more ? more : p.byte;
			p.room = more ? used : p.room;
		}
		p.used = used;
		good = good && fread(p.byte, 1, used, f) == used;
		if (good)
			packed_out(&p, o, NULL);
	}
	packed_free(&p);
	return good && !ferror(f);
}

void packed_free(struct packed *p)
{
	free(p->byte);
	*p = (struct packed){.used = 0};
}
