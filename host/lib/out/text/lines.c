/* SPDX-License-Identifier: Apache-2.0 */
/* The lines CAPTURE and REPORT: captures, with who caused each and where all nodes were; rounds,
 * with who asserted them, for how long, and who was late. */
#include <inttypes.h>
#include <stdlib.h>

#include "out/text/text.h"
#include "results/rows.h"
#include "passes/derived/fields.h"
#include "results/pauses.h"
#include "common/util.h"

/* -- captures -- */

void text_nodes(struct text *x, struct report_table *t, const struct report_nodes *nodes,
		const char *none)
{
	struct text_cell c;
	size_t named = 0;

	if (!text_cell_begin(x, &c))
		return;
	for (unsigned k = 0; k < x->r->m->nodes; k++)
		if (report_nodes_have(nodes, k))
			fprintf(c.f, "%s%s", named++ ? " + " : "", x->r->m->node[k].name);
	text_cell_end(x, t, &c, none);
}

/* Where a node is, by the word's field that holds a program counter. */
static void put_place(struct text *x, struct report_table *t, unsigned k, uint64_t word)
{
	const struct gno_node *n = &x->r->m->node[k];
	const struct gno_pattern_function *function = NULL;
	uint64_t address = 0, value;

	for (unsigned i = 0; i < n->fields && !function; i++) {
		if (n->field[i].kind != GNO_FIELD_PC)
			continue;
		value = gno_field_value(&n->field[i], word);
		function = report_function_at(x->r, &n->field[i], value);
		if (function)
			address = gno_field_address(&n->field[i], value, function->address >> 63);
	}
	if (function)
		report_table_cell(t, "%s+0x%" PRIx64, function->name, address - function->address);
	else
		report_table_cell(t, "%s", "");
}

static void put_capture(struct text *x, struct report_table *t, const struct report_capture *c)
{
	struct report_nodes causes = {0};
	bool first = true;
	char cycle[24], fields[REPORT_FIELDS];

	for (unsigned k = 0; k < x->r->m->nodes; k++)
		if (c->node[k].cause)
			report_nodes_add(&causes, k);
	snprintf(cycle, sizeof(cycle), "%" PRIu64, c->time);
	for (unsigned k = 0; k < x->r->m->nodes; k++) {
		const struct report_captured *n = &c->node[k];

		report_table_cell(t, "%s", first ? cycle : "");
		if (first)
			text_nodes(x, t, &causes, "?");
		else
			report_table_cell(t, "%s", "");
		first = false;
		report_table_cell(t, "%s", x->r->m->node[k].name);
		report_table_cell(t, "%s",
				  n->known
				      ? report_fields_text(&x->r->m->node[k], n->word, " ", fields)
				  : n->there ? "none"
					     : "-");
		report_table_cell(t, "%s", !n->known ? "" : n->current ? "now" : "last");
		if (n->known)
			put_place(x, t, k, n->word);
		else
			report_table_cell(t, "%s", "");
	}
}

void text_captures(struct text *x)
{
	static const char *const heads[] = {"cycle", "by", "node", "word", "", "place"};
	struct report_captures *c = NULL;
	struct report_capture *capture;
	struct report_table *t;
	uint64_t shown = 0;
	int rc;

	if (x->rc || !report_captures_any(x->r))
		return;
	capture = calloc(1, sizeof(*capture));
	rc = capture ? report_captures_open(x->r, &c, x->err) : gno_fail_nomem(x->err);
	t = text_table("rlllll", heads);
	while (!rc && (rc = report_captures_next(c, capture, x->err)) > 0) {
		if (shown < x->style->rows)
			put_capture(x, t, capture);
		shown++;
		rc = GNO_OK;
	}
	text_end(x, t, "\ncaptures (word: of this cycle, `now`, or the last one that counted)\n");
	text_more(x, shown < x->style->rows ? shown : x->style->rows, shown);
	for (unsigned k = 0; k < x->r->m->nodes; k++)
		text_left_out(x, k, GNO_KIND_CAPTURE);
	if (shown)
		text_partly(x, "the captures");
	if (rc < 0)
		x->rc = rc;
	report_captures_close(c);
	free(capture);
}

/* -- rounds -- */

/* When the table of rounds has a column. */
enum place {
	ALWAYS,
	WITH_REPORT, /* the monitor has the REPORT line */
	WITH_STORES, /* nodes have local stores */
};

