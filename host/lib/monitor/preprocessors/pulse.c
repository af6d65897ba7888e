/* SPDX-License-Identifier: Apache-2.0 */
#include "monitor/preprocessors/quantity.h"

const struct gno_quantity_kind gno_quantity_pulse = {
    .name = "pulse",
    .input = {[GNO_QUANTITY_OF] = GNO_QUANTITY_MUST},
    .clips = true,
};
