/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The CAPTURE line: a global trigger at any node fires `capture` at all nodes, which records the
 * watched words and the state of all preprocessors. A monitor that has the line adds this point by
 * itself.
 */

#include "gnomon/records.h"
#include "compile/triggers/kinds.h"

#include <string.h>

/* What the line fires cannot drive it. */
static void check(struct gno_yaml *y, struct experiment *e)
{
	const struct exp_point *p = exp_single(e, &exp_trigger_capture);

	if (p && p->actions >> GNO_ACT_GLOBAL & 1)
		gno_yaml_fault(y, p->actions_at,
			       "point '%s' cannot do 'global': it is what a global trigger fires",
			       p->name);
}

static char *describe(const struct experiment *e, const struct exp_point *p)
{
	(void)e;
	(void)p;
	return strdup("a global trigger at any node");
}

const struct exp_trigger exp_trigger_capture = {
    .name = "capture",
    .own = true,
    .number_of = GNO_TRIGGER_CAPTURE,
    .usual = 1u << GNO_ACT_SAMPLE | 1u << GNO_ACT_BANK,
    .records = GNO_PATTERN_TRIGGER,
    .describe = describe,
    .number_all = check,
};
