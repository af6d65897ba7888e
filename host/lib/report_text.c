/* SPDX-License-Identifier: Apache-2.0 */
#include "report.h"

#include <inttypes.h>
#include <string.h>

#include "record.h"
#include "report_table.h"

#define MATRIX_NODES 8 /* columns of nodes in one table of events */
#define PAIRS_MAX 16   /* pairs shown beside each sample */

/* Everything the parts of the text need. */
struct text {
	const struct gno_report *r;
	const struct gno_report_style *style;
	FILE *f;
	bool broken; /* no memory */
};

static void end_table(struct text *x, struct report_table *t, const char *title)
{
	if (report_table_end(t, title, x->f))
		x->broken = true;
}

/* Clocks as a time with four digits and its unit. */
static const char *time_text(const struct gno_report *r, double clocks, char *buf, size_t size)
{
	static const char *const units[] = {"s", "ms", "us", "ns"};
	double value = clocks / (double)r->m->clock_hz;
	unsigned unit = 0;

	while (unit < 3 && value > 0 && value < 0.99995) {
		value *= 1000;
		unit++;
	}
	snprintf(buf, size, "%.*f %s",
		 value <= 0	  ? 0
		 : value < 9.9995 ? 3
		 : value < 99.995 ? 2
				  : 1,
		 value, units[unit]);
	return buf;
}

/* A/B with its bounds where it is not exact. */
static const char *quotient_text(const struct gno_ratio *r, char *buf, size_t size)
{
	struct gno_quotient q;

	if (gno_ratio_quotient(r, &q))
		snprintf(buf, size, "-");
	else if (q.max - q.min < 1e-9)
		snprintf(buf, size, "%.2f%%", 100 * q.value);
	else
		snprintf(buf, size, "%.1f%% (%.1f..%.1f)", 100 * q.value, 100 * q.min, 100 * q.max);
	if (r->saturated)
		strncat(buf, " saturated", size - strlen(buf) - 1);
	return buf;
}

/* A count with its bounds where it is not exact. */
static const char *count_text(double middle, uint64_t min, uint64_t max, char *buf, size_t size)
{
	if (min == max)
		snprintf(buf, size, "%" PRIu64, min);
	else
		snprintf(buf, size, "%.0f (%" PRIu64 "..%" PRIu64 ")", middle, min, max);
	return buf;
}

static void put_head(struct text *x)
{
	const struct gno_report *r = x->r;
	uint64_t span = r->line.end - r->line.begin;
	char buf[48];

	fprintf(x->f, "monitor %s, run %u", r->m->name, r->run->run);
	if (r->run->mode)
		fprintf(x->f, ", mode %s", r->run->mode);
	if (r->run->state)
		fprintf(x->f, ", %s", r->run->state);
	if (r->run->started)
		fprintf(x->f, ", started %s", r->run->started);
	fputc('\n', x->f);
	if (r->points.program)
		fprintf(x->f, "program %s%s%s\n", r->points.program, r->points.build_id ? ", build " : "",
			r->points.build_id ? r->points.build_id : "");
	fprintf(x->f, "%" PRIu64 " cycles at %g MHz: %s\n", span, (double)r->m->clock_hz / 1e6,
		time_text(r, (double)span, buf, sizeof(buf)));
}

static void put_nodes(struct text *x)
{
	static const char *const heads[] = {"node",  "records", "events", "lost", "gaps",
					    "holes", "seen",	"cycles", "time", "end"};
	struct report_table *t = report_table_new("lrrrrrrrrl");
	char buf[48];

	for (unsigned i = 0; i < sizeof(heads) / sizeof(*heads); i++)
		report_table_cell(t, "%s", heads[i]);
	for (unsigned k = 0; k < x->r->m->nodes; k++) {
		const struct report_node *n = &x->r->node[k];
		double share = report_seen(x->r, n);

		report_table_cell(t, "%s", x->r->m->node[k].name);
		report_table_cell(t, "%" PRIu64, n->records);
		report_table_cell(t, "%" PRIu64, n->events);
		report_table_cell(t, "%" PRIu64, n->lost);
		report_table_cell(t, "%zu", n->gaps);
		report_table_cell(t, "%zu", n->holes);
		/* never rounded up to all */
		report_table_cell(t, share < 1 && share > 0.9999 ? "<100%%" : "%.2f%%", 100 * share);
		report_table_cell(t, "%" PRIu64, n->end - n->begin);
		report_table_cell(t, "%s", time_text(x->r, (double)(n->end - n->begin), buf, sizeof(buf)));
		report_table_cell(t, "%s", n->flushed ? "flushed" : "no flush record");
	}
	end_table(x, t, "\nnodes\n");
}

