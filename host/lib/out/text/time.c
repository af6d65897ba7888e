/* SPDX-License-Identifier: Apache-2.0 */
/* How long the intervals of a node are: histograms, percentiles, and the longest ones with their
 * places; the means of all, the operating system's share, and marks. */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "out/text/text.h"

/* -- histograms -- */

#define BARS 12	     /* at most, unless the durations are of more powers of two */
#define MOST_BARS 65 /* of 64 powers of two, and 0 */
#define BAR 40	     /* columns of the longest one */
#define FINEST 6     /* powers of two have 2^6 bars: as the histogram has parts */

/* The bar of a duration where a power of two has 2^fine of them; those of one duration come first.
 */
static unsigned bar_of(uint64_t clocks, unsigned fine)
{
	unsigned shift;

	if (clocks >> fine == 0)
		return (unsigned)clocks;
	shift = 63 - (unsigned)__builtin_clzll(clocks) - fine;
	return (shift << fine) + (unsigned)(clocks >> shift);
}

/* Its shortest duration. */
static uint64_t bar_begin(unsigned bar, unsigned fine)
{
	const unsigned shift = bar >> fine ? (bar >> fine) - 1 : 0;

	return (uint64_t)(bar - (shift << fine)) << shift;
}

/* As long as its share of the longest one, rounded up. */
static void put_bar(struct report_table *t, uint64_t count, uint64_t most)
{
	char bar[BAR + 1] = "";

	memset(bar, '#', (size_t)ceil(BAR * (double)count / (double)most));
	report_table_cell(t, "%s", bar);
}

static void put_histogram(struct text *x, struct report_table *t, size_t interval)
{
	const struct gno_report *r = x->r;
	const struct gno_stats all = report_statistics_all(r, interval).stats;
	const char *least = text_least(report_interval_is_partly(r, r->m->nodes, interval));
	uint64_t lo, hi, count, most = 0, bar[MOST_BARS] = {0};
	unsigned fine = FINEST, first, bars;
	size_t at = 0;

	while (fine && bar_of(all.max, fine) - bar_of(all.min, fine) >= BARS)
		fine--;
	first = bar_of(all.min, fine);
	bars = bar_of(all.max, fine) - first + 1;
	while (report_durations_next(r, interval, r->m->nodes, &at, &lo, &hi, &count))
		bar[bar_of(lo, fine) - first] += count;
	for (unsigned i = 0; i < bars; i++)
		most = bar[i] > most ? bar[i] : most;
	for (unsigned i = 0; i < bars; i++) {
		report_table_cell(t, "%s", r->points.interval[interval].name);
		report_table_cell(t, "%" PRIu64, i ? bar_begin(first + i, fine) : all.min);
		report_table_cell(t, "%" PRIu64,
				  i + 1 < bars ? bar_begin(first + i + 1, fine) - 1 : all.max);
		report_table_cell(t, "%s%" PRIu64, least, bar[i]);
		put_bar(t, bar[i], most);
	}
}

void text_histograms(struct text *x)
{
	static const char *const heads[] = {"interval", "from", "to", "count", ""};
	struct report_table *t = text_table("lrrrl", heads);

	for (size_t i = 0; i < x->r->points.intervals; i++)
		if (report_statistics_all(x->r, i).stats.count)
			put_histogram(x, t, i);
	text_end(x, t, "\nhow many intervals of all nodes took how long (cycles)\n");
}

/* -- percentiles -- */

static const char *show(bool has, uint64_t lo, uint64_t hi, char *buf, size_t size)
{
	if (!has)
		snprintf(buf, size, "-");
	else if (lo == hi)
		snprintf(buf, size, "%" PRIu64, lo);
	else
		snprintf(buf, size, "%" PRIu64 "..%" PRIu64, lo, hi);
	return buf;
}

const char *text_percentile(const struct gno_report *r, size_t interval, unsigned node,
			    unsigned percent, char *buf, size_t size)
{
	uint64_t lo = 0, hi = 0;
	bool has = report_percentile(r, interval, node, percent, &lo, &hi);

	return show(has, lo, hi, buf, size);
}

static void put_longest(struct report_table *t, const struct report_longest *longest, size_t count)
{
	for (size_t n = 0; n < REPORT_LONGEST; n++) {
		if (n < count)
			report_table_cell(t, "%" PRIu64 " at %" PRIu64, longest[n].clocks,
					  longest[n].since);
		else
			report_table_cell(t, "%s", "");
	}
}

