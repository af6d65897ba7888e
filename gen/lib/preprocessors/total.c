/* SPDX-License-Identifier: Apache-2.0 */
#include "preprocessors/quantity.h"

const struct quantity_kind quantity_total = {
    .name = "total",
    .what = "clocks with `of` so far",
    .keys =
	{
	    [QUANTITY_OF] = {QUANTITY_MUST, "what is looked at"},
	    [QUANTITY_CLEAR] = {QUANTITY_MAY, "from the next clock on from 0; may be left out"},
	},
    .module = "gnomon_total",
    .uses = {"gnomon_tally"},
    .first = 1,
};
