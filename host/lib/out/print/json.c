/* SPDX-License-Identifier: Apache-2.0 */
/* An event, an interval and a sample as an object of JSON, in a line. */
#include "passes/derived/fields.h"
#include "out/json/json.h"
#include "out/print/printer.h"

static void put_round(struct report_printer *p, struct json_out *o, const struct gno_record *rec)
{
	uint64_t round = p->pauses ? report_round_at(p->pauses, rec->time, rec->began) : 0;
	bool report = gno_manifest_rounds(p->r->m, GNO_LINE_REPORT);

	jout_number(o, "code", rec->code);
	if (report)
		jout_text(o, "line", gno_line_name(rec->line));
	jout_number_if(o, "round", round, round);
	jout_bool(o, "own", rec->own);
	if (report)
		jout_bool(o, "full", rec->full);
	jout_bool(o, "late", rec->late);
	if (report)
		jout_bool(o, "kept", rec->kept);
	jout_number(o, "paused", rec->paused);
	jout_number_if(o, "length", !rec->began, rec->length);
}

/* What millions of lines have is written with its key in one. */

static inline void put_flag(struct text_out *o, unsigned flags, unsigned flag, const char *key)
{
	text_out_text(o, key);
	if (flags >> flag & 1)
		text_out_text(o, "true");
	else
		text_out_text(o, "false");
}

static void put_flags(struct text_out *o, unsigned flags)
{
	put_flag(o, flags, GNO_FLAG_SAMPLED, ",\"sampled\":");
	put_flag(o, flags, GNO_FLAG_UNSAMPLED, ",\"unsampled\":");
	put_flag(o, flags, GNO_FLAG_STOP, ",\"stop\":");
	put_flag(o, flags, GNO_FLAG_MARK, ",\"mark\":");
}

/* A number after its key, or null. */
static inline void put_if(struct text_out *o, const char *key, bool has, uint64_t number)
{
	text_out_text(o, key);
	if (has)
		jout_digits(o, number);
	else
		text_out_text(o, "null");
}

static void put_write(struct text_out *o, const struct gno_node *n, const struct report_event *v)
{
	text_out_after(o, ",\"number\":", v->fired.code);
	text_out_after(o, ",\"data\":", v->record.data);
	text_out_after(o, ",\"runnable\":", v->record.runnable);
	put_if(o, ",\"pc\":", n->port.pc != NULL, v->record.pc);
	text_out_after(o, ",\"process\":", v->record.process);
	put_flags(o, v->record.aux);
}

/* What an object has beside time, node, kind and name. */
static void put_details(struct report_printer *p, struct json_out *o, const struct report_event *v)
{
	const struct gno_record *rec = &v->record;

	switch (v->kind) {
	case GNO_KIND_GAP:
		jout_number(o, "to", rec->to);
		jout_number(o, "lost", rec->lost);
		jout_bool(o, "left_out", rec->left_out);
		return;
	case REPORT_NO_RECORD:
		jout_number(o, "to", rec->to);
		jout_number(o, "offset", rec->offset);
		jout_number(o, "bytes", rec->bytes);
		return;
	case GNO_KIND_LOAD:
		jout_bool(o, "live", rec->code);
		return;
	case GNO_KIND_SEGMENT:
		jout_text(o, "unit", report_event_name(p->r, v, NULL, 0));
		jout_number(o, "at", v->segment.at);
		jout_number(o, "began", v->segment.began);
		jout_number(o, "ended", v->segment.ended);
		jout_number(o, "entries", v->segment.entries);
		jout_number(o, "missed", v->segment.missed);
		jout_bool(o, "cut", v->segment.flush);
		return;
	case GNO_KIND_DATUM:
		put_write(&p->out, &p->r->m->node[v->node], v);
		return;
	case GNO_KIND_WORD:
		jout_number(o, "word", rec->word);
		report_fields_json(o, &p->r->m->node[v->node], true, rec->word);
		break;
	case GNO_KIND_LINE:
		put_round(p, o, rec);
		break;
	case GNO_KIND_CAPTURE:
		jout_number(o, "code", v->record.code);
		jout_number(o, "word", rec->word);
		report_fields_json(o, &p->r->m->node[v->node], rec->known, rec->word);
		jout_bool(o, "cause", rec->cause);
		jout_bool(o, "current", rec->current);
		jout_bool(o, "known", rec->known);
		break;
	default:
		jout_number(o, "code", v->record.code);
		if (!gno_kind_has_flags(v->kind))
			return;
		break;
	}
	if (v->process_known)
		jout_number(o, "process", v->process);
	put_flags(&p->out, rec->aux);
}

void report_event_json(struct report_printer *p, const struct report_event *v)
{
	struct json_out o = {.to = &p->out, .compact = true, .depth = 1, .filled = true};
	const uint64_t time = v->record.time;
	uint64_t counter;
	char buf[32];
	bool known = report_counter_in(p->pauses, time, &counter);

	put_if(&p->out, "{\"time\":", true, time);
	if (p->pauses)
		jout_number_if(&o, "counter", known, counter);
	put_if(&p->out, ",\"ns\":", true, report_ns(p->r, time));
	if (!report_memo_put(&p->memo, v)) {
		jout_text(&o, "node", p->r->m->node[v->node].name);
		jout_text(&o, "kind", report_event_kind_name(v->kind));
		jout_text(&o, "name", report_event_name(p->r, v, buf, sizeof(buf)));
		if (report_memo_whole(v))
			put_details(p, &o, v);
		report_memo_learn(&p->memo);
	}
	if (!report_memo_whole(v))
		put_details(p, &o, v);
	text_out_char(&p->out, '}');
	text_out_line(&p->out);
}

static void put_interval_names(struct report_printer *p, const struct report_row *row)
{
	struct json_out o = {.to = &p->out, .compact = true, .depth = 1, .filled = true};

	jout_text(&o, "node", p->r->m->node[row->node].name);
	jout_text(&o, "name", p->r->points.interval[row->interval.interval].name);
	jout_text(&o, "end", report_interval_end_name(row->interval.end));
}

void report_interval_json(struct report_printer *p, const struct report_row *row)
{
	const struct report_interval_row *v = &row->interval;
	const bool whole = v->end == REPORT_FINISHED, begun = report_interval_begun(v);
	const uint64_t cycles = row->time - v->since;
	struct text_out *o = &p->out;

	put_if(o, "{\"from\":", begun, v->since);
	put_if(o, ",\"to\":", whole || !begun, row->time);
	put_if(o, ",\"time\":", true, row->time);
	if (!report_memo_find(&p->memo, report_memo_interval_key(row))) {
		put_interval_names(p, row);
		report_memo_learn(&p->memo);
	}
	put_if(o, ",\"cycles\":", whole, cycles);
	put_if(o, ",\"ns\":", whole, report_ns(p->r, cycles));
	put_if(o, ",\"self\":", whole && v->self_known, v->self);
	text_out_text(o, ",\"outermost\":");
	text_out_text(o, !begun ? "null" : v->outermost ? "true" : "false");
	put_if(o, ",\"process\":", begun && v->process_known, v->process);
	text_out_char(o, '}');
	text_out_line(o);
}

void report_sample_json(struct report_printer *p, const struct report_row *row)
{
	struct builder b = {.r = p->r, .out = {.to = &p->out, .compact = true}};

	json_sample(&b, row->sample.node, row);
	text_out_line(&p->out);
}
