/* SPDX-License-Identifier: Apache-2.0 */
#include "monitor/preprocessors/quantity.h"

const struct gno_quantity_kind gno_quantity_class = {
    .name = "class",
    .codes = true,
};
