/* SPDX-License-Identifier: Apache-2.0 */
/* How long the intervals of a node are: percentiles, and the longest ones with their places. */
#include "report/text/text.h"

#include <inttypes.h>

const char *text_percentile(const struct gno_report *r, size_t interval, unsigned node,
			    unsigned percent, char *buf, size_t size)
{
	uint64_t lo, hi;

	if (!report_percentile(r, interval, node, percent, &lo, &hi))
		snprintf(buf, size, "-");
	else if (lo == hi)
		snprintf(buf, size, "%" PRIu64, lo);
	else
		snprintf(buf, size, "%" PRIu64 "..%" PRIu64, lo, hi);
	return buf;
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
	for (size_t n = 0; n < REPORT_LONGEST; n++) {
		const struct report_statistics *m = all ? NULL : &r->node[node].statistics[i];

		if (m && n < report_longest_kept(m))
			report_table_cell(t, "%" PRIu64 " at %" PRIu64, m->longest[n].clocks,
					  m->longest[n].since);
		else
			report_table_cell(t, "%s", "");
	}
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
	text_end(x, t,
		 "\npercentiles of the intervals, and the longest ones with the cycle of "
		 "their begin (cycles)\n");
}
