/* SPDX-License-Identifier: Apache-2.0 */
/* The table of keys of signals, values and preprocessors (docs/design/preprocessors.md). */
#include "model/keys.h"
#include "preprocessors/quantity.h"

static const struct key_spec signal_keys[] = {
    {.name = "name",
     .type = KEY_NAME,
     .required = 1,
     .what = "name of the signal, and of its port of one bit"},
    {.name = "delay",
     .type = KEY_OFFSET,
     .preset = "0",
     .min = (uint64_t)-4,
     .max = 64,
     .what =
	 "cycles by which it comes before what it belongs to; -2: it comes two cycles after it"},
    {0},
};

static const struct key_spec value_keys[] = {
    {.name = "name", .type = KEY_NAME, .required = 1, .what = "name of the value, and of its port"},
    {.name = "bits",
     .type = KEY_INT,
     .required = 1,
     .min = 1,
     .max = 32,
     .what = "width of the port"},
    {.name = "when",
     .type = KEY_NAME,
     .what =
	 "name of a port: the value is valid only in cycles in which it is 1; without it in every cycle"},
    {.name = "delay",
     .type = KEY_OFFSET,
     .preset = "0",
     .min = (uint64_t)-6,
     .max = 64,
     .what = "cycles by which it (and `when`) comes before what it belongs to"},
    {0},
};

static const struct key_spec quantity_keys[] = {
    {.name = "name",
     .type = KEY_LABEL,
     .required = 1,
     .what = "name of the quantity in experiments and reports"},
    {.name = "kind",
     .type = KEY_CHOICE,
     .required = 1,
     .choices = QUANTITY_WORDS,
     .put_what = quantity_put_kinds},
    {.name = "of", .type = KEY_INPUT, .put_what = quantity_put_key},
    {.name = "from", .type = KEY_INPUT, .put_what = quantity_put_key},
    {.name = "to", .type = KEY_INPUT, .put_what = quantity_put_key},
    {.name = "in", .type = KEY_INPUT, .put_what = quantity_put_key},
    {.name = "clear", .type = KEY_INPUT, .put_what = quantity_put_key},
    {.name = "outstanding",
     .type = KEY_INT,
     .power_of_two = 1,
     .preset = "8",
     .min = 1,
     .max = 64,
     .put_what = quantity_put_key},
    {.name = "bits",
     .type = KEY_INT,
     .preset = "16",
     .min = 4,
     .max = 32,
     .what =
	 "width, at which the quantity saturates; value and class have that of the value, of a code"},
    {0},
};

static const struct key_spec part_plain = {.name = "of", .type = KEY_LABEL};

static const struct key_spec group_keys[] = {
    {.name = "name",
     .type = KEY_LABEL,
     .required = 1,
     .what = "name of the group in actions and reports"},
    {.name = "of",
     .type = KEY_LIST,
     .required = 1,
     .min = 1,
     .max = 18,
     .plain = &part_plain,
     .what = "pairs, extremes, bucket units and counter banks; each is in one group at most"},
    {0},
};

const struct key_spec key_event_line_plain = {.name = "event_lines", .type = KEY_LABEL};
const struct key_spec key_signal_plain = {.name = "signals", .type = KEY_NAME};
const struct key_section key_signal = {
    "signal", "A signal: a name, or a mapping where it comes early or late.", signal_keys};
const struct key_section key_value = {"value", "A number of the target.", value_keys};
const struct key_section key_quantity = {"quantity", "A stream of numbers, at most one per cycle.",
					 quantity_keys};
const struct key_section key_group = {
    "group", "Preprocessors that `reset`, `sample` and `bank` of an experiment choose together.",
    group_keys};
