/* SPDX-License-Identifier: Apache-2.0 */
/* The profile as JSON. */
#include "out/json/json.h"
#include "results/columns/documents.h"

static void put_words(struct builder *b, unsigned node)
{
	const struct report_words *w = &b->r->node[node].words;
	struct json_out *o = &b->out;

	jout_object(o, NULL);
	jout_text(o, "node", b->r->m->node[node].name);
	jout_number(o, "words", w->words);
	jout_bool(o, "at_least", report_is_partly(b->r, node));
	jout_number(o, "ticks", w->ticks);
	jout_number(o, "unknown_words", w->unknown);
	jout_object(o, "not_attributed");
	for (unsigned why = 0; why < REPORT_UNSEEN_KINDS; why++)
		jout_number(o, report_unseen_name(why), w->lost[why]);
	jout_number(o, "end", w->after);
	jout_object_end(o);
	jout_object_end(o);
}

static void put_place(struct builder *b, const struct report_place *place)
{
	const struct report_profile *p = &b->r->profile;
	double low, high, share = (double)place->ticks / (double)p->ticks;
	struct json_out *o = &b->out;

	gno_wilson(place->ticks, p->ticks, GNO_WILSON_95, &low, &high);
	jout_object(o, NULL);
	jout_text(o, "function", place->name);
	jout_text(o, "file", place->file);
	jout_number_if(o, "line", place->line, place->line);
	jout_number(o, "address", place->address);
	jout_number(o, "samples", place->ticks);
	jout_float(o, "share", share);
	jout_float(o, "share_min", low);
	jout_float(o, "share_max", high);
	json_seconds(b, "seconds", share * (double)p->clocks);
	jout_object_end(o);
}

int gno_report_profile_json(const struct gno_report *r, size_t rows, FILE *f, struct gno_err *err)
{
	struct builder b = {.r = r, .out = {.f = f}, .err = err};
	const struct report_profile *p = &r->profile;
	struct json_out *o = &b.out;

	jout_object(o, NULL);
	jout_number(o, "gnomon", 1);
	json_columns(&b, &columns_run, 0, r);
	jout_text(o, "field", p->field);
	jout_text(o, "by", p->by_line ? "line" : "function");
	jout_number(o, "samples", p->ticks);
	jout_number(o, "cycles", p->clocks);
	jout_list(o, "nodes");
	for (unsigned k = 0; k < r->m->nodes; k++)
		put_words(&b, k);
	jout_list_end(o);
	jout_list(o, "places");
	for (size_t i = 0; i < p->places && i < rows; i++)
		put_place(&b, &p->place[i]);
	jout_list_end(o);
	jout_number(o, "places_seen", p->places);
	jout_object_end(o);
	fputc('\n', f);
	return b.rc;
}
