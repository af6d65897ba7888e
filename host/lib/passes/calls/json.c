/* SPDX-License-Identifier: Apache-2.0 */
/* Call trees as JSON: paths in a list, each with the number of its parent, since a path may be
 * deeper than a reader of JSON nests. */
#include "passes/calls/calls.h"

#include <stdlib.h>

#include "common/json_out.h"

static void put_stats(struct json_out *o, const struct calls_node *n)
{
	const struct gno_stats *s = &n->whole;

	jout_number(o, "calls", calls_node_begun(n));
	jout_number(o, "whole", s->count);
	jout_number(o, "cut", n->cut);
	jout_number(o, "left", n->left);
	jout_number(o, "unfinished", n->unfinished);
	jout_number(o, "clocks", s->total);
	jout_number_if(o, "min", s->count, s->min);
	jout_number_if(o, "max", s->count, s->max);
}

static void put_functions(struct json_out *o, const struct calls *c, const struct calls_flat *list,
			  size_t count)
{
	jout_list(o, "functions");
	for (size_t i = 0; i < count; i++) {
		const struct calls_function *v =
		    list[i].function <= CALLS_FUNCTIONS ? &c->function[list[i].function] : NULL;

		jout_object(o, NULL);
		jout_text(o, "name",
			  calls_name(c, &(struct calls_node){.function = list[i].function}));
		jout_text(o, "file", v ? v->file : NULL);
		jout_number_if(o, "line", v && v->line, v ? v->line : 0);
		jout_number_if(o, "address", v && !v->system, v ? v->address : 0);
		jout_number(o, "self", list[i].self);
		jout_number(o, "outermost", list[i].outermost);
		jout_number(o, "total", list[i].all);
		put_stats(o, &list[i].sums);
		jout_object_end(o);
	}
	jout_list_end(o);
}

static void put_nodes(struct json_out *o, const struct calls *c)
{
	jout_list(o, "nodes");
	for (unsigned k = 0; k < c->r->m->nodes; k++) {
		const struct calls_seen *s = &c->seen[k];

		if (!s->wanted)
			continue;
		jout_object(o, NULL);
		jout_text(o, "node", c->r->m->node[k].name);
		jout_number(o, "known", s->clocks);
		jout_bool(o, "cut_off", s->cut_off);
		jout_number(o, "missing_bytes", s->missing);
		jout_object(o, "unknown");
		for (unsigned i = 0; i < REPORT_UNSEEN_KINDS; i++) {
			jout_object(o, report_unseen_name((enum report_unseen)i));
			jout_number(o, "stretches", s->stretches[i]);
			jout_number(o, "clocks", s->lost[i]);
			jout_number(o, "cut", s->cut[i]);
			jout_object_end(o);
		}
		jout_object_end(o);
		jout_number(o, "cut_process", s->cut[CALLS_CUT_PROCESS]);
		jout_number(o, "cut_room", s->cut[CALLS_CUT_ROOM]);
		jout_number(o, "cut_range", s->cut[CALLS_CUT_RANGE]);
		jout_object_end(o);
	}
	jout_list_end(o);
}

static void put_lane(struct json_out *o, const struct calls *c, const struct calls_lane *l)
{
	uint32_t at = l->root;

	jout_object(o, NULL);
	jout_text(o, "node", c->r->m->node[l->node].name);
	jout_number_if(o, "process", l->known, l->process);
	jout_number_if(o, "switches", l->known, l->switches);
	jout_number(o, "unmatched", l->unmatched);
	jout_number(o, "begun", l->begun);
	jout_number(o, "overflows", l->overflows);
	jout_list(o, "paths");
	for (; at != CALLS_NONE; at = calls_tree_next(&c->tree, l->root, at)) {
		const struct calls_node *n = &c->tree.node[at];

		jout_object(o, NULL);
		jout_number(o, "path", at);
		jout_number_if(o, "parent", n->depth, n->parent);
		jout_text(o, "function", calls_name(c, n));
		jout_number(o, "total", n->all);
		jout_number(o, "self", n->self);
		put_stats(o, n);
		jout_object_end(o);
	}
	jout_list_end(o);
	jout_object_end(o);
}

int calls_json(const struct calls *c, FILE *f, struct gno_err *err)
{
	struct json_out o = {.f = f};
	struct calls_flat *list;
	size_t count;
	int rc = calls_flat(c, &list, &count, err);

	if (rc)
		return rc;
	jout_object(&o, NULL);
	jout_text(&o, "monitor", c->r->m->name);
	jout_number(&o, "run", c->r->run->run);
	jout_bool(&o, "model", c->r->run->model);
	jout_number(&o, "clock_hz", c->r->m->clock_hz);
	put_nodes(&o, c);
	put_functions(&o, c, list, count);
	jout_list(&o, "processes");
	for (size_t i = 0; i < c->lanes; i++)
		put_lane(&o, c, &c->lane[i]);
	jout_list_end(&o);
	jout_object_end(&o);
	fputc('\n', f);
	free(list);
	return GNO_OK;
}
