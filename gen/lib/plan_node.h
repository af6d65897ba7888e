/* SPDX-License-Identifier: Apache-2.0 */
/* Parts of plan_make(). */
#ifndef GNO_GEN_PLAN_NODE_H
#define GNO_GEN_PLAN_NODE_H

#include "plan.h"

/*
 * Settles node `number` of an entry; its index, `last`, ring, ranks module and stream class are left to
 * the caller. `single`: it is in the single form.
 */
void plan_node_make(struct arena *arena, const struct m_node *from, size_t number,
		    const struct layout *layout, int single, struct plan_node *node);

/* Sets `canonical` and `hash` of a plan of which all else is settled. */
void plan_hash(struct arena *arena, struct plan *plan);

#endif
