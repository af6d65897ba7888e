/* SPDX-License-Identifier: Apache-2.0 */
#include "monitor/preprocessors/quantity.h"

const struct gno_quantity_kind gno_quantity_occupancy = {
    .name = "occupancy",
    .input = {[GNO_QUANTITY_FROM] = GNO_QUANTITY_MUST, [GNO_QUANTITY_TO] = GNO_QUANTITY_MUST},
};
