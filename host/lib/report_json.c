/* SPDX-License-Identifier: Apache-2.0 */
#include "report.h"

#include <inttypes.h>

/*
 * Objects are built key by key. jansson passes a NULL value over as a failure, so one missing part would
 * go unseen: `put` keeps note of it.
 */
struct builder {
	const struct gno_report *r;
	bool broken; /* no memory */
};

static void put(struct builder *b, json_t *object, const char *key, json_t *value)
{
	if (json_object_set_new(object, key, value))
		b->broken = true;
}

static void append(struct builder *b, json_t *array, json_t *value)
{
	if (json_array_append_new(array, value))
		b->broken = true;
}

static void put_number(struct builder *b, json_t *object, const char *key, uint64_t value)
{
	put(b, object, key, json_integer((json_int_t)value));
}

static void put_text(struct builder *b, json_t *object, const char *key, const char *value)
{
	put(b, object, key, value ? json_string(value) : json_null());
}

static void put_seconds(struct builder *b, json_t *object, const char *key, double clocks)
{
	put(b, object, key, json_real(clocks / (double)b->r->m->clock_hz));
}

static json_t *count_json(struct builder *b, uint64_t min, uint64_t max, double middle)
{
	json_t *o = json_object();

	put(b, o, "value", json_real(middle));
	put_number(b, o, "min", min);
	put_number(b, o, "max", max);
	return o;
}

static json_t *pairs_json(struct builder *b, unsigned node, const struct gno_ratio *pair)
{
	const struct gno_node *n = &b->r->m->node[node];
	json_t *list = json_array();
	struct gno_quotient q;

	for (unsigned i = 0; i < n->pairs; i++) {
		const struct gno_ratio *v = &pair[i];
		json_t *o = json_object();
		bool has = !gno_ratio_quotient(v, &q);

		put_text(b, o, "name", n->pair[i].name);
		put(b, o, "a", count_json(b, v->a_min, v->a_max, gno_ratio_a(v)));
		put(b, o, "b", count_json(b, v->b_min, v->b_max, gno_ratio_b(v)));
		put(b, o, "ratio", has ? json_real(q.value) : json_null());
		put(b, o, "ratio_min", has ? json_real(q.min) : json_null());
		put(b, o, "ratio_max", has ? json_real(q.max) : json_null());
		put(b, o, "saturated", json_boolean(v->saturated));
		append(b, list, o);
	}
	return list;
}

static json_t *run_json(struct builder *b)
{
	const struct gno_report *r = b->r;
	json_t *o = json_object();
	char hash[17];

	snprintf(hash, sizeof(hash), "%016" PRIx64, r->m->hash);
	put_text(b, o, "monitor", r->m->name);
	put_text(b, o, "hash", hash);
	put_number(b, o, "run", r->run->run);
	put_text(b, o, "mode", r->run->mode);
	put_text(b, o, "state", r->run->state);
	put_text(b, o, "device", r->run->device);
	put_text(b, o, "started", r->run->started);
	put_text(b, o, "experiment", r->points.experiment);
	put_text(b, o, "program", r->points.program);
	put_text(b, o, "build_id", r->points.build_id);
	put_number(b, o, "foreign_slots", r->run->foreign_slots);
	put_number(b, o, "clock_hz", r->m->clock_hz);
	put_number(b, o, "begin", r->line.begin);
	put_number(b, o, "end", r->line.end);
	put_seconds(b, o, "seconds", (double)(r->line.end - r->line.begin));
	return o;
}

static json_t *gaps_json(struct builder *b, const struct report_node *n)
{
	json_t *list = json_array();

	for (size_t i = 0; i < n->gaps; i++) {
		json_t *o = json_object();

		put_number(b, o, "from", n->gap[i].from);
		put_number(b, o, "to", n->gap[i].to);
		put_number(b, o, "lost", n->gap[i].lost);
		append(b, list, o);
	}
	return list;
}

static json_t *holes_json(struct builder *b, const struct report_node *n)
{
	json_t *list = json_array();

	for (size_t i = 0; i < n->holes; i++) {
		json_t *o = json_object();

		put_number(b, o, "offset", n->hole[i].offset);
		put_number(b, o, "bytes", n->hole[i].bytes);
		put_number(b, o, "from", n->hole[i].from);
		put_number(b, o, "to", n->hole[i].to);
		put(b, o, "cut_off", json_boolean(n->hole[i].cut_off));
		append(b, list, o);
	}
	return list;
}

static json_t *points_json(struct builder *b, const struct report_node *n, unsigned node)
{
	json_t *list = json_array();
	char name[16];

	for (unsigned code = 0; code < GNO_CODES; code++) {
		const struct report_point *p = b->r->points.by_code[code];
		json_t *o;

		if (!n->count[code] && !(p && p->on[node]))
			continue;
		o = json_object();
		put_text(b, o, "name", report_event_name(b->r, code, name, sizeof(name)));
		put_number(b, o, "code", code);
		put_number(b, o, "count", n->count[code]);
		append(b, list, o);
	}
	return list;
}

