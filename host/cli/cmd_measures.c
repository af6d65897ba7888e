/* SPDX-License-Identifier: Apache-2.0 */
#include "commands.h"
#include "shared/cli.h"
#include "shared/common.h"
#include "compile/measures.h"
#include "results/columns/documents.h"

#include <stdio.h>
#include <string.h>

enum { OPT_JSON };

static const struct base_option options[] = {CLI_OPT_JSON, CLI_OPT_END};

/* An answer without the name of its node, which is in another column. */
static const char *plain(const struct gno_node *n, const struct gno_measure_answer *answer)
{
	char begin[128];
	size_t len;

	len = (size_t)snprintf(begin, sizeof(begin), "node '%s' ", n->name);
	return strncmp(answer->text, begin, len) ? answer->text : answer->text + len;
}

/* A line for all nodes that follow each other and have the same answer. */
static void print_nodes(const struct gno_manifest *m, const struct gno_measure_kind *kind)
{
	struct gno_measure_answer now, next = {.able = false};
	unsigned k, first = 0;
	char nodes[160];

	gno_measure_ask(&m->node[0], kind, &now);
	for (k = 1; k <= m->nodes; k++) {
		if (k < m->nodes)
			gno_measure_ask(&m->node[k], kind, &next);
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

static int command(const struct base_values *v)
{
	struct gno_manifest *m = NULL;
	struct gno_err err;
	int rc;

	rc = gno_manifest_load(v->arg[0], &m, &err);
	if (rc)
		return cli_error(&err);
	if (v->option[OPT_JSON])
		rc = cli_print_document(&columns_offered, m, &err);
	else
		print_text(m);
	gno_manifest_free(m);
	return rc ? cli_error(&err) : 0;
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