/* An interval at a node, or (r->m->nodes) at all: then the longest of all. */
static void put_row(struct text *x, struct report_table *t, size_t i, unsigned node)
{
	const struct gno_report *r = x->r;
	const bool all = node == r->m->nodes;
	char buf[64];

	report_table_cell(t, "%s", r->points.interval[i].name);
	report_table_cell(t, "%s", all ? "all" : r->m->node[node].name);
	for (unsigned p = 0; p < 3; p++)
		report_table_cell(
		    t, "%s", text_percentile(r, i, node, report_percentiles[p], buf, sizeof(buf)));
	if (all)
		put_longest(t, NULL, 0);
	else
		put_longest(t, r->node[node].statistics[i].longest,
			    report_longest_kept(&r->node[node].statistics[i].stats));
}

static void put_process_row(struct report_table *t, const char *node, unsigned process,
			    const char *name, const struct report_process_interval *v)
{
	uint64_t lo = 0, hi = 0;
	char buf[64];

	report_table_cell(t, "%s", node);
	report_table_cell(t, "%u", process);
	report_table_cell(t, "%s", name);
	for (unsigned p = 0; p < 3; p++) {
		bool has = report_process_percentile(v, report_percentiles[p], &lo, &hi);

		report_table_cell(t, "%s", show(has, lo, hi, buf, sizeof(buf)));
	}
	put_longest(t, v->longest, report_longest_kept(&v->stats));
}

/* The same of each process, where a node has more than one. */
static void put_processes(struct text *x)
{
	static const char *const heads[] = {"node", "process", "interval", "50%", "90%",
					    "99%",  "longest", "",	   ""};
	const struct gno_report *r = x->r;
	struct report_table *t = text_table("lrlrrrrrr", heads);
	size_t all = 0;

	for (unsigned k = 0; k < r->m->nodes; k++) {
		const struct report_port *port = &r->node[k].port;

		for (size_t p = 0; text_has_processes(port) && p < port->processes; p++)
			for (size_t i = 0; i < r->points.intervals; i++) {
				const struct report_process_interval *v =
				    &port->process[p].interval[i];

				if (v->stats.count && all++ < x->style->rows)
					put_process_row(t, r->m->node[k].name,
							port->process[p].number,
							r->points.interval[i].name, v);
			}
	}
	text_end(x, t, "\nthe same by process, of intervals with both ends in it (cycles)\n");
	text_more(x, all < x->style->rows ? all : x->style->rows, all);
}

void text_durations(struct text *x)
{
	static const char *const heads[] = {"interval", "node",	   "50%", "90%",
					    "99%",	"longest", "",	  ""};
	const struct gno_report *r = x->r;
	struct report_table *t = text_table("llrrrrrr", heads);

	for (size_t i = 0; i < r->points.intervals; i++) {
		for (unsigned k = 0; k < r->m->nodes; k++)
			if (r->node[k].statistics[i].stats.count)
				put_row(x, t, i, k);
		put_row(x, t, i, r->m->nodes);
	}
	text_end(
	    x, t,
	    "\npercentiles of the intervals, and the longest ones with the cycle in which they began (cycles)\n");
	if (r->points.intervals)
		text_partly(x, "the intervals");
	put_processes(x);
}

/* -- intervals, the operating system's share, and marks -- */

/* What of an interval at a node a table shows: the statistics, or NULL for no row. */
typedef const struct gno_stats *pick(const struct report_statistics *m);

/* Whether any interval lies in another: then the outermost ones, and the time of its own, are less
 * than all.
 */
static bool is_nested(const struct gno_report *r)
{
	for (size_t i = 0; i < r->points.intervals; i++)
		for (unsigned k = 0; k < r->m->nodes; k++) {
			const struct report_statistics *m = &r->node[k].statistics[i];

			if (m->stats.total != m->outermost.total || m->stats.total != m->self.total)
				return true;
		}
	return false;
}

static const struct gno_stats *pick_running(const struct report_statistics *m)
{
	return m->running.count ? &m->running : NULL;
}

static const struct gno_stats *pick_counter(const struct report_statistics *m)
{
	return m->counter.count ? &m->counter : NULL;
}

static const struct gno_stats *pick_crossing(const struct report_statistics *m)
{
	return m->crossing.count ? &m->crossing : NULL;
}

static const struct gno_stats *pick_system(const struct report_statistics *m)
{
	return m->system.count ? &m->system : NULL;
}

static const struct gno_stats *pick_user(const struct report_statistics *m)
{
	return m->user.count ? &m->user : NULL;
}

