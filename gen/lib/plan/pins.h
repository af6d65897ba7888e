/* SPDX-License-Identifier: Apache-2.0 */
/* The ports of a monitor's modules. */
#ifndef GNO_GEN_PLAN_PINS_H
#define GNO_GEN_PLAN_PINS_H

#include "plan/plan.h"

/* Sets `tops` and `whole` of a plan whose nodes are settled. */
void plan_tops(struct arena *arena, const struct model *m, struct plan *plan);

/* What a port is for, in a line. */
const char *plan_pin_meaning(const struct plan_pin *pin);

#endif
