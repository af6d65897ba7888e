/* SPDX-License-Identifier: Apache-2.0 */

/* The limits of an experiment: what must hold of its runs. */

#include "experiment/parts.h"
#include "gnomon/records.h"
#include "compile/limit.h"

#include <stdlib.h>
#include <string.h>

static const char *measure_name(const struct experiment *e, size_t i)
{
	for (unsigned k = 0; e->use && k < e->m->nodes; k++) {
		if (i < e->use[k].measures)
			return e->use[k].measure[i].name;
		i -= e->use[k].measures;
	}
	return NULL;
}

static const char *name_of_limit_item(const void *ctx, enum gno_limit_list list, size_t i)
{
	const struct experiment *e = ctx;

	switch (list) {
	case GNO_LIMIT_NODES:
		return i < e->m->nodes ? e->m->node[i].name : NULL;
	case GNO_LIMIT_INTERVALS:
		return i < e->intervals ? e->interval[i].name : NULL;
	case GNO_LIMIT_POINTS:
		return i < e->points ? e->point[i].name : NULL;
	default:
		return measure_name(e, i);
	}
}

/* Whether a point is recorded at a node, as far as that is known: of one at fault it is not. */
static bool is_recorded(const struct exp_point *p, unsigned node)
{
	const bool known = !p->at_fault && (p->resolved || !exp_is_event(p));

	return p->actions >> GNO_ACT_RECORD & 1 && (p->on[node] || !known);
}

static bool is_at(const void *ctx, enum gno_limit_list list, size_t i, unsigned node)
{
	const struct experiment *e = ctx;

	if (list == GNO_LIMIT_POINTS)
		return is_recorded(&e->point[i], node);
	return is_recorded(&e->point[e->interval[i].from], node) &&
	       is_recorded(&e->point[e->interval[i].to], node);
}

static const struct gno_pattern_measure *measure_at(const void *ctx, unsigned node,
						    const char *name)
{
	const struct experiment *e = ctx;

	for (size_t i = 0; e->use && i < e->use[node].measures; i++)
		if (gno_limit_same(e->use[node].measure[i].name, name))
			return &e->use[node].measure[i];
	return NULL;
}

static void read_limit(struct gno_yaml *y, struct experiment *e, yaml_node_t *node)
{
	const struct gno_limit_names names = {.ctx = e,
					      .clock_hz = e->m->clock_hz,
					      .name = name_of_limit_item,
					      .is_at = is_at,
					      .measure = measure_at};
	const char *text = gno_yaml_text(y, node, "a limit");
	struct gno_limit limit = {.text = NULL};
	unsigned column = 1;
	struct gno_err err;
	int rc;

	if (!text)
		return;
	rc = gno_limit_parse(text, &limit, &column, &err);
	/* a round may take other measures */
	if (!rc && !(limit.what == GNO_LIMIT_MEASURE && e->rounds > 1))
		rc = gno_limit_find(&limit, &names, &column, &err);
	if (rc == GNO_ERR_NOMEM)
		y->nomem = true;
	else if (rc)
		gno_yaml_fault_at(y, gno_yaml_position_in(node, column - 1), "limit '%s': %s",
				  limit.text, err.text);
	else if ((e->limit[e->limits] = gno_yaml_copy(y, limit.text)))
		e->limits++;
	gno_limit_free(&limit);
}

void exp_read_limits(struct gno_yaml *y, struct experiment *e, yaml_node_t *list)
{
	yaml_node_t *item;
	size_t count = 0;

	while (gno_yaml_item(y, list, count))
		count++;
	if (!count)
		gno_yaml_fault(y, list, "'limits' must be a list of limits");
	e->limit = calloc(count + 1, sizeof(*e->limit));
	if (!e->limit)
		y->nomem = true;
	for (size_t i = 0; !y->nomem && (item = gno_yaml_item(y, list, i)); i++)
		read_limit(y, e, item);
}
