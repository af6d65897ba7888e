/* SPDX-License-Identifier: Apache-2.0 */
/* Call trees, and the flat table of their functions, as text. */
#include "passes/calls/calls.h"

#include <inttypes.h>
#include <stdlib.h>

#include "out/text/text.h"

/* Calls of which not both ends were seen. */
static uint64_t parts(const struct calls_node *n)
{
	return n->cut + n->left + n->unfinished;
}

/* Whether any call was not seen from end to end: then there is a column for it. */
static bool has_parts(const struct calls *c)
{
	for (size_t i = 0; i < c->tree.nodes; i++)
		if (parts(&c->tree.node[i]))
			return true;
	return false;
}

static void put_calls(struct report_table *t, const struct calls_node *n, bool with_parts)
{
	const struct gno_stats *s = &n->whole;

	if (calls_node_begun(n))
		report_table_cell(t, "%" PRIu64, calls_node_begun(n));
	else
		report_table_cell(t, "-");
	if (with_parts && parts(n))
		report_table_cell(t, "%" PRIu64, parts(n));
	else if (with_parts)
		report_table_cell(t, "-");
	report_table_cell(t, s->count ? "%.1f" : "-", gno_stats_mean(s));
	for (unsigned i = 0; i < 2; i++) {
		if (s->count)
			report_table_cell(t, "%" PRIu64, i ? s->max : s->min);
		else
			report_table_cell(t, "-");
	}
}

static void put_path(struct report_table *t, const struct calls *c, const struct calls_lane *l,
		     const struct calls_node *n, bool with_parts)
{
	double whole = (double)c->seen[l->node].clocks;
	const char *name;
	char buf[48], lane[CALLS_LANE_NAME];

	report_table_cell(t, "%" PRIu64, n->all);
	report_table_cell(t, "%s", text_share((double)n->all, whole, buf, sizeof(buf)));
	report_table_cell(t, "%" PRIu64, n->self);
	put_calls(t, n, with_parts);
	if (n->depth) {
		report_table_cell(t, "%*s%s", (int)(2 * n->depth), "", calls_name(c, n));
		return;
	}
	name = calls_lane_name(c, l, lane);
	report_table_cell(t, "%s%s%s", c->r->m->node[l->node].name, *name ? " " : "", name);
}

/* The tree of a lane; how many paths are not shown. */
static size_t put_lane(struct report_table *t, const struct calls *c, const struct calls_lane *l,
		       const struct calls_style *style, bool with_parts)
{
	double least = style->least * (double)c->seen[l->node].clocks;
	uint32_t at = l->root;
	size_t hidden = 0;

	for (; at != CALLS_NONE; at = calls_tree_next(&c->tree, l->root, at)) {
		const struct calls_node *n = &c->tree.node[at];

		/* a parent has no smaller share than its children */
		if (!n->depth ||
		    ((!style->depth || n->depth <= style->depth) && (double)n->all >= least))
			put_path(t, c, l, n, with_parts);
		else
			hidden++;
	}
	return hidden;
}

static int put_tree(const struct calls *c, const struct calls_style *style, FILE *f)
{
	static const char *const heads[] = {"total", "", "self", "calls", "mean", "min", "max", ""};
	static const char *const more_heads[] = {"total", "",	 "self", "calls", "partly",
						 "mean",  "min", "max",	 ""};
	bool with_parts = has_parts(c);
	struct report_table *t =
	    with_parts ? text_table("rrrrrrrrl", more_heads) : text_table("rrrrrrrl", heads);
	size_t hidden = 0;
	int rc;

	for (size_t i = 0; i < c->lanes; i++)
		hidden += put_lane(t, c, &c->lane[i], style, with_parts);
	rc = report_table_end(t, "\ncall tree (cycles)\n", f);
	if (hidden)
		fprintf(f, "  and %zu more path%s: --least 0 without --depth shows all\n", hidden,
			text_plural(hidden));
	return rc;
}

static const char *flat_name(const struct calls *c, uint32_t function)
{
	return calls_name(c, &(struct calls_node){.function = function});
}

static int put_flat(const struct calls *c, const struct calls_style *style, FILE *f,
		    struct gno_err *err)
{
	static const char *const heads[] = {"self", "",	   "outermost", "total", "calls",
					    "mean", "min", "max",	""};
	static const char *const more_heads[] = {"self",   "",	   "outermost", "total", "calls",
						 "partly", "mean", "min",	"max",	 ""};
	bool with_parts = has_parts(c);
	struct report_table *t =
	    with_parts ? text_table("rrrrrrrrrl", more_heads) : text_table("rrrrrrrrl", heads);
	uint64_t whole = calls_clocks(c);
	struct calls_flat *list = NULL;
	size_t count = 0, hidden = 0;
	char buf[48];
	int rc = calls_flat(c, &list, &count, err), ended;

