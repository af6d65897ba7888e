/* SPDX-License-Identifier: Apache-2.0 */
/* Buckets and counters as JSON, and parts of the report for themselves. */
#include "report_json.h"

#include <string.h>

static json_t *counts_json(struct builder *b, const uint64_t *count, unsigned counts)
{
	json_t *list = json_array();

	for (unsigned i = 0; i < counts; i++)
		json_add(b, list, json_integer((json_int_t)count[i]));
	return list;
}

/* [lo, hi], or [lo, null] where larger values were clipped; null: no value falls into it. */
static json_t *range_json(struct builder *b, const struct report_range *r)
{
	json_t *list;

	if (r->none)
		return json_null();
	list = json_array();
	json_add(b, list, json_integer((json_int_t)r->lo));
	json_add(b, list, r->open ? json_null() : json_integer((json_int_t)r->hi));
	return list;
}

static json_t *ranges_json(struct builder *b, const struct gno_node *n, const struct gno_pattern_node *bounds,
			   unsigned unit)
{
	json_t *list = json_array();

	for (unsigned i = 0; i < n->measure.bucket[unit].count; i++) {
		struct report_range r = report_range(n, bounds, unit, i);

		json_add(b, list, range_json(b, &r));
	}
	return list;
}

/* Adds what counts tell. */
static void put_spread(struct builder *b, json_t *o, const struct gno_node *n,
		       const struct gno_pattern_node *bounds, unsigned unit, const uint64_t *count,
		       bool saturated)
{
	struct report_spread s = {0};
	json_t *percentiles = json_object();
	char name[8];
	bool has;

	if (bounds)
		s = report_spread(n, bounds, unit, count);
	has = s.values && !saturated && !report_is_of_codes(n, unit);
	json_put(b, o, "mean_min", json_real_or_null(has, s.mean_min));
	json_put(b, o, "mean_max", json_real_or_null(has && !s.open, s.mean_max));
	for (unsigned i = 0; i < 3; i++) {
		snprintf(name, sizeof(name), "%u", report_percentiles[i]);
		json_put(b, percentiles, name, has ? range_json(b, &s.percentile[i]) : json_null());
	}
	json_put(b, o, "percentiles", percentiles);
	json_put(b, o, "saturated", json_boolean(saturated));
	json_put(b, o, "bounds", bounds ? ranges_json(b, n, bounds, unit) : json_null());
	json_put(b, o, "counts", counts_json(b, count, n->measure.bucket[unit].count));
}

static json_t *faults_json(struct builder *b, const struct report_unit *u)
{
	json_t *o = json_object();

	for (unsigned i = 0; i < BLOCK_FAULTS; i++)
		if (u->faults[i])
			json_put_number(b, o, block_fault_name(i), u->faults[i]);
	return o;
}

/* Adds of which cycles a unit tells. */
static void put_span(struct builder *b, json_t *o, const struct report_unit *u)
{
	json_put(b, o, "from", u->seen ? json_integer((json_int_t)u->from) : json_null());
	json_put(b, o, "to", u->seen ? json_integer((json_int_t)u->last.ended) : json_null());
	json_put(b, o, "whole", json_boolean(u->whole));
}

static json_t *bank_json(struct builder *b, const struct gno_node *n, const struct report_unit *u,
			 unsigned unit, size_t i)
{
	const struct gno_block *h = &u->bank[i].head;
	json_t *o = json_object();

	json_put_number(b, o, "begin", h->began);
	json_put_number(b, o, "end", h->ended);
	json_put_number(b, o, "values", h->counted);
	json_put_number(b, o, "lost", h->lost);
	json_put(b, o, "late", json_boolean(h->late));
	json_put(b, o, "flush", json_boolean(h->flush));
	put_spread(b, o, n, u->bank[i].bounds, unit, report_unit_counts(u, i), h->saturated);
	return o;
}

json_t *json_buckets(struct builder *b, unsigned node)
{
	const struct gno_node *n = &b->r->m->node[node];
	json_t *list = json_array();

	for (unsigned unit = 0; unit < n->measure.buckets; unit++) {
		const struct report_unit *u = &b->r->node[node].unit[unit];
		json_t *banks = json_array();
		json_t *o = json_object();

		json_put_text(b, o, "name", u->name);
		json_put_text(b, o, "of", n->measure.quantity[n->measure.bucket[unit].of].name);
		json_put_number(b, o, "banks_seen", u->seen);
		json_put_number(b, o, "values", u->counted);
		json_put_number(b, o, "lost", u->lost);
		json_put_number(b, o, "late", u->late);
		json_put_number(b, o, "missing", u->missing);
		json_put(b, o, "left_out", faults_json(b, u));
		put_span(b, o, u);
		put_spread(b, o, n, u->mixed ? NULL : u->bounds, unit, u->total, u->saturated > 0);
		for (size_t i = 0; i < u->banks; i++)
			json_add(b, banks, bank_json(b, n, u, unit, i));
		json_put(b, o, "banks", banks);
		json_add(b, list, o);
	}
	return list;
}

