/* SPDX-License-Identifier: Apache-2.0 */
/* From what was counted to verdicts. Where records are missing a limit holds, or does not, only if
 * that is so whatever they were. */
#include "passes/limits/judge.h"

#include <inttypes.h>

/* -- whole numbers of which the least and the most are known -- */

static int sign_of(const struct gno_report *r, const struct report_limit *l, uint64_t v)
{
	return v == LIMITS_UNBOUNDED ? 1 : gno_limit_compare_mean(&l->limit, r->m->clock_hz, v, 1);
}

static enum truth judge_number(const struct gno_report *r, const struct report_limit *l,
			       uint64_t least, uint64_t most_more)
{
	return limits_within(l->limit.compare, sign_of(r, l, least),
			     sign_of(r, l, limits_add(least, most_more)));
}

static void judge_lost(const struct gno_report *r, const struct report_limit *l,
		       struct report_judged *out)
{
	const char *why = NULL, *at = NULL;
	uint64_t lost = 0;

	for (unsigned k = 0; k < r->m->nodes; k++) {
		const struct report_node *n = &r->node[k];

		if (!l->on[k])
			continue;
		if (!why && limits_unknown_loss(n)) {
			why = limits_unknown_loss(n);
			at = r->m->node[k].name;
		}
		if (!lost && n->lost) {
			out->has_node = true;
			out->has_cycle = n->gaps > 0;
			out->node = k;
			out->cycle = n->lost_from;
		}
		lost += n->lost;
	}
	PUT_VALUE(out, "%" PRIu64 " record%s", lost, limits_many(lost));
	out->verdict = limits_verdict(judge_number(r, l, lost, why ? LIMITS_UNBOUNDED : 0));
	if (out->verdict == REPORT_UNKNOWN)
		PUT_REASON(out, "node '%s' %s", at, why);
}

/* Most intervals that ended at a node and that it does not know since it was filtered. */
static uint64_t filtered_intervals(const struct gno_report *r, const struct report_limit *l,
				   unsigned k)
{
	const uint64_t begins = limits_intervals_had(r, l, k, false);
	const uint64_t ends = limits_intervals_had(r, l, k, true);

	return (begins < ends ? begins : ends) -
	       r->node[k].statistics[l->limit.place[0]].stats.count;
}

static void judge_count(const struct gno_report *r, const struct report_limit *l,
			struct report_judged *out)
{
	struct limits_lack lack = limits_lack(r, l);
	uint64_t count = 0, more = lack.records, left_out = 0;

	for (unsigned k = 0; k < r->m->nodes; k++) {
		const size_t at = l->limit.place[0];

		if (!l->on[k])
			continue;
		count += l->limit.of_interval ? r->node[k].statistics[at].stats.count
					      : limits_had(r, k, (int)at);
		if (limits_is_filtered(r, l, k))
			left_out += filtered_intervals(r, l, k);
		else if (l->limit.of_interval)
			more = limits_add(more, r->node[k].statistics[at].cut);
	}
	more = limits_add(more, left_out);
	PUT_VALUE(out, "%s%" PRIu64, left_out ? ">= " : "", count);
	out->verdict = limits_verdict(judge_number(r, l, count, more));
	if (out->verdict == REPORT_UNKNOWN)
		PUT_REASON(out, "%s", *lack.why ? lack.why : "a part of an interval was not seen");
}

void report_limits_judge(const struct gno_report *r, size_t i, struct report_judged *out)
{
	const struct report_limit *l = &r->limits->limit[i];

	*out = (struct report_judged){.verdict = REPORT_UNKNOWN};
	if (l->fault)
		PUT_REASON(out, "%s", l->fault);
	else if (l->limit.what == GNO_LIMIT_LOST)
		judge_lost(r, l, out);
	else if (l->limit.what == GNO_LIMIT_COUNT)
		judge_count(r, l, out);
	else if (l->limit.what == GNO_LIMIT_AFTER)
		limits_judge_after(r, l, out);
	else if (l->limit.what == GNO_LIMIT_MEASURE)
		limits_judge_measure(r, l, out);
	else
		limits_judge_durations(r, l, out);
	if (out->verdict == REPORT_FAILED)
		return;
	out->has_cycle = false;
	out->has_node = out->has_node && l->limit.what == GNO_LIMIT_MEASURE;
}

struct report_limits_sum report_limits_count(const struct gno_report *r)
{
	struct report_limits_sum sum = {0};
	struct report_judged judged;

	for (size_t i = 0; r->limits && i < r->limits->limits; i++) {
		report_limits_judge(r, i, &judged);
		sum.of[judged.verdict]++;
		sum.all++;
	}
	return sum;
}

const char *report_verdict_name(enum report_verdict verdict)
{
	static const char *const names[] = {
	    [REPORT_PASSED] = "passed", [REPORT_FAILED] = "failed", [REPORT_UNKNOWN] = "unknown"};

	return names[verdict];
}
