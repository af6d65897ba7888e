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
	const char *name = exp_trigger_host.name;
	const struct exp_point *other = NULL;
	bool sampled = false, banked = false, there = false;
	struct exp_point *p;
	unsigned k;
	size_t i;

	(void)map;
	for (k = 0; e->m && k < e->m->nodes; k++) {
		const struct gno_node *n = &e->m->node[k];

		if (!e->scope[k] || !has_host(n))
			continue;
		there = true;
		sampled = sampled || gno_node_sampled(n);
		banked = banked || n->preprocessors.buckets;
	}
	for (i = 0; i < e->points; i++)
		if (!strcmp(e->point[i].name, name))
			other = &e->point[i];
	if (there && other)
		gno_yaml_fault_at(y, other->at,
				  "'host' is the monitor's own trigger: take another name");
	if (!there || other)
		return;
	p = exp_add_point(y, e, name, (struct gno_yaml_position){0}, &exp_trigger_host);
	if (p)
		p->actions |=
		    (sampled ? 1u << GNO_ACT_SAMPLE : 0) | (banked ? 1u << GNO_ACT_BANK : 0);
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
