/* SPDX-License-Identifier: Apache-2.0 */

/* The trigger that the host fires: a monitor that has it adds its point by itself. */

#include "gnomon/records.h"
#include "compile/triggers/kinds.h"

#include <string.h>

static char *describe(const struct experiment *e, const struct exp_point *p)
{
	(void)e;
	(void)p;
	return strdup("asked for from outside");
}

const struct exp_trigger exp_trigger_host = {
    .name = "host",
    .own = true,
    .number_of = GNO_TRIGGER_HOST,
    .usual = 1u << GNO_ACT_SAMPLE | 1u << GNO_ACT_BANK,
    .records = GNO_PATTERN_TRIGGER,
    .describe = describe,
};