static uint64_t count_all(const struct gno_report *r, unsigned code)
{
	uint64_t sum = 0;

	for (unsigned k = 0; k < r->m->nodes; k++)
		sum += r->node[k].count[code];
	return sum;
}

static void put_events(struct text *x)
{
	const struct gno_report *r = x->r;
	char align[MATRIX_NODES + 3], name[16];

	for (unsigned first = 0; first < r->m->nodes; first += MATRIX_NODES) {
		unsigned end = first + MATRIX_NODES < r->m->nodes ? first + MATRIX_NODES : r->m->nodes;
		struct report_table *t;

		memset(align, 'r', sizeof(align));
		align[0] = 'l';
		align[end - first + 2] = '\0';
		t = report_table_new(align);
		report_table_cell(t, "point");
		for (unsigned k = first; k < end; k++)
			report_table_cell(t, "%s", r->m->node[k].name);
		report_table_cell(t, "all");
		for (unsigned code = 0; code < GNO_CODES; code++) {
			if (!r->points.by_code[code] && !count_all(r, code))
				continue;
			report_table_cell(t, "%s", report_event_name(r, code, name, sizeof(name)));
			for (unsigned k = first; k < end; k++)
				report_table_cell(t, "%" PRIu64, r->node[k].count[code]);
			report_table_cell(t, "%" PRIu64, count_all(r, code));
		}
		end_table(x, t, first ? "" : "\nevents\n");
	}
}

static void put_measure(struct text *x, struct report_table *t, const char *interval, const char *node,
			const struct report_measure *m)
{
	const struct gno_stats *s = &m->stats;
	const double values[] = {(double)s->total, gno_stats_mean(s), (double)s->min, (double)s->max};
	char buf[48];

	report_table_cell(t, "%s", interval);
	report_table_cell(t, "%s", node);
	report_table_cell(t, "%" PRIu64, s->count);
	for (unsigned i = 0; i < 4; i++)
		report_table_cell(t, s->count ? "%.*f" : "-", i == 1, values[i]);
	for (unsigned i = 0; i < 4; i++)
		report_table_cell(t, "%s", s->count ? time_text(x->r, values[i], buf, sizeof(buf)) : "-");
	report_table_cell(t, "%" PRIu64, m->unfinished);
	report_table_cell(t, "%" PRIu64, m->unmatched);
	report_table_cell(t, "%" PRIu64, m->cut);
}

static void put_intervals(struct text *x)
{
	static const char *const heads[] = {"interval", "node", "count",     "total",	   "mean",
					    "min",	"max",	"total",     "mean",	   "min",
					    "max",	"open", "unmatched", "cut by gaps"};
	const struct gno_report *r = x->r;
	struct report_table *t = report_table_new("llrrrrrrrrrrrr");

	for (unsigned i = 0; i < sizeof(heads) / sizeof(*heads); i++)
		report_table_cell(t, "%s", heads[i]);
	for (size_t i = 0; i < r->points.intervals; i++) {
		struct report_measure all = report_measure_all(r, i);

		for (unsigned k = 0; k < r->m->nodes; k++) {
			const struct report_measure *m = &r->node[k].measure[i];

			if (m->stats.count || m->unfinished || m->unmatched || m->cut)
				put_measure(x, t, r->points.interval[i].name, r->m->node[k].name, m);
		}
		put_measure(x, t, r->points.interval[i].name, "all", &all);
	}
	end_table(x, t, "\nintervals (cycles, then time)\n");
}

