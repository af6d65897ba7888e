/* SPDX-License-Identifier: Apache-2.0 */
#include "preprocessors/watcher.h"

static const struct key_spec keys[] = {
    {.name = "name",
     .type = KEY_LABEL,
     .required = 1,
     .what = "name of the unit in experiments and reports"},
    {.name = "of", .type = KEY_LABEL, .required = 1, .what = "the quantity"},
    {.name = "count",
     .type = KEY_INT,
     .power_of_two = 1,
     .preset = "64",
     .min = 8,
     .max = 4096,
     .what = "buckets of a bank"},
    {.name = "banks",
     .type = KEY_INT,
     .power_of_two = 1,
     .preset = "2",
     .min = 2,
     .max = 16,
     .what = "banks: one fills while the others are sent"},
    {.name = "bits",
     .type = KEY_INT,
     .power_of_two = 1,
     .preset = "32",
     .min = 16,
     .max = 32,
     .what = "width of a count: 16 or 32"},
    {0},
};

const struct watcher_kind watcher_bucket = {
    .list = "buckets",
    .role = WATCHER_BANKED,
    .section = {"bucket", "A distribution: counts of the values in each of its ranges.", keys},
    .one = "bucket unit",
    .a = "a bucket unit",
    .many = "bucket units",
    .module = "gnomon_count_buckets",
    .title = "Bucket unit",
    .instance = "u_buckets",
};
