/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The ranks of each node, and where its tables lie in its space of table cells.
 * docs/design/triggers.md explains what the tables hold.
 */
#ifndef GNO_GEN_LAYOUT_H
#define GNO_GEN_LAYOUT_H

#include "common/arena.h"
#include "model/model.h"
#include "plan/ranks.h"
#include "tables/tables.h"

#define LAYOUT_CELLS_MAX (1u << 19) /* a write of the link addresses 8 table cells with 16 bits */

#define LAYOUT_CODE_BITS_MAX 12u /* of a code and the data that it depends on */
#define LAYOUT_UNITS_MAX 4u	 /* bucket units of a node */

/* The tables that may follow those of the ranks: TAB_TABLE_RANGES is that of unit 0, those of the
 * other units follow. */
#define LAYOUT_KINDS (TAB_TABLE_RANGES + LAYOUT_UNITS_MAX)

struct layout_table {
	unsigned base;	/* address of the first table cell, a multiple of `cells` */
	unsigned cells; /* a power of two, 8 at least; 0: there is no such table */
	unsigned bits;	/* of a table cell */
};

struct layout {
	const struct rank_tree *tree;
	int owns_ranks; /* 0: those of the node before */
	struct layout_table ranks[RANKS_MAX];
	struct layout_table others[LAYOUT_KINDS];
	unsigned lanes; /* of TAB_TABLE_STEPS */
	unsigned cells; /* that the tables take up, from 0 */
};

/*
 * The layouts of all nodes of a model in which every check is satisfied, in order of their numbers,
 * in the arena. NULL where memory ran out (and `arena->failed` is set). No node has more than
 * LAYOUT_CELLS_MAX table cells: seven ranks of 2^16 cells are the most that any goal needs, and all
 * other tables together (8192 buckets, see check_bucket_count()) have less than 2^16.
 */
const struct layout *layout_nodes(const struct model *m, struct arena *arena);

/* Whether the actions of an event lie beside its code, in the words of the last rank. */
int layout_has_actions_beside(const struct layout *layout);

#endif
