/* SPDX-License-Identifier: Apache-2.0 */
#include "preprocessors/watcher.h"

static const struct key_spec input = {.name = "inputs", .type = KEY_INPUT};

static const struct key_spec keys[] = {
    {.name = "name", .type = KEY_LABEL, .required = 1, .what = "name of the bank in reports"},
    {.name = "inputs",
     .type = KEY_LIST,
     .required = 1,
     .min = 16,
     .max = 256,
     .plain = &input,
     .what = "signals, `always` or `route`: a counter of 32 bits each"},
    {0},
};

const struct watcher_kind watcher_counters = {
    .list = "counters",
    .role = WATCHER_COUNTED,
    .section = {"counter", "A bank of counters that count in the whole run.", keys},
    .one = "counter bank",
    .a = "a counter bank",
    .many = "counter banks",
    .module = "gnomon_count_counters",
    .title = "Counter bank",
    .instance = "u_counters",
};
