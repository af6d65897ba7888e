/* SPDX-License-Identifier: Apache-2.0 */
#include "answers/samples.h"
#include "base/show.h"
#include "clocks/lock.h"

#include <inttypes.h>
#include <stdio.h>

static void warn_lock(double ratio)
{
	if (ratio >= CLOCKS_NEAR)
		printf(
		    "warning: the loop is %slocked to the clock: the error is %.3g times that of "
		    "independent counts\n",
		    ratio >= CLOCKS_LOCKED ? "" : "nearly ", ratio);
}

void samples_plan_text(const struct clocks_answer *a)
{
	const struct clocks_plan *p = a->plan;

	printf("tick %g, total width %g %% of the mean, ", a->tick, clocks_value(p->width));
	if (p->quantile.digits)
		printf("%g standard deviations as stated\n\n", p->w);
	else
		printf("confidence %g %% (%.6g standard deviations)\n\n", 100 * p->confidence,
		       p->w);
	printf("%14s %10s %5s %18s  %s\n", "expected", "+-", "by", "repetitions", "width then");
	for (size_t i = 0; i < p->count; i++) {
		const struct clocks_expected *e = &p->expected[i];

		printf("%14g %10g %5s %18" PRIu64 "  %.4g %%\n", clocks_value(e->duration),
		       clocks_value(e->wrong), clocks_rule_name[e->rule], e->repetitions,
		       100 * e->width);
	}
	printf("\nrepetitions: %" PRIu64 "\n", p->most);
	if (a->has_loop)
		printf("length: %.6g (loops of %g)\n", (double)p->most * a->loop, a->loop);
	warn_lock(clocks_answer_lock(a));
}

void samples_counts_text(const struct clocks_answer *a)
{
	char name[BASE_SHOWN];

	printf("tick %g, confidence %g %%\n\n", a->tick, 100 * a->confidence);
	printf("%-12s %10s %12s %27s  %-10s %10s %10s %10s\n", "column", "counts", "mean",
	       "interval", "by", "s", "S (10a)", "bound");
	for (size_t i = 0; i < a->counts->columns; i++) {
		const struct clocks_estimate *x = &a->estimate[i];
		char interval[64] = "-";

		if (x->method)
			snprintf(interval, sizeof(interval), "%.6g..%.6g", x->low, x->high);
		printf("%-12s %10" PRIu64 " %12.6g %27s  %-10s %10.6g %10.6g %10.6g\n",
		       clocks_answer_name(a, i, name, sizeof(name)), x->counts, x->mean, interval,
		       clocks_method_name[x->method], x->deviation, x->s_10a, x->bound);
	}
	puts("");
	for (size_t i = 0; i < a->counts->columns; i++) {
		const struct clocks_estimate *x = &a->estimate[i];

		clocks_answer_name(a, i, name, sizeof(name));
		if (!x->method)
			printf("%s: no interval: %s\n", name, clocks_why_text[x->why]);
		if (x->dependent)
			printf("%s: the counts depend on each other: correlation %.3f %u apart\n",
			       name, x->correlation, x->lag);
		if (x->method && x->lock >= CLOCKS_NEAR)
			printf(
			    "%s: warning: the loop is nearly locked to the clock: the interval is "
			    "%.3g times wider\n",
			    name, x->lock);
	}
}

void samples_zero_text(const struct clocks_answer *a)
{
	const struct clocks_zero *z = a->zero;

	printf("%zu repetitions of zero elapsed time, tick %g\n", z->n, a->tick);
	printf("uncorrected: mean %.6g, standard deviation %.6g\n\n", z->mean * a->tick,
	       z->deviation * a->tick);
	printf("%-20s %12s %12s %10s %21s %14s\n", "corrected by", "mean", "deviation", "k",
	       "interval of k", "shortest");
	for (size_t i = 0; i < CLOCKS_WAYS; i++) {
		const struct clocks_corrected *c = &z->way[i];
		char k[32] = "-", interval[64] = "-";

		if (!c->there)
			continue;
		if (c->has_k) {
			snprintf(k, sizeof(k), "%.4g", c->k);
			snprintf(interval, sizeof(interval), "%.4g..%.4g", c->k_low, c->k_high);
		}
		printf("%-20s %12.6g %12.6g %10s %21s %14.6g\n", clocks_way_name[i],
		       c->mean * a->tick, c->deviation * a->tick, k, interval, c->least * a->tick);
	}
	printf("\nshortest: one reading of this duration is known to %g %%, with a confidence of "
	       "%g %%\n",
	       100 * a->part, 100 * a->confidence);
	printf("prescaler: %" PRIu64 " (the largest power of two whose tick is at most the "
	       "standard deviation)\n",
	       z->prescale);
}
