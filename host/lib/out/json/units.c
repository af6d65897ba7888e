/* SPDX-License-Identifier: Apache-2.0 */
/* Buckets and counters as JSON, and parts of the report for themselves. */
#include "out/json/json.h"

#include <string.h>

static void put_counts(struct builder *b, const char *key, const uint64_t *count, unsigned counts)
{
	jout_list(&b->out, key);
	for (unsigned i = 0; i < counts; i++)
		jout_number(&b->out, NULL, count[i]);
	jout_list_end(&b->out);
}

/* [lo, hi], or [lo, null] where larger values were clipped; null: no value falls into it. */
static void put_range(struct builder *b, const char *key, const struct report_range *r)
{
	if (!r || r->none) {
		jout_null(&b->out, key);
		return;
	}
	jout_list(&b->out, key);
	jout_number(&b->out, NULL, r->lo);
	jout_number_if(&b->out, NULL, !r->open, r->hi);
	jout_list_end(&b->out);
}

static void put_ranges(struct builder *b, const struct gno_node *n,
		       const struct gno_pattern_node *bounds, unsigned unit)
{
	if (!bounds) {
		jout_null(&b->out, "bounds");
		return;
	}
	jout_list(&b->out, "bounds");
	for (unsigned i = 0; i < n->preprocessors.bucket[unit].count; i++) {
		struct report_range r = report_range(n, bounds, unit, i);

		put_range(b, NULL, &r);
	}
	jout_list_end(&b->out);
}

/* Adds the statistics of counts. */
static void put_spread(struct builder *b, const struct gno_node *n,
		       const struct gno_pattern_node *bounds, unsigned unit, const uint64_t *count,
		       bool saturated)
{
	struct json_out *o = &b->out;
	struct report_spread s = {0};
	char name[8];
	bool has;

	if (bounds)
		s = report_spread(n, bounds, unit, count);
	has = s.values && !saturated && !report_is_of_codes(n, unit);
	jout_float_if(o, "mean_min", has, s.mean_min);
	jout_float_if(o, "mean_max", has && !s.open, s.mean_max);
	jout_object(o, "percentiles");
	for (unsigned i = 0; i < 3; i++) {
		snprintf(name, sizeof(name), "%u", report_percentiles[i]);
		put_range(b, name, has ? &s.percentile[i] : NULL);
	}
	jout_object_end(o);
	jout_bool(o, "saturated", saturated);
	put_ranges(b, n, bounds, unit);
	put_counts(b, "counts", count, n->preprocessors.bucket[unit].count);
}

static void put_faults(struct builder *b, const struct report_unit *u)
{
	jout_object(&b->out, "left_out");
	for (unsigned i = 0; i < BLOCK_FAULTS; i++)
		if (u->faults[i])
			jout_number(&b->out, block_fault_name(i), u->faults[i]);
	jout_object_end(&b->out);
}

/* Adds the cycles that a unit covers. */
static void put_span(struct builder *b, const struct report_unit *u)
{
	jout_number_if(&b->out, "from", u->seen, u->from);
	jout_number_if(&b->out, "to", u->seen, u->last.ended);
	jout_bool(&b->out, "whole", u->whole);
}

/* Of a unit, for its current bank. */
static void put_bank(struct builder *b, unsigned node, unsigned unit,
		     const struct report_bank_row *row)
{
	const struct gno_block *h = &row->bank.head;
	struct json_out *o = &b->out;

	jout_object(o, NULL);
	jout_number(o, "begin", h->began);
	jout_number(o, "end", h->ended);
	jout_number(o, "values", h->counted);
	jout_number(o, "lost", h->lost);
	jout_bool(o, "late", h->late);
	jout_bool(o, "flush", h->flush);
	put_spread(b, &b->r->m->node[node], row->bank.bounds, unit, row->count, h->saturated);
	jout_object_end(o);
}

static void put_bank_row(struct builder *b, unsigned node, const struct report_row *row)
{
	put_bank(b, node, row->bank.bank.head.unit, &row->bank);
}

