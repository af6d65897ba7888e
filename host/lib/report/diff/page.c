/* SPDX-License-Identifier: Apache-2.0 */
/* Two runs beside each other for a pull request (Markdown), and for a CI server (JUnit's XML). */
#include "report/diff/diff.h"

#include <inttypes.h>
#include <string.h>

/* A name in Markdown: what has a meaning there is escaped, what is not printable is left out. */
static void put_markdown(const char *text, FILE *f)
{
	for (; *text; text++) {
		if (strchr("\\`*_{}[]<>()#+-.!|~&", *text))
			fputc('\\', f);
		if ((unsigned char)*text >= ' ' && *text != 0x7f)
			fputc(*text, f);
	}
}

/* A text in XML. What XML cannot hold is left out. */
static void put_xml(const char *text, FILE *f)
{
	static const char special[] = "&<>\"'";
	static const char *const names[] = {"&amp;", "&lt;", "&gt;", "&quot;", "&apos;"};

	for (; *text; text++) {
		const char *at = strchr(special, *text);

		if (at)
			fputs(names[at - special], f);
		else if ((unsigned char)*text >= ' ' && *text != 0x7f)
			fputc(*text, f);
	}
}

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
		const bool bold = v->verdict != DIFF_SAME;

		fputs("| ", f);
		put_markdown(v->name, f);
		fprintf(f, " | %" PRIu64 " | %" PRIu64 " |", v->stats[0].count, v->stats[1].count);
		put_mean(v, 0, f);
		put_mean(v, 1, f);
		if (both)
			fprintf(f, " %+.2f %% | %.2g |", 100 * v->change, v->p);
		else
			fputs(" - | - |", f);
		fprintf(f, " %s%s%s |\n", bold ? "**" : "", report_diff_verdict(v->verdict),
			bold ? "**" : "");
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
	fprintf(f,
		"<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
		"<testsuite name=\"gnomon diff\" tests=\"%zu\" failures=\"%zu\" errors=\"0\">\n",
		d->intervals, failures);
	for (size_t i = 0; i < d->intervals; i++) {
		const struct diff_interval *v = &d->interval[i];

		fputs("  <testcase classname=\"interval\" name=\"", f);
		put_xml(v->name, f);
		if (!is_failure(v)) {
			fputs("\"/>\n", f);
			continue;
		}
		fprintf(f, "\">\n    <failure type=\"%s\" message=\"",
			report_diff_verdict(v->verdict));
		if (v->verdict == DIFF_GONE)
			fputs("the second run has none", f);
		else
			fprintf(f, "mean %.1f cycles, was %.1f: %+.2f %%, p %.2g", v->mean[1],
				v->mean[0], 100 * v->change, v->p);
		fputs("\"/>\n  </testcase>\n", f);
	}
	fputs("</testsuite>\n", f);
}
