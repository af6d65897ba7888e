/* SPDX-License-Identifier: Apache-2.0 */
/* Intervals as JSON, and the counts up to the end point. */
#include "out/json/json.h"
#include "results/until.h"

/* The counts over an interval at a node. */
static void put_over(struct builder *b, unsigned node, size_t interval)
{
	const struct report_node *n = &b->r->node[node];

	if (!n->over[interval].count) {
		jout_null(&b->out, "over");
		return;
	}
	jout_object(&b->out, "over");
	jout_number(&b->out, "count", n->over[interval].count);
	if (b->r->m->node[node]
		.preprocessors.groups) { /* their counts may begin at different times */
		jout_list(&b->out, "counts");
		for (unsigned p = 0; p < b->r->m->node[node].pairs; p++)
			jout_number(&b->out, NULL, n->over[interval].counts[p]);
		jout_list_end(&b->out);
	}
	json_pairs(b, "ratios", node, n->over[interval].pair);
	json_measures(b, "measures", node, n->over[interval].pair);
	jout_object_end(&b->out);
}

static void put_percentile(struct builder *b, unsigned percent, bool has, uint64_t lo, uint64_t hi)
{
	char name[8];

	snprintf(name, sizeof(name), "%u", percent);
	if (!has) {
		jout_null(&b->out, name);
		return;
	}
	jout_object(&b->out, name);
	jout_number(&b->out, "lo", lo);
	jout_number(&b->out, "hi", hi);
	jout_object_end(&b->out);
}

static void put_longest(struct builder *b, const struct report_longest *longest, size_t count)
{
	jout_list(&b->out, "longest");
	for (size_t i = 0; i < count; i++) {
		jout_object(&b->out, NULL);
		jout_number(&b->out, "since", longest[i].since);
		jout_number(&b->out, "clocks", longest[i].clocks);
		jout_object_end(&b->out);
	}
	jout_list_end(&b->out);
}

static void put_part(struct builder *b, uint64_t lo, uint64_t hi, uint64_t count)
{
	jout_object(&b->out, NULL);
	jout_number(&b->out, "lo", lo);
	jout_number(&b->out, "hi", hi);
	jout_number(&b->out, "count", count);
	jout_object_end(&b->out);
}

static void put_durations(struct builder *b, unsigned node, size_t interval)
{
	const struct report_statistics *m =
	    node < b->r->m->nodes ? &b->r->node[node].statistics[interval] : NULL;
	uint64_t lo, hi, count;
	size_t at = 0;

	jout_object(&b->out, "percentiles");
	for (unsigned i = 0; i < 3; i++) {
		unsigned percent = report_percentiles[i];
		bool has = report_percentile(b->r, interval, node, percent, &lo, &hi);

		put_percentile(b, percent, has, lo, hi);
	}
	jout_object_end(&b->out);
	jout_list(&b->out, "histogram");
	while (report_durations_next(b->r, interval, node, &at, &lo, &hi, &count))
		put_part(b, lo, hi, count);
	jout_list_end(&b->out);
	if (m)
		put_longest(b, m->longest, report_longest_kept(&m->stats));
}

void json_process_durations(struct builder *b, const struct report_process_interval *v)
{
	uint64_t lo, hi, count;
	size_t at = 0;

	jout_object(&b->out, "percentiles");
	for (unsigned i = 0; i < 3; i++) {
		unsigned percent = report_percentiles[i];
		bool has = report_process_percentile(v, percent, &lo, &hi);

		put_percentile(b, percent, has, lo, hi);
	}
	jout_object_end(&b->out);
	jout_list(&b->out, "histogram");
	while (report_process_durations_next(v, &at, &lo, &hi, &count))
		put_part(b, lo, hi, count);
	jout_list_end(&b->out);
	put_longest(b, v->longest, report_longest_kept(&v->stats));
}

/* At a node, or (all nodes: `node` is beyond the last one) at all. */
static void put_preprocessors(struct builder *b, const char *key, unsigned node, size_t interval,
			      const struct report_statistics *m)
{
	bool all = node == b->r->m->nodes;
	struct json_out *o = &b->out;

	jout_object(o, key);
	jout_text(o, "node", all ? NULL : b->r->m->node[node].name);
	json_stats(b, &m->stats);
	jout_bool(o, "at_least", report_interval_is_partly(b->r, node, interval));
	jout_number(o, "unfinished", m->unfinished);
	jout_number(o, "unmatched", m->unmatched);
	jout_number(o, "cut", m->cut);
	put_durations(b, node, interval);
	json_part(b, "outermost", &m->outermost);
	json_part(b, "self", &m->self);
	json_part(b, "running", &m->running);
	json_part(b, "system", &m->system);
	json_part(b, "user", &m->user);
	json_part(b, "counter", &m->counter);
	jout_number(o, "counter_unknown", m->counter_unknown);
	json_part(b, "crossing", &m->crossing);
	jout_number(o, "crossing_unknown", m->crossing_unknown);
	if (!all)
		put_over(b, node, interval);
	jout_object_end(o);
}

void json_intervals(struct builder *b)
{
	const struct gno_report *r = b->r;
	struct json_out *o = &b->out;

	jout_list(o, "intervals");
	for (size_t i = 0; i < r->points.intervals; i++) {
		const struct report_interval *v = &r->points.interval[i];
		struct report_statistics all = report_statistics_all(r, i);

		jout_object(o, NULL);
		jout_text(o, "name", v->name);
		jout_text(o, "from", v->from);
		jout_text(o, "to", v->to);
		jout_list(o, "nodes");
		for (unsigned k = 0; k < r->m->nodes; k++)
			put_preprocessors(b, NULL, k, i, &r->node[k].statistics[i]);
		jout_list_end(o);
		put_preprocessors(b, "all", r->m->nodes, i, &all);
		jout_object_end(o);
	}
	jout_list_end(o);
}

void json_until(struct builder *b, unsigned node)
{
	const struct report_until *u = &b->r->node[node].until;
	const enum report_until_known known = report_until_at(b->r, node);
	struct json_out *o = &b->out;

	if (!u->wanted) {
		jout_null(o, "until");
		return;
	}
	jout_object(o, "until");
	if (report_until_why(known))
		jout_null(o, "reached");
	else
		jout_bool(o, "reached", known != REPORT_UNTIL_MISSED);
	jout_text(o, "unknown", report_until_why(known));
	jout_number_if(o, "time", u->reached, u->time);
	json_pairs(b, "ratios", node, u->sampled ? u->pair : NULL);
	json_measures(b, "measures", node, u->sampled ? u->pair : NULL);
	jout_object_end(o);
}
