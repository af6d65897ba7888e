/* SPDX-License-Identifier: Apache-2.0 */
#include "report_json.h"

#include <inttypes.h>

json_t *json_run(struct builder *b)
{
	const struct gno_report *r = b->r;
	const struct gno_pattern_file *file = r->points.load[0].file;
	json_t *loads = json_array();
	json_t *o = json_object();
	char hash[17];

	snprintf(hash, sizeof(hash), "%016" PRIx64, r->m->hash);
	json_put_text(b, o, "monitor", r->m->name);
	json_put_text(b, o, "hash", hash);
	json_put_number(b, o, "run", r->run->run);
	json_put_text(b, o, "mode", r->run->mode);
	json_put_text(b, o, "state", r->run->state);
	json_put_text(b, o, "device", r->run->device);
	json_put_text(b, o, "started", r->run->started);
	json_put_text(b, o, "experiment", file->name);
	json_put_text(b, o, "program", file->program);
	json_put_text(b, o, "build_id", file->build_id);
	for (size_t i = 0; i < r->points.loads; i++) {
		json_t *load = json_object();
		json_t *nodes = json_array();

		json_put_text(b, load, "file", r->points.load[i].name);
		for (unsigned k = 0; k < r->m->nodes; k++)
			if (r->points.load[i].on[k])
				json_add(b, nodes, json_string(r->m->node[k].name));
		json_put(b, load, "nodes", nodes);
		json_add(b, loads, load);
	}
	json_put(b, o, "loads", loads);
	json_put_number(b, o, "foreign_slots", r->run->foreign_slots);
	json_put_number(b, o, "clock_hz", r->m->clock_hz);
	json_put_number(b, o, "begin", r->line.begin);
	json_put_number(b, o, "end", r->line.end);
	json_put_seconds(b, o, "seconds", (double)(r->line.end - r->line.begin));
	return o;
}

static json_t *gaps_json(struct builder *b, const struct report_node *n)
{
	json_t *list = json_array();

	for (size_t i = 0; i < n->gaps; i++) {
		json_t *o = json_object();

		json_put_number(b, o, "from", n->gap[i].from);
		json_put_number(b, o, "to", n->gap[i].to);
		json_put_number(b, o, "lost", n->gap[i].lost);
		json_add(b, list, o);
	}
	return list;
}

static json_t *holes_json(struct builder *b, const struct report_node *n)
{
	json_t *list = json_array();

	for (size_t i = 0; i < n->holes; i++) {
		json_t *o = json_object();

		json_put_number(b, o, "offset", n->hole[i].offset);
		json_put_number(b, o, "bytes", n->hole[i].bytes);
		json_put_number(b, o, "from", n->hole[i].from);
		json_put_number(b, o, "to", n->hole[i].to);
		json_put(b, o, "cut_off", json_boolean(n->hole[i].cut_off));
		json_add(b, list, o);
	}
	return list;
}

static json_t *blinds_json(struct builder *b, const struct report_node *n)
{
	json_t *list = json_array();

	for (size_t i = 0; i < n->blinds; i++) {
		json_t *o = json_object();

		json_put_number(b, o, "from", n->blind[i].from);
		json_put_number(b, o, "to", n->blind[i].to);
		json_put_text(b, o, "why", report_unseen_name(n->blind[i].why));
		json_add(b, list, o);
	}
	return list;
}

static void add_point(struct builder *b, json_t *list, const struct report_fired *f, uint64_t count)
{
	json_t *o = json_object();
	char name[16];

	json_put_text(b, o, "name", report_fired_name(b->r, f, name, sizeof(name)));
	json_put_text(b, o, "kind",
		      f->kind == GNO_KIND_TRIGGER ? "trigger"
		      : f->kind == GNO_KIND_DATUM ? "code"
						  : "event");
	json_put_text(b, o, "what", f->point >= 0 ? b->r->points.point[f->point].what : NULL);
	json_put_number(b, o, "code", f->code);
	json_put_number(b, o, "count", count);
	json_add(b, list, o);
}

