/* SPDX-License-Identifier: Apache-2.0 */
/* The rounds of the lines as JSON. */
#include "out/json/json.h"

#include "common/util.h"

static void put_nodes(struct builder *b, const char *key, const struct report_nodes *nodes)
{
	jout_list(&b->out, key);
	for (unsigned k = 0; k < b->r->m->nodes; k++)
		if (report_nodes_have(nodes, k))
			jout_text(&b->out, NULL, b->r->m->node[k].name);
	jout_list_end(&b->out);
}

static void put_round(struct builder *b, const struct report_stretch *s)
{
	struct report_nodes missing = report_pauses_missing(b->r->pauses, s);
	bool to_end = s->to == report_pauses_sum(b->r->pauses)->end;
	bool report = gno_manifest_rounds(b->r->m, GNO_LINE_REPORT);
	struct json_out *o = &b->out;
	uint64_t counter;
	bool known = report_counter_at(s, s->from, &counter);

	jout_object(o, NULL);
	jout_number(o, "round", s->round);
	if (report)
		jout_text(o, "line", gno_line_name(s->of));
	jout_number_if(o, "began", s->began, s->from);
	jout_number_if(o, "ended", s->ended, s->to);
	jout_number_if(o, "length", s->ended && (s->began || !s->from), s->to - s->from);
	jout_bool(o, "at_start", !s->began && !s->from);
	jout_bool(o, "at_end", !s->ended && to_end);
	jout_number_if(o, "counter", known, counter);
	put_nodes(b, "own", &s->own);
	if (report)
		put_nodes(b, "full", &s->full);
	put_nodes(b, "late", &s->late);
	if (report)
		put_nodes(b, "kept", &s->kept);
	put_nodes(b, "missing", &missing);
	jout_object_end(o);
}

static void put_unknown(struct builder *b, const struct report_stretch *s)
{
	jout_object(&b->out, NULL);
	jout_number(&b->out, "from", s->from);
	jout_number(&b->out, "to", s->to - 1);
	jout_number_if(&b->out, "asserted", s->counted, s->missing);
	jout_object_end(&b->out);
}

/* The stretches of one sort. */
static void put_list(struct builder *b, const char *key, enum report_line_is line,
		     void (*put)(struct builder *b, const struct report_stretch *s))
{
	struct report_pauses_cursor *c = NULL;
	const struct report_stretch *s;
	uint64_t seen = 0;

	jout_list(&b->out, key);
	if (!b->rc)
		b->rc = report_pauses_enter(b->r->pauses, &c, b->err);
	while (c && (s = report_pauses_next(c)))
		if (s->line == line && seen++ < b->rows)
			put(b, s);
	if (!b->rc)
		b->rc = report_pauses_check(c, b->err);
	report_pauses_leave(c);
	jout_list_end(&b->out);
}

/* The sums of each line, and of the rounds of which the line is not known. */
static void put_lines(struct builder *b, const struct report_pauses_sum *sum)
{
	struct json_out *o = &b->out;

	if (!gno_manifest_rounds(b->r->m, GNO_LINE_REPORT))
		return;
	jout_list(o, "lines");
	for (unsigned i = 0; i <= GNO_LINES; i++) {
		if (i < GNO_LINES ? !gno_manifest_rounds(b->r->m, (enum gno_line)i)
				  : !sum->of[i].rounds)
			continue;
		jout_object(o, NULL);
		jout_text(o, "line", gno_line_name((enum gno_line)i));
		jout_number(o, "count", sum->of[i].rounds);
		jout_number(o, "asserted", sum->of[i].asserted);
		jout_object_end(o);
	}
	jout_list_end(o);
}

void json_pauses(struct builder *b)
{
	const struct report_pauses_sum *sum;
	struct json_out *o = &b->out;

	if (!b->r->pauses) {
		jout_null(o, "rounds");
		return;
	}
	sum = report_pauses_sum(b->r->pauses);
	jout_object(o, "rounds");
	jout_number(o, "count", sum->rounds);
	jout_bool(o, "complete", sum->counted && !sum->missing);
	jout_number_if(o, "paused", sum->total_known, sum->total);
	jout_number(o, "asserted", sum->asserted);
	jout_number(o, "unknown", sum->unknown);
	jout_number_if(o, "unknown_asserted", sum->counted, sum->missing);
	jout_number(o, "contradictions", sum->odd);
	put_lines(b, sum);
	put_list(b, "list", REPORT_LINE_ASSERTED, put_round);
	put_list(b, "not_known", REPORT_LINE_UNKNOWN, put_unknown);
	jout_object_end(o);
}
