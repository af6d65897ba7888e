/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The ranks of each node, and where its tables lie in its space of cells. Checks and plan both look at
 * it, so it is made once and kept with the model. docs/design/triggers.md tells what the tables hold.
 */
#ifndef GNO_GEN_LAYOUT_H
#define GNO_GEN_LAYOUT_H

#include "arena.h"
#include "model.h"
#include "ranks.h"

#define LAYOUT_CELLS_MAX (1u << 19) /* a write of the link names 8 cells with 16 bits */
#define LAYOUT_LANE_BITS 8u	    /* columns of a lane of the table of steps */

/* The tables that may follow those of the ranks, in the order of the manifest. */
enum layout_kind {
	LAYOUT_ACTIONS,
	LAYOUT_STEPS,
	LAYOUT_LIMITS,
	LAYOUT_WORDS,
	LAYOUT_TRIGGERS,
	LAYOUT_TIMER,
	LAYOUT_WATCHDOG,
	LAYOUT_KINDS,
};

struct layout_table {
	unsigned base;	/* cell address, a multiple of `cells` */
	unsigned cells; /* a power of two, 8 at least; 0: there is no such table */
	unsigned bits;	/* of a cell */
};

struct layout {
	const struct rank_tree *tree; /* NULL where faults leave the node open */
	int owns_ranks;		      /* 0: those of the node before */
	struct layout_table ranks[RANKS_MAX];
	struct layout_table others[LAYOUT_KINDS];
	unsigned cells; /* that the tables take up, from 0 */
};

/*
 * The layouts of all nodes in order of their numbers, in the arena. Nodes whose description has faults
 * have no tree. NULL where memory ran out (and `arena->failed` is set).
 */
const struct layout *layout_nodes(struct model *m, struct arena *arena);

/* Columns of the table of steps of a node. */
unsigned layout_columns(const struct m_node *node);

#endif
