/* SPDX-License-Identifier: Apache-2.0 */
#include "analysis/parallel/spool.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "common/util.h"

#define CHUNK_BYTES (SPOOL_CHUNK * sizeof(struct step))
#define KEPT 8 /* chunks in memory while the file is made */

int spool_open(struct spool *s, struct gno_err *err)
{
	FILE *f = tmpfile();

	*s = (struct spool){.fd = -1};
	if (f) {
		s->fd = dup(fileno(f));
		fclose(f);
	}
	if (s->fd < 0)
		return gno_fail(err, GNO_ERR_IO, "cannot make a temporary file: %s",
				strerror(errno));
	return GNO_OK;
}

void spool_close(struct spool *s)
{
	for (size_t i = 0; i < s->chunks; i++)
		munmap(s->chunk[i], CHUNK_BYTES);
	free(s->chunk);
	if (s->fd >= 0)
		close(s->fd);
	*s = (struct spool){.fd = -1};
}

/* Reserves the bytes on the disk, so that a full one is no fault of memory later. */
static int add_chunk(struct spool *s, struct gno_err *err)
{
	off_t at = (off_t)(s->chunks * CHUNK_BYTES);
	struct step **more = gno_room(s->chunk, s->chunks, sizeof(*more));
	void *chunk;
	int rc;

	if (!more)
		return gno_fail_nomem(err);
	s->chunk = more;
	rc = posix_fallocate(s->fd, at, (off_t)CHUNK_BYTES);
	if (rc)
		return gno_fail(err, rc == ENOSPC ? GNO_ERR_NOSPACE : GNO_ERR_IO,
				"cannot write a temporary file: %s", strerror(rc));
	chunk = mmap(NULL, CHUNK_BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, s->fd, at);
	if (chunk == MAP_FAILED)
		return gno_fail(err, GNO_ERR_IO, "cannot map a temporary file: %s",
				strerror(errno));
	more[s->chunks++] = chunk;
	if (s->chunks > KEPT)
		madvise(s->chunk[s->chunks - KEPT - 1], CHUNK_BYTES, MADV_DONTNEED);
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

void spool_leave(const struct spool *s, uint32_t i)
{
	madvise(s->chunk[i >> SPOOL_CHUNK_BITS], CHUNK_BYTES, MADV_DONTNEED);
}
