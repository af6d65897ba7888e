/* SPDX-License-Identifier: Apache-2.0 */

/* What the nodes of an experiment are to measure: room for it, and what the tables want of it. */

#include "experiment/parts.h"
#include "compile/trigger.h"

#include <stdlib.h>
#include <string.h>

void exp_make_uses(struct gno_yaml *y, struct experiment *e)
{
	if (!e->m)
		return;
	e->use = calloc(e->m->nodes, sizeof(*e->use));
	y->nomem = y->nomem || !e->use;
	for (unsigned k = 0; k < e->m->nodes && !y->nomem; k++) {
		const struct gno_preprocessors *m = &e->m->node[k].preprocessors;
		struct exp_use *use = &e->use[k];

		use->gate = -1;
		use->line = calloc(m->lines + 1, sizeof(*use->line));
		y->nomem = !use->line;
		for (unsigned i = 0; i < m->quantities; i++) /* as many as it can count */
			use->window[i] = (uint32_t)((UINT64_C(1) << m->quantity[i].bits) - 2);
		for (unsigned i = 0; i < m->buckets && !y->nomem; i++) {
			use->bound[i] = calloc(m->bucket[i].count, sizeof(*use->bound[i]));
			y->nomem = !use->bound[i];
			if (use->bound[i])
				exp_usual_bounds(&e->m->node[k], i, use->bound[i]);
		}
	}
}

void exp_free_uses(struct experiment *e)
{
	for (unsigned k = 0; e->use && k < e->m->nodes; k++) {
		struct exp_use *use = &e->use[k];

		for (unsigned i = 0; use->line && i < e->m->node[k].preprocessors.lines; i++)
			free(use->line[i].text);
		for (unsigned i = 0; i < GNO_MAX_UNITS; i++)
			free(use->bound[i]);
		for (size_t j = 0; j < use->measures; j++)
			free(use->measure[j].name);
		free(use->event_lines);
		free(use->line);
		free(use->measure);
	}
	free(e->use);
}

void exp_node_settings(const struct experiment *e, unsigned node, struct gno_route *route,
		       struct gno_node_settings *out)
{
	const struct gno_preprocessors *m = &e->m->node[node].preprocessors;
	const struct exp_use *use = &e->use[node];
	const struct exp_trigger *const *kind;

	memset(out, 0, sizeof(*out));
	for (unsigned i = 0; i < m->lines; i++)
		route[i] = use->line[i].route;
	out->route = route;
	exp_gate_settings(e, node, out);
	memcpy(out->window, use->window, sizeof(out->window));
	for (unsigned i = 0; i < m->buckets; i++)
		out->bound[i] = use->bound[i];
	for (kind = e->kinds; *kind; kind++)
		if ((*kind)->put_settings)
			(*kind)->put_settings(e, &e->m->node[node], out);
}
