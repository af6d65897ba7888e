/* SPDX-License-Identifier: Apache-2.0 */
/* gnomon_model_tables: the tables of a node, in the order of gen/lib/tables. */
#ifndef GNOMON_MODEL_TABLES_H
#define GNOMON_MODEL_TABLES_H

#include "gnomon_model_parts.h"

enum {
	TABLE_ACTIONS,
	TABLE_STEPS,
	TABLE_LIMITS,
	TABLE_WORDS,
	TABLE_TRIGGERS,
	TABLE_TIMER,
	TABLE_WATCHDOG,
	TABLE_EVENTS,
	TABLE_CODES,
	TABLE_CODE_DATA,
	TABLE_CODE_ACTIONS,
	TABLE_ROUTER,
	TABLE_GATE,
	TABLE_QUANTITIES,
	TABLE_THRESHOLDS,
};

static inline const uint8_t *model_table(const struct model_node *node, int which)
{
	return node->cell + node->plan->base[which];
}

#endif
