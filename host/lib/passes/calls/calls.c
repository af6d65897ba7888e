/* SPDX-License-Identifier: Apache-2.0 */
/* The functions of a run, and what its records say of each of them. */
#include "passes/calls/calls.h"

#include <stdlib.h>
#include <string.h>

#include "passes/calls/node.h"
#include "common/util.h"
#include "results/select.h"

/* Place of a function in the list, which grows by it where it is new; -1: no memory. */
static int add_function(struct calls *c, const struct calls_function *f)
{
	struct calls_function *more;

	for (size_t i = 0; i < c->functions; i++)
		if (c->function[i].system == f->system && c->function[i].address == f->address &&
		    !strcmp(c->function[i].name, f->name))
			return (int)i;
	more = gno_room(c->function, c->functions, sizeof(*more));
	if (!more)
		return -1;
	c->function = more;
	more[c->functions] = *f;
	return (int)c->functions++;
}

/* What a point does to the open functions: 0 nothing, else a function's place plus one, below 0 for
 * a return. */
static int add_point(struct calls *c, const struct gno_pattern_point *p, bool *nomem)
{
	const struct gno_pattern_called *called = p->called;
	bool leaves = called ? !strcmp(p->what, "return") : p->os == GNO_OS_EXIT;
	struct calls_function f = {.name = "(system)", .system = true};
	int at;

	if (!called && p->os == GNO_OS_NONE)
		return 0;
	if (called)
		f = (struct calls_function){.name = called->name,
					    .file = called->file,
					    .line = called->line,
					    .address = called->address,
					    .at_once = called->at_once,
					    .loops = called->loops};
	at = add_function(c, &f);
	if (at < 0) {
		*nomem = true;
		return 0;
	}
	if (leaves)
		c->function[at].returns = true;
	else
		c->function[at].entered = true;
	return leaves ? -at - 1 : at + 1;
}

/* What each point of each load does. */
static int add_points(struct calls *c, struct calls_effects *effects)
{
	const struct report_points *p = &c->r->points;
	bool nomem = false;

	effects->of = calloc(p->loads, sizeof(*effects->of));
	if (!effects->of)
		return GNO_ERR_NOMEM;
	for (size_t i = 0; i < p->loads; i++) {
		const struct gno_pattern_file *file = p->load[i].file;

		effects->of[i].first = file->point;
		effects->of[i].points = file->points;
		effects->of[i].effect = calloc(file->points + 1, sizeof(int));
		effects->loads++;
		if (!effects->of[i].effect)
			return GNO_ERR_NOMEM;
		for (size_t k = 0; k < file->points; k++)
			effects->of[i].effect[k] = add_point(c, &file->point[k], &nomem);
	}
	return nomem ? GNO_ERR_NOMEM : GNO_OK;
}

static void free_effects(struct calls_effects *effects)
{
	for (size_t i = 0; i < effects->loads; i++)
		free(effects->of[i].effect);
	free(effects->of);
}

/* The function of that name; *out stays where it is NULL. */
static int find_function(const struct calls *c, const char *name, uint32_t *out,
			 struct gno_err *err)
{
	const char *near;

	for (size_t i = 0; name && i < c->functions; i++)
		if (!strcmp(c->function[i].name, name)) {
			*out = (uint32_t)i;
			return GNO_OK;
		}
	if (!name)
		return GNO_OK;
	near = gno_nearest(name, &c->function[0].name, c->functions, sizeof(*c->function));
	return gno_fail(err, GNO_ERR_ARG, "no point of this run is of a function '%s'%s%s%s", name,
			near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
}

/* Which nodes are requested. */
static int choose_nodes(struct calls *c, const char *names, struct gno_err *err)
{
	const struct report_select select = {.node = names};

	for (unsigned k = 0; k < c->r->m->nodes; k++)
		c->seen[k].wanted = report_select_node(&select, c->r, k);
	return report_select_check(&select, c->r, err);
}

/* Whether a filter left out an entry or a return at a node; *point is one of those. */
static bool lacks_any(const struct calls *c, const struct calls_effects *effects, unsigned node,
		      int *point)
{
	const struct report_points *p = &c->r->points;

	for (size_t i = 0; i < p->loads && c->r->left_out; i++)
		for (size_t at = 0; at < effects->of[i].points; at++) {
			*point = (int)p->load[i].point[at];
			if (effects->of[i].effect[at] && report_left_out(c->r, node, *point))
				return true;
		}
	return false;
}

/* Entries and returns show no calls where some of them were left out. */
static int check_filters(const struct calls *c, const struct calls_effects *effects,
			 struct gno_err *err)
{
	char whole[256] = "";
	struct gno_err why;
	int point, rc = GNO_OK;

