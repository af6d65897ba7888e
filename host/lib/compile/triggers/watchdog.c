/* SPDX-License-Identifier: Apache-2.0 */
#include "common/util.h"
#include "compile/triggers/kinds.h"

#include <inttypes.h>
#include <stdlib.h>

struct watchdog {
	int event;	/* point that feeds it; -1 after a fault */
	uint64_t after; /* clocks */
};

static const struct watchdog *watchdog_of(const struct exp_point *p)
{
	return p->data;
}

static void read_watchdog(struct gno_yaml *y, struct experiment *e, yaml_node_t *map)
{
	static const char *const keys[] = {"event", "after", "nodes", NULL};
	struct watchdog dog = {0};
	yaml_node_t *value[3];
	struct exp_point *p;
	const char *name;

	if (!gno_yaml_keys(y, map, "'watchdog'", keys, value))
		return;
	if (!value[0])
		gno_yaml_fault(y, map, "'watchdog' has no 'event'");
	if (!value[1])
		gno_yaml_fault(y, map, "'watchdog' has no 'after' (cycles)");
	else
		gno_yaml_number(y, value[1], "'after' (cycles)", 1, EXP_MAX_CLOCKS, &dog.after);
	name = value[0] ? gno_yaml_text(y, value[0], "the name of a point") : NULL;
	dog.event = name ? exp_find_event(y, e, name, gno_yaml_position(value[0])) : -1;
	p = exp_add_single(y, e, map, value[2], &exp_trigger_watchdog, sizeof(dog));
	if (p)
		*(struct watchdog *)p->data = dog;
}

static bool has_watchdog(const struct gno_node *n)
{
	return n->watchdog;
}

static bool is_watchdog_known(const struct experiment *e, const struct exp_point *p)
{
	return exp_is_sound(e, watchdog_of(p)->event);
}

static int missing(const struct experiment *e, const struct exp_point *p, unsigned k)
{
	int event = watchdog_of(p)->event;

	return event >= 0 && !e->point[event].on[k] ? event : -1;
}

static bool waits_for(const struct experiment *e, size_t point)
{
	const struct exp_point *p = exp_single(e, &exp_trigger_watchdog);

	return p && watchdog_of(p)->event == (int)point;
}

static void number_watchdog(struct gno_yaml *y, struct experiment *e, const struct gno_node *n)
{
	(void)y;
	exp_number_single(e, n, &exp_trigger_watchdog, GNO_TRIGGER_WATCHDOG);
}

static char *describe_watchdog(const struct experiment *e, const struct exp_point *p)
{
	return gno_format("no %s for %" PRIu64 " cycles", e->point[watchdog_of(p)->event].name,
			  watchdog_of(p)->after);
}

static void put_watchdog(const struct experiment *e, const struct gno_node *n,
			 struct gno_node_triggers *out)
{
	const struct exp_point *p = exp_single(e, &exp_trigger_watchdog);

	if (!p || !p->on[n->index])
		return;
	out->watchdog = watchdog_of(p)->after;
	out->feed = (unsigned)e->point[watchdog_of(p)->event].code[n->index];
}

static void put_head(const struct experiment *e, struct gno_pattern_file *out)
{
	const struct exp_point *p = exp_single(e, &exp_trigger_watchdog);

	if (p)
		out->watchdog = watchdog_of(p)->after;
}

const struct exp_trigger exp_trigger_watchdog = {
    .name = "watchdog",
    .section = "watchdog",
    .needs_points = true,
    .needs = "watchdog",
    .records = GNO_PATTERN_TRIGGER,
    .has = has_watchdog,
    .is_known = is_watchdog_known,
    .missing = missing,
    .describe = describe_watchdog,
    .free = free,
    .read = read_watchdog,
    .number = number_watchdog,
    .waits_for = waits_for,
    .put = put_watchdog,
    .put_head = put_head,
};
