/* SPDX-License-Identifier: Apache-2.0 */
/* The ports of the monitor's modules in the manifest. */
#include "emit/manifest.h"
#include "plan/pins.h"

static json_t *port_json(const struct plan_top *top, const struct plan_pin *pin)
{
	return json_pack("{s:s, s:s, s:s, s:i, s:s, s:s*, s:s*, s:s, s:s*}", "name", pin->port.name,
			 "module", top->name, "direction", pin->port.output ? "out" : "in", "width",
			 pin->port.bits, "role", tab_role_words[pin->role].name, "node", pin->node,
			 "signal", pin->signal, "meaning", plan_pin_meaning(pin), "connect",
			 pin->connect);
}

json_t *ports_json(json_t *array, const struct plan_top *top)
{
	for (size_t i = 0; i < top->pins_count; i++)
		array = json_append(array, port_json(top, &top->pins[i]));
	return array;
}
