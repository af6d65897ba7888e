/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Rounds of the lines that interrupt the processors, in which all time counters pause: each line
 * has a trigger for the begin and one for the end. A monitor that has a line adds these points by
 * itself.
 */

#include "common/util.h"
#include "gnomon/records.h"
#include "compile/triggers/kinds.h"

/* Why no round can fire a global trigger. */
static const char *const never_global[] = {
    [GNO_LINE_CAPTURE] = "a global trigger asserts the line, whose rounds would never end",
    [GNO_LINE_REPORT] = "rounds of the REPORT line drive no other line",
};

/* Whether a global trigger can be; else that it cannot is reported for each point. */
static bool has_capture(const struct gno_manifest *m)
{
	for (unsigned k = 0; k < m->nodes; k++)
		if (m->node[k].capture)
			return true;
	return false;
}

static void check(struct gno_yaml *y, const struct experiment *e, const struct exp_trigger *kind)
{
	const struct exp_point *p = exp_single(e, kind);

	if (p && p->actions >> GNO_ACT_GLOBAL & 1 && has_capture(e->m))
		gno_yaml_fault(y, p->actions_at, "point '%s' cannot do 'global': %s", p->name,
			       never_global[gno_trigger_line(kind->number_of)]);
	if (p && !(p->actions >> GNO_ACT_RECORD & 1))
		gno_yaml_fault(
		    y, p->actions_at,
		    "point '%s' must 'record': without its records the pauses of the time counters would be lost",
		    p->name);
}

static char *describe(const struct experiment *e, const struct exp_point *p)
{
	enum gno_trigger_kind kind = p->trigger->number_of;
	enum gno_line line = gno_trigger_line(kind);

	(void)e;
	return gno_format("the %s line is %s", gno_line_name(line),
			  kind == gno_round_trigger(line, true) ? "asserted" : "released");
}

#define ROUND(word, trigger)                                                                       \
	static void check_##word(struct gno_yaml *y, struct experiment *e)                         \
	{                                                                                          \
		check(y, e, &exp_trigger_##word);                                                  \
	}                                                                                          \
	const struct exp_trigger exp_trigger_##word = {                                            \
	    .name = #word,                                                                         \
	    .own = true,                                                                           \
	    .number_of = GNO_TRIGGER_##trigger,                                                    \
	    .records = GNO_PATTERN_TRIGGER,                                                        \
	    .describe = describe,                                                                  \
	    .number_all = check_##word,                                                            \
	};

ROUND(capture_began, CAPTURE_BEGAN)
ROUND(capture_ended, CAPTURE_ENDED)
ROUND(report_began, REPORT_BEGAN)
ROUND(report_ended, REPORT_ENDED)
