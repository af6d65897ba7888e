/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_CALLS_NODE_H
#define GNO_CALLS_NODE_H

/* The events of a node, one after the other. */

#include "passes/calls/stack.h"
#include "results/rows.h"

/* What the points of each load do to the open functions. */
struct calls_effects {
	struct {
		const struct gno_pattern_point *first; /* the load's points */
		size_t points;
		/* of each at each node: 0 nothing, N enters function N - 1, -N leaves it */
		int *effect;
	} * of;
	size_t loads;
};

struct calls_follower;

/*
 * Begins a node: what `stacks` says of the functions is copied. `first`: nothing else adds to
 * c->tree up to calls_follower_join, so that the node needs no tree of its own. *out is the
 * caller's, also after a failure (calls_follower_free). GNO_ERR_NOMEM.
 */
int calls_follower_begin(struct calls *c, unsigned node, const struct calls_stacks *stacks,
			 const struct calls_effects *effects, bool first,
			 struct calls_follower **out);
/* The next row of REPORT_FIRED. *done: no more rows are needed. GNO_ERR_NOMEM. */
int calls_follower_take(struct calls_follower *d, const struct report_row *row, bool *done);
/* The events are over, or the clocks that are requested. GNO_ERR_NOMEM. */
int calls_follower_end(struct calls_follower *d);
/* Adds the lanes that are requested, after those of the nodes before. GNO_ERR_NOMEM. */
int calls_follower_join(struct calls_follower *d, const struct calls_options *o);
/* What it knows between two rows, of which none is of the clocks that are requested: written, or
 * read into a follower that has begun. What is bad is in `a`. *unsure is set where what is read
 * does not say what is open with the function that none calls. GNO_ERR_NOMEM. */
int calls_follower_state(struct archive *a, struct calls_follower *d, bool *unsure);
void calls_follower_free(struct calls_follower *d);

#endif
