/* SPDX-License-Identifier: Apache-2.0 */
/* Ratio counters and their measures, extremes and samples as JSON. */
#include "gnomon/records.h"
#include "compile/groups.h"
#include "out/json/json.h"

static void put_count(struct builder *b, const char *key, uint64_t min, uint64_t max)
{
	struct json_out *o = &b->out;

	jout_object(o, key);
	jout_float(o, "value", report_count(min, max));
	jout_number(o, "min", min);
	jout_number(o, "max", max);
	jout_object_end(o);
}

void json_pairs(struct builder *b, const char *key, unsigned node, const struct gno_ratio *pair)
{
	const struct gno_node *n = &b->r->m->node[node];
	struct json_out *o = &b->out;

	if (!pair) {
		jout_null(o, key);
		return;
	}
	jout_list(o, key);
	for (unsigned i = 0; i < n->pairs; i++) {
		const struct gno_ratio *v = &pair[i];
		struct gno_quotient q = {0};
		bool has = !report_quotient(n, i, v, &q);

		jout_object(o, NULL);
		jout_text(o, "name", n->pair[i].name);
		jout_text(o, "a_of", report_input(b->r, node, n->pair[i].name, "a", n->pair[i].a));
		jout_text(o, "b_of", report_input(b->r, node, n->pair[i].name, "b", n->pair[i].b));
		put_count(b, "a", v->a_min, v->a_max);
		put_count(b, "b", v->b_min, v->b_max);
		jout_float_if(o, "ratio", has, q.value);
		jout_float_if(o, "ratio_min", has, q.min);
		jout_float_if(o, "ratio_max", has, q.max);
		jout_bool(o, "saturated", v->saturated);
		jout_object_end(o);
	}
	jout_list_end(o);
}

void json_measures(struct builder *b, const char *key, unsigned node, const struct gno_ratio *pair)
{
	const struct gno_pattern_node *n = report_measures(b->r, node);
	struct json_out *o = &b->out;

	if (!pair) {
		jout_null(o, key);
		return;
	}
	jout_list(o, key);
	for (size_t i = 0; n && i < n->measures; i++) {
		const struct gno_pattern_measure *m = &n->measure[i];
		struct gno_quotient q = {0};
		bool has = !report_measure_value(m->print, &pair[m->pair], &q);

		jout_object(o, NULL);
		jout_text(o, "name", m->name);
		jout_text(o, "pair", b->r->m->node[node].pair[m->pair].name);
		jout_text(o, "is", report_measure_is(m->print));
		jout_float_if(o, "value", has, q.value);
		jout_float_if(o, "min", has, q.min);
		jout_float_if(o, "max", has, q.max);
		put_count(b, "a", pair[m->pair].a_min, pair[m->pair].a_max);
		put_count(b, "b", pair[m->pair].b_min, pair[m->pair].b_max);
		jout_object_end(o);
	}
	jout_list_end(o);
}

void json_stall(struct builder *b, const struct report_stall *s, unsigned groups)
{
	struct json_out *o = &b->out;

	jout_list(o, "stall");
	for (; groups; groups--, s++) {
		jout_object(o, NULL);
		jout_text(o, "group", s->group);
		jout_number(o, "classes", s->classes);
		jout_number(o, "sum_min", s->sum_min);
		jout_number(o, "sum_max", s->sum_max);
		jout_number(o, "clocks_min", s->clocks_min);
		jout_number(o, "clocks_max", s->clocks_max);
		jout_bool(o, "whole", s->whole);
		jout_object_end(o);
	}
	jout_list_end(o);
}

static void put_end(struct builder *b, const char *key, bool any, uint32_t value, uint64_t time,
		    unsigned code, int point)
{
	struct report_fired fired = {GNO_KIND_EVENT, code, point, 0};
	struct json_out *o = &b->out;
	char name[32];

	if (!any) {
		jout_null(o, key);
		return;
	}
	jout_object(o, key);
	jout_number(o, "value", value);
	jout_number_if(o, "time", time != GNO_TIME_UNKNOWN, time);
	jout_text(o, "event", code ? report_fired_name(b->r, &fired, name, sizeof(name)) : NULL);
	jout_object_end(o);
}

