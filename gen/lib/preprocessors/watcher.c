/* SPDX-License-Identifier: Apache-2.0 */
#include "preprocessors/watcher.h"

static const struct key_spec threshold_keys[] = {
    {.name = "name",
     .type = KEY_LABEL,
     .required = 1,
     .what = "name of the trigger in experiments and reports"},
    {.name = "of", .type = KEY_LABEL, .required = 1, .what = "the quantity"},
    {0},
};

static const struct key_spec extreme_keys[] = {
    {.name = "name", .type = KEY_LABEL, .required = 1, .what = "name in reports"},
    {.name = "of", .type = KEY_LABEL, .required = 1, .what = "the quantity"},
    {0},
};

static const struct key_spec bucket_keys[] = {
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

static const struct key_spec counted_input = {.name = "inputs", .type = KEY_INPUT};

static const struct key_spec counters_keys[] = {
    {.name = "name", .type = KEY_LABEL, .required = 1, .what = "name of the bank in reports"},
    {.name = "inputs",
     .type = KEY_LIST,
     .required = 1,
     .min = 16,
     .max = 256,
     .plain = &counted_input,
     .what = "signals, `always` or `route`: a counter of 32 bits each"},
    {0},
};

static const struct key_spec segments_keys[] = {
    {.name = "name",
     .type = KEY_LABEL,
     .required = 1,
     .what = "name of the unit in reports and exports"},
    {.name = "line",
     .type = KEY_LABEL,
     .required = 1,
     .what = "the event line, one of `event_lines`: each cycle in which it is 1 is a trigger"},
    {.name = "keep",
     .type = KEY_CHOICE,
     .preset = "cycles",
     .choices = "cycles " WATCHER_CHANGES,
     .what =
	 "an entry for each cycle, or for each run of cycles in which the word does not change"},
    {.name = "before",
     .type = KEY_INT,
     .preset = "24",
     .min = 0,
     .max = 1023,
     .what = "entries of a segment before the one with its trigger"},
    {.name = "after",
     .type = KEY_INT,
     .preset = "23",
     .min = 0,
     .max = 1023,
     .what = "entries behind it; all three parts together are 8 to 1024 entries"},
    {.name = "count",
     .type = KEY_INT,
     .power_of_two = 1,
     .preset = "4",
     .min = 2,
     .max = 16,
     .what = "segments: one fills while the others are sent"},
    {0},
};

const struct watcher_kind watcher_kinds[WATCHERS] = {
    [WATCHER_threshold] =
	{
	    .list = "thresholds",
	    .role = WATCHER_FIRES,
	    .section = {"threshold", "A trigger that fires where a quantity reaches a limit.",
			threshold_keys},
	    .one = "threshold",
	    .a = "a threshold",
	    .many = "thresholds",
	    .taken = "timer watchdog host capture capture_began capture_ended",
	    .module = "gnomon_trigger_threshold",
	    .title = "Threshold",
	    .instance = "u_threshold",
	},
    [WATCHER_extreme] =
	{
	    .list = "extremes",
	    .role = WATCHER_SAMPLED,
	    .section =
		{"extreme",
		 "The largest and the smallest value, with time and event; read with the ratio pairs.",
		 extreme_keys},
	    .one = "extreme",
	    .a = "an extreme",
	    .many = "extremes",
	    .module = "gnomon_count_extremes",
	    .title = "Extreme",
	    .instance = "u_extreme",
	},
    [WATCHER_bucket] =
	{
	    .list = "buckets",
	    .role = WATCHER_BANKED,
	    .section = {"bucket", "A distribution: counts of the values in each of its ranges.",
			bucket_keys},
	    .one = "bucket unit",
	    .a = "a bucket unit",
	    .many = "bucket units",
	    .module = "gnomon_count_buckets",
	    .title = "Bucket unit",
	    .instance = "u_buckets",
	},
    [WATCHER_counters] =
	{
	    .list = "counters",
	    .role = WATCHER_COUNTED,
	    .section = {"counter", "A bank of counters that count in the whole run.",
			counters_keys},
	    .one = "counter bank",
	    .a = "a counter bank",
	    .many = "counter banks",
	    .module = "gnomon_count_counters",
	    .title = "Counter bank",
	    .instance = "u_counters",
	},
    [WATCHER_segments] =
	{
	    .list = "segments",
	    .role = WATCHER_KEPT,
	    .section =
		{"segments",
		 "A memory of segments: the watched words around the cycles of an event line.",
		 segments_keys},
	    .one = "unit of segments",
	    .a = "a unit of segments",
	    .many = "units of segments",
	    .module = "gnomon_count_segments",
	    .title = "Segments",
	    .instance = "u_segments",
	},
};

const struct watcher_kind *watcher_at(size_t i)
{
	return i < WATCHERS ? &watcher_kinds[i] : NULL;
}
