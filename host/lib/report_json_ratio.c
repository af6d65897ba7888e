/* SPDX-License-Identifier: Apache-2.0 */
/* Ratio counters and what they measure, extremes and samples as JSON. */
#include "report_json.h"

static json_t *count_json(struct builder *b, uint64_t min, uint64_t max, double middle)
{
	json_t *o = json_object();

	json_put(b, o, "value", json_real(middle));
	json_put_number(b, o, "min", min);
	json_put_number(b, o, "max", max);
	return o;
}

json_t *json_pairs(struct builder *b, unsigned node, const struct gno_ratio *pair)
{
	const struct gno_node *n = &b->r->m->node[node];
	json_t *list = json_array();

	for (unsigned i = 0; i < n->pairs; i++) {
		const struct gno_ratio *v = &pair[i];
		struct gno_quotient q = {0};
		json_t *o = json_object();
		bool has = !report_quotient(n, i, v, &q);

		json_put_text(b, o, "name", n->pair[i].name);
		json_put_text(b, o, "a_of", report_input(b->r, node, n->pair[i].name, "a", n->pair[i].a));
		json_put_text(b, o, "b_of", report_input(b->r, node, n->pair[i].name, "b", n->pair[i].b));
		json_put(b, o, "a", count_json(b, v->a_min, v->a_max, gno_ratio_a(v)));
		json_put(b, o, "b", count_json(b, v->b_min, v->b_max, gno_ratio_b(v)));
		json_put(b, o, "ratio", json_real_or_null(has, q.value));
		json_put(b, o, "ratio_min", json_real_or_null(has, q.min));
		json_put(b, o, "ratio_max", json_real_or_null(has, q.max));
		json_put(b, o, "saturated", json_boolean(v->saturated));
		json_add(b, list, o);
	}
	return list;
}

json_t *json_measures(struct builder *b, unsigned node, const struct gno_ratio *pair)
{
	static const char *const prints[GNO_PRINTS] = {"a/b", "a/b", "b/a", "b"};
	const struct gno_pattern_node *n = report_measures(b->r, node);
	json_t *list = json_array();

	for (size_t i = 0; n && i < n->measures; i++) {
		const struct gno_pattern_measure *m = &n->measure[i];
		struct gno_quotient q = {0};
		bool has = !report_measured(m->print, &pair[m->pair], &q);
		json_t *o = json_object();

		json_put_text(b, o, "name", m->name);
		json_put_text(b, o, "pair", b->r->m->node[node].pair[m->pair].name);
		json_put_text(b, o, "is", prints[m->print]);
		json_put(b, o, "value", json_real_or_null(has, q.value));
		json_put(b, o, "min", json_real_or_null(has, q.min));
		json_put(b, o, "max", json_real_or_null(has, q.max));
		json_add(b, list, o);
	}
	return list;
}

json_t *json_stall(struct builder *b, const struct report_stall *s, unsigned groups)
{
	json_t *list = json_array();

	for (; groups; groups--, s++) {
		json_t *o = json_object();

		json_put_text(b, o, "group", s->group);
		json_put_number(b, o, "classes", s->classes);
		json_put_number(b, o, "sum_min", s->sum_min);
		json_put_number(b, o, "sum_max", s->sum_max);
		json_put_number(b, o, "clocks_min", s->clocks_min);
		json_put_number(b, o, "clocks_max", s->clocks_max);
		json_put(b, o, "whole", json_boolean(s->whole));
		json_add(b, list, o);
	}
	return list;
}

static json_t *end_json(struct builder *b, uint32_t value, uint64_t time, unsigned code, int point)
{
	struct report_fired fired = {GNO_KIND_EVENT, code, point, 0};
	json_t *o = json_object();
	char name[32];

	json_put_number(b, o, "value", value);
	if (time == GNO_TIME_UNKNOWN)
		json_put(b, o, "time", json_null());
	else
		json_put_number(b, o, "time", time);
	json_put_text(b, o, "event", code ? report_fired_name(b->r, &fired, name, sizeof(name)) : NULL);
	return o;
}

json_t *json_extremes(struct builder *b, unsigned node, const struct report_extreme *e)
{
	const struct gno_measure *m = &b->r->m->node[node].measure;
	json_t *list = json_array();

	for (unsigned i = 0; i < m->extremes; i++) {
		const struct gno_extreme *v = &e[i].v;
		json_t *o = json_object();

		json_put_text(b, o, "name", m->extreme[i].name);
		json_put_text(b, o, "of", m->quantity[m->extreme[i].of].name);
		json_put(b, o, "largest",
			 v->any
			     ? end_json(b, v->largest, v->largest_time, v->largest_code, e[i].largest_point)
			     : json_null());
		json_put(
		    b, o, "smallest",
		    v->any ? end_json(b, v->smallest, v->smallest_time, v->smallest_code, e[i].smallest_point)
			   : json_null());
		json_add(b, list, o);
	}
	return list;
}

json_t *json_sample(struct builder *b, const struct report_sample *s)
{
	const struct gno_ratio *pair = &b->r->pair[s->pair];
	struct report_stall stall[REPORT_STALLS];
	unsigned groups = report_stall_pairs(&b->r->m->node[s->node], pair, stall);
	json_t *o = json_object();
	char name[32];

	json_put(b, o, "from", s->since_lost ? json_null() : json_integer((json_int_t)s->from));
	json_put_number(b, o, "time", s->time);
	json_put_text(b, o, "node", b->r->m->node[s->node].name);
	json_put_number(b, o, "code", s->fired.code);
	json_put_text(b, o, "point", report_fired_name(b->r, &s->fired, name, sizeof(name)));
	json_put(b, o, "reset", json_boolean(s->reset));
	json_put(b, o, "mixed", json_boolean(s->mixed));
	json_put(b, o, "pairs", json_pairs(b, s->node, pair));
	json_put(b, o, "measures", json_measures(b, s->node, pair));
	json_put(b, o, "stall", json_stall(b, stall, groups));
	json_put(b, o, "extremes", json_extremes(b, s->node, &b->r->extreme[s->extreme]));
	return o;
}
