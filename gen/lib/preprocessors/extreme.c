/* SPDX-License-Identifier: Apache-2.0 */
#include "preprocessors/watcher.h"

static const struct key_spec keys[] = {
    {.name = "name", .type = KEY_LABEL, .required = 1, .what = "name in reports"},
    {.name = "of", .type = KEY_LABEL, .required = 1, .what = "the quantity"},
    {0},
};

const struct watcher_kind watcher_extreme = {
    .list = "extremes",
    .role = WATCHER_SAMPLED,
    .section =
	{"extreme",
	 "The largest and the smallest value, with time and event; read with the ratio pairs.",
	 keys},
    .one = "extreme",
    .a = "an extreme",
    .many = "extremes",
    .module = "gnomon_count_extremes",
    .title = "Extreme",
    .instance = "u_extreme",
};
