/* SPDX-License-Identifier: Apache-2.0 */
/* Segments as JSON, with their entries, from the trace. */
#include "passes/derived/fields.h"
#include "out/json/json.h"

static void put_entries(struct json_out *o, const struct gno_node *n, const struct gno_segment *s)
{
	uint64_t time = s->began;

	jout_list(o, "entries");
	for (unsigned i = 0; i < s->entries; i++) {
		const struct gno_segment_entry *e = &s->entry[i];

		jout_object(o, NULL);
		jout_number(o, "time", time);
		jout_number(o, "cycles", e->length);
		jout_number_if(o, "word", e->known, e->word);
		report_fields_json(o, n, e->known, e->word);
		jout_bool(o, "current", e->current);
		jout_object_end(o);
		time += e->length;
	}
	jout_list_end(o);
}

static void put_segment(struct json_out *o, const struct gno_node *n, const struct gno_segment *s)
{
	jout_object(o, NULL);
	jout_number(o, "at", s->at);
	jout_number(o, "began", s->began);
	jout_number(o, "ended", s->ended);
	jout_number(o, "missed", s->missed);
	jout_bool(o, "cut", s->flush);
	put_entries(o, n, s);
	jout_object_end(o);
}

static void put_list(struct builder *b, unsigned node, unsigned unit)
{
	struct gno_segments *l = NULL;
	struct gno_segment s;
	uint64_t shown = 0;
	int rc;

	if (b->rc || !b->r->node[node].segment[unit].seen)
		return;
	rc = gno_segments_open(gno_trace_stream(b->r->trace, node), unit, &l, b->err);
	while (!rc && shown < b->rows && (rc = gno_segments_next(l, &s, b->err)) > 0) {
		rc = 0;
		if (!s.entries)
			continue;
		put_segment(&b->out, &b->r->m->node[node], &s);
		shown++;
	}
	gno_segments_close(l);
	if (rc < 0)
		b->rc = rc;
}

static void put_unit(struct builder *b, unsigned node, unsigned unit)
{
	static const char *const keeps[] = {
	    [GNO_KEEP_CYCLES] = "cycles", [GNO_KEEP_CHANGES] = "changes"};
	const struct gno_preprocessors *m = &b->r->m->node[node].preprocessors;
	const struct gno_segment_unit *is = &m->segment[unit];
	const struct report_segments *u = &b->r->node[node].segment[unit];
	struct json_out *o = &b->out;

	jout_object(o, NULL);
	jout_text(o, "name", is->name);
	jout_text(o, "line", m->event_line[is->line]);
	jout_text(o, "keep", keeps[is->keep]);
	jout_number(o, "before", is->before);
	jout_number(o, "after", is->after);
	jout_number(o, "segments_seen", u->seen);
	jout_number(o, "missed", u->missed);
	jout_number(o, "cut", u->cut);
	jout_bool(o, "whole", u->whole);
	jout_object(o, "left_out");
	for (unsigned i = 0; i < BLOCK_FAULTS; i++)
		if (u->faults[i])
			jout_number(o, block_fault_name(i), u->faults[i]);
	jout_object_end(o);
	jout_list(o, "segments");
	put_list(b, node, unit);
	jout_list_end(o);
	jout_object_end(o);
}

void json_segments(struct builder *b, unsigned node)
{
	jout_list(&b->out, "segments");
	for (unsigned i = 0; i < b->r->m->node[node].preprocessors.segments; i++)
		put_unit(b, node, i);
	jout_list_end(&b->out);
}
