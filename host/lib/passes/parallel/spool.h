/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_ANALYSIS_SPOOL_H
#define GNO_ANALYSIS_SPOOL_H

/*
 * The nodes of a program history graph: the first 2^20 are in memory, further ones in a temporary
 * file whose pages are in memory only while they are used, so that memory does not grow with the
 * run.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "common/errors.h"

/* A send, or a receive that has its send. */
struct step {
	uint64_t time;
	uint64_t work;	   /* process time since the step before it, or the begin of the process */
	uint64_t delivery; /* receive: of its message; SPOOL_UNKNOWN: to be estimated */
	uint64_t longest;  /* path to it */
	uint64_t tail;	   /* path from it; on the critical path its next step, plus one */
	uint32_t partner;  /* send: its receive, receive: its send; plus one, 0: none */
	uint32_t before;   /* step before it of its process, likewise */
	uint32_t process;
	uint32_t pc; /* 0: not known */
	uint16_t sequence;
	uint8_t connection;
	bool receive;
	bool by_message; /* receive: the longest path to it comes with its message */
	bool critical;	 /* it is on the critical path */
};

#define SPOOL_UNKNOWN UINT64_MAX
#define SPOOL_CHUNK_BITS 15
#define SPOOL_CHUNK (1u << SPOOL_CHUNK_BITS) /* steps */

struct spool {
	int fd; /* -1: there is none, and why: */
	struct gno_err why;
	struct step **chunk;
	size_t chunks;
	uint32_t steps;
};

/* Before the first step. It makes the file at once: later other threads may make some. Where it
 * cannot, only spool_add fails that needs it. */
void spool_begin(struct spool *s);
void spool_close(struct spool *s);

/* Adds a step, of which nothing is set, as *out. GNO_ERR_NOMEM, GNO_ERR_IO, GNO_ERR_NOSPACE. */
int spool_add(struct spool *s, struct step **out, struct gno_err *err);

static inline struct step *spool_at(const struct spool *s, uint32_t i)
{
	return &s->chunk[i >> SPOOL_CHUNK_BITS][i & (SPOOL_CHUNK - 1)];
}

/* Leaves the memory of a chunk that is not needed for now: that of step `i`. */
void spool_leave(const struct spool *s, uint32_t i);

#endif
