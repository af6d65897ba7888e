/* SPDX-License-Identifier: Apache-2.0 */
#include "preprocessors/router.h"

const struct router_kind router = {
    .clocks = 3,
    .module = "gnomon_count_router",
    .title = "Router; its signals by number:",
    .instance = "u_router",
    .signals = "signals",
    .line = "line",
    .restart = "restart",
};