/* `node`: the number of nodes: all. */
static void put_stats(struct text *x, struct report_table *t, size_t interval, unsigned node,
		      const struct gno_stats *s)
{
	const bool partly = report_interval_is_partly(x->r, node, interval);
	const char *const signs[] = {text_least(partly), "", text_most(partly), text_least(partly)};
	const double values[] = {(double)s->total, gno_stats_mean(s), (double)s->min,
				 (double)s->max};
	char buf[48];

	report_table_cell(t, "%s", x->r->points.interval[interval].name);
	report_table_cell(t, "%s", node < x->r->m->nodes ? x->r->m->node[node].name : "all");
	report_table_cell(t, "%s%" PRIu64, text_least(partly), s->count);
	for (unsigned i = 0; i < 4; i++)
		if (s->count)
			report_table_cell(t, "%s%.*f", signs[i], i == 1, values[i]);
		else
			report_table_cell(t, "-");
	for (unsigned i = 0; i < 4; i++)
		report_table_cell(t, "%s",
				  s->count ? text_time_at(x->r, node, values[i], buf, sizeof(buf))
					   : "-");
}

static void put_preprocessors(struct text *x, struct report_table *t, size_t interval,
			      unsigned node, const struct report_statistics *m, bool nested)
{
	const char *least = text_least(report_interval_is_partly(x->r, node, interval));

	put_stats(x, t, interval, node, &m->stats);
	report_table_cell(t, "%" PRIu64, m->unfinished);
	report_table_cell(t, "%" PRIu64, m->unmatched);
	report_table_cell(t, "%" PRIu64, m->cut);
	if (!nested)
		return;
	report_table_cell(t, m->stats.count ? "%s%" PRIu64 : "-", least, m->outermost.total);
	report_table_cell(t, m->self.count ? "%s%" PRIu64 : "-", least, m->self.total);
}

/* A part of the intervals that only some nodes know. */
static void put_part(struct text *x, const char *title, pick *of)
{
	static const char *const heads[] = {"interval", "node",	 "count", "total", "mean", "min",
					    "max",	"total", "mean",  "min",   "max"};
	const struct gno_report *r = x->r;
	struct report_table *t = text_table("llrrrrrrrrr", heads);

	for (size_t i = 0; i < r->points.intervals; i++) {
		struct report_statistics all = report_statistics_all(r, i);

		for (unsigned k = 0; k < r->m->nodes; k++)
			if (of(&r->node[k].statistics[i]))
				put_stats(x, t, i, k, of(&r->node[k].statistics[i]));
		if (of(&all))
			put_stats(x, t, i, r->m->nodes, of(&all));
	}
	text_end(x, t, title);
}

static uint64_t unknown_pauses(const struct report_statistics *m)
{
	return m->counter_unknown;
}

/* Where some are known to cross. */
static uint64_t unknown_crossing(const struct report_statistics *m)
{
	return m->crossing.count ? m->crossing_unknown : 0;
}

/* Intervals of which something is not known. */
static void put_unknown(const struct text *x, const char *what,
			uint64_t (*of)(const struct report_statistics *m))
{
	const struct gno_report *r = x->r;

	for (size_t i = 0; i < r->points.intervals; i++)
		for (unsigned k = 0; k < r->m->nodes; k++)
			if (of(&r->node[k].statistics[i]))
				fprintf(x->f, "  %s at %s: %s of %" PRIu64 " more are not known\n",
					r->points.interval[i].name, r->m->node[k].name, what,
					of(&r->node[k].statistics[i]));
}

void text_intervals(struct text *x)
{
	static const char *const heads[] = {
	    "interval", "node", "count", "total", "mean",      "min", "max",	   "total",
	    "mean",	"min",	"max",	 "open",  "unmatched", "cut", "outermost", "self"};
	const struct gno_report *r = x->r;
	bool nested = is_nested(r);
	char title[96];
	struct report_table *t = text_table(nested ? "llrrrrrrrrrrrrrr" : "llrrrrrrrrrrrr", heads);

	for (size_t i = 0; i < r->points.intervals; i++) {
		struct report_statistics all = report_statistics_all(r, i);

		for (unsigned k = 0; k < r->m->nodes; k++) {
			const struct report_statistics *m = &r->node[k].statistics[i];

			if (m->stats.count || m->unfinished || m->unmatched || m->cut)
				put_preprocessors(x, t, i, k, m, nested);
		}
		put_preprocessors(x, t, i, r->m->nodes, &all, nested);
	}
	text_end(x, t, "\nintervals (cycles, then time)\n");
	put_part(x, "\nintervals without the time that the program stopped\n", pick_running);
	snprintf(title, sizeof(title), "\nintervals without the pauses of the time counters (%s)\n",
		 text_lines(r->m));
	put_part(x, title, pick_counter);
	put_unknown(x, "the pauses", unknown_pauses);
	put_part(x, "\nintervals that began in one process and ended in another\n", pick_crossing);
	put_unknown(x, "the processes", unknown_crossing);
	put_part(x, "\nof the intervals in the operating system\n", pick_system);
	put_part(x, "\nof the intervals in the user's program\n", pick_user);
}

