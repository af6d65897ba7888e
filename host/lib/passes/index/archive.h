/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_INDEX_ARCHIVE_H
#define GNO_INDEX_ARCHIVE_H

/*
 * Numbers one after the other in memory, as short as each is. One function for a structure both
 * writes and reads it: `x = archive_number(a, x)`.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "common/errors.h"

struct archive {
	bool reads; /* else it writes */
	uint8_t *byte;
	size_t len, room, at;
	bool nomem; /* writing: something is missing in it */
	bool bad;   /* reading: it ended early, or had a number that cannot be */
};

/* Written: the number itself. Read: the next one, 0 where there is none. */
uint64_t archive_number(struct archive *a, uint64_t number);

/* The same of a number up to `most`; a greater one that is read is bad, and 0. */
uint64_t archive_upto(struct archive *a, uint64_t number, uint64_t most);

static inline bool archive_flag(struct archive *a, bool flag)
{
	return archive_upto(a, flag, 1);
}

static inline unsigned archive_unsigned(struct archive *a, unsigned number)
{
	return (unsigned)archive_upto(a, number, UINT32_MAX);
}

void archive_free(struct archive *a);

/* Bytes of a file; false: they are not there. */
bool archive_bytes(int fd, uint64_t at, void *data, size_t length);
/* The archive that lies there, to be read, whose hash is known: 1, and `out` is the caller's
 * (archive_free); 0: it is damaged, or not there. GNO_ERR_NOMEM. */
int archive_load(int fd, uint64_t at, uint64_t length, uint64_t hash, struct archive *out,
		 struct gno_err *err);

#endif
