/* SPDX-License-Identifier: Apache-2.0 */
#include "passes/report/second.h"

void second_look(struct second_view *v, const struct gno_report *r)
{
	v->shadow = *r;
	v->shadow.line.cell = NULL;
	v->options = (struct gno_report_options){.samples = 1, .latest = true};
}

int second_begin(struct second *s, const struct gno_report *r, struct second_view *v,
		 const struct report_rows *rows, struct gno_batch *batch, struct gno_err *err)
{
	const unsigned node = rows->node;
	const struct report_node *n = &r->node[node];

	s->rows = *rows;
	s->held = (struct walk_loads){n->held, n->helds};
	s->n = (struct report_node){.begin = n->begin,
				    .end = n->end,
				    .lives = r->growth ? SIZE_MAX : n->lives,
				    .overwritten = n->overwritten,
				    .breaks = n->breaks,
				    .kept_until = n->kept_until,
				    .port = {.pauses = n->port.pauses}};
	s->w.rows = &s->rows;
	if (n->helds) /* else the first walk is not over, and the second one notes them itself */
		s->w.all_held = &s->held;
	return walk_begin(&s->w, &v->shadow, node, &s->n, &v->options, batch, err);
}

void second_end(struct second *s)
{
	walk_end(&s->w);
	report_node_free(&s->n);
	report_rows_free(&s->rows);
}
