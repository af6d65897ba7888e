/* SPDX-License-Identifier: Apache-2.0 */
#include "preprocessors/quantity.h"

const struct quantity_kind quantity_value = {
    .name = "value",
    .what = "the value `of`",
    .keys = {[QUANTITY_OF] = {QUANTITY_MUST, "name of the value"}},
    .source = QUANTITY_OF_VALUE,
};