static void put_system_ratios(struct text *x)
{
	static const char *const heads[] = {"node", "pair", "", "A", "B", "A/B", ""};
	const struct gno_report *r = x->r;
	struct report_table *t = text_table("lllrrrl", heads);
	char a[64], b[64], q[64];

	for (unsigned k = 0; k < r->m->nodes; k++) {
		const struct report_system *s = &r->node[k].system;

		for (unsigned p = 0; p < r->m->node[k].pairs && s->ratio_samples; p++)
			for (unsigned system = 0; system < 2; system++) {
				const struct gno_ratio *v = &s->ratio[system][p];

				report_table_cell(t, "%s", r->m->node[k].name);
				report_table_cell(t, "%s", r->m->node[k].pair[p].name);
				report_table_cell(t, "%s", system ? "system" : "user");
				report_table_cell(t, "%s",
						  text_count(v->a_min, v->a_max, a, sizeof(a)));
				report_table_cell(t, "%s",
						  text_count(v->b_min, v->b_max, b, sizeof(b)));
				report_table_cell(t, "%s",
						  text_pair(&r->m->node[k], p, v, q, sizeof(q)));
				report_table_cell(t, "%s", s->ratio_incomplete ? "incomplete" : "");
			}
	}
	text_end(x, t, "\nratio counters in the operating system and in the user's program\n");
}

void text_system(struct text *x)
{
	static const char *const heads[] = {"node",  "system",	 "user",      "system",
					    "user",  "of known", "not known", "entries",
					    "exits", "depth",	 "assumed",   "unmatched"};
	const struct gno_report *r = x->r;
	struct report_table *t = text_table("lrrrrrrrrrrr", heads);
	const char *least;
	char buf[48];

	for (unsigned k = 0; k < r->m->nodes; k++) {
		const struct report_system *s = &r->node[k].system;

		if (!s->present)
			continue;
		least = text_least_at(x, k);
		report_table_cell(t, "%s", r->m->node[k].name);
		report_table_cell(t, "%s%" PRIu64, least, s->system);
		report_table_cell(t, "%s%" PRIu64, least, s->user);
		report_table_cell(t, "%s", text_time_at(r, k, (double)s->system, buf, sizeof(buf)));
		report_table_cell(t, "%s", text_time_at(r, k, (double)s->user, buf, sizeof(buf)));
		report_table_cell(
		    t, "%s",
		    text_share((double)s->system, (double)(s->system + s->user), buf, sizeof(buf)));
		report_table_cell(t, "%" PRIu64, s->unknown);
		report_table_cell(t, "%s%" PRIu64, least, s->entries);
		report_table_cell(t, "%s%" PRIu64, least, s->exits);
		report_table_cell(t, "%s%u", least, s->depth_max);
		report_table_cell(t, "%" PRIu64, s->assumed);
		report_table_cell(t, "%" PRIu64, s->unmatched);
	}
	text_end(
	    x, t,
	    "\noperating system and user's program (cycles, then time; share of the system)\n");
	put_system_ratios(x);
}

static void put_mark(struct text *x, struct report_table *t, unsigned node,
		     const struct report_row *row, const void *ctx)
{
	const struct report_mark *m = &row->mark;
	bool numbered = m->fired.kind == GNO_KIND_DATUM && m->fired.code == GNO_PORT_MARK;
	char buf[48], name[32];

	(void)node;
	(void)ctx;
	report_table_cell(t, "%" PRIu64, m->time);
	report_table_cell(t, "%s", text_time_at(x->r, m->node, (double)m->time, buf, sizeof(buf)));
	report_table_cell(t, "%s", x->r->m->node[m->node].name);
	report_table_cell(
	    t, "%s", numbered ? "(port)" : report_fired_name(x->r, &m->fired, name, sizeof(name)));
	if (numbered)
		report_table_cell(t, "%" PRIu32, m->number);
	else
		report_table_cell(t, "%s", "");
}

void text_marks(struct text *x)
{
	static const char *const heads[] = {"cycle", "time", "node", "mark", "number"};
	const struct text_list list = {.list = REPORT_MARKS, .put = put_mark};

	if (text_list(x, text_table("rrllr", heads), "\nmarks\n", &list))
		text_partly(x, "the marks");
}
