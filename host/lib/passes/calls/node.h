/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_CALLS_NODE_H
#define GNO_CALLS_NODE_H

/* The events of a node, one after the other. */

#include "passes/calls/stack.h"

/* What the points of each load do to the open functions. */
struct calls_effects {
	struct {
		const struct gno_pattern_point *first; /* the load's points */
		size_t points;
		int *effect; /* of each: 0 nothing, N enters function N - 1, -N leaves it */
	} * of;
	size_t loads;
};

/* Adds the lanes of a node that are requested. Fails as gno_stream_read does, or GNO_ERR_NOMEM. */
int calls_read_node(struct calls *c, unsigned node, struct calls_stacks *stacks,
		    const struct calls_options *o, const struct calls_effects *effects,
		    struct gno_err *err);

#endif
