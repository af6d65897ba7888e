/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The CAPTURE line: a global trigger at any node fires `capture` at all nodes, which records the
 * watched words and the state of all preprocessors. In its interrupt form the line is asserted for
 * rounds, in which all time counters pause; their begin and end are triggers, too. A monitor that
 * has the line adds these points by itself.
 */

#include "gnomon/records.h"
#include "triggers/kinds.h"

#include <string.h>

static bool does(const struct exp_point *p, unsigned action)
{
	return p->actions >> action & 1;
}

static void refuse(struct gno_yaml *y, const struct exp_point *p, unsigned action, const char *why)
{
	gno_yaml_fault(y, p->actions_at, "point '%s' %s '%s': %s", p->name,
		       does(p, action) ? "cannot do" : "must", gno_action_name(action), why);
}

/* What the line fires cannot drive it. */
static void check_capture(struct gno_yaml *y, struct experiment *e)
{
	const struct exp_point *p = exp_single(e, &exp_trigger_capture);

	if (p && does(p, GNO_ACT_GLOBAL))
		refuse(y, p, GNO_ACT_GLOBAL, "it is what a global trigger fires");
}

static void check_round(struct gno_yaml *y, const struct experiment *e,
			const struct exp_trigger *kind)
{
	const struct exp_point *p = exp_single(e, kind);

	if (p && does(p, GNO_ACT_GLOBAL))
		refuse(y, p, GNO_ACT_GLOBAL,
		       "a global trigger asserts the line, whose rounds would never end");
	if (p && !does(p, GNO_ACT_RECORD))
		refuse(y, p, GNO_ACT_RECORD,
		       "without its records the pauses of the time counters would be lost");
}

static void check_began(struct gno_yaml *y, struct experiment *e)
{
	check_round(y, e, &exp_trigger_capture_began);
}

static void check_ended(struct gno_yaml *y, struct experiment *e)
{
	check_round(y, e, &exp_trigger_capture_ended);
}

static char *describe(const struct experiment *e, const struct exp_point *p)
{
	(void)e;
	if (p->trigger == &exp_trigger_capture)
		return strdup("a global trigger at any node");
	return strdup(p->trigger == &exp_trigger_capture_began ? "the CAPTURE line is asserted"
							       : "the CAPTURE line is released");
}

const struct exp_trigger exp_trigger_capture = {
    .name = "capture",
    .own = true,
    .number_of = GNO_TRIGGER_CAPTURE,
    .usual = 1u << GNO_ACT_SAMPLE | 1u << GNO_ACT_BANK,
    .records = GNO_PATTERN_TRIGGER,
    .describe = describe,
    .number_all = check_capture,
};

const struct exp_trigger exp_trigger_capture_began = {
    .name = "capture_began",
    .own = true,
    .number_of = GNO_TRIGGER_CAPTURE_BEGAN,
    .records = GNO_PATTERN_TRIGGER,
    .describe = describe,
    .number_all = check_began,
};

const struct exp_trigger exp_trigger_capture_ended = {
    .name = "capture_ended",
    .own = true,
    .number_of = GNO_TRIGGER_CAPTURE_ENDED,
    .records = GNO_PATTERN_TRIGGER,
    .describe = describe,
    .number_all = check_ended,
};
