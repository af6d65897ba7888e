/* SPDX-License-Identifier: Apache-2.0 */

/* The section of an experiment for what event ports do. */

#include "experiment/parts.h"
#include "gnomon/records.h"

#include <string.h>

void exp_read_port(struct gno_yaml *y, struct experiment *e, yaml_node_t *map)
{
	static const char *const keys[] = {"actions", "nodes", NULL};
	yaml_node_t *value[2];
	unsigned k, ports = 0;

	for (k = 0; e->m && k < e->m->nodes; k++) {
		e->port_on[k] = e->m->node[k].port.bus != GNO_BUS_NONE && e->scope[k];
		ports += e->m->node[k].port.bus != GNO_BUS_NONE;
	}
	e->port = 1u << GNO_ACT_RECORD;
	if (!map || !gno_yaml_keys(y, map, "'port'", keys, value))
		return;
	e->port_at = value[0];
	if (value[0])
		e->port = exp_actions(y, value[0], "the event port", &e->port_choice);
	if (e->m && !ports)
		gno_yaml_fault(y, map, "monitor '%s' has no event port", e->m->name);
	if (!value[1] || !e->m)
		return;
	memset(e->port_on, 0, sizeof(e->port_on));
	exp_read_nodes(y, e->m, value[1], e->port_on);
	for (k = 0; k < e->m->nodes; k++)
		if (e->port_on[k] && !e->m->node[k].port.bus && ports)
			gno_yaml_fault(y, value[1], "node '%s' has no event port",
				       e->m->node[k].name);
}
