/* SPDX-License-Identifier: Apache-2.0 */
#include "preprocessors/single.h"

void gate_put_key(const char *key, FILE *out)
{
	fprintf(
	    out,
	    "preprocessors count only where the gate is open; adds a pair, `%s`: cycles in which it is open, and all cycles",
	    key);
}

const struct gate_kind gate = {
    .columns = 2,
    .lanes = 1,
    .a = GATE_NET,
    .b = "1'b1",
    .module = "gnomon_count_gate",
    .title = "Gate",
    .instance = "u_gate",
    .joins =
	{
	    {"open_i", "opens"},
	    {"close_i", "closes"},
	    {"line_i", NULL},
	    {"process_i", "process_i"},
	    {"open_o", GATE_NET},
	    {0},
	},
};

const struct router_kind router = {
    .clocks = 3,
    .module = "gnomon_count_router",
    .title = "Router; its signals by number:",
    .instance = "u_router",
    .signals = "signals",
    .line = "line",
    .restart = "restart",
};

static const struct key_spec pair_keys[] = {
    {.name = "name", .type = KEY_LABEL, .required = 1, .what = "name of the pair in reports"},
    {.name = "a",
     .type = KEY_INPUT,
     .required = 1,
     .what =
	 "what A counts (the part): a signal's cycles, or a value, which is added in each cycle in which it is valid"},
    {.name = "b", .type = KEY_INPUT, .required = 1, .what = "what B counts (the whole)"},
    {.name = "gate",
     .type = KEY_NAME,
     .what = "both count only in cycles in which this signal is 1"},
    {0},
};

static const struct key_section pair_section = {
    "pair",
    "A ratio counter pair. A preprocessor observes a signal, at a port of one bit; `always`, every cycle; or `route`, a line of the router of its own. A signal that is named several times is one port.",
    pair_keys,
};

static const struct key_spec ratios_keys[] = {
    {.name = "form",
     .type = KEY_CHOICE,
     .preset = "full",
     .choices = "full compressed compressed32",
     .what =
	 "`full`: A and B of 32 bits each; `compressed`: 16 bits a pair, exact below 32, above the ratio of the smaller to the larger is off by less than 3/65 (0.0462; where A is the larger 1/22, 0.0455); `compressed32`: 32 bits a pair, exact below 16384, above off by less than 2/16385 (0.000122)"},
    {.name = "pairs",
     .type = KEY_LIST,
     .required = 1,
     .min = 1,
     .max = 8,
     .child = &pair_section,
     .what = "the pairs"},
    {0},
};

const struct ratios_kind ratios = {
    .section = {"ratios", "The node's ratio counters.", ratios_keys},
    .one = "ratio pair",
    .many = "ratio pairs",
    .module = "gnomon_count_ratios",
    .instance = "u_ratios",
    .join = "gnomon_count_join",
    .join_instance = "u_join",
    .title = "Ratio counters",
};
