/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_CALLS_TREE_H
#define GNO_CALLS_TREE_H

/*
 * A call tree: each node is a function that was called along a path of functions. Nodes are
 * numbers, a parent's is smaller than those of its children, so that a loop from the last to the
 * first passes children before parents.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/stats.h"

/* What a node is besides the functions, whose places in a list are from 0 on. */
#define CALLS_ROOT UINT32_MAX		 /* all of a process: its own time lies in no function */
#define CALLS_LOST (UINT32_MAX - 1)	 /* what was called where the callers are not known */
#define CALLS_OTHER (UINT32_MAX - 2)	 /* paths that are too deep or too many, as one */
#define CALLS_FUNCTIONS (UINT32_MAX - 3) /* most functions */

#define CALLS_NONE UINT32_MAX /* no node */

/* Calls of a function along a path. */
struct calls_node {
	uint32_t parent;
	uint32_t child, next; /* lists of children; CALLS_NONE ends them */
	uint32_t function;
	uint32_t depth;		/* of the root 0 */
	uint32_t number;	/* in the order of calls_tree_next, one root after the other */
	uint64_t self;		/* clocks in which no function was open that it called */
	uint64_t all;		/* and those of the functions that it called (calls_tree_sum) */
	struct gno_stats whole; /* calls of which both ends were seen: clocks from end to end */
	uint64_t cut;		/* began, and were open when nothing was seen any more */
	uint64_t left;		/* began, and a caller returned before their return was seen */
	uint64_t unfinished;	/* began, and were open at the end of the run */
};

struct calls_tree {
	struct calls_node *node;
	size_t nodes;
	size_t paths, most; /* nodes of functions, and how many there may be */
	uint32_t deepest;   /* depth that a node may have */
	uint32_t *slot;	    /* places of nodes plus one, by parent and function; 0: empty */
	size_t slots;	    /* a power of two, or 0 */
};

/* Begins a tree; no memory is taken yet. */
void calls_tree_begin(struct calls_tree *t, size_t most, uint32_t deepest);
void calls_tree_free(struct calls_tree *t);
/* Takes all nodes out. */
void calls_tree_clear(struct calls_tree *t);

/* A new root; CALLS_NONE: no memory. */
uint32_t calls_tree_root(struct calls_tree *t);

/*
 * The node of a function that is called at a node; where there may be no more, that of CALLS_OTHER,
 * at which all functions are the same node. CALLS_NONE: no memory.
 */
uint32_t calls_tree_child(struct calls_tree *t, uint32_t parent, uint32_t function);

/* Adds what is counted in a node. */
void calls_node_join(struct calls_node *to, const struct calls_node *from);
/*
 * Adds a tree to another one, in the order in which its nodes came. place[i] becomes the place of
 * its node i there; of a root it is the place to add it to, CALLS_NONE: a new one. GNO_ERR_NOMEM.
 */
int calls_tree_join(struct calls_tree *to, const struct calls_tree *from, uint32_t *place);

/* Calls that began there. */
uint64_t calls_node_begun(const struct calls_node *n);

/* Sums up `all`, and puts the children of each node in order: those that took longest first.
 * `part`: without paths in which nothing ran or began. false: no memory. */
bool calls_tree_finish(struct calls_tree *t, bool part);

/*
 * The node that follows below a root, callers before what they call, from the root itself on;
 * CALLS_NONE: all were there.
 */
uint32_t calls_tree_next(const struct calls_tree *t, uint32_t root, uint32_t at);

#endif
