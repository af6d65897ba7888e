/* SPDX-License-Identifier: Apache-2.0 */
#include "preprocessors/quantity.h"

const struct quantity_kind quantity_occupancy = {
    .name = "occupancy",
    .what = "`from`s less `to`s",
    .keys =
	{
	    [QUANTITY_FROM] = {QUANTITY_MUST, "a request, an entry"},
	    [QUANTITY_TO] = {QUANTITY_MUST, "an answer, a leaving"},
	},
    .module = "gnomon_count_occupancy",
    /* How many were outstanding before time 0 is not known; the target may be reset there. */
    .rst = 1,
};
