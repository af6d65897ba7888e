/* SPDX-License-Identifier: Apache-2.0 */
#include "preprocessors/quantity.h"

const struct quantity_kind quantity_class = {
    .name = "class",
    .what = "event codes of the patterns",
    .source = QUANTITY_OF_CODE,
};
