/* SPDX-License-Identifier: Apache-2.0 */
/* Segments: where each lies, and which triggers have none. */
#include "out/text/text.h"

#include <inttypes.h>

#include "results/until.h"

static void put_segment(struct report_table *t, const struct gno_segment *s)
{
	report_table_cell(t, "%" PRIu64, s->at);
	report_table_cell(t, "%" PRIu64, s->began);
	report_table_cell(t, "%" PRIu64, s->ended);
	report_table_cell(t, "%u", s->entries);
	report_table_cell(t, "%" PRIu32, s->missed);
	report_table_cell(t, "%s", s->flush ? "cut" : "");
}

/* The segments of a unit, from the trace. Returns how many rows there are. */
static uint64_t put_rows(struct text *x, struct report_table *t, unsigned k, unsigned unit)
{
	struct gno_segments *l = NULL;
	struct gno_segment s;
	uint64_t shown = 0;
	int rc = gno_segments_open(gno_trace_stream(x->r->trace, k), unit, &l, x->err);

	while (!rc && shown < x->style->rows && (rc = gno_segments_next(l, &s, x->err)) > 0) {
		rc = 0;
		if (!s.entries)
			continue;
		put_segment(t, &s);
		shown++;
	}
	gno_segments_close(l);
	if (rc < 0)
		x->rc = rc;
	return shown;
}

/* The table is not kept in memory: it is read for the widths of its columns, then once more. */
static void put_list(struct text *x, unsigned k, unsigned unit, uint64_t all)
{
	static const char *const heads[] = {"trigger", "from", "to cycle", "entries", "missed", ""};
	struct report_table *t = text_table("rrrrrl", heads);
	uint64_t shown = 0;

	report_table_measure(t);
	put_rows(x, t, k, unit);
	report_table_print(t, "", x->f);
	if (!x->rc)
		shown = put_rows(x, t, k, unit);
	text_end(x, t, "");
	text_more(x, shown, all);
}

/* Of the triggers after the last segment nothing is known. */
static void put_unended(const struct text *x, unsigned k, const struct report_segments *u)
{
	const struct report_node *n = &x->r->node[k];
	const char *what = n->flushed ? "kept" : "known";
	const char *why = "";

	if (n->missing)
		why = ": the trace was cut off";
	else if (!n->flushed && report_is_open_at(x->r, k))
		why = ": the run has not ended";
	fprintf(x->f, "  %s.%s: nothing is %s of the triggers after the last segment%s\n",
		x->r->m->node[k].name, u->name, what, why);
}

/* What is not known of a unit. */
static void put_faults(const struct text *x, unsigned k, const struct report_segments *u)
{
	const char *node = x->r->m->node[k].name;
	const struct report_node *n = &x->r->node[k];

	for (unsigned i = 0; i < BLOCK_FAULTS; i++)
		if (u->faults[i])
			fprintf(x->f, "  %s.%s: %" PRIu64 " segment%s %s %s left out\n", node,
				u->name, u->faults[i], text_plural(u->faults[i]),
				block_fault_name(i), u->faults[i] == 1 ? "is" : "are");
	if (n->holes)
		fprintf(x->f, "  %s.%s: segments may be missing in the hole%s\n", node, u->name,
			text_plural(n->holes));
	if (x->r->run->foreign_slots)
		fprintf(x->f,
			"  %s.%s: segments may be missing among the slots that were not records\n",
			node, u->name);
	if (n->overwritten || n->frozen)
		fprintf(x->f, "  %s.%s: only segments that were kept are counted\n", node, u->name);
	if (!u->ended)
		put_unended(x, k, u);
}

static void put_unit(struct text *x, unsigned k, unsigned unit)
{
	const struct gno_preprocessors *m = &x->r->m->node[k].preprocessors;
	const struct report_segments *u = &x->r->node[k].segment[unit];
	const char *least = text_least(report_left_out_of(x->r, k, GNO_KIND_SEGMENT) ||
				       x->r->node[k].unseen[REPORT_LEFT_OUT]);

	fprintf(x->f,
		"\nsegments %s.%s on %s: %s%" PRIu64 " segment%s, %s%" PRIu64 " trigger%s missed",
		x->r->m->node[k].name, u->name, m->event_line[m->segment[unit].line], least,
		u->seen, text_plural(u->seen), least, u->missed, text_plural(u->missed));
	if (u->cut)
		fprintf(x->f, ", %" PRIu64 " cut by the end of the run", u->cut);
	fputc('\n', x->f);
	put_faults(x, k, u);
	if (u->seen)
		put_list(x, k, unit, u->seen);
}

void text_segments(struct text *x)
{
	for (unsigned k = 0; k < x->r->m->nodes; k++) {
		const unsigned units = x->r->m->node[k].preprocessors.segments;

		for (unsigned i = 0; i < units && !x->rc; i++)
			put_unit(x, k, i);
		if (units && !x->rc)
			text_left_out(x, k, GNO_KIND_SEGMENT);
	}
}
