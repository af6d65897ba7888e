/* SPDX-License-Identifier: Apache-2.0 */
/* Two runs beside each other for a pull request (Markdown), and for a CI server (JUnit's XML). */
#include "results/diff/diff.h"
#include "out/text/page.h"

#include <inttypes.h>

/* What a row is of: "work", "user -> disk", "core0: hit ratio", "core0: bank: hit". */
static const char *name_of(const struct diff_row *row, char *buf, size_t size)
{
	if (!row->other)
		return row->name;
	if (row->unit)
		snprintf(buf, size, "%s: %s: %s", row->other, row->unit, row->name);
	else
		snprintf(buf, size, row->kind == DIFF_TRANSIT ? "%s -> %s" : "%s: %s", row->other,
			 row->name);
	return buf;
}

/* The value of a run; "-": there is none. */
static const char *value_of(const struct report_diff *d, const struct diff_row *row, unsigned run,
			    char *buf, size_t size)
{
	char value[128];

	if (!row->side[run].has)
		snprintf(buf, size, "-");
	else
		snprintf(buf, size, row->kind == DIFF_COUNTER ? "%s in 1,000 cycles" : "%s",
			 diff_value(d, row, run, value, sizeof(value)));
	return buf;
}

static uint64_t count_of(const struct diff_row *row, unsigned run)
{
	return report_diff_is_time(row) || row->kind == DIFF_BUCKETS ? row->side[run].stats.count
								     : row->side[run].samples;
}

void report_diff_markdown(const struct report_diff *d, FILE *f)
{
	char buf[256];

	for (size_t i = 0; i < d->notes; i++) {
		fputs("> Note: ", f);
		page_markdown(d->note[i], f);
		fputs("\n\n", f);
	}
	fputs("| | | count A | count B | A | B | change | p | |\n"
	      "|---|---|---:|---:|---:|---:|---:|---:|---|\n",
	      f);
	for (size_t i = 0; i < d->rows; i++) {
		const struct diff_row *row = &d->row[i];

		fprintf(f, "| %s%s | ", report_diff_kind(row),
			row->until ? " up to the end point" : "");
		page_markdown(name_of(row, buf, sizeof(buf)), f);
		fprintf(f, " | %" PRIu64 " | %" PRIu64 " | ", count_of(row, 0), count_of(row, 1));
		for (unsigned run = 0; run < 2; run++)
			fprintf(f, "%s | ", value_of(d, row, run, buf, sizeof(buf)));
		fprintf(f, row->has_change ? "%+.2f %% | " : "- | ", 100 * row->change);
		if (row->has_p)
			fprintf(f, "%.2g |", row->p);
		else
			fprintf(f, "not known: %s |", row->why);
		page_verdict(report_diff_verdict(row->verdict), row->verdict != DIFF_SAME, f);
	}
}

static void describe(const struct report_diff *d, const struct diff_row *row, char *text,
		     size_t size)
{
	char value[2][160], change[32] = "", p[128];

	if (row->has_change)
		snprintf(change, sizeof(change), ": %+.2f %%", 100 * row->change);
	if (row->has_p)
		snprintf(p, sizeof(p), "p %.2g", row->p);
	else
		snprintf(p, sizeof(p), "p not known: %s", row->why);
	snprintf(text, size, "%s, was %s%s, %s%s", value_of(d, row, 1, value[1], sizeof(value[1])),
		 value_of(d, row, 0, value[0], sizeof(value[0])), change, p,
		 row->until ? ", up to the end point" : "");
}

void report_diff_junit(const struct report_diff *d, FILE *f)
{
	size_t failures = 0, skipped = 0;

	for (size_t i = 0; i < d->rows; i++) {
		failures += d->row[i].worse;
		skipped += d->row[i].verdict == DIFF_UNKNOWN;
	}
	page_junit_begin("gnomon diff", d->rows, failures, skipped, f);
	for (size_t i = 0; i < d->rows; i++) {
		const struct diff_row *row = &d->row[i];
		char name[256], text[512];

		describe(d, row, text, sizeof(text));
		page_junit_test(report_diff_kind(row), name_of(row, name, sizeof(name)),
				row->worse		       ? "failure"
				: row->verdict == DIFF_UNKNOWN ? "skipped"
							       : NULL,
				report_diff_verdict(row->verdict), text, f);
	}
	page_junit_end((const char *const *)d->note, d->notes, f);
}
