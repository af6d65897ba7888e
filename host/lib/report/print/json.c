/* SPDX-License-Identifier: Apache-2.0 */
/* An event, an interval and a sample as an object of JSON, in a line. */
#include "report/json/json.h"
#include "report/print/printer.h"

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

/* What an object has beside time, node, kind and name. */
static void put_details(struct report_printer *p, struct json_out *o, const struct report_event *v,
			const char *name)
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
		jout_text(o, "unit", name);
		jout_number(o, "at", v->segment.at);
		jout_number(o, "began", v->segment.began);
		jout_number(o, "ended", v->segment.ended);
		jout_number(o, "entries", v->segment.entries);
		jout_number(o, "missed", v->segment.missed);
		jout_bool(o, "cut", v->segment.flush);
		return;
	case GNO_KIND_DATUM:
		jout_number(o, "number", v->fired.code);
		jout_number(o, "data", rec->data);
		jout_number(o, "runnable", rec->runnable);
		jout_number(o, "pc", rec->pc);
		break;
	case GNO_KIND_WORD:
		jout_number(o, "word", rec->word);
		break;
	case GNO_KIND_LINE:
		put_round(p, o, rec);
		break;
	case GNO_KIND_CAPTURE:
		jout_number(o, "code", v->record.code);
		jout_number(o, "word", rec->word);
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
	if (v->kind == GNO_KIND_DATUM || v->process_known)
		jout_number(o, "process", v->kind == GNO_KIND_DATUM ? rec->process : v->process);
	jout_bool(o, "sampled", rec->aux >> GNO_FLAG_SAMPLED & 1);
	jout_bool(o, "unsampled", rec->aux >> GNO_FLAG_UNSAMPLED & 1);
	jout_bool(o, "stop", rec->aux >> GNO_FLAG_STOP & 1);
	jout_bool(o, "mark", rec->aux >> GNO_FLAG_MARK & 1);
}

void report_event_json(struct report_printer *p, const struct report_event *v, const char *name)
{
	struct json_out o = {.to = &p->out, .compact = true, .depth = 1, .filled = true};
	const uint64_t time = v->record.time;
	uint64_t counter;
	bool known = report_counter_in(p->pauses, time, &counter);

	/* the object's begin, which each line has to make, without a call for each piece */
	text_out_text(&p->out, "{\"time\":");
	text_out_number(&p->out, time);
	if (p->pauses)
		jout_number_if(&o, "counter", known, counter);
	text_out_text(&p->out, ",\"ns\":");
	text_out_number(&p->out, report_ns(p->r, time));
	if (!report_memo_put(&p->memo, v)) {
		jout_text(&o, "node", p->r->m->node[v->node].name);
		jout_text(&o, "kind", report_event_kind_name(v->kind));
		jout_text(&o, "name", name);
		if (report_memo_whole(v))
			put_details(p, &o, v, name);
		report_memo_learn(&p->memo);
	}
	if (!report_memo_whole(v))
		put_details(p, &o, v, name);
	text_out_char(&p->out, '}');
	text_out_line(&p->out);
}

void report_interval_json(struct report_printer *p, const struct report_row *row)
{
	struct json_out o = {.to = &p->out, .compact = true};
	const struct report_interval_row *v = &row->interval;
	bool whole = v->end == REPORT_FINISHED, begun = report_interval_begun(v);

	jout_object(&o, NULL);
	jout_number_if(&o, "from", begun, v->since);
	jout_number_if(&o, "to", whole || !begun, row->time);
	jout_number(&o, "time", row->time);
	jout_text(&o, "node", p->r->m->node[row->node].name);
	jout_text(&o, "name", p->r->points.interval[v->interval].name);
	jout_text(&o, "end", report_interval_end_name(v->end));
	jout_number_if(&o, "cycles", whole, row->time - v->since);
	jout_number_if(&o, "ns", whole, report_ns(p->r, row->time - v->since));
	jout_number_if(&o, "self", whole && v->self_known, v->self);
	if (begun)
		jout_bool(&o, "outermost", v->outermost);
	else
		jout_null(&o, "outermost");
	jout_number_if(&o, "process", begun && v->process_known, v->process);
	jout_object_end(&o);
	text_out_line(&p->out);
}

void report_sample_json(struct report_printer *p, const struct report_row *row)
{
	struct builder b = {.r = p->r, .out = {.to = &p->out, .compact = true}};

	json_sample(&b, row->sample.node, row);
	text_out_line(&p->out);
}
