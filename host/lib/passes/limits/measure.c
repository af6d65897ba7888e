/* SPDX-License-Identifier: Apache-2.0 */
/* Limits of measures. */
#include "passes/limits/judge.h"

#include <math.h>

#include "results/units.h"

/* What the measure is at a node, against the bound; *why: it is not known. */
static enum truth judge_measure_at(const struct gno_report *r, const struct report_limit *l,
				   unsigned k, struct gno_quotient *q, const char **why)
{
	const struct gno_limit *limit = &l->limit;
	const struct gno_pattern_node *n = report_measures(r, k);
	const struct report_node *node = &r->node[k];
	enum gno_measure_print print = limit->print;
	double bound = gno_limit_bound(limit, gno_manifest_hz(r->m, k));
	const struct gno_ratio *counts;
	size_t i = 0;

	*why = "a load changed what is counted";
	while (n && i < n->measures && !gno_limit_same(n->measure[i].name, limit->name[0].text))
		i++;
	if (!n || i == n->measures || node->mixed)
		return MAYBE;
	counts = &node->overall[n->measure[i].pair];
	if (limit->unit == GNO_BOUND_PERCENT) {
		print = GNO_PRINT_A_OF_B;
		bound /= 100;
	}
	*why = "nothing was counted";
	if (report_measure_value(print, counts, q))
		return MAYBE;
	*why = "its counts are not complete";
	if (node->counts_incomplete || !node->flushed)
		return MAYBE;
	*why = "a counter has reached its greatest count";
	if (counts->saturated)
		return MAYBE;
	*why = "the compressed counts do not show on which side of the bound it is";
	return limits_within(limit->compare, (q->min > bound) - (q->min < bound),
			     (q->max > bound) - (q->max < bound));
}

static void put_measure(const struct gno_limit *l, const struct gno_quotient *q,
			struct report_judged *out)
{
	const bool share = l->unit == GNO_BOUND_PERCENT;
	const double by = share ? 100 : 1;
	const char *unit = share ? " %" : l->print == GNO_PRINT_B_PER_A ? " cycles" : "";

	if (q->min == q->max)
		PUT_VALUE(out, "%.*f%s", share ? 2 : 1, q->value * by, unit);
	else
		PUT_VALUE(out, "%.*f..%.*f%s", share ? 2 : 1, q->min * by, share ? 2 : 1,
			  q->max * by, unit);
}

/* How bad a verdict is. */
static unsigned rank_of_verdict(enum report_verdict v)
{
	return v == REPORT_FAILED ? 2 : v == REPORT_UNKNOWN;
}

/* Whether a value is worse than another one for the comparison. */
static bool is_worse(enum gno_limit_compare compare, double a, double b)
{
	return compare == GNO_LIMIT_GT || compare == GNO_LIMIT_GE ? a < b : a > b;
}

/* The worst node decides. */
void limits_judge_measure(const struct gno_report *r, const struct report_limit *l,
			  struct report_judged *out)
{
	double worst = 0;

	for (unsigned k = 0; k < r->m->nodes; k++) {
		struct gno_quotient q = {.value = NAN};
		enum report_verdict v;
		const char *why;

		if (!l->on[k])
			continue;
		v = limits_verdict(judge_measure_at(r, l, k, &q, &why));
		if (out->has_node && rank_of_verdict(v) <= rank_of_verdict(out->verdict) &&
		    (v != out->verdict || !is_worse(l->limit.compare, q.value, worst)))
			continue;
		worst = q.value;
		out->verdict = v;
		out->has_node = true;
		out->node = k;
		*out->value = '\0';
		if (!isnan(q.value))
			put_measure(&l->limit, &q, out);
		PUT_REASON(out, "%s", v == REPORT_UNKNOWN ? why : "");
	}
}
