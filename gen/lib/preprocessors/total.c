/* SPDX-License-Identifier: Apache-2.0 */
#include "preprocessors/quantity.h"

const struct quantity_kind quantity_total = {
    .name = "total",
    .what = "cycles with `of` so far",
    .keys =
	{
	    [QUANTITY_OF] = {QUANTITY_MUST, "the observed input"},
	    [QUANTITY_CLEAR] = {QUANTITY_MAY, "restarts from 0 in the next cycle; may be left out"},
	},
    .module = "gnomon_count_total",
    .first = 1,
};
