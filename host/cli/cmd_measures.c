/* SPDX-License-Identifier: Apache-2.0 */
#include "commands.h"
#include "shared/cli.h"
#include "shared/common.h"
#include "compile/measures.h"

#include <stdio.h>
#include <string.h>

enum { OPT_JSON };

static const struct base_option options[] = {CLI_OPT_JSON, CLI_OPT_END};

/* How a node takes a measure. */
struct answer {
	bool able;
	bool signal;	  /* able once a signal is named */
	const char *pair; /* that counts A and B as it is; NULL: a routed pair, or none is needed */
	char text[360];	  /* for a reader */
};

/* A pair of fixed inputs that counts just these; NULL: there is none. */
static const char *fixed_pair(const struct gno_node *n, const struct gno_measure_inputs *in)
{
	for (unsigned i = 0; i < n->pairs; i++)
		if (gno_measure_fits(n, i, in) == (in->a ? 2 : 1) &&
		    strcmp(n->pair[i].a, GNO_INPUT_ROUTE))
			return n->pair[i].name;
	return NULL;
}

/* Whether a signal of the node can be routed as such a measure needs it. */
static void ask_routed(const struct gno_node *n, const struct gno_measure_kind *kind,
		       struct answer *out)
{
	struct gno_measure_inputs in = {kind->a ? GNO_INPUT_ALWAYS : NULL, GNO_INPUT_ALWAYS};

	for (unsigned i = 0; i < n->pairs && n->preprocessors.signals && !out->able; i++)
		out->able = gno_measure_fits(n, i, &in) == 0;
	out->signal = out->able;
	snprintf(out->text, sizeof(out->text), "%s",
		 out->able ? "a routed pair, of a signal" : "no pair with routed inputs");
}

static void ask(const struct gno_node *n, const struct gno_measure_kind *kind, struct answer *out)
{
	const struct gno_measure_inputs *way;
	int unit;

	*out = (struct answer){.able = false};
	if (kind->of) {
		ask_routed(n, kind, out);
		return;
	}
	if (kind->classes) {
		unit = gno_measure_classes(n);
		out->able = unit >= 0;
		snprintf(out->text, sizeof(out->text), "%s%s",
			 out->able ? "buckets " : "no buckets over event codes",
			 out->able ? n->preprocessors.bucket[unit].name : "");
		return;
	}
	way = gno_measure_way(n, kind, out->text, sizeof(out->text));
	out->able = way != NULL;
	out->pair = way ? fixed_pair(n, way) : NULL;
	if (way)
		snprintf(out->text, sizeof(out->text), "%s%s (%s%s%s)",
			 out->pair ? "pair " : "a routed pair", out->pair ? out->pair : "",
			 way->a ? way->a : "", way->a ? ", " : "", way->b);
}

/* An answer without the name of its node, which is in another column. */
static const char *plain(const struct gno_node *n, const struct answer *answer)
{
	char begin[128];
	size_t len;

	len = (size_t)snprintf(begin, sizeof(begin), "node '%s' ", n->name);
	return strncmp(answer->text, begin, len) ? answer->text : answer->text + len;
}

/* A line for all nodes that follow each other and have the same answer. */
static void print_nodes(const struct gno_manifest *m, const struct gno_measure_kind *kind)
{
	struct answer now, next = {.able = false};
	unsigned k, first = 0;
	char nodes[160];

	ask(&m->node[0], kind, &now);
	for (k = 1; k <= m->nodes; k++) {
		if (k < m->nodes)
			ask(&m->node[k], kind, &next);
		if (k < m->nodes && next.able == now.able &&
		    !strcmp(plain(&m->node[k], &next), plain(&m->node[first], &now)))
			continue;
		snprintf(nodes, sizeof(nodes), "%s%s%s", m->node[first].name,
			 k - first > 1 ? ".." : "", k - first > 1 ? m->node[k - 1].name : "");
		printf("  %-16s %-3s  %s\n", nodes, now.able ? "yes" : "no",
		       plain(&m->node[first], &now));
		first = k;
		now = next;
	}
}

/* What the signals may be called. */
static void print_ways(const struct gno_measure_kind *kind)
{
	unsigned i;

	for (i = 0; kind->way[i].b; i++)
		printf("%s%s%s%s", i ? " or " : "  signals: ", kind->way[i].a ? kind->way[i].a : "",
		       kind->way[i].a ? ", " : "", kind->way[i].b);
	if (i)
		putchar('\n');
}

static void print_text(const struct gno_manifest *m)
{
	const struct gno_measure_kind *kinds;
	size_t count;

	kinds = gno_measure_kinds(&count);
	for (size_t i = 0; i < count; i++) {
		const struct gno_measure_kind *kind = &kinds[i];

		printf("%s%s%s\n", i ? "\n" : "", kind->name, kind->of ? " of SIGNAL" : "");
		if (kind->classes)
			printf("  distribution of event codes over buckets\n");
		else
			printf("  A %s; B %s; %s\n", kind->a ? kind->a : "nothing", kind->b,
			       kind->printed);
		print_ways(kind);
		print_nodes(m, kind);
	}
}

static json_t *kind_json(const struct gno_manifest *m, const struct gno_measure_kind *kind)
{
	json_t *nodes = json_array(), *ways = json_array();
	struct answer answer;

	for (unsigned k = 0; kind->way[k].b; k++)
		json_array_append_new(
		    ways, json_pack("{s:s?, s:s}", "a", kind->way[k].a, "b", kind->way[k].b));

	for (unsigned k = 0; k < m->nodes; k++) {
		ask(&m->node[k], kind, &answer);
		json_array_append_new(nodes, json_pack("{s:s, s:b, s:s?, s:s}", "node",
						       m->node[k].name, "able", answer.able, "pair",
						       answer.pair, "text", answer.text));
	}
	return json_pack("{s:s, s:b, s:s?, s:s?, s:s, s:o, s:o}", "name", kind->name, "of_signal",
			 kind->of, "a", kind->a, "b", kind->b, "printed", kind->printed, "signals",
			 ways, "nodes", nodes);
}

static int print_json(const struct gno_manifest *m)
{
	const struct gno_measure_kind *kinds;
	json_t *list = json_array(), *root;
	struct gno_err err;
	size_t count;

	kinds = gno_measure_kinds(&count);
	for (size_t i = 0; i < count; i++)
		json_array_append_new(list, kind_json(m, &kinds[i]));
	root = json_pack("{s:s, s:o}", "monitor", m->name, "measures", list);
	return cli_print_json(root, JSON_INDENT(1), &err) ? cli_error(&err) : 0;
}

static int command(const struct base_values *v)
{
	struct gno_manifest *m = NULL;
	struct gno_err err;
	int rc;

	rc = gno_manifest_load(v->arg[0], &m, &err);
	if (rc)
		return cli_error(&err);
	if (v->option[OPT_JSON])
		rc = print_json(m);
	else
		print_text(m);
	gno_manifest_free(m);
	return rc;
}

const struct cli_spec cmd_measures = {
    .name = "measures",
    .args = "MANIFEST",
    .min_args = 1,
    .max_args = 1,
    .brief = "list what a monitor can measure by name",
    .summary =
	"Lists the measures that an experiment can request, and whether this monitor supports them.",
    .details =
	"A measure needs a pair that counts A and B, or a pair with routed inputs and signals to route to them. For signals with other names the experiment gives 'a' and 'b'.\n",
    .options = options,
    .run = command,
};
