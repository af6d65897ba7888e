/* SPDX-License-Identifier: Apache-2.0 */
#include "monitor/preprocessors/list.h"

#define MAX_EXTREMES 4

const struct gno_list_kind gno_list_extremes = {
    .name = "extremes",
    .most = MAX_EXTREMES,
    .size = sizeof(struct gno_watcher),
    .group = offsetof(struct gno_watcher, group),
    .list = offsetof(struct gno_preprocessors, extreme),
    .count = offsetof(struct gno_preprocessors, extremes),
    .keys = {{"of", GNO_LIST_QUANTITY, offsetof(struct gno_watcher, of), 0, 0, 0}, {0}},
};
