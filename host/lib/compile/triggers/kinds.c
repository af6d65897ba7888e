/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The table of kinds; and those that a monitor which has them adds to an experiment by itself: the
 * trigger of the host, the CAPTURE line and the rounds.
 */

#include "compile/triggers/kinds.h"
#include "common/util.h"
#include "gnomon/records.h"

#include <string.h>

/* The trigger that the host fires. */

static char *describe_host(const struct experiment *e, const struct exp_point *p)
{
	(void)e;
	(void)p;
	return strdup("requested by the host");
}

const struct exp_trigger exp_trigger_host = {
    .name = "host",
    .own = true,
    .number_of = GNO_TRIGGER_HOST,
    .usual = 1u << GNO_ACT_SAMPLE | 1u << GNO_ACT_BANK,
    .records = GNO_PATTERN_TRIGGER,
    .describe = describe_host,
};

/*
 * The CAPTURE line: a global trigger at any node fires `capture` at all nodes, which records the
 * watched words and the state of all preprocessors.
 */

/* What the line fires cannot drive it. */
static void check_capture(struct gno_yaml *y, struct experiment *e)
{
	const struct exp_point *p = exp_single(e, &exp_trigger_capture);

	if (p && p->actions >> GNO_ACT_GLOBAL & 1)
		gno_yaml_fault(y, p->actions_at,
			       "point '%s' cannot do 'global': it is what a global trigger fires",
			       p->name);
}

static char *describe_capture(const struct experiment *e, const struct exp_point *p)
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
    .describe = describe_capture,
    .number_all = check_capture,
};

/*
 * Rounds of the lines that interrupt the processors, in which all time counters pause: each line
 * has a trigger for the begin and one for the end.
 */

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

static void check_round(struct gno_yaml *y, const struct experiment *e,
			const struct exp_trigger *kind)
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

static char *describe_round(const struct experiment *e, const struct exp_point *p)
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
		check_round(y, e, &exp_trigger_##word);                                            \
	}                                                                                          \
	const struct exp_trigger exp_trigger_##word = {                                            \
	    .name = #word,                                                                         \
	    .own = true,                                                                           \
	    .number_of = GNO_TRIGGER_##trigger,                                                    \
	    .records = GNO_PATTERN_TRIGGER,                                                        \
	    .describe = describe_round,                                                            \
	    .number_all = check_##word,                                                            \
	};

ROUND(capture_began, CAPTURE_BEGAN)
ROUND(capture_ended, CAPTURE_ENDED)
ROUND(report_began, REPORT_BEGAN)
ROUND(report_ended, REPORT_ENDED)

#define ENTRY(word) &exp_trigger_##word,

const struct exp_trigger *const exp_triggers[] = {EXP_TRIGGER_KINDS(ENTRY) NULL};