void json_extremes(struct builder *b, unsigned node, const struct report_extreme *e)
{
	const struct gno_preprocessors *m = &b->r->m->node[node].preprocessors;
	struct json_out *o = &b->out;

	jout_list(o, "extremes");
	for (unsigned i = 0; i < m->extremes; i++) {
		const struct gno_extreme *v = &e[i].v;

		jout_object(o, NULL);
		jout_text(o, "name", m->extreme[i].name);
		jout_text(o, "of", m->quantity[m->extreme[i].of].name);
		put_end(b, "largest", v->any, v->largest, v->largest_time, v->largest_code,
			e[i].largest_point);
		put_end(b, "smallest", v->any, v->smallest, v->smallest_time, v->smallest_code,
			e[i].smallest_point);
		jout_object_end(o);
	}
	jout_list_end(o);
}

/* What requested a sample, and all that fired with it. */
static void put_fired(struct builder *b, const struct report_sample *s)
{
	const struct report_fired flush = {.kind = GNO_KIND_FLUSH, .point = -1};
	const struct report_fired *asked = s->fires ? &s->fired[s->asked] : &flush;
	struct json_out *o = &b->out;
	char name[32];

	jout_number(o, "code", asked->code);
	jout_text(o, "point", report_fired_name(b->r, asked, name, sizeof(name)));
	jout_list(o, "points");
	for (size_t i = 0; i < s->fires; i++)
		if (s->fired[i].kind != GNO_KIND_WORD)
			jout_text(o, NULL,
				  report_fired_name(b->r, &s->fired[i], name, sizeof(name)));
	jout_list_end(o);
}

/* From where on the counters of each group, and of what is in none, counted. */
static void put_groups(struct builder *b, unsigned node, const struct report_sample *s)
{
	const struct gno_node *n = &b->r->m->node[node];
	struct json_out *o = &b->out;

	if (!s->since)
		return;
	jout_list(o, "groups");
	for (unsigned g = 0; g <= n->preprocessors.groups; g++) {
		if (!gno_group_can(n, g, GNO_ACT_RESET))
			continue;
		jout_object(o, NULL);
		if (g < n->preprocessors.groups)
			jout_text(o, "group", n->preprocessors.group[g]);
		else
			jout_null(o, "group");
		jout_number_if(o, "from", !s->since[g].lost, s->since[g].from);
		jout_bool(o, "reset", s->since[g].reset);
		jout_bool(o, "mixed", s->since[g].mixed);
		jout_object_end(o);
	}
	jout_list_end(o);
}

void json_sample_row(struct builder *b, unsigned node, const struct report_row *row)
{
	const struct report_sample *s = &row->sample;
	struct report_stall stall[REPORT_STALLS];
	unsigned groups = report_stall_pairs(&b->r->m->node[node], s->pair, stall);
	struct json_out *o = &b->out;

	jout_object(o, NULL);
	jout_number_if(o, "from", !s->since_lost && !s->apart, s->from);
	jout_number(o, "time", s->time);
	jout_text(o, "node", b->r->m->node[node].name);
	put_fired(b, s);
	jout_bool(o, "reset", s->reset);
	jout_bool(o, "mixed", s->mixed);
	put_groups(b, node, s);
	json_pairs(b, "pairs", node, s->pair);
	json_measures(b, "measures", node, s->pair);
	json_stall(b, stall, groups);
	json_extremes(b, node, s->extreme);
	jout_object_end(o);
}

uint64_t json_samples(struct builder *b, unsigned node, uint64_t rows)
{
	return json_rows(b, REPORT_SAMPLES, node, 0, rows, json_sample_row);
}
