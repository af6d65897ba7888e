/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_READ_LANE_H
#define GNO_READ_LANE_H

/* The records of one node while a run is read, and what of them comes in order of time with those
 * of other nodes. Between the files of this folder. */

#include "read/boards.h"
#include "read/reader.h"
#include "read/stream.h"

struct lane_event {
	struct read_event v;
	uint64_t key; /* time and rank */
};

struct lane {
	struct gno_stream *s;	   /* NULL: it was not begun */
	struct gno_batch *batch;   /* once it was asked for */
	struct stream_place place; /* where the batch begins */
	size_t at;		   /* record of the batch that comes next */
	size_t skip;		   /* records of the next batches that were taken before a place */
	struct lane_event event[READER_EVENTS]; /* of these come next: */
	struct lane_event *next, *behind;
	uint64_t passed;    /* time of the last record that was looked at */
	uint64_t until;	    /* records after that cycle wait */
	struct known known; /* of a lane that has events */
	unsigned node;
	const struct trace_boards *boards; /* of the run; NULL: it has one */
	unsigned board;			   /* of the node */
	bool timed;			   /* it has a port */
	bool held;			   /* a pass has to wait before it takes the batch */
	bool handed;			   /* passes have the batch, and none of it was taken */
	bool off;			   /* an unknown stretch is open */
	bool begun;			   /* the first record was seen */
	bool ended;			   /* the flush was seen */
	bool closed;			   /* all was read */
	uint64_t end;			   /* when its records end, so far */
	size_t taken;			   /* passes that took the batch */
	size_t sated;			   /* of these: passes that want no more of the node */
};

static inline bool lane_has_next(const struct lane *l)
{
	return l->next < l->behind;
}

/* Of a node of which `known` is known; NULL: no memory. The reader's (free), with its batch. */
struct lane *lane_new(const struct gno_trace *t, unsigned node, const struct read_known *known);

/* The least key of an event at a cycle of the node. */
uint64_t lane_least_key(const struct lane *l, uint64_t cycle);

/* Each of these functions adds READER_EVENTS at most to a lane that has none. */

/* What comes before the first record of the node, or of a batch. */
void lane_begin(struct lane *l, const struct gno_slot *first);
/* Takes the next record of the batch; `pages`: the writes that are wanted. */
void lane_take(struct lane *l, unsigned pages);
/* No more comes. */
void lane_close(struct lane *l);

static inline size_t lane_records(const struct lane *l)
{
	return l->batch->n + (l->batch->hole_bytes != 0);
}

/* Whether a record after l->until was looked at, and no event up to it comes any more. */
static inline bool lane_is_past(const struct lane *l)
{
	return l->passed > l->until && !l->known.doubt;
}

/* Where the lane stands, and the lane, which was begun, goes on from there; false: it stands where
 * it cannot go on. */
bool lane_place(const struct lane *l, struct reader_place *out);
void lane_go_to(struct lane *l, const struct reader_place *p);

#endif