void json_buckets(struct builder *b, unsigned node)
{
	const struct gno_node *n = &b->r->m->node[node];
	struct json_out *o = &b->out;

	jout_list(o, "buckets");
	for (unsigned unit = 0; unit < n->preprocessors.buckets; unit++) {
		const struct report_unit *u = &b->r->node[node].unit[unit];

		jout_object(o, NULL);
		jout_text(o, "name", u->name);
		jout_text(o, "of",
			  n->preprocessors.quantity[n->preprocessors.bucket[unit].of].name);
		jout_number(o, "banks_seen", u->seen);
		jout_number(o, "values", u->counted);
		jout_number(o, "lost", u->lost);
		jout_number(o, "late", u->late);
		jout_number(o, "missing", u->missing);
		put_faults(b, u);
		put_span(b, u);
		put_spread(b, n, u->mixed ? NULL : u->bounds, unit, u->total, u->saturated > 0);
		jout_list(o, "banks");
		json_rows(b, REPORT_BANKS, node, unit, b->rows, put_bank_row);
		jout_list_end(o);
		jout_object_end(o);
	}
	jout_list_end(o);
}

static void put_snapshot(struct builder *b, unsigned node, const struct report_row *row)
{
	const struct gno_block *now = &row->bank.bank.head, *before = row->bank.before;
	const struct gno_node *n = &b->r->m->node[node];
	const struct gno_counter_bank *c = &n->preprocessors.counter[now->unit];
	struct report_stall s[REPORT_STALLS];
	unsigned groups = report_stall_counters(n, now->unit, before->began ? before : NULL,
						row->bank.count_before, now, row->bank.count, s);
	struct json_out *o = &b->out;

	jout_object(o, NULL);
	jout_number(o, "time", now->ended);
	jout_number_if(o, "since", before->began, before->ended);
	jout_bool(o, "flush", now->flush);
	jout_bool(o, "saturated", now->saturated);
	jout_bool(o, "mixed", row->bank.bank.mixed);
	jout_list(o, "counts");
	for (unsigned k = 0; k < c->inputs; k++)
		jout_number(o, NULL, row->bank.count[k] - row->bank.count_before[k]);
	jout_list_end(o);
	jout_list(o, "clocks");
	for (unsigned k = 0; k < c->inputs; k++)
		jout_number(o, NULL,
			    block_counter_clocks(now, k) -
				(before->began ? block_counter_clocks(before, k) : 0));
	jout_list_end(o);
	put_counts(b, "totals", row->bank.count, c->inputs);
	json_stall(b, s, groups);
	jout_object_end(o);
}

static void put_inputs(struct builder *b, unsigned node, const struct gno_counter_bank *c)
{
	char key[16];

	jout_list(&b->out, "inputs");
	for (unsigned i = 0; i < c->inputs; i++) {
		snprintf(key, sizeof(key), "%u", i);
		jout_text(&b->out, NULL, report_input(b->r, node, c->name, key, c->input[i]));
	}
	jout_list_end(&b->out);
}

void json_counters(struct builder *b, unsigned node)
{
	const struct gno_preprocessors *m = &b->r->m->node[node].preprocessors;
	struct json_out *o = &b->out;

	jout_list(o, "counters");
	for (unsigned i = 0; i < m->counters; i++) {
		const struct report_unit *u = &b->r->node[node].unit[m->buckets + i];

		jout_object(o, NULL);
		jout_text(o, "name", u->name);
		put_inputs(b, node, &m->counter[i]);
		jout_number(o, "snapshots_seen", u->seen);
		jout_bool(o, "mixed", u->mixed);
		put_faults(b, u);
		put_span(b, u);
		jout_list(o, "snapshots");
		json_rows(b, REPORT_BANKS, node, m->buckets + i, b->rows, put_snapshot);
		jout_list_end(o);
		jout_object_end(o);
	}
	jout_list_end(o);
}

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

	jout_object(&b->out, NULL);
	jout_text(&b->out, "name", node->name);
	jout_bool(&b->out, "flushed", b->r->node[k].flushed);
	if (gno_report_part_of(node, parts & REPORT_RATIOS))
		put_ratios(b, k);
	if (gno_report_part_of(node, parts & REPORT_BUCKETS))
		json_buckets(b, k);
	if (gno_report_part_of(node, parts & REPORT_COUNTERS)) {
		jout_number(&b->out, "unsnapped", b->r->node[k].unsnapped);
		json_counters(b, k);
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
