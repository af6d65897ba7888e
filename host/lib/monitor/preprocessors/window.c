/* SPDX-License-Identifier: Apache-2.0 */
#include "monitor/preprocessors/quantity.h"

const struct gno_quantity_kind gno_quantity_window = {
    .name = "window",
    .input = {[GNO_QUANTITY_OF] = GNO_QUANTITY_MUST, [GNO_QUANTITY_IN] = GNO_QUANTITY_MUST},
    .window = true,
    .clips = true,
};
