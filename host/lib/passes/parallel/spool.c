/* SPDX-License-Identifier: Apache-2.0 */
#include "passes/parallel/spool.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "common/new_file.h"
#include "common/util.h"

#define PAGE 4096 /* places in the file begin at such */

struct spool_place {
	struct step *step; /* NULL: in the file only */
	bool changed;
	uint64_t used;	   /* when it became the newest one last */
	uint64_t at, room; /* in the file; room 0: it was never there */
	size_t bytes;
	unsigned steps; /* that are there */
};

int spool_begin(struct spool *s, uint64_t needs, struct gno_err *err)
{
	*s = (struct spool){.fd = -1, .newest = UINT32_MAX, .needs = needs, .owner = getpid()};
	gno_scratch_open(&s->fd, &s->err);
	s->none = calloc(SPOOL_CHUNK, sizeof(*s->none));
	s->packed = malloc(CHUNK_BYTES);
	return s->none && s->packed ? GNO_OK : gno_fail_nomem(err);
}

void spool_close(struct spool *s)
{
	for (size_t i = 0; i < s->chunks; i++)
		free(s->place[i].step);
	free(s->place);
	free(s->none);
	free(s->packed);
	if (s->fd >= 0)
		close(s->fd);
	*s = (struct spool){.fd = -1};
}

/* Steps of a chunk. */
static unsigned steps_of(const struct spool *s, uint32_t chunk)
{
	const uint32_t rest = s->steps - (chunk << SPOOL_CHUNK_BITS);

	return rest < SPOOL_CHUNK ? rest : SPOOL_CHUNK;
}

/* A place for so many bytes: the one that it has, or behind all others. What it had is free. */
static void find_room(struct spool *s, struct spool_place *p, size_t bytes)
{
	bool own;

	if (s->owner != getpid()) {
		s->owner = getpid();
		s->kept = s->end;
	}
	own = p->room && p->at >= s->kept;
	if (own && bytes <= p->room)
		return;
	if (own) /* where it cannot, it stays a hole */
		(void)!fallocate(s->fd, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, (off_t)p->at,
				 (off_t)p->room);
	p->at = s->end;
	p->room = (bytes + PAGE - 1) / PAGE * PAGE;
	s->end += p->room;
}

/* Puts a chunk into the file. */
static int store(struct spool *s, uint32_t chunk)
{
	struct spool_place *p = &s->place[chunk];
	const unsigned steps = steps_of(s, chunk);
	const size_t bytes = chunk_pack(s->packed, p->step, steps, chunk << SPOOL_CHUNK_BITS);

	if (s->fd < 0)
		return s->err.code;
	find_room(s, p, bytes);
	p->bytes = bytes;
	p->steps = steps;
	p->changed = false;
	return gno_scratch_needs(gno_scratch_put(s->fd, (off_t)p->at, s->packed, bytes, &s->err),
				 s->needs, &s->err);
}

static int load(struct spool *s, uint32_t chunk)
{
	struct spool_place *p = &s->place[chunk];
	int rc = gno_scratch_get(s->fd, (off_t)p->at, s->packed, p->bytes, &s->err);

	if (!rc && !chunk_unpack(s->packed, p->bytes, p->step, p->steps, chunk << SPOOL_CHUNK_BITS))
		rc = gno_fail(&s->err, GNO_ERR_IO, "a temporary file is damaged");
	return rc;
}

/* Which of the chunks in memory was not used for the longest time: its place among these. */
static unsigned find_oldest(const struct spool *s)
{
	unsigned found = 0;

	for (unsigned i = 1; i < s->residents; i++)
		if (s->place[s->resident[i]].used < s->place[s->resident[found]].used)
			found = i;
	return found;
}

/* Memory for a chunk: of its own, or that of another one, which goes to the file. */
static int take_memory(struct spool *s, uint32_t chunk)
{
	struct spool_place *p = &s->place[chunk], *from;
	unsigned at;

	if (s->residents < SPOOL_RESIDENT) {
		p->step = malloc(SPOOL_CHUNK * sizeof(*p->step));
		if (!p->step)
			return gno_fail_nomem(&s->err);
		s->resident[s->residents++] = chunk;
		return GNO_OK;
	}
	at = find_oldest(s);
	from = &s->place[s->resident[at]];
	if (from->changed) {
		int rc = store(s, s->resident[at]);

		if (rc)
			return rc;
	}
	p->step = from->step;
	from->step = NULL;
	s->resident[at] = chunk;
	return GNO_OK;
}

/* Brings a chunk into memory. */
static int fetch(struct spool *s, uint32_t chunk)
{
	int rc;

	if (s->place[chunk].step)
		return GNO_OK;
	rc = take_memory(s, chunk);
	return rc || !s->place[chunk].room ? rc : load(s, chunk);
}

void spool_turn(struct spool *s, uint32_t chunk)
{
	if (s->newest != UINT32_MAX)
		s->place[s->newest].changed |= s->changed;
	s->changed = false;
	s->newest = UINT32_MAX;
	s->step = s->none;
	if (s->rc || chunk >= s->chunks)
		return;
	s->rc = fetch(s, chunk);
	if (s->rc)
		return;
	s->place[chunk].used = ++s->turns;
	s->newest = chunk;
	s->step = s->place[chunk].step;
}

int spool_add(struct spool *s, struct step **out, struct gno_err *err)
{
	struct spool_place *more;

	if (s->steps == UINT32_MAX - 1)
		return gno_fail(err, GNO_ERR_NOSPACE,
				"the run has more than 2^32 sends and receives");
	if (s->steps >> SPOOL_CHUNK_BITS == s->chunks) {
		more = gno_room(s->place, s->chunks, sizeof(*more));
		if (!more)
			return gno_fail_nomem(err);
		s->place = more;
		more[s->chunks++] = (struct spool_place){.step = NULL};
	}
	*out = spool_edit(s, s->steps++);
	return spool_check(s, err);
}

int spool_check(const struct spool *s, struct gno_err *err)
{
	if (s->rc)
		*err = s->err;
	return s->rc;
}
