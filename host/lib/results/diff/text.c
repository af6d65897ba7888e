/* SPDX-License-Identifier: Apache-2.0 */
/* Two runs beside each other as text. */
#include "passes/messages/traffic.h"
#include "base/name.h"
#include "results/diff/diff.h"
#include "out/text/text.h"

#include <inttypes.h>

#define CYCLES 1000 /* in which a counter is shown */

/* A mean with its bound, if it has one. */
static const char *mean(const struct diff_row *row, const struct diff_side *s, char *buf,
			size_t size)
{
	const int length =
	    snprintf(buf, size, row->kind == DIFF_BUCKETS ? "%.2f" : "%.1f", s->value);

	if (s->bound)
		snprintf(buf + length, size - (size_t)length, " +-%.3g", s->bound);
	return buf;
}

const char *diff_value(const struct report_diff *d, const struct diff_row *row, unsigned run,
		       char *buf, size_t size)
{
	const struct diff_side *s = &row->side[run];
	char number[64];

	if (row->kind == DIFF_RATIO) /* they have a text of their own without a value */
		return row->measure ? text_measured(row->print, &s->counts, buf, size)
				    : text_pair(&d->run[run]->m->node[row->node], s->pair,
						&s->counts, buf, size);
	if (!s->has)
		snprintf(buf, size, "-");
	else if (row->kind == DIFF_SHARE)
		snprintf(buf, size, "%.2f%%", 100 * s->value);
	else if (row->kind == DIFF_COUNTER)
		snprintf(buf, size, "%.4g", CYCLES * s->value);
	else if (report_diff_is_time(row))
		snprintf(buf, size, "%s cycles", mean(row, s, number, sizeof(number)));
	else
		snprintf(buf, size, "%.2f", s->value);
	return buf;
}

static void put_part(struct report_table *t, bool has, const struct diff_part *p)
{
	if (!has)
		report_table_cell(t, "-");
	else if (p->lo == p->hi)
		report_table_cell(t, "%" PRIu64, p->lo);
	else
		report_table_cell(t, "%" PRIu64 "..%" PRIu64, p->lo, p->hi);
}

/* p, the verdict, and why there is no p. */
static void put_judged(struct report_table *t, const struct diff_row *row)
{
	report_table_cell(t, row->has_p ? "%.2g" : "-", row->p);
	report_table_cell(t, "%s", report_diff_verdict(row->verdict));
	report_table_cell(t, "%s%s", row->has_p ? "" : "p not known: ", row->why);
}

static void put_duration(struct report_table *t, const struct diff_row *row)
{
	const struct diff_side *a = &row->side[0], *b = &row->side[1];
	char number[64];

	if (row->other)
		report_table_cell(t, "%s", row->other);
	report_table_cell(t, "%s", row->name);
	report_table_cell(t, "%" PRIu64, a->stats.count);
	report_table_cell(t, "%" PRIu64, b->stats.count);
	for (unsigned run = 0; run < 2; run++)
		report_table_cell(
		    t, "%s",
		    row->side[run].has ? mean(row, &row->side[run], number, sizeof(number)) : "-");
	report_table_cell(t, row->has_change ? "%+.2f%%" : "-", 100 * row->change);
	put_part(t, a->has, &a->median);
	put_part(t, b->has, &b->median);
	put_part(t, a->has, &a->last);
	put_part(t, b->has, &b->last);
	put_judged(t, row);
}

#define DURATION_HEADS                                                                             \
	"count A", "count B", "mean A", "mean B", "change", "50% A", "50% B", "99% A", "99% B",    \
	    "p", "", ""

/* A table of the durations of a kind. */
static void put_durations(struct text *x, const struct report_diff *d, enum diff_kind kind)
{
	static const char *const of_interval[] = {"interval", DURATION_HEADS};
	static const char *const of_two[] = {"from", "to", DURATION_HEADS};
	static const char *const of_one[] = {"process", DURATION_HEADS};
	static const char *const of_buckets[] = {"node", "buckets", DURATION_HEADS};
	static const char *const titles[] = {
	    [DIFF_INTERVAL] = "\nintervals of all nodes (cycles)\n",
	    [DIFF_TRANSIT] = "\nmessages from send to receive (cycles)\n",
	    [DIFF_WAIT] = "\nmessages in the queue of each receiver (cycles)\n",
	    [DIFF_BLOCKED] = "\nfrom a receive_call to its receive (cycles)\n",
	    [DIFF_BUCKETS] = "\nvalues in buckets over the whole run\n"};
	struct report_table *t = kind == DIFF_TRANSIT	 ? text_table("llrrrrrrrrrrll", of_two)
				 : kind == DIFF_BUCKETS	 ? text_table("llrrrrrrrrrrll", of_buckets)
				 : kind == DIFF_INTERVAL ? text_table("lrrrrrrrrrrll", of_interval)
							 : text_table("lrrrrrrrrrrll", of_one);

	for (size_t i = 0; i < d->rows; i++)
		if (d->row[i].kind == kind)
			put_duration(t, &d->row[i]);
	text_end(x, t, titles[kind]);
}

static void put_value(struct report_table *t, const struct report_diff *d,
		      const struct diff_row *row, unsigned run)
{
	char buf[128];

	report_table_cell(t, "%s", diff_value(d, row, run, buf, sizeof(buf)));
}

