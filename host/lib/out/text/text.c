/* SPDX-License-Identifier: Apache-2.0 */
#include "out/text/text.h"
#include "results/board.h"
#include "results/bounds.h"

#include <inttypes.h>
#include <string.h>

#include "common/moment.h"
#include "records/record.h"
#include "results/until.h"

#define MATRIX_NODES 8 /* columns of nodes in one table of events */

/* Nodes that did not reach the end point for which the run waited, or may not have. */
static void put_until(struct text *x)
{
	const struct gno_report *r = x->r;

	for (enum report_until_known s = REPORT_UNTIL_NOTED; s < REPORT_UNTIL_STATES; s++) {
		const char *why = report_until_why(s), *sign = " ";

		if (!report_until(r) || !report_until_is(r, s))
			continue;
		fprintf(x->f, "the end point '%s'%s at", report_until(r),
			why			  ? ": not known"
			: s == REPORT_UNTIL_NOTED ? " was reached"
						  : " was not reached");
		for (unsigned k = 0; k < r->m->nodes; k++)
			if (report_until_at(r, k) == s) {
				fprintf(x->f, "%s%s", sign, r->m->node[k].name);
				sign = ", ";
			}
		fprintf(x->f, "%s%s\n", why ? ": " : "",
			why			  ? why
			: s == REPORT_UNTIL_NOTED ? " (by run.json; the record is missing)"
						  : "");
	}
}

/* Where the run lies in the waveform of its simulation. */
static void put_simulation(struct text *x, const struct gno_simulation *s)
{
	struct gno_timescale scale = gno_timescale(s->unit);

	if (!s->known)
		return;
	fprintf(x->f, "simulated: cycle 0 begins at %" PRIu64 " %s of the waveform",
		s->time * scale.number, scale.unit);
	if (s->period)
		fprintf(x->f, ", a cycle takes %" PRIu64 " %s there\n", s->period * scale.number,
			scale.unit);
	else
		fputs("; the clock has no fixed period there\n", x->f);
}

void text_model(const struct text *x)
{
	if (x->r->run->model)
		fputs(
		    "simulated model: not the hardware; it has no FIFOs and no ring, and never loses a record\n",
		    x->f);
}

/* How well the time of a board is known. */
static void put_board(const struct gno_report *r, unsigned board, FILE *f)
{
	struct report_board v;
	char buf[48];

	report_board_get(r, board, &v);
	if (!v.nodes) {
		fprintf(f,
			"board %s: LEFT OUT, its clock is %s by at least %" PRIu64
			" ppm: its times have no bound\n",
			v.entry->name, v.entry->ppm > 0 ? "fast" : "slow",
			(uint64_t)(v.entry->ppm < 0 ? -v.entry->ppm : v.entry->ppm));
		return;
	}
	fprintf(f, "board %s", v.entry->name);
	if (gno_manifest_has_clocks(r->m))
		fprintf(f, ", %g MHz", (double)v.entry->mapping.board.hz / 1e6);
	fprintf(f,
		": common times are within %" PRIu64 " cycles (%s) of the truth, by %" PRIu64
		" pulse%s of %" PRIu64 " polls",
		v.bound, text_time(r, (double)v.bound, buf, sizeof(buf)), v.pulses,
		text_plural(v.pulses), v.entry->polls);
	if (v.entry->state != SYNC_OK)
		fprintf(f, "; it was %s", sync_state_name(v.entry->state));
	if (v.entry->broken.times)
		fprintf(f,
			"\n  A BOUND WAS FOUND BROKEN %" PRIu64 " time%s (check '%s', against %s)",
			v.entry->broken.times, text_plural(v.entry->broken.times),
			sync_check_name(v.entry->broken.check),
			v.entry->broken.with ? v.entry->broken.with : "the host");
	fputc('\n', f);
}

