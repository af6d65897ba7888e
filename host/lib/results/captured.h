/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_RESULTS_CAPTURED_H
#define GNO_RESULTS_CAPTURED_H

/*
 * The capture records of a run, of each node in order of time: kept while the run is walked, so
 * that the trace is not read again for them. A file without a name has all but the last few, so
 * that memory does not grow with their number but by a place for each 64. A child process goes on
 * with a copy; its parent writes what it wrote once more.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "common/errors.h"

#define CAPTURED_BLOCK 64

struct captured_row {
	uint64_t time; /* cycle of the node */
	uint64_t word; /* the last one that counted; 0 unless `known` */
	bool cause;    /* the global trigger is this node's */
	bool current;  /* the word counted in this cycle */
	bool known;
};

struct captured;

/* GNO_ERR_NOMEM. */
int captured_new(unsigned nodes, struct captured **out, struct gno_err *err);
void captured_free(struct captured *c);

/* Adds a node's next record. What fails is known to captured_check. */
void captured_put(struct captured *c, unsigned node, const struct captured_row *row);

/* Whether all were kept. GNO_ERR_NOMEM, GNO_ERR_IO, GNO_ERR_NOSPACE. */
int captured_check(const struct captured *c, struct gno_err *err);

/* The records of a node, read one after the other; all 0 but for `of` and `node` at first. */
struct captured_cursor {
	const struct captured *of;
	unsigned node;
	size_t block, at,
	    count; /* the block that comes next; in `piece`: the next row, all of them */
	struct captured_row piece[CAPTURED_BLOCK];
};

/* The next one: 1; 0 after the last one; GNO_ERR_IO. */
int captured_next(struct captured_cursor *c, const struct captured_row **row, struct gno_err *err);

#endif