/* A table of ratios, shares or counters: of those up to the end point, or of all others. */
static void put_ratios_of(struct text *x, const struct report_diff *d, enum diff_kind kind,
			  bool until)
{
	static const char *const of_ratio[] = {"node", "ratio",	 "samples A", "samples B", "A",
					       "B",    "change", "p",	      "",	   ""};
	static const char *const of_share[] = {
	    "node", "buckets", "event", "banks A", "banks B", "A", "B", "change", "p", "", ""};
	static const char *const of_counter[] = {"node",	"bank", "counter", "snapshots A",
						 "snapshots B", "A",	"B",	   "change",
						 "p",		"",	""};
	struct report_table *t = kind == DIFF_RATIO   ? text_table("llrrrrrrll", of_ratio)
				 : kind == DIFF_SHARE ? text_table("lllrrrrrrll", of_share)
						      : text_table("lllrrrrrrll", of_counter);
	char title[BASE_NAME_MADE_MAX + 80], over[BASE_NAME_MADE_MAX + 40] = "over the whole run";

	for (size_t i = 0; i < d->rows; i++) {
		const struct diff_row *row = &d->row[i];

		if (row->kind != kind || row->until != until)
			continue;
		if (until)
			snprintf(over, sizeof(over), "up to the end point '%s'",
				 report_diff_until(d, row));
		report_table_cell(t, "%s", row->other);
		if (row->unit)
			report_table_cell(t, "%s", row->unit);
		report_table_cell(t, "%s", row->name);
		for (unsigned run = 0; run < 2; run++)
			report_table_cell(t, "%" PRIu64, row->side[run].samples);
		for (unsigned run = 0; run < 2; run++)
			put_value(t, d, row, run);
		report_table_cell(t, row->has_change ? "%+.2f%%" : "-", 100 * row->change);
		put_judged(t, row);
	}
	snprintf(title, sizeof(title), "\n%s %s%s\n",
		 kind == DIFF_RATIO   ? "ratios"
		 : kind == DIFF_SHARE ? "events in buckets"
				      : "counters",
		 over, kind == DIFF_COUNTER ? " (in 1,000 cycles)" : "");
	text_end(x, t, title);
}

static void put_ratios(struct text *x, const struct report_diff *d, enum diff_kind kind)
{
	put_ratios_of(x, d, kind, true);
	put_ratios_of(x, d, kind, false);
}

/* What is in one run only. */
static void put_only(const struct report_diff *d, enum diff_kind kind, const char *what, FILE *f)
{
	for (unsigned i = 0; i < 2; i++)
		if (d->only[kind][i])
			fprintf(f, "  and %zu %s%s that only %c has\n", d->only[kind][i], what,
				text_plural(d->only[kind][i]), 'A' + i);
}

static void put_only_units(const struct report_diff *d, FILE *f)
{
	for (unsigned i = 0; i < 2; i++)
		if (d->only[DIFF_BUCKETS][i])
			fprintf(f, "  and %zu unit%s of buckets that only %c has\n",
				d->only[DIFF_BUCKETS][i], text_plural(d->only[DIFF_BUCKETS][i]),
				'A' + i);
}

/* What of a run is not in the tables. */
static void put_run(const struct report_diff *d, unsigned i, FILE *f)
{
	fprintf(f, "%c: %s%s", 'A' + i, d->path[i],
		d->run[i]->run->model ? " (simulated model)" : "");
	if (d->lost[i])
		fprintf(f, ", %" PRIu64 " records lost: what a gap cuts is left out", d->lost[i]);
	if (d->traffic[i] && d->traffic[i]->breaks)
		fputs(", only messages of which both ends were recorded", f);
	fputc('\n', f);
}

static void put_rules(const struct report_diff *d, FILE *f)
{
	const size_t tests = report_diff_tests(d);

	fprintf(f, "\na change of a mean or ratio by %g %% or more counts", 100 * d->least);
	if (!d->exact)
		fprintf(f, " if p is below %g\n%zu test%s", DIFF_P, tests, text_plural(tests));
	if (!d->exact && tests)
		fprintf(f, ": of as many, %.2g would find a change by chance",
			DIFF_P * (double)tests);
	fputc('\n', f);
}

int report_diff_text(const struct report_diff *d, FILE *f, struct gno_err *err)
{
	const struct gno_report_style style = {.rows = SIZE_MAX};
	struct text x = {.r = d->run[0], .style = &style, .f = f, .err = err};

	for (unsigned i = 0; i < 2; i++)
		put_run(d, i, f);
	for (size_t i = 0; i < d->notes; i++)
		fprintf(f, "note: %s\n", d->note[i]);
	put_durations(&x, d, DIFF_INTERVAL);
	put_only(d, DIFF_INTERVAL, "interval", f);
	for (enum diff_kind kind = DIFF_TRANSIT; kind <= DIFF_BLOCKED; kind++)
		put_durations(&x, d, kind);
	put_ratios(&x, d, DIFF_RATIO);
	put_only(d, DIFF_RATIO, "ratio", f);
	put_durations(&x, d, DIFF_BUCKETS);
	put_only_units(d, f);
	put_ratios(&x, d, DIFF_SHARE);
	put_ratios(&x, d, DIFF_COUNTER);
	put_only(d, DIFF_COUNTER, "counter", f);
	put_rules(d, f);
	return x.rc;
}
