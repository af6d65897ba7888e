/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_ANALYSIS_CHUNK_H
#define GNO_ANALYSIS_CHUNK_H

/* Steps of a program history graph, and a chunk of them in few bytes: each field by itself, as
 * its difference to what the steps before it foretell, with as many bits as that takes. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A send, or a receive that has its send. */
struct step {
	uint64_t time;
	uint64_t work;	   /* process time since the step before it, or the begin of the process */
	uint64_t delivery; /* receive: of its message; SPOOL_UNKNOWN: to be estimated */
	uint64_t longest;  /* path to it */
	uint64_t tail;	   /* path from it; on the critical path its next step, plus one */
	uint32_t partner;  /* receive: its send, plus one; else 0 */
	uint32_t before;   /* step before it of its process, plus one; 0: none */
	uint32_t process;
	uint32_t pc;	   /* send; 0: not known */
	uint16_t sequence; /* send; number of its message */
	uint8_t connection;
	bool receive;
	bool by_message; /* receive: the longest path to it comes with its message */
	bool critical;	 /* it is on the critical path */
};

#define SPOOL_UNKNOWN UINT64_MAX
#define SPOOL_CHUNK_BITS 14
#define SPOOL_CHUNK (1u << SPOOL_CHUNK_BITS) /* steps */

/* Of a chunk, at most. */
#define CHUNK_FIELDS 11
#define CHUNK_BYTES (1 + CHUNK_FIELDS * (SPOOL_CHUNK * sizeof(uint64_t) + SPOOL_CHUNK / 64))

/* `steps` steps, the first of which has the number `first`: returns how many bytes they are. */
size_t chunk_pack(uint8_t *out, const struct step *step, unsigned steps, uint32_t first);
/* The steps of so many bytes; false: they are damaged. */
bool chunk_unpack(const uint8_t *in, size_t bytes, struct step *step, unsigned steps,
		  uint32_t first);

#endif
