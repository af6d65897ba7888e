/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_BLOCKS_H
#define GNO_BLOCKS_H

/* Puts the records of banks and of snapshots together. */

#include <stdbool.h>
#include <stdint.h>
#include "read/trace.h"

/*
 * What blocks of all kinds have in common while their records are put together: records of one unit
 * come in order, those of other units between them. What is not whole or contradicts itself is
 * counted and left out.
 */

/* What can be wrong with a block. */
enum block_fault {
	BLOCK_HEADLESS, /* its first record is missing */
	BLOCK_SHORT,	/* records at its end, or between, are missing */
	BLOCK_CHANGED,	/* its records contradict each other */
	BLOCK_SUM,	/* its counts do not add up to what it says was counted */
	BLOCK_REACH,	/* it counts values that cannot be: in a bucket that none reaches, or
			   more than one a cycle */
	BLOCK_TIMES,	/* its times contradict the lengths of its entries */
	BLOCK_ORDER,	/* a counter is less than in a snapshot before, or times go back */
	BLOCK_FAULTS,
};

/* The block of a unit that is being put together. */
struct block_join {
	unsigned next; /* count or entry that comes next; 0: none has begun */
	bool skip;     /* the block at hand is at fault */
	uint64_t faults[BLOCK_FAULTS];
};

/*
 * Whether a record with the counts or entries from `first` on continues the block at hand; with 0
 * it begins the next one. `same`: what it says of the whole block is what its first record says.
 */
bool block_join_takes(struct block_join *j, unsigned first, bool same);

/* Leaves the block at hand out. */
void block_join_fail(struct block_join *j, enum block_fault fault);

/* Nothing more comes: what has begun is short. */
void block_join_end(struct block_join *j);

/* "without their first record", ... */
const char *block_fault_name(enum block_fault fault);

/* A whole block. */
struct block {
	struct gno_block head; /* of its records; `saturated`: some count of any */
	unsigned counts;
	const uint32_t *count; /* the assembler's, until the unit's next record */
};

/* The same of a bank or a snapshot. */
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