static json_t *points_json(struct builder *b, const struct report_node *n, unsigned node)
{
	static const unsigned kinds[] = {[GNO_PATTERN_EVENT] = GNO_KIND_EVENT,
					 [GNO_PATTERN_TRIGGER] = GNO_KIND_TRIGGER,
					 [GNO_PATTERN_CODE] = GNO_KIND_DATUM};
	const struct report_points *p = &b->r->points;
	json_t *list = json_array();

	for (size_t i = 0; i < p->points; i++)
		if (p->point[i].code[node] >= 0)
			add_point(b, list,
				  &(struct report_fired){.kind = kinds[p->point[i].kind],
							 .code = (unsigned)p->point[i].code[node],
							 .point = (int)i},
				  n->count[i]);
	for (unsigned i = 0; i < 2 * GNO_CODES; i++)
		if (n->unnamed[i / GNO_CODES][i % GNO_CODES])
			add_point(b, list,
				  &(struct report_fired){i < GNO_CODES ? GNO_KIND_EVENT : GNO_KIND_TRIGGER,
							 i % GNO_CODES, -1, 0},
				  n->unnamed[i / GNO_CODES][i % GNO_CODES]);
	return list;
}

static json_t *node_json(struct builder *b, unsigned k)
{
	static const char *const forms[] = {"full", "compressed", "compressed32"};
	struct report_stall stall[REPORT_STALLS];
	unsigned groups = report_stall_pairs(&b->r->m->node[k], b->r->node[k].overall, stall);
	const struct report_node *n = &b->r->node[k];
	json_t *o = json_object();

	json_put_text(b, o, "name", b->r->m->node[k].name);
	json_put_number(b, o, "index", k);
	json_put_text(b, o, "file", gno_stream_path(gno_trace_stream(b->r->trace, k)));
	json_put_number(b, o, "begin", n->begin);
	json_put_number(b, o, "end", n->end);
	json_put(b, o, "synced", json_boolean(n->synced));
	json_put(b, o, "flushed", json_boolean(n->flushed));
	json_put_number(b, o, "records", n->records);
	json_put_number(b, o, "events", n->events);
	json_put_number(b, o, "triggers", n->triggers);
	json_put_number(b, o, "writes", n->port.writes);
	json_put_number(b, o, "words", n->words.words);
	json_put_number(b, o, "lost", n->lost);
	json_put_number(b, o, "unseen",
			n->unseen[REPORT_GAP] + n->unseen[REPORT_HOLE] + n->unseen[REPORT_BLIND]);
	json_put_number(b, o, "blind", n->unseen[REPORT_BLIND]);
	json_put_number(b, o, "off", n->unseen[REPORT_OFF]);
	json_put_number(b, o, "unknown_load", n->unknown_load);
	json_put(b, o, "seen", json_real(report_seen(b->r, n)));
	json_put_number(b, o, "missing_bytes", n->missing);
	json_put(b, o, "points", points_json(b, n, k));
	json_put(b, o, "gaps", gaps_json(b, n));
	json_put(b, o, "holes", holes_json(b, n));
	json_put(b, o, "blinds", blinds_json(b, n));
	json_put_number(b, o, "samples", n->samples);
	json_put_number(b, o, "unsampled", n->unsampled);
	json_put_number(b, o, "unsnapped", n->unsnapped);
	json_put_text(b, o, "ratio_form", forms[b->r->m->node[k].ratio_form]);
	json_put(b, o, "ratios_complete", json_boolean(!n->counts_incomplete));
	json_put(b, o, "mixed", json_boolean(n->mixed));
	json_put(b, o, "ratios", json_pairs(b, k, n->overall));
	json_put(b, o, "measures", json_measures(b, k, n->overall));
	json_put(b, o, "stall", json_stall(b, stall, groups));
	json_put(b, o, "extremes", json_extremes(b, k, n->extreme));
	json_put(b, o, "buckets", json_buckets(b, k));
	json_put(b, o, "counters", json_counters(b, k));
	json_put(b, o, "system", json_system(b, k));
	json_put(b, o, "port", json_port(b, k));
	return o;
}

