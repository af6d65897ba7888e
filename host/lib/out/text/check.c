/* SPDX-License-Identifier: Apache-2.0 */
/* The limits of a run as text, for a pull request (Markdown), and for a CI server (JUnit's
 * XML). */
#include "passes/limits/limits.h"
#include "out/text/page.h"
#include "out/text/text.h"

#include <inttypes.h>
#include <string.h>

static void put_place(const struct gno_report *r, struct report_table *t,
		      const struct report_judged *j)
{
	report_table_cell(t, "%s", j->has_node ? r->m->node[j->node].name : "");
	report_table_cell(t, j->has_cycle ? "%" PRIu64 : "", j->cycle);
}

int report_check_text(const struct gno_report *r, FILE *f, struct gno_err *err)
{
	static const char *const heads[] = {"limit", "value", "", "node", "cycle", ""};
	const struct gno_report_style style = {.rows = SIZE_MAX};
	struct text x = {.r = r, .style = &style, .f = f, .err = err};
	struct report_table *t = text_table("lrllrl", heads);
	const struct report_limits_sum sum = report_limits_count(r);

	text_model(&x);
	text_exact(r, f);
	text_filters(&x);
	for (size_t i = 0; i < sum.all; i++) {
		struct report_judged j;

		report_limits_judge(r, i, &j);
		report_table_cell(t, "%s", r->limits->limit[i].limit.text);
		report_table_cell(t, "%s", *j.value ? j.value : "-");
		report_table_cell(t, "%s", report_verdict_name(j.verdict));
		put_place(r, t, &j);
		report_table_cell(t, "%s", j.reason);
	}
	text_end(&x, t, "limits of the run\n");
	fprintf(f, "\n%zu passed, %zu failed, %zu unknown\n", sum.of[REPORT_PASSED],
		sum.of[REPORT_FAILED], sum.of[REPORT_UNKNOWN]);
	return x.rc;
}

/* The value, where the worst is, and why: as far as there is something to say. */
static void describe(const struct gno_report *r, const struct report_judged *j, char *buf,
		     size_t size)
{
	size_t n = 0;

	snprintf(buf, size, "%s%s%s", j->value, *j->value && *j->reason ? "; " : "", j->reason);
	n = strlen(buf);
	if (j->has_node && n < size)
		snprintf(buf + n, size - n, "%s%s", n ? ", at " : "at ", r->m->node[j->node].name);
	n = strlen(buf);
	if (j->has_cycle && n < size)
		snprintf(buf + n, size - n, ", cycle %" PRIu64, j->cycle);
}

void report_check_markdown(const struct gno_report *r, FILE *f)
{
	const struct report_limits_sum sum = report_limits_count(r);

	fputs("| limit | found | |\n|---|---|---|\n", f);
	for (size_t i = 0; i < sum.all; i++) {
		struct report_judged j;
		char text[512];

		report_limits_judge(r, i, &j);
		describe(r, &j, text, sizeof(text));
		fputs("| ", f);
		page_markdown(r->limits->limit[i].limit.text, f);
		fputs(" | ", f);
		page_markdown(text, f);
		fputs(" |", f);
		page_verdict(report_verdict_name(j.verdict), j.verdict != REPORT_PASSED, f);
	}
}

void report_check_junit(const struct gno_report *r, bool allowed, FILE *f)
{
	const struct report_limits_sum sum = report_limits_count(r);
	const size_t unknown = sum.of[REPORT_UNKNOWN];

	page_junit_begin("gnomon check", sum.all, sum.of[REPORT_FAILED] + (allowed ? 0 : unknown),
			 allowed ? unknown : 0, f);
	for (size_t i = 0; i < sum.all; i++) {
		const char *how = "failure";
		struct report_judged j;
		char text[512];

		report_limits_judge(r, i, &j);
		describe(r, &j, text, sizeof(text));
		if (j.verdict == REPORT_PASSED)
			how = NULL;
		else if (j.verdict == REPORT_UNKNOWN && allowed)
			how = "skipped";
		page_junit_test("limit", r->limits->limit[i].limit.text, how,
				report_verdict_name(j.verdict), text, f);
	}
	page_junit_end(NULL, 0, f);
}