void text_exact(const struct gno_report *r, FILE *f)
{
	char buf[REPORT_EXACT];
	const char *line;
	unsigned node = 0;

	for (unsigned i = 0; i < report_boards(r); i++)
		put_board(r, i, f);
	while ((line = report_exact(r, &node, buf)))
		fprintf(f, "%s\n", line);
}

void text_own_cycles(const struct gno_report *r, FILE *f)
{
	if (r->boards)
		fputs("cycles of a node count from its own board's start, by that board's clock\n",
		      f);
	if (gno_manifest_has_clocks(r->m))
		fprintf(
		    f,
		    "those of common time, and of what is of all nodes, are of the clock of %s\n",
		    boards_reference(r->boards));
}

/* What filters left out of a node, but for events and triggers, which points stand for. */
static void put_left_out(const struct text *x, unsigned node)
{
	const uint64_t cycles = x->r->node[node].unseen[REPORT_LEFT_OUT];
	bool any = false;

	for (unsigned kind = 0; kind < GNO_KIND_MAX; kind++) {
		const uint64_t records = report_left_out_of(x->r, node, kind);

		if (!records)
			continue;
		if (any)
			fprintf(x->f, ", %" PRIu64 " %s", records, report_kind_name(kind));
		else
			fprintf(x->f, "  %s: left out %" PRIu64 " %s", x->r->m->node[node].name,
				records, report_kind_name(kind));
		any = true;
	}
	if (cycles)
		fprintf(x->f, "%s%s%s nothing is known of %" PRIu64 " cycle%s", any ? "" : "  ",
			any ? ";" : x->r->m->node[node].name, any ? "" : ":", cycles,
			text_plural(cycles));
	if (cycles || any)
		fputc('\n', x->f);
}

void text_filters(const struct text *x)
{
	for (size_t i = 0; i < x->r->run->filters; i++) {
		const struct gno_trace_filter *t = &x->r->run->filter[i];

		fprintf(x->f, "filtered:%s%s%s%s%s, %" PRIu64 " of %" PRIu64 " records left out\n",
			t->keep ? " keep " : "", t->keep ? t->keep : "",
			t->keep && t->drop ? "," : "", t->drop ? " drop " : "",
			t->drop ? t->drop : "", t->left_out, t->kept + t->left_out);
	}
	for (unsigned k = 0; k < x->r->m->nodes; k++)
		put_left_out(x, k);
}

static void put_head(struct text *x)
{
	const struct gno_report *r = x->r;
	const struct gno_pattern_file *file = r->points.load[0].file;
	uint64_t span = r->line.end - r->line.begin;
	char buf[48];

	fprintf(x->f, "monitor %s, ", r->m->name);
	if (r->boards)
		fprintf(x->f, "%u board%s", report_boards(r), text_plural(report_boards(r)));
	else
		fprintf(x->f, "run %u", r->run->run);
	if (r->run->mode)
		fprintf(x->f, ", mode %s", r->run->mode);
	if (r->run->state)
		fprintf(x->f, ", %s", r->run->state);
	if (r->run->started)
		fprintf(x->f, ", started %s", r->run->started);
	fputc('\n', x->f);
	text_model(x);
	text_filters(x);
	if (file->program)
		fprintf(x->f, "program %s%s%s\n", file->program, file->build_id ? ", build " : "",
			file->build_id ? file->build_id : "");
	fprintf(x->f, "%s%" PRIu64 " cycles: %s at the nominal %g MHz\n",
		text_least(report_end_is_partly(r)), span,
		text_time(r, (double)span, buf, sizeof(buf)), (double)r->m->clock_hz / 1e6);
	put_simulation(x, &r->run->simulation);
	put_until(x);
	text_exact(r, x->f);
	text_own_cycles(r, x->f);
}

