/* SPDX-License-Identifier: Apache-2.0 */
#include "monitor/preprocessors/list.h"

#define OF(member) offsetof(struct gno_counter_bank, member)

const struct gno_list_kind gno_list_counters = {
    .name = "counters",
    .most = GNO_MAX_BANKS,
    .size = sizeof(struct gno_counter_bank),
    .group = OF(group),
    .list = offsetof(struct gno_preprocessors, counter),
    .count = offsetof(struct gno_preprocessors, counters),
    .keys =
	{
	    {"inputs", GNO_LIST_INPUTS, OF(input), OF(inputs), 1, GNO_MAX_BANK_INPUTS},
	    {0},
	},
};