static void put_overall(struct text *x)
{
	const struct gno_report *r = x->r;
	struct report_table *t = report_table_new("lllrrrl");
	static const char *const heads[] = {"node", "pair", "of", "A", "B", "A/B", ""};
	char a[64], b[64], q[64];

	for (unsigned i = 0; i < sizeof(heads) / sizeof(*heads); i++)
		report_table_cell(t, "%s", heads[i]);
	for (unsigned k = 0; k < r->m->nodes; k++)
		for (unsigned p = 0; p < r->m->node[k].pairs; p++) {
			const struct gno_pair *pair = &r->m->node[k].pair[p];
			const struct gno_ratio *v = &r->node[k].overall[p];

			report_table_cell(t, "%s", r->m->node[k].name);
			report_table_cell(t, "%s", pair->name);
			report_table_cell(t, "%s/%s", pair->a, pair->b);
			report_table_cell(t, "%s",
					  count_text(gno_ratio_a(v), v->a_min, v->a_max, a, sizeof(a)));
			report_table_cell(t, "%s",
					  count_text(gno_ratio_b(v), v->b_min, v->b_max, b, sizeof(b)));
			report_table_cell(t, "%s", quotient_text(v, q, sizeof(q)));
			report_table_cell(t, "%s", r->node[k].counts_incomplete ? "incomplete" : "");
		}
	end_table(x, t, "\nratio counters over the whole run\n");
	for (unsigned k = 0; k < r->m->nodes; k++)
		if (r->node[k].unsampled)
			fprintf(x->f, "  %s: %" PRIu64 " events asked for a sample that could not be taken\n",
				r->m->node[k].name, r->node[k].unsampled);
}

static void put_samples(struct text *x)
{
	const struct gno_report *r = x->r;
	size_t rows = r->samples < x->style->rows ? r->samples : x->style->rows;
	char align[PAIRS_MAX + 5], buf[64], name[16];
	struct report_table *t;
	unsigned pairs = 0;

	for (unsigned k = 0; k < r->m->nodes; k++)
		if (r->m->node[k].pairs > pairs)
			pairs = r->m->node[k].pairs;
	if (!rows)
		return;
	if (pairs > PAIRS_MAX)
		pairs = PAIRS_MAX;
	memset(align, 'l', sizeof(align));
	align[0] = 'r';
	align[pairs + 4] = '\0';
	t = report_table_new(align);
	report_table_cell(t, "cycle");
	report_table_cell(t, "node");
	report_table_cell(t, "event");
	report_table_cell(t, "%s", "");
	for (unsigned p = 0; p < pairs; p++)
		report_table_cell(t, "%s", r->m->node[r->sample[0].node].pair[p].name);
	for (size_t i = 0; i < rows; i++) {
		const struct report_sample *s = &r->sample[i];
		unsigned mine = r->m->node[s->node].pairs;

		report_table_cell(t, "%" PRIu64, s->time);
		report_table_cell(t, "%s", r->m->node[s->node].name);
		report_table_cell(t, "%s", report_event_name(r, s->code, name, sizeof(name)));
		report_table_cell(t, "%s", s->reset ? "reset after" : "");
		for (unsigned p = 0; p < pairs; p++) {
			const struct gno_ratio *v = &r->pair[s->pair + p];

			if (p < mine)
				report_table_cell(t, "%.0f/%.0f %s", gno_ratio_a(v), gno_ratio_b(v),
						  quotient_text(v, buf, sizeof(buf)));
			else
				report_table_cell(t, "-");
		}
	}
	end_table(x, t, "\nratio counters at each event (counts since the last reset)\n");
	if (rows < r->samples_seen)
		fprintf(x->f, "  and %" PRIu64 " more\n", r->samples_seen - rows);
}

static void put_gaps(struct text *x)
{
	const struct gno_report *r = x->r;
	struct report_table *t = report_table_new("lrrrrr");
	static const char *const heads[] = {"node", "from", "to", "cycles", "time", "lost"};
	size_t rows = 0, all = 0;
	char buf[48];

	for (unsigned i = 0; i < sizeof(heads) / sizeof(*heads); i++)
		report_table_cell(t, "%s", heads[i]);
	for (unsigned k = 0; k < r->m->nodes; k++)
		for (size_t i = 0; i < r->node[k].gaps; i++) {
			const struct report_gap *g = &r->node[k].gap[i];
			uint64_t clocks = g->to - g->from + 1;

			if (all++ >= x->style->rows)
				continue;
			rows++;
			report_table_cell(t, "%s", r->m->node[k].name);
			report_table_cell(t, "%" PRIu64, g->from);
			report_table_cell(t, "%" PRIu64, g->to);
			report_table_cell(t, "%" PRIu64, clocks);
			report_table_cell(t, "%s", time_text(r, (double)clocks, buf, sizeof(buf)));
			report_table_cell(t, "%" PRIu32, g->lost);
		}
	if (!all)
		fputs("\nno gaps\n", x->f);
	end_table(x, t, "\ngaps\n");
	if (rows < all)
		fprintf(x->f, "  and %zu more\n", all - rows);
}

