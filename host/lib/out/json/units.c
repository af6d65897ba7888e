/* SPDX-License-Identifier: Apache-2.0 */
/* Parts of the report for themselves as JSON. */
#include "out/json/json.h"

#include <string.h>

#include "results/columns/documents.h"

bool gno_report_part_of(const struct gno_node *node, unsigned parts)
{
	return (parts & REPORT_RATIOS && (node->pairs || node->preprocessors.extremes)) ||
	       (parts & REPORT_BUCKETS && node->preprocessors.buckets) ||
	       (parts & REPORT_COUNTERS && node->preprocessors.counters);
}

/* Ratio counters of the run, and samples that are kept. */
static void put_ratios(struct builder *b, unsigned k)
{
	const struct report_node *n = &b->r->node[k];
	struct report_stall s[REPORT_STALLS];
	unsigned groups = report_stall_pairs(&b->r->m->node[k], n->overall, s);
	struct json_out *o = &b->out;

	jout_bool(o, "complete", !n->counts_incomplete);
	jout_bool(o, "mixed", n->mixed);
	jout_number(o, "unsampled", n->unsampled);
	json_pairs(b, "ratios", k, n->overall);
	json_measures(b, "measures", k, n->overall);
	json_stall(b, s, groups);
	json_extremes(b, k, n->extreme);
	jout_list(o, "samples");
	json_samples(b, k, b->rows);
	jout_list_end(o);
}

static void put_parts(struct builder *b, unsigned k, unsigned parts)
{
	const struct gno_node *node = &b->r->m->node[k];
	const struct report_node *n = &b->r->node[k];

	jout_object(&b->out, NULL);
	jout_text(&b->out, "name", node->name);
	jout_bool(&b->out, "flushed", b->r->node[k].flushed);
	if (gno_report_part_of(node, parts & REPORT_RATIOS))
		put_ratios(b, k);
	if (gno_report_part_of(node, parts & REPORT_BUCKETS))
		json_columns(b, &columns_buckets, k, n);
	if (gno_report_part_of(node, parts & REPORT_COUNTERS)) {
		jout_number(&b->out, "unsnapped", b->r->node[k].unsnapped);
		json_columns(b, &columns_counters, k, n);
	}
	jout_object_end(&b->out);
}

int gno_report_part_json(const struct gno_report *r, const char *node, unsigned parts, bool compact,
			 FILE *f, struct gno_err *err)
{
	struct builder b = {
	    .r = r, .out = {.f = f, .compact = compact}, .rows = UINT64_MAX, .err = err};

	jout_object(&b.out, NULL);
	jout_number(&b.out, "gnomon", 1);
	jout_text(&b.out, "state", r->run->state);
	jout_number(&b.out, "end", r->line.end);
	jout_bool(&b.out, "model", r->run->model);
	jout_list(&b.out, "nodes");
	for (unsigned k = 0; k < r->m->nodes; k++)
		if (gno_report_part_of(&r->m->node[k], parts) &&
		    (!node || !strcmp(node, r->m->node[k].name)))
			put_parts(&b, k, parts);
	jout_list_end(&b.out);
	jout_object_end(&b.out);
	fputc('\n', f);
	return b.rc;
}
