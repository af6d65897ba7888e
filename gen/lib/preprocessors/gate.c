/* SPDX-License-Identifier: Apache-2.0 */
#include "preprocessors/gate.h"

void gate_put_key(const char *key, FILE *out)
{
	fprintf(out,
		"preprocessors count only where the gate is open; adds a pair, `%s`: cycles in "
		"which it is open, and all cycles",
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
