/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The state diagram: a node for each process and the one it has received from, which are grouped by
 * process, and an arrow for each branch with its share. The names are those of an experiment, which
 * have no character that means something in quotes.
 */
#include "passes/causality/causality.h"

#include <inttypes.h>

static void put_state(const struct causality *c, const struct causality_state *s, FILE *f)
{
	fprintf(f, "    \"%s<%s\" [label=\"from %s\\n%" PRIu64 "\"];\n",
		causality_party_name(c, s->at), causality_party_name(c, s->from),
		causality_party_name(c, s->from), s->receives);
}

/* All states of a process, as a group. */
static void put_group(const struct causality *c, unsigned at, FILE *f)
{
	bool any = false;

	for (size_t i = 0; i < c->states; i++) {
		if (c->state[i].at != at)
			continue;
		if (!any)
			fprintf(f, "  subgraph \"cluster_%s\" {\n    label=\"%s\";\n",
				causality_party_name(c, at), causality_party_name(c, at));
		any = true;
		put_state(c, &c->state[i], f);
	}
	if (any)
		fputs("  }\n", f);
}

static void put_arrow(const struct causality *c, const struct causality_state *s,
		      const struct causality_branch *b, FILE *f)
{
	const char *at = causality_party_name(c, s->at);

	fprintf(f, "  \"%s<%s\" -> ", at, causality_party_name(c, s->from));
	if (b->next < c->servers)
		fprintf(f, "\"%s<%s\"", causality_party_name(c, b->next), at);
	else
		fprintf(f, "\"%s\"", causality_party_name(c, b->next));
	fprintf(f, " [label=\"%.1f %%\"];\n", 100 * (double)b->count / (double)s->known);
}

void causality_dot(const struct causality *c, FILE *f)
{
	fputs("digraph causality {\n  rankdir=LR;\n  node [shape=box];\n", f);
	if (c->messages.breaks)
		fputs(
		    "  label=\"not complete: records were lost or not collected; shares cover only what was seen\";\n",
		    f);
	for (unsigned i = c->servers; i < c->parties; i++)
		fprintf(f, "  \"%s\" [shape=ellipse];\n", c->party[i].name);
	for (unsigned at = 0; at < c->servers; at++)
		put_group(c, at, f);
	for (size_t i = 0; i < c->states; i++) {
		const struct causality_state *s = &c->state[i];

		if (s->from >= c->servers)
			fprintf(f, "  \"%s\" -> \"%s<%s\";\n", causality_party_name(c, s->from),
				causality_party_name(c, s->at), causality_party_name(c, s->from));
		for (size_t k = s->first; k < s->first + s->branches; k++)
			put_arrow(c, s, &c->branch[k], f);
	}
	fputs("}\n", f);
}
