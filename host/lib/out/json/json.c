/* SPDX-License-Identifier: Apache-2.0 */
#include "out/json/json.h"

#include "passes/derived/advice.h"
#include "common/moment.h"
#include "common/simulation.h"
#include "records/record.h"
#include "passes/derived/host_clock.h"
#include "passes/limits/limits.h"
#include "results/columns/documents.h"
#include "results/until.h"

#include <inttypes.h>

void json_limits(struct builder *b)
{
	const struct gno_report *r = b->r;
	struct json_out *o = &b->out;

	jout_list(o, "limits");
	for (size_t i = 0; r->limits && i < r->limits->limits; i++) {
		struct report_judged j;

		report_limits_judge(r, i, &j);
		jout_object(o, NULL);
		jout_text(o, "limit", r->limits->limit[i].limit.text);
		jout_text(o, "verdict", report_verdict_name(j.verdict));
		jout_text(o, "value", *j.value ? j.value : NULL);
		jout_text(o, "reason", *j.reason ? j.reason : NULL);
		jout_text(o, "node", j.has_node ? r->m->node[j.node].name : NULL);
		jout_number_if(o, "cycle", j.has_cycle, j.cycle);
		jout_object_end(o);
	}
	jout_list_end(o);
}

static void put_loads(struct builder *b)
{
	const struct gno_report *r = b->r;
	struct json_out *o = &b->out;

	jout_list(o, "loads");
	for (size_t i = 0; i < r->points.loads; i++) {
		jout_object(o, NULL);
		jout_text(o, "file", r->points.load[i].name);
		jout_list(o, "nodes");
		for (unsigned k = 0; k < r->m->nodes; k++)
			if (r->points.load[i].on[k])
				jout_text(o, NULL, r->m->node[k].name);
		jout_list_end(o);
		jout_object_end(o);
	}
	jout_list_end(o);
}

static void put_left_out(struct json_out *o, const struct gno_report *r,
			 const struct gno_left_out *part)
{
	const bool known = part->from <= part->to;

	jout_object(o, NULL);
	jout_text(o, "node", r->m->node[part->node].name);
	jout_text(o, "point", part->point);
	jout_text(o, "kind", part->point ? NULL : report_kind_name(part->kind));
	jout_number(o, "records", part->records);
	jout_number_if(o, "from", known, part->from);
	jout_number_if(o, "to", known && part->to != UINT64_MAX, part->to);
	jout_object_end(o);
}

static void put_filters(struct builder *b)
{
	const struct gno_trace_run *run = b->r->run;
	struct json_out *o = &b->out;

	jout_list(o, "filters");
	for (size_t i = 0; i < run->filters; i++) {
		const struct gno_trace_filter *t = &run->filter[i];

		jout_object(o, NULL);
		jout_text(o, "keep", t->keep);
		jout_text(o, "drop", t->drop);
		jout_number(o, "kept", t->kept);
		jout_number(o, "left_out", t->left_out);
		jout_list(o, "parts");
		for (size_t k = 0; k < t->parts; k++)
			put_left_out(o, b->r, &t->part[k]);
		jout_list_end(o);
		jout_object_end(o);
	}
	jout_list_end(o);
}

/* null where the run does not lie in a simulation. */
static void json_simulation(struct json_out *o, const struct gno_simulation *s)
{
	struct gno_timescale scale = gno_timescale(s->unit);
	char text[16];

	if (!s->known) {
		jout_null(o, "simulation");
		return;
	}
	jout_object(o, "simulation");
	jout_number(o, "time", s->time);
	jout_number(o, "period", s->period);
	snprintf(text, sizeof(text), "%u%s", scale.number, scale.unit);
	jout_text(o, "unit", text);
	jout_object_end(o);
}

/* null where the run has no anchors. */
static void json_host_clock(struct json_out *o, const struct gno_report *r)
{
	struct report_host_clock v;

	if (!r->run->anchors.start.known) {
		jout_null(o, "host_clock");
		return;
	}
	jout_object(o, "host_clock");
	for (enum gno_clock c = 0; c < GNO_CLOCKS && report_host_clock(r, c, &v); c++) {
		jout_object(o, gno_clock_name(c));
		jout_number(o, "offset", v.offset);
		jout_number(o, "offset_bound", v.offset_bound);
		jout_float(o, "slope", v.slope);
		jout_float_if(o, "slope_bound", v.measured, v.slope_bound);
		jout_bool(o, "measured", v.measured);
		jout_object_end(o);
	}
	jout_object_end(o);
}

void json_run(struct builder *b)
{
	const struct gno_report *r = b->r;
	const struct gno_pattern_file *file = r->points.load[0].file;
	struct json_out *o = &b->out;
	char hash[17];

	snprintf(hash, sizeof(hash), "%016" PRIx64, r->m->hash);
	jout_object(o, "run");
	jout_text(o, "monitor", r->m->name);
	jout_text(o, "hash", hash);
	jout_number(o, "run", r->run->run);
	jout_text(o, "mode", r->run->mode);
	jout_text(o, "state", r->run->state);
	jout_text(o, "device", r->run->device);
	jout_text(o, "started", r->run->started);
	jout_bool(o, "model", r->run->model);
	json_simulation(o, &r->run->simulation);
	json_host_clock(o, r);
	jout_text(o, "experiment", file->name);
	jout_text(o, "program", file->program);
	jout_text(o, "build_id", file->build_id);
	jout_text(o, "until", report_until(r));
	if (report_until(r) && (report_until_reached(r) || report_until_is(r, REPORT_UNTIL_MISSED)))
		jout_bool(o, "until_reached", report_until_reached(r));
	else
		jout_null(o, "until_reached");
	put_loads(b);
	put_filters(b);
	jout_number(o, "foreign_slots", r->run->foreign_slots);
	jout_number(o, "clock_hz", r->m->clock_hz);
	jout_number(o, "begin", r->line.begin);
	jout_number(o, "end", r->line.end);
	jout_bool(o, "end_at_least", report_end_is_partly(r));
	json_seconds(b, "seconds", (double)(r->line.end - r->line.begin));
	jout_object_end(o);
}

