/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Rank planning (Carpenter, Figure 6): which tree of RAMs recodes the watched word into an event
 * code at the least cost. The tree is found by search over all trees; docs/design/ranks.md explains
 * it.
 */
#ifndef GNO_GEN_RANKS_H
#define GNO_GEN_RANKS_H

#include "common/families.h"
#include "common/status.h"

#define RANKS_MAX 31u	     /* ranks of a tree */
#define RANKS_INPUTS_MAX 16u /* inputs of a rank: a bit of the index each at least */
#define RANKS_INDEX_MAX 16u  /* bits of an index */
#define RANKS_LEVELS_MAX 12u
#define RANKS_WORD_MIN 8u
#define RANKS_WORD_MAX 64u
#define RANKS_CAPACITY_MIN 15u
#define RANKS_CAPACITY_MAX 255u

enum ranks_goal {
	RANKS_RAM,	/* fewest blocks, then logic, then levels */
	RANKS_BALANCED, /* a block weighs as much as 8 logic cells, then levels */
	RANKS_LOGIC,	/* fewest logic cells, then blocks, then levels */
	RANKS_LATENCY,	/* fewest levels, then blocks, then logic */
	RANKS_GOALS,
};

struct ranks_query {
	const struct family *family;
	unsigned word_bits; /* RANKS_WORD_MIN..RANKS_WORD_MAX */
	unsigned capacity;  /* RANKS_CAPACITY_MIN..RANKS_CAPACITY_MAX */
	enum ranks_goal goal;
	unsigned lanes;	 /* nodes that share the tree: 1, or 2 in a family with dual_port */
	unsigned sprams; /* SPRAM blocks that the tree may use, 0..4; 0 in a family without them */
	unsigned levels; /* most levels that the tree may have; 0: RANKS_LEVELS_MAX */
};

struct rank_input {
	int rank;      /* index of the rank whose code this is, -1: bits of the word */
	unsigned lo;   /* of bits of the word: the lowest one; 0 for a code */
	unsigned bits; /* width */
	unsigned wait; /* clocks by which it is delayed to come in time for the rank */
};

struct rank {
	struct rank_input inputs[RANKS_INPUTS_MAX]; /* the first is lowest in the index */
	unsigned inputs_count;
	unsigned index_bits;
	unsigned code_bits;
	unsigned level; /* 1: only bits of the word; else one more than that of the latest input */
	unsigned lo;	/* bits of the word that it sees: lo .. lo + bits - 1 */
	unsigned bits;
	int spram; /* lies in SPRAM: one port */
	/* `logic` includes the decoder of its write port and the delays of its inputs */
	struct ram_use use;
};

/* A tree: ranks in order of their levels, the last is the root and its code the event. */
struct rank_tree {
	struct rank ranks[RANKS_MAX];
	unsigned count;
	unsigned code_bits; /* of the event code */
	unsigned levels;    /* see ranks_clocks() */
	unsigned blocks;    /* RAM blocks in all, SPRAM blocks not among them */
	unsigned sprams;
	unsigned logic; /* logic cells, an estimate (docs/design/ranks.md); the goals weigh these */
	unsigned registers; /* logic cells of the registers behind ranks: ranks_registers() */
};

/* The least c with 2^c > capacity. */
unsigned ranks_code_bits(unsigned capacity);

/* "ram", "balanced", ... as descriptions call the goals; NULL for another number. */
const char *ranks_goal_name(enum ranks_goal goal);

/* The goal of that name, or -1. */
int ranks_goal_find(const char *name);

/*
 * Clocks that a level of a tree takes, and the tree. Where memories can lie in LUT RAM, so that the
 * rest is fast, a register follows each rank, whose RAM block is slow, or only the last one where
 * the levels are many; else the last one has two: its RAM lies among the other ranks, what reads it
 * elsewhere.
 */
unsigned ranks_level_clocks(const struct rank_tree *tree, int registered);
unsigned ranks_clocks(const struct rank_tree *tree, int registered);

/* Registers behind a rank: those of its level, and of the last one those behind the tree. */
unsigned ranks_registers(const struct rank_tree *tree, unsigned rank, int registered);

/*
 * Finds the tree of least cost for a query whose numbers are in their ranges. Returns GEN_OK,
 * GEN_ERR_NOMEM, or GEN_ERR_INPUT where no tree has so few levels or so few ranks as allowed (which
 * with `levels` 0 does not happen).
 */
int ranks_search(const struct ranks_query *q, struct rank_tree *out);

/*
 * The cut of the paper (10, 11 and 11 of 32 bits): chunks of 11 bits at most and of equal size as
 * far as can be, in one level, their codes combined two by two. For comparison; returns as
 * ranks_search().
 */
int ranks_paper(const struct ranks_query *q, struct rank_tree *out);

#endif
