/* SPDX-License-Identifier: Apache-2.0 */
/* The rounds of the CAPTURE line: who asserted it, for how long, and who was late. */
#include "report/text/text.h"

#include <inttypes.h>

static void put_round(struct text *x, struct report_table *t, const struct report_stretch *s)
{
	struct report_nodes missing = report_pauses_missing(x->r->pauses, s);
	bool known = s->ended && (s->began || !s->from);
	uint64_t cycles = s->to - s->from, counter;
	bool counts = report_counter_at(s, s->from, &counter);
	char buf[48];

	report_table_cell(t, "%" PRIu64, s->round);
	report_table_cell(t, s->began ? "%" PRIu64 : s->from ? "?" : "start", s->from);
	report_table_cell(t,
			  s->ended					  ? "%" PRIu64
			  : s->to == report_pauses_sum(x->r->pauses)->end ? "end"
									  : "?",
			  s->to);
	report_table_cell(t, known ? "%" PRIu64 : ">= %" PRIu64, cycles);
	report_table_cell(t, "%s", known ? text_time(x->r, (double)cycles, buf, sizeof(buf)) : "");
	report_table_cell(t, counts ? "%" PRIu64 : "?", counter);
	text_nodes(x, t, &s->own, "");
	text_nodes(x, t, &s->late, "");
	text_nodes(x, t, &missing, "");
}

static void put_unknown(struct text *x, const struct report_stretch *s)
{
	fprintf(x->f, "  not known from cycle %" PRIu64 " to %" PRIu64, s->from, s->to - 1);
	if (s->counted)
		fprintf(x->f, ": the line was asserted in %" PRIu64 " of these cycles", s->missing);
	fputc('\n', x->f);
}

/* The stretches of one sort, and how many there are. */
static uint64_t put_list(struct text *x, struct report_table *t, enum report_line_is line)
{
	struct report_pauses_cursor *c = NULL;
	const struct report_stretch *s;
	uint64_t seen = 0;

	if (!x->rc)
		x->rc = report_pauses_enter(x->r->pauses, &c, x->err);
	while (c && (s = report_pauses_next(c))) {
		if (s->line != line || seen++ >= x->style->rows)
			continue;
		if (t)
			put_round(x, t, s);
		else
			put_unknown(x, s);
	}
	if (!x->rc)
		x->rc = report_pauses_check(c, x->err);
	report_pauses_leave(c);
	return seen;
}

static void put_sum(struct text *x, const struct report_pauses_sum *sum)
{
	char buf[48];

	fprintf(x->f, "  %s%" PRIu64 " round%s",
		sum->counted && !sum->missing ? "" : ">= ", sum->rounds, text_plural(sum->rounds));
	if (sum->total_known)
		fprintf(x->f, "; the time counters paused for %" PRIu64 " cycles: %s\n", sum->total,
			text_time(x->r, (double)sum->total, buf, sizeof(buf)));
	else
		fprintf(x->f,
			" of %" PRIu64 " cycles; for how long the time counters paused in "
			"all is not known\n",
			sum->asserted);
	if (sum->odd)
		fprintf(x->f, "  %" PRIu64 " record%s contradict%s the ones before\n", sum->odd,
			text_plural(sum->odd), sum->odd == 1 ? "s" : "");
}

void text_pauses(struct text *x)
{
	static const char *const heads[] = {"round",   "began", "ended", "cycles",	"time",
					    "counter", "by",	"late",	 "not recorded"};
	struct report_table *t;
	uint64_t all, shown;

	if (x->rc || !x->r->pauses)
		return;
	fputs("\nrounds of the CAPTURE line (counter: value of the time counters)\n", x->f);
	/* the list is not kept in memory: it is read for the widths, then once more */
	t = text_table("rrrrrrlll", heads);
	report_table_measure(t);
	all = put_list(x, t, REPORT_LINE_ASSERTED);
	report_table_print(t, "", x->f);
	put_list(x, t, REPORT_LINE_ASSERTED);
	text_end(x, t, "");
	shown = all < x->style->rows ? all : x->style->rows;
	text_more(x, shown, all);
	put_sum(x, report_pauses_sum(x->r->pauses));
	all = put_list(x, NULL, REPORT_LINE_UNKNOWN);
	shown = all < x->style->rows ? all : x->style->rows;
	text_more(x, shown, all);
}