/* When a recorder that froze stopped, and up to when each of its nodes is complete. */
static void put_stop(struct text *x, unsigned part)
{
	const struct gno_report *r = x->r;
	unsigned first;
	const struct gno_trace *t = gno_trace_part(r->trace, part, &first);
	const unsigned end = first + gno_trace_manifest(t)->nodes;

	if (!report_is_frozen(r, first))
		return;
	if (r->boards)
		fprintf(x->f, "%s: ", boards_name(r->boards, part));
	if (r->node[first].stopped != UINT64_MAX)
		fprintf(x->f, "The recorder stopped at cycle %" PRIu64 ". ",
			r->node[first].stopped);
	else
		fputs("The event that stopped the recorder is overwritten. ", x->f);
	fputs("Complete, or in a gap, up to:", x->f);
	for (unsigned k = first; k < end; k++)
		fprintf(x->f, " %s %" PRIu64 "%s", r->m->node[k].name, r->node[k].kept_until,
			k + 1 < end ? "," : ". Later events are not kept.\n");
}

static void put_nodes(struct text *x)
{
	static const char *const heads[] = {"node",   "records", "events", "triggers", "writes",
					    "words",  "lost",	 "gaps",   "holes",    "seen",
					    "cycles", "time",	 "end"};
	struct report_table *t = text_table("lrrrrrrrrrrrl", heads);
	char buf[48];

	for (unsigned k = 0; k < x->r->m->nodes; k++) {
		const struct report_node *n = &x->r->node[k];
		const char *least = text_least(report_node_is_partly(x->r, k));
		const char *lost = text_least(report_lost_is_partly(n));
		double share = report_seen(x->r, n);

		report_table_cell(t, "%s", x->r->m->node[k].name);
		report_table_cell(t, "%" PRIu64, n->records);
		report_table_cell(t, "%s%" PRIu64, least, n->events);
		report_table_cell(t, "%s%" PRIu64, least, n->triggers);
		report_table_cell(t, "%s%" PRIu64, text_least_at(x, k), n->port.writes);
		report_table_cell(t, "%s%" PRIu64, least, n->words.words);
		report_table_cell(t, "%s%" PRIu64, lost, n->lost);
		report_table_cell(t, "%s%zu", lost, n->gaps);
		report_table_cell(t, "%zu", n->holes);
		/* never rounded up to all; how long the run went on may not be known */
		if (share < 1 && share > 0.9999)
			report_table_cell(t, "<100%%");
		else
			report_table_cell(t, "%s%.2f%%", text_most(!n->flushed), 100 * share);
		report_table_cell(t, "%s%" PRIu64, text_least(!n->flushed), n->end - n->begin);
		report_table_cell(
		    t, "%s", text_time_at(x->r, k, (double)(n->end - n->begin), buf, sizeof(buf)));
		report_table_cell(t, "%s", n->flushed ? "flushed" : "no flush record");
	}
	text_end(x, t, "\nnodes\n");
	text_early_ends(x);
	for (unsigned i = 0; i < gno_trace_parts(x->r->trace); i++)
		put_stop(x, i);
}

static uint64_t count_at(const struct report_node *n, const struct report_fired *f)
{
	if (f->point >= 0)
		return n->count[f->point];
	return n->unnamed[gno_kind_is_trigger(f->kind)][f->code];
}

/* How often something fired, as far as records show. */
static void put_times(struct report_table *t, enum report_recorded recorded, uint64_t count)
{
	if (recorded == REPORT_RECORDED_NEVER && !count)
		report_table_cell(t, "-");
	else
		report_table_cell(
		    t, recorded == REPORT_RECORDED_ALWAYS ? "%" PRIu64 : ">= %" PRIu64, count);
}

/* Of all nodes: those that do not have the point do not matter. */
static enum report_recorded recorded_at_all(const struct gno_report *r, int point)
{
	unsigned here = 0, never = 0, always = 0;