	for (unsigned k = 0; k < c->r->m->nodes; k++) {
		const char *name = c->r->m->node[k].name;
		size_t used = strlen(whole);

		if (!c->seen[k].wanted)
			continue;
		if (lacks_any(c, effects, k, &point))
			rc = rc ? rc : report_need_all(c->r, k, point, &why);
		else if (used + strlen(name) + 2 < sizeof(whole))
			snprintf(whole + used, sizeof(whole) - used, "%s%s", used ? "," : "", name);
	}
	if (rc && *whole)
		return gno_fail(err, rc, "%s: there are call trees of '--node %s'", why.text,
				whole);
	return rc ? gno_fail(err, rc, "%s", why.text) : GNO_OK;
}

/* No point is of a function; those of older pattern files do not say of which they are. */
static int fail_without_functions(const struct calls *c, struct gno_err *err)
{
	const struct report_points *p = &c->r->points;

	for (size_t i = 0; i < p->loads; i++)
		for (size_t k = 0; k < p->load[i].file->points; k++) {
			const char *what = p->load[i].file->point[k].what;

			if (!strcmp(what, "entry") || !strcmp(what, "return"))
				return gno_fail(
				    err, GNO_ERR_ARG,
				    "the points of this run do not name their functions: an older gnomon compiled the experiment; make a new run");
		}
	return gno_fail(
	    err, GNO_ERR_ARG,
	    "no point of this run is the entry or the return of a function: name functions with 'calls' in the experiment");
}

static int make(struct calls *c, const struct calls_options *o, struct calls_effects *effects,
		struct gno_err *err)
{
	struct calls_stacks stacks = {.most = o->open ? o->open : CALLS_OPEN,
				      .outermost = CALLS_NONE};
	int rc;

	if (!c->seen || add_points(c, effects))
		return gno_fail_nomem(err);
	if (!c->functions)
		return fail_without_functions(c, err);
	rc = report_check_from(c->r, o->from, err);
	if (!rc)
		rc = choose_nodes(c, o->node, err);
	if (!rc)
		rc = check_filters(c, effects, err);
	if (!rc)
		rc = find_function(c, o->root, &stacks.outermost, err);
	stacks.function = c->function;
	stacks.functions = c->functions;
	for (unsigned k = 0; k < c->r->m->nodes && !rc; k++)
		if (c->seen[k].wanted)
			rc = calls_read_node(c, k, &stacks, o, effects, err);
	if (!rc && !c->lanes && o->has_process)
		rc = gno_fail(err, GNO_ERR_ARG, "no process %u in this run", o->process);
	if (!rc && !calls_tree_finish(&c->tree))
		rc = gno_fail_nomem(err);
	return rc;
}

int calls_make(const struct gno_report *r, const struct calls_options *o, struct calls **out,
	       struct gno_err *err)
{
	struct calls *c = calloc(1, sizeof(*c));
	struct calls_effects effects = {0};
	int rc;

	*out = NULL;
	if (!c)
		return gno_fail_nomem(err);
	c->r = r;
	c->from = o->from;
	c->to = o->to;
	c->seen = calloc(r->m->nodes, sizeof(*c->seen));
	calls_tree_begin(&c->tree, o->paths ? o->paths : CALLS_PATHS,
			 o->depth ? o->depth : CALLS_DEPTH);
	rc = make(c, o, &effects, err);
	free_effects(&effects);
	if (rc)
		calls_free(c);
	else
		*out = c;
	return rc;
}

void calls_free(struct calls *c)
{
	if (!c)
		return;
	calls_tree_free(&c->tree);
	free(c->function);
	free(c->lane);
	free(c->seen);
	free(c);
}

uint64_t calls_clocks(const struct calls *c)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < c->lanes; i++)
		sum += c->tree.node[c->lane[i].root].all;
	return sum;
}

const char *calls_name(const struct calls *c, const struct calls_node *n)
{
	switch (n->function) {
	case CALLS_ROOT:
		return "(outside)";
	case CALLS_LOST:
		return "(unknown callers)";
	case CALLS_OTHER:
		return "(other)";
	default:
		return c->function[n->function].name;
	}
}

const char *calls_lane_name(const struct calls *c, const struct calls_lane *l,
			    char buf[CALLS_LANE_NAME])
{
	const char *name;

	if (l->alone)
		return "";
	if (!l->known)
		return "process ?";
	name = report_process_name(&c->r->points, l->node, l->process);
	if (name)
		snprintf(buf, CALLS_LANE_NAME, "%s (process %u)", name, l->process);
	else
		snprintf(buf, CALLS_LANE_NAME, "process %u", l->process);
	return buf;
}
