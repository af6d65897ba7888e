/* SPDX-License-Identifier: Apache-2.0 */
/* The limits of a run as text. */
#include "out/check/check.h"
#include "out/text/text.h"

#include <inttypes.h>

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
