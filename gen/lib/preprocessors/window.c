/* SPDX-License-Identifier: Apache-2.0 */
#include "preprocessors/quantity.h"

const struct quantity_kind quantity_window = {
    .name = "window",
    .what = "of N cycles with `in`, how many had `of`",
    .keys =
	{
	    [QUANTITY_OF] = {QUANTITY_MUST, "the observed input"},
	    [QUANTITY_IN] = {QUANTITY_MUST, "the input whose cycles are counted up to N"},
	},
    .module = "gnomon_count_window",
    .rst = 1,
    .first = 1,
    .row = 1,
};