static void put_holes(struct text *x)
{
	const struct gno_report *r = x->r;
	size_t all = 0;

	if (r->run->foreign_slots)
		fprintf(x->f, "\nthe drain found %" PRIu64 " slots that were no records: see holes.bin\n",
			r->run->foreign_slots);
	for (unsigned k = 0; k < r->m->nodes; k++) {
		const char *path = gno_stream_path(gno_trace_stream(r->trace, k));

		if (r->node[k].missing)
			fprintf(x->f, "\n%s was cut off: %" PRIu64 " bytes are missing\n", path,
				r->node[k].missing);
		for (size_t i = 0; i < r->node[k].holes; i++) {
			const struct report_hole *h = &r->node[k].hole[i];

			if (all++ >= x->style->rows)
				continue;
			fprintf(x->f,
				"%s%s: hole at offset %" PRIu64 ", %" PRIu64
				" bytes%s, between cycles %" PRIu64 " and %" PRIu64 "\n",
				all == 1 ? "\n" : "", path, h->offset, h->bytes,
				h->cut_off ? " of a record that is cut off" : " that are no records", h->from,
				h->to);
		}
	}
	if (all > x->style->rows)
		fprintf(x->f, "and %zu more holes\n", all - x->style->rows);
}

static void put_line(struct text *x)
{
	const struct gno_report *r = x->r;
	const struct report_line *line = &r->line;
	const char *gap = x->style->utf8 ? "\u2591" : "#";
	const char *hole = x->style->utf8 ? "\u2592" : "?";
	const char *none = x->style->utf8 ? "\u00b7" : ".";
	unsigned name = 0;
	char begin[48], end[48];
	int pad;

	for (unsigned k = 0; k < r->m->nodes; k++)
		if (report_text_width(r->m->node[k].name) > name)
			name = report_text_width(r->m->node[k].name);
	time_text(r, (double)line->begin, begin, sizeof(begin));
	time_text(r, (double)line->end, end, sizeof(end));
	pad = (int)line->columns - (int)strlen(begin) - (int)strlen(end);
	fprintf(x->f, "\ntime line\n  %*s  %s%*s%s\n", (int)name, "", begin, pad > 1 ? pad : 1, "", end);
	for (unsigned k = 0; k < r->m->nodes; k++) {
		fprintf(x->f, "  %s%*s  ", r->m->node[k].name,
			(int)(name - report_text_width(r->m->node[k].name)), "");
		for (unsigned c = 0; c < line->columns; c++) {
			bool most;
			int kind = report_line_kind(line, k, c, &most);

			if (kind < 0)
				fputs(none, x->f);
			else if ((unsigned)kind == line->kinds - 1)
				fputs(hole, x->f);
			else if ((unsigned)kind == line->kinds - 2)
				fputs(gap, x->f);
			else
				fputc(r->points.interval[kind].letter | (most ? 0 : 0x20), x->f);
		}
		fputc('\n', x->f);
	}
	fprintf(x->f, "  %*s ", (int)name, "");
	for (size_t i = 0; i < r->points.intervals; i++)
		fprintf(x->f, " %c %s ", r->points.interval[i].letter, r->points.interval[i].name);
	fprintf(x->f, " %s none  %s gap  %s hole, not seen  (small letter: less than half of the column)\n",
		none, gap, hole);
}

int gno_report_text(const struct gno_report *r, const struct gno_report_style *style, FILE *f,
		    struct gno_err *err)
{
	struct text x = {.r = r, .style = style, .f = f};

	put_head(&x);
	put_nodes(&x);
	put_events(&x);
	put_intervals(&x);
	put_overall(&x);
	put_samples(&x);
	put_gaps(&x);
	put_holes(&x);
	put_line(&x);
	return x.broken ? gno_fail_nomem(err) : GNO_OK;
}
