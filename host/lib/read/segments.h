/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_SEGMENTS_H
#define GNO_SEGMENTS_H

/*
 * Puts the records of segments together (blocks.h): what passes of the reader use, and what the
 * list of one unit is made with (gno_segments_open). That list decodes one kind of one node for who
 * writes it line by line, after the reader has gone over the run; it decides nothing about what is
 * lost, and needs no order of nodes. So it reads the stream itself and is no pass.
 */

#include "read/trace.h"
#include "read/blocks.h"

/* The segment of a unit that is being put together. */
struct segment_join {
	struct block_join join;
	struct gno_segment head; /* of its first record, without what follows from its entries */
	struct gno_segment_entry *entry;
	bool any;	/* there was one before */
	uint64_t ended; /* when */
};

struct segments {
	const struct gno_node *node;
	unsigned time_bits;
	struct segment_join unit[GNO_MAX_SEGMENT_UNITS];
};

/* GNO_OK or GNO_ERR_NOMEM; segments_free in any case. */
int segments_begin(struct segments *g, const struct gno_node *node, unsigned time_bits);
void segments_free(struct segments *g);

/* Takes a record; true: it was the last of a segment, which is whole and in `out` until the unit's
 * next record. */
bool segments_take(struct segments *g, const struct gno_segment_part *record,
		   struct gno_segment *out);

/* Nothing more comes: what has begun is short. */
void segments_end(struct segments *g);

/* The list of a unit goes on at a place of its stream, where `begun` is what has begun of all
 * units: the list takes it. */
struct stream_place;
void segments_list_go_to(struct gno_segments *l, const struct stream_place *place,
			 struct segments *begun);

#endif
