/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_JOIN_H
#define GNO_JOIN_H

/*
 * What blocks of all kinds have in common while their records are put together: records of one unit
 * come in order, those of other units between them. What is not whole or contradicts itself is
 * counted and left out.
 */

#include <stdbool.h>
#include <stdint.h>

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

#endif
