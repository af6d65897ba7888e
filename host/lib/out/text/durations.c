/* SPDX-License-Identifier: Apache-2.0 */
/* How long the intervals of a node are: histograms, percentiles, and the longest ones with their
 * places. */
#include "out/text/text.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

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