static void put_records(struct builder *b, unsigned k)
{
	const struct report_node *n = &b->r->node[k];
	struct json_out *o = &b->out;

	jout_text(o, "name", b->r->m->node[k].name);
	jout_number(o, "index", k);
	jout_text(o, "file", gno_stream_path(gno_trace_stream(b->r->trace, k)));
	jout_number(o, "begin", n->begin);
	jout_number(o, "end", n->end);
	jout_number_if(o, "kept_until", b->r->run->frozen, n->kept_until);
	jout_bool(o, "synced", n->synced);
	jout_bool(o, "flushed", n->flushed);
	jout_bool(o, "at_least", report_node_is_partly(b->r, k));
	jout_number(o, "records", n->records);
	jout_number(o, "events", n->events);
	jout_number(o, "triggers", n->triggers);
	jout_number(o, "writes", n->port.writes);
	jout_number(o, "words", n->words.words);
	jout_number(o, "lost", n->lost);
	jout_bool(o, "lost_at_least", report_lost_is_partly(n));
	jout_number(o, "lost_buffer", n->lost_full);
	jout_number(o, "lost_ring", n->lost - n->lost_full);
	jout_number(o, "unseen", report_unseen_of(n));
	jout_number(o, "blind", n->unseen[REPORT_BLIND]);
	jout_number(o, "off", n->unseen[REPORT_OFF]);
	jout_number(o, "left_out", n->unseen[REPORT_LEFT_OUT]);
	jout_number(o, "frozen", n->unseen[REPORT_FROZEN]);
	jout_number(o, "unknown_load", n->unknown_load);
	jout_float(o, "seen", report_seen(b->r, n));
	jout_bool(o, "seen_at_most", !n->flushed);
	jout_number(o, "missing_bytes", n->missing);
}

static void put_node(struct builder *b, unsigned k)
{
#define FORM_NAME(form, bits) #form,
	static const char *const forms[] = {GNO_FORMS(FORM_NAME)};
	struct report_stall stall[REPORT_STALLS];
	unsigned groups = report_stall_pairs(&b->r->m->node[k], b->r->node[k].overall, stall);
	const struct report_node *n = &b->r->node[k];
	struct json_out *o = &b->out;

	jout_object(o, NULL);
	put_records(b, k);
	json_columns(b, &columns_points, k, n);
	json_columns(b, &columns_lost, k, n);
	jout_number(o, "samples", n->samples);
	jout_number(o, "unsampled", n->unsampled);
	jout_number(o, "unsnapped", n->unsnapped);
	jout_text(o, "ratio_form", forms[b->r->m->node[k].ratio_form]);
	jout_bool(o, "ratios_complete", !n->counts_incomplete);
	jout_bool(o, "mixed", n->mixed);
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

static void put_line_row(struct builder *b, unsigned k)
{
	const struct report_line *line = &b->r->line;
	unsigned intervals = line->kinds - REPORT_UNSEEN_KINDS;
	struct json_out *o = &b->out;
	char name[16];
	bool most;

	jout_object(o, NULL);
	jout_text(o, "node", b->r->m->node[k].name);
	jout_list(o, "columns");
	for (unsigned c = 0; c < line->columns; c++) {
		int kind = report_line_kind(line, k, c, &most);

		if (kind >= (int)intervals) {
			snprintf(name, sizeof(name), "(%s)",
				 report_unseen_name((unsigned)kind - intervals));
			jout_text(o, NULL, name);
		} else {
			jout_text(o, NULL, kind < 0 ? NULL : b->r->points.interval[kind].name);
		}
	}
	jout_list_end(o);
	jout_object_end(o);
}

static void put_line(struct builder *b)
{
	const struct report_line *line = &b->r->line;
	struct json_out *o = &b->out;

	jout_object(o, "time_line");
	jout_number(o, "begin", line->begin);
	jout_number(o, "end", line->end);
	jout_number(o, "columns", line->columns);
	jout_list(o, "nodes");
	for (unsigned k = 0; k < b->r->m->nodes; k++)
		put_line_row(b, k);
	jout_list_end(o);
	jout_object_end(o);
}

static void put_advice(struct builder *b)
{
	struct report_advices all;
	int rc = report_advise(b->r, &all, b->err);

	if (!b->rc)
		b->rc = rc;
	jout_list(&b->out, "advice");
	for (size_t i = 0; i < all.count && !all.nomem; i++) {
		jout_object(&b->out, NULL);
		jout_text(&b->out, "rule", all.item[i].rule);
		jout_text(&b->out, "seen", all.item[i].seen);
		jout_text(&b->out, "means", all.item[i].means);
		jout_text(&b->out, "change", all.item[i].change);
		jout_object_end(&b->out);
	}
	jout_list_end(&b->out);
	report_advices_free(&all);
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
	json_run(b);
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
	json_messages(b);
	json_limits(b);
	put_advice(b);
}

int gno_report_json(const struct gno_report *r, uint64_t rows, FILE *f, struct gno_err *err)
{
	struct builder b = {
	    .r = r, .out = {.f = f}, .rows = rows, .losses = UINT64_MAX, .err = err};

	jout_object(&b.out, NULL);
	json_report(&b);
	put_line(&b);
	jout_object_end(&b.out);
	fputc('\n', f);
	return b.rc;
}
