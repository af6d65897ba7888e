/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_BLOCKS_H
#define GNO_BLOCKS_H

/* Puts the records of banks and of snapshots together (join.h). */

#include "read/trace.h"
#include "read/join.h"

/* A whole block. */
struct block {
	struct gno_block head; /* of its records; `saturated`: some count of any */
	unsigned counts;
	const uint32_t *count; /* the assembler's, until the unit's next record */
};

/* The block of a unit that is being put together. */
struct block_part {
	struct block_join join;
	struct gno_block head;
	uint32_t *count;
	uint32_t *before; /* of a snapshot: counts of the one before */
	bool any;	  /* there was one before */
	uint64_t ended;	  /* when */
};

#define BLOCK_UNITS 6 /* of a node: bucket units, then counter banks */

struct blocks {
	const struct gno_node *node;
	struct block_part part[BLOCK_UNITS];
};

/* Place of a unit in `part`. */
unsigned block_place(const struct gno_node *node, unsigned kind, unsigned unit);

/* GNO_OK or GNO_ERR_NOMEM; blocks_free in any case. */
int blocks_begin(struct blocks *b, const struct gno_node *node);
void blocks_free(struct blocks *b);

/* Takes a record of kind bucket or counter; true: it was the last of a block, which is whole and in
 * `out`. */
bool blocks_take(struct blocks *b, unsigned kind, const struct gno_block *record,
		 struct block *out);

/* Leaves out the block that blocks_take gave last of this kind and unit. */
void blocks_refuse(struct blocks *b, unsigned kind, unsigned unit, enum block_fault fault);

/* Nothing more comes: what has begun is short. */
void blocks_end(struct blocks *b);

/* Clocks that counter `i` of a snapshot has seen: it counts up to the first multiple of 16 after
 * the sample, plus its place in its group; at the flush all end together. */
uint64_t block_counter_clocks(const struct gno_block *head, unsigned i);

#endif