	for (unsigned k = 0; k < r->m->nodes; k++) {
		enum report_recorded recorded = report_recorded(r, k, point);

		here += point < 0 || r->points.point[point].code[k] >= 0;
		never += recorded == REPORT_RECORDED_NEVER;
		always += recorded == REPORT_RECORDED_ALWAYS;
	}
	if (never == r->m->nodes)
		return REPORT_RECORDED_NEVER;
	return always == here ? REPORT_RECORDED_ALWAYS : REPORT_RECORDED_PARTLY;
}

/* A row of the table of points; one that has no name comes only where it fired. */
static void put_point(struct text *x, struct report_table *t, unsigned first, unsigned end,
		      const struct report_fired *f)
{
	const struct gno_report *r = x->r;
	uint64_t all = 0;
	char name[16];

	for (unsigned k = 0; k < r->m->nodes; k++)
		all += count_at(&r->node[k], f);
	if (f->point < 0 && !all)
		return;
	report_table_cell(t, "%s", report_fired_name(r, f, name, sizeof(name)));
	report_table_cell(t, "%s", f->point >= 0 ? r->points.point[f->point].what : "");
	for (unsigned k = first; k < end; k++)
		put_times(t, report_recorded(r, k, f->point), count_at(&r->node[k], f));
	put_times(t, recorded_at_all(r, f->point), all);
}

static void put_points(struct text *x)
{
	const struct gno_report *r = x->r;
	char align[MATRIX_NODES + 4];

	for (unsigned first = 0; first < r->m->nodes; first += MATRIX_NODES) {
		unsigned end =
		    first + MATRIX_NODES < r->m->nodes ? first + MATRIX_NODES : r->m->nodes;
		struct report_table *t;

		memset(align, 'r', sizeof(align));
		align[0] = align[1] = 'l';
		align[end - first + 3] = '\0';
		t = report_table_new(align);
		report_table_cell(t, "point");
		report_table_cell(t, "%s", "");
		for (unsigned k = first; k < end; k++)
			report_table_cell(t, "%s", r->m->node[k].name);
		report_table_cell(t, "all");
		for (size_t i = 0; i < r->points.points; i++)
			put_point(x, t, first, end, &(struct report_fired){.point = (int)i});
		for (unsigned i = 0; i < 2 * GNO_CODES; i++)
			put_point(x, t, first, end,
				  &(struct report_fired){i < GNO_CODES ? GNO_KIND_EVENT
								       : GNO_KIND_TRIGGER,
							 i % GNO_CODES, -1, 0});
		text_end(x, t, first ? "" : "\npoints\n");
	}
	for (unsigned k = 0; k < r->m->nodes; k++)
		if (r->node[k].unknown_load)
			fprintf(
			    x->f,
			    "  %s: for %" PRIu64
			    " of them it is not known which patterns held: a load lies in a gap or hole\n",
			    r->m->node[k].name, r->node[k].unknown_load);
}

/* The cells of the cycles of a node from one to another, the last one included. */
static void put_stretch(struct text *x, struct report_table *t, unsigned node, uint64_t from,
			uint64_t to)
{
	const uint64_t cycles = to - from + 1;
	char buf[48];

	report_table_cell(t, "%s", x->r->m->node[node].name);
	report_table_cell(t, "%" PRIu64, from);
	report_table_cell(t, "%" PRIu64, to);
	report_table_cell(t, "%" PRIu64, cycles);
	report_table_cell(t, "%s", text_time_at(x->r, node, (double)cycles, buf, sizeof(buf)));
}

static void put_gap(struct text *x, struct report_table *t, unsigned node,
		    const struct report_row *row, const void *ctx)
{
	const struct report_gap *g = &row->gap;

	(void)ctx;
	put_stretch(x, t, node, g->from, g->to);
	report_table_cell(t, "%" PRIu32, g->lost);
}

