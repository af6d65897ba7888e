/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_ANALYSIS_SPOOL_H
#define GNO_ANALYSIS_SPOOL_H

/*
 * The nodes of a program history graph, in chunks. The chunks that were used last are in memory;
 * the others are packed in a temporary file (chunk.h), so that memory does not grow with the
 * run. A child of the process that made it may go on while its parent does not: what the parent has
 * in the file stays.
 */

#include <sys/types.h>

#include "passes/parallel/chunk.h"
#include "common/errors.h"

#define SPOOL_RESIDENT 64 /* chunks in memory: 64 MiB */

struct spool_place;

struct spool {
	int fd;
	struct spool_place *place; /* of each chunk */
	size_t chunks;
	uint32_t steps;
	uint32_t newest;		   /* the chunk that was used last; UINT32_MAX: none */
	struct step *step;		   /* its steps */
	bool changed;			   /* they are others than in the file */
	struct step *none;		   /* where there is none, after a failure */
	uint64_t turns;			   /* so often another chunk became the newest one */
	uint32_t resident[SPOOL_RESIDENT]; /* chunks in memory */
	unsigned residents;
	uint64_t end;	 /* of the file */
	uint64_t kept;	 /* up to there the file is as the parent of this process needs it */
	pid_t owner;	 /* of what follows */
	uint64_t needs;	 /* bytes of the file, at most, as far as is known */
	uint8_t *packed; /* room for a packed chunk */
	int rc;		 /* the first failure; GNO_OK: none */
	struct gno_err err;
};

/* Before the first step. It makes the file at once: later other threads may make some. Where it
 * cannot, only what needs it fails. `needs`: bytes that the file takes at most, for the message of
 * its failure; 0: not known. GNO_ERR_NOMEM. */
int spool_begin(struct spool *s, uint64_t needs, struct gno_err *err);
void spool_close(struct spool *s);

/* Adds a step, of which nothing is set, as *out. GNO_ERR_NOMEM, GNO_ERR_IO, GNO_ERR_NOSPACE. */
int spool_add(struct spool *s, struct step **out, struct gno_err *err);

/* Makes a chunk the newest one. */
void spool_turn(struct spool *s, uint32_t chunk);

/*
 * A step; the last eight that were asked for stay where they are. After a failure all of a step is
 * 0: who has asked for steps looks at spool_check before the result counts.
 */
static inline const struct step *spool_at(struct spool *s, uint32_t i)
{
	if (i >> SPOOL_CHUNK_BITS != s->newest)
		spool_turn(s, i >> SPOOL_CHUNK_BITS);
	return &s->step[i & (SPOOL_CHUNK - 1)];
}

/* The same of one that will be changed, before the next one is asked for. */
static inline struct step *spool_edit(struct spool *s, uint32_t i)
{
	if (i >> SPOOL_CHUNK_BITS != s->newest)
		spool_turn(s, i >> SPOOL_CHUNK_BITS);
	s->changed = true;
	return &s->step[i & (SPOOL_CHUNK - 1)];
}

/* GNO_ERR_NOMEM, GNO_ERR_IO, GNO_ERR_NOSPACE: a step that was asked for could not be had. */
int spool_check(const struct spool *s, struct gno_err *err);

#endif
