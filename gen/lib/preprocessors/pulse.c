/* SPDX-License-Identifier: Apache-2.0 */
#include "preprocessors/quantity.h"

const struct quantity_kind quantity_pulse = {
    .name = "pulse",
    .what = "cycles for which `of` was 1",
    .keys = {[QUANTITY_OF] = {QUANTITY_MUST, "the observed input"}},
    .module = "gnomon_count_pulse",
    .rst = 1,
    .first = 1,
};
