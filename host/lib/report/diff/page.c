/* SPDX-License-Identifier: Apache-2.0 */
/* Two runs beside each other for a pull request (Markdown), and for a CI server (JUnit's XML). */
#include "report/diff/diff.h"
#include "report/text/page.h"

#include <inttypes.h>

static void put_mean(const struct diff_interval *v, unsigned run, FILE *f)
{
	if (v->stats[run].count)
		fprintf(f, " %.1f |", v->mean[run]);
	else
		fputs(" - |", f);
}

void report_diff_markdown(const struct report_diff *d, FILE *f)
{
	fputs("| interval | count A | count B | mean A | mean B | change | p | |\n"
	      "|---|---:|---:|---:|---:|---:|---:|---|\n",
	      f);
	for (size_t i = 0; i < d->intervals; i++) {
		const struct diff_interval *v = &d->interval[i];
		const bool both = v->stats[0].count && v->stats[1].count;

		fputs("| ", f);
		page_markdown(v->name, f);
		fprintf(f, " | %" PRIu64 " | %" PRIu64 " |", v->stats[0].count, v->stats[1].count);
		put_mean(v, 0, f);
		put_mean(v, 1, f);
		if (both)
			fprintf(f, " %+.2f %% | %.2g |", 100 * v->change, v->p);
		else
			fputs(" - | - |", f);
		page_verdict(report_diff_verdict(v->verdict), v->verdict != DIFF_SAME, f);
	}
}

static bool is_failure(const struct diff_interval *v)
{
	return v->verdict == DIFF_LONGER || v->verdict == DIFF_GONE;
}

void report_diff_junit(const struct report_diff *d, FILE *f)
{
	size_t failures = 0;

	for (size_t i = 0; i < d->intervals; i++)
		failures += is_failure(&d->interval[i]);
	page_junit_begin("gnomon diff", d->intervals, failures, 0, f);
	for (size_t i = 0; i < d->intervals; i++) {
		const struct diff_interval *v = &d->interval[i];
		char text[160] = "the second run has none";

		if (v->verdict != DIFF_GONE)
			snprintf(text, sizeof(text), "mean %.1f cycles, was %.1f: %+.2f %%, p %.2g",
				 v->mean[1], v->mean[0], 100 * v->change, v->p);
		page_junit_test("interval", v->name, is_failure(v) ? "failure" : NULL,
				report_diff_verdict(v->verdict), text, f);
	}
	page_junit_end(f);
}