static void put_stats(struct builder *b, json_t *o, const struct gno_stats *s)
{
	json_put_number(b, o, "count", s->count);
	json_put_number(b, o, "total", s->total);
	json_put(b, o, "mean", s->count ? json_real(gno_stats_mean(s)) : json_null());
	json_put(b, o, "min", s->count ? json_integer((json_int_t)s->min) : json_null());
	json_put(b, o, "max", s->count ? json_integer((json_int_t)s->max) : json_null());
	json_put_seconds(b, o, "total_seconds", (double)s->total);
}

/* A part of the intervals, null where none is known. */
static void put_part(struct builder *b, json_t *o, const char *key, const struct gno_stats *s)
{
	json_t *part = s->count ? json_object() : json_null();

	if (s->count)
		put_stats(b, part, s);
	json_put(b, o, key, part);
}

static json_t *measure_json(struct builder *b, const char *node, const struct report_measure *m)
{
	json_t *o = json_object();

	json_put_text(b, o, "node", node);
	put_stats(b, o, &m->stats);
	json_put_number(b, o, "unfinished", m->unfinished);
	json_put_number(b, o, "unmatched", m->unmatched);
	json_put_number(b, o, "cut", m->cut);
	put_part(b, o, "running", &m->running);
	put_part(b, o, "system", &m->system);
	put_part(b, o, "user", &m->user);
	return o;
}

static json_t *interval_json(struct builder *b, size_t i)
{
	const struct report_interval *v = &b->r->points.interval[i];
	struct report_measure all = report_measure_all(b->r, i);
	json_t *list = json_array();
	json_t *o = json_object();

	json_put_text(b, o, "name", v->name);
	json_put_text(b, o, "from", v->from);
	json_put_text(b, o, "to", v->to);
	for (unsigned k = 0; k < b->r->m->nodes; k++)
		json_add(b, list, measure_json(b, b->r->m->node[k].name, &b->r->node[k].measure[i]));
	json_put(b, o, "nodes", list);
	json_put(b, o, "all", measure_json(b, NULL, &all));
	return o;
}

static json_t *line_json(struct builder *b)
{
	const struct report_line *line = &b->r->line;
	unsigned intervals = line->kinds - REPORT_UNSEEN_KINDS;
	json_t *rows = json_array();
	json_t *o = json_object();
	bool most;

	json_put_number(b, o, "begin", line->begin);
	json_put_number(b, o, "end", line->end);
	json_put_number(b, o, "columns", line->columns);
	for (unsigned k = 0; k < b->r->m->nodes; k++) {
		json_t *row = json_array();
		json_t *entry = json_object();

		for (unsigned c = 0; c < line->columns; c++) {
			int kind = report_line_kind(line, k, c, &most);

			if (kind < 0)
				json_add(b, row, json_null());
			else if ((unsigned)kind >= intervals)
				json_add(
				    b, row,
				    json_sprintf("(%s)", report_unseen_name((unsigned)kind - intervals)));
			else
				json_add(b, row, json_string(b->r->points.interval[kind].name));
		}
		json_put_text(b, entry, "node", b->r->m->node[k].name);
		json_put(b, entry, "columns", row);
		json_add(b, rows, entry);
	}
	json_put(b, o, "nodes", rows);
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
		json_add(&b, nodes, node_json(&b, k));
	for (size_t i = 0; i < r->points.intervals; i++)
		json_add(&b, intervals, interval_json(&b, i));
	for (size_t i = 0; i < r->samples; i++)
		json_add(&b, samples, json_sample(&b, &r->sample[i]));
	json_put_number(&b, root, "gnomon", 1);
	json_put(&b, root, "run", json_run(&b));
	json_put(&b, root, "nodes", nodes);
	json_put(&b, root, "intervals", intervals);
	json_put(&b, root, "samples", samples);
	json_put_number(&b, root, "samples_seen", r->samples_seen);
	json_put(&b, root, "marks", json_marks(&b));
	json_put(&b, root, "connections", json_messages(&b));
	json_put(&b, root, "time_line", line_json(&b));
	if (b.broken) {
		json_decref(root);
		return NULL;
	}
	return root;
}
