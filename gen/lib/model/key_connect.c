/* SPDX-License-Identifier: Apache-2.0 */
/* Keys: what ports of the monitor are connected to. */
#include "model/keys.h"

static const struct key_spec connect_keys[] = {
    {.name = KEY_ANY,
     .type = KEY_TEXT,
     .what =
	 "what the input of this name is connected to: a signal of the target as a hierarchical name with indices, slices and members (`soc.core[0].rvfi_insn[31:20]`), a constant (`1'b1`), or these with operators of Verilog (`soc.valid & soc.ready`), `( )` and `{ , }`. In quotes where YAML needs them. In an entry of several nodes `{}` is the number of the node"},
    {0},
};

const struct key_section key_connect = {
    "connect",
    "Signals of the target by name, for what connects the monitor to a design; the monitor is the same with and without them. The name of an input is that of its port without `_i` and without the name of the node: `clk`, `rst`, a field, a qualifier, a signal, a value, `port_data`.",
    connect_keys};