static const struct {
	const char *head;
	char align;
	enum place place;
} columns[] = {
    {"round", 'r', ALWAYS},   {"line", 'l', WITH_REPORT}, {"began", 'r', ALWAYS},
    {"ended", 'r', ALWAYS},   {"cycles", 'r', ALWAYS},	  {"time", 'r', ALWAYS},
    {"counter", 'r', ALWAYS}, {"by", 'l', ALWAYS},	  {"full", 'l', WITH_STORES},
    {"late", 'l', ALWAYS},    {"kept", 'l', WITH_STORES}, {"not recorded", 'l', ALWAYS},
};

#define COLUMNS (sizeof(columns) / sizeof(*columns))

static bool has_place(const struct text *x, enum place place)
{
	if (place == WITH_STORES)
		return gno_manifest_local_store(x->r->m) != NULL;
	return place == ALWAYS || gno_manifest_rounds(x->r->m, GNO_LINE_REPORT);
}

const char *text_lines(const struct gno_manifest *m)
{
	switch (gno_manifest_line(m)) {
	case GNO_LINE_CAPTURE:
		return "CAPTURE line";
	case GNO_LINE_REPORT:
		return "REPORT line";
	default:
		return "CAPTURE and REPORT lines";
	}
}

static void put_round(struct text *x, struct report_table *t, const struct report_stretch *s)
{
	struct report_nodes missing = report_pauses_missing(x->r->pauses, s);
	bool known = s->ended && (s->began || !s->from);
	uint64_t cycles = s->to - s->from, counter;
	bool counts = report_counter_at(s, s->from, &counter);
	char buf[48];

	report_table_cell(t, "%" PRIu64, s->round);
	if (has_place(x, WITH_REPORT))
		report_table_cell(t, "%s", s->of == GNO_LINES ? "?" : gno_line_name(s->of));
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
	if (has_place(x, WITH_STORES))
		text_nodes(x, t, &s->full, "");
	text_nodes(x, t, &s->late, "");
	if (has_place(x, WITH_STORES))
		text_nodes(x, t, &s->kept, "");
	text_nodes(x, t, &missing, "");
}

static void put_unknown(struct text *x, const struct report_stretch *s)
{
	fprintf(x->f, "  not known from cycle %" PRIu64 " to %" PRIu64, s->from, s->to - 1);
	if (s->counted)
		fprintf(x->f, ": %s line was asserted in %" PRIu64 " of these cycles",
			gno_manifest_line(x->r->m) == GNO_LINES ? "a" : "the", s->missing);
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

/* How many rounds each line had, where there are several. */
static void put_lines(struct text *x, const struct report_pauses_sum *sum)
{
	if (gno_manifest_line(x->r->m) != GNO_LINES)
		return;
	fputs("  ", x->f);
	for (unsigned i = 0; i <= GNO_LINES; i++) {
		uint64_t rounds = sum->of[i].rounds;

		if (i == GNO_LINES && !rounds)
			continue;
		fprintf(x->f, "%s%s: %" PRIu64 " round%s of %" PRIu64 " cycles", i ? "; " : "",
			i < GNO_LINES ? gno_line_name((enum gno_line)i) : "line not known", rounds,
			text_plural(rounds), sum->of[i].asserted);
	}
	fputc('\n', x->f);
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
			" of %" PRIu64
			" cycles; for how long the time counters paused in all is not known\n",
			sum->asserted);
	put_lines(x, sum);
	if (sum->odd)
		fprintf(x->f, "  %" PRIu64 " record%s contradict%s the ones before\n", sum->odd,
			text_plural(sum->odd), sum->odd == 1 ? "s" : "");
}

void text_pauses(struct text *x)
{
	const char *heads[COLUMNS];
	char align[COLUMNS + 1] = "";
	struct report_table *t;
	unsigned n = 0;
	uint64_t all, shown;

	if (x->rc || !x->r->pauses)
		return;
	for (size_t i = 0; i < COLUMNS; i++)
		if (has_place(x, columns[i].place)) {
			heads[n] = columns[i].head;
			align[n++] = columns[i].align;
		}
	fprintf(x->f, "\nrounds of the %s (counter: value of the time counters)\n",
		text_lines(x->r->m));
	/* the list is not kept in memory: it is read for the widths, then once more */
	t = text_table(align, heads);
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