static void put_gaps(struct text *x)
{
	static const char *const heads[] = {"node", "from", "to", "cycles", "time", "lost"};
	const struct text_list list = {.list = REPORT_GAPS, .put = put_gap};
	uint64_t all = 0;

	for (unsigned k = 0; k < x->r->m->nodes; k++)
		all += x->r->node[k].gaps;
	if (all)
		text_list(x, text_table("lrrrrr", heads), "\ngaps\n", &list);
	else
		fputs("\nno gaps\n", x->f);
}

static void put_blind(struct text *x, struct report_table *t, unsigned node,
		      const struct report_row *row, const void *ctx)
{
	const struct report_blind *b = &row->blind;

	(void)ctx;
	put_stretch(x, t, node, b->from, b->to);
	report_table_cell(t, "%s",
			  b->why == REPORT_BLIND    ? "triggers off for a load"
			  : b->why == REPORT_OFF    ? "collection off"
			  : b->why == REPORT_FROZEN ? "recorder frozen"
						    : "left out by a filter");
}

/* When the triggers were off for a load, when nothing was collected, and what a filter left out. */
static void put_blinds(struct text *x)
{
	static const char *const heads[] = {"node", "from", "to", "cycles", "time", ""};
	const struct text_list list = {.list = REPORT_BLINDS, .put = put_blind};

	text_list(x, text_table("lrrrrl", heads), "\ntimes without triggers\n", &list);
}

static void put_hole(struct text *x, struct report_table *t, unsigned node,
		     const struct report_row *row, const void *ctx)
{
	const struct report_hole *h = &row->hole;

	(void)t;
	(void)ctx;
	fprintf(x->f,
		"%s: hole at offset %" PRIu64 ", %" PRIu64 " bytes%s, between cycles %" PRIu64
		" and %" PRIu64 "\n",
		gno_stream_path(gno_trace_stream(x->r->trace, node)), h->offset, h->bytes,
		h->cut_off ? " of a record that is cut off" : " that are not records", h->from,
		h->to);
}

static void put_holes(struct text *x)
{
	const struct text_list list = {.list = REPORT_HOLES, .put = put_hole};
	const struct gno_report *r = x->r;
	uint64_t all = 0, shown;

	if (r->run->foreign_slots)
		fprintf(x->f,
			"\nthe drain found %" PRIu64
			" slots that were not records: see holes.bin\n",
			r->run->foreign_slots);
	for (unsigned k = 0; k < r->m->nodes; k++) {
		all += r->node[k].holes;
		if (r->node[k].missing)
			fprintf(x->f, "\n%s was cut off: %" PRIu64 " bytes are missing\n",
				gno_stream_path(gno_trace_stream(r->trace, k)), r->node[k].missing);
	}
	if (!all)
		return;
	fputc('\n', x->f);
	shown = text_rows(x, NULL, &list);
	if (all > shown)
		fprintf(x->f, "and %" PRIu64 " more holes\n", all - shown);
}

