/* SPDX-License-Identifier: Apache-2.0 */

/* The trigger that the host fires: a monitor that has it adds its point by itself. */

#include "gnomon/records.h"
#include "triggers/kinds.h"

#include <string.h>

static bool has_host(const struct gno_node *n)
{
	return gno_trigger_number(n, GNO_TRIGGER_HOST, 0) >= 0;
}

static void read_host(struct gno_yaml *y, struct experiment *e, yaml_node_t *map)
{
	(void)map;
	exp_add_own(y, e, &exp_trigger_host);
}

static bool is_known(const struct experiment *e, const struct exp_point *p)
{
	(void)e;
	return !p->at_fault;
}

static void number(struct gno_yaml *y, struct experiment *e, const struct gno_node *n)
{
	(void)y;
	exp_number_single(e, n, &exp_trigger_host, GNO_TRIGGER_HOST);
}

static char *describe(const struct experiment *e, const struct exp_point *p)
{
	(void)e;
	(void)p;
	return strdup("asked for from outside");
}

const struct exp_trigger exp_trigger_host = {
    .name = "host",
    .records = GNO_PATTERN_TRIGGER,
    .has = has_host,
    .is_known = is_known,
    .describe = describe,
    .read = read_host,
    .number = number,
};
