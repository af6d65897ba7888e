/* SPDX-License-Identifier: Apache-2.0 */
#include "common/util.h"
#include "compile/triggers/kinds.h"

#include <inttypes.h>
#include <stdlib.h>

struct timer {
	uint64_t every; /* clocks */
	bool profile;
};

static const struct timer *timer_of(const struct exp_point *p)
{
	return p->data;
}

static void read_timer(struct gno_yaml *y, struct experiment *e, yaml_node_t *map)
{
	static const char *const keys[] = {"every", "profile", "nodes", NULL};
	struct timer timer = {0};
	yaml_node_t *value[3];
	struct exp_point *p;

	if (!gno_yaml_keys(y, map, "'timer'", keys, value))
		return;
	if (!value[0])
		gno_yaml_fault(y, map, "'timer' has no 'every' (cycles)");
	else
		gno_yaml_number(y, value[0], "'every' (cycles)", 1, EXP_MAX_CLOCKS, &timer.every);
	timer.profile = value[1] && gno_yaml_bool(y, value[1], "'profile'");
	p = exp_add_single(y, e, map, value[2], &exp_trigger_timer, sizeof(timer));
	if (p)
		*(struct timer *)p->data = timer;
}

static bool has_timer(const struct gno_node *n)
{
	return n->timer;
}

static bool is_timer_known(const struct experiment *e, const struct exp_point *p)
{
	(void)e;
	(void)p;
	return true;
}

static void number_timer(struct gno_yaml *y, struct experiment *e, const struct gno_node *n)
{
	(void)y;
	exp_number_single(e, n, &exp_trigger_timer, GNO_TRIGGER_TIMER);
}

static char *describe_timer(const struct experiment *e, const struct exp_point *p)
{
	(void)e;
	return gno_format("every %" PRIu64 " cycles", timer_of(p)->every);
}

static void put_timer(const struct experiment *e, const struct gno_node *n,
		      struct gno_node_triggers *out)
{
	const struct exp_point *p = exp_single(e, &exp_trigger_timer);

	if (!p || !p->on[n->index])
		return;
	out->timer = timer_of(p)->every;
	out->profile = timer_of(p)->profile;
}

static void put_head(const struct experiment *e, struct gno_pattern_file *out)
{
	const struct exp_point *p = exp_single(e, &exp_trigger_timer);

	if (!p)
		return;
	out->timer = timer_of(p)->every;
	out->profile = timer_of(p)->profile;
}

const struct exp_trigger exp_trigger_timer = {
    .name = "timer",
    .section = "timer",
    .needs = "timer",
    .records = GNO_PATTERN_TRIGGER,
    .has = has_timer,
    .is_known = is_timer_known,
    .describe = describe_timer,
    .free = free,
    .read = read_timer,
    .number = number_timer,
    .put = put_timer,
    .put_head = put_head,
};
