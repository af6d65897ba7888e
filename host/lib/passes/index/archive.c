/* SPDX-License-Identifier: Apache-2.0 */
#include "passes/index/archive.h"

#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

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

/* -- in a file -- */

bool archive_bytes(int fd, uint64_t at, void *data, size_t length)
{
	for (size_t got = 0; got < length;) {
		const ssize_t n = pread(fd, (char *)data + got, length - got, (off_t)(at + got));

		if (n <= 0)
			return false;
		got += (size_t)n;
	}
	return true;
}

int archive_load(int fd, uint64_t at, uint64_t length, uint64_t hash, struct archive *out,
		 struct gno_err *err)
{
	struct stat st;

	*out = (struct archive){.reads = true};
	if (fstat(fd, &st) || length > (uint64_t)st.st_size || at > (uint64_t)st.st_size - length)
		return 0;
	out->byte = malloc(length + 1);
	if (!out->byte)
		return gno_fail_nomem(err);
	out->len = out->room = length;
	if (archive_bytes(fd, at, out->byte, length) && XXH64(out->byte, length, at) == hash)
		return 1;
	archive_free(out);
	return 0;
}
