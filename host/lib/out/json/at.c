/* SPDX-License-Identifier: Apache-2.0 */
#include "results/at.h"
#include "passes/derived/fields.h"
#include "out/json/json.h"

static void put_event(struct builder *b, const char *key, bool has, const struct report_event *v)
{
	char buf[32];

	if (!has) {
		jout_null(&b->out, key);
		return;
	}
	jout_object(&b->out, key);
	jout_text(&b->out, "name", report_event_name(b->r, v, buf, sizeof(buf)));
	jout_text(&b->out, "kind", report_event_kind_name(v->kind));
	jout_number(&b->out, "time", v->record.time);
	jout_object_end(&b->out);
}

static void put_intervals(struct builder *b, const struct report_at_node *n)
{
	jout_list(&b->out, "intervals");
	for (size_t i = 0; i < b->r->points.intervals; i++) {
		const struct report_at_interval *v = &n->interval[i];

		if (!v->open)
			continue;
		jout_object(&b->out, NULL);
		jout_text(&b->out, "name", b->r->points.interval[i].name);
		jout_number(&b->out, "begin", v->begin);
		jout_number_if(&b->out, "end", v->ended, v->end);
		jout_number(&b->out, "open", v->open);
		jout_object_end(&b->out);
	}
	jout_list_end(&b->out);
}

static void put_segments(struct builder *b, unsigned k, const struct report_at_node *n)
{
	struct json_out *o = &b->out;

	jout_list(o, "segments");
	for (unsigned i = 0; i < b->r->m->node[k].preprocessors.segments; i++) {
		const struct report_at_segment *s = &n->segment[i];

		if (!s->there)
			continue;
		jout_object(o, NULL);
		jout_text(o, "unit", b->r->node[k].segment[i].name);
		jout_number(o, "at", s->trigger);
		jout_number(o, "began", s->began);
		jout_number(o, "ended", s->ended);
		jout_number_if(o, "word", s->known, s->word);
		report_fields_json(o, &b->r->m->node[k], s->known, s->word);
		if (s->held)
			jout_null(o, "current");
		else
			jout_bool(o, "current", s->current);
		jout_object_end(o);
	}
	jout_list_end(o);
}

static void put_node(struct builder *b, unsigned k, const struct report_at_node *n)
{
	struct json_out *o = &b->out;

	jout_object(o, NULL);
	jout_text(o, "name", b->r->m->node[k].name);
	if (n->unseen) {
		jout_object(o, "unseen");
		jout_text(o, "why", n->over ? "end" : report_unseen_name(n->why));
		jout_number(o, "from", n->from);
		jout_number_if(o, "to", !n->over, n->to);
		jout_object_end(o);
	} else {
		jout_null(o, "unseen");
	}
	put_event(b, "last", n->has_last, &n->last);
	put_event(b, "next", n->has_next, &n->next);
	put_intervals(b, n);
	if (n->sampled) {
		jout_object(o, "sample");
		jout_number(o, "from", n->sample_from);
		jout_number(o, "to", n->sample_to);
		json_pairs(b, "pairs", k, n->pair);
		jout_object_end(o);
	} else {
		jout_null(o, "sample");
	}
	put_segments(b, k, n);
	jout_object_end(o);
}

/* null where the time counters never pause. */
static void put_line(struct builder *b, const struct report_at *a)
{
	const struct report_stretch *s = &a->line;
	struct json_out *o = &b->out;
	bool asserted = s->line == REPORT_LINE_ASSERTED, known;
	uint64_t counter;

	if (!a->has_line) {
		jout_null(o, "line");
		return;
	}
	known = report_counter_at(s, a->cycle, &counter);
	jout_object(o, "line");
	if (s->line == REPORT_LINE_UNKNOWN)
		jout_null(o, "asserted");
	else
		jout_bool(o, "asserted", asserted);
	if (gno_manifest_rounds(a->r->m, GNO_LINE_REPORT))
		jout_text(o, "line", asserted ? gno_line_name(s->of) : NULL);
	jout_number_if(o, "round", asserted, s->round);
	jout_number_if(o, "counter", known, counter);
	jout_number(o, "from", s->from);
	jout_number(o, "to", s->to - 1);
	jout_object_end(o);
}

int report_at_json(const struct report_at *a, FILE *f, struct gno_err *err)
{
	const struct gno_simulation *s = &a->r->run->simulation;
	struct builder b = {.r = a->r, .out = {.f = f}, .err = err};

	jout_object(&b.out, NULL);
	jout_number(&b.out, "cycle", a->cycle);
	jout_number_if(&b.out, "simulation", s->known && s->period, s->time + a->cycle * s->period);
	jout_bool(&b.out, "model", a->r->run->model);
	put_line(&b, a);
	jout_list(&b.out, "nodes");
	for (unsigned k = 0; k < a->r->m->nodes; k++)
		put_node(&b, k, &a->node[k]);
	jout_list_end(&b.out);
	jout_object_end(&b.out);
	fputc('\n', f);
	return b.rc;
}
