/* SPDX-License-Identifier: Apache-2.0 */
/* Parts of plan_make(). */
#ifndef GNO_GEN_PLAN_NODE_H
#define GNO_GEN_PLAN_NODE_H

#include "plan/plan.h"

/*
 * Settles node `number` of an entry; its index, `last`, ring, modules of ranks and preprocessors
 * and stream class are left to the caller. Of `plan` all but the nodes is settled.
 */
void plan_node_make(struct arena *arena, const struct m_node *from, size_t number,
		    const struct layout *layout, const struct plan *plan, struct plan_node *node);

/*
 * Clocks from a word on the wires until all that fires with it is known, at the record builder of a
 * node or, where there is one, on the CAPTURE line.
 */
unsigned plan_node_settled(const struct m_node *from, const struct rank_tree *tree, int registered);

/* Clocks from all nodes' global triggers to the CAPTURE line at all nodes (gnomon_line_wire), and
 * one more to the record builder. */
#define PLAN_DEPTH_OF_LINE(stages) (2u * (stages) + 2u)

#define PLAN_DEPTH_OF_EVENT                                                                        \
	1u /* from the code to the record builder, with events only (gnomon_trigger) */
#define PLAN_DEPTH_OF_OTHERS                                                                       \
	4u /* and with anything else that fires (gnomon_trigger_sources), or preprocessors */
#define PLAN_DEPTH_OF_FIRES 4u /* further, where what watches quantities fires */

/* What the preprocessors have to know of their node. */
struct plan_shape {
	const struct family *family;
	unsigned level;
	unsigned depth;
	unsigned hold;
	unsigned code_bits;
	unsigned cell_bits;
	unsigned time_bits;
	unsigned word_bits;
	unsigned kept_log2; /* samples that wait, two words each, log2 */
	int freezes;	    /* the trace buffer is a recorder of the single form */
	const struct layout_table *tables;
};

/* Settles a node's preprocessors; NULL where memory ran out. */
const struct plan_preprocessors *plan_preprocessors_make(struct arena *arena,
							 const struct m_node *from,
							 const struct plan_shape *shape);

/* The canonical text of the preprocessors. */
const char *plan_preprocessors_text(struct arena *arena, const struct plan_preprocessors *m);

/* Sets `canonical` and `hash` of a plan of which all else is settled. */
void plan_hash(struct arena *arena, struct plan *plan);

#endif