static json_t *snapshot_json(struct builder *b, const struct gno_node *n, const struct report_unit *u,
			     unsigned unit, size_t i)
{
	const struct gno_counter_bank *c = &n->measure.counter[unit];
	const struct gno_block *before, *now = &u->bank[i].head;
	const uint64_t *before_count = report_unit_before(u, i, &before);
	const uint64_t *now_count = report_unit_counts(u, i);
	struct report_stall s[REPORT_STALLS];
	unsigned groups =
	    report_stall_counters(n, unit, before->began ? before : NULL, before_count, now, now_count, s);
	json_t *counts = json_array(), *clocks = json_array();
	json_t *o = json_object();

	for (unsigned k = 0; k < c->inputs; k++) {
		uint64_t mine = block_counter_clocks(now, k);

		if (before->began)
			mine -= block_counter_clocks(before, k);
		json_add(b, counts, json_integer((json_int_t)(now_count[k] - before_count[k])));
		json_add(b, clocks, json_integer((json_int_t)mine));
	}
	json_put_number(b, o, "time", now->ended);
	json_put(b, o, "since", before->began ? json_integer((json_int_t)before->ended) : json_null());
	json_put(b, o, "flush", json_boolean(now->flush));
	json_put(b, o, "saturated", json_boolean(now->saturated));
	json_put(b, o, "mixed", json_boolean(u->bank[i].mixed));
	json_put(b, o, "counts", counts);
	json_put(b, o, "clocks", clocks);
	json_put(b, o, "totals", counts_json(b, now_count, c->inputs));
	json_put(b, o, "stall", json_stall(b, s, groups));
	return o;
}

static json_t *input_json(struct builder *b, unsigned node, const struct gno_counter_bank *c, unsigned i)
{
	char key[16];

	snprintf(key, sizeof(key), "%u", i);
	return json_string(report_input(b->r, node, c->name, key, c->input[i]));
}

json_t *json_counters(struct builder *b, unsigned node)
{
	const struct gno_measure *m = &b->r->m->node[node].measure;
	json_t *list = json_array();

	for (unsigned i = 0; i < m->counters; i++) {
		const struct report_unit *u = &b->r->node[node].unit[m->buckets + i];
		json_t *snapshots = json_array(), *inputs = json_array();
		json_t *o = json_object();

		for (unsigned k = 0; k < m->counter[i].inputs; k++)
			json_add(b, inputs, input_json(b, node, &m->counter[i], k));
		for (size_t s = 0; s < u->banks; s++)
			json_add(b, snapshots, snapshot_json(b, &b->r->m->node[node], u, i, s));
		json_put_text(b, o, "name", u->name);
		json_put(b, o, "inputs", inputs);
		json_put_number(b, o, "snapshots_seen", u->seen);
		json_put(b, o, "mixed", json_boolean(u->mixed));
		json_put(b, o, "left_out", faults_json(b, u));
		put_span(b, o, u);
		json_put(b, o, "snapshots", snapshots);
		json_add(b, list, o);
	}
	return list;
}

bool gno_report_part_of(const struct gno_node *node, enum report_part part)
{
	switch (part) {
	case REPORT_RATIOS:
		return node->pairs || node->measure.extremes;
	case REPORT_BUCKETS:
		return node->measure.buckets > 0;
	default:
		return node->measure.counters > 0;
	}
}

/* Ratio counters of the run, and samples that are kept. */
static void put_ratios(struct builder *b, json_t *o, unsigned k)
{
	const struct report_node *n = &b->r->node[k];
	struct report_stall s[REPORT_STALLS];
	unsigned groups = report_stall_pairs(&b->r->m->node[k], n->overall, s);
	json_t *samples = json_array();

	json_put(b, o, "complete", json_boolean(!n->counts_incomplete));
	json_put(b, o, "mixed", json_boolean(n->mixed));
	json_put_number(b, o, "unsampled", n->unsampled);
	json_put(b, o, "ratios", json_pairs(b, k, n->overall));
	json_put(b, o, "measures", json_measures(b, k, n->overall));
	json_put(b, o, "stall", json_stall(b, s, groups));
	json_put(b, o, "extremes", json_extremes(b, k, n->extreme));
	for (size_t i = 0; i < b->r->samples; i++)
		if (b->r->sample[i].node == k)
			json_add(b, samples, json_sample(b, &b->r->sample[i]));
	json_put(b, o, "samples", samples);
}

static void put_counters(struct builder *b, json_t *o, unsigned k)
{
	json_put_number(b, o, "unsnapped", b->r->node[k].unsnapped);
	json_put(b, o, "counters", json_counters(b, k));
}

json_t *gno_report_part_json(const struct gno_report *r, const char *node, enum report_part part)
{
	struct builder b = {.r = r};
	json_t *root = json_object();
	json_t *nodes = json_array();

	for (unsigned k = 0; k < r->m->nodes; k++) {
		const struct gno_node *n = &r->m->node[k];
		json_t *o;

		if (!gno_report_part_of(n, part) || (node && strcmp(node, n->name) != 0))
			continue;
		o = json_object();
		json_put_text(&b, o, "name", n->name);
		json_put(&b, o, "flushed", json_boolean(r->node[k].flushed));
		if (part == REPORT_RATIOS)
			put_ratios(&b, o, k);
		else if (part == REPORT_BUCKETS)
			json_put(&b, o, "buckets", json_buckets(&b, k));
		else
			put_counters(&b, o, k);
		json_add(&b, nodes, o);
	}
	json_put_number(&b, root, "gnomon", 1);
	json_put_text(&b, root, "state", r->run->state);
	json_put_number(&b, root, "end", r->line.end);
	json_put(&b, root, "nodes", nodes);
	if (b.broken) {
		json_decref(root);
		return NULL;
	}
	return root;
}
