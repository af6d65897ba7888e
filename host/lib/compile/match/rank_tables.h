/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_RANK_TABLES_H
#define GNO_RANK_TABLES_H

/*
 * What patterns are at the ranks of a node. The class of a part of the word at a rank is what is
 * left of the function from words to events once the bits that the rank sees are known. So for each
 * rank there is a diagram with these bits first: its classes are the functions below them. A rank
 * takes the order of one of its inputs and puts the bits that it sees beyond that one behind; so a
 * chain of ranks has one order.
 */

#include "compile/match/tree.h"
#include "compile/match/patterns.h"

/* A rank and the order of bits in which it is examined. */
struct rank_view {
	unsigned order;	 /* place in the list of orders */
	int lead;	 /* rank input that has the same order, -1: none */
	unsigned cut;	 /* bits that the rank sees: the first so many levels */
	unsigned codes;	 /* that its code can distinguish, 2^code_bits */
	unsigned parent; /* the rank that reads it; its own number for the last one */
};

struct rank_plan {
	const struct gno_node *node;
	struct rank_view view[GNO_MAX_RANKS];
	struct match_order order[GNO_MAX_RANKS];
	unsigned orders;
};

void rank_plan_make(struct rank_plan *plan, const struct gno_node *node);

/* The function from words to events in one of the orders; see mtbdd_error. */
uint32_t rank_function(const struct rank_plan *plan, unsigned order,
		       const struct gno_pattern *patterns, size_t count, struct mtbdd *b);

/* Classes that a function has at a rank; the function is in the rank's order. */
unsigned rank_classes(const struct rank_plan *plan, unsigned rank, uint32_t function,
		      struct mtbdd *b);

/*
 * Fills the tables from the function in each order; it fits at every rank. On success the tables
 * are the caller's. GNO_ERR_NOMEM.
 */
int rank_tables_fill(const struct rank_plan *plan, const uint32_t *function, struct mtbdd *b,
		     struct gno_rank_tables *out);

#endif
