/* SPDX-License-Identifier: Apache-2.0 */
#include "preprocessors/watcher.h"

static const struct key_spec keys[] = {
    {.name = "name",
     .type = KEY_LABEL,
     .required = 1,
     .what = "name of the trigger in experiments and reports"},
    {.name = "of", .type = KEY_LABEL, .required = 1, .what = "the quantity"},
    {0},
};

const struct watcher_kind watcher_threshold = {
    .list = "thresholds",
    .role = WATCHER_FIRES,
    .section = {"threshold", "A trigger that fires where a quantity reaches a limit.", keys},
    .one = "threshold",
    .a = "a threshold",
    .many = "thresholds",
    .taken = "timer watchdog host capture capture_began capture_ended",
    .module = "gnomon_trigger_threshold",
    .title = "Threshold",
    .instance = "u_threshold",
};