static void put_line(struct text *x)
{
	const struct gno_report *r = x->r;
	const struct report_line *line = &r->line;
	const char *const marks[] = {
	    [REPORT_GAP] = x->style->utf8 ? "\u2591" : "#",
	    [REPORT_HOLE] = x->style->utf8 ? "\u2592" : "?",
	    [REPORT_BLIND] = x->style->utf8 ? "\u2593" : "%",
	    [REPORT_OFF] = "-",
	    [REPORT_LEFT_OUT] = "~",
	    [REPORT_FROZEN] = "*",
	};
	const char *none = x->style->utf8 ? "\u00b7" : ".";
	unsigned intervals = line->kinds - REPORT_UNSEEN_KINDS;
	unsigned name = 0;
	char begin[48], end[48];
	int pad;

	for (unsigned k = 0; k < r->m->nodes; k++)
		if (report_text_width(r->m->node[k].name) > name)
			name = report_text_width(r->m->node[k].name);
	text_time(r, (double)line->begin, begin, sizeof(begin));
	text_time(r, (double)line->end, end, sizeof(end));
	pad = (int)line->columns - (int)strlen(begin) - (int)strlen(end);
	fprintf(x->f, "\ntime line\n  %*s  %s%*s%s\n", (int)name, "", begin, pad > 1 ? pad : 1, "",
		end);
	for (unsigned k = 0; k < r->m->nodes; k++) {
		fprintf(x->f, "  %s%*s  ", r->m->node[k].name,
			(int)(name - report_text_width(r->m->node[k].name)), "");
		for (unsigned c = 0; c < line->columns; c++) {
			bool most;
			int kind = report_line_kind(line, k, c, &most);

			if (kind < 0)
				fputs(none, x->f);
			else if ((unsigned)kind >= intervals)
				fputs(marks[(unsigned)kind - intervals], x->f);
			else
				fputc(r->points.interval[kind].letter | (most ? 0 : 0x20), x->f);
		}
		fputc('\n', x->f);
	}
	fprintf(x->f, "  %*s ", (int)name, "");
	for (size_t i = 0; i < r->points.intervals; i++)
		fprintf(x->f, " %c %s ", r->points.interval[i].letter, r->points.interval[i].name);
	fprintf(x->f, " %s none  %s gap  %s hole, not seen  %s load  %s not collected  ", none,
		marks[REPORT_GAP], marks[REPORT_HOLE], marks[REPORT_BLIND], marks[REPORT_OFF]);
	if (r->run->filters)
		fprintf(x->f, "%s left out  ", marks[REPORT_LEFT_OUT]);
	if (r->run->frozen)
		fprintf(x->f, "%s frozen  ", marks[REPORT_FROZEN]);
	fputs("(small letter: less than half of the column)\n", x->f);
}

static void put_intervals(struct text *x)
{
	text_intervals(x);
	text_histograms(x);
}

/* The parts of the text. */
#define SECTIONS(X)                                                                                \
	X("nodes", put_nodes)                                                                      \
	X("points", put_points)                                                                    \
	X("intervals", put_intervals)                                                              \
	X("durations", text_durations)                                                             \
	X("system", text_system)                                                                   \
	X("ratios", text_ratios)                                                                   \
	X("buckets", text_buckets)                                                                 \
	X("counters", text_counters)                                                               \
	X("segments", text_segments)                                                               \
	X("port", text_port)                                                                       \
	X("messages", text_messages)                                                               \
	X("marks", text_marks)                                                                     \
	X("captures", text_captures)                                                               \
	X("rounds", text_pauses)                                                                   \
	X("gaps", put_gaps)                                                                        \
	X("loads", put_blinds)                                                                     \
	X("holes", put_holes)                                                                      \
	X("timeline", put_line)                                                                    \
	X("advice", text_advice)

#define SECTION_NAME(name, put) name,
#define SECTION_PUT(name, put) put,

const char *const gno_report_sections[] = {SECTIONS(SECTION_NAME) NULL};

/* What there is behind what fits on a screen. */
static void put_more(const struct text *x)
{
	fputs("\nmore: --all, or --section NAME[,NAME]...:", x->f);
	for (size_t i = 0; gno_report_sections[i]; i++)
		fprintf(x->f, "%s %s", i % 10 ? "" : "\n ", gno_report_sections[i]);
	fputc('\n', x->f);
}

int gno_report_text(const struct gno_report *r, const struct gno_report_style *style, FILE *f,
		    struct gno_err *err)
{
	static void (*const puts[])(struct text * x) = {SECTIONS(SECTION_PUT)};
	struct text x = {.r = r, .style = style, .f = f, .err = err};

	put_head(&x);
	if (style->brief) {
		text_brief(&x);
		put_more(&x);
		return x.rc;
	}
	for (size_t i = 0; i < sizeof(puts) / sizeof(puts[0]); i++)
		if (!style->only || style->only >> i & 1)
			puts[i](&x);
	return x.rc;
}
