/* SPDX-License-Identifier: Apache-2.0 */
/* The limits of a run as JSON. */
#include "out/check/check.h"
#include "out/json/json.h"

void report_check_json(const struct gno_report *r, FILE *f)
{
	struct builder b = {.r = r, .out = {.f = f}};
	const struct report_limits_sum sum = report_limits_count(r);

	jout_object(&b.out, NULL);
	jout_number(&b.out, "gnomon", 1);
	jout_number(&b.out, "passed", sum.of[REPORT_PASSED]);
	jout_number(&b.out, "failed", sum.of[REPORT_FAILED]);
	jout_number(&b.out, "unknown", sum.of[REPORT_UNKNOWN]);
	json_limits(&b);
	jout_object_end(&b.out);
	fputc('\n', f);
}
