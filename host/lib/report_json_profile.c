/* SPDX-License-Identifier: Apache-2.0 */
/* The profile as JSON. */
#include "report_json.h"

static json_t *words_json(struct builder *b, unsigned node)
{
	const struct report_words *w = &b->r->node[node].words;
	json_t *o = json_object();
	json_t *lost = json_object();

	json_put_text(b, o, "node", b->r->m->node[node].name);
	json_put_number(b, o, "words", w->words);
	json_put_number(b, o, "ticks", w->ticks);
	json_put_number(b, o, "unknown_words", w->unknown);
	for (unsigned why = 0; why < REPORT_UNSEEN_KINDS; why++)
		json_put_number(b, lost, report_unseen_name(why), w->lost[why]);
	json_put_number(b, lost, "end", w->after);
	json_put(b, o, "not_attributed", lost);
	return o;
}

static json_t *place_json(struct builder *b, const struct report_place *place)
{
	const struct report_profile *p = &b->r->profile;
	double low, high, share = (double)place->ticks / (double)p->ticks;
	json_t *o = json_object();

	gno_wilson(place->ticks, p->ticks, GNO_WILSON_95, &low, &high);
	json_put_text(b, o, "function", place->name);
	json_put_text(b, o, "file", place->file);
	json_put(b, o, "line", place->line ? json_integer((json_int_t)place->line) : json_null());
	json_put_number(b, o, "address", place->address);
	json_put_number(b, o, "samples", place->ticks);
	json_put(b, o, "share", json_real(share));
	json_put(b, o, "share_min", json_real(low));
	json_put(b, o, "share_max", json_real(high));
	json_put_seconds(b, o, "seconds", share * (double)p->clocks);
	return o;
}

json_t *gno_report_profile_json(const struct gno_report *r, size_t rows)
{
	const struct report_profile *p = &r->profile;
	struct builder b = {.r = r};
	json_t *root = json_object();
	json_t *nodes = json_array();
	json_t *places = json_array();

	for (unsigned k = 0; k < r->m->nodes; k++)
		json_add(&b, nodes, words_json(&b, k));
	for (size_t i = 0; i < p->places && i < rows; i++)
		json_add(&b, places, place_json(&b, &p->place[i]));
	json_put_number(&b, root, "gnomon", 1);
	json_put(&b, root, "run", json_run(&b));
	json_put_text(&b, root, "field", p->field);
	json_put_text(&b, root, "by", p->by_line ? "line" : "function");
	json_put_number(&b, root, "samples", p->ticks);
	json_put_number(&b, root, "cycles", p->clocks);
	json_put(&b, root, "nodes", nodes);
	json_put(&b, root, "places", places);
	json_put_number(&b, root, "places_seen", p->places);
	if (b.broken) {
		json_decref(root);
		return NULL;
	}
	return root;
}
