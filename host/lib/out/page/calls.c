/* SPDX-License-Identifier: Apache-2.0 */
/* Call trees, for the flame graph. */
#include "out/page/data.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/util.h"
#include "passes/calls/calls.h"

#define PATHS 20000 /* what is called along more paths is put together */

struct trees {
	struct page *p;
	const struct calls *c;
	uint32_t *row; /* of each node of the tree: its row plus one */
	uint32_t rows;
};

static void put_names(const struct trees *t)
{
	struct json_out *out = &t->p->b.out;
	const struct calls *c = t->c;
	char lane[CALLS_LANE_NAME];

	jout_list(out, "names");
	for (size_t i = 0; i < c->functions; i++)
		jout_text(out, NULL, c->function[i].name);
	jout_text(out, NULL, calls_name(c, &(struct calls_node){.function = CALLS_LOST}));
	jout_text(out, NULL, calls_name(c, &(struct calls_node){.function = CALLS_OTHER}));
	for (size_t i = 0; i < c->lanes; i++) {
		const struct calls_lane *l = &c->lane[i];
		const char *process = calls_lane_name(c, l, lane);
		char whole[256];

		snprintf(whole, sizeof(whole), "%s%s%s", c->r->m->node[l->node].name,
			 *process ? " " : "", process);
		jout_text(out, NULL, whole);
	}
	jout_list_end(out);
}

/* The node of each lane, whose names are the last ones. */
static void put_lanes(const struct trees *t)
{
	struct json_out *out = &t->p->b.out;

	jout_list(out, "lanes");
	for (size_t i = 0; i < t->c->lanes; i++)
		jout_number(out, NULL, t->c->lane[i].node);
	jout_list_end(out);
}

/* Functions of which the entry, or the returns, are no points: as `gnomon calls` says it. */
static void put_halves(const struct trees *t)
{
	struct json_out *out = &t->p->b.out;
	const struct calls *c = t->c;
	bool any = false;

	jout_list(out, "no_entry");
	for (size_t i = 0; i < c->functions; i++)
		if (!c->function[i].entered)
			jout_text(out, NULL, c->function[i].name);
	jout_list_end(out);
	jout_list(out, "no_returns");
	for (size_t i = 0; i < c->functions; i++) {
		const struct calls_function *f = &c->function[i];

		any = any || !f->system;
		if (f->entered && !f->returns && !f->at_once)
			jout_text(out, NULL, f->name);
	}
	jout_list_end(out);
	jout_bool(out, "functions", any);
}

/* The place of a name in that list. */
static uint64_t name_of(const struct calls *c, const struct calls_node *n, size_t lane)
{
	switch (n->function) {
	case CALLS_LOST:
		return c->functions;
	case CALLS_OTHER:
		return c->functions + 1;
	case CALLS_ROOT:
		return c->functions + 2 + lane;
	default:
		return n->function;
	}
}

static const struct page_column columns[] = {
    {"parent", .form = PAGE_NUMBER, .own = true}, /* its row plus 1; 0: none */
    {"name", .form = PAGE_NUMBER, .own = true},	  /* a place in `names` */
    {"total", .form = PAGE_NUMBER, .own = true},  {"self", .form = PAGE_NUMBER, .own = true},
    {"calls", .form = PAGE_NUMBER, .own = true},
};

static const struct page_table table = PAGE_TABLE(NULL, columns);

static void pack_lane(struct trees *t, size_t lane)
{
	const struct calls *c = t->c;
	const uint32_t root = c->lane[lane].root;
	uint64_t last[PAGE_VALUES] = {0};

	for (uint32_t at = root; at != CALLS_NONE; at = calls_tree_next(&c->tree, root, at)) {
		const struct calls_node *n = &c->tree.node[at];

		const uint64_t value[PAGE_VALUES] = {
		    at == root ? 0 : t->row[n->parent],
		    name_of(c, n, lane),
		    n->all,
		    n->self,
		    calls_node_begun(n),
		};

		page_table_pack(&table, 0, &t->p->packed, last, value);
		t->row[at] = ++t->rows;
	}
}

static void put_trees(struct trees *t)
{
	const struct calls *c = t->c;
	struct json_out *out = &t->p->b.out;
	uint64_t unknown = 0;

	t->row = calloc(c->tree.nodes ? c->tree.nodes : 1, sizeof(*t->row));
	if (!t->row) {
		t->p->b.rc = gno_fail_nomem(t->p->b.err);
		return;
	}
	page_table_head(&table, c->r, out);
	put_names(t);
	put_lanes(t);
	put_halves(t);
	for (size_t i = 0; i < c->lanes; i++)
		pack_lane(t, i);
	packed_out(&t->p->packed, out, "rows");
	for (unsigned k = 0; k < c->r->m->nodes; k++)
		for (unsigned why = 0; why < REPORT_UNSEEN_KINDS; why++)
			unknown += c->seen[k].lost[why];
	jout_number(out, "unknown", unknown);
	free(t->row);
}

struct page_calls {
	struct calls_reading *reading;
	struct gno_err absent; /* why the run has none; code GNO_OK: it has */
};

/* Whether the run has no calls, or not all of them. */
static bool is_absent(int rc)
{
	return rc == GNO_ERR_ARG || rc == GNO_ERR_STATE;
}

int page_calls_add(const struct gno_report *r, const struct page_options *o, struct reader *reader,
		   struct page_calls **out, struct gno_err *err)
{
	/* up to the end of the run: as `gnomon calls` without --to */
	const uint64_t to = o->to < r->line.end ? o->to : UINT64_MAX;
	const struct calls_options options = {.from = o->from, .to = to, .paths = PATHS};
	struct page_calls *g = *out = calloc(1, sizeof(*g));
	int rc;

	if (!g)
		return gno_fail_nomem(err);
	rc = calls_add(r, &options, reader, &g->reading, &g->absent);
	if (!rc || is_absent(rc)) {
		g->absent.code = rc;
		return GNO_OK;
	}
	*err = g->absent;
	return rc;
}

void page_calls_free(struct page_calls *g)
{
	if (g)
		calls_reading_free(g->reading);
	free(g);
}

void page_calls(struct page *p)
{
	struct json_out *out = &p->b.out;
	struct calls *c = NULL;

	if (!p->b.rc && !p->calls->absent.code)
		p->b.rc = calls_finish(p->calls->reading, &c, p->b.err);
	if (p->b.rc)
		return;
	jout_object(out, "calls");
	if (!c)
		jout_text(out, "absent", p->calls->absent.text);
	else
		put_trees(&(struct trees){.p = p, .c = c});
	jout_object_end(out);
	calls_free(c);
}
