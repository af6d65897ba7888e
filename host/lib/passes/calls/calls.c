/* SPDX-License-Identifier: Apache-2.0 */
/* The functions of a run, and what its records say of each of them. */
#include "passes/calls/calls.h"

#include <stdlib.h>
#include <string.h>

#include "common/util.h"
#include "passes/calls/node.h"
#include "passes/index/file.h"
#include "passes/reading.h"
#include "passes/found/found.h"
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

/* What a point does to the open functions of a node: 0 nothing, else a function's place plus one,
 * below 0 for a return. */
static int add_point(struct calls *c, const struct gno_pattern_point *p, unsigned node, bool *nomem)
{
	const struct gno_pattern_called *called = gno_pattern_called(p, node);
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
		effects->of[i].effect =
		    calloc(file->points * c->r->m->nodes + 1, sizeof(*effects->of->effect));
		effects->loads++;
		if (!effects->of[i].effect)
			return GNO_ERR_NOMEM;
		for (size_t k = 0; k < file->points; k++)
			for (unsigned n = 0; n < c->r->m->nodes; n++)
				effects->of[i].effect[n * file->points + k] =
				    add_point(c, &file->point[k], n, &nomem);
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
			if (effects->of[i].effect[node * effects->of[i].points + at] &&
			    report_left_out(c->r, node, *point))
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

/* -- while the run is read -- */

struct calls_reading {
	struct calls *c;
	struct calls_options o;
	struct calls_effects effects;
	struct calls_stacks stacks; /* of a node that begins */
	struct found *found;
	struct calls_follower **node; /* those that began and are not joined */
	bool *over;		      /* of each node: it is read */
	unsigned joined;	      /* nodes before that one are */
	bool interrupted;
};

static void begin(const void *self, struct report_rows *rows)
{
	const struct calls_reading *g = self;

	if (g->c->seen[rows->node].wanted)
		rows->lists = REPORT_LIST(REPORT_FIRED);
}

/* Begins a node with its first row, or at its end. */
static int follow(struct calls_reading *g, unsigned node)
{
	return g->node[node] ? GNO_OK
			     : calls_follower_begin(g->c, node, &g->stacks, &g->effects,
						    node == g->joined, &g->node[node]);
}

static int take(void *self, struct report_rows *rows, const struct report_row *row)
{
	struct calls_reading *g = self;
	bool done = g->interrupted;
	int rc = follow(g, rows->node);

	if (g->o.interrupted && *g->o.interrupted)
		g->interrupted = done = true;
	if (!rc && !done)
		rc = calls_follower_take(g->node[rows->node], row, &done);
	if (done)
		rows->lists = 0;
	return rc;
}

/* Joins nodes in their order: so the limit on paths meets the same ones however they are read. */
static int join(struct calls_reading *g)
{
	const unsigned nodes = g->c->r->m->nodes;
	int rc = GNO_OK;

	for (; g->joined < nodes && !rc; g->joined++) {
		const unsigned k = g->joined;

		if (!g->c->seen[k].wanted)
			continue;
		if (!g->over[k])
			break;
		rc = calls_follower_join(g->node[k], &g->o);
		calls_follower_free(g->node[k]);
		g->node[k] = NULL;
	}
	return rc;
}

static int end_node(void *self, unsigned node)
{
	struct calls_reading *g = self;
	int rc = follow(g, node);

	if (!rc)
		rc = calls_follower_end(g->node[node]);
	g->over[node] = true;
	return rc ? rc : join(g);
}

static int start(struct calls_reading *g, struct reader *reader, struct gno_err *err)
{
	static const struct found_taker taker = {.begin = begin, .take = take, .over = end_node};
	struct calls *c = g->c;
	int rc;

	if (!c->functions)
		return fail_without_functions(c, err);
	rc = report_check_from(c->r, c->from, err);
	if (!rc)
		rc = choose_nodes(c, g->o.node, err);
	if (!rc)
		rc = check_filters(c, &g->effects, err);
	if (!rc)
		rc = find_function(c, g->o.root, &g->stacks.outermost, err);
	if (!rc)
		rc = join(g); /* the first ones may not be wanted */
	return rc ? rc : found_add(c->r, &taker, g, reader, &g->found, err);
}

/* The functions of the run, and nothing of its records yet. */
static int make(const struct gno_report *r, const struct calls_options *o,
		struct calls_reading **out, struct gno_err *err)
{
	struct calls_reading *g = *out = calloc(1, sizeof(*g));

	if (!g)
		return gno_fail_nomem(err);
	g->o = *o;
	g->stacks.most = o->open ? o->open : CALLS_OPEN;
	g->stacks.outermost = CALLS_NONE;
	g->c = calloc(1, sizeof(*g->c));
	if (!g->c)
		return gno_fail_nomem(err);
	g->c->r = r;
	g->c->from = o->from;
	g->c->to = o->to;
	calls_tree_begin(&g->c->tree, o->paths ? o->paths : CALLS_PATHS,
			 o->depth ? o->depth : CALLS_DEPTH);
	g->c->seen = calloc(r->m->nodes, sizeof(*g->c->seen));
	g->node = calloc(r->m->nodes, sizeof(struct calls_follower *));
	g->over = calloc(r->m->nodes, sizeof(*g->over));
	if (!g->c->seen || !g->node || !g->over || add_points(g->c, &g->effects))
		return gno_fail_nomem(err);
	g->stacks.function = g->c->function;
	g->stacks.functions = g->c->functions;
	return GNO_OK;
}

int calls_add(const struct gno_report *r, const struct calls_options *o, struct reader *reader,
	      struct calls_reading **out, struct gno_err *err)
{
	int rc = make(r, o, out, err);

	return rc ? rc : start(*out, reader, err);
}

int calls_watch(const struct gno_report *r, struct calls_reading **out, struct gno_err *err)
{
	return make(r, &(struct calls_options){.from = UINT64_MAX, .to = UINT64_MAX}, out, err);
}

bool calls_watch_any(const struct calls_reading *g)
{
	return g->c->functions > 0;
}

int calls_watch_take(struct calls_reading *g, const struct report_row *row)
{
	bool done = false;
	int rc = follow(g, row->node);

	return rc ? rc : calls_follower_take(g->node[row->node], row, &done);
}

int calls_watch_state(struct calls_reading *g, unsigned node, struct archive *a)
{
	bool unsure = false; /* of what is read only */
	int rc = follow(g, node);

	return rc ? rc : calls_follower_state(a, g->node[node], &unsure);
}

/* Numbers the paths, callers before what they call: not in the order in which they came, which
 * depends on where the reading began. */
static void number_paths(struct calls *c)
{
	uint32_t number = 0;

	for (size_t i = 0; i < c->lanes; i++)
		for (uint32_t at = c->lane[i].root; at != CALLS_NONE;
		     at = calls_tree_next(&c->tree, c->lane[i].root, at))
			c->tree.node[at].number = number++;
}

int calls_finish(struct calls_reading *g, struct calls **out, struct gno_err *err)
{
	struct calls *c = g->c;

	*out = NULL;
	if (g->interrupted)
		return gno_fail(err, GNO_ERR_INTERRUPTED, "interrupted");
	if (!c->lanes && g->o.has_process)
		return gno_fail(err, GNO_ERR_ARG, "no process %u in this run", g->o.process);
	if (!calls_tree_finish(&c->tree, c->from > 0))
		return gno_fail_nomem(err);
	number_paths(c);
	*out = c;
	g->c = NULL;
	return GNO_OK;
}

void calls_reading_free(struct calls_reading *g)
{
	if (!g)
		return;
	for (unsigned k = g->joined; g->c && g->node && k < g->c->r->m->nodes; k++)
		calls_follower_free(g->node[k]);
	found_close(g->found);
	free_effects(&g->effects);
	free(g->node);
	free(g->over);
	calls_free(g->c);
	free(g);
}

/* Begins a node: at its first record, or by the index behind which the cycles that are requested
 * begin. *unsure is set where the index does not say what is open there with the root. */
static int begin_node(struct calls_reading *g, struct reader *reader, unsigned node, bool seeks,
		      bool *unsure, struct gno_err *err)
{
	const uint64_t from = common_first(g->c->r->boards, node, g->c->from);
	struct archive rest;
	int rc = found_begin(g->found, reader, node, seeks ? from : 0, &rest, err);

	if (rc <= 0)
		return rc;
	rc = follow(g, node) || calls_follower_state(&rest, g->node[node], unsure)
		 ? gno_fail_nomem(err)
		 : GNO_OK;
	rc = rc ? rc : index_check(g->c->r, &rest, err);
	archive_free(&rest);
	return rc;
}

/* calls_make, which reads from the begin on unless it seeks. With *unsure it made nothing. */
static int make_trees(const struct gno_report *r, const struct calls_options *o, bool seeks,
		      bool *unsure, struct calls **out, struct gno_err *err)
{
	struct calls_reading *g = NULL;
	struct reader *reader = NULL;
	int rc = reading_open(r, &reader, err);

	if (!rc)
		rc = calls_add(r, o, reader, &g, err);
	for (unsigned k = 0; k < r->m->nodes && !rc; k++)
		if (g->c->seen[k].wanted)
			rc = begin_node(g, reader, k, seeks, unsure, err);
	if (!rc && !*unsure)
		rc = reading_go(reader, err);
	if (!rc && !*unsure)
		rc = calls_finish(g, out, err);
	calls_reading_free(g);
	reader_close(reader);
	return rc;
}

int calls_make(const struct gno_report *r, const struct calls_options *o, struct calls **out,
	       struct gno_err *err)
{
	const struct index *x = r->index;
	/* what another limit of open calls makes of the stacks is not in the index */
	const bool seeks = x && x->calls && !o->open;
	bool unsure = false;
	int rc;

	*out = NULL;
	rc = make_trees(r, o, seeks, &unsure, out, err);
	if (rc || !unsure)
		return rc;
	unsure = false;
	return make_trees(r, o, false, &unsure, out, err);
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
