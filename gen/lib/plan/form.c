/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/plan.h"

#define WORD_WIRES 32u

const char *plan_form_name(const struct plan *plan)
{
	static const char *const names[] = {"single", "alone", "ring"};

	return names[plan->form];
}

unsigned plan_wires(const struct plan *plan)
{
	return plan->wires ? plan->wires : WORD_WIRES;
}
