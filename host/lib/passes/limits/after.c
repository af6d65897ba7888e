/* SPDX-License-Identifier: Apache-2.0 */
/* Limits of the time from a point to the next one. */
#include "passes/limits/judge.h"

#include <inttypes.h>

void limits_judge_after(const struct gno_report *r, const struct report_limit *l,
			struct report_judged *out)
{
	const struct limits_lack lack = limits_lack(r, l);
	struct limit_after all = {.hits = 0};
	const struct report_longest *worst = NULL;
	char within[24];
	unsigned at = 0;

	for (unsigned k = 0; k < r->m->nodes; k++) {
		const struct limit_after *a = &l->after[k];

		all.hits += a->hits;
		all.late += a->late;
		all.doubtful += a->doubtful;
		all.coarse += a->coarse;
		if (a->answered && (!all.answered || limits_is_longer(r, k, a->longest.clocks, at,
								      all.longest.clocks))) {
			all.longest = a->longest;
			at = k;
		}
		all.answered |= a->answered;
		if (!a->late ||
		    (worst && !limits_is_longer(r, k, a->latest.clocks, out->node, worst->clocks)))
			continue;
		worst = &a->latest;
		all.open = a->open;
		out->has_node = out->has_cycle = true;
		out->node = k;
		out->cycle = worst->since;
	}
	PUT_VALUE(out, "%" PRIu64 " of %" PRIu64, all.hits - all.late - all.doubtful, all.hits);
	limits_put_bound(limits_bound(r, l), within, sizeof(within));
	if (all.answered)
		PUT_MORE(out->value, ", longest %" PRIu64 "%s cycle%s", all.longest.clocks, within,
			 limits_many(all.longest.clocks));
	if (worst) {
		out->verdict = REPORT_FAILED;
		PUT_REASON(out, "after %s%" PRIu64 "%s cycles%s", all.open ? "more than " : "",
			   worst->clocks, within, all.open ? " it had not come" : " it came");
		return;
	}
	out->verdict = all.doubtful || lack.records ? REPORT_UNKNOWN : REPORT_PASSED;
	if (all.doubtful && all.doubtful == all.coarse)
		limits_put_coarse(r, l, out);
	else if (all.doubtful)
		PUT_REASON(
		    out,
		    "of %" PRIu64
		    " it is not known: the run ended before, or records of that time are missing",
		    all.doubtful);
	else if (lack.records)
		PUT_REASON(out, "%s", lack.why);
}
