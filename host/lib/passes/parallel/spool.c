/* SPDX-License-Identifier: Apache-2.0 */
#include "passes/parallel/spool.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "common/new_file.h"
#include "common/util.h"

#define CHUNK_BYTES (SPOOL_CHUNK * sizeof(struct step))
#define FREE 32	 /* chunks without a file: 64 MiB */
#define KEPT 8	 /* further ones in memory while the file is made */
#define EVERY 32 /* chunks that are left, until all are left once more */

void spool_begin(struct spool *s)
{
	*s = (struct spool){.fd = -1};
	gno_scratch_open(&s->fd, &s->why);
}

void spool_close(struct spool *s)
{
	for (size_t i = 0; i < s->chunks; i++)
		if (i < FREE)
			free(s->chunk[i]);
		else
			munmap(s->chunk[i], CHUNK_BYTES);
	free(s->chunk);
	if (s->fd >= 0)
		close(s->fd);
	*s = (struct spool){.fd = -1};
}

/* Reserves the bytes on the disk, so that a full one is no fault of memory later. */
static int map_file(struct spool *s, void **chunk, struct gno_err *err)
{
	off_t at = (off_t)((s->chunks - FREE) * CHUNK_BYTES);
	int rc;

	if (s->fd < 0) {
		*err = s->why;
		return s->why.code;
	}
	rc = posix_fallocate(s->fd, at, (off_t)CHUNK_BYTES);
	if (rc)
		return gno_scratch_fail(rc, err);
	*chunk = mmap(NULL, CHUNK_BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, s->fd, at);
	if (*chunk == MAP_FAILED)
		return gno_scratch_fail(errno, err);
	return GNO_OK;
}

static int add_chunk(struct spool *s, struct gno_err *err)
{
	struct step **more = gno_room(s->chunk, s->chunks, sizeof(*more));
	void *chunk = NULL;
	int rc;

	if (!more)
		return gno_fail_nomem(err);
	s->chunk = more;
	if (s->chunks >= FREE) {
		rc = map_file(s, &chunk, err);
		if (rc)
			return rc;
	} else {
		chunk = aligned_alloc(CHUNK_BYTES, CHUNK_BYTES);
		if (!chunk)
			return gno_fail_nomem(err);
		madvise(chunk, CHUNK_BYTES, MADV_HUGEPAGE);
	}
	more[s->chunks++] = chunk;
	if (s->chunks > FREE + KEPT)
		spool_leave(s, (uint32_t)(s->chunks - KEPT - 1) << SPOOL_CHUNK_BITS);
	return GNO_OK;
}

int spool_add(struct spool *s, struct step **out, struct gno_err *err)
{
	if (s->steps == UINT32_MAX - 1)
		return gno_fail(err, GNO_ERR_NOSPACE,
				"the run has more than 2^32 sends and receives");
	if (s->steps >> SPOOL_CHUNK_BITS == s->chunks) {
		int rc = add_chunk(s, err);

		if (rc)
			return rc;
	}
	*out = spool_at(s, s->steps++);
	return GNO_OK;
}

static void leave_chunk(const struct spool *s, size_t chunk)
{
	madvise(s->chunk[chunk], CHUNK_BYTES, MADV_DONTNEED);
}

/* A message that leads from one chunk to another brings pages back that were left. */
void spool_leave(const struct spool *s, uint32_t i)
{
	const size_t chunk = i >> SPOOL_CHUNK_BITS;

	if (chunk < FREE)
		return;
	leave_chunk(s, chunk);
	for (size_t k = FREE; chunk % EVERY == 0 && k < s->chunks; k++)
		leave_chunk(s, k);
}
