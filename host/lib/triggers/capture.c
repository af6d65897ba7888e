/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The CAPTURE line: a global trigger at any node fires it at all nodes. A monitor that has the line
 * adds its point by itself, which records the watched words and the state of all preprocessors.
 */

#include "gnomon/records.h"
#include "triggers/kinds.h"

#include <string.h>

static bool has_line(const struct gno_node *n)
{
	return n->capture;
}

static void read_capture(struct gno_yaml *y, struct experiment *e, yaml_node_t *map)
{
	(void)map;
	exp_add_own(y, e, &exp_trigger_capture);
}

static bool is_known(const struct experiment *e, const struct exp_point *p)
{
	(void)e;
	return !p->at_fault;
}

static void number(struct gno_yaml *y, struct experiment *e, const struct gno_node *n)
{
	(void)y;
	exp_number_single(e, n, &exp_trigger_capture, GNO_TRIGGER_CAPTURE);
}

/* What the line fires cannot drive it. */
static void number_all(struct gno_yaml *y, struct experiment *e)
{
	const struct exp_point *p = exp_single(e, &exp_trigger_capture);

	if (p && p->actions & 1u << GNO_ACT_GLOBAL)
		gno_yaml_fault(y, p->actions_at,
			       "point '%s' cannot do '%s': it is what a global trigger fires",
			       p->name, gno_action_name(GNO_ACT_GLOBAL));
}

static char *describe(const struct experiment *e, const struct exp_point *p)
{
	(void)e;
	(void)p;
	return strdup("a global trigger at any node");
}

const struct exp_trigger exp_trigger_capture = {
    .name = "capture",
    .records = GNO_PATTERN_TRIGGER,
    .has = has_line,
    .is_known = is_known,
    .describe = describe,
    .read = read_capture,
    .number = number,
    .number_all = number_all,
};
