/* SPDX-License-Identifier: Apache-2.0 */
#include "preprocessors/quantity.h"

const struct quantity_kind quantity_latency = {
    .name = "latency",
    .what = "cycles from `from` to `to`",
    .keys =
	{
	    [QUANTITY_FROM] = {QUANTITY_MUST, "a request, an entry"},
	    [QUANTITY_TO] = {QUANTITY_MUST, "an answer, a leaving"},
	    [QUANTITY_OUTSTANDING] = {QUANTITY_MAY, "requests without an answer at most"},
	},
    .module = "gnomon_count_latency",
    .rst = 1,
    .first = 1,
    .lost = 1,
    .lut_bits = 1,
};
