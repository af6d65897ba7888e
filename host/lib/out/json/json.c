/* SPDX-License-Identifier: Apache-2.0 */
#include "out/json/json.h"

#include "results/columns/documents.h"

static void put_node(struct builder *b, unsigned k)
{
	struct report_stall stall[REPORT_STALLS];
	unsigned groups = report_stall_pairs(&b->r->m->node[k], b->r->node[k].overall, stall);
	const struct report_node *n = &b->r->node[k];
	struct json_out *o = &b->out;

	jout_object(o, NULL);
	json_columns(b, &columns_node, k, n);
	json_columns(b, &columns_records, k, n);
	json_columns(b, &columns_points, k, n);
	json_columns(b, &columns_lost, k, n);
	json_columns(b, &columns_sampling, k, n);
	json_pairs(b, "ratios", k, n->overall);
	json_measures(b, "measures", k, n->overall);
	json_until(b, k);
	json_stall(b, stall, groups);
	json_extremes(b, k, n->extreme);
	json_columns(b, &columns_buckets, k, n);
	json_columns(b, &columns_counters, k, n);
	json_columns(b, &columns_segments, k, n);
	json_system(b, k);
	json_port(b, k);
	jout_object_end(o);
}

static void put_rounds(struct builder *b)
{
	if (!b->r->pauses) {
		jout_null(&b->out, "rounds");
		return;
	}
	jout_object(&b->out, "rounds");
	json_columns(b, &columns_rounds, 0, report_pauses_sum(b->r->pauses));
	jout_object_end(&b->out);
}

void json_report(struct builder *b)
{
	struct json_out *o = &b->out;
	uint64_t shown = 0;

	jout_number(o, "gnomon", 1);
	json_columns(b, &columns_run, 0, b->r);
	jout_list(o, "nodes");
	for (unsigned k = 0; k < b->r->m->nodes; k++)
		put_node(b, k);
	jout_list_end(o);
	json_intervals(b);
	jout_list(o, "samples");
	for (unsigned k = 0; k < b->r->m->nodes; k++)
		shown += json_samples(b, k, b->rows - shown);
	jout_list_end(o);
	jout_number(o, "samples_seen", b->r->samples_seen);
	json_columns(b, &columns_marks, 0, b->r);
	json_columns(b, &columns_captures, 0, b->r);
	put_rounds(b);
	json_columns(b, &columns_connections, 0, b->r);
	json_columns(b, &columns_limits, 0, b->r);
	json_columns(b, &columns_advice, 0, b->r);
}

int gno_report_json(const struct gno_report *r, uint64_t rows, FILE *f, struct gno_err *err)
{
	struct builder b = {
	    .r = r, .out = {.f = f}, .rows = rows, .losses = UINT64_MAX, .err = err};

	jout_object(&b.out, NULL);
	json_report(&b);
	json_columns(&b, &columns_line, 0, r);
	jout_object_end(&b.out);
	fputc('\n', f);
	return b.rc;
}
