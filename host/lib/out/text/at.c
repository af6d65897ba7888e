/* SPDX-License-Identifier: Apache-2.0 */
#include "results/at.h"
#include "common/moment.h"
#include "passes/derived/fields.h"
#include "out/text/text.h"

#include <inttypes.h>

static void put_event(struct text *x, struct report_table *t, bool has,
		      const struct report_event *v)
{
	char buf[32];

	if (!has) {
		report_table_cell(t, "-");
		report_table_cell(t, "-");
		return;
	}
	report_table_cell(t, "%s", report_event_name(x->r, v, buf, sizeof(buf)));
	report_table_cell(t, "%" PRIu64, v->record.time);
}

static void put_events(struct text *x, const struct report_at *a)
{
	static const char *const heads[] = {"node", "last event", "cycle", "next event", "cycle"};
	struct report_table *t = text_table("llrlr", heads);

	for (unsigned k = 0; k < x->r->m->nodes; k++) {
		report_table_cell(t, "%s", x->r->m->node[k].name);
		put_event(x, t, a->node[k].has_last, &a->node[k].last);
		put_event(x, t, a->node[k].has_next, &a->node[k].next);
	}
	text_end(x, t, "\nevents\n");
}

static void put_intervals(struct text *x, const struct report_at *a)
{
	static const char *const heads[] = {"node", "interval", "begin", "end", "cycles"};
	struct report_table *t = text_table("llrrr", heads);

	for (unsigned k = 0; k < x->r->m->nodes; k++)
		for (size_t i = 0; i < x->r->points.intervals; i++) {
			const struct report_at_interval *v = &a->node[k].interval[i];

			if (!v->open)
				continue;
			report_table_cell(t, "%s", x->r->m->node[k].name);
			report_table_cell(t, "%s", x->r->points.interval[i].name);
			report_table_cell(t, "%" PRIu64, v->begin);
			if (v->ended) {
				report_table_cell(t, "%" PRIu64, v->end);
				report_table_cell(t, "%" PRIu64, v->end - v->begin);
			} else {
				report_table_cell(t, "not known");
				report_table_cell(t, "-");
			}
		}
	text_end(x, t, "\nin these intervals\n");
}

static void put_ratios(struct text *x, const struct report_at *a)
{
	static const char *const heads[] = {"node", "pair", "value", "from", "to"};
	struct report_table *t = text_table("lllrr", heads);
	char buf[128];

	for (unsigned k = 0; k < x->r->m->nodes; k++) {
		const struct report_at_node *n = &a->node[k];
		const struct gno_node *node = &x->r->m->node[k];

		for (unsigned p = 0; n->sampled && p < node->pairs; p++) {
			report_table_cell(t, "%s", node->name);
			report_table_cell(t, "%s", node->pair[p].name);
			report_table_cell(t, "%s",
					  text_pair(node, p, &n->pair[p], buf, sizeof(buf)));
			report_table_cell(t, "%" PRIu64, n->sample_from);
			report_table_cell(t, "%" PRIu64, n->sample_to);
		}
	}
	text_end(x, t, "\nratio counters of the next sample\n");
}

static void put_segments(struct text *x, const struct report_at *a)
{
	static const char *const heads[] = {"node", "unit", "word", "", "from", "to", "trigger"};
	struct report_table *t = text_table("llllrrr", heads);
	char fields[REPORT_FIELDS];

	for (unsigned k = 0; k < x->r->m->nodes; k++)
		for (unsigned i = 0; i < x->r->m->node[k].preprocessors.segments; i++) {
			const struct report_at_segment *s = &a->node[k].segment[i];

			if (!s->there)
				continue;
			report_table_cell(t, "%s", x->r->m->node[k].name);
			report_table_cell(t, "%s", x->r->m->node[k].preprocessors.segment[i].name);
			report_table_cell(
			    t, "%s",
			    s->known ? report_fields_text(&x->r->m->node[k], s->word, " ", fields)
				     : "none");
			report_table_cell(t, "%s",
					  !s->known    ? ""
					  : s->current ? "now"
					  : s->held    ? "held"
						       : "last");
			report_table_cell(t, "%" PRIu64, s->began);
			report_table_cell(t, "%" PRIu64, s->ended);
			report_table_cell(t, "%" PRIu64, s->trigger);
		}
	text_end(
	    x, t,
	    "\nsegments (word: of this cycle, `now`, or an earlier one, `last`; `held`: not known which)\n");
}

static void put_line(FILE *f, const struct report_at *a)
{
	const struct report_stretch *s = &a->line;
	bool several = gno_manifest_line(a->r->m) == GNO_LINES;
	const char *lines = text_lines(a->r->m);
	uint64_t counter;

	if (!a->has_line)
		return;
	if (report_counter_at(s, a->cycle, &counter))
		fprintf(f, "the time counters are at %" PRIu64, counter);
	else
		fputs("the value of the time counters is not known", f);
	switch (s->line) {
	case REPORT_LINE_ASSERTED:
		if (s->of == GNO_LINES)
			fputs("; a line", f);
		else
			fprintf(f, "; the %s line", gno_line_name(s->of));
		fprintf(f, " is asserted: round %" PRIu64 ", from cycle %" PRIu64, s->round,
			s->from);
		if (s->ended)
			fprintf(f, " to %" PRIu64, s->to - 1);
		fputc('\n', f);
		break;
	case REPORT_LINE_RELEASED:
		fprintf(f, "; the %s %s released\n", lines, several ? "are" : "is");
		break;
	case REPORT_LINE_UNKNOWN:
		fprintf(f,
			"; whether %s%s is asserted is not known from cycle %" PRIu64 " to %" PRIu64
			"\n",
			several ? "a line" : "the ", several ? "" : lines, s->from, s->to - 1);
		break;
	}
}

int report_at_text(const struct report_at *a, FILE *f, struct gno_err *err)
{
	const struct gno_report_style style = {.rows = SIZE_MAX};
	struct text x = {.r = a->r, .style = &style, .f = f, .err = err};
	const struct gno_simulation *s = &a->r->run->simulation;
	struct gno_timescale scale = gno_timescale(s->unit);
	char buf[48];

	fprintf(f, "cycle %" PRIu64 ": %s", a->cycle,
		text_time(a->r, (double)a->cycle, buf, sizeof(buf)));
	if (s->known && s->period)
		fprintf(f, ", at %" PRIu64 " %s of the waveform",
			(s->time + a->cycle * s->period) * scale.number, scale.unit);
	fputc('\n', f);
	text_model(&x);
	text_exact(a->r, f);
	text_own_cycles(a->r, f);
	put_line(f, a);
	for (unsigned k = 0; k < a->r->m->nodes; k++)
		if (a->node[k].over)
			fprintf(f,
				"%s: not seen from cycle %" PRIu64 " on (its records end early)\n",
				a->r->m->node[k].name, a->node[k].from);
		else if (a->node[k].unseen)
			fprintf(f, "%s: not seen from cycle %" PRIu64 " to %" PRIu64 " (%s)\n",
				a->r->m->node[k].name, a->node[k].from, a->node[k].to,
				report_unseen_name(a->node[k].why));
	put_events(&x, a);
	put_intervals(&x, a);
	put_ratios(&x, a);
	put_segments(&x, a);
	return x.rc;
}