	for (size_t i = 0; i < count; i++) {
		const struct calls_flat *v = &list[i];

		if ((double)v->outermost < style->least * (double)whole) {
			hidden++;
			continue;
		}
		report_table_cell(t, "%" PRIu64, v->self);
		report_table_cell(t, "%s",
				  text_share((double)v->self, (double)whole, buf, sizeof(buf)));
		report_table_cell(t, "%" PRIu64, v->outermost);
		report_table_cell(t, "%" PRIu64, v->all);
		put_calls(t, &v->sums, with_parts);
		report_table_cell(t, "%s", flat_name(c, v->function));
	}
	free(list);
	ended = report_table_end(t, "\nfunctions (cycles)\n", f);
	if (hidden)
		fprintf(f, "  and %zu more function%s: --least 0 shows all\n", hidden,
			text_plural(hidden));
	return rc ? rc : ended ? gno_fail_nomem(err) : GNO_OK;
}

/* What a node's losses make unknown, by reason. */
static void put_losses(const struct calls *c, unsigned node, FILE *f)
{
	static const char *const others[] = {"while it was not known which process ran",
					     "since too many calls were open",
					     "since a part of them is not requested"};
	const struct calls_seen *s = &c->seen[node];
	const char *name = c->r->m->node[node].name;

	for (unsigned i = 0; i < REPORT_UNSEEN_KINDS; i++)
		if (s->stretches[i] || s->cut[i])
			fprintf(f,
				"%s: %s: nothing is known of %" PRIu64 " cycles in %" PRIu64
				" stretch%s, which cut %" PRIu64 " open call%s\n",
				name, report_unseen_name((enum report_unseen)i), s->lost[i],
				s->stretches[i], s->stretches[i] == 1 ? "" : "es", s->cut[i],
				text_plural(s->cut[i]));
	if (s->cut_off)
		fprintf(f, "%s: its trace was cut off: its records end at cycle %" PRIu64 "\n",
			name, c->r->node[node].end);
	if (s->missing)
		fprintf(f, "%s: %" PRIu64 " bytes of its trace are missing\n", name, s->missing);
	for (unsigned i = 0; i < CALLS_CUTS - REPORT_UNSEEN_KINDS; i++)
		if (s->cut[REPORT_UNSEEN_KINDS + i])
			fprintf(f, "%s: %" PRIu64 " call%s cut %s\n", name,
				s->cut[REPORT_UNSEEN_KINDS + i],
				text_plural(s->cut[REPORT_UNSEEN_KINDS + i]), others[i]);
}

static void put_returns(const struct calls *c, const struct calls_lane *l, FILE *f)
{
	const char *node = c->r->m->node[l->node].name, *name;
	char lane[CALLS_LANE_NAME];

	name = calls_lane_name(c, l, lane);
	if (l->unmatched)
		fprintf(f, "%s%s%s: %" PRIu64 " return%s without an entry\n", node,
			*name ? " " : "", name, l->unmatched, text_plural(l->unmatched));
	if (l->begun)
		fprintf(f,
			"%s%s%s: %" PRIu64 " return%s whose entry may lie where nothing is known\n",
			node, *name ? " " : "", name, l->begun, text_plural(l->begun));
}

/* Functions whose entry or whose returns are no points. */
static void put_halves(const struct calls *c, FILE *f)
{
	for (size_t i = 0; i < c->functions; i++) {
		const struct calls_function *v = &c->function[i];

		if (!v->entered)
			fprintf(f, "%s: its entry is not a point: its returns are not used\n",
				v->name);
		else if (!v->returns && !v->at_once)
			fprintf(
			    f,
			    "%s: its returns are not points: it is open until its caller returns\n",
			    v->name);
	}
}

int calls_text(const struct calls *c, const struct calls_style *style, FILE *f, struct gno_err *err)
{
	struct text x = {.r = c->r, .f = f};
	int rc;

	fprintf(f, "monitor %s, run %u\n", c->r->m->name, c->r->run->run);
	text_model(&x);
	text_exact(c->r, f);
	rc = style->flat ? put_flat(c, style, f, err) : put_tree(c, style, f);
	if (rc)
		return gno_fail_nomem(err);
	for (unsigned k = 0; k < c->r->m->nodes; k++)
		if (c->seen[k].wanted)
			put_losses(c, k, f);
	for (size_t i = 0; i < c->lanes; i++)
		put_returns(c, &c->lane[i], f);
	put_halves(c, f);
	return GNO_OK;
}