static json_t *node_json(struct builder *b, unsigned k)
{
	const struct report_node *n = &b->r->node[k];
	json_t *o = json_object();

	put_text(b, o, "name", b->r->m->node[k].name);
	put_number(b, o, "index", k);
	put_text(b, o, "file", gno_stream_path(gno_trace_stream(b->r->trace, k)));
	put_number(b, o, "begin", n->begin);
	put_number(b, o, "end", n->end);
	put(b, o, "synced", json_boolean(n->synced));
	put(b, o, "flushed", json_boolean(n->flushed));
	put_number(b, o, "records", n->records);
	put_number(b, o, "events", n->events);
	put_number(b, o, "lost", n->lost);
	put_number(b, o, "unseen", n->unseen);
	put(b, o, "seen", json_real(report_seen(b->r, n)));
	put_number(b, o, "missing_bytes", n->missing);
	put(b, o, "points", points_json(b, n, k));
	put(b, o, "gaps", gaps_json(b, n));
	put(b, o, "holes", holes_json(b, n));
	put_number(b, o, "samples", n->samples);
	put_number(b, o, "unsampled", n->unsampled);
	put_text(b, o, "ratio_form",
		 b->r->m->node[k].ratio_form == GNO_RATIO_COMPRESSED ? "compressed" : "full");
	put(b, o, "ratios_complete", json_boolean(!n->counts_incomplete));
	put(b, o, "ratios", pairs_json(b, k, n->overall));
	return o;
}

static json_t *measure_json(struct builder *b, const char *node, const struct report_measure *m)
{
	const struct gno_stats *s = &m->stats;
	json_t *o = json_object();

	put_text(b, o, "node", node);
	put_number(b, o, "count", s->count);
	put_number(b, o, "total", s->total);
	put(b, o, "mean", s->count ? json_real(gno_stats_mean(s)) : json_null());
	put(b, o, "min", s->count ? json_integer((json_int_t)s->min) : json_null());
	put(b, o, "max", s->count ? json_integer((json_int_t)s->max) : json_null());
	put_seconds(b, o, "total_seconds", (double)s->total);
	put_number(b, o, "unfinished", m->unfinished);
	put_number(b, o, "unmatched", m->unmatched);
	put_number(b, o, "cut", m->cut);
	return o;
}

static json_t *interval_json(struct builder *b, size_t i)
{
	const struct report_interval *v = &b->r->points.interval[i];
	struct report_measure all = report_measure_all(b->r, i);
	json_t *list = json_array();
	json_t *o = json_object();

	put_text(b, o, "name", v->name);
	put_text(b, o, "from", v->from);
	put_text(b, o, "to", v->to);
	for (unsigned k = 0; k < b->r->m->nodes; k++)
		append(b, list, measure_json(b, b->r->m->node[k].name, &b->r->node[k].measure[i]));
	put(b, o, "nodes", list);
	put(b, o, "all", measure_json(b, NULL, &all));
	return o;
}

static json_t *sample_json(struct builder *b, const struct report_sample *s)
{
	json_t *o = json_object();
	char name[16];

	put_number(b, o, "time", s->time);
	put_text(b, o, "node", b->r->m->node[s->node].name);
	put_number(b, o, "code", s->code);
	put_text(b, o, "point", report_event_name(b->r, s->code, name, sizeof(name)));
	put(b, o, "reset", json_boolean(s->reset));
	put(b, o, "pairs", pairs_json(b, s->node, &b->r->pair[s->pair]));
	return o;
}

static json_t *line_json(struct builder *b)
{
	const struct report_line *line = &b->r->line;
	json_t *rows = json_array();
	json_t *o = json_object();
	bool most;

	put_number(b, o, "begin", line->begin);
	put_number(b, o, "end", line->end);
	put_number(b, o, "columns", line->columns);
	for (unsigned k = 0; k < b->r->m->nodes; k++) {
		json_t *row = json_array();
		json_t *entry = json_object();

		for (unsigned c = 0; c < line->columns; c++) {
			int kind = report_line_kind(line, k, c, &most);

			if (kind < 0)
				append(b, row, json_null());
			else if ((unsigned)kind >= line->kinds - 2)
				append(b, row,
				       json_string((unsigned)kind == line->kinds - 1 ? "(hole)" : "(gap)"));
			else
				append(b, row, json_string(b->r->points.interval[kind].name));
		}
		put_text(b, entry, "node", b->r->m->node[k].name);
		put(b, entry, "columns", row);
		append(b, rows, entry);
	}
	put(b, o, "nodes", rows);
	return o;
}

json_t *gno_report_json(const struct gno_report *r)
{
	struct builder b = {.r = r};
	json_t *root = json_object();
	json_t *nodes = json_array();
	json_t *intervals = json_array();
	json_t *samples = json_array();

	for (unsigned k = 0; k < r->m->nodes; k++)
		append(&b, nodes, node_json(&b, k));
	for (size_t i = 0; i < r->points.intervals; i++)
		append(&b, intervals, interval_json(&b, i));
	for (size_t i = 0; i < r->samples; i++)
		append(&b, samples, sample_json(&b, &r->sample[i]));
	put_number(&b, root, "gnomon", 1);
	put(&b, root, "run", run_json(&b));
	put(&b, root, "nodes", nodes);
	put(&b, root, "intervals", intervals);
	put(&b, root, "samples", samples);
	put_number(&b, root, "samples_seen", r->samples_seen);
	put(&b, root, "time_line", line_json(&b));
	if (b.broken) {
		json_decref(root);
		return NULL;
	}
	return root;
}
